"""The file and the notebook compute with NumPy alone what was shown."""

import json
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from attention_core.normalizers import NORMALIZERS
from attention_core.scores import SCORES
from takeaway.script import write_notebook, write_script
from takeaway.sources import closure
from tests.takeaway.pictures import AWKWARD, random_picture

# Whoever imports anything but NumPy and what comes with Python is refused.
ALONE = """
import sys
class Alone:
    def find_spec(self, name, path=None, target=None):
        first = name.split(".")[0]
        if first in {"numpy"} | sys.stdlib_module_names:
            return None
        raise ImportError(name)
sys.meta_path.insert(0, Alone())
"""
REPORTED = re.compile(r"largest difference of the (\w+): (\S+)")


def run(code: str, tmp_path) -> dict[str, float]:
    file = tmp_path / "taken.py"
    file.write_text(ALONE + code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", str(file)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Plotly is not installed" in done.stdout
    return {name: float(gap) for name, gap in REPORTED.findall(done.stdout)}


def test_the_file_gives_the_shown_numbers(tmp_path):
    picture = random_picture(5, score="additive", names=AWKWARD, masked=True)
    gaps = run(write_script(picture).decode(), tmp_path)
    assert gaps.keys() == {"scores", "weights", "context"}
    assert max(gaps.values()) < 1e-12


def test_the_file_tells_when_a_number_is_wrong(tmp_path):
    picture = random_picture(5)
    picture.weights[0, 0] += 0.25
    gaps = run(write_script(picture).decode(), tmp_path)
    assert gaps["weights"] == pytest.approx(0.25)


def test_the_notebook_gives_the_shown_numbers(tmp_path):
    notebook = json.loads(write_notebook(random_picture(6, score="cosine")))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    cells = [
        "".join(cell["source"])
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]
    gaps = run("\n\n".join(cells), tmp_path)
    assert max(gaps.values()) < 1e-12


@pytest.mark.parametrize("normalizer", NORMALIZERS)
@pytest.mark.parametrize("score", SCORES)
def test_functions_stand_alone(score, normalizer):
    picture = random_picture(7, score=score)
    functions = (SCORES[score].function, NORMALIZERS[normalizer].function)
    text = closure(functions)
    assert not re.search(r"^(from|import) attention_core", text, re.MULTILINE)
    held: dict = {"__name__": "taken"}
    exec(compile(text, "taken", "exec"), held)
    score_of, weights_of = (held[f.__name__] for f in functions)
    scores = score_of(picture.queries, picture.keys, **picture.learned)
    np.testing.assert_array_equal(scores, picture.scores)
    scores = np.abs(scores)  # sum_normalize takes no negative ones
    np.testing.assert_array_equal(weights_of(scores), functions[1](scores))


def test_weights_without_scores_are_drawn_only(tmp_path):
    picture = replace(random_picture(8), scores=None, score=None)
    assert run(write_script(picture).decode(), tmp_path) == {}
