"""Bars show their numbers, stacks add up, scales can be compared."""

import itertools

import numpy as np
import pytest

from figures.bars import (
    MOST_NAMES,
    MOST_NUMBERS,
    BarWords,
    bars,
)
from figures.panels import panel_domains
from figures.vectors import vector_bars, vector_strip

LABELS = ["the", "<b>", "the"]
SCORES = np.array([1.0, -2.0, 0.25])
WEIGHTS = np.array([0.5, 0.2, 0.3])
WORDS = BarWords(
    masked="verdeckt",
    not_a_number="keine Zahl",
    names_thinned="jeder {step}. Name",
    numbers_left_out="keine Zahlen über {most}",
    dimension="Dimension",
)


def names(n: int) -> list[str]:
    return [f"w{i}" for i in range(n)]


# A row of numbers


def test_each_panel_holds_its_numbers() -> None:
    figure = bars({"score": SCORES, "weight": WEIGHTS}, LABELS)
    np.testing.assert_array_equal(figure.data[0].y, SCORES)
    np.testing.assert_array_equal(figure.data[1].y, WEIGHTS)
    assert [note.text for note in figure.layout.annotations] == [
        "score",
        "weight",
    ]
    assert list(figure.data[0].text) == ["1.00", "−2.00", "0.25"]


def test_panels_share_their_names_which_stay_apart() -> None:
    figure = bars({"score": SCORES}, LABELS, marks=["", "", "*"])
    assert figure.layout.xaxis.ticktext == ("the₁", "&lt;b&gt;", "the₃*")
    assert figure.layout.xaxis.tickvals == (0, 1, 2)
    assert tuple(figure.data[0].customdata[2]) == ("the₃", "0.2500")


def test_a_panel_does_not_reach_into_the_next() -> None:
    domains = panel_domains(3, 510)
    assert domains[0][1] < 1
    for above, below in itertools.pairwise(domains):
        assert below[0] < below[1] < above[0]


def test_the_range_of_a_panel_can_be_fixed() -> None:
    figure = bars({"a": SCORES, "w": WEIGHTS}, LABELS, ranges={"w": (0, 1)})
    assert figure.layout.yaxis2.range == (0, 1)
    low, high = figure.layout.yaxis.range
    assert low < -2
    assert high > 1


def test_equal_numbers_start_at_zero() -> None:
    figure = bars({"a": np.full(3, 0.2)}, LABELS)
    low, high = figure.layout.yaxis.range
    assert low == 0
    assert high > 0.2


def test_the_selected_bar_stands_out() -> None:
    colors = bars({"a": SCORES}, LABELS, selected=1).data[0].marker.color
    assert colors[0] == colors[2] != colors[1]


def test_masked_and_not_a_number_have_no_bar_and_say_so() -> None:
    figure = bars(
        {"a": [np.nan, 7.0, 0.0]},
        LABELS,
        mask=[True, False, True],
        words=WORDS,
    )
    trace = figure.data[0]
    assert list(trace.text) == ["keine Zahl", "verdeckt", "0.00"]
    np.testing.assert_array_equal(trace.y, [np.nan, 0, 0])
    assert [shape.x0 for shape in figure.layout.shapes] == [0.5]
    assert figure.layout.yaxis.range[1] < 7


def test_infinite_numbers_are_named() -> None:
    trace = bars({"a": [np.inf, -np.inf, 1.0]}, LABELS).data[0]
    assert list(trace.text) == ["∞", "−∞", "1.00"]
    assert np.isfinite(trace.y).all()


def test_numbers_and_names_left_out_are_announced() -> None:
    n = MOST_NUMBERS
    few = bars({"a": np.ones(n)}, names(n), words=WORDS)
    assert few.layout.meta["notes"] == []
    n = MOST_NAMES + 5
    many = bars({"a": np.ones(n)}, names(n), words=WORDS)
    assert many.data[0].text is None
    assert many.layout.xaxis.ticktext[:2] == ("w0", "w2")
    assert many.layout.meta["notes"] == [
        "jeder 2. Name",
        f"keine Zahlen über {MOST_NUMBERS}",
    ]


def test_no_bars_are_drawn_for_no_words() -> None:
    assert bars({"a": []}, []).to_json()
    assert bars({}, ["a"]).to_json()


def test_numbers_that_do_not_fit_their_labels_are_refused() -> None:
    words = r"'b' must have shape \(n,\) = \(3,\).* Received: \(2,\)"
    with pytest.raises(ValueError, match=words):
        bars({"a": SCORES, "b": [1.0, 2.0]}, LABELS)


@pytest.mark.parametrize("mask", [[True, False], [1, 0, 1]])
def test_a_mask_that_does_not_fit_is_refused(mask) -> None:
    with pytest.raises(ValueError, match=r"boolean of shape.*\(3,\).*Received"):
        bars({"a": SCORES}, LABELS, mask=mask)


def test_a_bar_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match=r"one of 3 bars\. Received: 3"):
        bars({"a": SCORES}, LABELS, selected=3)


# Vectors


def test_vectors_have_one_scale_and_count_from_one() -> None:
    first, second = np.array([1.0, -4.0, 2.0]), np.array([0.5, 0.0, -0.5])
    figure = vector_bars({"C": first, "c": second}, words=WORDS)
    np.testing.assert_array_equal(figure.data[0].y, first)
    np.testing.assert_array_equal(figure.data[1].y, second)
    assert list(figure.data[0].x) == [1, 2, 3]
    assert figure.layout.yaxis.range == figure.layout.yaxis2.range
    low, high = figure.layout.yaxis.range
    assert low == -high
    assert high > 4
    assert figure.layout.xaxis.title.text == "Dimension"


def test_the_scale_of_vectors_can_be_given() -> None:
    figure = vector_bars({"C": [1.0, 2.0]}, limit=3)
    assert figure.layout.yaxis.range == (-3, 3)


def test_vectors_of_zeros_have_a_scale() -> None:
    assert vector_bars({"C": [0.0, np.nan]}).layout.yaxis.range == (-1, 1)
    assert vector_bars({}).to_json()


def test_vectors_of_different_sizes_are_refused() -> None:
    words = r"'c' must have shape \(n,\) = \(3,\)"
    with pytest.raises(ValueError, match=words):
        vector_bars({"C": [1, 2, 3], "c": [1, 2]})


# Strips


def test_a_strip_has_one_row_for_each_word_from_the_top() -> None:
    vectors = np.random.default_rng(2).normal(size=(3, 5))
    figure = vector_strip(vectors, LABELS, selected=2, words=WORDS)
    trace = figure.data[0]
    np.testing.assert_allclose(trace.z, vectors, rtol=1e-6)
    assert trace.zmax == -trace.zmin > np.abs(vectors).max()
    assert trace.x0 == 1
    assert figure.layout.yaxis.autorange == "reversed"
    assert figure.layout.yaxis.ticktext == ("the₁", "&lt;b&gt;", "the₃")
    assert figure.layout.shapes[0].y0 == 1.5
    assert trace.customdata[1, 0] == "&lt;b&gt;"


def test_a_strip_of_many_words_thins_its_names() -> None:
    n = MOST_NAMES + 5
    figure = vector_strip(np.ones((n, 2)), names(n), limit=7, words=WORDS)
    assert figure.layout.meta["notes"] == ["jeder 2. Name"]
    assert figure.data[0].zmax == 7


def test_vectors_that_do_not_fit_their_labels_are_refused() -> None:
    words = r"vectors must have shape \(n, d\) with n = 3.*Received: \(3,\)"
    with pytest.raises(ValueError, match=words):
        vector_strip(SCORES, LABELS)
