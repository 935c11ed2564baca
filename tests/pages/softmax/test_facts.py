"""What the page about softmax says is true of the numbers."""

import numpy as np
import pytest

from attention_core.normalizers import NORMALIZERS
from attention_core.softmax import softmax
from pages.softmax.rows import FIRST_ROW, in_markdown, open_keys, read_row
from pages.softmax.rows import Row as ScoreRow
from pages.softmax.scaling import gradient_size, sharpening
from pages.softmax.stress import stress_of
from pages.softmax.view import view_of
from pages.softmax.words import shown
from tests.pages.softmax.test_page import columns, numbers, open_page
from texts.shown import LANGUAGES

pytestmark = pytest.mark.usefixtures("use_standin")

every_language = pytest.mark.parametrize("language", LANGUAGES)


def answer(scores: np.ndarray, factor: float) -> float:
    """How the weights softmax(factor s) answer s, by differences."""
    step = 1e-6
    slopes = [
        softmax(factor * (scores + step * e))
        - softmax(factor * (scores - step * e))
        for e in np.eye(len(scores))
    ]
    return float(np.linalg.norm(slopes) / (2 * step))


@pytest.mark.parametrize(
    ("factor", "expected"), [(0, 0), (1, 0.385), (2, 0.429), (4, 0.142)]
)
def test_the_gradient_is_that_of_the_original_scores(factor, expected) -> None:
    scores = np.array([2, 1, 0.1, -1])
    size = gradient_size(softmax(factor * scores), factor)
    assert size == pytest.approx(answer(scores, factor), abs=1e-8)
    assert size == pytest.approx(expected, abs=5e-4)
    curve = sharpening(scores)
    at = curve.factors.tolist().index(factor)
    assert curve.sizes[at] == size


def test_the_curve_rises_from_zero_and_falls_again() -> None:
    sizes = sharpening(np.array([2, 1, 0.1, -1])).sizes
    top = int(sizes.argmax())
    assert sizes[0] == 0
    assert 0 < top < len(sizes) - 1
    assert np.all(np.diff(sizes[: top + 1]) > 0)
    assert np.all(np.diff(sizes[top:]) < 0)


@every_language
def test_the_table_of_variants_shows_that_gradient(language) -> None:
    app = open_page(part="shift", factor="2", language=language)
    frame = app.dataframe[0].value
    scores = np.array(read_row(FIRST_ROW)[0])
    for line, factor in enumerate((1, 1, 2)):
        expected = answer(scores, factor)
        assert float(frame.iloc[line, -1]) == pytest.approx(expected, abs=6e-5)
    assert any("m\\,(" in caption.value for caption in app.caption)


def test_on_the_first_row_the_normalizers_differ() -> None:
    scores = read_row(FIRST_ROW)[0]
    rows = [entry(scores).round(4).tolist() for entry in NORMALIZERS.values()]
    assert len({tuple(row) for row in rows}) == len(NORMALIZERS)
    assert min(min(row) for row in rows) >= 0


@every_language
@pytest.mark.parametrize("temperature", ["0.5", "1", "2", "4"])
def test_what_softmax_stresses_depends_on_the_scale(
    temperature, language
) -> None:
    scores = np.array(read_row(FIRST_ROW)[0])
    weight = softmax(scores, temperature=float(temperature)).max()
    share = scores.max() / scores.sum()
    app = open_page(temperature=temperature, language=language)
    words = {"en": ("stresses", "levels"), "zh": ("突出**", "拉平**")}
    (said,) = (m.value for m in app.markdown if f"{share:.3f}" in m.value)
    assert f"{weight:.3f}" in said
    assert words[language][int(weight <= share)] in said


@pytest.mark.parametrize("row", [FIRST_ROW, "3 1", "0 0 5 1", "8 7 7.5"])
def test_at_the_temperature_between_both_are_the_same(row) -> None:
    scores = np.array(read_row(row)[0])
    view = view_of(ScoreRow([], scores, ""), 1.0, open_keys(len(scores), ()))
    found = stress_of(view)
    assert found is not None
    even = softmax(scores, temperature=found.even).max()
    assert even == pytest.approx(scores.max() / scores.sum(), abs=1e-9)


@pytest.mark.parametrize("row", ["2 -1", "3 3 3", "5", "0 0", "4 0 0"])
def test_where_no_share_is_a_weight_nothing_is_said(row) -> None:
    app = open_page(scores=row)
    assert not any("the largest score" in m.value for m in app.markdown)


@every_language
def test_softmax_is_older_than_attention(language) -> None:
    app = open_page(language=language)
    app.session_state["softmax.facts"] = True
    app.run()
    (table,) = (m.value for m in app.markdown if m.value.startswith("| "))
    (line,) = (one for one in table.splitlines() if one.startswith("| softmax"))
    assert "Bridle 1990" in line


def test_at_temperature_zero_nothing_is_said_to_be_divided() -> None:
    app = open_page(temperature="0")
    said = [one.value for one in (*app.caption, *app.markdown)]
    assert any("nothing is divided" in one for one in said)
    assert not any("/ 0" in one or "= 0.00" in one for one in said)


def test_a_small_weight_is_not_shown_as_zero() -> None:
    table = columns(open_page(scores="20 0 0.00001"))
    assert float(table["softmax"][1]) == pytest.approx(2.1e-9, rel=0.05)
    assert table["sparsemax"][1] == "0.0000"  # this one is zero
    assert float(table["score s"][2]) == 1e-5
    assert shown(-3e-7, 4) == "-3.0e-07"


@every_language
def test_words_that_are_left_out_are_said(language) -> None:
    said = {"en": "up to word 60", "zh": "第 60 个词"}[language]
    source = "the cat saw the dog " * 14
    app = open_page(origin="model", source=source, language=language)
    assert any(said in caption.value for caption in app.caption)


def test_masks_are_named_as_words_are_read() -> None:
    source = "the cat the \u2800 a\u202eb *c*"
    app = open_page(origin="model", source=source, target="汤姆")
    names = app.button_group(key="softmax.masked").options
    bare = [name.strip("\u2068\u2069").replace("\\", "") for name in names]
    assert len(set(bare)) == len(bare)
    assert not any("U+2068" in name or "\u202e" in name for name in names)
    keys = columns(app)["key"][:-1]
    assert len(set(keys)) == len(keys)


def test_a_name_in_a_button_stays_one_name() -> None:
    assert in_markdown("\u2068שלום\u2069") == "\u2068שלום\u2069"
    assert in_markdown("*a*") == "\u2068\\*a\\*\u2069"


def test_the_numbers_of_a_row_are_those_of_the_cells() -> None:
    table = columns(open_page())
    expected = softmax(read_row(FIRST_ROW)[0])
    np.testing.assert_allclose(
        numbers(table["softmax"][:-1]), expected, atol=5.1e-5
    )
