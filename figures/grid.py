"""All layers and heads of a model as small heatmaps in one picture."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.grid_tiles import GridWords, Tiles, tile_names
from figures.heatmap_cells import MOST_HOVER_NAMES
from figures.labels import plain_label
from figures.theme import (
    ACCENT,
    MASKED,
    PAPER,
    WEIGHT_COLORS,
    color_scale,
    make_figure,
    wrap,
)

TILE, AROUND = 120, 70  # pixels

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]


def _check_weights(weights: npt.ArrayLike, n_q: int, n_k: int) -> Floats:
    weights = np.asarray(weights, dtype=np.float64)
    if weights.ndim != 4 or weights.shape[2:] != (n_q, n_k):
        message = (
            "weights must have shape (n_layers, n_heads, n_q, n_k) with "
            f"(n_q, n_k) = ({n_q}, {n_k}) (set by rows and columns)."
        )
        raise ValueError(f"{message} Received: {weights.shape}.")
    return weights


def _check_mask(mask: npt.ArrayLike | None, shape: tuple[int, ...]) -> Bools:
    n_layers, n_heads, n_q, n_k = shape
    if mask is None:
        return np.ones((n_q, n_k), dtype=np.bool_)
    mask = np.asarray(mask)
    allowed = ((n_q, n_k), (n_layers, 1, n_q, n_k), shape)
    if mask.dtype != np.bool_ or mask.shape not in allowed:
        message = (
            f"mask must be boolean of shape ({n_q}, {n_k}), or of one for "
            f"each layer, ({n_layers}, 1, {n_q}, {n_k}), or of one for each "
            f"tile, ({n_layers}, {n_heads}, {n_q}, {n_k})."
        )
        raise ValueError(f"{message} Received: {mask.dtype}, {mask.shape}.")
    return mask


def _check_selected(selected: tuple[int, int] | None, tiles: Tiles) -> None:
    if selected is None:
        return
    layer, head = selected
    if not (0 <= layer < tiles.n_layers and 0 <= head < tiles.n_heads):
        size = f"{tiles.n_layers} x {tiles.n_heads}"
        message = f"selected must be one (layer, head) of {size}."
        raise ValueError(f"{message} Received: ({layer}, {head}).")


def _check_names(words: GridWords, tiles: Tiles) -> None:
    for axis, names, count in (
        ("layers", words.layers, tiles.n_layers),
        ("heads", words.heads, tiles.n_heads),
    ):
        if names and len(names) != count:
            message = f"words.{axis} must hold {count} names, or none."
            raise ValueError(f"{message} Received: {names}.")


def _frame(selected: tuple[int, int] | None, tiles: Tiles) -> list[Any]:
    """Return the frame around the chosen tile."""
    if selected is None:
        return []
    down, across = tiles.step
    y, x = selected[0] * down - 0.5, selected[1] * across - 0.5
    edges = {"x0": x, "x1": x + tiles.n_k, "y0": y, "y1": y + tiles.n_q}
    return [
        {"type": "rect", **edges, "line": {"color": color, "width": width}}
        for color, width in ((PAPER, 6), (ACCENT, 3))
    ]


def _trace(
    values: Floats, colors: tuple[str, ...], said: str, common: dict[str, Any]
) -> go.Heatmap:
    """Return one trace for all tiles. Tokens stand in customdata only."""
    where = "%{customdata[0]}<br>%{customdata[1]} → %{customdata[2]}<br>"
    return go.Heatmap(
        z=values.astype(np.float32),
        zmin=0,
        zmax=1,
        colorscale=color_scale(colors),
        showscale=False,
        hoverongaps=False,
        hovertemplate=(
            f"{where if 'customdata' in common else ''}"
            f"<b>{said}</b><extra></extra>"
        ),
        **common,
    )


def _traces(
    weights: Floats,
    mask: Bools,
    tiles: Tiles,
    words: GridWords,
    common: dict[str, Any],
) -> list[go.Heatmap]:
    """Return the weights and, if there are any, the masked cells."""
    shown = tiles.spread(np.where(mask, weights, np.nan), np.nan)
    said = f"{plain_label(words.value)} %{{z:.4f}}"
    traces = [_trace(shown, WEIGHT_COLORS, said, common)]
    if not mask.all():
        where = np.broadcast_to(np.where(mask, np.nan, 0), weights.shape)
        laid, said = tiles.spread(where, np.nan), plain_label(words.masked)
        traces.append(_trace(laid, (MASKED, MASKED), said, common))
    return traces


def _tick(name: str) -> str:
    return wrap(plain_label(name), 90) if name else ""


def _axes(tiles: Tiles, words: GridWords) -> dict[str, Any]:
    layers, heads = tiles.centers
    return {
        "xaxis": {
            "side": "top",
            "tickvals": heads,
            "ticktext": [
                _tick(words.head_name(k)) for k in range(tiles.n_heads)
            ],
            "fixedrange": True,
        },
        "yaxis": {
            "autorange": "reversed",
            "tickvals": layers,
            "ticktext": [
                _tick(words.layer_name(k)) for k in range(tiles.n_layers)
            ],
            "fixedrange": True,
        },
    }


def grid(
    weights: npt.ArrayLike,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    mask: npt.ArrayLike | None = None,
    selected: tuple[int, int] | None = None,
    words: GridWords | None = None,
    height: int | None = None,
) -> go.Figure:
    """Return all heads of all layers, each a small heatmap, first on top.

    One trace for all: twelve of them cost little more than one.

    Parameters
    ----------
    weights : array_like of shape (n_layers, n_heads, n_q, n_k)
        From 0 to 1, all on one scale.
    rows : sequence of str, n_q
        Tokens that ask (query), as typed.
    columns : sequence of str, n_k
        Tokens that are looked at (key), as typed.
    mask : array_like of bool, shape (n_q, n_k), optional
        Or (n_layers, 1, n_q, n_k), or (n_layers, n_heads, n_q, n_k).
        True = may be looked at. The others are gray.
    selected : tuple of int, optional
        The tile (layer, head), counted from 0, to be framed.
    words : GridWords, optional
        What is read, in the reader's language.
    height : int, optional
        In pixels; by default it follows the number of layers.

    Returns
    -------
    plotly.graph_objects.Figure
        A click on it (`ui.chart`) is y = layer, x = head, from 0.

    Raises
    ------
    ValueError
        If the shapes do not fit, there is no tile `selected`, or there are
        not as many names as tiles.
    """
    words = words or GridWords()
    weights = _check_weights(weights, len(rows), len(columns))
    mask = _check_mask(mask, weights.shape)
    tiles = Tiles(*weights.shape)
    _check_selected(selected, tiles)
    _check_names(words, tiles)
    common: dict[str, Any] = {"meta": {"tile": tiles.step}}
    has_names = weights.size <= MOST_HOVER_NAMES
    if has_names:
        names = tile_names(rows, columns, tiles, words)
        common["customdata"] = tiles.spread(names, "")
    figure = make_figure(
        height=height or tiles.n_layers * TILE + AROUND,
        notes=() if has_names else (words.numbers_only,),
        shapes=_frame(selected, tiles),
        dragmode=False,
        **_axes(tiles, words),
    )
    return figure.add_traces(_traces(weights, mask, tiles, words, common))
