"""All heads in one picture: each where it belongs, on one scale."""

import numpy as np
import pytest

from figures.grid import grid
from figures.grid_tiles import GridWords

ROWS, COLUMNS = ["the", "cat", "the"], ["a", "b", "c", "d", "<b>"]
WEIGHTS = np.random.default_rng(0).random((2, 7, 3, 5))
WORDS = GridWords(
    value="Gewicht",
    layer="Schicht {number}",
    head="Kopf {number}",
    masked="verdeckt",
    numbers_only="nur Zahlen",
)


def tile(z: np.ndarray, step: tuple[int, int], layer: int, head: int):
    y, x = layer * step[0], head * step[1]
    return z[y : y + 3, x : x + 5]


def test_every_head_stands_in_its_tile() -> None:
    trace = grid(WEIGHTS, ROWS, COLUMNS).data[0]
    step = trace.meta["tile"]
    for layer in range(2):
        for head in range(7):
            shown = tile(trace.z, step, layer, head)
            np.testing.assert_allclose(shown, WEIGHTS[layer, head], rtol=1e-6)


def test_gutters_hold_nothing() -> None:
    trace = grid(WEIGHTS, ROWS, COLUMNS).data[0]
    down, across = trace.meta["tile"]
    assert trace.z.shape == (2 * down - 1, 7 * across - 1)
    assert np.isnan(trace.z[3]).all()
    assert np.isnan(trace.z[:, 5]).all()
    assert np.isfinite(trace.z).sum() == WEIGHTS.size


def test_all_heads_share_the_scale_of_weights() -> None:
    trace = grid(WEIGHTS / 9, ROWS, COLUMNS).data[0]
    assert (trace.zmin, trace.zmax) == (0, 1)


def test_hover_names_layer_head_and_words() -> None:
    trace = grid(WEIGHTS, ROWS, COLUMNS, words=WORDS).data[0]
    down, across = trace.meta["tile"]
    said = trace.customdata[down + 2, 6 * across + 4]
    assert list(said) == ["Schicht 2, Kopf 7", "the₃", "&lt;b&gt;"]
    assert "Gewicht %{z:.4f}" in trace.hovertemplate


def test_names_stand_at_the_middle_of_tiles_and_the_first_on_top() -> None:
    figure = grid(WEIGHTS, ROWS, COLUMNS, words=WORDS)
    down, across = figure.data[0].meta["tile"]
    assert figure.layout.yaxis.tickvals == (1, 1 + down)
    assert figure.layout.xaxis.tickvals[:2] == (2, 2 + across)
    assert figure.layout.yaxis.ticktext == ("Schicht 1", "Schicht 2")
    assert figure.layout.yaxis.autorange == "reversed"


def test_the_selected_tile_is_framed() -> None:
    figure = grid(WEIGHTS, ROWS, COLUMNS, selected=(1, 3))
    down, across = figure.data[0].meta["tile"]
    shape = figure.layout.shapes[0]
    assert (shape.y0, shape.y1) == (down - 0.5, down + 2.5)
    assert (shape.x0, shape.x1) == (3 * across - 0.5, 3 * across + 4.5)


def test_masked_cells_are_no_zeros() -> None:
    mask = np.tri(3, 5, dtype=bool)
    figure = grid(WEIGHTS, ROWS, COLUMNS, mask=mask, words=WORDS)
    weights, masked = figure.data
    step = weights.meta["tile"]
    np.testing.assert_array_equal(np.isnan(tile(weights.z, step, 1, 2)), ~mask)
    np.testing.assert_array_equal(tile(masked.z, step, 1, 2) == 0, ~mask)
    assert "verdeckt" in masked.hovertemplate


def test_very_many_cells_lose_their_words_and_say_so() -> None:
    n = 61
    names = [str(i) for i in range(n)]
    figure = grid(np.zeros((3, 4, n, n)), names, names, words=WORDS)
    assert figure.data[0].customdata is None
    assert "customdata" not in figure.data[0].hovertemplate
    assert figure.layout.meta["notes"] == ["nur Zahlen"]
    assert grid(WEIGHTS, ROWS, COLUMNS).layout.meta["notes"] == []


def test_weights_of_the_wrong_shape_are_refused() -> None:
    words = r"\(n_q, n_k\) = \(3, 5\).*Received: \(2, 7, 5, 3\)"
    with pytest.raises(ValueError, match=words):
        grid(WEIGHTS.swapaxes(2, 3), ROWS, COLUMNS)


def test_a_mask_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"boolean of shape \(3, 5\).*Rec"):
        grid(WEIGHTS, ROWS, COLUMNS, mask=np.ones((5, 3), dtype=bool))


def test_a_head_that_is_not_there_is_refused() -> None:
    words = r"one \(layer, head\) of 2 x 7\. Received: \(7, 1\)"
    with pytest.raises(ValueError, match=words):
        grid(WEIGHTS, ROWS, COLUMNS, selected=(7, 1))


def test_tiles_can_have_names_of_their_own() -> None:
    names = tuple("abcdef<")
    words = GridWords(layers=("", "oben"), heads=names)
    figure = grid(WEIGHTS, ROWS, COLUMNS, words=words)
    assert figure.layout.xaxis.ticktext == (*"abcdef", "&lt;")
    assert figure.layout.yaxis.ticktext == ("", "oben")
    down, across = figure.data[0].meta["tile"]
    assert figure.data[0].customdata[0, across, 0] == "b"
    assert figure.data[0].customdata[down, 0, 0] == "oben, a"


@pytest.mark.parametrize("names", [{"layers": ("a",)}, {"heads": ("a",) * 8}])
def test_there_are_as_many_names_as_tiles_or_none(names) -> None:
    with pytest.raises(ValueError, match="or none"):
        grid(WEIGHTS, ROWS, COLUMNS, words=GridWords(**names))
