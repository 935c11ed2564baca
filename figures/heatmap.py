"""A matrix of weights or scores: target rows, source columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number, plain_label, token_labels
from figures.theme import (
    ACCENT,
    FONT,
    FONT_SIZE,
    HATCH,
    INK,
    MASKED,
    PAPER,
    SCORE_COLORS,
    WEIGHT_COLORS,
    color_scale,
    make_figure,
    wrap,
)

Kind = Literal["weights", "scores"]

MOST_NUMBERS = 32  # rows or columns up to which cells carry their number
MOST_NAMES = 48  # names on one axis; more cost seconds and are not read
MOST_HOVER_NAMES = 40_000  # cells that carry their names
MANY = 10  # columns from which a cell is narrow

AROUND = 90  # pixels above and below the cells: names and titles

_CROSS = [(-0.3, -0.3, 0.3, 0.3), (-0.3, 0.3, 0.3, -0.3)]


@dataclass(frozen=True)
class HeatmapWords:
    """What a reader reads in a heatmap, in the reader's language.

    Parameters
    ----------
    value : str
        What a cell shows, such as "weight".
    masked, not_a_number, empty_row : str
        Said on hover of such a cell; `empty_row` of a row that may look at
        nothing.
    names_thinned : str
        With the blank {step}: only one name in so many is shown.
    numbers_left_out : str
        With the blank {most}: more rows or columns than that, no numbers.
    numbers_too_small : str
        On this screen the cells are too small for their numbers.
    rows_empty : str
        With the blank {rows}: these may look at nothing.
    """

    value: str = "weight"
    masked: str = "masked"
    not_a_number: str = "not a number"
    empty_row: str = "may look at nothing"
    names_thinned: str = (
        "Only one name in {step} is shown; point at a cell to read its names."
    )
    numbers_left_out: str = (
        "Cells show no numbers beyond {most} rows or columns; "
        "point at a cell to read its number."
    )
    numbers_too_small: str = (
        "The cells are too small for their numbers here; "
        "point at a cell to read its number."
    )
    rows_empty: str = "May look at nothing: {rows}."


@dataclass(frozen=True)
class _Cells:
    """A matrix sorted out: what is a number, what is masked, what is neither.

    Parameters
    ----------
    values : ndarray of shape (n_q, n_k)
    is_masked, is_odd : ndarray of bool, shape (n_q, n_k)
        Masked, and not masked but not a number.
    empty_rows : ndarray of bool, shape (n_q,)
        Rows with at least one cell of which every one is masked.
    """

    values: npt.NDArray[np.floating]
    is_masked: npt.NDArray[np.bool_]
    is_odd: npt.NDArray[np.bool_]
    empty_rows: npt.NDArray[np.bool_]


def _sort_out(
    values: npt.ArrayLike, mask: npt.ArrayLike | None, n_q: int, n_k: int
) -> _Cells:
    """Check the shapes and find the cells that are no numbers."""
    values = np.asarray(values, dtype=np.float64)
    if values.shape != (n_q, n_k):
        message = (
            f"values must have shape (n_q, n_k) = ({n_q}, {n_k}), one row for "
            "each row name and one column for each column name."
        )
        raise ValueError(f"{message} Received: {values.shape}.")
    is_masked = np.zeros((n_q, n_k), dtype=np.bool_)
    if mask is not None:
        is_masked = ~_check_mask(mask, (n_q, n_k))
    is_odd = np.isnan(values) & ~is_masked
    empty_rows = np.logical_and(is_masked.all(axis=1), n_k > 0)
    return _Cells(values, is_masked, is_odd, empty_rows)


def _check_mask(
    mask: npt.ArrayLike, shape: tuple[int, int]
) -> npt.NDArray[np.bool_]:
    mask = np.asarray(mask)
    if mask.dtype != np.bool_:
        message = "mask must be boolean, True = may be looked at."
        raise TypeError(f"{message} Received: dtype {mask.dtype}.")
    try:
        return np.broadcast_to(mask, shape)
    except ValueError:
        message = f"mask must fit values of shape {shape}."
        raise ValueError(f"{message} Received: {mask.shape}.") from None


def _check_selected(
    selected: tuple[int, int] | None, n_q: int, n_k: int
) -> None:
    if selected is None:
        return
    i, j = selected
    if not (0 <= i < n_q and 0 <= j < n_k):
        message = f"selected must be a cell (i, j) of {n_q} x {n_k} cells."
        raise ValueError(f"{message} Received: ({i}, {j}).")


def _check_lit(lit: int | None, n_q: int, n_k: int) -> None:
    if lit is not None and not (n_q == n_k and 0 <= lit < n_q):
        message = f"lit must be a word of a square matrix, here {n_q} x {n_k}."
        raise ValueError(f"{message} Received: {lit}.")


def _range_of(values: npt.NDArray[np.floating], kind: Kind) -> float:
    """Return the largest value of the color scale."""
    if kind == "weights":
        return 1.0
    finite = np.abs(values[np.isfinite(values)])
    return float(finite.max(initial=0)) or 1.0


def _hover_names(
    rows: Sequence[str], columns: Sequence[str]
) -> npt.NDArray[np.object_]:
    """Return for each cell the names of its row and column, unshortened."""
    row_names = token_labels(rows, longest=None)
    column_names = token_labels(columns, longest=None)
    names = np.empty((len(rows), len(columns), 2), dtype=object)
    names[:, :, 0] = np.array(row_names, dtype=object)[:, None]
    names[:, :, 1] = column_names
    return names


def _hover_template(said: str, has_names: bool) -> str:
    """Return what is read on hover. Tokens stand in customdata, not here."""
    names = "%{customdata[0]} → %{customdata[1]}"
    if not has_names:
        names = "%{y} → %{x}"
    return f"{names}<br><b>{said}</b><extra></extra>"


def _value_trace(
    cells: _Cells, kind: Kind, digits: int, common: dict[str, Any], said: str
) -> go.Heatmap:
    """Return the colored cells."""
    top = _range_of(cells.values, kind)
    bottom = 0.0 if kind == "weights" else -top
    shown = np.clip(cells.values, np.finfo("f4").min, np.finfo("f4").max)
    shown = np.where(cells.is_masked | cells.is_odd, np.nan, shown)
    colors = WEIGHT_COLORS if kind == "weights" else SCORE_COLORS
    return go.Heatmap(
        z=shown.astype(np.float32),
        zmin=bottom,
        zmax=top,
        colorscale=color_scale(colors),
        colorbar=_color_bar(bottom, top),
        name=said,
        hovertemplate=_hover_template(
            f"{plain_label(said)} %{{z:.{digits + 2}f}}",
            "customdata" in common,
        ),
        **common,
    )


def _color_bar(bottom: float, top: float) -> dict[str, Any]:
    return {
        "thickness": 10,
        "len": 1,
        "lenmode": "fraction",
        "xpad": 8,
        "ypad": 0,
        "outlinewidth": 0,
        "ticklen": 0,
        "ticklabeloverflow": "allow",
        "tickvals": [bottom, (bottom + top) / 2, top],
        "ticktext": [
            format_number(value, 0 if float(value).is_integer() else 1)
            for value in (bottom, (bottom + top) / 2, top)
        ],
        "tickfont": {"color": INK, "family": FONT, "size": FONT_SIZE - 2},
    }


def _flat_trace(
    where: npt.NDArray[np.bool_], color: str, said: str, common: dict[str, Any]
) -> go.Heatmap:
    """Return cells of one color that say on hover what they are."""
    z = np.where(where, 0, np.nan).astype(np.float32)
    return go.Heatmap(
        z=z,
        zmin=0,
        zmax=1,
        colorscale=[[0, color], [1, color]],
        showscale=False,
        name=said,
        hovertemplate=_hover_template(
            plain_label(said), "customdata" in common
        ),
        **common,
    )


def _hatching(lines: int) -> list[tuple[float, ...]]:
    """Return parallel lines (x_0, y_0, x_1, y_1) over a cell of size one."""
    at = [2 * (i + 0.5) / lines - 1 for i in range(lines)]
    return [
        (max(t, 0) - 0.5, min(t, 0) + 0.5, min(t, 0) + 0.5, max(t, 0) - 0.5)
        for t in at
    ]


def _strokes(
    where: npt.NDArray[np.bool_], lines: Sequence[tuple[float, ...]]
) -> str:
    """Return one path with the lines in every cell of `where`."""
    return "".join(
        f"M{j + x_0:.6g},{i + y_0:.6g}L{j + x_1:.6g},{i + y_1:.6g}"
        for i, j in np.argwhere(where)
        for x_0, y_0, x_1, y_1 in lines
    )


def _pattern_shape(
    where: npt.NDArray[np.bool_],
    lines: Sequence[tuple[float, ...]],
    color: str,
    width: float,
) -> dict[str, Any]:
    return {
        "type": "path",
        "path": _strokes(where, lines),
        "line": {"color": color, "width": width},
        "layer": "above",
    }


def outline(i: int, j: int) -> list[dict[str, Any]]:
    """Return the frame around cell (i, j): visible on dark and on light.

    Parameters
    ----------
    i, j : int
        Row and column.

    Returns
    -------
    list of dict
        Two Plotly shapes, a wide one in the color of the paper under a narrow
        one in the accent color.
    """
    edges = {"x0": j - 0.5, "x1": j + 0.5, "y0": i - 0.5, "y1": i + 0.5}
    return [
        {
            "type": "rect",
            **edges,
            "line": {"color": color, "width": width},
            "layer": "above",
        }
        for color, width in ((PAPER, 5), (ACCENT, 3))
    ]


def _row_frame(i: int, n_k: int) -> dict[str, Any]:
    """Return the frame around a row."""
    edges = {"x0": -0.5, "x1": n_k - 0.5, "y0": i - 0.5, "y1": i + 0.5}
    line = {"color": ACCENT, "width": 1.5}
    return {"type": "rect", **edges, "line": line, "layer": "above"}


def _shapes(
    cells: _Cells, selected: tuple[int, int] | None, lit: int | None
) -> list[dict[str, Any]]:
    """Return what is drawn over the cells."""
    shapes = []
    if cells.is_masked.any():
        hatching = _hatching(8 if cells.values.shape[1] <= MANY else 3)
        shapes.append(_pattern_shape(cells.is_masked, hatching, HATCH, 1))
    if cells.is_odd.any():
        shapes.append(_pattern_shape(cells.is_odd, _CROSS, INK, 2))
    shapes += outline(*selected) if selected else []
    if lit is not None:
        shapes.append(_row_frame(lit, cells.values.shape[1]))
    return shapes


def _thin(labels: list[str]) -> tuple[int, list[int], list[str]]:
    """Return the step, the positions and the names that are shown."""
    step = -(-len(labels) // MOST_NAMES) or 1
    return step, list(range(0, len(labels), step)), labels[::step]


@dataclass(frozen=True)
class _Labels:
    """What stands at the axes."""

    rows: list[str]
    columns: list[str]
    lit: int | None

    def shown(self, labels: list[str]) -> tuple[list[int], list[str]]:
        """Return the positions and names of an axis; the lit one is bold."""
        _, positions, names = _thin(labels)
        return positions, [
            f"<b>{name}</b>" if at == self.lit else name
            for at, name in zip(positions, names, strict=True)
        ]


def _axes(
    labels: _Labels, row_title: str, column_title: str, height: int
) -> dict[str, Any]:
    """Return both axes: positions are integers, the first row is on top."""
    row_positions, row_names = labels.shown(labels.rows)
    column_positions, column_names = labels.shown(labels.columns)
    return {
        "xaxis": {
            "side": "top",
            "tickvals": column_positions,
            "ticktext": column_names,
            "autotickangles": [0, -45, -90],
            "title": {"text": column_title},
        },
        "yaxis": {
            "autorange": "reversed",
            "tickvals": row_positions,
            "ticktext": row_names,
            "title": {"text": wrap(row_title, height - AROUND)},
        },
    }


def _notes(
    labels: _Labels, cells: _Cells, words: HeatmapWords
) -> tuple[str, ...]:
    """Return sentences about what was thinned, left out or marked."""
    notes = []
    step = max(_thin(labels.rows)[0], _thin(labels.columns)[0])
    if step > 1:
        notes.append(words.names_thinned.format(step=step))
    if max(cells.values.shape) > MOST_NUMBERS:
        notes.append(words.numbers_left_out.format(most=MOST_NUMBERS))
    if cells.empty_rows.any():
        empty = [labels.rows[i] for i in np.flatnonzero(cells.empty_rows)]
        notes.append(words.rows_empty.format(rows=unescape(", ".join(empty))))
    return tuple(notes)


def _height(n_q: int) -> int:
    """Return the pixels for n_q rows, names and titles included."""
    row = (
        64
        if n_q <= 4
        else 48
        if n_q <= 8
        else 36
        if n_q <= 20
        else 22
        if n_q <= 48
        else 12
    )
    return int(np.clip(n_q * row + AROUND, 220, 860))


def _mark_empty(
    labels: list[str], empty_rows: npt.NDArray[np.bool_]
) -> list[str]:
    return [
        f"{label} ∅" if is_empty else label
        for label, is_empty in zip(labels, empty_rows, strict=True)
    ]


def _traces(
    cells: _Cells,
    kind: Kind,
    digits: int,
    common: dict[str, Any],
    words: HeatmapWords,
) -> list[go.Heatmap]:
    """Return the colored cells and, if there are any, the others."""
    shown = np.where(cells.is_masked, np.nan, cells.values)
    numbers = _numbers(shown, digits)
    traces = [_value_trace(cells, kind, digits, common | numbers, words.value)]
    by_row = cells.empty_rows[:, None]
    for where, color, said in (
        (cells.is_masked & ~by_row, MASKED, words.masked),
        (cells.is_masked & by_row, MASKED, words.empty_row),
        (cells.is_odd, PAPER, words.not_a_number),
    ):
        if where.any():
            traces.append(_flat_trace(where, color, said, common))
    return traces


def _numbers(values: npt.NDArray[np.floating], digits: int) -> dict[str, Any]:
    """Return the settings that write each cell's number into it."""
    if max(values.shape) > MOST_NUMBERS:
        return {}
    text = [
        ["" if np.isnan(v) else format_number(v, digits) for v in row]
        for row in values
    ]
    return {
        "text": text,
        "texttemplate": "%{text}",
        "textfont": {"family": FONT},
    }


