"""One sentence as a graph: an arrow from each word to those it looks at.

Three layouts: arcs over the sentence, a circle, and node-link, where words
that look at each other much are drawn close together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number, plain_label, token_labels
from figures.layouts import Points, circle, forces, line
from figures.theme import (
    ACCENT,
    FONT,
    FONT_SIZE,
    INK,
    MUTED,
    SERIES_COLORS,
    make_figure,
)

Layout = Literal["arcs", "circle", "nodes"]
Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]

LAYOUTS = ("arcs", "circle", "nodes")
BUCKETS = 16  # shades of arrows; one Plotly shape for each
BACK, AHEAD = SERIES_COLORS[0], SERIES_COLORS[2]
FADED = 0.18  # what does not belong to the chosen word


@dataclass(frozen=True)
class GraphWords:
    """What a reader reads at the graph, in the reader's language.

    Parameters
    ----------
    value : str
        What an arrow shows, such as "weight".
    looks_back, looks_ahead, looks_at_itself : str
        What the colors say.
    hidden : str
        With the blanks {hidden}, {all} and {share}: arrows that are left out,
        and how much of all weight they carry.
    """

    value: str = "weight"
    looks_back: str = "looks back"
    looks_ahead: str = "looks ahead"
    looks_at_itself: str = "looks at itself"
    hidden: str = "Not drawn: {hidden} of {all} arrows, {share} of all weight."


@dataclass(frozen=True)
class _Edges:
    """The arrows that are drawn, in the order of their weights.

    Parameters
    ----------
    pairs : ndarray of int, shape (m, 2)
        Who looks, and at whom.
    weights : ndarray of shape (m,)
    strength : ndarray of shape (m,)
        1, or `FADED` for what does not belong to the chosen word.
    colors : list of str, m
    """

    pairs: npt.NDArray[np.intp]
    weights: Floats
    strength: Floats
    colors: list[str]


def kept_edges(
    weights: npt.ArrayLike, *, threshold: float = 0.0, top: int | None = None
) -> Bools:
    """Return which arrows are drawn.

    Parameters
    ----------
    weights : array_like of shape (n, n)
        Row i looks at column j.
    threshold : float, default 0
        Weights from this one on are kept; zero and what is not a number never
        are.
    top : int, optional
        At most so many of each row, the heaviest; of equal ones the first.

    Returns
    -------
    ndarray of bool, shape (n, n)
        True where an arrow is drawn.

    Examples
    --------
    >>> kept_edges([[0.7, 0.3], [0.5, 0.5]], top=1)
    array([[ True, False],
           [ True, False]])
    """
    array = np.nan_to_num(np.asarray(weights, dtype=np.float64))
    kept: Bools = np.logical_and(array > 0, array >= threshold)
    if top is not None:
        order = np.argsort(-array, axis=1, kind="stable")
        rank = np.argsort(order, axis=1, kind="stable")
        kept &= rank < top
    return kept


def _check(weights: npt.ArrayLike, n: int, kept: npt.ArrayLike | None) -> Any:  # noqa: ANN401
    array = np.asarray(weights, dtype=np.float64)
    if array.shape != (n, n):
        message = f"weights must have shape (n, n) = ({n}, {n}), as words."
        raise ValueError(f"{message} Received: {array.shape}.")
    chosen = kept_edges(array) if kept is None else np.asarray(kept)
    if chosen.shape != (n, n) or chosen.dtype != np.bool_:
        message = f"kept must be boolean of shape (n, n) = ({n}, {n})."
        raise ValueError(
            f"{message} Received: {chosen.dtype} of shape {chosen.shape}."
        )
    return array, chosen & (np.nan_to_num(array) > 0)


def _color(i: int, j: int, selected: int | None) -> str:
    if i == selected:
        return ACCENT
    return MUTED if i == j else BACK if j < i else AHEAD


def _edges(weights: Floats, kept: Bools, selected: int | None) -> _Edges:
    """Collect the arrows: light ones first, those of the chosen word last."""
    pairs = np.argwhere(kept)
    values = weights[kept]
    own = (pairs == selected).any(axis=1) if selected is not None else None
    is_own = np.zeros(len(pairs), np.bool_) if own is None else own
    order = np.lexsort((values, is_own))
    strength = np.where(is_own | (selected is None), 1.0, FADED)
    colors = [_color(int(i), int(j), selected) for i, j in pairs[order]]
    return _Edges(pairs[order], values[order], strength[order], colors)


def _look(share: float, strength: float) -> dict[str, float]:
    """Return width and opacity of an arrow."""
    opacity = (0.25 + 0.75 * share**0.8) * strength
    return {"width": 0.8 + 6 * share, "opacity": round(opacity, 3)}


def _shapes(edges: _Edges, curves: Sequence[str]) -> list[dict[str, Any]]:
    """Return one path for each shade and color, whatever their number."""
    shades = np.minimum(edges.weights * BUCKETS, BUCKETS - 1).astype(int)
    groups: dict[tuple[bool, str, int], list[str]] = {}
    for k, curve in enumerate(curves):
        is_bright = bool(edges.strength[k] == 1)
        group = (is_bright, edges.colors[k], int(shades[k]))
        groups.setdefault(group, []).append(curve)
    shapes = []
    for (is_bright, color, shade), paths in sorted(groups.items()):
        share = (shade + 0.5) / BUCKETS
        look = _look(share, 1 if is_bright else FADED)
        line_of = {"color": color, "width": look["width"]}
        shape = {"type": "path", "path": "".join(paths), "line": line_of}
        shapes.append({**shape, "opacity": look["opacity"], "layer": "below"})
    return shapes


def _arrow_heads(
    edges: _Edges, points: Points, names: list[str], words: GraphWords
) -> go.Scatter:
    """Return the heads of the arrows; each knows its pair and its weight."""
    places, angles = points.heads(edges.pairs)
    looks = [
        _look(float(w), float(s))
        for w, s in zip(edges.weights, edges.strength, strict=True)
    ]
    return go.Scatter(
        x=places[:, 0],
        y=places[:, 1],
        mode="markers",
        marker={
            "symbol": "triangle-up",
            "size": [6 + look["width"] for look in looks],
            "angle": angles.round(1),
            "color": edges.colors,
            "opacity": [look["opacity"] for look in looks],
        },
        customdata=_hover(edges, names, words),
        hovertemplate=_template(words),
        cliponaxis=False,
        meta={
            "cells": edges.pairs.tolist(),
            "weights": edges.weights.tolist(),
        },
        name="edges",
    )


def _template(words: GraphWords) -> str:
    return (
        "%{customdata[0]} → %{customdata[1]}"
        f"<br><b>{plain_label(words.value)} %{{customdata[2]}}</b>"
        "<br>%{customdata[3]}<extra></extra>"
    )


def _hover(
    edges: _Edges, names: list[str], words: GraphWords
) -> list[list[str]]:
    said = (words.looks_at_itself, words.looks_back, words.looks_ahead)
    return [
        [
            names[i],
            names[j],
            format_number(weight, 4),
            plain_label(said[0 if i == j else 1 if j < i else 2]),
        ]
        for (i, j), weight in zip(
            edges.pairs.tolist(), edges.weights.tolist(), strict=True
        )
    ]


def _middles(
    edges: _Edges, points: Points, names: list[str], words: GraphWords
) -> go.Scatter:
    """Return invisible points on the arrows that answer to the pointer."""
    places = points.middles(edges.pairs)
    return go.Scatter(
        x=places[:, 0],
        y=places[:, 1],
        mode="markers",
        marker={"color": MUTED, "opacity": 0, "size": 14},
        customdata=_hover(edges, names, words),
        hovertemplate=_template(words),
        meta={"cells": edges.pairs.tolist()},
        name="middles",
    )


def _nodes(
    weights: Floats, points: Points, labels: list[str], selected: int | None
) -> go.Scatter:
    """Return the words; a click chooses a word and what it looks at most."""
    n = len(labels)
    known = np.nan_to_num(weights)
    cells = [[i, int(known[i].argmax())] for i in range(n)]
    is_chosen = [i == selected for i in range(n)]
    return go.Scatter(
        x=points.at[:, 0],
        y=points.at[:, 1],
        mode="markers+text" if points.sides else "markers",
        text=[
            f"<b>{label}</b>" if chosen else label
            for label, chosen in zip(labels, is_chosen, strict=True)
        ],
        textposition=points.sides or None,
        textfont={"color": INK, "family": FONT, "size": _name_size(n)},
        marker={
            "color": [ACCENT if chosen else INK for chosen in is_chosen],
            "size": [12 if chosen else 8 for chosen in is_chosen],
        },
        customdata=[[label] for label in labels],
        hovertemplate="%{customdata[0]}<extra></extra>",
        cliponaxis=False,
        meta={"cells": cells},
        name="words",
    )


def _name_size(n: int) -> int:
    return FONT_SIZE if n <= 24 else FONT_SIZE - 2 if n <= 40 else FONT_SIZE - 4


def _notes(
    weights: Floats, edges: _Edges, words: GraphWords
) -> tuple[str, ...]:
    """Return a sentence about the arrows that are not there."""
    all_edges = int((np.nan_to_num(weights) > 0).sum())
    hidden = all_edges - len(edges.pairs)
    if not hidden:
        return ()
    total = float(np.nansum(weights))
    share = 1 - float(edges.weights.sum()) / total
    percent = f"{format_number(100 * share, 1)} %"
    blanks = {"hidden": hidden, "all": all_edges, "share": percent}
    return (words.hidden.format(**blanks),)


def _axes(points: Points, labels: list[str], selected: int | None) -> Any:  # noqa: ANN401
    """Return axes without ticks, or with the words below their arcs."""
    (left, right), (low, high) = points.ranges
    hidden = {"visible": False, "fixedrange": True}
    yaxis = {**hidden, "range": [low, high]}
    if points.sides:
        equal = {"scaleanchor": "y", "scaleratio": 1}
        return {
            "xaxis": {**hidden, "range": [left, right], **equal},
            "yaxis": yaxis,
        }
    ticks = [
        f"<b>{label}</b>" if i == selected else label
        for i, label in enumerate(labels)
    ]
    xaxis = {
        "range": [left, right],
        "fixedrange": True,
        "tickvals": list(range(len(labels))),
        "ticktext": ticks,
        "tickfont": {"size": _name_size(len(labels))},
        "autotickangles": [0, -45, -90],
    }
    return {"xaxis": xaxis, "yaxis": yaxis}


def _key(words: GraphWords) -> list[go.Scatter]:
    """Return empty traces that explain the colors in the legend."""
    pairs = ((words.looks_back, BACK), (words.looks_ahead, AHEAD))
    return [
        go.Scatter(
            x=[None],
            y=[None],
            mode="lines",
            line={"color": color, "width": 4},
            name=plain_label(said),
            showlegend=True,
        )
        for said, color in pairs
    ]


def _points(layout: str, weights: Floats, n: int) -> Points:
    if layout not in LAYOUTS:
        message = f"layout must be one of {', '.join(LAYOUTS)}."
        raise ValueError(f"{message} Received: {layout!r}.")
    if layout == "arcs":
        return line(n)
    return circle(n) if layout == "circle" else forces(weights)


def graph(
    weights: npt.ArrayLike,
    tokens: Sequence[str],
    *,
    layout: Layout = "arcs",
    kept: npt.ArrayLike | None = None,
    selected: int | None = None,
    marks: Sequence[str] | None = None,
    words: GraphWords | None = None,
    height: int | None = None,
) -> go.Figure:
    """Return a sentence that looks at itself, as a graph.

    Parameters
    ----------
    weights : array_like of shape (n, n)
        Row i looks at column j; from 0 to 1. Zero has no arrow, neither has
        what is not a number (a masked cell).
    tokens : sequence of str, n
        As typed.
    layout : {"arcs", "circle", "nodes"}
        Where the words stand.
    kept : array_like of bool, shape (n, n), optional
        Which arrows are drawn, such as `kept_edges` gives them; by default
        all that are not zero.
    selected : int, optional
        The word whose arrows stand out: those it sends in the accent color,
        those it receives in theirs.
    marks : sequence of str, n, optional
        Put behind the names, such as "*" for a word read in pieces.
    words : GraphWords, optional
        Everything else that is read, in the reader's language.
    height : int, optional
        In pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        The trace "edges" carries in `meta` the `cells` (i, j) and the
        `weights` of all arrows that are drawn; what is left out is announced
        in `layout.meta["notes"]`.

    Raises
    ------
    ValueError
        If the shapes do not fit, or the layout or the word does not exist.
    """
    words, n = words or GraphWords(), len(tokens)
    array, shown = _check(weights, n, kept)
    if selected is not None and not 0 <= selected < n:
        message = f"selected must be one of {n} words."
        raise ValueError(f"{message} Received: {selected}.")
    points = _points(layout, array, n)
    edges = _edges(array, shown, selected)
    labels = token_labels(tokens, marks=marks)
    names = token_labels(tokens, longest=None)
    figure = make_figure(
        height=height or points.height,
        notes=_notes(array, edges, words),
        shapes=_shapes(edges, points.curves(edges.pairs)),
        hovermode="closest",
        dragmode=False,
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
        **_axes(points, labels, selected),
    )
    for trace in (
        _middles(edges, points, names, words),
        _arrow_heads(edges, points, names, words),
        _nodes(array, points, labels, selected),
    ):
        figure.add_trace(trace.update(showlegend=False))
    return figure.add_traces(_key(words))
