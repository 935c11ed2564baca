"""Docstrings say the truth: names, order, defaults, examples.

That the documented shapes are the real ones is tested in test_shapes.py.
"""

import ast
import doctest
import importlib
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.rules.tree import PACKAGES, ROOT, parse, plant, python_files

Function = ast.FunctionDef | ast.ClassDef
SECTION = r"^{}\n-+\n(.*?)(?=^\w[\w ]*\n-+\n|\Z)"
ENTRY = re.compile(r"^(\S.*?)(?: : (.*))?$", re.MULTILINE)
ARRAY = re.compile(r"\b(ndarray|array_like)\b")
ANY_SHAPE = {"arrays.py", "checks.py"}  # they take arrays of any shape


def section(doc: str, title: str) -> str:
    """Text of one section of a docstring, empty if there is none."""
    pattern = re.compile(SECTION.format(title), re.MULTILINE | re.DOTALL)
    match = pattern.search(doc)
    return match.group(1) if match else ""


def documented(doc: str) -> dict[str, str]:
    """Type phrase of each documented parameter, in the order written."""
    return {
        name.strip().lstrip("*"): phrase
        for names, phrase in ENTRY.findall(section(doc, "Parameters"))
        for name in names.split(",")
    }


def signature(node: Function) -> dict[str, ast.expr | None]:
    """Parameters of a function, or fields of a dataclass, with defaults."""
    if isinstance(node, ast.ClassDef):
        fields = [item for item in node.body if isinstance(item, ast.AnnAssign)]
        return {ast.unparse(item.target): item.value for item in fields}
    arguments = node.args
    positional = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(positional) - len(arguments.defaults))
    pairs = zip(positional, defaults + arguments.defaults, strict=True)
    found = {item.arg: default for item, default in pairs}
    found |= {item.arg: None for item in [arguments.vararg] if item}
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    found |= {item.arg: default for item, default in named}
    found |= {item.arg: None for item in [arguments.kwarg] if item}
    return {k: v for k, v in found.items() if k not in {"self", "cls"}}


def decorators(node: Function) -> set[str]:
    return {ast.unparse(item).split("(")[0] for item in node.decorator_list}


def public(tree: ast.Module | ast.ClassDef) -> Iterator[Function]:
    """Public functions, and public classes with their public methods."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            properties = decorators(node) & {"property", "cached_property"}
            if not node.name.startswith("_") and not properties:
                yield node
                if isinstance(node, ast.ClassDef):
                    yield from public(node)


def is_checked(node: Function) -> bool:
    return isinstance(node, ast.FunctionDef) or "dataclass" in decorators(node)


def same_default(phrase: str, default: ast.expr | None, strict: bool) -> bool:
    """Whether `default X` in a type phrase is the default of the code."""
    said = re.search(r"default (.+)$", phrase)
    written = ast.unparse(default) if default else "None"
    if not said:
        silent = written in {"None", "()"} or written.startswith("field(")
        return silent or not strict
    if written.isupper():
        return True  # a named constant; its value stands where it is defined
    try:
        return float(said[1]) == float(written)
    except ValueError:
        return said[1].strip("\"'`") == written.strip("\"'")


def untrue(node: Function, strict: bool) -> Iterator[str]:
    """What a docstring says that the signature does not."""
    said = documented(ast.get_docstring(node) or "")
    real = signature(node)
    if list(said) != list(real):
        yield f"documents {list(said)}, has {list(real)}"
    for name, phrase in said.items():
        if not same_default(phrase, real.get(name), strict):
            yield f"{name} has another default than `{phrase}`"
        if ARRAY.search(phrase) and not re.search(
            r"shape \(|any shape|mapping|dict|sequence|tuple", phrase
        ):
            yield f"{name} has no shape in `{phrase}`"


def missing(node: Function) -> Iterator[str]:
    """Sections that a function of the core needs and lacks."""
    doc = ast.get_docstring(node) or ""
    if isinstance(node, ast.ClassDef):
        return
    result = node.returns and ast.unparse(node.returns)
    if result != "None" and not re.search(
        r"^(Returns|Yields)\n-", doc, re.MULTILINE
    ):
        yield "has no section Returns"
    raises = any(isinstance(item, ast.Raise) for item in ast.walk(node))
    if raises and not section(doc, "Raises"):
        yield "raises, and has no section Raises"
    for phrase in section(doc, "Returns").splitlines()[:1]:
        if ARRAY.match(phrase) and "shape (" not in phrase:
            yield f"has no shape in `{phrase}`"


def bad_docstrings(root: Path) -> list[str]:
    """Violations in all packages; the core must document everything."""
    found = []
    for package in PACKAGES:
        for path in python_files(root, package):
            strict = package == "attention_core"
            for node in filter(is_checked, public(parse(path))):
                doc = ast.get_docstring(node) or ""
                if not strict and not section(doc, "Parameters"):
                    continue
                where = f"{path.relative_to(root)}:{node.lineno} {node.name}"
                words = itertools.chain(
                    untrue(node, strict), missing(node) if strict else ()
                )
                found += [
                    f"{where} {item}"
                    for item in words
                    if path.name not in ANY_SHAPE or "no shape" not in item
                ]
    return found


def failed_examples(module: ModuleType) -> int:
    """Run the examples in a module's docstrings; return how many fail."""
    return doctest.testmod(module, extraglobs={"np": np}).failed


