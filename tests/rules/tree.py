"""Reading a source tree: what every rule needs."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
IMPORTERS = {"import_module", "__import__", "find_spec"}
PACKAGES = (
    "attention_core",
    "worked",
    "language",
    "figures",
    "takeaway",
    "taking",
    "exercises",
    "practice",
    "projector",
    "texts",
    "pairs",
    "ui",
    "door",
)


def plant(root: Path, files: Mapping[str, str]) -> Path:
    """Write a small tree with a violation in it, and return its root."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return root


def python_files(root: Path, *places: str) -> list[Path]:
    """Python files below the named folders, or the named files themselves."""
    found = []
    for place in places:
        path = root / place
        found += [path] if path.is_file() else sorted(path.rglob("*.py"))
    return found


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def read_toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def called(node: ast.AST) -> str:
    """Dotted name of what a call calls: `st.text` for `st.text("a")`."""
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def literal(node: ast.AST | None) -> object:
    """Value of a literal node, None for anything else."""
    return node.value if isinstance(node, ast.Constant) else None


def imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and dotted name of each import, wherever it stands.

    Lazy ones inside functions, those for type checkers only, and names given
    to `import_module`, `__import__` or `find_spec` count like any other.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"
        elif called(node).split(".")[-1] in IMPORTERS:
            name = literal(node.args[0]) if node.args else None
            yield node.lineno, name if isinstance(name, str) else "?"


def docstrings(tree: ast.Module) -> set[ast.AST]:
    """Nodes of the docstrings in a module."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, holders)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }


def requirements(path: Path) -> dict[str, str]:
    """Name and version of each pin in a requirements file (not of -r)."""
    text = path.read_text(encoding="utf-8")
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    return {
        re.split(r"[=<>~!;\[ ]", line)[0]: line.partition("==")[2]
        for line in lines
        if line and not line.startswith("-")
    }