def heatmap(
    values: npt.ArrayLike,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    kind: Kind = "weights",
    mask: npt.ArrayLike | None = None,
    selected: tuple[int, int] | None = None,
    row_title: str = "",
    column_title: str = "",
    row_marks: Sequence[str] | None = None,
    column_marks: Sequence[str] | None = None,
    lit: int | None = None,
    digits: int = 2,
    words: HeatmapWords | None = None,
    height: int | None = None,
) -> go.Figure:
    """Return a matrix as a picture: the first row is on top.

    Parameters
    ----------
    values : array_like of shape (n_q, n_k)
        Weights or scores; NaN and infinities are shown as what they are.
    rows : sequence of str, n_q
        Tokens that ask (query), as typed.
    columns : sequence of str, n_k
        Tokens that are looked at (key), as typed.
    kind : {"weights", "scores"}
        Weights are colored from 0 to 1, always; scores evenly around zero.
    mask : array_like of bool, shape (n_q, n_k), optional
        True = may be looked at. The others are hatched.
    selected : tuple of int, optional
        The cell (i, j) to be framed.
    row_title, column_title : str
        Which side asks and which is looked at.
    row_marks, column_marks : sequence of str, optional
        Put behind the names, such as "*" for a word read in pieces.
    lit : int, optional
        Of a sentence that looks at itself: the word whose row is framed, and
        whose names at both axes are bold.
    digits : int
        Decimals in the cells; on hover there are two more.
    words : HeatmapWords, optional
        Everything else that is read, in the reader's language.
    height : int, optional
        In pixels; by default it follows the number of rows.

    Returns
    -------
    plotly.graph_objects.Figure
        What was thinned, left out or marked stands in
        `layout.meta["notes"]`, as plain text.

    Raises
    ------
    ValueError
        If the shapes do not fit, or `selected` or `lit` is not in the matrix.
    TypeError
        If the mask is not boolean.
    """
    words = words or HeatmapWords()
    cells = _sort_out(values, mask, len(rows), len(columns))
    _check_selected(selected, *cells.values.shape)
    _check_lit(lit, *cells.values.shape)
    labels = _Labels(
        _mark_empty(token_labels(rows, marks=row_marks), cells.empty_rows),
        token_labels(columns, marks=column_marks),
        lit,
    )
    height = height or _height(len(rows))
    figure = make_figure(
        height=height,
        notes=_notes(labels, cells, words),
        meta={
            "names_thinned": words.names_thinned,
            "numbers_too_small": words.numbers_too_small,
        },
        shapes=_shapes(cells, selected, lit),
        **_axes(labels, row_title, column_title, height),
    )
    common: dict[str, Any] = {"hoverongaps": False, "xgap": 1, "ygap": 1}
    if cells.values.size <= MOST_HOVER_NAMES:
        common["customdata"] = _hover_names(rows, columns)
    return figure.add_traces(_traces(cells, kind, digits, common, words))
