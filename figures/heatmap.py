"""A matrix of weights or scores: target rows, source columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.heatmap_cells import (
    MOST_HOVER_NAMES,
    MOST_NUMBERS,
    Cells,
    HeatmapWords,
    Kind,
    cell_traces,
    hover_names,
    sort_out,
    thinned,
)
from figures.heatmap_strokes import strokes_over
from figures.labels import token_labels
from figures.theme import (
    make_figure,
    wrap,
)

SAID_LATER = ("names_thinned", "numbers_too_small")  # if the screen is small
MOST_NAMES = 48  # names on one axis; more cost seconds and are not read

AROUND = 90  # pixels above and below the cells: names and titles


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
    labels: _Labels, cells: Cells, words: HeatmapWords
) -> tuple[str, ...]:
    """Return sentences about what was thinned, left out or marked."""
    steps = _thin(labels.rows)[0], _thin(labels.columns)[0]
    notes = thinned(*steps, words)
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
    cells = sort_out(values, mask, len(rows), len(columns))
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
        uirevision=repr((rows, columns)),  # other words, no zoom
        notes=_notes(labels, cells, words),
        meta={name: getattr(words, name) for name in SAID_LATER},
        shapes=strokes_over(cells, selected, lit),
        **_axes(labels, row_title, column_title, height),
    )
    common: dict[str, Any] = {"hoverongaps": False, "xgap": 1, "ygap": 1}
    if cells.values.size <= MOST_HOVER_NAMES:
        common["customdata"] = hover_names(rows, columns)
    return figure.add_traces(cell_traces(cells, kind, digits, common, words))