def modules() -> list[str]:
    """Names of all modules of our packages and lessons."""
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in python_files(ROOT, "pages", *PACKAGES)
        if path.name != "page.py"  # a script: it would run
    ]


def test_docstrings_name_all_parameters_in_order_with_shapes() -> None:
    assert bad_docstrings(ROOT) == []


@pytest.mark.parametrize("name", modules())
def test_the_examples_in_docstrings_are_right(name) -> None:
    assert failed_examples(importlib.import_module(name)) == 0


GOOD = '''
def f(a, b=1.0, *, c="x"):
    """Return a.

    Parameters
    ----------
    a : ndarray of shape (n, d)
        First.
    b : float, default 1
        Second.
    c : str, default "x"
        Third.

    Returns
    -------
    ndarray of shape (n, d)
        The same.

    Raises
    ------
    ValueError
        Never.
    """
    if not a:
        raise ValueError("no a")
    return a
'''


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("    a : nd", "    aa : nd", "documents ['aa', 'b', 'c']"),
        ("(a, b=1.0, *", "(a, d, b=1.0, *", "has ['a', 'd', 'b', 'c']"),
        ("default 1\n", "default 2\n", "another default"),
        ('default "x"', "optional", "another default"),
        ("a : ndarray of shape (n, d)", "a : ndarray", "has no shape"),
        (
            "ndarray of shape (n, d)\n        The",
            "ndarray\n        The",
            "no shape",
        ),
        ("    Returns\n", "    Gives\n", "no section Returns"),
        ("    Raises\n", "    Throws\n", "no section Raises"),
    ],
)
def test_a_bad_docstring_is_found(tmp_path, old, new, words) -> None:
    assert bad_docstrings(plant(tmp_path, {"attention_core/a.py": GOOD})) == []
    bad = {"attention_core/a.py": GOOD.replace(old, new)}
    found = bad_docstrings(plant(tmp_path, bad))
    assert len(found) >= 1
    assert words in found[0]


def test_an_undocumented_field_of_a_dataclass_is_found(tmp_path) -> None:
    lines = [
        "@dataclass(frozen=True)",
        "class A:",
        '    """A.',
        "    ",
        "    Parameters",
        "    ----------",
        "    x : int",
        "        X.",
        '    """',
        "    x: int",
        "    y: int",
    ]
    root = plant(tmp_path, {"attention_core/a.py": "\n".join(lines)})
    assert "documents ['x'], has ['x', 'y']" in bad_docstrings(root)[0]


def test_a_wrong_example_is_found() -> None:
    module = ModuleType("planted")
    module.__doc__ = ">>> 1 + 1\n3\n"
    assert failed_examples(module) == 1
