"""The words of a graph: a dot for each, and its name beside it."""

from collections.abc import Sequence
from html import unescape
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import token_labels
from figures.theme import (
    ACCENT,
    FONT,
    FONT_SIZE,
    INK,
    MUTED,
    width_of,
)

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]
SMALLEST = 9  # pixels of a name


def word_points(
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


def names_outwards(
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


def names_on_spokes(
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


def names_axis(
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
