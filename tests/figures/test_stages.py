"""The way from scores to context as one picture."""

import re

import numpy as np
import pytest

from figures.stage_row import FOOT, StageWords
from figures.stages import stage_picture

N, D = 5, 7
rng = np.random.default_rng(11)
SCORES = rng.normal(size=N)
POWERS = np.exp(SCORES)
WEIGHTS = POWERS / POWERS.sum()
VECTORS = rng.normal(size=(N, D))
LABELS = ["the", "<b>", "the", "猫", ""]


def picture(**options):
    given = (SCORES, POWERS, WEIGHTS, VECTORS, LABELS)
    return stage_picture(*given, **options)


def numbers(trace) -> list[float]:
    return [float(text.replace("−", "-")) for text in trace.text]


def test_each_stage_shows_its_numbers() -> None:
    score, power, total, weight, *_ = picture(digits=3).data
    for trace, values in ((score, SCORES), (power, POWERS), (weight, WEIGHTS)):
        np.testing.assert_allclose(trace.x, values)
        np.testing.assert_allclose(numbers(trace), values, atol=0.0005)
    assert total.text == (f"<b>{POWERS.sum():.3f}</b>",)


def test_the_weights_together_fill_a_bar_of_length_one() -> None:
    weight, whole = picture().data[3:5]
    for trace in (weight, whole):
        starts = np.array(trace.base, dtype=float)
        assert starts[0] == 0
        np.testing.assert_allclose(starts[1:], (starts + trace.x)[:-1])
        np.testing.assert_allclose((starts + trace.x)[-1], 1)
    assert set(whole.y) == {N + FOOT}


def test_a_strip_is_as_high_as_its_weight_and_the_foot_is_the_sum() -> None:
    strips = picture().data[-1]
    heights = np.diff(strips.y)[::2]
    np.testing.assert_allclose(heights[:-1] / heights[-1], WEIGHTS, atol=1e-5)
    middles = (np.array(strips.y)[:-1] + np.array(strips.y)[1:])[::2] / 2
    np.testing.assert_allclose(middles, [*range(N), N + FOOT], atol=1e-4)
    np.testing.assert_allclose(strips.z[:-1:2], VECTORS, rtol=1e-6)
    np.testing.assert_allclose(strips.z[-1], WEIGHTS @ VECTORS, rtol=1e-5)
    assert np.isnan(strips.z[1::2]).all()
    assert strips.zmin == -strips.zmax


def test_a_dimension_of_the_foot_lists_products_that_add_up() -> None:
    said = picture(digits=5).data[-1].customdata[-1, 2, 0].split("<br>")
    values = [float(line.split(": ")[1].replace("−", "-")) for line in said[:N]]
    order = np.argsort(-WEIGHTS)  # the heaviest word first
    products = (WEIGHTS * VECTORS[:, 2])[order]
    np.testing.assert_allclose(values, products, atol=1e-6)
    assert f"<b>{WEIGHTS @ VECTORS[:, 2]:.6f}</b>".replace("-", "−") in said[-1]


def test_many_products_are_listed_with_the_others_as_one() -> None:
    n = 20
    weights = np.full(n, 1 / n)
    vectors = np.ones((n, 3))
    words = StageWords(others="und {count} weitere")
    given = (np.zeros(n), np.ones(n), weights, vectors, ["w"] * n)
    figure = stage_picture(*given, words=words)
    said = figure.data[-1].customdata[-1, 0, 0].split("<br>")
    assert len(said) == 8
    assert said[6] == "und 14 weitere: 0.700"


def test_stages_that_are_still_to_come_are_not_drawn() -> None:
    for shown, traces in ((0, 0), (1, 1), (2, 3), (3, 6), (4, 7)):
        figure = picture(shown=shown)
        assert len(figure.data) == traces
        bold = [
            title.text.startswith("<b>") for title in figure.layout.annotations
        ]
        assert bold == [k < shown for k in range(4)]


def test_a_masked_word_says_so_and_counts_nothing() -> None:
    mask = np.array([True, False, True, True, True])
    scores = np.where(mask, SCORES, -np.inf)
    weights = np.where(mask, WEIGHTS, 0)
    given = (scores, POWERS, weights / weights.sum(), VECTORS, LABELS)
    figure = stage_picture(*given, mask=mask)
    assert [figure.data[k].text[1] for k in (0, 1, 3)] == ["masked"] * 3
    assert np.isfinite(figure.data[0].x).all()


def test_words_are_shown_as_typed_and_equal_ones_apart() -> None:
    axis = picture(selected=3, marks=["", "*", "", "", ""]).layout.yaxis
    assert axis.ticktext[:4] == ("the₁", "&lt;b&gt;*", "the₃", "<b>猫</b>")
    assert axis.range[0] > axis.range[1]  # the first word is on top


def test_a_click_answers_with_the_row() -> None:
    for k in (0, 1, 3, 4):
        cells = picture().data[k].meta["cells"]
        assert [cell[0] for cell in cells] == list(range(N))


def test_one_word_and_zero_vectors_are_a_picture_too() -> None:
    figure = stage_picture([0.0], [1.0], [1.0], np.zeros((1, 2)), ["a"])
    assert figure.data[-1].zmax > 0


@pytest.mark.parametrize(
    ("at", "value", "words"),
    [
        (0, SCORES[:-1], "scores must have shape (n,) with n = 5"),
        (1, POWERS[:-1], "powers must have shape (n,) with n = 5"),
        (2, WEIGHTS[:, None], "weights must have shape (n,) with n = 5"),
        (3, VECTORS[:-1], "vectors must have shape (n, d) with n = 5"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(at, value, words) -> None:
    given = [SCORES, POWERS, WEIGHTS, VECTORS, LABELS]
    given[at] = value
    said = re.escape(words) + ".*" + re.escape(str(np.shape(value)))
    with pytest.raises(ValueError, match=said):
        stage_picture(*given)


def test_choices_that_do_not_exist_are_refused() -> None:
    with pytest.raises(ValueError, match=r"selected must be a row, 0 to 4\."):
        picture(selected=5)
    with pytest.raises(ValueError, match=r"shown must be from 0 to 4\."):
        picture(shown=5)
    with pytest.raises(ValueError, match=r"mask must have shape \(n,\)"):
        picture(mask=[True])
