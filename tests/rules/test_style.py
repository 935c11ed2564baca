"""Small functions, American spelling, no traces of one machine."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rules.tree import PACKAGES, ROOT, parse, plant, python_files

CODE = ("app.py", "pages", *PACKAGES, "training", "benchmarks", "tests")
LONGEST = 24  # lines of code in a function; aim at 15
BRITISH = re.compile(
    r"\b\w*(colour|behaviour|favour|honour|neighbour|centre\b|licence"
    r"|catalogue|labell|modell(?=ed|ing)|analyse|artefact|normaliser)\w*",
    re.IGNORECASE,
)
# A folder of whoever wrote it.
MACHINE = re.compile(r"/(?:work|home|root|Users)/")
TEXT = {".py", ".md", ".toml", ".txt", ".yml", ".json", ".js", ".css", ".sh"}


def code_lines(path: Path) -> dict[int, str]:
    """Lines of a file that are neither blank nor only a comment."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = enumerate(lines, start=1)
    return {n: s for n, s in pairs if s.strip() and s.strip()[0] != "#"}


def length(node: ast.FunctionDef, lines: dict[int, str]) -> int:
    """Lines of code in the body of a function, docstring left out."""
    body = node.body[1:] if ast.get_docstring(node) else node.body
    if not body:
        return 0
    span = range(body[0].lineno, (body[-1].end_lineno or 0) + 1)
    return sum(n in lines for n in span)


def long_functions(root: Path) -> list[str]:
    """Functions in our packages that fit on no slide."""
    found = []
    for path in python_files(root, "pages", *PACKAGES):
        lines = code_lines(path)
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.FunctionDef):
                n = length(node, lines)
                if n > LONGEST:
                    where = path.relative_to(root)
                    found.append(f"{where}: {node.name} has {n} lines")
    return found


def british(root: Path) -> list[str]:
    """British spellings in code and in English documents."""
    paths = python_files(root, *CODE)
    paths += sorted(root.glob("*.md")) + sorted(root.glob("content/**/*.toml"))
    return [
        f"{path.relative_to(root)}: {match.group()}"
        for path in paths
        if path.relative_to(root).as_posix() != "tests/rules/test_style.py"
        for match in BRITISH.finditer(path.read_text(encoding="utf-8"))
    ]


def committed(root: Path) -> Iterator[Path]:
    """Text files that are, or may become, part of the repository."""
    command = ["git", "ls-files", "-coz", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, check=True)
    for name in listed.stdout.decode().split("\0"):
        path = root / name
        if path.is_file() and (path.suffix in TEXT or not path.suffix):
            yield path


def machine_paths(root: Path) -> list[str]:
    """Absolute paths that exist on one machine only."""
    return [
        f"{path.relative_to(root)}: {match.group()}"
        for path in committed(root)
        for match in MACHINE.finditer(path.read_text(encoding="utf-8"))
    ]


def test_every_function_fits_on_a_slide() -> None:
    assert long_functions(ROOT) == []


def test_the_spelling_is_american() -> None:
    assert british(ROOT) == []


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no git repository")
def test_no_file_names_a_folder_of_one_machine() -> None:
    assert machine_paths(ROOT) == []


def test_a_long_function_is_found_and_comments_do_not_count(tmp_path) -> None:
    body = '    """Do.\n\n    Much.\n    """\n    # why\n\n'
    fits = "def f():\n" + body + "    x = 1\n" * LONGEST
    assert long_functions(plant(tmp_path, {"ui/a.py": fits})) == []
    root = plant(tmp_path, {"ui/a.py": fits + "    x = 1\n"})
    assert long_functions(root) == [f"ui/a.py: f has {LONGEST + 1} lines"]


@pytest.mark.parametrize("word", ["colour", "Neighbours", "labelled"])
def test_a_british_spelling_is_found(tmp_path, word) -> None:
    root = plant(tmp_path, {"README.md": f"a {word} of attention"})
    assert british(root) == [f"README.md: {word}"]


def test_a_folder_of_one_machine_is_found(tmp_path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    folder = f"/{'home'}/"
    root = plant(tmp_path, {"README.md": f"see {folder}x"})
    assert machine_paths(root) == [f"README.md: {folder}"]
