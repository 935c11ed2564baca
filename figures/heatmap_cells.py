"""The cells of a heatmap: numbers, masked cells, and what is neither."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import HOVER, format_number, plain_label, token_labels
from figures.theme import (
    FONT,
    FONT_SIZE,
    INK,
    MASKED,
    PAPER,
    SCORE_COLORS,
    WEIGHT_COLORS,
    color_scale,
)

Kind = Literal["weights", "scores"]

MOST_NUMBERS = 32  # rows or columns up to which cells carry their number
MOST_HOVER_NAMES = 40_000  # cells that carry their names


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
    names_thinned, rows_thinned : str
        With the blank {step}: of the columns, and of the rows, only one name
        in so many is shown.
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
        "Of the columns, one name in {step} is shown; "
        "point at a cell to read its names."
    )
    rows_thinned: str = (
        "Of the rows, one name in {step} is shown; "
        "point at a cell to read its names."
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
class Cells:
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


def sort_out(
    values: npt.ArrayLike, mask: npt.ArrayLike | None, n_q: int, n_k: int
) -> Cells:
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
    return Cells(values, is_masked, is_odd, empty_rows)


def thinned(rows: int, columns: int, words: HeatmapWords) -> list[str]:
    """Return what is said if one name in so many is shown on a side."""
    sides = ((rows, words.rows_thinned), (columns, words.names_thinned))
    return [said.format(step=step) for step, said in sides if step > 1]


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


def _range_of(values: npt.NDArray[np.floating], kind: Kind) -> float:
    """Return the largest value of the color scale."""
    if kind == "weights":
        return 1.0
    finite = np.abs(values[np.isfinite(values)])
    return float(finite.max(initial=0)) or 1.0


def hover_names(
    rows: Sequence[str], columns: Sequence[str]
) -> npt.NDArray[np.object_]:
    """Return for each cell the names of its row and column, unshortened."""
    row_names = token_labels(rows, longest=HOVER)
    column_names = token_labels(columns, longest=HOVER)
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
    cells: Cells, kind: Kind, digits: int, common: dict[str, Any], said: str
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


def cell_traces(
    cells: Cells,
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
