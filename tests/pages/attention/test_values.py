"""Key and value apart: scores and weights stay, and c_i follows."""

import re

import numpy as np
import pytest

from language.sentence import read_sentence
from pairs.view import pair_view
from tests.pages.attention.test_page import matrix, open_page, sentences
from tests.pages.shown import check_line, sides

pytestmark = pytest.mark.usefixtures("use_standin")

CHOSEN = {"score": "dot", "query": "y", "temperature": 1.0}
SOURCE, TARGET = "Tom chases Jerry", "汤姆 追逐 杰瑞"
ADDRESS = {"source": SOURCE, "target": TARGET, "score": "dot", "i": "2"}


def contexts(app) -> dict[int, float]:
    """The entries of c_2 that are written out, each recomputed."""
    found = {}
    for line in app.latex:
        if match := re.search(r"c_\{2\}\[(\d+)\]", sides(line.value)[0]):
            found[int(match[1])] = check_line(line.value)
        elif sides(line.value)[0].endswith("c_{2}[1]"):
            found[1] = check_line(line.value)
    return found


def shown(app, values: np.ndarray, weights: np.ndarray) -> None:
    """Hold what is written out to the weighted sum of the values."""
    entries = contexts(app)
    assert entries
    for place, value in entries.items():
        expected = float(weights @ values[:, place - 1])
        assert value == pytest.approx(expected, abs=0.02)


@pytest.fixture
def view(standin):
    return pair_view(standin, SOURCE, TARGET, **CHOSEN)


def test_the_values_can_be_the_embeddings(view, standin) -> None:
    app = open_page(value="x", **ADDRESS)
    ids = view.source.pieces.ids
    x = standin.parameters.source_embedding[ids].astype(float)
    shown(app, x, view.weights[1])
    np.testing.assert_array_equal(matrix(app), matrix(open_page(**ADDRESS)))
    assert "a_{2,j}\\, x_j" in " ".join(line.value for line in app.latex)


def test_the_values_are_the_keys_at_first(view) -> None:
    app = open_page(**ADDRESS)
    shown(app, view.annotations, view.weights[1])
    assert "Key = value = $h_j$" in sentences(app)


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("", [[1], [2], [3]]),
        ("5;-1;0.5", [[5], [-1], [0.5]]),
        ("1,0;0,1;2,2", [[1, 0], [0, 1], [2, 2]]),
    ],
)
def test_the_values_can_be_typed(view, typed, values) -> None:
    app = open_page(value="typed", values=typed, **ADDRESS)
    assert not app.warning
    shown(app, np.array(values, float), view.weights[1])
    np.testing.assert_array_equal(matrix(app), matrix(open_page(**ADDRESS)))
    assert app.text_input(key="attention.values").value == typed


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("1;2", "typed for 2 source pieces, but there are 3"),
        ("1;2;3;4", "typed for 4 source pieces, but there are 3"),
        ("1,2;3;4", "not all have equally many"),
        ("1;x;3", "Value 2: “x” is no number; 0 is taken"),
    ],
)
def test_what_is_odd_about_typed_values_is_said(typed, words) -> None:
    app = open_page(value="typed", values=typed, **ADDRESS)
    assert words in sentences(app)
    assert contexts(app)


def test_only_a_sum_of_annotations_feeds_the_decoder() -> None:
    for value, words in (("h", "is used"), ("x", "is shown only")):
        app = open_page(value=value, query="s", **ADDRESS)
        assert f"This $c_i$ {words}" in sentences(app)


def test_an_embedding_has_not_read_its_neighbors(standin) -> None:
    """What is said of x_j, and not of h_j."""
    found = []
    for typed in ("Tom chases Jerry", "Jerry chases Tom"):
        read = pair_view(standin, typed, TARGET, **CHOSEN)
        j = read.source.pieces_of(read.source.words.index("Tom"))[0]
        ids = read_sentence(typed, standin.source).pieces.ids
        x = standin.parameters.source_embedding[ids[j]]
        found.append((x, read.annotations[j]))
    (x, h), (other_x, other_h) = found
    np.testing.assert_array_equal(x, other_x)
    assert np.abs(h - other_h).max() > 0.05
