"""Two sentences side by side, joined by lines: the heavier, the thicker."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import HOVER, format_number, token_labels
from figures.link_lines import (
    LinkWords,
    Places,
    line_points,
    line_shapes,
    places_of,
)
from figures.theme import (
    FONT_SIZE,
    MUTED,
    make_figure,
    wrap,
)

FEW = 400  # pairs up to which faint lines are drawn too
FAINT, FAINT_AMONG_MANY = 0.01, 0.05  # lines lighter than that are hidden
AROUND = 90  # pixels above and below the words
SMALLEST = 9  # pixels of a name

Floats = npt.NDArray[np.floating]


def _check_weights(weights: npt.ArrayLike, n_q: int, n_k: int) -> Floats:
    weights = np.asarray(weights, dtype=np.float64)
    if weights.shape != (n_q, n_k):
        message = (
            f"weights must have shape (n_q, n_k) = ({n_q}, {n_k}), one row "
            "for each row name and one column for each column name."
        )
        raise ValueError(f"{message} Received: {weights.shape}.")
    return weights


def _check_row(selected_row: int | None, n_q: int) -> None:
    if selected_row is not None and not 0 <= selected_row < n_q:
        message = f"selected_row must be one of {n_q} rows."
        raise ValueError(f"{message} Received: {selected_row}.")


def _least(weights: Floats) -> float:
    return FAINT if weights.size <= FEW else FAINT_AMONG_MANY


def _word_points(
    weights: Floats, places: Places, names: list[list[str]]
) -> go.Scatter:
    """Return a dot for each word; a click chooses its heaviest pair."""
    n_q, n_k = weights.shape
    row_names, column_names = names
    points = [places.point(0, along) for along in places.keys]
    points += [places.point(1, along) for along in places.queries]
    cells: list[tuple[int, int]] = []
    if weights.size:
        known = np.nan_to_num(weights, nan=-np.inf)
        cells += [(int(known[:, j].argmax()), j) for j in range(n_k)]
        cells += [(i, int(known[i].argmax())) for i in range(n_q)]
    return go.Scatter(
        x=[x for x, _ in points],
        y=[y for _, y in points],
        mode="markers",
        marker={"color": MUTED, "size": 7},
        customdata=[[name] for name in column_names + row_names],
        hovertemplate="%{customdata[0]}<extra></extra>",
        meta={"cells": cells},
        name="words",
    )


def _sides(
    row_labels: list[str], column_labels: list[str], places: Places, size: int
) -> dict[str, Any]:
    """Return the axes along the sentences: names at both sides."""
    longest = max(len(row_labels), len(column_labels), 1)
    first, opposite, along = (
        ("y", ("left", "right"), [longest - 0.5, -0.5])
        if places.is_upright
        else ("x", ("top", "bottom"), [-0.5, longest - 0.5])
    )
    common = {"range": along, "fixedrange": True, "tickfont": {"size": size}}
    return {
        f"{first}axis": {
            "side": opposite[0],
            "tickvals": places.keys,
            "ticktext": column_labels,
            **common,
        },
        f"{first}axis2": {
            "side": opposite[1],
            "overlaying": first,
            "tickvals": places.queries,
            "ticktext": row_labels,
            **common,
        },
    }


def _titles(titles: tuple[str, str], is_upright: bool) -> dict[str, Any]:
    """Return the axis across: a title over (or beside) each sentence."""
    axis = {
        "range": [-0.04, 1.04],
        "fixedrange": True,
        "side": "top" if is_upright else "left",
        "tickvals": [0, 1] if is_upright else [1, 0],
        "ticktext": [wrap(title, 90) for title in titles],
        "tickfont": {"color": MUTED, "size": FONT_SIZE},
        "ticklabeloverflow": "allow",
    }
    return {"xaxis" if is_upright else "yaxis": axis}


def _emphasize(labels: list[str], selected_row: int | None) -> list[str]:
    return [
        f"<b>{label}</b>" if i == selected_row else label
        for i, label in enumerate(labels)
    ]


def _notes(
    weights: Floats, drawn: npt.NDArray[np.bool_], words: LinkWords
) -> tuple[str, ...]:
    """Return sentences about lines that are not there."""
    notes = []
    hidden = int(((weights > 0) & ~drawn).sum())
    if hidden:
        notes.append(
            words.faint_hidden.format(
                least=format_number(_least(weights), 2),
                hidden=hidden,
                all=int((weights > 0).sum()),
            )
        )
    odd = int(np.isnan(weights).sum())
    if odd:
        notes.append(words.not_numbers.format(count=odd))
    return tuple(notes)


def _height(longest: int, is_upright: bool) -> int:
    if not is_upright:
        return 320
    step = 64 if longest <= 4 else 48 if longest <= 8 else 36
    return int(np.clip(longest * step + AROUND, 220, 860))


def links(
    weights: npt.ArrayLike,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    selected_row: int | None = None,
    row_title: str = "",
    column_title: str = "",
    row_marks: Sequence[str] | None = None,
    column_marks: Sequence[str] | None = None,
    words: LinkWords | None = None,
    is_upright: bool = True,
    height: int | None = None,
) -> go.Figure:
    """Return lines between two sentences, thick and dark where weights are.

    Parameters
    ----------
    weights : array_like of shape (n_q, n_k)
        From 0 to 1. Zero has no line; neither has NaN, which is announced.
    rows : sequence of str, n_q
        Tokens that ask (query), as typed; on the right.
    columns : sequence of str, n_k
        Tokens that are looked at (key), as typed; on the left.
    selected_row : int, optional
        The row i whose lines stand out.
    row_title, column_title : str
        Over the words.
    row_marks, column_marks : sequence of str, optional
        Put behind the names, such as "*" for a word read in pieces.
    words : LinkWords, optional
        Everything else that is read, in the reader's language.
    is_upright : bool
        True: two columns of words, for any width. False: two lines of text,
        for wide screens and short sentences.
    height : int, optional
        In pixels; by default it follows the number of words.

    Returns
    -------
    plotly.graph_objects.Figure
        The trace "links" carries in `meta["cells"]` the pair (i, j) of each
        of its points. Lines left out are announced in `layout.meta["notes"]`.

    Raises
    ------
    ValueError
        If the shapes do not fit, or there is no row `selected_row`.
    """
    words = words or LinkWords()
    weights = _check_weights(weights, len(rows), len(columns))
    _check_row(selected_row, len(rows))
    places = places_of(weights, is_upright)
    drawn = weights >= _least(weights)
    height = height or _height(max(*weights.shape, 1), is_upright)
    figure = make_figure(
        height=height,
        notes=_notes(weights, drawn, words),
        shapes=line_shapes(weights, drawn, places, selected_row),
        hovermode="closest",
        dragmode=False,
        **_titles((column_title, row_title), is_upright),
        **_sides(
            _emphasize(token_labels(rows, marks=row_marks), selected_row),
            token_labels(columns, marks=column_marks),
            places,
            _name_size(weights, height, is_upright),
        ),
    )
    names = [token_labels(side, longest=HOVER) for side in (rows, columns)]
    figure.add_trace(line_points(weights, drawn, places, names, words))
    figure.add_trace(_word_points(weights, places, names))
    return figure.add_trace(_second_axis(is_upright))


def _name_size(weights: Floats, height: int, is_upright: bool) -> int:
    """Return the size of the names, smaller where many stand in a column."""
    room = (height - AROUND) / max(*weights.shape, 1)
    size = 0.9 * room if is_upright else FONT_SIZE
    return int(np.clip(size, SMALLEST, FONT_SIZE))


def _second_axis(is_upright: bool) -> go.Scatter:
    """Return an empty trace: without one Plotly draws no second axis."""
    axis = {"yaxis": "y2"} if is_upright else {"xaxis": "x2"}
    return go.Scatter(x=[None], y=[None], hoverinfo="skip", **axis)
