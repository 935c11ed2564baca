"""Curves and their bands."""

import numpy as np
import pytest

from figures.lines import lines

X = [3, 5, 7, 11, 13]
ONE = np.array([1.0, 2.0, 3.0, 2.5, 2.0])
OTHER = np.array([1.0, np.nan, 2.0, 1.5, 1.0])


def test_each_series_is_a_curve_with_its_values() -> None:
    figure = lines(X, {"one": ONE, "other": OTHER}, digits=1)
    first, second = figure.data
    np.testing.assert_array_equal(first.y, ONE)
    np.testing.assert_array_equal(second.y, OTHER)
    assert (first.name, second.name) == ("one", "other")
    assert first.customdata[3][0] == "2.5"


def test_curves_are_told_apart_without_color() -> None:
    first, second = lines(X, {"one": ONE, "other": OTHER}).data
    assert first.line.dash != second.line.dash
    assert first.marker.symbol != second.marker.symbol
    assert first.line.color != second.line.color


def test_a_band_lies_under_its_curve_in_its_color() -> None:
    bands = {"other": (OTHER - 1, OTHER + 1)}
    figure = lines(X, {"one": ONE, "other": OTHER}, bands=bands)
    curve, band, other = figure.data
    assert (curve.name, other.name) == ("one", "other")
    assert band.fillcolor == other.line.color
    assert list(band.x) == [3, 7, 11, 13, 13, 11, 7, 3]
    assert list(band.y[:4]) == [0.0, 1.0, 0.5, 0.0]
    assert list(band.y[4:]) == [2.0, 2.5, 3.0, 2.0]


def test_a_place_can_be_marked() -> None:
    figure = lines(X, {"one": ONE}, marked=6, marked_text="yours")
    assert figure.layout.shapes[0].x0 == 6
    assert figure.layout.annotations[0].text == "yours"
    assert not lines(X, {"one": ONE}).layout.shapes


def test_titles_and_range_are_shown() -> None:
    figure = lines(X, {}, x_title="length", y_title="BLEU", y_range=(0, 40))
    assert figure.layout.xaxis.title.text == "length"
    assert figure.layout.yaxis.title.text == "BLEU"
    assert figure.layout.yaxis.range == (0, 40)


def test_series_of_another_length_are_refused() -> None:
    words = r"'one' must have shape \(n,\) = \(5,\).*Received: \(2,\)"
    with pytest.raises(ValueError, match=words):
        lines(X, {"one": [1.0, 2.0]})
    with pytest.raises(ValueError, match=words):
        lines(X, {"one": ONE}, bands={"one": ([1.0, 2.0], ONE)})


def test_a_band_without_a_series_is_refused() -> None:
    with pytest.raises(ValueError, match=r"in series\. Received: 'two'"):
        lines(X, {"one": ONE}, bands={"two": (ONE, ONE)})
