"""One row of attention as the formula reads: score, power, weight, sum.

Each word is a row, each stage a column. The bars of the weights begin where
the one above ends, so that together they fill a bar of length 1. Beside them
each word's vector is a strip whose height is its weight; at the foot lies
their sum.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import plain_label
from figures.stage_bars import foot, stage_bars, whole_bar
from figures.stage_row import (
    FOOT,
    STAGES,
    Row,
    StageWords,
    axis_name,
    checked_row,
)
from figures.stage_strips import strips
from figures.theme import (
    ACCENT,
    FONT,
    FONT_SIZE,
    INK,
    MUTED,
    REST,
    make_figure,
)

Floats = npt.NDArray[np.floating]
# Where the columns stand, as shares of the width beside the words.
_DOMAINS = ((0.0, 0.2), (0.22, 0.4), (0.42, 0.67), (0.69, 1.0))
_ROW = 30  # pixels


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
    row = checked_row((scores, powers, weights), vectors, mask, labels, marks)
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
    row: Row, shown: int, look: tuple[int, int], words: StageWords
) -> list[Any]:
    """Return the traces of the stages that are shown."""
    said = (look, words)
    stages: list[list[Any]] = [
        [stage_bars(0, row, row.scores, said)],
        [
            stage_bars(1, row, row.powers, said),
            foot(1, row, float(row.powers.sum()), look),
        ],
        [stage_bars(2, row, row.weights, said), *whole_bar(row, look)],
        [strips(row, look[0], words)],
    ]
    return [trace for stage in stages[:shown] for trace in stage]


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


def _lines(row: Row, selected: int | None) -> list[dict[str, Any]]:
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
    row: Row, words: StageWords, selected: int | None, font_size: int
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


def _columns(row: Row) -> dict[str, Any]:
    """Return the horizontal axes; numbers behind the bars find room."""
    ranges = [
        _room(row.scores),
        _room(row.powers),
        [0.0, 1.4],
        [0.5, row.vectors.shape[1] + 0.5],
    ]
    return {
        axis_name("xaxis", k): {
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
