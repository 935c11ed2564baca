"""Boxes and arrows."""

import pytest

from figures.flow import Arrow, Box, flow

BOXES = [
    Box("a", ["A", "1"], 0, 0, 2, 1),
    Box("b", ["B"], 5, 0, 2, 1, is_lit=True),
    Box("c", ["C"], 5, 3, 2, 1),
]


def ends(arrow: Arrow) -> tuple[float, ...]:
    drawn = flow(BOXES, [arrow]).layout.annotations[0]
    return drawn.ax, drawn.ay, drawn.x, drawn.y


def test_an_arrow_runs_from_edge_to_edge() -> None:
    ax, ay, x, y = ends(Arrow("a", "b"))
    assert (ay, y) == (0, 0)
    assert 1 < ax < x < 4
    ax, ay, x, y = ends(Arrow("b", "a"))
    assert 4 > ax > x > 1
    ax, ay, x, y = ends(Arrow("b", "c"))
    assert ax == x == 5
    assert 0.5 < ay < y < 2.5


def test_boxes_hold_their_lines_and_arrows_their_labels() -> None:
    figure = flow(BOXES, [Arrow("a", "b", "0.50"), Arrow("b", "c")])
    assert list(figure.data[0].text) == ["A<br>1", "B", "C"]
    said = [note.text for note in figure.layout.annotations if note.text]
    assert said == ["0.50"]
    assert len(figure.layout.shapes) == 3
    widths = [shape.line.width for shape in figure.layout.shapes]
    assert widths[1] > widths[0]


def test_an_arrow_into_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match=r"must join boxes\. .*'nowhere'"):
        flow(BOXES, [Arrow("a", "nowhere")])
