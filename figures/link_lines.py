"""Lines between two sentences: where they run, how heavy they look."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number, plain_label
from figures.theme import (
    ACCENT,
    MUTED,
    SERIES_COLORS,
)

BUCKETS = 16  # shades of lines; one Plotly shape for each
HOVER_AT = (0.2, 0.4, 0.6, 0.8)  # where a line answers to the pointer

Floats = npt.NDArray[np.floating]


@dataclass(frozen=True)
class LinkWords:
    """What a reader reads beside the links, in the reader's language.

    Parameters
    ----------
    value : str
        What a line shows, such as "weight".
    faint_hidden : str
        With the blanks {least}, {hidden} and {all}: lines lighter than
        `least` are not drawn.
    not_numbers : str
        With the blank {count}: so many weights are not numbers.
    """

    value: str = "weight"
    faint_hidden: str = (
        "Lines lighter than {least} are not drawn: {hidden} of {all}."
    )
    not_numbers: str = "Without a line, because not a number: {count}."


@dataclass(frozen=True)
class Places:
    """Where the words stand: keys at 0, queries at 1, both from top to bottom.

    Parameters
    ----------
    keys : ndarray of shape (n_k,)
    queries : ndarray of shape (n_q,)
    is_upright : bool
        True: each sentence is a column; False: each is a line of text.
    """

    keys: Floats
    queries: Floats
    is_upright: bool

    def point(self, across: float, along: float) -> tuple[float, float]:
        """Return x and y."""
        return (across, along) if self.is_upright else (along, 1 - across)

    def curve(self, i: int, j: int) -> str:
        """Return the line from key j to query i as an SVG path."""
        start, end = self.keys[j], self.queries[i]
        corners = ((0, start), (0.5, start), (0.5, end), (1, end))
        a, b, c, d = (
            f"{x:.5g},{y:.5g}"
            for x, y in (self.point(*corner) for corner in corners)
        )
        return f"M{a}C{b} {c} {d}"


def _spread(n: int, length: int) -> Floats:
    """Return the middles of n equal parts of a length."""
    return (np.arange(n) + 0.5) * length / max(n, 1) - 0.5


def _bucket(weight: Floats) -> npt.NDArray[np.int64]:
    """Return the shade of each weight: 0 to BUCKETS - 1."""
    share = np.clip(np.nan_to_num(weight), 0, 1)
    return np.minimum((share * BUCKETS).astype(np.int64), BUCKETS - 1)


def _line(shade: int, is_chosen: bool, is_faded: bool) -> dict[str, Any]:
    """Return thickness, opacity and color of all lines of one shade."""
    share = (shade + 0.5) / BUCKETS
    opacity = 0.66 + 0.34 * share**0.8  # the faintest: 3 : 1 on the page
    return {
        "line": {
            "color": ACCENT if is_chosen else SERIES_COLORS[0],
            "width": 0.75 + 7 * share,
        },
        "opacity": opacity * (0.35 if is_faded else 1),
    }


def line_shapes(
    weights: Floats,
    drawn: npt.NDArray[np.bool_],
    places: Places,
    selected_row: int | None,
) -> list[dict[str, Any]]:
    """Return one path for each shade: 1,600 lines cost no more than 16."""
    shades = _bucket(weights)
    is_chosen = np.arange(len(weights)) == selected_row
    shapes = []
    for chosen in (False, True):  # the chosen row lies on top
        for shade in range(BUCKETS):
            here = drawn & (shades == shade) & (is_chosen == chosen)[:, None]
            if not here.any():
                continue
            path = "".join(places.curve(i, j) for i, j in np.argwhere(here))
            is_faded = selected_row is not None and not chosen
            look = _line(shade, chosen, is_faded)
            shapes.append(
                {"type": "path", "path": path, "layer": "below", **look}
            )
    return shapes


def _along(places: Places, i: int, j: int, t: float) -> tuple[float, float]:
    """Return the point at t of the curve from key j to query i."""
    across = 1.5 * t * (1 - t) ** 2 + 1.5 * t**2 * (1 - t) + t**3
    blend = 3 * t**2 * (1 - t) + t**3
    start, end = places.keys[j], places.queries[i]
    return places.point(across, start + (end - start) * blend)


def line_points(
    weights: Floats,
    drawn: npt.NDArray[np.bool_],
    places: Places,
    names: list[list[str]],
    words: LinkWords,
) -> go.Scatter:
    """Return invisible points that say which line they lie on."""
    cells = [(int(i), int(j)) for i, j in np.argwhere(drawn) for _ in HOVER_AT]
    points = [
        _along(places, i, j, HOVER_AT[k % len(HOVER_AT)])
        for k, (i, j) in enumerate(cells)
    ]
    row_names, column_names = names
    return go.Scatter(
        x=[x for x, _ in points],
        y=[y for _, y in points],
        mode="markers",
        marker={"color": MUTED, "opacity": 0, "size": 12},
        customdata=[
            [row_names[i], column_names[j], format_number(weights[i, j], 4)]
            for i, j in cells
        ],
        hovertemplate=(
            "%{customdata[0]} → %{customdata[1]}"
            f"<br><b>{plain_label(words.value)} %{{customdata[2]}}</b>"
            "<extra></extra>"
        ),
        meta={"cells": cells},
        name="links",
    )


def places_of(weights: Floats, is_upright: bool) -> Places:
    """Spread both sentences over the length of the longer one."""
    n_q, n_k = weights.shape
    longest = max(n_q, n_k, 1)
    return Places(_spread(n_k, longest), _spread(n_q, longest), is_upright)
