"""Edges as they are drawn: lines, their tips, what they say on hover."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.graph_edges import AHEAD, BACK, ITSELF, Edges
from figures.labels import format_number, plain_label
from figures.link_lines import BUCKETS
from figures.theme import (
    ACCENT,
    MUTED,
    SERIES_COLORS,
)

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]
HOVER_AT = (0.3, 0.5, 0.7)  # where an edge answers to the pointer
_COLORS = (*SERIES_COLORS[: max(BACK, AHEAD, ITSELF) + 1], ACCENT)
_LAST = len(_COLORS) - 1
_SCALE = {  # colors by number: Plotly would check each name by itself
    "colorscale": [[k / _LAST, color] for k, color in enumerate(_COLORS)],
    "cmin": 0,
    "cmax": _LAST,
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


def _path(curves: Floats) -> str:
    """Return curves as one SVG path."""
    return "".join(
        "M{:.5g},{:.5g}C{:.5g},{:.5g} {:.5g},{:.5g} {:.5g},{:.5g}".format(
            *corners.ravel()
        )
        for corners in curves
    )


def edge_shapes(edges: Edges, selected: int | None) -> list[dict[str, Any]]:
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


def edge_arrows(edges: Edges, selected: int | None) -> go.Scatter:
    """Return a tip near the end of each edge, turned as the edge runs.

    Before each tip stands an invisible point: the tip points away from it.
    """
    points = np.stack([edges.at(0.84), edges.at(0.9)], axis=1).reshape(-1, 2)
    points = points.astype(np.float32)  # half as much to send
    is_chosen = edges.pairs[:, 0] == selected
    opacity = np.zeros((len(edges.pairs), 2), dtype=np.float32)
    opacity[:, 1] = np.where(is_chosen | (selected is None), 0.9, 0.25)
    kinds = np.where(is_chosen, _LAST, edges.kinds)
    sizes = 7 + 7 * np.clip(edges.weights, 0, 1)
    return go.Scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        marker={
            "symbol": "arrow",
            "angleref": "previous",
            "size": np.repeat(sizes.astype(np.float32), 2),
            "color": np.repeat(kinds.astype(np.float32), 2),
            **_SCALE,
            "opacity": opacity.ravel(),
            "line": {"width": 0},
        },
        hoverinfo="skip",
        showlegend=False,
        name="arrows",
    )


def edge_points(
    edges: Edges, names: list[str], words: GraphWords
) -> go.Scatter:
    """Return invisible points that say on which edge they lie."""
    points = np.concatenate([edges.at(t) for t in HOVER_AT])
    points = points.astype(np.float32)
    called = np.array(names, dtype=object)[edges.pairs]
    said = [format_number(weight, 4) for weight in edges.weights]
    texts = np.column_stack([called, np.array(said, dtype=object)])
    return go.Scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        marker={"color": MUTED, "opacity": 0, "size": 12},
        customdata=np.tile(texts, (len(HOVER_AT), 1)),
        hovertemplate=(
            "%{customdata[0]} → %{customdata[1]}"
            f"<br><b>{plain_label(words.value)} %{{customdata[2]}}</b>"
            "<extra></extra>"
        ),
        meta={
            "cells": edges.pairs.tolist(),
            "weights": edges.weights.round(6).tolist(),
        },
        showlegend=False,
        name="edges",
    )
