"""Small multiples: many matrices of weights in one picture, on one scale."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.heatmap_cells import HeatmapWords, thinned
from figures.heatmap_strokes import outline
from figures.labels import HOVER, format_number, plain_label, token_labels
from figures.theme import (
    FONT,
    FONT_SIZE,
    INK,
    WEIGHT_COLORS,
    color_scale,
    make_figure,
)

Floats = npt.NDArray[np.floating]

MOST_NUMBERS = 6  # rows or columns of a tile up to which cells carry numbers
MOST_NAMES = 8  # names beside or below a tile
GAP = 1  # cells between two tiles; the title of the lower one stands there
TITLE, BELOW = 26, 40  # pixels


def _check(values: Mapping[str, npt.ArrayLike], n_q: int, n_k: int) -> Floats:
    """Return all matrices in one array of shape (count, n_q, n_k)."""
    tiles = [np.asarray(tile, dtype=np.float64) for tile in values.values()]
    for name, tile in zip(values, tiles, strict=True):
        if tile.shape != (n_q, n_k):
            message = f"'{name}' must have shape (n_q, n_k) = ({n_q}, {n_k})."
            raise ValueError(f"{message} Received: {tile.shape}.")
    return np.stack(tiles) if tiles else np.empty((0, n_q, n_k))


def corner(k: int, n_q: int, n_k: int, per_row: int) -> tuple[int, int]:
    """Return where the first cell of tile k stands in the picture.

    Parameters
    ----------
    k : int
        The tile, counted from 0.
    n_q, n_k : int
        Rows and columns of a tile.
    per_row : int
        Tiles beside each other.

    Returns
    -------
    i, j : int
        Row and column in the picture.

    Examples
    --------
    >>> corner(3, n_q=2, n_k=5, per_row=2)
    (3, 6)
    """
    return (k // per_row) * (n_q + GAP), (k % per_row) * (n_k + GAP)


def cell_of(
    y: int, x: int, n_q: int, n_k: int, per_row: int
) -> tuple[int, int, int]:
    """Return which cell of which tile a place in the picture is.

    Parameters
    ----------
    y, x : int
        Row and column in the picture, as a click reports them.
    n_q, n_k : int
        Rows and columns of a tile.
    per_row : int
        Tiles beside each other.

    Returns
    -------
    k, i, j : int
        The tile, and row and column in it.

    Examples
    --------
    >>> cell_of(4, 7, n_q=2, n_k=5, per_row=2)
    (3, 1, 1)
    """
    down, i = divmod(y, n_q + GAP)
    right, j = divmod(x, n_k + GAP)
    return down * per_row + right, min(i, n_q - 1), min(j, n_k - 1)


def _mosaic(tiles: Floats, per_row: int) -> Floats:
    """Lay the tiles out, with NaN between them."""
    count, n_q, n_k = tiles.shape
    down = -(-count // per_row) or 1
    height = down * (n_q + GAP) - GAP
    picture = np.full((height, per_row * (n_k + GAP) - GAP), np.nan)
    for k, tile in enumerate(tiles):
        i, j = corner(k, n_q, n_k, per_row)
        picture[i : i + n_q, j : j + n_k] = tile
    return picture


def _thin(labels: list[str]) -> tuple[range, list[str]]:
    step = -(-len(labels) // MOST_NAMES) or 1
    return range(0, len(labels), step), labels[::step]


def _axis(
    labels: list[str], starts: Sequence[int], title: str
) -> dict[str, Any]:
    """Return the names of one side, repeated for each tile."""
    positions, names = _thin(labels)
    return {
        "tickvals": [start + p for start in starts for p in positions],
        "ticktext": [*names] * len(starts),
        "tickfont": {"size": FONT_SIZE - 2},
        "title": {"text": plain_label(title) if title else ""},
        "fixedrange": True,
    }


def _titles(
    names: Sequence[str], n_q: int, n_k: int, per_row: int
) -> list[dict[str, Any]]:
    """Return a title above each tile."""
    found = []
    for k, name in enumerate(names):
        i, j = corner(k, n_q, n_k, per_row)
        place = {"x": j - 0.5, "y": i - 0.5, "xanchor": "left"}
        place |= {"yanchor": "bottom", "yshift": 2, "showarrow": False}
        font = {"color": INK, "family": FONT, "size": FONT_SIZE}
        found.append({"text": name, "font": font, **place})
    return found


def _customdata(
    names: Sequence[str], rows: Sequence[str], columns: Sequence[str], wide: int
) -> npt.NDArray[np.object_]:
    """Return for each cell of the picture what is read on hover."""
    n_q, n_k = len(rows), len(columns)
    down = -(-len(names) // wide) or 1
    shape = (down * (n_q + GAP) - GAP, wide * (n_k + GAP) - GAP, 3)
    data = np.full(shape, "", dtype=object)
    row_names = np.array(token_labels(rows, longest=HOVER), dtype=object)
    column_names = token_labels(columns, longest=HOVER)
    for k, name in enumerate(names):
        i, j = corner(k, n_q, n_k, wide)
        block = data[i : i + n_q, j : j + n_k]
        block[:, :, 0] = name
        block[:, :, 1] = row_names[:, None]
        block[:, :, 2] = column_names
    return data


def _trace(picture: Floats, tile: tuple[int, int], said: str) -> go.Heatmap:
    """Return the colored cells of all tiles: one trace is drawn at once."""
    numbers: dict[str, Any] = {}
    if max(tile) <= MOST_NUMBERS:
        text = [
            ["" if np.isnan(v) else format_number(v, 2) for v in row]
            for row in picture
        ]
        font = {"family": FONT}
        numbers = {"text": text, "texttemplate": "%{text}", "textfont": font}
    return go.Heatmap(
        z=picture.astype(np.float32),
        zmin=0,
        zmax=1,
        colorscale=color_scale(WEIGHT_COLORS),
        showscale=False,
        hoverongaps=False,
        xgap=1,
        ygap=1,
        name=said,
        hovertemplate=(
            "%{customdata[0]}<br>%{customdata[1]} → %{customdata[2]}"
            f"<br><b>{plain_label(said)} %{{z:.4f}}</b><extra></extra>"
        ),
        **numbers,
    )


def multiples(
    values: Mapping[str, npt.ArrayLike],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    per_row: int = 2,
    selected: tuple[int, int] | None = None,
    row_title: str = "",
    column_title: str = "",
    words: HeatmapWords | None = None,
    height: int | None = None,
) -> go.Figure:
    """Return matrices of weights beside and below each other.

    Parameters
    ----------
    values : mapping of str to array_like of shape (n_q, n_k)
        The title of each tile with its weights, colored from 0 to 1. A title
        may hold Plotly's markup, so a token in it must come from
        `plain_label`. What is not a number has no color.
    rows : sequence of str, n_q
        Tokens that ask (query), as typed.
    columns : sequence of str, n_k
        Tokens that are looked at (key), as typed.
    per_row : int, default 2
        Tiles beside each other.
    selected : tuple of int, optional
        The cell (i, j) to be framed in every tile.
    row_title, column_title : str
        Which side asks and which is looked at, once for all tiles.
    words : HeatmapWords, optional
        Everything else that is read, in the reader's language.
    height : int, optional
        In pixels; by default it follows the number of rows.

    Returns
    -------
    plotly.graph_objects.Figure
        One heatmap trace; `cell_of` tells to which tile a cell belongs.

    Raises
    ------
    ValueError
        If a matrix has another shape than the names say.
    """
    words, names = words or HeatmapWords(), list(values)
    n_q, n_k = len(rows), len(columns)
    tiles = _check(values, n_q, n_k)
    corners = [corner(k, n_q, n_k, per_row) for k in range(len(names))]
    picture = _mosaic(tiles, per_row)
    below = BELOW + TITLE * bool(column_title)
    downs, rights = (sorted(set(side)) for side in zip(*corners, strict=True))
    x_axis = _axis(token_labels(columns), rights, column_title)
    y_axis = _axis(token_labels(rows), downs, row_title)
    figure = make_figure(
        height=height or _height(len(picture), below),
        notes=_notes(n_q, n_k, words),
        meta={"numbers_too_small": words.numbers_too_small},
        margin={"l": 8, "r": 8, "t": TITLE, "b": 8},
        annotations=_titles(names, n_q, n_k, per_row),
        shapes=_frames(corners, selected),
        xaxis={**x_axis, "side": "bottom"},
        yaxis={**y_axis, "autorange": "reversed"},
    )
    trace = _trace(picture, (n_q, n_k), words.value)
    trace.customdata = _customdata(names, rows, columns, per_row)
    return figure.add_trace(trace)


def _frames(
    corners: Sequence[tuple[int, int]], selected: tuple[int, int] | None
) -> list[dict[str, Any]]:
    if selected is None:
        return []
    return [
        shape
        for i, j in corners
        for shape in outline(i + selected[0], j + selected[1])
    ]


def _notes(n_q: int, n_k: int, words: HeatmapWords) -> tuple[str, ...]:
    """Return sentences about what was thinned or left out."""
    notes = thinned(-(-n_q // MOST_NAMES), -(-n_k // MOST_NAMES), words)
    if max(n_q, n_k) > MOST_NUMBERS:
        notes.append(words.numbers_left_out.format(most=MOST_NUMBERS))
    return tuple(notes)


def _height(cells: int, below: int) -> int:
    """Return pixels that keep a title readable between two tiles."""
    size = 34 if cells <= 9 else 28 if cells <= 15 else 24
    return int(np.clip(size * cells + TITLE + below, 180, 760))
