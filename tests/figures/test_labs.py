"""Small multiples, arrows and curves: what the laboratories draw."""

import numpy as np
import pytest

from figures.arrows import THICK, THIN, arrows
from figures.curves import curves
from figures.multiples import cell_of, corner, multiples

N_Q, N_K = 2, 5
ROWS, COLUMNS = ["a", "<b>"], ["x", "x", "y", "z", "&"]


def tiles(count):
    rng = np.random.default_rng(7)
    return {f"t{k}": rng.random((N_Q, N_K)) for k in range(count)}


@pytest.mark.parametrize("count", [1, 3, 4, 7])
def test_each_tile_stands_at_its_corner(count) -> None:
    values = tiles(count)
    z = multiples(values, ROWS, COLUMNS, per_row=3).data[0].z
    for k, tile in enumerate(values.values()):
        i, j = corner(k, N_Q, N_K, 3)
        np.testing.assert_allclose(z[i : i + N_Q, j : j + N_K], tile, rtol=1e-6)
    assert np.isfinite(z).sum() == count * N_Q * N_K


def test_a_click_finds_the_cell_that_was_drawn() -> None:
    for k in range(7):
        i, j = corner(k, N_Q, N_K, 3)
        for row in range(N_Q):
            for column in range(N_K):
                found = cell_of(i + row, j + column, N_Q, N_K, 3)
                assert found == (k, row, column)


def test_all_tiles_share_the_scale_from_zero_to_one() -> None:
    trace = multiples(tiles(3), ROWS, COLUMNS).data[0]
    assert (trace.zmin, trace.zmax) == (0, 1)


def test_tokens_are_shown_as_typed_and_told_apart() -> None:
    figure = multiples(tiles(2), ROWS, COLUMNS)
    assert figure.layout.yaxis.ticktext == ("a", "&lt;b&gt;")
    assert figure.layout.xaxis.ticktext[:5] == ("x₁", "x₂", "y", "z", "&amp;")
    assert figure.data[0].customdata[1, 1].tolist() == ["t0", "&lt;b&gt;", "x₂"]


def test_the_chosen_cell_is_framed_in_every_tile() -> None:
    shapes = multiples(tiles(4), ROWS, COLUMNS, selected=(1, 2)).layout.shapes
    places = {(shape.y0 + 0.5, shape.x0 + 0.5) for shape in shapes}
    assert places == {(1, 2), (1, 8), (4, 2), (4, 8)}


def test_titles_say_once_who_asks_and_get_room() -> None:
    plain, titled = (
        multiples(tiles(4), ROWS, COLUMNS, **titles).layout
        for titles in ({}, {"row_title": "<q>", "column_title": "k"})
    )
    assert titled.yaxis.title.text == "&lt;q&gt;"
    assert titled.xaxis.title.text == "k"
    assert titled.height > plain.height


def test_many_names_are_thinned_and_it_is_said() -> None:
    names = [f"w{k}" for k in range(17)]
    figure = multiples({"t": np.eye(17)}, names, names)
    assert len(figure.layout.xaxis.ticktext) == 6
    rows, columns, _ = figure.layout.meta["notes"]
    assert rows.startswith("Of the rows, one name in 3")
    assert columns.startswith("Of the columns, one name in 3")


def test_rows_and_columns_are_thinned_each_by_its_own_step() -> None:
    few, many = (["w"] * count for count in (3, 17))
    figure = multiples({"t": np.zeros((3, 17))}, few, many)
    thinned, _ = figure.layout.meta["notes"]
    assert thinned.startswith("Of the columns, one name in 3")
    figure = multiples({"t": np.zeros((41, 17))}, ["w"] * 41, many)
    rows, columns, _ = figure.layout.meta["notes"]
    assert rows.startswith("Of the rows, one name in 6")
    assert columns.startswith("Of the columns, one name in 3")


def test_a_tile_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'t' must have shape .* \(2, 5\)"):
        multiples({"t": np.zeros((5, 2))}, ROWS, COLUMNS)


def test_the_heavier_key_has_the_thicker_arrow() -> None:
    figure = arrows([1, 2], [[1, 0], [0, 1], [2, 2]], [0.0, 1.0, 0.5])
    widths = [arrow.arrowwidth for arrow in figure.layout.annotations]
    assert widths[:3] == [THIN, THICK, (THIN + THICK) / 2]
    tips = [(arrow.x, arrow.y) for arrow in figure.layout.annotations]
    assert tips == [(1, 0), (0, 1), (2, 2), (1, 2)]


def test_arrows_carry_names_and_weights_as_typed() -> None:
    figure = arrows([1, 2], [[1, 0]], [0.25], query_name="<q>", key_names=["&"])
    assert figure.data[0].text == ("&amp; 0.25",)
    assert figure.data[1].text == ("&lt;q&gt;",)


def test_arrows_of_zero_length_have_axes_all_the_same() -> None:
    figure = arrows([0, 0], [[0, 0]], [1.0])
    assert figure.layout.xaxis.range == (-1, 1)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (([1, 2, 3], [[1, 2]], [1]), r"query must have shape \(2,\)"),
        (([1, 2], [[1, 2, 3]], [1]), r"key must have shape \(n_k, 2\)"),
        (([1, 2], [[1, 2]], [1, 2]), r"weights must have shape .* \(1,\)"),
    ],
)
def test_arrows_of_other_dimensions_are_refused(given, words) -> None:
    with pytest.raises(ValueError, match=words):
        arrows(*given)


def test_measured_points_have_the_color_of_their_line() -> None:
    x = [1, 2, 4]
    figure = curves(
        x, {"a": x, "b": x}, points={"c": x, "d": x}, marked=2, logarithmic="x"
    )
    colors = [trace.marker.color for trace in figure.data]
    assert colors[:2] == colors[2:]
    assert [trace.mode for trace in figure.data] == ["lines"] * 2 + [
        "markers"
    ] * 2
    assert figure.layout.shapes[0].x0 == 2
    assert (figure.layout.xaxis.type, figure.layout.yaxis.type) == (
        "log",
        "linear",
    )


def test_a_logarithmic_axis_writes_its_numbers_in_full() -> None:
    x, y = [1, 2, 4], [0.9, 5, 23]  # Plotly itself writes 20 as 2
    axis = curves(x, {"a": y}, logarithmic="y").layout.yaxis
    assert axis.ticktext[3:9] == ("1", "2", "5", "10", "20", "50")
    assert list(axis.tickvals) == [float(name) for name in axis.ticktext]


@pytest.mark.parametrize("y", [[0, -1, np.nan], [1e-9, 1, 1e9]])
def test_a_logarithmic_axis_without_few_decades_is_left_to_plotly(y) -> None:
    axis = curves([1, 2, 4], {"a": y}, logarithmic="y").layout.yaxis
    assert axis.tickvals is None


def test_a_line_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'a' must have shape .* \(3,\)"):
        curves([1, 2, 4], {"a": [1, 2]})
