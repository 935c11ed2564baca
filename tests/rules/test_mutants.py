"""The planted mistakes can be planted, and `make mutants` tells the truth."""

import subprocess
from pathlib import Path

import pytest

from tests.mutants.run import Mutant, read_mutants, run
from tests.rules.tree import ROOT, plant

MUTANTS = read_mutants(ROOT)


def faults(root: Path) -> list[str]:
    """Mutants that cannot be planted (any more)."""
    return [
        f"{mutant.group}.toml: {mutant.why}: {fault}"
        for mutant in read_mutants(root)
        if (fault := mutant.fault(root))
    ]


def test_every_mutant_can_be_planted() -> None:
    assert faults(ROOT) == []


def test_no_mutant_is_planted_twice() -> None:
    places = [(mutant.file, mutant.old, mutant.new) for mutant in MUTANTS]
    assert len(set(places)) == len(places)


ENTRY = """
[[mutant]]
file = "a.py"
old = "{old}"
new = "{new}"
why = "{why}"
tests = ["{tests}"]
"""
SOUND = {"old": "a + b", "new": "a - b", "why": "minus", "tests": "test_a.py"}
TREE = {
    "a.py": "def add(a, b):\n    return a + b\n\n\nUNUSED = 1\n",
    "test_a.py": (
        "from a import add\n\n\ndef test_adds():\n    assert add(1, 1) == 2\n"
    ),
}


def planted(root: Path, *changes: dict[str, str]) -> Path:
    entries = [ENTRY.format(**{**SOUND, **change}) for change in changes]
    plant(root, {**TREE, "tests/mutants/a.toml": "".join(entries)})
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    return root


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"old": "a * b"}, "occurs 0 times"),
        ({"old": "a"}, "occurs 3 times"),
        ({"new": "a + b"}, "must occur once and differ"),
        ({"tests": "test_b.py"}, "test_b.py does not exist"),
        ({"tests": "tests/rules"}, "fails at any change"),
        ({"why": ""}, "no why"),
    ],
)
def test_a_mutant_that_cannot_be_planted_is_found(
    tmp_path, change, words
) -> None:
    root = planted(tmp_path, change)
    assert len(faults(root)) == 1
    assert words in faults(root)[0]


def test_a_mutant_of_a_missing_file_is_found(tmp_path) -> None:
    mutant = Mutant("a", "b.py", "x", "y", "why", ("test_a.py",))
    assert mutant.fault(tmp_path) == "b.py does not exist"


def test_found_survived_and_broken_mutants_are_told_apart(
    tmp_path, capsys
) -> None:
    root = planted(
        tmp_path,
        {},
        {"old": "UNUSED = 1", "new": "UNUSED = 2", "why": "nobody tests it"},
        {"old": "def add", "new": "def (", "why": "no Python"},
    )
    assert run(root) == 2
    output = capsys.readouterr().out
    assert "found by test_a.py::test_adds" in output
    assert output.count("SURVIVED") == 1
    assert output.count("BROKEN") == 1
    assert "3 mutants, 2 overlooked" in output
    assert (root / "a.py").read_text() == TREE["a.py"]


def test_failing_tests_are_no_proof(tmp_path, capsys) -> None:
    root = planted(tmp_path, {})
    plant(root, {"test_a.py": "def test_fails():\n    assert False\n"})
    assert run(root) == 1
    assert "fail without any mutant" in capsys.readouterr().out
