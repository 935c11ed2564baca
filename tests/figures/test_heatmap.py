"""What a heatmap must never do, and what it refuses."""

import base64
import time

import numpy as np
import pytest

from figures.heatmap import MOST_NAMES, heatmap
from figures.heatmap_cells import MOST_HOVER_NAMES, MOST_NUMBERS, HeatmapWords
from figures.theme import WEIGHT_COLORS, color_scale

ROWS = ["汤姆", "追逐", "杰瑞"]
COLUMNS = ["the", "cat", "saw", "the", "<b>"]
WEIGHTS = np.array(
    [
        [0.5, 0.2, 0.1, 0.1, 0.1],
        [0.0, 1.0, 0.0, 0.0, 0.0],
        [0.2, 0.2, 0.2, 0.2, 0.2],
    ]
)
WORDS = HeatmapWords(
    value="Gewicht",
    masked="verdeckt",
    not_a_number="keine Zahl",
    empty_row="sieht nichts",
    names_thinned="jeder {step}. Name",
    numbers_left_out="keine Zahlen über {most}",
    numbers_too_small="zu klein",
    rows_empty="leer: {rows}",
)


def by_name(figure) -> dict:
    return {trace.name: trace for trace in figure.data}


def names(n: int) -> list[str]:
    return [f"w{i}" for i in range(n)]


# 1. Tokens as typed


def test_names_and_hover_show_tokens_as_typed() -> None:
    figure = heatmap(WEIGHTS, ROWS, COLUMNS)
    assert list(figure.layout.yaxis.ticktext) == ROWS
    assert figure.layout.xaxis.ticktext[4] == "&lt;b&gt;"
    assert list(figure.data[0].customdata[2, 4]) == ["杰瑞", "&lt;b&gt;"]


def test_no_token_gets_into_a_template() -> None:
    figure = heatmap([[1.0]], ["%{z}"], ["%{customdata}"])
    assert figure.data[0].customdata[0, 0, 0] == "%{z}"
    templates = figure.data[0].hovertemplate + figure.data[0].texttemplate
    assert "%{z}" not in templates
    assert "%{customdata}" not in templates


def test_hover_shows_long_names_in_full() -> None:
    long = "internationalization"
    figure = heatmap([[1.0]], [long], ["a"])
    assert figure.layout.yaxis.ticktext == ("internationaliz…",)
    assert figure.data[0].customdata[0, 0, 0] == long


def test_marks_stand_at_the_names() -> None:
    figure = heatmap(
        WEIGHTS, ROWS, COLUMNS, row_marks=["", "", "*"], column_marks=["?"] * 5
    )
    assert figure.layout.yaxis.ticktext[2] == "杰瑞*"
    assert figure.layout.xaxis.ticktext[0] == "the₁?"


# 2. Equal words stay apart


def test_equal_words_stay_two_columns() -> None:
    figure = heatmap(WEIGHTS, ROWS, COLUMNS)
    assert figure.layout.xaxis.tickvals == (0, 1, 2, 3, 4)
    assert figure.layout.xaxis.ticktext[:4] == ("the₁", "cat", "saw", "the₄")
    assert figure.data[0].x is None  # integer positions


def test_numbers_as_words_stay_words() -> None:
    figure = heatmap(np.eye(2), ["2019", "2019"], ["1e5", "7"])
    assert figure.layout.yaxis.ticktext == ("2019₁", "2019₂")
    assert figure.layout.yaxis.tickvals == (0, 1)


# 3. The first row on top, titles


def test_the_first_row_is_on_top() -> None:
    figure = heatmap(WEIGHTS, ROWS, COLUMNS)
    assert figure.layout.yaxis.autorange == "reversed"
    assert figure.layout.yaxis.tickvals[0] == 0


def test_the_titles_are_shown() -> None:
    figure = heatmap(
        WEIGHTS, ROWS, COLUMNS, row_title="query", column_title="key"
    )
    assert figure.layout.yaxis.title.text == "query"
    assert figure.layout.xaxis.title.text == "key"


# 4. One color scale


@pytest.mark.parametrize("values", [WEIGHTS, np.full((3, 5), 0.2)])
def test_weights_have_one_fixed_scale(values) -> None:
    trace = heatmap(values, ROWS, COLUMNS).data[0]
    assert (trace.zmin, trace.zmax) == (0, 1)
    colors = [[at, color] for at, color in trace.colorscale]
    assert colors == color_scale(WEIGHT_COLORS)
    assert trace.colorbar.ticktext == ("0", "0.5", "1")


def test_scores_are_colored_evenly_around_zero() -> None:
    scores = np.array([[-7.0, 2.0], [np.inf, 3.0]])
    trace = heatmap(scores, ROWS[:2], COLUMNS[:2], kind="scores").data[0]
    assert (trace.zmin, trace.zmax) == (-7, 7)
    assert trace.colorbar.ticktext == ("−7", "0", "7")


