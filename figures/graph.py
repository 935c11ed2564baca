"""One sentence as a graph: who looks at whom, in three layouts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import unescape
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number, plain_label, token_labels
from figures.links import BUCKETS
from figures.theme import (
    ACCENT,
    FONT,
    FONT_SIZE,
    INK,
    MUTED,
    SERIES_COLORS,
    make_figure,
    width_of,
)

Layout = Literal["arcs", "circle", "nodes"]
Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]

BACK, AHEAD, ITSELF = 0, 1, 2  # whither a word looks; also its color
HOVER_AT = (0.3, 0.5, 0.7)  # where an edge answers to the pointer
LOOP = 0.32  # how far a loop reaches, in units between two words
SMALLEST = 9  # pixels of a name
STEPS = 150  # of the layout by springs; it has long come to rest

_LEGEND: dict[str, Any] = {
    "hovermode": "closest",
    "dragmode": False,
    "showlegend": True,
    "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
}


@dataclass(frozen=True)
class GraphWords:
    """What a reader reads at the graph, in the reader's language.

    Parameters
    ----------
    value : str
        What an edge shows, such as "weight".
    back, ahead, itself : str
        In the legend: edges to an earlier, a later, the same word.
    faint_hidden : str
        With the blanks {least}, {hidden} and {all}: edges lighter than
        `least` are not drawn.
    others_hidden : str
        With the blanks {most}, {hidden} and {all}: of each word only the
        `most` heaviest edges are drawn.
    not_numbers : str
        With the blank {count}: so many weights are not numbers.
    """

    value: str = "weight"
    back: str = "looks back"
    ahead: str = "looks ahead"
    itself: str = "looks at itself"
    faint_hidden: str = (
        "Links lighter than {least} are not drawn: {hidden} of {all}."
    )
    others_hidden: str = (
        "Of each word only the {most} heaviest links are drawn; "
        "{hidden} of {all} are left out."
    )
    not_numbers: str = "Without a link, because not a number: {count}."


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


def _drawn(weights: Floats, least: float, most: int | None) -> Bools:
    """Return which edges are drawn: heavy enough, and among the heaviest."""
    known = np.nan_to_num(weights)
    drawn = (known >= least) & (known > 0)
    if most is None:
        return drawn
    order = np.argsort(-known, axis=1, kind="stable")
    rank = np.argsort(order, axis=1, kind="stable")
    return np.logical_and(drawn, rank < most)


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
    others = there & ~light & ~_drawn(weights, least, most)
    if others.any():
        blanks = {"hidden": int(others.sum()), "all": int(there.sum())}
        notes.append(words.others_hidden.format(most=most, **blanks))
    if np.isnan(weights).any():
        count = int(np.isnan(weights).sum())
        notes.append(words.not_numbers.format(count=count))
    return tuple(notes)


# Where the words stand, and how an edge runs: the four corners of a Bezier
# curve of shape (4, 2), from the word that looks to the word looked at.


def _arc(places: Floats, i: int, j: int) -> Floats:
    """Return an arc over the line of words; looking ahead, a flatter one."""
    start, end = places[i], places[j]
    if i == j:
        wide, high = np.array([LOOP, 0]), np.array([0, 2.2 * LOOP])
        return np.array([start, start - wide + high, start + wide + high, end])
    height = abs(i - j) * (0.75 if j < i else 0.6)
    up = np.array([0, height])
    return np.array([start, start + up, end + up, end])


def _chord(places: Floats, i: int, j: int) -> Floats:
    """Return a curve between two words that bends to its own left.

    The edge back bends the other way, so that the two can be told apart.
    """
    start, end = places[i], places[j]
    if i == j:
        out = -start / (np.linalg.norm(start) or 1)  # away from its name
        side = np.array([-out[1], out[0]])
        reach = LOOP * 0.9
        return np.array(
            [
                start,
                start + reach * (out - 0.8 * side),
                start + reach * (out + 0.8 * side),
                end,
            ]
        )
    across = end - start
    bend = 0.12 * np.array([-across[1], across[0]])
    return np.array(
        [start, start + across / 3 + bend, end - across / 3 + bend, end]
    )


def _line_places(n: int) -> Floats:
    return np.stack([np.arange(n), np.zeros(n)], axis=1)


def _circle_places(n: int) -> Floats:
    """Return words on a circle, clockwise, the first on top."""
    angles = 2 * np.pi * np.arange(n) / max(n, 1)
    return np.stack([np.sin(angles), np.cos(angles)], axis=1)


def _spring_places(weights: Floats) -> Floats:
    """Return words so that those who look at each other stand close.

    Fruchterman and Reingold 1991, from a circle, so that the same weights
    give the same picture.
    """
    n = len(weights)
    places = _circle_places(n)
    pull = np.nan_to_num(weights)
    pull = pull + pull.T
    ideal = 1.4 / np.sqrt(max(n, 1))
    for step in range(STEPS):
        gap = places[:, None] - places[None, :]
        distance = np.maximum(np.linalg.norm(gap, axis=-1), 0.01)
        force = ideal**2 / distance**2 - pull * distance / ideal
        move = (gap * force[..., None]).sum(axis=1) - 0.3 * places
        length = np.maximum(np.linalg.norm(move, axis=-1), 1e-9)
        longest = 0.12 * (1 - step / STEPS)
        places = places + move * np.minimum(1, longest / length)[:, None]
    return _spread(places)


def _spread(places: Floats) -> Floats:
    """Fill the picture: a far word leaves no room to the others otherwise.

    Half of each coordinate is where the springs came to rest, half is the
    order, in even steps.
    """
    if len(places) < 2:
        return places
    middle = (places.max(axis=0) + places.min(axis=0)) / 2
    extent = np.ptp(places, axis=0) / 2
    rest = (places - middle) / np.maximum(extent, 1e-6)
    order = rest.argsort(axis=0, kind="stable").argsort(axis=0, kind="stable")
    even = 2 * order / (len(places) - 1) - 1
    spread: Floats = (rest + even) / 2
    return spread


def _places(weights: Floats, layout: Layout) -> Floats:
    if layout == "arcs":
        return _line_places(len(weights))
    if layout == "circle":
        return _circle_places(len(weights))
    return _spring_places(weights)


def _turn(points: Floats, is_upright: bool) -> Floats:
    """Lay a line of words down, or set it upright with the first on top."""
    if not is_upright:
        return points
    return np.stack([points[..., 1], -points[..., 0]], axis=-1)


@dataclass(frozen=True)
class _Edges:
    """Edges that are drawn, the lightest first, so that heavy ones lie on top.

    Parameters
    ----------
    pairs : ndarray of int, shape (n, 2)
        Query i and key j.
    weights : ndarray of shape (n,)
    curves : ndarray of shape (n, 4, 2)
        Corners of Bezier curves.
    """

    pairs: npt.NDArray[np.int64]
    weights: Floats
    curves: Floats

    @property
    def kinds(self) -> npt.NDArray[np.int64]:
        """BACK, AHEAD or ITSELF."""
        i, j = self.pairs.T
        return np.where(j < i, BACK, np.where(j > i, AHEAD, ITSELF))

    @property
    def shades(self) -> npt.NDArray[np.int64]:
        """Shade of each edge: 0 to BUCKETS - 1."""
        share = np.clip(self.weights, 0, 1)
        return np.minimum((share * BUCKETS).astype(np.int64), BUCKETS - 1)

    def turned(self, is_upright: bool) -> "_Edges":
        """Return the edges lying as they are, or set upright."""
        return replace(self, curves=_turn(self.curves, is_upright))

    def at(self, t: float) -> Floats:
        """Return the points at t of all curves: (n, 2)."""
        basis = (
            (1 - t) ** 3,
            3 * t * (1 - t) ** 2,
            3 * t**2 * (1 - t),
            t**3,
        )
        return np.tensordot(self.curves, basis, axes=([1], [0]))


def _edges(
    weights: Floats,
    choice: tuple[float, int | None],
    places: Floats,
    layout: Layout,
) -> _Edges:
    drawn = _drawn(weights, *choice)
    pairs = np.argwhere(drawn)
    heavy = weights[drawn]
    order = np.argsort(heavy, kind="stable")
    pairs = pairs[order]
    curve = _arc if layout == "arcs" else _chord
    curves = [curve(places, int(i), int(j)) for i, j in pairs]
    shaped = np.array(curves).reshape(len(pairs), 4, 2)
    return _Edges(pairs, heavy[order], shaped)


def _path(curves: Floats) -> str:
    """Return curves as one SVG path."""
    return "".join(
        "M{:.5g},{:.5g}C{:.5g},{:.5g} {:.5g},{:.5g} {:.5g},{:.5g}".format(
            *corners.ravel()
        )
        for corners in curves
    )


def _shapes(edges: _Edges, selected: int | None) -> list[dict[str, Any]]:
    """Return one path for each shade and direction; the chosen on top."""
    is_chosen = edges.pairs[:, 0] == selected
    shapes = []
    for chosen in (False, True):
        for shade in range(BUCKETS):
            for kind in (BACK, AHEAD, ITSELF):
                here = (edges.shades == shade) & (edges.kinds == kind)
                here &= is_chosen == chosen
                if here.any():
                    faded = selected is not None and not chosen
                    look = _look(shade, kind, chosen, faded)
                    path = _path(edges.curves[here])
                    shapes.append({"type": "path", "path": path, **look})
    return shapes


def _look(
    shade: int, kind: int, is_chosen: bool, is_faded: bool
) -> dict[str, Any]:
    share = (shade + 0.5) / BUCKETS
    opacity = 0.2 + 0.8 * share**0.8
    color = ACCENT if is_chosen else SERIES_COLORS[kind]
    return {
        "line": {"color": color, "width": 0.75 + 6 * share},
        "opacity": opacity * (0.25 if is_faded else 1),
        "layer": "below",
    }


def _arrows(edges: _Edges, selected: int | None) -> go.Scatter:
    """Return a tip near the end of each edge, turned as the edge runs.

    Before each tip stands an invisible point: the tip points away from it.
    """
    points = np.stack([edges.at(0.84), edges.at(0.9)], axis=1).reshape(-1, 2)
    is_chosen = edges.pairs[:, 0] == selected
    opacity = np.zeros((len(edges.pairs), 2))
    opacity[:, 1] = np.where(is_chosen | (selected is None), 0.9, 0.25)
    colors = np.array(SERIES_COLORS)[edges.kinds]
    return go.Scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        marker={
            "symbol": "arrow",
            "angleref": "previous",
            "size": np.repeat(7 + 7 * np.clip(edges.weights, 0, 1), 2),
            "color": np.repeat(np.where(is_chosen, ACCENT, colors), 2),
            "opacity": opacity.ravel(),
            "line": {"width": 0},
        },
        hoverinfo="skip",
        showlegend=False,
        name="arrows",
    )


def _hover_points(
    edges: _Edges, names: list[str], words: GraphWords
) -> go.Scatter:
    """Return invisible points that say on which edge they lie."""
    points = np.concatenate([edges.at(t) for t in HOVER_AT])
    said = [
        [names[i], names[j], format_number(weight, 4)]
        for (i, j), weight in zip(edges.pairs, edges.weights, strict=True)
    ]
    return go.Scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        marker={"color": MUTED, "opacity": 0, "size": 12},
        customdata=said * len(HOVER_AT),
        hovertemplate=(
            "%{customdata[0]} → %{customdata[1]}"
            f"<br><b>{plain_label(words.value)} %{{customdata[2]}}</b>"
            "<extra></extra>"
        ),
        meta={
            "cells": edges.pairs.tolist() * len(HOVER_AT),
            "weights": edges.weights.tolist() * len(HOVER_AT),
        },
        showlegend=False,
        name="edges",
    )


def _word_points(
    weights: Floats, places: Floats, names: list[str]
) -> go.Scatter:
    """Return a dot for each word; a click means its heaviest link."""
    known = np.nan_to_num(weights, nan=-np.inf)
    return go.Scatter(
        x=places[:, 0],
        y=places[:, 1],
        mode="markers",
        marker={"color": MUTED, "size": 9},
        customdata=[[name] for name in names],
        hovertemplate="%{customdata[0]}<extra></extra>",
        meta={
            "cells": [[i, int(known[i].argmax())] for i in range(len(names))]
        },
        cliponaxis=False,
        showlegend=False,
        name="words",
    )


def _name_size(n: int) -> int:
    return FONT_SIZE if n <= 30 else max(SMALLEST, FONT_SIZE - n // 15)


def _texts(
    labels: list[str], places: Floats, selected: int | None
) -> dict[str, Any]:
    """Return names that stand at their dots, away from the middle."""
    n = len(places)
    return {
        "mode": "markers+text",
        "text": labels,
        "textposition": [_outwards(x, y) for x, y in places],
        "textfont": {
            "family": FONT,
            "size": _name_size(n),
            "color": [ACCENT if i == selected else INK for i in range(n)],
            "shadow": "auto",
        },
    }


def _spokes(
    labels: list[str], places: Floats, selected: int | None
) -> list[dict[str, Any]]:
    """Return names around a circle, each turned as its spoke runs."""
    size = _name_size(len(labels))
    spokes = []
    for i, (label, (x, y)) in enumerate(zip(labels, places, strict=True)):
        turn = -np.degrees(np.arctan2(y, x))
        away = 12 + width_of(unescape(label)) * size / FONT_SIZE / 2
        color = ACCENT if i == selected else INK
        spokes.append(
            {
                "text": label,
                "x": x,
                "y": y,
                "xshift": x * away,
                "yshift": y * away,
                "textangle": turn if abs(turn) <= 90 else turn + 180,
                "showarrow": False,
                "font": {"family": FONT, "size": size, "color": color},
            }
        )
    return spokes


def _outwards(x: float, y: float) -> str:
    """Return the side of a dot that looks away from the middle."""
    upwards = "top" if y > 0.4 else "bottom" if y < -0.4 else "middle"
    sideways = "right" if x > 0.2 else "left" if x < -0.2 else "center"
    if (upwards, sideways) == ("middle", "center"):
        return "top center"
    return f"{upwards} {sideways}"


def _names_axis(
    tokens: Sequence[str], marks: Sequence[str] | None, is_upright: bool
) -> dict[str, Any]:
    """Return the axis along a line of words, which carries their names."""
    n = len(tokens)
    places = [-i if is_upright else i for i in range(n)]
    return {
        "tickvals": places,
        "ticktext": token_labels(tokens, marks=marks),
        "tickfont": {"size": _name_size(n)},
        "autotickangles": [0, -45, -90],
        "range": [0.7 - n, 0.3] if is_upright else [-0.7, n - 0.3],
        "fixedrange": True,
    }


def _hidden_axis(low: float, high: float) -> dict[str, Any]:
    return {"visible": False, "range": [low, high], "fixedrange": True}


def _axes(
    edges: _Edges,
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
    names = _names_axis(tokens, marks, is_upright)
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
        its points, that is of the links drawn.

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
    places = _places(weights, layout)
    edges = _edges(weights, (least, most), places, layout).turned(stands)
    figure = make_figure(
        height=height or _height(n, layout, stands),
        notes=_notes(weights, least, most, words),
        shapes=_shapes(edges, selected),
        **_LEGEND,
        **_axes(edges, tokens, marks, layout, stands),
    )
    names = token_labels(tokens, longest=None)
    dots = _word_points(weights, _turn(places, stands), names)
    labels = token_labels(tokens, marks=marks)
    if layout == "nodes":  # for arcs, the axis names the words
        dots.update(_texts(labels, places, selected))
    if layout == "circle":
        figure.layout.annotations = _spokes(labels, places, selected)
    traces = [_hover_points(edges, names, words), dots, *_legend(words)]
    return figure.add_traces([*traces, _arrows(edges, selected)])
