"""Lines between two sentences: which are there, how strong, what they say."""

import re

import numpy as np
import pytest

from figures.link_lines import BUCKETS, LinkWords
from figures.links import links

ROWS = ["汤姆", "追逐", "汤姆"]
COLUMNS = ["the", "cat", "<b>", "the", "x"]
WEIGHTS = np.array(
    [
        [0.9, 0.1, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.5, 0.5, 0.0],
        [0.2, 0.2, 0.2, 0.2, 0.2],
    ]
)
WORDS = LinkWords(
    value="Gewicht",
    faint_hidden="unter {least}: {hidden} von {all}",
    not_numbers="keine Zahl: {count}",
)


def paths(figure) -> list:
    return [shape for shape in figure.layout.shapes if shape.type == "path"]


def curves(figure) -> int:
    return sum(shape.path.count("M") for shape in paths(figure))


def test_every_weight_above_zero_has_one_line() -> None:
    figure = links(WEIGHTS, ROWS, COLUMNS)
    assert curves(figure) == (WEIGHTS > 0).sum()


def test_heavier_is_thicker_and_darker() -> None:
    figure = links([[0.03, 0.33, 0.63, 1.0]], ["a"], ["b", "c", "d", "e"])
    widths = [shape.line.width for shape in paths(figure)]
    opacities = [shape.opacity for shape in paths(figure)]
    assert len(widths) == 4
    assert widths == sorted(widths)
    assert widths[-1] > 4 * widths[0]
    assert opacities == sorted(opacities)
    assert 0 < opacities[0] < opacities[-1] <= 1


def test_many_lines_are_a_few_shapes() -> None:
    n = 19
    weights = np.random.default_rng(0).random((n, n))
    figure = links(weights, ["a"] * n, ["b"] * n)
    assert curves(figure) == (weights >= 0.01).sum()
    assert len(paths(figure)) <= BUCKETS


def test_a_line_joins_the_places_of_its_two_words() -> None:
    figure = links([[0.0], [0.0], [1.0]], ROWS, ["a"])
    numbers = re.findall(r"[-\d.]+,[-\d.]+", paths(figure)[0].path)
    (x_0, y_0), *_, (x_1, y_1) = [map(float, n.split(",")) for n in numbers]
    assert (x_0, x_1) == (0, 1)
    assert y_0 == figure.layout.yaxis.tickvals[0]
    assert y_1 == figure.layout.yaxis2.tickvals[2] > y_0


def test_the_first_words_are_on_top_and_the_query_on_the_right() -> None:
    figure = links(WEIGHTS, ROWS, COLUMNS, row_title="q", column_title="k")
    first, last = figure.layout.yaxis.range
    assert first > last
    assert list(figure.layout.yaxis2.range) == [first, last]
    assert figure.layout.yaxis2.side == "right"
    assert figure.layout.yaxis2.ticktext == ("汤姆₁", "追逐", "汤姆₃")
    assert figure.layout.xaxis.ticktext == ("k", "q")


def test_equal_words_and_markup_stay_what_they_are() -> None:
    figure = links(WEIGHTS, ROWS, COLUMNS, column_marks=["", "*", "", "", ""])
    names = figure.layout.yaxis.ticktext
    assert names == ("the₁", "cat*", "&lt;b&gt;", "the₄", "x")


def test_points_on_the_lines_tell_pair_and_weight() -> None:
    figure = links(WEIGHTS, ROWS, COLUMNS, words=WORDS)
    trace = figure.data[0]
    assert len(trace.meta["cells"]) == len(trace.x) == len(trace.customdata)
    assert {tuple(cell) for cell in trace.meta["cells"]} == {
        (int(i), int(j)) for i, j in np.argwhere(WEIGHTS > 0)
    }
    for (i, j), said in zip(trace.meta["cells"], trace.customdata, strict=True):
        assert said[2] == f"{WEIGHTS[i, j]:.4f}"
    assert list(trace.customdata[0][:2]) == ["汤姆₁", "the₁"]
    assert "Gewicht" in trace.hovertemplate


