"""One sentence as a graph: who looks at whom, in three layouts."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.graph_edges import Edges, drawn_edges, edges_of
from figures.graph_lines import (
    GraphWords,
    edge_arrows,
    edge_points,
    edge_shapes,
)
from figures.graph_names import (
    names_axis,
    names_on_spokes,
    names_outwards,
    word_points,
)
from figures.graph_places import Layout, places_of, turned
from figures.labels import HOVER, plain_label, token_labels
from figures.theme import (
    SERIES_COLORS,
    make_figure,
)

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]

_LEGEND: dict[str, Any] = {
    "hovermode": "closest",
    "dragmode": False,
    "showlegend": True,
    "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
}


def _check_weights(weights: npt.ArrayLike, n: int) -> Floats:
    weights = np.asarray(weights, dtype=np.float64)
    if weights.shape != (n, n):
        message = f"weights must have shape (n, n) = ({n}, {n}), as its tokens."
        raise ValueError(f"{message} Received: {weights.shape}.")
    return weights


def _check_choice(least: float, most: int | None, layout: str) -> None:
    if not 0 <= least <= 1:
        message = "least must be a weight from 0 to 1."
        raise ValueError(f"{message} Received: {least}.")
    if most is not None and most < 1:
        message = "most must be a number of links of at least 1."
        raise ValueError(f"{message} Received: {most}.")
    if layout not in {"arcs", "circle", "nodes"}:
        message = "layout must be 'arcs', 'circle' or 'nodes'."
        raise ValueError(f"{message} Received: {layout!r}.")


def _check_selected(selected: int | None, n: int) -> None:
    if selected is not None and not 0 <= selected < n:
        message = f"selected must be one of {n} words."
        raise ValueError(f"{message} Received: {selected}.")


def _notes(
    weights: Floats, least: float, most: int | None, words: GraphWords
) -> tuple[str, ...]:
    """Return sentences about edges that are not there."""
    notes = []
    there = weights > 0
    light = there & (weights < least)
    if light.any():
        blanks = {"hidden": int(light.sum()), "all": int(there.sum())}
        shown = f"{least:.2g}"
        notes.append(words.faint_hidden.format(least=shown, **blanks))
    others = there & ~light & ~drawn_edges(weights, least, most)
    if others.any():
        blanks = {"hidden": int(others.sum()), "all": int(there.sum())}
        notes.append(words.others_hidden.format(most=most, **blanks))
    if np.isnan(weights).any():
        count = int(np.isnan(weights).sum())
        notes.append(words.not_numbers.format(count=count))
    return tuple(notes)


def _hidden_axis(low: float, high: float) -> dict[str, Any]:
    return {"visible": False, "range": [low, high], "fixedrange": True}


def _axes(
    edges: Edges,
    tokens: Sequence[str],
    marks: Sequence[str] | None,
    layout: Layout,
    is_upright: bool,
) -> dict[str, Any]:
    """Return both axes; a circle has one unit in both directions."""
    if layout == "nodes":
        across = _hidden_axis(-1.25, 1.25)
        return {"xaxis": across, "yaxis": _hidden_axis(-1.15, 1.2)}
    if layout == "circle":
        y = {**_hidden_axis(-1.3, 1.3), "scaleanchor": "x"}
        return {"xaxis": _hidden_axis(-1.6, 1.6), "yaxis": y}
    axis = 0 if is_upright else 1
    reach = float(edges.curves[..., axis].max(initial=1.0)) * 0.78
    names = names_axis(tokens, marks, is_upright)
    across = _hidden_axis(-0.06 * reach, reach + 0.2)
    if is_upright:
        return {"xaxis": across, "yaxis": names}
    return {"xaxis": names, "yaxis": across}


def _legend(words: GraphWords) -> list[go.Scatter]:
    """Return what the colors mean, as entries without points."""
    texts = (words.back, words.ahead, words.itself)
    return [
        go.Scatter(
            x=[None],
            y=[None],
            mode="lines",
            line={"color": SERIES_COLORS[kind], "width": 4},
            name=plain_label(text),
            showlegend=True,
            hoverinfo="skip",
        )
        for kind, text in enumerate(texts)
    ]


def _height(n: int, layout: Layout, is_upright: bool) -> int:
    if layout != "arcs":
        return 560 if n <= 20 else 720
    return int(np.clip(26 * n + 90, 240, 1400)) if is_upright else 420


def graph(
    weights: npt.ArrayLike,
    tokens: Sequence[str],
    *,
    layout: Layout = "arcs",
    least: float = 0.05,
    most: int | None = None,
    selected: int | None = None,
    marks: Sequence[str] | None = None,
    is_upright: bool | None = None,
    words: GraphWords | None = None,
    height: int | None = None,
) -> go.Figure:
    """Return the words of a sentence and arrows to the words they look at.

    Parameters
    ----------
    weights : array_like of shape (n, n)
        Row i: how much word i (query) looks at each word (key).
    tokens : sequence of str, n
        The words, as typed.
    layout : {"arcs", "circle", "nodes"}
        Arcs over the sentence, words on a circle, or close together where
        they look at each other.
    least : float, default 0.05
        Lighter links are not drawn, which is announced.
    most : int, optional
        Of each word only so many links are drawn, which is announced.
    selected : int, optional
        The word whose links stand out.
    marks : sequence of str, optional
        Put behind the names.
    is_upright : bool, optional
        Arcs only: words below each other, for narrow screens and long
        sentences; by default from 21 words.
    words : GraphWords, optional
        Everything else that is read, in the reader's language.
    height : int, optional
        In pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        The trace "edges" carries in `meta` the pairs (i, j) and weights of
        the links drawn; its points go through them again and again.

    Raises
    ------
    ValueError
        If the shapes do not fit, or a choice is not among those offered.
    """
    words = words or GraphWords()
    n = len(tokens)
    weights = _check_weights(weights, n)
    _check_choice(least, most, layout)
    _check_selected(selected, n)
    stands = layout == "arcs" and (n > 20 if is_upright is None else is_upright)
    places = places_of(weights, layout)
    edges = edges_of(weights, (least, most), places, layout).turned(stands)
    figure = make_figure(
        height=height or _height(n, layout, stands),
        notes=_notes(weights, least, most, words),
        shapes=edge_shapes(edges, selected),
        **_LEGEND,
        **_axes(edges, tokens, marks, layout, stands),
    )
    names = token_labels(tokens, longest=HOVER)
    dots = word_points(weights, turned(places, stands), names)
    labels = token_labels(tokens, marks=marks)
    if layout == "nodes":  # for arcs, the axis names the words
        dots.update(names_outwards(labels, places, selected))
    if layout == "circle":
        figure.layout.annotations = names_on_spokes(labels, places, selected)
    traces = [edge_points(edges, names, words), dots, *_legend(words)]
    return figure.add_traces([*traces, edge_arrows(edges, selected)])
