"""The first three stages: bars of scores, powers and weights."""

from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number, plain_label
from figures.stage_row import Row, StageWords, axis_name
from figures.theme import (
    FONT,
    INK,
    SERIES_COLORS,
)

Floats = npt.NDArray[np.floating]


def stage_bars(
    column: int,
    row: Row,
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
        xaxis=axis_name("x", column),
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


def foot(
    column: int, row: Row, total: float, look: tuple[int, int]
) -> go.Scatter:
    """Return the sum of a column, written below it."""
    return go.Scatter(
        x=[0],
        y=[row.foot],
        xaxis=axis_name("x", column),
        mode="text",
        text=[f"<b>{format_number(total, look[0])}</b>"],
        textposition="middle right",
        textfont={"size": look[1], "color": INK, "family": FONT},
        hoverinfo="skip",
        cliponaxis=False,
    )


def whole_bar(row: Row, look: tuple[int, int]) -> list[Any]:
    """Return the bar of length 1 that the weights fill, and its number."""
    ends = np.cumsum(row.weights)
    bar = go.Bar(
        x=row.weights,
        base=ends - row.weights,
        y=np.full(len(ends), row.foot),
        orientation="h",
        xaxis=axis_name("x", 2),
        marker={
            "color": SERIES_COLORS[0],
            "line": {"width": 1.5, "color": "#ffffff"},
        },
        customdata=np.array(row.names, dtype=object)[:, None],
        hovertemplate="%{customdata[0]}<br><b>%{x:.3f}</b><extra></extra>",
        meta={"cells": [[j, 0] for j in range(len(ends))]},
    )
    total = foot(2, row, float(ends[-1]) if len(ends) else 0.0, look)
    return [bar, total.update(x=[1.0])]
