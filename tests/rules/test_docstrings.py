"""Docstrings say the truth: names, order, defaults, shapes, examples."""

import ast
import doctest
import importlib
import inspect
import itertools
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from unittest.mock import ANY

import numpy as np
import pytest

from tests.rules.tree import PACKAGES, ROOT, parse, plant, python_files

Function = ast.FunctionDef | ast.ClassDef
SECTION = r"^{}\n-+\n(.*?)(?=^\w[\w ]*\n-+\n|\Z)"
ENTRY = re.compile(r"^(\S.*?)(?: : (.*))?$", re.MULTILINE)
ARRAY = re.compile(r"\b(ndarray|array_like)\b")
ANY_SHAPE = {"arrays.py"}  # its functions take arrays of any shape
SHAPE = re.compile(r"shape \(([^)]*)\)")


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
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    found |= {item.arg: default for item, default in named}
    extra = [item for item in (arguments.vararg, arguments.kwarg) if item]
    found |= {item.arg: None for item in extra}
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


def same_default(phrase: str, default: ast.expr | None) -> bool:
    """Whether `default X` in a type phrase is the default of the code."""
    said = re.search(r"default (.+)$", phrase)
    written = ast.unparse(default) if default else "None"
    if not said:
        return written in {"None", "()"} or written.startswith("field(")
    if written.isupper():
        return True  # a named constant; its value stands where it is defined
    try:
        return float(said[1]) == float(written)
    except ValueError:
        return said[1].strip("\"'`") == written.strip("\"'")


def untrue(node: Function) -> Iterator[str]:
    """What a docstring says that the signature does not."""
    said = documented(ast.get_docstring(node) or "")
    real = signature(node)
    if list(said) != list(real):
        yield f"documents {list(said)}, has {list(real)}"
    for name, phrase in said.items():
        if not same_default(phrase, real.get(name)):
            yield f"{name} has another default than `{phrase}`"
        if ARRAY.search(phrase) and not re.search(
            r"shape \(|mapping|dict|sequence|tuple", phrase
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
                    untrue(node), missing(node) if strict else ()
                )
                found += [
                    f"{where} {item}"
                    for item in words
                    if path.name not in ANY_SHAPE or "no shape" not in item
                ]
    return found


def core_modules() -> list[ModuleType]:
    names = [path.stem for path in python_files(ROOT, "attention_core")]
    return [
        importlib.import_module(f"attention_core.{name}")
        for name in names
        if name != "__init__"
    ]


def failed_examples(module: ModuleType) -> int:
    """Run the examples in a module's docstrings; return how many fail."""
    return doctest.testmod(module, extraglobs={"np": np}).failed


# Every size a different prime, so that a swapped axis cannot pass by luck.
PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


class Sizes(dict[str, int]):
    """A prime for each symbol, new ones as they come until it is closed."""

    closed = False

    def __missing__(self, symbol: str) -> int:
        self[symbol] = PRIMES[len(self)]
        return self[symbol]

    def shape(self, phrase: str, leading: tuple[int, ...]) -> tuple:
        """Sizes of a documented shape, such as `(..., n_q, 2 d_h)`."""
        match = SHAPE.search(phrase)
        parts = match[1].split(",") if match else []
        sizes: tuple = ()
        for part in (item.strip() for item in parts if item.strip()):
            sizes += leading if part == "..." else (self.size(part),)
        return sizes

    def size(self, expression: str) -> object:
        """Value of a size, such as `2 d + d_e`; any, if no input sets it."""
        if self.closed and set(re.findall(r"[a-z]\w*", expression)) - set(self):
            return ANY
        terms = [term.split() for term in expression.split("+")]
        factors = [
            [int(word) if word.isdigit() else self[word] for word in term]
            for term in terms
        ]
        return sum(math.prod(term) for term in factors)


class NotExecutableError(Exception):
    """A parameter whose documentation gives no array to try."""


