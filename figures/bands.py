"""Curves over lengths with bands of uncertainty around them."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number, plain_label
from figures.theme import (
    ACCENT,
    FONT_SIZE,
    GRID,
    INK,
    SERIES_COLORS,
    make_figure,
)

DASHES = ("solid", "dash", "dot", "dashdot")
SYMBOLS = ("circle", "square", "diamond", "x")

Floats = npt.NDArray[np.floating]
FIELDS: tuple[Literal["values", "low", "high", "notes"], ...] = (
    "values",
    "low",
    "high",
    "notes",
)


class Band(TypedDict):
    """A curve with what it may as well have been.

    Parameters
    ----------
    bins : sequence of (int, int)
        First and last length of each point.
    values, low, high : sequence of float
        The curve and the edges of its band.
    notes : sequence of str
        Said on hover behind each value.
    """

    bins: Sequence[tuple[int, int]]
    values: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    notes: Sequence[str]


def _centers(band: Band) -> Floats:
    """Return the middle of each bin."""
    bins = np.asarray(band["bins"], dtype=np.float64).reshape(-1, 2)
    centers: Floats = bins.mean(axis=1)
    return centers


def _check(bands: Mapping[str, Band]) -> None:
    for name, band in bands.items():
        n = len(band["bins"])
        sizes = {field: np.size(band[field]) for field in FIELDS}
        for field, size in sizes.items():
            if size != n:
                message = f"'{name}' must have {n} {field}, one for each bin."
                raise ValueError(f"{message} Received: {size}.")


def bin_name(first: int, last: int) -> str:
    """Return the name of a bin.

    Parameters
    ----------
    first, last : int
        Smallest and largest length in it.

    Returns
    -------
    str
        One number if there is only one.

    Examples
    --------
    >>> bin_name(6, 9), bin_name(4, 4)
    ('6–9', '4')
    """
    return str(first) if first == last else f"{first}–{last}"


def length_bands(
    bands: Mapping[str, Band],
    *,
    x_title: str = "",
    y_title: str = "",
    marked: float | None = None,
    mark_name: str = "",
    height: int = 360,
) -> go.Figure:
    """Return curves over lengths, each in its band.

    Parameters
    ----------
    bands : mapping of str to Band
        The name of each curve with its numbers.
    x_title, y_title : str
        At the axes.
    marked : float, optional
        A length at which a dotted line stands.
    mark_name : str
        What stands at that line.
    height : int, default 360
        In pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        For each curve one trace with its band, then one with its points.

    Raises
    ------
    ValueError
        If a curve has not one value, two edges and one note for each bin.
    """
    _check(bands)
    figure = make_figure(
        height=height,
        showlegend=True,
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        xaxis=_length_axis(bands, x_title),
        yaxis=_value_axis(y_title),
        shapes=_mark(marked),
        annotations=_mark_label(marked, mark_name),
    )
    for k, (name, band) in enumerate(bands.items()):
        figure.add_trace(_area(band, name, k))
        figure.add_trace(_curve(band, name, k))
    return figure


def _length_axis(bands: Mapping[str, Band], title: str) -> dict[str, Any]:
    """Return the axis of the lengths, with a name at each bin."""
    bins = sorted(
        {tuple(pair) for band in bands.values() for pair in band["bins"]}
    )
    return {
        "title": {"text": plain_label(title) if title else ""},
        "tickvals": [sum(pair) / 2 for pair in bins],
        "ticktext": [bin_name(*pair) for pair in bins],
        "tickfont": {"size": FONT_SIZE - 1},
        "fixedrange": True,
    }


def _value_axis(title: str) -> dict[str, Any]:
    return {
        "title": {"text": plain_label(title) if title else ""},
        "rangemode": "tozero",
        "showgrid": True,
        "gridcolor": GRID,
        "fixedrange": True,
    }


def _mark(at: float | None) -> list[dict[str, Any]]:
    """Return a dotted line from top to bottom."""
    if at is None:
        return []
    line = {"color": ACCENT, "width": 2, "dash": "dot"}
    edges = {"x0": at, "x1": at, "y0": 0, "y1": 1, "yref": "paper"}
    return [{"type": "line", **edges, "line": line}]


def _mark_label(at: float | None, name: str) -> list[dict[str, Any]]:
    """Return what stands at the dotted line."""
    if at is None or not name:
        return []
    font = {"color": INK, "size": FONT_SIZE - 1}
    place = {"x": at, "y": 0.02, "yref": "paper", "yanchor": "bottom"}
    look = {"text": plain_label(name), "showarrow": False, "font": font}
    return [{**place, **look, "xanchor": "left", "xshift": 4}]


def _area(band: Band, name: str, k: int) -> go.Scatter:
    """Return the band as one filled path."""
    x = _centers(band)
    return go.Scatter(
        x=np.concatenate([x, x[::-1]]),
        y=np.concatenate([band["high"], np.asarray(band["low"])[::-1]]),
        mode="lines",
        fill="toself",
        fillcolor=SERIES_COLORS[k % len(SERIES_COLORS)],
        opacity=0.18,
        line={"width": 0},
        hoverinfo="skip",
        name=name,
        showlegend=False,
    )


def _said(value: float, low: float, high: float) -> str:
    """Return a value and its band."""
    v, a, b = (format_number(x, 1) for x in (value, low, high))
    return f"{v} ({a}–{b})"


def _curve(band: Band, name: str, k: int) -> go.Scatter:
    """Return the points of a curve; dash and symbol tell it from others."""
    color = SERIES_COLORS[k % len(SERIES_COLORS)]
    said = [
        [
            bin_name(*band["bins"][i]),
            _said(*(band[field][i] for field in ("values", "low", "high"))),
            plain_label(band["notes"][i]),
        ]
        for i in range(len(band["bins"]))
    ]
    return go.Scatter(
        x=_centers(band),
        y=np.asarray(band["values"], dtype=np.float64),
        name=plain_label(name),
        mode="lines+markers",
        line={"color": color, "width": 2, "dash": DASHES[k % len(DASHES)]},
        marker={"color": color, "size": 9, "symbol": SYMBOLS[k % len(SYMBOLS)]},
        customdata=said,
        hovertemplate=(
            "%{customdata[0]}: <b>%{customdata[1]}</b> %{customdata[2]}"
            "<extra></extra>"
        ),
    )
