"""A page is a short script: choices, numbers, pictures, words."""

import ast
from pathlib import Path

import pytest

from tests.rules.tree import (
    ROOT,
    imports,
    parse,
    plant,
)

LONGEST = 100
DEFINITIONS = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
)


def opening_call(tree: ast.Module) -> ast.Call | None:
    """First statement after docstring and imports, if it is a call."""
    for node in tree.body[1:]:
        if not isinstance(node, ast.Import | ast.ImportFrom):
            value = getattr(node, "value", None)
            return value if isinstance(value, ast.Call) else None
    return None


def broken_page(path: Path) -> list[str]:
    """What is wrong with one page."""
    found, tree = [], parse(path)
    lesson = path.parent.name
    lines = len(path.read_text(encoding="utf-8").splitlines())
    if lines > LONGEST:
        found.append(f"has {lines} lines, at most {LONGEST} are allowed")
    found += [
        f"line {node.lineno} defines something: it belongs into another file"
        for node in ast.walk(tree)
        if isinstance(node, DEFINITIONS)
    ]
    if any(name.split(".")[0] == "numpy" for _, name in imports(tree)):
        found.append("imports numpy")
    if not ast.get_docstring(tree):
        found.append("has no docstring")
    call = opening_call(tree)
    if not call or ast.unparse(call) != "begin_page(LESSON)":
        found.append("must begin with begin_page(LESSON)")
    source = f"pages.{lesson}.choices.LESSON"
    if source not in {name for _, name in imports(tree)}:
        found.append(f"must take its LESSON from {source}")
    return found


def broken_pages(root: Path) -> list[str]:
    """What is wrong with the pages and with app.py."""
    found = [
        f"{path.parent.name}/page.py {item}"
        for path in sorted((root / "pages").glob("*/page.py"))
        for item in broken_page(path)
    ]
    found += [
        f"{path.name} is a loose file: Streamlit would open it without app.py"
        for path in (root / "pages").glob("*.py")
        if path.name != "__init__.py"
    ]
    lines = (root / "app.py").read_text(encoding="utf-8").splitlines()
    if sum(bool(line.strip()) for line in lines) > 15:
        found.append("app.py is longer than 15 lines")
    return found


def test_every_page_is_a_short_script_that_begins_with_begin_page() -> None:
    assert broken_pages(ROOT) == []


GOOD = '''"""A lesson."""

from pages.a.choices import LESSON
from ui.page import begin_page

begin_page(LESSON)
'''


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("\n\n", "\n" * 98, "at most 100"),
        ("page(LESSON)\n", "page(LESSON)\ndef f(): ...", "defines"),
        ("page(LESSON)\n", "page(LESSON)\nf = lambda: 1", "defines"),
        ("page(LESSON)\n", "page(LESSON)\nclass F: ...", "defines"),
        ("\n\nbegin", "\nimport numpy as np\n\nbegin", "numpy"),
        ("\n\nbegin", "\nx = 1\n\nbegin", "must begin"),
        ("begin_page(LESSON)", "", "must begin"),
        ('"""A lesson."""', "0", "no docstring"),
    ],
)
def test_a_broken_page_is_found(tmp_path, old, new, words) -> None:
    plant(tmp_path, {"app.py": "", "pages/a/page.py": GOOD})
    assert broken_pages(tmp_path) == []
    plant(tmp_path, {"pages/a/page.py": GOOD.replace(old, new, 1)})
    assert words in broken_pages(tmp_path)[0]


def test_a_loose_file_is_found(tmp_path) -> None:
    plant(tmp_path, {"app.py": "", "pages/a.py": GOOD, "pages/__init__.py": ""})
    assert "a.py is a loose file" in broken_pages(tmp_path)[0]


def test_a_page_may_keep_what_begin_page_returns(tmp_path) -> None:
    page = GOOD.replace("begin_page(", "page = begin_page(")
    plant(tmp_path, {"app.py": "", "pages/a/page.py": page})
    assert broken_pages(tmp_path) == []


def test_a_long_app_file_is_found(tmp_path) -> None:
    plant(tmp_path, {"app.py": "x = 1\n" * 16})
    assert broken_pages(tmp_path) == ["app.py is longer than 15 lines"]
