"""The recipe for a score function, executed in a copy of the tree."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pages import LESSONS
from ui.models import FOLDER_VARIABLE

ROOT = Path(__file__).parents[2]
FOLDERS = ["attention_core", "figures", "language", "pages", "ui", "worked"]
FUNCTION = '''"""How far two vectors are apart, without squares."""

import numpy as np

from attention_core.arrays import ArrayLike, FloatArray, as_floats


def euclidean(query: ArrayLike, key: ArrayLike) -> FloatArray:
    """Return -|q_i - k_j|."""
    query, key = as_floats(query, "query"), as_floats(key, "key")
    apart = query[..., :, None, :] - key[..., None, :, :]
    return -np.sqrt((apart**2).sum(axis=-1))
'''
HEAD = "SCORES: dict[str, ScoreFunction] = {"
ENTRY = """        ScoreFunction(
            name="euclidean",
            function=euclidean,
            formula=r"-\\lVert q_i - k_j\\rVert",
            paper="Nobody 2026",
            equation="equation 1",
            operations="n_q n_k d_k",
            memory="n_q n_k d_k",
        ),
"""
VISIT = """
import json, sys
from streamlit.testing.v1 import AppTest

page, address = sys.argv[1], json.loads(sys.argv[2])
app = AppTest.from_file(page, default_timeout=300)
for name, value in address.items():
    app.query_params[name] = value
app.run()
menus = [list(menu.options) for menu in app.segmented_control]
print(json.dumps({
    "faults": [error.value for error in [*app.exception, *app.error]],
    "warnings": [warning.value for warning in app.warning],
    "offered": any("euclidean" in menu for menu in menus),
    "latex": [line.value.strip("$ \\n") for line in app.latex],
}))
"""
ADDRESSES = {
    "attention": {"score": "euclidean"},
    "encoder_decoder": {"score": "euclidean"},
    "scores": {"function": "euclidean"},
    "softmax": {"origin": "model", "score": "euclidean"},
    "self_attention": {"vectors": "recurrent"},
}
# What stands on the page in the names of its vectors.
FORMULAS = {
    "attention": r"= -\lVert y_{1} - h_{1}\rVert",
    "self_attention": r"= -\lVert h_{1} - h_{1}\rVert",
}


@pytest.fixture(scope="session")
def planted(tmp_path_factory) -> Path:
    """The tree with a score function more, after the steps of CONTRIBUTING."""
    root = tmp_path_factory.mktemp("planted")
    for folder in FOLDERS:
        shutil.copytree(
            ROOT / folder,
            root / folder,
            ignore=shutil.ignore_patterns("__pycache__", "static"),
        )
    shutil.copytree(
        ROOT / "content",
        root / "content",
        ignore=shutil.ignore_patterns("models"),
    )
    scores = root / "attention_core" / "scores"
    (scores / "euclidean.py").write_text(FUNCTION, encoding="utf-8")
    registry = scores / "registry.py"
    sound = registry.read_text(encoding="utf-8")
    head, body = sound.split(HEAD)
    head += "from attention_core.scores.euclidean import euclidean\n\n"
    body = body.replace("    for entry in (\n", f"    for entry in (\n{ENTRY}")
    registry.write_text(f"{head}{HEAD}{body}", encoding="utf-8")
    return root


def visit(root: Path, lesson: str) -> dict:
    script = root / "visit.py"
    script.write_text(VISIT, encoding="utf-8")
    page = root / "pages" / lesson / "page.py"
    done = subprocess.run(
        [sys.executable, script, page, json.dumps(ADDRESSES[lesson])],
        cwd=root,
        env={
            **os.environ,
            "PYTHONPATH": str(root),
            FOLDER_VARIABLE: str(ROOT / "content" / "models"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_the_recipe_is_tried_on_every_page() -> None:
    assert set(ADDRESSES) == set(LESSONS)


@pytest.mark.parametrize("lesson", ADDRESSES)
def test_a_planted_score_function_is_on_every_page(planted, lesson) -> None:
    shown = visit(planted, lesson)
    assert shown["faults"] == []
    assert not any("euclidean" in warning for warning in shown["warnings"])
    assert shown["offered"]
    if lesson in FORMULAS:
        assert any(FORMULAS[lesson] in line for line in shown["latex"])
