"""Vectors over their dimensions: as bars, or as strips of colors."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.bars import (
    MOST_NAMES,
    BarWords,
    _check_rows,
    _check_selected,
    _notes,
    _said,
)
from figures.labels import HOVER, plain_label, token_labels
from figures.panels import (
    axis_name,
    panel_axes,
    panel_domains,
    panel_height,
    panel_titles,
)
from figures.theme import (
    ACCENT,
    FONT_SIZE,
    PAPER,
    SCORE_COLORS,
    SERIES_COLORS,
    color_scale,
    make_figure,
)

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]


def vector_bars(
    vectors: Mapping[str, npt.ArrayLike],
    *,
    limit: float | None = None,
    digits: int = 3,
    words: BarWords | None = None,
    height: int | None = None,
) -> go.Figure:
    """Return vectors as bars over their dimensions, all on one scale.

    Parameters
    ----------
    vectors : mapping of str to array_like of shape (d,)
        The title of each panel with its vector. A title may hold Plotly's
        markup, so a token in it must come from `plain_label`.
    limit : float, optional
        The axes run from -limit to limit, so that figures can be compared; by
        default the largest size of a component.
    digits : int
        Decimals on hover.
    words : BarWords, optional
        Everything else that is read, in the reader's language.
    height : int, optional
        In pixels; by default it follows the number of panels.

    Returns
    -------
    plotly.graph_objects.Figure
        One trace of bars for each vector; dimensions are counted from 1.

    Raises
    ------
    ValueError
        If the vectors have not all the same shape (d,).
    """
    words = words or BarWords()
    d = np.size(next(iter(vectors.values()), ()))
    rows = _check_rows(vectors, d)
    height = height or panel_height(len(rows))
    domains = panel_domains(len(rows), height)
    limit = limit or _size(rows)
    figure = make_figure(
        height=height,
        uirevision=str(d),  # a zoom is to dimensions, whatever the vectors are
        annotations=panel_titles(vectors, domains),
        bargap=0.1,
        xaxis=_dimension_axis(d, len(rows) - 1, words),
        **panel_axes(domains, [(-limit, limit)] * len(rows)),
    )
    for k, row in enumerate(rows):
        figure.add_trace(_vector_trace(row, digits, words, axis_name("y", k)))
    return figure


def _size(rows: Sequence[Floats]) -> float:
    """Return the largest finite size of a component; 1 if there is none."""
    values = np.abs(np.concatenate([np.zeros(1), *(r.ravel() for r in rows)]))
    return float(values[np.isfinite(values)].max(initial=0)) * 1.05 or 1.0


def _dimension_axis(d: int, last: int, words: BarWords) -> dict[str, Any]:
    return {
        "title": {"text": plain_label(words.dimension)},
        "anchor": axis_name("y", last),
        "range": [0.5, d + 0.5],
        "tickformat": "d",
        "nticks": 9,
        "tickfont": {"size": FONT_SIZE - 2},
    }


def _vector_trace(
    row: Floats, digits: int, words: BarWords, yaxis: str
) -> go.Bar:
    said = [_said(value, True, digits, words) for value in row]
    return go.Bar(
        x=np.arange(1, len(row) + 1),
        y=row,
        yaxis=yaxis,
        marker={"color": SERIES_COLORS[0], "line": {"width": 0}},
        customdata=np.array(said, dtype=object)[:, None],
        hovertemplate=(
            f"{plain_label(words.dimension)} %{{x}}"
            "<br><b>%{customdata[0]}</b><extra></extra>"
        ),
    )


def _check_vectors(vectors: npt.ArrayLike, n: int, name: str) -> Floats:
    vectors = np.asarray(vectors, dtype=np.float64)
    if vectors.ndim != 2 or len(vectors) != n:
        message = f"{name} must have shape (n, d) with n = {n} (set by labels)."
        raise ValueError(f"{message} Received: {vectors.shape}.")
    return vectors


def vector_strip(
    vectors: npt.ArrayLike,
    labels: Sequence[str],
    *,
    limit: float | None = None,
    selected: int | None = None,
    marks: Sequence[str] | None = None,
    digits: int = 3,
    words: BarWords | None = None,
    height: int | None = None,
) -> go.Figure:
    """Return vectors as rows of colored dimensions, orange below zero.

    Parameters
    ----------
    vectors : array_like of shape (n, d)
        One row for each label.
    labels : sequence of str, n
        Tokens, as typed.
    limit : float, optional
        Colors run from -limit to limit; by default the largest size of a
        component.
    selected : int, optional
        The row that is framed.
    marks : sequence of str, optional
        Put behind the labels.
    digits : int
        Decimals on hover.
    words : BarWords, optional
        Everything else that is read, in the reader's language.
    height : int, optional
        In pixels; by default it follows the number of rows.

    Returns
    -------
    plotly.graph_objects.Figure
        One heatmap trace; dimensions are counted from 1.

    Raises
    ------
    ValueError
        If there is not one vector for each label, or no row `selected`.
    """
    words = words or BarWords()
    n = len(labels)
    vectors = _check_vectors(vectors, n, "vectors")
    _check_selected(selected, n)
    limit = limit or _size([vectors])
    step = -(-n // MOST_NAMES) or 1
    texts = token_labels(labels, marks=marks)
    figure = make_figure(
        height=height or int(np.clip(26 * n + 80, 120, 860)),
        uirevision=repr((labels, vectors.shape)),  # other words, no zoom
        notes=_notes(n, words)[: 1 if step > 1 else 0],
        xaxis=_dimension_axis(vectors.shape[1], 0, words),
        yaxis={
            "autorange": "reversed",
            "tickvals": list(range(0, n, step)),
            "ticktext": texts[::step],
        },
        shapes=_row_frame(selected, vectors.shape[1]),
    )
    figure.add_trace(_strip_trace(vectors, labels, limit, digits, words))
    return figure


def _row_frame(selected: int | None, d: int) -> list[dict[str, Any]]:
    if selected is None:
        return []
    edges = {"x0": 0.5, "x1": d + 0.5, "y0": selected - 0.5}
    edges["y1"] = selected + 0.5
    return [
        {"type": "rect", **edges, "line": {"color": color, "width": width}}
        for color, width in ((PAPER, 5), (ACCENT, 3))
    ]


def _strip_trace(
    vectors: Floats,
    labels: Sequence[str],
    limit: float,
    digits: int,
    words: BarWords,
) -> go.Heatmap:
    n, d = vectors.shape
    names = np.empty((n, d), dtype=object)
    names[:] = np.array(token_labels(labels, longest=HOVER), object)[:, None]
    return go.Heatmap(
        z=vectors.astype(np.float32),
        x0=1,
        zmin=-limit,
        zmax=limit,
        colorscale=color_scale(SCORE_COLORS),
        colorbar={"thickness": 10, "outlinewidth": 0, "ypad": 0, "nticks": 3},
        customdata=names[:, :, None],
        ygap=1,
        hoverongaps=False,
        hovertemplate=(
            f"%{{customdata[0]}}<br>{plain_label(words.dimension)} %{{x}}"
            f"<br><b>%{{z:.{digits}f}}</b><extra></extra>"
        ),
    )