def test_scores_that_are_all_zero_have_a_scale() -> None:
    trace = heatmap(np.zeros((1, 2)), ["a"], ["b", "c"], kind="scores").data[0]
    assert (trace.zmin, trace.zmax) == (-1, 1)


# 5. Masked, zero and not-a-number


def test_masked_zero_and_not_a_number_look_different_and_say_so() -> None:
    values = np.array([[0.0, 1.0, np.nan]])
    mask = np.array([[True, False, True]])
    figure = heatmap(values, ["a"], ["x", "y", "z"], mask=mask, words=WORDS)
    traces = by_name(figure)
    np.testing.assert_array_equal(traces["Gewicht"].z, [[0, np.nan, np.nan]])
    np.testing.assert_array_equal(traces["verdeckt"].z, [[np.nan, 0, np.nan]])
    np.testing.assert_array_equal(traces["keine Zahl"].z, [[np.nan, np.nan, 0]])
    colors = [trace.colorscale[0][1] for trace in figure.data]
    assert len(set(colors)) == 3
    for said in ("verdeckt", "keine Zahl"):
        assert said in traces[said].hovertemplate
    hatching, cross = figure.layout.shapes
    assert hatching.path.count("M") > cross.path.count("M") == 2


def test_the_number_under_a_mask_is_not_shown() -> None:
    mask = np.array([[True, False]])
    figure = heatmap([[0.5, 0.7]], ["a"], ["x", "y"], mask=mask)
    assert list(figure.data[0].text[0]) == ["0.50", ""]


def test_infinite_scores_are_shown_as_such() -> None:
    scores = [[np.inf, -np.inf, 3.0]]
    figure = heatmap(scores, ["a"], ["x", "y", "z"], kind="scores")
    assert list(figure.data[0].text[0]) == ["∞", "−∞", "3.00"]
    assert np.isfinite(figure.data[0].z).all()


# 6. A row that may look at nothing


def test_a_row_that_may_look_at_nothing_is_marked() -> None:
    mask = np.array([[True, True], [False, False]])
    figure = heatmap(
        [[0.5, 0.5], [0, 0]], ["a", "<b>"], ["x", "y"], mask=mask, words=WORDS
    )
    assert figure.layout.yaxis.ticktext == ("a", "&lt;b&gt; ∅")
    assert figure.layout.meta["notes"] == ["leer: <b> ∅"]
    z = by_name(figure)["sieht nichts"].z
    np.testing.assert_array_equal(z, [[np.nan, np.nan], [0, 0]])


def test_a_row_of_a_causal_mask_is_not_empty() -> None:
    mask = np.tri(3, 5, dtype=bool)
    figure = heatmap(WEIGHTS, ROWS, COLUMNS, mask=mask)
    assert figure.layout.yaxis.ticktext == tuple(ROWS)
    assert figure.layout.meta["notes"] == []


# 8. What is left out is announced


def test_numbers_stand_in_the_cells_of_small_matrices_only() -> None:
    n = MOST_NUMBERS
    small = heatmap(np.zeros((n, n)), names(n), names(n), words=WORDS)
    assert small.data[0].text[0][0] == "0.00"
    assert small.layout.meta["notes"] == []
    large = heatmap(np.zeros((2, n + 1)), ["a", "b"], names(n + 1), words=WORDS)
    assert large.data[0].text is None
    assert large.layout.meta["notes"] == [f"keine Zahlen über {n}"]


def test_names_are_thinned_and_that_is_announced() -> None:
    n = MOST_NAMES + 5
    figure = heatmap(np.zeros((1, n)), ["a"], names(n), words=WORDS)
    assert figure.layout.xaxis.tickvals[:3] == (0, 2, 4)
    assert figure.layout.xaxis.ticktext[:3] == ("w0", "w2", "w4")
    assert len(figure.layout.xaxis.tickvals) <= MOST_NAMES
    assert figure.layout.meta["notes"][0] == "jeder 2. Name"
    assert list(figure.data[0].customdata[0, 1]) == ["a", "w1"]


def test_the_zoom_belongs_to_the_words_and_not_to_the_numbers() -> None:
    def revision(value: float, name: str, mark: str) -> str:
        figure = heatmap([[value]], ["a"], [name], row_marks=[mark])
        return figure.layout.uirevision

    assert revision(0.0, "b", "") == revision(1.0, "b", "*")
    assert revision(0.0, "b", "") != revision(0.0, "c", "")


def test_numbers_are_rounded_to_the_digits_asked_for() -> None:
    figure = heatmap([[1 / 3]], ["a"], ["b"], digits=3, words=WORDS)
    assert figure.data[0].text[0][0] == "0.333"
    assert "Gewicht %{z:.5f}" in figure.data[0].hovertemplate
    assert figure.layout.meta["numbers_too_small"] == "zu klein"
    assert figure.layout.meta["names_thinned"] == "jeder {step}. Name"


