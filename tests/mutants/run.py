"""Plant known mistakes one by one; fail if the tests overlook one.

    python tests/mutants/run.py               all of tests/mutants/*.toml
    python tests/mutants/run.py --only core   tests/mutants/core.toml

A mutant is an entry of such a file:

    [[mutant]]
    file = "attention_core/masks.py"
    old = ">= 0"                         stands there exactly once
    new = "> 0"
    why = "a word does not see itself"   what a visitor would see
    tests = ["tests/core/test_masks.py"]

Everything happens in a copy of the tree, the uncommitted files included.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PASSED, FAILED = 0, 1  # exit codes of pytest; all others mean a broken run

FINDER = re.compile(r"^(?:FAILED|ERROR) (?:\S*/)?([^/\s]+)", re.MULTILINE)

# These hold the test that every mutant can be planted: it always fails then.
NO_PROOF = {"tests", "tests/", "tests/rules", "tests/rules/"} | {
    "tests/rules/test_mutants.py",
    "tests/rules/test_mutants.py::test_every_mutant_can_be_planted",
}


@dataclass(frozen=True)
class Mutant:
    """One planted mistake.

    Parameters
    ----------
    group : str
        The file of tests/mutants that it stands in, without suffix.
    file : str
        What it changes.
    old, new : str
        Text that is there, and what replaces it.
    why : str
        What is wrong then.
    tests : tuple of str
        What pytest is given; one of these must fail.
    """

    group: str
    file: str
    old: str
    new: str
    why: str
    tests: tuple[str, ...]

    def fault(self, root: Path) -> str:
        """Return why it cannot be planted, or nothing."""
        path = root / self.file
        if not path.is_file():
            return f"{self.file} does not exist"
        count = path.read_text(encoding="utf-8").count(self.old)
        if not self.old or self.old == self.new or count != 1:
            return f"`old` must occur once and differ. It occurs {count} times"
        for test in self.tests:
            if test in NO_PROOF:
                return f"{test} fails at any change"
            if not (root / test.partition("::")[0]).exists():
                return f"{test} does not exist"
        return "" if self.tests and self.why else "no tests, or no why"


def read_mutants(root: Path, only: Iterable[str] = ()) -> list[Mutant]:
    """Return the mutants of all files, or of the named ones."""
    folder = root / "tests" / "mutants"
    chosen = [folder / f"{name}.toml" for name in only]
    mutants = []
    for path in chosen or sorted(folder.glob("*.toml")):
        entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
        for entry in entries:
            tests = tuple(entry.pop("tests"))
            mutants.append(Mutant(group=path.stem, tests=tests, **entry))
    return mutants


def copy_tree(root: Path, target: Path) -> None:
    """Copy what git knows or would add."""
    command = ["git", "ls-files", "-coz", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (root / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target / name)


def run_tests(tree: Path, tests: Iterable[str]) -> tuple[int, str]:
    """Run tests until the first failure; return exit code and output."""
    # No bytecode: a change within the same second would go unnoticed.
    settings = {
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # starts faster
    }
    options = ["-x", "-q", "-p", "no:cacheprovider", "--no-header"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *tests],
        cwd=tree,
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def plant(tree: Path, mutant: Mutant) -> tuple[bool, str]:
    """Plant one mistake, test, and take it back; return if it was found."""
    if fault := mutant.fault(tree):
        return False, f"BROKEN: {fault}"
    path = tree / mutant.file
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        code, output = run_tests(tree, mutant.tests)
    finally:
        path.write_text(sound, encoding="utf-8")
    if code == PASSED:
        return False, "SURVIVED"
    if code != FAILED:
        return False, "BROKEN: " + (output.strip().splitlines() or ["?"])[-1]
    by = FINDER.search(output)
    return True, f"found by {by[1]}" if by else "found"


def without_mutants(tree: Path, mutants: list[Mutant]) -> bool:
    """Return whether the named tests pass as long as nothing is planted."""
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    tests = [test for test in tests if (tree / test.split("::")[0]).exists()]
    code, output = run_tests(tree, tests)
    if code != PASSED:
        print(output, "The tests fail without any mutant.", sep="\n")
    return code == PASSED


def run(root: Path, only: Iterable[str] = ()) -> int:
    """Plant all mutants, print a table, return the number not found."""
    mutants = read_mutants(root, only)
    overlooked = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Path(folder)
        copy_tree(root, tree)
        if not without_mutants(tree, mutants):
            return len(mutants)
        for mutant in mutants:
            start = time.monotonic()
            found, verdict = plant(tree, mutant)
            overlooked += not found
            seconds = time.monotonic() - start
            mark = "ok  " if found else "FAIL"
            print(f"{mark} {seconds:5.1f} s  {mutant.file}: {mutant.why}")
            print(f"               {verdict}", flush=True)
    print(f"{len(mutants)} mutants, {overlooked} overlooked")
    return overlooked


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", action="append", default=[], metavar="FILE")
    sys.exit(run(ROOT, parser.parse_args().only) > 0)
