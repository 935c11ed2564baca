"""Curves over lengths: what stands where, and what is said."""

import pytest

from figures.bands import bin_name, length_bands

BAND = {
    "bins": [(1, 4), (5, 6), (7, 11)],
    "values": [31.0, 29.0, 23.0],
    "low": [29.0, 26.0, 17.0],
    "high": [37.0, 33.0, 31.0],
    "notes": ["13 sentences", "11 sentences", "7 sentences"],
}


def figure(**options):
    return length_bands({"a": BAND, "b": BAND}, **options)


def test_each_curve_has_its_band_and_its_points() -> None:
    area, curve, *_ = figure().data
    assert list(curve.x) == [2.5, 5.5, 9.0]
    assert list(curve.y) == BAND["values"]
    assert list(area.x) == [2.5, 5.5, 9.0, 9.0, 5.5, 2.5]
    assert list(area.y) == [*BAND["high"], *BAND["low"][::-1]]


def test_two_curves_differ_in_color_dash_and_symbol() -> None:
    _, first, _, second = figure().data
    assert first.line.color != second.line.color
    assert first.line.dash != second.line.dash
    assert first.marker.symbol != second.marker.symbol


def test_bins_are_named_by_their_lengths() -> None:
    axis = figure().layout.xaxis
    assert axis.ticktext == ("1–4", "5–6", "7–11")
    assert axis.tickvals == (2.5, 5.5, 9.0)
    assert bin_name(5, 5) == "5"


def test_the_hover_says_value_band_and_note() -> None:
    said = figure().data[1].customdata[2]
    assert list(said) == ["7–11", "23.0 (17.0–31.0)", "7 sentences"]


def test_a_length_is_marked_and_named() -> None:
    layout = figure(marked=8, mark_name="<yours>").layout
    assert (layout.shapes[0].x0, layout.shapes[0].x1) == (8, 8)
    assert layout.annotations[0].text == "&lt;yours&gt;"


def test_nothing_is_marked_by_default() -> None:
    layout = figure().layout
    assert (layout.shapes, layout.annotations) == ((), ())


def test_the_vertical_axis_begins_at_zero() -> None:
    assert figure().layout.yaxis.rangemode == "tozero"


@pytest.mark.parametrize("field", ["values", "low", "high", "notes"])
def test_a_field_of_another_size_is_refused(field) -> None:
    bad = BAND | {field: BAND[field][:2]}
    words = f"'a' must have 3 {field}, one for each bin. Received: 2."
    with pytest.raises(ValueError, match=words.replace(".", r"\.")):
        length_bands({"a": bad})
