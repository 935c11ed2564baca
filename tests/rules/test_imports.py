"""Who may import whom."""

import ast
import sys
from pathlib import Path

import pytest

from tests.rules.tree import (
    ROOT,
    called,
    imports,
    literal,
    parse,
    plant,
    python_files,
    requirements,
)

MAY_IMPORT = {
    "app.py": {"door", "pages", "projector", "ui", "streamlit"},
    "door": {"starlette", "streamlit", "texts"},
    "pages": {
        "ui",
        "projector",
        "taking",
        "practice",
        "exercises",
        "pairs",
        "texts",
        "worked",
        "figures",
        "language",
        "takeaway",
        "attention_core",
        "streamlit",
        "numpy",
    },
    "projector": {"texts", "streamlit"},
    "practice": {
        "exercises",
        "figures",
        "texts",
        "ui",
        "streamlit",
    },
    "taking": {
        "figures",
        "takeaway",
        "texts",
        "ui",
        "streamlit",
    },
    "ui": {
        "pairs",
        "texts",
        "worked",
        "figures",
        "takeaway",
        "language",
        "attention_core",
        "streamlit",
        "numpy",
        "threadpoolctl",
    },
    "worked": {"attention_core", "numpy"},
    "pairs": {
        "texts",
        "language",
        "attention_core",
        "numpy",
        "streamlit",
        "jsonschema",
    },
    "texts": {"streamlit"},
    "takeaway": {"attention_core", "numpy", "plotly", "segno"},
    "exercises": {"worked", "language", "attention_core", "numpy"},
    "figures": {"plotly", "numpy"},
    "language": {"regex", "rjieba", "tokenizers"},
    "attention_core": {"numpy"},
}
# One file each, for one reason.
# They hand figures over to the browser.
EXCEPTIONS = {"ui/chart.py": {"plotly"}, "ui/payload.py": {"plotly"}}
# Whatever reads from disk; in the core only the loading of models does.
DISK = {"io", "json", "os", "pathlib", "shutil", "tempfile", "zipfile"}
SLOW = "plotly.express"  # half a second


def foreign(path: Path, allowed: set[str], root: Path) -> list[str]:
    """Imports of a file that are neither allowed nor standard library."""
    return [
        f"{path.relative_to(root)}:{line} imports {name}"
        for line, name in imports(parse(path))
        if name.split(".")[0] not in allowed | sys.stdlib_module_names
        or name.startswith(SLOW)
    ]


def broken_import_rules(root: Path) -> list[str]:
    """Imports that the plan of the house does not allow."""
    found = []
    for place, allowed in MAY_IMPORT.items():
        for path in python_files(root, place):
            more = EXCEPTIONS.get(path.relative_to(root).as_posix(), set())
            found += foreign(path, allowed | more | {place}, root)
    return found


def imports_of_other_lessons(root: Path) -> list[str]:
    """Imports by which one lesson would lean on another."""
    found = []
    for path in python_files(root, "pages"):
        lesson = path.relative_to(root / "pages").parts[0]
        found += [
            f"{path.relative_to(root)}:{line} imports {name}"
            for line, name in imports(parse(path))
            if name.split(".")[0] == "pages"
            and name.split(".")[1:2] != [lesson]
        ]
    return found


def broken_training_rules(root: Path) -> list[str]:
    """What training imports beyond its requirements, and who imports it."""
    own = {
        name.replace("-", "_")
        for name in requirements(root / "training" / "requirements.txt")
    }
    allowed = own | {"training", "attention_core", "language"}
    found = []
    for path in python_files(root, "training"):
        found += foreign(path, allowed, root)
    for path in python_files(root, *MAY_IMPORT, "benchmarks", "tests"):
        found += [
            f"{path.relative_to(root)}:{line} imports {name}"
            for line, name in imports(parse(path))
            if name.split(".")[0] == "training"
            and not path.is_relative_to(root / "tests" / "training")
        ]
    return found


def disk_reads_in_core(root: Path) -> list[str]:
    """Uses of the disk in attention_core outside of checkpoint.py."""
    found = []
    for path in python_files(root, "attention_core"):
        tree = parse(path)
        names = [name.split(".")[0] for _, name in imports(tree)]
        calls = [called(node).split(".")[-1] for node in ast.walk(tree)]
        used = DISK & set(names) | {"open", "load", "fromfile"} & set(calls)
        if used and path.name != "checkpoint.py":
            found.append(f"{path.relative_to(root)} uses {sorted(used)}")
    return found


