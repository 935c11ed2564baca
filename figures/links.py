"""Two sentences side by side, joined by lines: the heavier, the thicker."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number, plain_label, token_labels
from figures.theme import (
    ACCENT,
    FONT_SIZE,
    MUTED,
    SERIES_COLORS,
    make_figure,
    wrap,
)

BUCKETS = 16  # shades of lines; one Plotly shape for each
FEW = 400  # pairs up to which faint lines are drawn too
FAINT, FAINT_AMONG_MANY = 0.01, 0.05  # lines lighter than that are hidden
AROUND = 90  # pixels above and below the words
SMALLEST = 9  # pixels of a name
HOVER_AT = (0.2, 0.4, 0.6, 0.8)  # where a line answers to the pointer

Floats = npt.NDArray[np.floating]


@dataclass(frozen=True)
class LinkWords:
    """What a reader reads beside the links, in the reader's language.

    Parameters
    ----------
    value : str
        What a line shows, such as "weight".
    faint_hidden : str
        With the blanks {least}, {hidden} and {all}: lines lighter than
        `least` are not drawn.
    not_numbers : str
        With the blank {count}: so many weights are not numbers.
    """

    value: str = "weight"
    faint_hidden: str = (
        "Lines lighter than {least} are not drawn: {hidden} of {all}."
    )
    not_numbers: str = "Without a line, because not a number: {count}."


@dataclass(frozen=True)
class _Places:
    """Where the words stand: keys at 0, queries at 1, both from top to bottom.

    Parameters
    ----------
    keys : ndarray of shape (n_k,)
    queries : ndarray of shape (n_q,)
    is_upright : bool
        True: each sentence is a column; False: each is a line of text.
    """

    keys: Floats
    queries: Floats
    is_upright: bool

    def point(self, across: float, along: float) -> tuple[float, float]:
        """Return x and y."""
        return (across, along) if self.is_upright else (along, 1 - across)

    def curve(self, i: int, j: int) -> str:
        """Return the line from key j to query i as an SVG path."""
        start, end = self.keys[j], self.queries[i]
        corners = ((0, start), (0.5, start), (0.5, end), (1, end))
        a, b, c, d = (
            f"{x:.5g},{y:.5g}"
            for x, y in (self.point(*corner) for corner in corners)
        )
        return f"M{a}C{b} {c} {d}"


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


def _spread(n: int, length: int) -> Floats:
    """Return the middles of n equal parts of a length."""
    return (np.arange(n) + 0.5) * length / max(n, 1) - 0.5


def _least(weights: Floats) -> float:
    return FAINT if weights.size <= FEW else FAINT_AMONG_MANY


def _bucket(weight: Floats) -> npt.NDArray[np.int64]:
    """Return the shade of each weight: 0 to BUCKETS - 1."""
    share = np.clip(np.nan_to_num(weight), 0, 1)
    return np.minimum((share * BUCKETS).astype(np.int64), BUCKETS - 1)


def _line(shade: int, is_chosen: bool, is_faded: bool) -> dict[str, Any]:
    """Return thickness, opacity and color of all lines of one shade."""
    share = (shade + 0.5) / BUCKETS
    opacity = 0.15 + 0.85 * share**0.8
    return {
        "line": {
            "color": ACCENT if is_chosen else SERIES_COLORS[0],
            "width": 0.75 + 7 * share,
        },
        "opacity": opacity * (0.35 if is_faded else 1),
    }


def _shapes(
    weights: Floats,
    drawn: npt.NDArray[np.bool_],
    places: _Places,
    selected_row: int | None,
) -> list[dict[str, Any]]:
    """Return one path for each shade: 1,600 lines cost no more than 16."""
    shades = _bucket(weights)
    is_chosen = np.arange(len(weights)) == selected_row
    shapes = []
    for chosen in (False, True):  # the chosen row lies on top
        for shade in range(BUCKETS):
            here = drawn & (shades == shade) & (is_chosen == chosen)[:, None]
            if not here.any():
                continue
            path = "".join(places.curve(i, j) for i, j in np.argwhere(here))
            is_faded = selected_row is not None and not chosen
            look = _line(shade, chosen, is_faded)
            shapes.append(
                {"type": "path", "path": path, "layer": "below", **look}
            )
    return shapes


def _along(places: _Places, i: int, j: int, t: float) -> tuple[float, float]:
    """Return the point at t of the curve from key j to query i."""
    across = 1.5 * t * (1 - t) ** 2 + 1.5 * t**2 * (1 - t) + t**3
    blend = 3 * t**2 * (1 - t) + t**3
    start, end = places.keys[j], places.queries[i]
    return places.point(across, start + (end - start) * blend)


def _hover_points(
    weights: Floats,
    drawn: npt.NDArray[np.bool_],
    places: _Places,
    names: list[list[str]],
    words: LinkWords,
) -> go.Scatter:
    """Return invisible points that say which line they lie on."""
    cells = [(int(i), int(j)) for i, j in np.argwhere(drawn) for _ in HOVER_AT]
    points = [
        _along(places, i, j, HOVER_AT[k % len(HOVER_AT)])
        for k, (i, j) in enumerate(cells)
    ]
    row_names, column_names = names
    return go.Scatter(
        x=[x for x, _ in points],
        y=[y for _, y in points],
        mode="markers",
        marker={"color": MUTED, "opacity": 0, "size": 12},
        customdata=[
            [row_names[i], column_names[j], format_number(weights[i, j], 4)]
            for i, j in cells
        ],
        hovertemplate=(
            "%{customdata[0]} → %{customdata[1]}"
            f"<br><b>{plain_label(words.value)} %{{customdata[2]}}</b>"
            "<extra></extra>"
        ),
        meta={"cells": cells},
        name="links",
    )


def _word_points(
    weights: Floats, places: _Places, names: list[list[str]]
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
    row_labels: list[str], column_labels: list[str], places: _Places, size: int
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
    places = _places(weights, is_upright)
    drawn = weights >= _least(weights)
    height = height or _height(max(*weights.shape, 1), is_upright)
    figure = make_figure(
        height=height,
        notes=_notes(weights, drawn, words),
        shapes=_shapes(weights, drawn, places, selected_row),
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
    names = [token_labels(side, longest=None) for side in (rows, columns)]
    figure.add_trace(_hover_points(weights, drawn, places, names, words))
    figure.add_trace(_word_points(weights, places, names))
    return figure.add_trace(_second_axis(is_upright))


def _places(weights: Floats, is_upright: bool) -> _Places:
    """Spread both sentences over the length of the longer one."""
    n_q, n_k = weights.shape
    longest = max(n_q, n_k, 1)
    return _Places(_spread(n_k, longest), _spread(n_q, longest), is_upright)


def _name_size(weights: Floats, height: int, is_upright: bool) -> int:
    """Return the size of the names, smaller where many stand in a column."""
    room = (height - AROUND) / max(*weights.shape, 1)
    size = 0.9 * room if is_upright else FONT_SIZE
    return int(np.clip(size, SMALLEST, FONT_SIZE))


def _second_axis(is_upright: bool) -> go.Scatter:
    """Return an empty trace: without one Plotly draws no second axis."""
    axis = {"yaxis": "y2"} if is_upright else {"xaxis": "x2"}
    return go.Scatter(x=[None], y=[None], hoverinfo="skip", **axis)
