"""A lesson is a folder; what two lessons use is the kit, and nothing else."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rules.tree import (
    PACKAGES,
    ROOT,
    imports,
    parse,
    plant,
    python_files,
)

LONGEST = 300  # lines of a file
KIT = 2600  # lines of ui/
# Names that serve one lesson, and stand where they do for a reason.
ALLOWED = {
    "ui.tables.before_last_edit": "the memory of tables stands in one place",
    "ui.tables.forget_edits": "the memory of tables stands in one place",
}


def long_files(root: Path) -> list[str]:
    """Files that are too long to be read."""
    files = python_files(root, "app.py", "pages", *PACKAGES)
    return [
        f"{path.relative_to(root)} has {count} lines"
        for path in [*files, *sorted(root.glob("ui/*.js"))]
        if (count := len(path.read_text("utf-8").splitlines())) > LONGEST
    ]


def public_names(tree: ast.Module) -> Iterator[str]:
    """Functions and classes that a module offers."""
    for node in tree.body:
        is_named = isinstance(node, ast.FunctionDef | ast.ClassDef)
        if is_named and not node.name.startswith("_"):
            yield node.name


def users(root: Path) -> dict[str, set[str]]:
    """Who imports each name of ui: lessons by their names, the kit as "ui".

    An imported module (`from ui import about`) counts for the names that are
    written behind it.
    """
    found: dict[str, set[str]] = {}
    for path in python_files(root, "app.py", "pages", "ui"):
        parts = path.relative_to(root).parts
        user = parts[1] if parts[0] == "pages" else "ui"
        tree = parse(path)
        names = {name for _, name in imports(tree)}
        names |= {
            f"ui.{ast.unparse(node)}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
        }
        for name in names:
            found.setdefault(name, set()).add(user)
    return found


def lonely_names(root: Path) -> list[str]:
    """What stands in the kit, and serves one lesson only or nobody."""
    known = users(root)
    found = []
    for path in python_files(root, "ui"):
        module = f"ui.{path.stem}"
        own = {
            node.id for node in ast.walk(parse(path)) if type(node) is ast.Name
        }
        for name in public_names(parse(path)):
            by = known.get(f"{module}.{name}", set())
            if name in own:
                by = by | {"ui"}
            full = f"{module}.{name}"
            if len(by) < 2 and "ui" not in by and full not in ALLOWED:
                found.append(f"{full} serves {sorted(by) or 'nobody'}")
    return found


def kwargs_makers(root: Path) -> list[str]:
    """Functions of lessons that return arguments for somebody else."""
    return [
        f"{path.relative_to(root)}:{node.lineno} {node.name}"
        for path in python_files(root, "pages")
        for node in ast.walk(parse(path))
        if isinstance(node, ast.FunctionDef)
        and node.returns
        and ast.unparse(node.returns) in {"dict[str, Any]", "dict[str, object]"}
    ]


def test_no_file_of_a_lesson_or_of_the_kit_is_long() -> None:
    assert long_files(ROOT) == []


def test_the_kit_is_small() -> None:
    files = python_files(ROOT, "ui")
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in files)
    assert lines <= KIT


def test_the_kit_holds_what_two_lessons_use() -> None:
    assert lonely_names(ROOT) == []


def test_no_function_of_a_lesson_returns_arguments_of_a_figure() -> None:
    assert kwargs_makers(ROOT) == []


def test_a_long_file_is_found(tmp_path) -> None:
    lines = "x = 1\n" * 301
    root = plant(tmp_path, {"pages/a/view.py": lines, "ui/a.js": lines})
    assert long_files(root) == [
        "pages/a/view.py has 301 lines",
        "ui/a.js has 301 lines",
    ]


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("from ui.b import f", ["ui.b.f serves ['a']"]),
        ("from ui import b\nb.f()", ["ui.b.f serves ['a']"]),
        ("x = 1", ["ui.b.f serves nobody"]),
    ],
)
def test_what_serves_one_lesson_is_found(tmp_path, page, found) -> None:
    files = {"ui/b.py": "def f(): ...", "pages/a/page.py": page, "app.py": ""}
    assert lonely_names(plant(tmp_path, files)) == found
    plant(tmp_path, {"pages/c/page.py": "from ui.b import f"})
    if "serves ['a']" in found[0]:
        assert lonely_names(tmp_path) == []


def test_what_returns_arguments_is_found(tmp_path) -> None:
    code = "def f() -> dict[str, Any]: ..."
    root = plant(tmp_path, {"pages/a/pictures.py": code})
    assert kwargs_makers(root) == ["pages/a/pictures.py:1 f"]
