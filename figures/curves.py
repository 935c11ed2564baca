"""Curves: measured points beside the line that a formula says."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.theme import (
    ACCENT,
    FONT_SIZE,
    GRID,
    MUTED,
    SERIES_COLORS,
    make_figure,
)

MOST_DECADES = 4  # beyond, Plotly names the decades alone


def _axis(title: str, *, logarithmic: bool, at: Sequence[float]) -> Any:  # noqa: ANN401
    ticks: dict[str, Any] = {}
    if len(at):
        ticks = {"tickvals": [*at], "ticktext": [f"{x:g}" for x in at]}
    return {
        "type": "log" if logarithmic else "linear",
        "title": {"text": title},
        "showgrid": True,
        "gridcolor": GRID,
        "tickfont": {"size": FONT_SIZE - 2},
        "fixedrange": True,
        **ticks,
    }


def _log_ticks(values: Sequence[npt.ArrayLike]) -> list[float]:
    """Return 1, 2, 5, 10, 20, 50 ... as far as there are positive values.

    Plotly's own "D2" writes 20 as 2.
    """
    every = np.concatenate([np.ravel(np.asarray(v, float)) for v in values])
    seen = every[np.isfinite(every) & (every > 0)]
    if not seen.size:
        return []
    low, high = np.floor(np.log10(seen.min())), np.ceil(np.log10(seen.max()))
    decades = np.arange(int(low), int(high) + 1)
    if len(decades) > MOST_DECADES:
        return []
    return [float(f"{m}e{k}") for k in decades for m in (1, 2, 5)]


def curves(
    x: npt.ArrayLike,
    lines: Mapping[str, npt.ArrayLike],
    *,
    points: Mapping[str, npt.ArrayLike] | None = None,
    x_title: str = "",
    y_title: str = "",
    logarithmic: str = "",
    x_ticks: Sequence[float] = (),
    marked: float | None = None,
    height: int = 300,
) -> go.Figure:
    """Return lines and points over one quantity.

    Parameters
    ----------
    x : array_like of shape (n,)
        The quantity.
    lines : mapping of str to array_like of shape (n,)
        Name and values of each line. A name may hold Plotly's markup.
    points : mapping of str to array_like of shape (n,), optional
        Name and values of what was measured; the k-th has the color of the
        k-th line.
    x_title, y_title : str
        At the axes.
    logarithmic : str
        Which axes are: "", "x", "y" or "xy".
    x_ticks : sequence of float
        Where the horizontal axis is named; by default Plotly chooses.
    marked : float, optional
        A vertical line stands here.
    height : int, default 300
        In pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        One trace for each line, then one for each set of points.

    Raises
    ------
    ValueError
        If a line has not as many values as x.
    """
    x = np.asarray(x, dtype=np.float64)
    points = points or {}
    for name, values in [*lines.items(), *points.items()]:
        if np.shape(values) != x.shape:
            message = f"'{name}' must have shape (n,) = {x.shape}, as x."
            raise ValueError(f"{message} Received: {np.shape(values)}.")
    is_log = "y" in logarithmic
    y_ticks = _log_ticks([*lines.values(), *points.values()]) if is_log else []
    figure = make_figure(
        height=height,
        showlegend=True,
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        xaxis=_axis(x_title, logarithmic="x" in logarithmic, at=x_ticks),
        yaxis=_axis(y_title, logarithmic="y" in logarithmic, at=y_ticks),
        shapes=_mark(marked),
    )
    if "x" in logarithmic and x.size:  # room for the first and last name
        ends = np.log10([x.min() / 1.2, x.max() * 1.2])
        figure.update_xaxes(range=ends.tolist())
    for mode, group in (("lines", lines), ("markers", points)):
        for k, (name, values) in enumerate(group.items()):
            figure.add_trace(_trace(x, values, name, mode, k))
    return figure


def _mark(at: float | None) -> list[dict[str, Any]]:
    """Return a dotted line from top to bottom."""
    if at is None:
        return []
    line = {"color": ACCENT, "width": 2, "dash": "dot"}
    edges = {"x0": at, "x1": at, "y0": 0, "y1": 1, "yref": "paper"}
    return [{"type": "line", **edges, "line": line}]


def _trace(
    x: npt.ArrayLike, y: npt.ArrayLike, name: str, mode: str, k: int
) -> go.Scatter:
    color = [*SERIES_COLORS, MUTED][k % (len(SERIES_COLORS) + 1)]
    return go.Scatter(
        x=x,
        y=np.asarray(y, dtype=np.float64),
        name=name,
        mode=mode,
        line={"color": color, "width": 2},
        marker={"color": color, "size": 8},
        hovertemplate="%{x:.4g}: <b>%{y:.4g}</b><extra></extra>",
    )