# The rest


def test_the_selected_cell_is_framed() -> None:
    shapes = heatmap(WEIGHTS, ROWS, COLUMNS, selected=(1, 4)).layout.shapes
    assert len(shapes) == 2
    for shape in shapes:
        corners = (shape.x0, shape.x1, shape.y0, shape.y1)
        assert corners == (3.5, 4.5, 0.5, 1.5)
    assert not heatmap(WEIGHTS, ROWS, COLUMNS).layout.shapes


def test_a_matrix_travels_as_bytes() -> None:
    z = heatmap(WEIGHTS, ROWS, COLUMNS).to_dict()["data"][0]["z"]
    assert z["dtype"] == "f4"
    numbers = np.frombuffer(base64.b64decode(z["bdata"]), "f4")
    np.testing.assert_allclose(numbers.reshape(3, 5), WEIGHTS, rtol=1e-6)


@pytest.mark.parametrize(("n_q", "n_k"), [(0, 0), (0, 3), (3, 0), (1, 1)])
def test_empty_and_tiny_matrices_are_drawn(n_q, n_k) -> None:
    mask = np.ones((n_q, n_k), dtype=bool)
    figure = heatmap(np.zeros((n_q, n_k)), names(n_q), names(n_k), mask=mask)
    assert len(figure.layout.xaxis.tickvals) == n_k
    assert figure.to_json()


def test_a_large_matrix_is_drawn_without_delay() -> None:
    n = int(MOST_HOVER_NAMES**0.5) + 1
    start = time.process_time()
    figure = heatmap(np.zeros((n, n)), names(n), names(n))
    assert time.process_time() - start < 5
    assert figure.data[0].customdata is None
    assert "%{x}" in figure.data[0].hovertemplate


def test_a_taller_figure_can_be_asked_for() -> None:
    assert heatmap(WEIGHTS, ROWS, COLUMNS, height=777).layout.height == 777
    heights = [
        heatmap(np.zeros((n, 1)), names(n), ["a"]).layout.height
        for n in (1, 5, 13, 43, 211)
    ]
    assert heights == sorted(heights)
    assert heights[-1] <= 860


def test_values_of_the_wrong_shape_are_refused() -> None:
    words = r"shape \(n_q, n_k\) = \(3, 5\).* Received: \(5, 3\)"
    with pytest.raises(ValueError, match=words):
        heatmap(WEIGHTS.T, ROWS, COLUMNS)


def test_a_mask_of_the_wrong_shape_is_refused() -> None:
    words = r"mask must fit values of shape \(3, 5\)\. Received: \(2, 5\)"
    with pytest.raises(ValueError, match=words):
        heatmap(WEIGHTS, ROWS, COLUMNS, mask=np.ones((2, 5), dtype=bool))


def test_a_mask_of_numbers_is_refused() -> None:
    with pytest.raises(TypeError, match=r"boolean.* Received: dtype float64"):
        heatmap(WEIGHTS, ROWS, COLUMNS, mask=np.ones((3, 5)))


@pytest.mark.parametrize("cell", [(3, 0), (0, 5), (-1, 0)])
def test_a_cell_outside_the_matrix_is_refused(cell) -> None:
    with pytest.raises(ValueError, match=r"cell \(i, j\) of 3 x 5.*Received"):
        heatmap(WEIGHTS, ROWS, COLUMNS, selected=cell)


# A lit word


def test_a_lit_word_has_its_row_framed_and_its_names_bold() -> None:
    figure = heatmap(np.eye(3), ROWS, ROWS, selected=(0, 0), lit=1)
    frame = figure.layout.shapes[-1]
    assert (frame.x0, frame.x1, frame.y0, frame.y1) == (-0.5, 2.5, 0.5, 1.5)
    assert frame.line.color == figure.layout.shapes[-2].line.color
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert axis.ticktext == (ROWS[0], f"<b>{ROWS[1]}</b>", ROWS[2])


def test_a_lit_name_that_is_thinned_out_lights_no_other() -> None:
    many = names(MOST_NAMES * 2)
    figure = heatmap(np.eye(len(many)), many, many, lit=3)
    assert not any("<b>" in name for name in figure.layout.xaxis.ticktext)
    figure = heatmap(np.eye(len(many)), many, many, lit=4)
    assert figure.layout.yaxis.ticktext[2] == "<b>w4</b>"


@pytest.mark.parametrize(("columns", "lit"), [(3, 3), (3, -1), (5, 1)])
def test_only_a_word_of_a_square_matrix_can_be_lit(columns, lit) -> None:
    with pytest.raises(ValueError, match="lit must be a word"):
        heatmap(np.zeros((3, columns)), ROWS, names(columns), lit=lit)
