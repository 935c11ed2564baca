"""The page about softmax: every number shown follows from the others."""

import math
import re
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core.normalizers import NORMALIZERS
from attention_core.softmax import softmax
from pages.softmax.rows import Places, read_row
from pages.softmax.scaling import gradient_size, sharpening
from pages.softmax.spread import DRAWS, KEYS, WIDTHS, draws
from texts.shown import LANGUAGES

PAGE = str(Path(__file__).parents[3] / "pages" / "softmax" / "page.py")
PARTS = ("row", "shift", "root", "large")
ROWS = ("2, 1, 0.1, -1", "3 3 3", "12.5;-7", "0.123 0.456 0.789", "40 41 39.5")

pytestmark = pytest.mark.usefixtures("use_standin")


def open_page(**address) -> AppTest:
    app = AppTest.from_file(PAGE, default_timeout=120)
    for key, value in address.items():
        app.query_params[key] = value
    app.run()
    assert [error.value for error in app.exception] == []
    return app


def said(app: AppTest) -> list[str]:
    return [warning.value for warning in app.warning]


def columns(app: AppTest) -> dict[str, list[str]]:
    frame = app.dataframe[0].value
    return {name: frame[name].tolist() for name in frame}


def numbers(cells: list[str]) -> np.ndarray:
    return np.array([float(cell.replace("−", "-")) for cell in cells])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("origin", ["hand", "model"])
def test_every_part_works(part, language, origin) -> None:
    app = open_page(part=part, language=language, origin=origin)
    assert all("score / sum" in s or "“分数 / 和”" in s for s in said(app))


@pytest.mark.parametrize("temperature", ["1", "0.5", "2.35"])
@pytest.mark.parametrize("row", ROWS)
def test_every_column_follows_from_the_one_before(row, temperature) -> None:
    app = open_page(scores=row, temperature=temperature)
    table = columns(app)
    score = numbers(table["score s"][:-1])
    exponent, t = score, float(temperature)
    if t != 1:
        exponent = numbers(table["z = s / T"][:-1])
        digits = len(table["z = s / T"][0].partition(".")[2])
        np.testing.assert_allclose(score / t, exponent, atol=10.0**-digits)
    (head,) = (name for name in table if name.startswith("exp("))
    shift = re.search(r" − (.+)\)$", head)
    power = numbers(table[head][:-1])
    digits = len(table[head][0].partition(".")[2])
    top = float(shift[1]) if shift else 0.0
    np.testing.assert_allclose(
        np.exp(exponent - top), power, atol=10.0**-digits
    )
    total = float(table[head][-1])
    digits = len(table[head][-1].partition(".")[2])
    assert abs(power.sum() - total) <= 10.0**-digits
    shown = numbers(table["softmax"][:-1])
    np.testing.assert_allclose(power / total, shown, atol=1e-4)
    taus = re.findall(
        r"τ = ([\d.-]+\d)", " ".join(c.value for c in app.caption)
    )
    sparse, half = (float(tau) for tau in taus)
    np.testing.assert_allclose(
        np.maximum(exponent - sparse, 0),
        numbers(table["sparsemax"][:-1]),
        atol=1.01e-4,
    )
    np.testing.assert_allclose(
        np.maximum(exponent / 2 - half, 0) ** 2,
        numbers(table["entmax 1.5"][:-1]),
        atol=1.01e-4,
    )


def test_the_weights_are_those_of_the_core() -> None:
    table = columns(open_page(scores="2 1 0.5 -3", temperature="0.8"))
    for name, title in (
        ("softmax", "softmax"),
        ("hardmax", "hardmax"),
        ("sparsemax", "sparsemax"),
        ("entmax15", "entmax 1.5"),
        ("sum_normalize", "score / sum"),
    ):
        expected = NORMALIZERS[name]([2, 1, 0.5, -3], temperature=0.8)
        shown = numbers(table[title][:-1])
        np.testing.assert_allclose(shown, expected, atol=5.1e-5)


def test_a_masked_key_says_so_and_gets_nothing() -> None:
    table = columns(open_page(scores="1 5 1", masked="2"))
    assert table["softmax"] == ["0.5000", "masked", "0.5000", "1"]


def test_a_row_that_may_look_at_nothing_has_no_weights() -> None:
    app = open_page(scores="1 5", masked="1.2")
    assert columns(app)["softmax"] == ["masked", "masked", "0"]
    assert any("may look at nothing" in c.value for c in app.caption)


def test_at_temperature_zero_the_largest_scores_share() -> None:
    table = columns(open_page(scores="1 5 5", temperature="0"))
    assert table["softmax"][:-1] == ["0.0000", "0.5000", "0.5000"]
    assert not any(name.startswith("exp") for name in table)


@pytest.mark.parametrize("row", ["-1 -2", "1 -1", "0.5 -3"])
def test_a_sum_that_is_not_positive_is_explained(row) -> None:
    app = open_page(scores=row)
    assert len(said(app)) == 1
    assert "score / sum fails" in said(app)[0]
    assert set(columns(app)["score / sum"]) == {"–"}


