"""Curves with bands: what was measured, and how sure that is."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number
from figures.theme import (
    ACCENT,
    FONT,
    FONT_SIZE,
    GRID,
    SERIES_COLORS,
    make_figure,
)

Floats = npt.NDArray[np.floating]
Band = tuple[npt.ArrayLike, npt.ArrayLike]

# Told apart without color too.
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x", "cross")


def _check(name: str, values: npt.ArrayLike, n: int) -> Floats:
    values = np.asarray(values, dtype=np.float64)
    if values.shape != (n,):
        message = f"'{name}' must have shape (n,) = ({n},), as x."
        raise ValueError(f"{message} Received: {values.shape}.")
    return values


def _check_bands(
    bands: Mapping[str, Band], series: Mapping[str, npt.ArrayLike]
) -> None:
    strangers = [name for name in bands if name not in series]
    if strangers:
        message = "bands must have names that are in series."
        raise ValueError(f"{message} Received: {strangers[0]!r}.")


def _band_trace(name: str, x: Floats, band: Band, k: int) -> go.Scatter:
    """Return the band of one curve as a closed outline."""
    low = _check(name, band[0], len(x))
    high = _check(name, band[1], len(x))
    known = np.isfinite(low) & np.isfinite(high)
    there, back = np.flatnonzero(known), np.flatnonzero(known)[::-1]
    return go.Scatter(
        x=np.concatenate([x[there], x[back]]),
        y=np.concatenate([low[there], high[back]]),
        mode="lines",
        line={"width": 0, "color": SERIES_COLORS[k % len(SERIES_COLORS)]},
        fill="toself",
        fillcolor=SERIES_COLORS[k % len(SERIES_COLORS)],
        opacity=0.18,
        hoverinfo="skip",
        showlegend=False,
        name=f"{name} band",
        meta={"low": low.tolist(), "high": high.tolist()},
    )


def _curve_trace(
    name: str, x: Floats, values: Floats, k: int, digits: int
) -> go.Scatter:
    return go.Scatter(
        x=x,
        y=values,
        mode="lines+markers",
        line={
            "color": SERIES_COLORS[k % len(SERIES_COLORS)],
            "dash": DASHES[k % len(DASHES)],
            "width": 3,
        },
        marker={"size": 8, "symbol": SYMBOLS[k % len(SYMBOLS)]},
        customdata=[[format_number(value, digits)] for value in values],
        hovertemplate="%{x}: <b>%{customdata[0]}</b>",
        name=name,
        showlegend=True,
    )


def _marker_line(at: float | None, text: str) -> dict[str, Any]:
    """Return a vertical line with a name, such as the visitor's sentence."""
    if at is None:
        return {}
    line = {
        "type": "line",
        "x0": at,
        "x1": at,
        "yref": "paper",
        "y0": 0,
        "y1": 1,
        "line": {"color": ACCENT, "width": 2, "dash": "dash"},
    }
    note = {
        "text": text,
        "x": at,
        "yref": "paper",
        "y": 1,
        "yanchor": "top",
        "xanchor": "left",
        "xshift": 6,
        "showarrow": False,
        "font": {"color": ACCENT, "family": FONT, "size": FONT_SIZE},
    }
    return {"shapes": [line], "annotations": [note]}


def _axes(
    titles: tuple[str, str], y_range: tuple[float, float] | None
) -> dict[str, Any]:
    x = {"title": {"text": titles[0]}, "showline": True}
    y: dict[str, Any] = {
        "title": {"text": titles[1]},
        "showgrid": True,
        "gridcolor": GRID,
    }
    if y_range is not None:
        y["range"] = list(y_range)
    return {"xaxis": x, "yaxis": y}


def lines(
    x: npt.ArrayLike,
    series: Mapping[str, npt.ArrayLike],
    *,
    bands: Mapping[str, Band] | None = None,
    marked: float | None = None,
    marked_text: str = "",
    x_title: str = "",
    y_title: str = "",
    y_range: tuple[float, float] | None = None,
    digits: int = 2,
    height: int = 400,
) -> go.Figure:
    """Return curves over one quantity, each with its band.

    Parameters
    ----------
    x : array_like of shape (n,)
        Such as sentence lengths.
    series : mapping of str to array_like of shape (n,)
        Names and values; a gap is NaN. Names, titles and `marked_text` may
        hold Plotly's markup, so a token in them must come from `plain_label`.
    bands : mapping of str to (low, high), each array_like of shape (n,)
        Of the series of the same name, such as bootstrap intervals.
    marked : float, optional
        A place on the x axis with a vertical line.
    marked_text : str
        Beside that line.
    x_title, y_title : str
        At the axes.
    y_range : (float, float), optional
        What the y axis shows.
    digits : int
        Decimals on hover.
    height : int
        In pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        The traces of the series carry their names; each band before its curve.

    Raises
    ------
    ValueError
        If the shapes do not fit, or a band belongs to no series.
    """
    x = np.asarray(x, dtype=np.float64)
    bands = bands or {}
    _check_bands(bands, series)
    figure = make_figure(
        height=height,
        hovermode="x unified",
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        **_marker_line(marked, marked_text),
        **_axes((x_title, y_title), y_range),
    )
    for k, (name, values) in enumerate(series.items()):
        if name in bands:
            figure.add_trace(_band_trace(name, x, bands[name], k))
        curve = _check(name, values, len(x))
        figure.add_trace(_curve_trace(name, x, curve, k, digits))
    return figure