def test_hover_points_lie_on_their_lines() -> None:
    # Half way a Bezier curve of this form is half way between its ends.
    figure = links([[0.0, 0.0, 1.0]], ["a"], COLUMNS[:3])
    trace = figure.data[0]
    start = figure.layout.yaxis.tickvals[2]
    end = figure.layout.yaxis2.tickvals[0]
    assert np.mean(trace.x) == pytest.approx(0.5)
    assert np.mean(trace.y) == pytest.approx((start + end) / 2)
    assert (np.diff(trace.x) > 0).all()


def test_a_click_on_a_word_means_its_heaviest_pair() -> None:
    trace = links(WEIGHTS, ROWS, COLUMNS).data[1]
    cells = [tuple(cell) for cell in trace.meta["cells"]]
    assert cells[:5] == [(0, 0), (2, 1), (1, 2), (1, 3), (2, 4)]
    assert cells[5:] == [(0, 0), (1, 2), (2, 0)]


def test_the_selected_row_stands_out() -> None:
    figure = links(WEIGHTS, ROWS, COLUMNS, selected_row=1)
    assert figure.layout.yaxis2.ticktext[1] == "<b>追逐</b>"
    colors = [shape.line.color for shape in paths(figure)]
    assert len(set(colors)) == 2
    assert colors[-1] != colors[0]  # on top of the others
    plain = paths(links(WEIGHTS, ROWS, COLUMNS))
    assert paths(figure)[0].opacity < plain[0].opacity


def test_hidden_lines_are_announced() -> None:
    few = links([[0.004, 0.996]], ["a"], ["b", "c"], words=WORDS)
    assert few.layout.meta["notes"] == ["unter 0.01: 1 von 2"]
    assert curves(few) == 1
    n = 23
    weights = np.full((n, n), 0.04)
    weights[0, 0] = 0.06
    many = links(weights, ["a"] * n, ["b"] * n, words=WORDS)
    assert many.layout.meta["notes"] == [f"unter 0.05: {n * n - 1} von {n * n}"]
    assert curves(many) == 1


def test_zero_is_no_hidden_line() -> None:
    assert links(WEIGHTS, ROWS, COLUMNS).layout.meta["notes"] == []


def test_what_is_not_a_number_has_no_line_and_is_announced() -> None:
    figure = links([[np.nan, 1.0]], ["a"], ["b", "c"], words=WORDS)
    assert curves(figure) == 1
    assert figure.layout.meta["notes"] == ["keine Zahl: 1"]


def test_lying_sentences_swap_the_axes() -> None:
    figure = links(
        WEIGHTS,
        ROWS,
        COLUMNS,
        is_upright=False,
        row_title="q",
        column_title="k",
    )
    assert figure.layout.xaxis2.ticktext == ("汤姆₁", "追逐", "汤姆₃")
    assert figure.layout.xaxis2.side == "bottom"
    assert figure.layout.yaxis.ticktext == ("k", "q")
    assert figure.layout.yaxis.tickvals == (1, 0)
    assert curves(figure) == (WEIGHTS > 0).sum()


@pytest.mark.parametrize(("n_q", "n_k"), [(0, 0), (0, 3), (3, 0), (1, 1)])
@pytest.mark.parametrize("is_upright", [True, False])
def test_empty_and_tiny_sentences_are_drawn(n_q, n_k, is_upright) -> None:
    figure = links(
        np.ones((n_q, n_k)), ["a"] * n_q, ["b"] * n_k, is_upright=is_upright
    )
    assert curves(figure) == n_q * n_k
    assert figure.to_json()


def test_names_of_sixty_words_fit_their_lines() -> None:
    n = 60
    figure = links(np.eye(n), ["a"] * n, ["b"] * n)
    assert figure.layout.yaxis.tickfont.size <= figure.layout.height / n


def test_weights_of_the_wrong_shape_are_refused() -> None:
    words = r"shape \(n_q, n_k\) = \(3, 5\).* Received: \(5, 3\)"
    with pytest.raises(ValueError, match=words):
        links(WEIGHTS.T, ROWS, COLUMNS)


@pytest.mark.parametrize("row", [-1, 3])
def test_a_row_that_is_not_there_is_refused(row) -> None:
    with pytest.raises(ValueError, match=f"one of 3 rows.*Received: {row}"):
        links(WEIGHTS, ROWS, COLUMNS, selected_row=row)