def test_negative_shares_are_named() -> None:
    assert "k₂" in said(open_page(scores="3 -1"))[0]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("nan", "not a number"),
        ("inf", "infinite"),
        ("1e308", "too large"),
        ("abc", "no number"),
        ("$x$", "no number"),
    ],
)
def test_a_bad_score_gets_one_sentence_and_stays_typed(typed, words) -> None:
    app = open_page(scores=f"2, {typed}, 1")
    assert len(said(app)) == 1
    assert words in said(app)[0]
    assert app.text_input(key="softmax.scores").value == f"2, {typed}, 1"
    assert columns(app)["score s"][:-1] == ["2.0000", "1.0000"]


def test_nothing_typed_is_answered_by_a_sentence() -> None:
    assert len(open_page(scores=" ").info) == 1


def test_too_many_scores_are_announced() -> None:
    found, sentences = read_row(" ".join("1" * 17))
    assert len(found) == 12
    assert len(sentences) == 1


def test_a_bad_temperature_in_the_address_gets_one_sentence() -> None:
    for bad in ("-1", "nan", "x"):
        app = open_page(temperature=bad, scores="1 2")
        assert [
            bad in sentence.replace("\\", "") for sentence in said(app)
        ] == [True]


def test_a_constant_changes_nothing_and_a_factor_sharpens() -> None:
    frame = open_page(part="shift", scores="2 1 0.5").dataframe[0].value
    same, moved, scaled = (frame.iloc[k].tolist() for k in range(3))
    assert same[1:] == moved[1:]
    assert float(scaled[4]) < float(same[4])  # the entropy
    assert frame.iloc[3].tolist()[1:4] != frame.iloc[4].tolist()[1:4]
    expected = softmax([4, 2, 1])
    np.testing.assert_allclose(numbers(scaled[1:4]), expected, atol=5.1e-5)


def test_the_gradient_size_is_that_of_differences() -> None:
    scores, step = np.array([2.0, 1.0, -0.5]), 1e-6
    columns_ = [
        (softmax(scores + step * e) - softmax(scores - step * e)) / (2 * step)
        for e in np.eye(3)
    ]
    expected = np.sqrt((np.array(columns_) ** 2).sum())
    assert math.isclose(gradient_size(softmax(scores)), expected, rel_tol=1e-6)


def test_the_curve_begins_with_equal_weights() -> None:
    found = sharpening(np.array([2.0, 1.0, 0.5, -1.0]))
    assert (found.factors[0], found.bits[0]) == (0, 2)
    assert found.sizes[0] == 0  # what is multiplied by 0 answers nothing
    assert np.all(np.diff(found.bits) < 0)


def test_the_measured_variance_follows_the_formula() -> None:
    for d, found in draws(7).items():
        # 3,200 scores, of which 8 share a query.
        assert math.isclose(found.variance, d, rel_tol=0.25)
        assert math.isclose(found.scaled_variance, found.variance / d)
        assert 0 <= found.bits <= math.log2(KEYS)
    last = draws(7)[512]
    assert last.bits < 0.3
    assert last.scaled_bits > 2


def test_the_page_says_what_was_measured() -> None:
    app = open_page(part="root", width="256", seed="3")
    measured = next(m.value for m in app.markdown if "d = 256" in m.value)
    found = draws(3)[256]
    assert f"**{found.variance:.2f}** measured, 256" in measured
    assert f"**{found.scaled_bits:.2f}**" in measured
    assert str(DRAWS) in measured
    assert "256" in WIDTHS


@pytest.mark.parametrize(
    ("offset", "precision", "words"),
    [
        ("1000", "float64", "inf / inf"),
        ("100", "float32", "inf / inf"),
        ("50", "float16", "inf / inf"),
        ("-1000", "float64", "0 / 0"),
    ],
)
def test_the_naive_softmax_fails_and_the_other_does_not(
    offset, precision, words
) -> None:
    app = open_page(part="large", offset=offset, precision=precision)
    assert words in app.error[0].value
    table = columns(app)
    assert "nan" in table["naive softmax"]
    total = numbers(table["softmax, maximum subtracted"][:-1]).sum()
    assert math.isclose(total, 1, rel_tol=2e-3)


def test_small_scores_come_out_alike() -> None:
    app = open_page(part="large", offset="0")
    assert (len(app.error), len(app.success)) == (0, 1)
    table = columns(app)
    assert table["naive softmax"] == table["softmax, maximum subtracted"]


def test_places_are_written_in_their_order() -> None:
    assert Places().write([3, 1]) == "1.3"
    assert Places().read("3.1.3") == (1, 3)


def test_what_all_visitors_see_cannot_be_changed_by_one() -> None:
    with pytest.raises(ValueError, match="read-only"):
        draws(7)[64].row[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        draws(7)[64].scaled_row[0] = 1


@pytest.mark.parametrize("bad", ["0", "a", "1.-2", "1000"])
def test_places_that_do_not_exist_get_one_sentence(bad) -> None:
    app = open_page(masked=bad, scores="1 2")
    assert [bad in s.replace("\\", "") for s in said(app)] == [True]
    assert columns(app)["softmax"][-1] == "1"


def test_a_row_that_does_not_exist_is_said_and_leaves_the_address() -> None:
    app = open_page(origin="model", row="99")
    assert sum("99" in sentence for sentence in said(app)) == 1
    assert "row" not in app.query_params


def test_masks_beyond_the_row_leave_the_address() -> None:
    app = open_page(masked="2.9", scores="1 5 1")
    assert "".join(app.query_params["masked"]) == "2"
