"""Vectors of two dimensions as arrows: a query and the keys it looks at."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number, token_labels
from figures.theme import (
    ACCENT,
    FONT,
    FONT_SIZE,
    GRID,
    INK,
    MUTED,
    SERIES_COLORS,
    make_figure,
)

Floats = npt.NDArray[np.floating]

THIN, THICK = 1.5, 9.0  # pixels, for weights 0 and 1


def _check(
    query: npt.ArrayLike, key: npt.ArrayLike, weights: npt.ArrayLike
) -> tuple[Floats, Floats, Floats]:
    query = np.asarray(query, dtype=np.float64)
    key = np.asarray(key, dtype=np.float64)
    weights = np.asarray(weights, dtype=np.float64)
    if query.shape != (2,):
        message = "query must have shape (2,)."
        raise ValueError(f"{message} Received: {query.shape}.")
    if key.ndim != 2 or key.shape[1] != 2:
        message = "key must have shape (n_k, 2)."
        raise ValueError(f"{message} Received: {key.shape}.")
    if weights.shape != (len(key),):
        message = f"weights must have shape (n_k,) = ({len(key)},)."
        raise ValueError(f"{message} Received: {weights.shape}.")
    return query, key, weights


def _arrow(
    tip: tuple[float, float], color: str, width: float
) -> dict[str, Any]:
    """Return an arrow from the origin to its tip."""
    return {
        "x": tip[0],
        "y": tip[1],
        "ax": 0,
        "ay": 0,
        **dict.fromkeys(("xref", "axref"), "x"),
        **dict.fromkeys(("yref", "ayref"), "y"),
        "text": "",
        "showarrow": True,
        "arrowhead": 2,
        # Plotly scales the head by the width; thick ones would be clubs.
        "arrowsize": max(0.5, min(1.4, 4 / width)),
        "arrowwidth": width,
        "arrowcolor": color,
    }


def _tips(
    points: Floats, names: list[str], said: list[str], color: str
) -> go.Scatter:
    """Return names at the tips, with all that is read on hover."""
    return go.Scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers+text",
        marker={"color": color, "size": 7},
        text=said,
        textposition=[
            f"middle {'right' if x >= 0 else 'left'}" for x in points[:, 0]
        ],
        textfont={"color": INK, "family": FONT, "size": FONT_SIZE},
        cliponaxis=False,
        customdata=[[name] for name in names],
        hovertemplate=(
            "%{customdata[0]}<br><b>(%{x:.4g}, %{y:.4g})</b><extra></extra>"
        ),
    )


def _axis(limit: float, **more: object) -> dict[str, Any]:
    return {
        "range": [-limit, limit],
        "zeroline": True,
        "zerolinewidth": 1,
        "zerolinecolor": MUTED,
        "showgrid": True,
        "gridcolor": GRID,
        "fixedrange": True,
        **more,
    }


def arrows(
    query: npt.ArrayLike,
    key: npt.ArrayLike,
    weights: npt.ArrayLike,
    *,
    query_name: str = "query",
    key_names: Sequence[str] = (),
    limit: float | None = None,
    height: int = 380,
) -> go.Figure:
    """Return a query and keys as arrows; a heavy key has a thick one.

    Parameters
    ----------
    query : array_like of shape (2,)
        Who asks.
    key : array_like of shape (n_k, 2)
        Who is looked at.
    weights : array_like of shape (n_k,)
        Written beside the keys, and shown by the width of their arrows.
    query_name : str
        As typed.
    key_names : sequence of str, n_k
        As typed.
    limit : float, optional
        Both axes run from -limit to limit, so that pictures can be compared.
    height : int, default 380
        In pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        One trace with the names of the keys, one with the query's.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """
    query, key, weights = _check(query, key, weights)
    names = token_labels(key_names or [f"k{j}" for j in range(1, len(key) + 1)])
    limit = limit or 1.25 * float(np.abs([query, *key]).max()) or 1.0
    drawn = _key_arrows(key, weights)
    drawn.append(_arrow((query[0], query[1]), ACCENT, 3))
    figure = make_figure(
        height=height,
        annotations=drawn,
        xaxis=_axis(limit, constrain="domain"),
        yaxis=_axis(limit, scaleanchor="x", constrain="domain"),
    )
    said = [
        f"{name} {format_number(weight, 2)}"
        for name, weight in zip(names, weights.tolist(), strict=True)
    ]
    figure.add_trace(_tips(key, names, said, SERIES_COLORS[0]))
    one = token_labels([query_name])
    return figure.add_trace(_tips(query[None], one, one, ACCENT))


def _key_arrows(key: Floats, weights: Floats) -> list[dict[str, Any]]:
    """Return an arrow for each key; what is no number is drawn thin."""
    widths = THIN + (THICK - THIN) * np.nan_to_num(weights)
    return [
        _arrow((x, y), SERIES_COLORS[0], width)
        for (x, y), width in zip(key.tolist(), widths.tolist(), strict=True)
    ]