def unpickling(root: Path) -> list[str]:
    """Places that would run code from a file: pickle, allow_pickle=True."""
    found = []
    for path in python_files(root, *MAY_IMPORT, "training", "benchmarks"):
        tree = parse(path)
        found += [
            f"{path.relative_to(root)}:{line} imports {name}"
            for line, name in imports(tree)
            if name.split(".")[0] in {"pickle", "dill", "joblib", "shelve"}
        ]
        found += [
            f"{path.relative_to(root)}:{node.value.lineno} allows pickles"
            for node in ast.walk(tree)
            if isinstance(node, ast.keyword)
            and node.arg == "allow_pickle"
            and literal(node.value) is not False
        ]
    return found


def test_every_import_is_allowed_by_the_plan() -> None:
    assert broken_import_rules(ROOT) == []


def test_no_lesson_imports_another() -> None:
    assert imports_of_other_lessons(ROOT) == []


@pytest.mark.parametrize(
    "line",
    ["from pages.b.view import x", "from pages import b", "import pages"],
)
def test_a_lesson_that_leans_on_another_is_found(tmp_path, line) -> None:
    own = "from pages.a.view import y"
    files = {"pages/a/page.py": own, "pages/a/view.py": line}
    found = imports_of_other_lessons(plant(tmp_path, files))
    assert [item.split()[0] for item in found] == ["pages/a/view.py:1"]


def test_training_is_imported_by_nothing_and_imports_what_it_may() -> None:
    assert broken_training_rules(ROOT) == []


def test_the_core_reads_the_disk_in_one_module_only() -> None:
    assert disk_reads_in_core(ROOT) == []


def test_nothing_is_unpickled() -> None:
    assert unpickling(ROOT) == []


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("app.py", "import attention_core"),
        ("pages/a/page.py", "import scipy"),
        ("pages/a/page.py", "import plotly.graph_objects as go"),
        ("ui/page.py", "import plotly.graph_objects as go"),
        ("figures/heatmap.py", "from attention_core import softmax"),
        ("figures/heatmap.py", "import streamlit as st"),
        ("figures/heatmap.py", "import plotly.express as px"),
        ("figures/heatmap.py", "from plotly import express"),
        ("language/words.py", "import numpy"),
        ("attention_core/scores.py", "import scipy.special"),
        ("attention_core/scores.py", "def f():\n    import torch"),
        ("attention_core/scores.py", "from . import figures, sibling"),
        (
            "attention_core/scores.py",
            "from importlib import import_module\nimport_module('torch')",
        ),
        ("attention_core/scores.py", "__import__(name)"),
        (
            "attention_core/scores.py",
            "if TYPE_CHECKING:\n    from language import words",
        ),
    ],
)
def test_a_forbidden_import_is_found(tmp_path, place, line) -> None:
    found = broken_import_rules(plant(tmp_path, {place: line}))
    assert len(found) >= 1
    assert place in found[0]


def test_allowed_imports_pass(tmp_path) -> None:
    files = {
        "app.py": "from ui.page import navigation",
        "pages/a/page.py": "import math\nimport streamlit as st",
        "ui/chart.py": "import plotly.graph_objects as go",
        "attention_core/gru.py": "from attention_core.scores import dot",
    }
    assert broken_import_rules(plant(tmp_path, files)) == []


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("pairs/models.py", "def f():\n    from training import model"),
        ("benchmarks/bench_core.py", "import training.model"),
        ("training/train.py", "import streamlit"),
        ("training/train.py", "import figures.theme"),
        ("training/train.py", "import sklearn"),
    ],
)
def test_a_broken_training_rule_is_found(tmp_path, place, line) -> None:
    pins = {"training/requirements.txt": "torch==2.13.0\n"}
    root = plant(tmp_path, pins | {place: line})
    assert [place in item for item in broken_training_rules(root)] == [True]


@pytest.mark.parametrize(
    "line", ["import json", "open('a')", "np.load('a')", "from os import path"]
)
def test_a_disk_read_in_the_core_is_found(tmp_path, line) -> None:
    root = plant(
        tmp_path,
        {"attention_core/gru.py": line, "attention_core/checkpoint.py": line},
    )
    assert [item.split()[0] for item in disk_reads_in_core(root)] == [
        "attention_core/gru.py"
    ]


@pytest.mark.parametrize(
    "line",
    ["import pickle", "np.load(a, allow_pickle=True)", "f(allow_pickle=yes)"],
)
def test_unpickling_is_found(tmp_path, line) -> None:
    root = plant(tmp_path, {"attention_core/checkpoint.py": line})
    assert len(unpickling(root)) == 1
    safe = {"attention_core/checkpoint.py": "np.load(a, allow_pickle=False)"}
    assert unpickling(plant(tmp_path, safe)) == []
