"""One row of attention as the formula reads: score, power, weight, sum.

Each word is a row, each stage a column. The bars of the weights begin where
the one above ends, so that together they fill a bar of length 1. Beside them
each word's vector is a strip whose height is its weight; at the foot lies
their sum.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number, plain_label, token_labels
from figures.theme import (
    ACCENT,
    FONT,
    FONT_SIZE,
    INK,
    MUTED,
    REST,
    SCORE_COLORS,
    SERIES_COLORS,
    color_scale,
    make_figure,
)

Floats = npt.NDArray[np.floating]

STAGES = 4
FOOT = 0.45  # rows between the last word and its foot
MOST_LISTED = 6  # products of one dimension that are written on hover
# Where the columns stand, as shares of the width beside the words.
_DOMAINS = ((0.0, 0.2), (0.22, 0.4), (0.42, 0.67), (0.69, 1.0))
_ROW = 30  # pixels


@dataclass(frozen=True)
class StageWords:
    """What a reader reads in the picture; {blanks} are filled in.

    Parameters
    ----------
    score, power, weight, context : str
        Titles of the columns. They may hold Plotly's markup.
    total : str
        Names the foot.
    masked : str
        Stands where a word may not be looked at.
    dimension : str
        Names a component of a vector, on hover.
    others : str
        Says that a number is the sum of {count} other products.
    """

    score: str = "score"
    power: str = "e<sup>score</sup>"
    weight: str = "weight"
    context: str = "weight × vector"
    total: str = "sum"
    masked: str = "masked"
    dimension: str = "dimension"
    others: str = "{count} others"


@dataclass(frozen=True)
class _Row:
    """The arrays of one row of attention, checked.

    Parameters
    ----------
    scores, powers, weights : ndarray of shape (n,)
        The three stages; 0 where a word is masked.
    vectors : ndarray of shape (n, d)
        What is summed.
    mask : ndarray of bool, shape (n,)
        True = may be looked at.
    names : list of str
        Escaped labels.
    """

    scores: Floats
    powers: Floats
    weights: Floats
    vectors: Floats
    mask: npt.NDArray[np.bool_]
    names: list[str]

    @property
    def foot(self) -> float:
        """Where the foot stands on the vertical axis."""
        return len(self.names) + FOOT


def _checked(
    stages: Sequence[npt.ArrayLike],
    vectors: npt.ArrayLike,
    mask: npt.ArrayLike | None,
    labels: Sequence[str],
    marks: Sequence[str] | None,
) -> _Row:
    n = len(labels)
    columns = [np.asarray(stage, dtype=np.float64) for stage in stages]
    for name, column in zip(
        ("scores", "powers", "weights"), columns, strict=True
    ):
        if column.shape != (n,):
            message = f"{name} must have shape (n,) with n = {n} (set by "
            raise ValueError(f"{message}labels). Received: {column.shape}.")
    given = np.asarray(vectors, dtype=np.float64)
    if given.ndim != 2 or len(given) != n:
        message = f"vectors must have shape (n, d) with n = {n} (set by "
        raise ValueError(f"{message}labels). Received: {given.shape}.")
    is_open = np.ones(n, bool) if mask is None else np.asarray(mask, bool)
    if is_open.shape != (n,):
        message = f"mask must have shape (n,) with n = {n} (set by labels)."
        raise ValueError(f"{message} Received: {is_open.shape}.")
    scores, powers, weights = (np.where(is_open, c, 0) for c in columns)
    names = token_labels(labels, marks=marks)
    return _Row(scores, powers, weights, given, is_open, names)


def stage_picture(
    scores: npt.ArrayLike,
    powers: npt.ArrayLike,
    weights: npt.ArrayLike,
    vectors: npt.ArrayLike,
    labels: Sequence[str],
    *,
    mask: npt.ArrayLike | None = None,
    marks: Sequence[str] | None = None,
    selected: int | None = None,
    shown: int = STAGES,
    digits: int = 2,
    words: StageWords | None = None,
    font_size: int = FONT_SIZE,
    height: int | None = None,
) -> go.Figure:
    """Return the way from scores over weights to the context, in one picture.

    Bahdanau, Cho and Bengio 2015, equations 5 and 6: e_ij, then
    a_ij = exp(e_ij) / sum_k exp(e_ik), then c_i = sum_j a_ij h_j.

    Parameters
    ----------
    scores : array_like of shape (n,)
        e_ij of one row i.
    powers : array_like of shape (n,)
        exp(e_ij), or of the shifted scores.
    weights : array_like of shape (n,)
        a_ij: the powers divided by their sum.
    vectors : array_like of shape (n, d)
        h_j: what is summed.
    labels : sequence of str, n
        Tokens, as typed.
    mask : array_like of bool, shape (n,), optional
        True = may be looked at.
    marks : sequence of str, optional
        Put behind the labels.
    selected : int, optional
        The word whose row is framed.
    shown : int, default 4
        How many stages are drawn, from the left; of the others there are the
        titles only.
    digits : int, default 2
        Decimals of the numbers in the picture.
    words : StageWords, optional
        Everything else that is read, in the reader's language.
    font_size : int, default FONT_SIZE
        Of names and numbers, in pixels.
    height : int, optional
        In pixels; by default it follows the number of words.

    Returns
    -------
    plotly.graph_objects.Figure
        A bar trace for each of the first three stages and for their foot, and
        one heatmap trace with all strips. A click answers with the row.

    Raises
    ------
    ValueError
        If the arrays do not fit the labels, if there is no row `selected`, or
        if `shown` is not from 0 to 4.
    """
    words = words or StageWords()
    row = _checked((scores, powers, weights), vectors, mask, labels, marks)
    n = len(row.names)
    if selected is not None and not 0 <= selected < n:
        raise ValueError(
            f"selected must be a row, 0 to {n - 1}. Received: {selected}."
        )
    if not 0 <= shown <= STAGES:
        raise ValueError(f"shown must be from 0 to 4. Received: {shown}.")
    figure = make_figure(
        height=height or int(np.clip(_ROW * (n + 1.5) + 60, 150, 1400)),
        bargap=0.35,
        barmode="overlay",
        margin={"l": 8, "r": 8, "t": int(2.2 * font_size), "b": 8},
        annotations=_titles(words, shown, font_size),
        shapes=_lines(row, selected),
        **_axes(row, words, selected, font_size),
    )
    figure.add_traces(_traces(row, shown, (digits, font_size), words))
    return figure


def _traces(
    row: _Row, shown: int, look: tuple[int, int], words: StageWords
) -> list[Any]:
    """Return the traces of the stages that are shown."""
    said = (look, words)
    stages: list[list[Any]] = [
        [_bars(0, row, row.scores, said)],
        [
            _bars(1, row, row.powers, said),
            _foot(1, row, float(row.powers.sum()), look),
        ],
        [_bars(2, row, row.weights, said), *_whole(row, look)],
        [_strips(row, look[0], words)],
    ]
    return [trace for stage in stages[:shown] for trace in stage]


def _bars(
    column: int,
    row: _Row,
    sizes: Floats,
    look_and_words: tuple[tuple[int, int], StageWords],
) -> go.Bar:
    """Return the bars of one stage, each with its number.

    Those of the weights begin where the one above ends.
    """
    (digits, font_size), words = look_and_words
    starts = np.cumsum(sizes) - sizes if column == 2 else np.zeros(len(sizes))
    said = [
        format_number(size, digits) if is_open else plain_label(words.masked)
        for size, is_open in zip(sizes.tolist(), row.mask, strict=True)
    ]
    return go.Bar(
        x=sizes,
        base=starts,
        y=np.arange(len(sizes)),
        orientation="h",
        xaxis=_name("x", column),
        marker={"color": _colors(sizes), "line": {"width": 0}},
        text=said,
        textposition="outside",
        cliponaxis=False,
        textfont={"size": font_size - 1, "color": INK, "family": FONT},
        customdata=np.array([row.names, said], dtype=object).T,
        hovertemplate=(
            "%{customdata[0]}<br><b>%{customdata[1]}</b><extra></extra>"
        ),
        meta={"cells": [[j, 0] for j in range(len(sizes))]},
    )


def _colors(sizes: Floats) -> list[str]:
    """Return blue, and orange below zero."""
    return [SERIES_COLORS[int(size < 0)] for size in sizes.tolist()]


def _foot(
    column: int, row: _Row, total: float, look: tuple[int, int]
) -> go.Scatter:
    """Return the sum of a column, written below it."""
    return go.Scatter(
        x=[0],
        y=[row.foot],
        xaxis=_name("x", column),
        mode="text",
        text=[f"<b>{format_number(total, look[0])}</b>"],
        textposition="middle right",
        textfont={"size": look[1], "color": INK, "family": FONT},
        hoverinfo="skip",
        cliponaxis=False,
    )


def _whole(row: _Row, look: tuple[int, int]) -> list[Any]:
    """Return the bar of length 1 that the weights fill, and its number."""
    ends = np.cumsum(row.weights)
    bar = go.Bar(
        x=row.weights,
        base=ends - row.weights,
        y=np.full(len(ends), row.foot),
        orientation="h",
        xaxis=_name("x", 2),
        marker={
            "color": SERIES_COLORS[0],
            "line": {"width": 1.5, "color": "#ffffff"},
        },
        customdata=np.array(row.names, dtype=object)[:, None],
        hovertemplate="%{customdata[0]}<br><b>%{x:.3f}</b><extra></extra>",
        meta={"cells": [[j, 0] for j in range(len(ends))]},
    )
    total = _foot(2, row, float(ends[-1]) if len(ends) else 0.0, look)
    return [bar, total.update(x=[1.0])]


def _edges(row: _Row) -> Floats:
    """Return where strips begin and end: heights are the weights."""
    heights = np.append(row.weights, 1.0) * 0.92
    middles = np.append(np.arange(len(row.names), dtype=float), row.foot)
    pairs = np.stack([middles - heights / 2, middles + heights / 2], axis=1)
    edges = pairs.ravel()
    # Plotly wants each edge beyond the last one; a weight may be 0.
    return np.maximum.accumulate(edges + 1e-6 * np.arange(len(edges)))


def _strips(row: _Row, digits: int, words: StageWords) -> go.Heatmap:
    """Return all strips, and that of their sum, as one trace."""
    n, d = row.vectors.shape
    rows = np.full((2 * n + 1, d), np.nan)
    rows[0 : 2 * n : 2] = row.vectors
    rows[2 * n] = row.weights @ row.vectors
    said = np.full((2 * n + 1, d), "", dtype=object)
    said[0 : 2 * n : 2] = _products(row, digits)
    said[2 * n] = _sums(row, digits, words)
    limit = float(np.nanmax(np.abs(rows))) if rows.size and d else 1.0
    return go.Heatmap(
        z=rows.astype(np.float32),
        x=np.arange(1, d + 1),
        y=_edges(row),
        xaxis=_name("x", 3),
        zmin=-limit or -1.0,
        zmax=limit or 1.0,
        colorscale=color_scale(SCORE_COLORS),
        showscale=False,
        hoverongaps=False,
        customdata=said[:, :, None],
        hovertemplate=(
            f"{plain_label(words.dimension)} %{{x}}<br>"
            "%{customdata[0]}<extra></extra>"
        ),
    )


def _products(row: _Row, digits: int) -> npt.NDArray[np.object_]:
    """Return for each component what it adds to the sum."""
    said = np.empty(row.vectors.shape, dtype=object)
    for j, (name, weight) in enumerate(
        zip(row.names, row.weights.tolist(), strict=True)
    ):
        a = format_number(weight, digits + 1)
        said[j] = [
            f"{name}: {a} × {format_number(h, digits + 1)}"
            f" = <b>{format_number(weight * h, digits + 1)}</b>"
            for h in row.vectors[j].tolist()
        ]
    return said


def _sums(row: _Row, digits: int, words: StageWords) -> list[str]:
    """Return for each dimension its largest products and their sum."""
    products = row.weights[:, None] * row.vectors
    order = np.argsort(-row.weights, kind="stable")
    kept = order[: MOST_LISTED if len(order) > MOST_LISTED + 1 else None]
    count = len(order) - len(kept)
    lines = []
    for m in range(products.shape[1]):
        parts = [
            f"{row.names[j]}: {format_number(products[j, m], digits + 1)}"
            for j in kept.tolist()
        ]
        if count:
            rest = products[:, m].sum() - products[kept, m].sum()
            said = plain_label(words.others).replace("{count}", str(count))
            parts.append(f"{said}: {format_number(rest, digits + 1)}")
        total = format_number(products[:, m].sum(), digits + 1)
        parts.append(f"{plain_label(words.total)}: <b>{total}</b>")
        lines.append("<br>".join(parts))
    return lines


def _name(axis: str, column: int) -> str:
    return axis if column == 0 else f"{axis}{column + 1}"


def _titles(
    words: StageWords, shown: int, font_size: int
) -> list[dict[str, Any]]:
    """Return the titles of the columns; those still to come are paler."""
    titles = (words.score, words.power, words.weight, words.context)
    return [
        {
            "text": f"<b>{title}</b>" if k < shown else title,
            "xref": "paper",
            "yref": "paper",
            "x": low,
            "y": 1,
            "xanchor": "left",
            "yanchor": "bottom",
            "showarrow": False,
            "font": {
                "color": INK if k < shown else MUTED,
                "size": font_size,
                "family": FONT,
            },
        }
        for k, (title, (low, _)) in enumerate(
            zip(titles, _DOMAINS, strict=True)
        )
    ]


def _lines(row: _Row, selected: int | None) -> list[dict[str, Any]]:
    """Return the line above the foot, and the frame of the chosen word."""
    across = {"xref": "paper", "x0": 0, "x1": 1}
    above = len(row.names) - 1 + 0.5 + FOOT / 2
    lines: list[dict[str, Any]] = [
        {
            "type": "line",
            **across,
            "y0": above,
            "y1": above,
            "line": {"color": MUTED, "width": 1},
        }
    ]
    if selected is not None:
        edges = {"y0": selected - 0.5, "y1": selected + 0.5}
        frame = {"color": ACCENT, "width": 2}
        lines.append({"type": "rect", **across, **edges, "line": frame})
    return lines


def _axes(
    row: _Row, words: StageWords, selected: int | None, font_size: int
) -> dict[str, Any]:
    """Return the words, and one horizontal axis for each column."""
    names = [
        f"<b>{name}</b>" if j == selected else name
        for j, name in enumerate(row.names)
    ]
    words_axis = {
        "range": [row.foot + 0.6, -0.6],
        "tickvals": [*range(len(names)), row.foot],
        "ticktext": [*names, f"<b>{plain_label(words.total)}</b>"],
        "fixedrange": True,
        "tickfont": {"color": INK, "family": FONT, "size": font_size},
    }
    return _columns(row) | {"yaxis": words_axis}


def _columns(row: _Row) -> dict[str, Any]:
    """Return the horizontal axes; numbers behind the bars find room."""
    ranges = [
        _room(row.scores),
        _room(row.powers),
        [0.0, 1.4],
        [0.5, row.vectors.shape[1] + 0.5],
    ]
    return {
        _name("xaxis", k): {
            "domain": list(domain),
            "range": limits,
            "showticklabels": False,
            "fixedrange": True,
            "zeroline": k < STAGES - 1,
            "zerolinecolor": REST,
        }
        for k, (domain, limits) in enumerate(zip(_DOMAINS, ranges, strict=True))
    }


def _room(sizes: Floats) -> list[float]:
    """Return a range with room for the numbers behind the bars."""
    low, high = (
        min(float(sizes.min(initial=0)), 0.0),
        float(sizes.max(initial=0)),
    )
    width = (max(high, 0.0) - low) or 1.0
    left = 0.6 * width if low < 0 else 0.0
    return [low - left, max(high, 0.0) + 0.6 * width]