def build(phrase: str, annotation: object, sizes: Sizes, leading) -> object:
    """Make an argument as documented: an array, or a dataclass of arrays."""
    if "shape (" in phrase:
        shape = sizes.shape(phrase, leading)
        kind = "bool" if "bool" in phrase else "int" if " int" in phrase else ""
        return np.ones(shape, kind or "float32")
    if hasattr(annotation, "__dataclass_fields__"):
        said = documented(inspect.getdoc(annotation) or "")
        if said and all("shape (" in phrase for phrase in said.values()):
            parts = {k: build(v, None, sizes, leading) for k, v in said.items()}
            return annotation(**parts)
    raise NotExecutableError(phrase)


def arguments_for(function: Callable, sizes: Sizes, leading) -> dict:
    """Make what a function has to be given, as its docstring says."""
    arguments = {}
    for name, phrase in documented(inspect.getdoc(function) or "").items():
        parameter = inspect.signature(function).parameters[name]
        if phrase == "int" and re.fullmatch(r"n_\w", name):
            arguments[name] = sizes[name]
        elif parameter.default is inspect.Parameter.empty:
            kind = parameter.annotation
            arguments[name] = build(phrase, kind, sizes, leading)
    return arguments


def documented_call(function: Callable, leading: tuple[int, ...]) -> dict:
    """Call a function as documented; return real and documented shapes."""
    sizes = Sizes()
    arguments = arguments_for(function, sizes, leading)
    sizes.closed = True
    doc = inspect.getdoc(function) or ""
    promised = section(doc, "Returns").strip().split("\n")[0]
    kind = inspect.signature(function).return_annotation
    if "shape (" in promised:
        result = function(**arguments)
        return {promised: (result.shape, sizes.shape(promised, leading))}
    if not hasattr(kind, "__dataclass_fields__"):
        raise NotExecutableError(promised)
    result = function(**arguments)
    return {
        name: (getattr(result, name).shape, sizes.shape(phrase, leading))
        for name, phrase in documented(inspect.getdoc(kind) or "").items()
    }


def wrong_shapes(function: Callable) -> list[str]:
    """Results whose shapes are not those of the docstring."""
    found = []
    doc = inspect.getdoc(function) or ""
    for leading in ((), (2,)) if "(..." in doc else ((),):
        shapes = documented_call(function, leading)
        found += [
            f"{function.__name__}: {name} is {real}, documented {said}"
            for name, (real, said) in shapes.items()
            if real != said
        ]
    return found


def executable() -> dict[str, Callable]:
    """Public functions of the core that can be called as documented."""
    functions = {}
    for module in core_modules():
        for name, item in inspect.getmembers(module, inspect.isfunction):
            mine = item.__module__ == module.__name__
            if mine and not name.startswith("_"):
                try:
                    documented_call(item, ())
                except NotExecutableError:
                    continue
                functions[name] = item
    return functions


EXECUTABLE = executable()
# So that a change in wording does not silently end the check.
MUST_EXECUTE = {
    "dot",
    "scaled_dot",
    "cosine",
    "general",
    "additive",
    "softmax",
    "attend",
    "causal_mask",
    "padding_mask",
    "gru_cell",
    "gru",
    "bidirectional_gru",
    "summarize",
}


def test_docstrings_name_all_parameters_in_order_with_shapes() -> None:
    assert bad_docstrings(ROOT) == []


@pytest.mark.parametrize("module", core_modules(), ids=lambda m: m.__name__)
def test_the_examples_in_docstrings_are_right(module) -> None:
    assert failed_examples(module) == 0


def test_the_functions_of_the_core_can_be_called_as_documented() -> None:
    assert MUST_EXECUTE - set(EXECUTABLE) == set()


@pytest.mark.parametrize("name", EXECUTABLE)
def test_the_documented_shapes_are_the_real_ones(name) -> None:
    assert wrong_shapes(EXECUTABLE[name]) == []


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


def test_a_wrong_shape_is_found() -> None:
    def transposed(a):
        """Return a.

        Parameters
        ----------
        a : ndarray of shape (n, d)
            First.

        Returns
        -------
        ndarray of shape (n, d)
            The same.
        """
        return a.T

    assert wrong_shapes(transposed) == [
        "transposed: ndarray of shape (n, d) is (5, 3), documented (3, 5)"
    ]
