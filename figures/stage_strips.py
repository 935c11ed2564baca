"""The last stage: each vector as a strip, as high as its weight."""

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number, plain_label
from figures.stage_row import Row, StageWords, axis_name
from figures.theme import (
    SCORE_COLORS,
    color_scale,
)

Floats = npt.NDArray[np.floating]
MOST_LISTED = 6  # products of one dimension that are written on hover


def _edges(row: Row) -> Floats:
    """Return where strips begin and end: heights are the weights."""
    heights = np.append(row.weights, 1.0) * 0.92
    middles = np.append(np.arange(len(row.names), dtype=float), row.foot)
    pairs = np.stack([middles - heights / 2, middles + heights / 2], axis=1)
    edges = pairs.ravel()
    # Plotly wants each edge beyond the last one; a weight may be 0.
    return np.maximum.accumulate(edges + 1e-6 * np.arange(len(edges)))


def strips(row: Row, digits: int, words: StageWords) -> go.Heatmap:
    """Return all strips, and that of their sum, as one trace."""
    n, d = row.vectors.shape
    rows = np.full((2 * n + 1, d), np.nan)
    rows[0 : 2 * n : 2] = row.vectors
    rows[2 * n] = row.weights @ row.vectors
    limit = float(np.nanmax(np.abs(rows))) if rows.size and d else 1.0
    return go.Heatmap(
        z=rows.astype(np.float32),
        x=np.arange(1, d + 1),
        y=_edges(row),
        xaxis=axis_name("x", 3),
        zmin=-limit or -1.0,
        zmax=limit or 1.0,
        colorscale=color_scale(SCORE_COLORS),
        showscale=False,
        hoverongaps=False,
        customdata=_said(row, digits, words),
        hovertemplate=(
            f"{plain_label(words.dimension)} %{{x}}<br>"
            "%{customdata[0]}%{customdata[1]}<b>%{customdata[2]}</b>"
            "<extra></extra>"
        ),
    )


def _said(row: Row, digits: int, words: StageWords) -> npt.NDArray[np.object_]:
    """Return what is read on hover, in three parts; many share a part."""
    n, d = row.vectors.shape
    said = np.full((2 * n + 1, d, 3), "", dtype=object)
    said[0 : 2 * n : 2] = _products(row, digits)
    said[2 * n, :, 0] = _sums(row, digits, words)
    return said


def _products(row: Row, digits: int) -> npt.NDArray[np.object_]:
    """Return for each component what it adds to the sum, in three parts."""
    said = np.empty((*row.vectors.shape, 3), dtype=object)
    for j, (name, weight) in enumerate(
        zip(row.names, row.weights.tolist(), strict=True)
    ):
        said[j, :, 0] = f"{name}: {format_number(weight, digits + 1)} × "
        said[j, :, 1:] = [
            (
                f"{format_number(h, digits + 1)} = ",
                format_number(weight * h, digits + 1),
            )
            for h in row.vectors[j].tolist()
        ]
    return said


def _sums(row: Row, digits: int, words: StageWords) -> list[str]:
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
