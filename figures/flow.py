"""Boxes and arrows: what goes into what."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from figures.theme import (
    ACCENT,
    FONT,
    INK,
    MUTED,
    PAPER,
    SERIES_COLORS,
    make_figure,
)

SIZE = 13  # pixels of the text in a box
GAP = 0.04  # between an arrow and its boxes


@dataclass(frozen=True)
class Box:
    """A box with some lines of text.

    Parameters
    ----------
    name : str
        By which arrows find it; never shown.
    lines : sequence of str
        Its text; escaped, as all labels of `figures` are.
    x, y : float
        Its middle.
    width, height : float
        Of the box.
    is_lit : bool, default False
        Whether it stands out.
    """

    name: str
    lines: Sequence[str]
    x: float
    y: float
    width: float
    height: float
    is_lit: bool = False


@dataclass(frozen=True)
class Arrow:
    """An arrow from a box to another one.

    Parameters
    ----------
    tail, head : str
        Names of boxes.
    label : str, default ""
        Stands beside its middle.
    """

    tail: str
    head: str
    label: str = ""


def _ends(tail: Box, head: Box) -> tuple[float, float, float, float]:
    """Return where an arrow leaves a box, and where it meets the other."""
    if abs(head.y - tail.y) < (head.height + tail.height) / 2:  # side by side
        way = 1 if head.x > tail.x else -1
        return (
            tail.x + way * (tail.width / 2 + GAP),
            tail.y,
            head.x - way * (head.width / 2 + GAP),
            head.y,
        )
    way = 1 if head.y > tail.y else -1
    start, end = tail.height / 2 + GAP, head.height / 2 + GAP
    most = 0.35 * head.width  # so that arrows meet a box beside each other
    x = head.x + max(-most, min(most, (tail.x - head.x) / 4))
    return tail.x, tail.y + way * start, x, head.y - way * end


def _line(ends: tuple[float, float, float, float]) -> dict[str, Any]:
    """Return an arrow between two points."""
    ax, ay, x, y = ends
    axes = {"xref": "x", "yref": "y", "axref": "x", "ayref": "y"}
    look = {"arrowhead": 2, "arrowwidth": 1.6, "arrowcolor": MUTED}
    place = {"x": x, "y": y, "ax": ax, "ay": ay}
    return {**axes, **look, **place, "text": "", "showarrow": True}


def _label(
    said: str, ends: tuple[float, float, float, float]
) -> dict[str, Any]:
    """Return what stands at the middle of an arrow."""
    ax, ay, x, y = ends
    return {
        "xref": "x",
        "yref": "y",
        "x": (x + ax) / 2,
        "y": (y + ay) / 2,
        "text": said,
        "showarrow": False,
        "bgcolor": PAPER,
        "font": {"color": ACCENT, "family": FONT, "size": SIZE},
    }


def _drawn(arrow: Arrow, boxes: dict[str, Box]) -> list[dict[str, Any]]:
    """Return an arrow, and what stands beside it."""
    ends = _ends(boxes[arrow.tail], boxes[arrow.head])
    label = [_label(arrow.label, ends)] if arrow.label else []
    return [_line(ends), *label]


def _frame(box: Box) -> dict[str, Any]:
    """Return the rectangle of a box."""
    color = ACCENT if box.is_lit else SERIES_COLORS[0]
    return {
        "type": "rect",
        "x0": box.x - box.width / 2,
        "x1": box.x + box.width / 2,
        "y0": box.y - box.height / 2,
        "y1": box.y + box.height / 2,
        "line": {"color": color, "width": 2.5 if box.is_lit else 1.5},
        "layer": "below",
    }


def flow(
    boxes: Sequence[Box], arrows: Sequence[Arrow], *, height: int = 420
) -> go.Figure:
    """Return boxes, and arrows between them.

    Parameters
    ----------
    boxes : sequence of Box
        With names of their own.
    arrows : sequence of Arrow
        Between them.
    height : int, default 420
        In pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        One trace, with the texts of the boxes.

    Raises
    ------
    ValueError
        If an arrow begins or ends nowhere.
    """
    known = {box.name: box for box in boxes}
    ends = {end for arrow in arrows for end in (arrow.tail, arrow.head)}
    if lost := sorted(ends - set(known)):
        raise ValueError(f"arrows must join boxes. Received: {lost}.")
    low, high = _span([(box.x, box.width) for box in boxes])
    bottom, top = _span([(box.y, box.height) for box in boxes])
    hidden = {"visible": False, "fixedrange": True}
    figure = make_figure(
        height=height,
        shapes=[_frame(box) for box in boxes],
        annotations=[d for arrow in arrows for d in _drawn(arrow, known)],
        xaxis={**hidden, "range": [low, high]},
        yaxis={**hidden, "range": [bottom, top]},
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
    )
    return figure.add_trace(_texts(boxes))


def _span(sizes: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return where boxes begin and end, with a margin."""
    margin = 0.1
    low = min(middle - size / 2 for middle, size in sizes)
    high = max(middle + size / 2 for middle, size in sizes)
    return low - margin, high + margin


def _texts(boxes: Sequence[Box]) -> go.Scatter:
    """Return what stands in the boxes."""
    return go.Scatter(
        x=[box.x for box in boxes],
        y=[box.y for box in boxes],
        mode="text",
        text=["<br>".join(box.lines) for box in boxes],
        textfont={"color": INK, "family": FONT, "size": SIZE},
        hoverinfo="skip",
        cliponaxis=False,
    )
