"""Bars: a row of numbers, vectors over their dimensions, a weighted sum."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import format_number, plain_label, token_labels
from figures.panels import (
    axis_name,
    panel_axes,
    panel_domains,
    panel_height,
    panel_titles,
)
from figures.theme import (
    ACCENT,
    FONT,
    FONT_SIZE,
    HATCH,
    INK,
    MASKED,
    MUTED,
    PAPER,
    REST,
    SCORE_COLORS,
    SERIES_COLORS,
    color_scale,
    make_figure,
    wrap,
)

MOST_NUMBERS = 20  # bars up to which each carries its number
MOST_NAMES = 48  # names on one axis
MOST_PARTS = 5  # parts of a sum with a color of their own

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class BarWords:
    """What a reader reads at the bars, in the reader's language.

    Parameters
    ----------
    masked, not_a_number : str
        Said on hover where there is no bar.
    names_thinned : str
        With the blank {step}: only one name in so many is shown.
    numbers_left_out : str
        With the blank {most}: more bars than that, no numbers on them.
    dimension : str
        The title of the axis over the dimensions of a vector.
    rest : str
        With the blank {count}: so many parts of a sum drawn as one.
    total : str
        The name of the sum.
    """

    masked: str = "masked"
    not_a_number: str = "not a number"
    names_thinned: str = (
        "Only one name in {step} is shown; point at a bar to read its name."
    )
    numbers_left_out: str = (
        "Beyond {most} bars there are no numbers on them; "
        "point at a bar to read its number."
    )
    dimension: str = "dimension"
    rest: str = "{count} others"
    total: str = "sum"


def _check_rows(values: Mapping[str, npt.ArrayLike], n: int) -> list[Floats]:
    rows: list[Floats] = [
        np.asarray(row, dtype=np.float64) for row in values.values()
    ]
    for name, row in zip(values, rows, strict=True):
        if row.shape != (n,):
            message = f"'{name}' must have shape (n,) = ({n},), as its labels."
            raise ValueError(f"{message} Received: {row.shape}.")
    return rows


def _check_selected(selected: int | None, n: int) -> None:
    if selected is not None and not 0 <= selected < n:
        message = f"selected must be one of {n} bars."
        raise ValueError(f"{message} Received: {selected}.")


def _check_mask(mask: npt.ArrayLike | None, n: int) -> Bools:
    if mask is None:
        return np.ones(n, dtype=np.bool_)
    mask = np.asarray(mask)
    if mask.dtype != np.bool_ or mask.shape != (n,):
        message = f"mask must be boolean of shape (n,) = ({n},)."
        raise ValueError(f"{message} Received: {mask.dtype}, {mask.shape}.")
    return mask


def _said(value: float, is_open: bool, digits: int, words: BarWords) -> str:
    """Return what is read about one value."""
    if not is_open:
        return plain_label(words.masked)
    if np.isnan(value):
        return plain_label(words.not_a_number)
    return format_number(value, digits)


def _limits(rows: Sequence[Floats]) -> tuple[float, float]:
    """Return the range of an axis: zero is in it, and room for numbers."""
    values = np.concatenate([np.zeros(1), *(row.ravel() for row in rows)])
    values = values[np.isfinite(values)]
    low = float(values.min(initial=0))
    high = float(values.max(initial=0))
    room = 0.18 * ((high - low) or 1.0)
    return low - (room if low < 0 else 0), high + (room if high >= 0 else 0)


def _bar_trace(
    row: Floats,
    names: list[str],
    mask: Bools,
    look: tuple[int | None, int],
    words: BarWords,
) -> go.Bar:
    """Return the bars of one panel; masked ones are hatched, without height.

    Infinite values reach to the edge of the panel and say what they are.
    """
    (selected, digits), n = look, len(row)
    said = [_said(row[i], mask[i], digits + 2, words) for i in range(n)]
    numbers = [_said(row[i], mask[i], digits, words) for i in range(n)]
    has_numbers = n <= MOST_NUMBERS
    return go.Bar(
        x=list(range(n)),
        y=np.where(mask, np.clip(row, -1e300, 1e300), 0.0),
        marker={
            "color": [
                ACCENT if i == selected else SERIES_COLORS[0] for i in range(n)
            ],
            "line": {"width": 0},
        },
        text=numbers if has_numbers else None,
        textposition="outside" if has_numbers else "none",
        textfont={"color": INK, "family": FONT, "size": FONT_SIZE - 2},
        textangle=0,
        cliponaxis=False,
        customdata=list(zip(names, said, strict=True)),
        hovertemplate=(
            "%{customdata[0]}<br><b>%{customdata[1]}</b><extra></extra>"
        ),
    )


def _name_axis(labels: list[str], last: int) -> dict[str, Any]:
    """Return the axis of the names, below the last panel."""
    step = -(-len(labels) // MOST_NAMES) or 1
    return {
        "tickvals": list(range(0, len(labels), step)),
        "ticktext": labels[::step],
        "autotickangles": [0, -45, -90],
        "anchor": axis_name("y", last),
        "range": [-0.5, max(len(labels), 1) - 0.5],
    }


def _notes(n: int, words: BarWords) -> tuple[str, ...]:
    notes = []
    step = -(-n // MOST_NAMES)
    if step > 1:
        notes.append(words.names_thinned.format(step=step))
    if n > MOST_NUMBERS:
        notes.append(words.numbers_left_out.format(most=MOST_NUMBERS))
    return tuple(notes)


def bars(
    values: Mapping[str, npt.ArrayLike],
    labels: Sequence[str],
    *,
    ranges: Mapping[str, tuple[float, float]] | None = None,
    mask: npt.ArrayLike | None = None,
    selected: int | None = None,
    marks: Sequence[str] | None = None,
    digits: int = 2,
    words: BarWords | None = None,
    height: int | None = None,
) -> go.Figure:
    """Return rows of numbers as bars, one panel below the other.

    For one query: its scores, their exponentials, its weights.

    Parameters
    ----------
    values : mapping of str to array_like of shape (n,)
        The title of each panel with its numbers. A title may hold Plotly's
        markup, so a token in it must come from `plain_label`.
    labels : sequence of str, n
        Tokens, as typed.
    ranges : mapping of str to (low, high), optional
        Fixed axes, by the titles of their panels, such as (0, 1) for weights.
    mask : array_like of bool, shape (n,), optional
        True = may be looked at. The others have no bar and say so.
    selected : int, optional
        The bar that stands out.
    marks : sequence of str, optional
        Put behind the labels, such as "*" for a word read in pieces.
    digits : int
        Decimals on the bars; on hover there are two more.
    words : BarWords, optional
        Everything else that is read, in the reader's language.
    height : int, optional
        In pixels; by default it follows the number of panels.

    Returns
    -------
    plotly.graph_objects.Figure
        One trace of bars for each panel.

    Raises
    ------
    ValueError
        If a panel, the mask or the marks have another number than the
        labels, or there is no bar `selected`.
    """
    words = words or BarWords()
    n = len(labels)
    rows = _check_rows(values, n)
    open_keys = _check_mask(mask, n)
    _check_selected(selected, n)
    height = height or panel_height(len(rows))
    domains = panel_domains(len(rows), height)
    figure = make_figure(
        height=height,
        notes=_notes(n, words),
        annotations=panel_titles(values, domains),
        bargap=0.25,
        xaxis=_name_axis(token_labels(labels, marks=marks), len(rows) - 1),
        shapes=_hatched_keys(open_keys),
        **panel_axes(domains, _ranges(values, ranges or {}, open_keys)),
    )
    names = token_labels(labels, longest=None)
    for k, row in enumerate(rows):
        trace = _bar_trace(row, names, open_keys, (selected, digits), words)
        figure.add_trace(trace.update(yaxis=axis_name("y", k)))
    return figure


def _ranges(
    values: Mapping[str, npt.ArrayLike],
    ranges: Mapping[str, tuple[float, float]],
    mask: Bools,
) -> list[tuple[float, float]]:
    """Return the given range of each panel, or one that fits it."""
    return [
        ranges.get(name) or _limits([np.where(mask, row, 0)])
        for name, row in values.items()
    ]


def _hatched_keys(mask: Bools) -> list[dict[str, Any]]:
    """Return a gray band through all panels at each masked key."""
    return [
        {
            "type": "rect",
            "x0": j - 0.5,
            "x1": j + 0.5,
            "yref": "paper",
            "y0": 0,
            "y1": 1,
            "fillcolor": MASKED,
            "line": {"color": HATCH, "width": 1, "dash": "dot"},
            "layer": "below",
        }
        for j in np.flatnonzero(~mask).tolist()
    ]


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


def _stack(parts: Floats) -> tuple[Floats, Floats]:
    """Return lower and upper edges; negative values stack downwards."""
    up = np.cumsum(np.maximum(parts, 0), axis=0)
    down = np.cumsum(np.minimum(parts, 0), axis=0)
    is_up = parts >= 0
    start = np.where(is_up, up - parts, down - parts)
    return start, start + parts


def _outlines(lower: Floats, upper: Floats) -> tuple[Floats, Floats]:
    """Return all bars of one part as one path: (d,) edges -> 6 d points.

    The last point of each bar is NaN: there the pen is lifted.
    """
    d = len(lower)
    left, right = np.arange(1, d + 1) - 0.45, np.arange(1, d + 1) + 0.45
    gap = np.full(d, np.nan)
    x = np.stack([left, left, right, right, left, gap], axis=1)
    y = np.stack([lower, upper, upper, lower, lower, gap], axis=1)
    return x.ravel().astype(np.float32), y.ravel().astype(np.float32)


def _heaviest(parts: Floats) -> npt.NDArray[np.int64]:
    """Return the parts that move the sum most, the heaviest first."""
    order = np.argsort(-np.abs(parts).sum(axis=1), kind="stable")
    return order if len(order) <= MOST_PARTS + 1 else order[:MOST_PARTS]


def _merged(
    parts: Floats, names: list[str], words: BarWords
) -> tuple[Floats, list[str], list[str]]:
    """Return the parts to draw with names and colors; the last may be many."""
    kept = _heaviest(parts)
    colors = [SERIES_COLORS[k] for k in range(len(kept))]
    kept_names = [names[k] for k in kept]
    others = np.setdiff1d(np.arange(len(parts)), kept)
    if not len(others):
        return parts[kept], kept_names, colors
    rest = parts[others].sum(axis=0)
    name = plain_label(words.rest.format(count=len(others)))
    drawn = np.concatenate([parts[kept], rest[None]])
    return drawn, [*kept_names, name], [*colors, REST]


def _part_traces(
    parts: Floats, names: list[str], colors: list[str]
) -> list[go.Scatter]:
    """Return one filled path for each part, with its values in `meta`."""
    lower, upper = _stack(parts)
    traces = []
    for k, name in enumerate(names):
        x, y = _outlines(lower[k], upper[k])
        traces.append(
            go.Scatter(
                x=x,
                y=y,
                mode="lines",
                fill="toself",
                fillcolor=colors[k],
                line={"width": 0, "color": colors[k]},
                hoverinfo="skip",
                name=name,
                showlegend=True,
                meta={"values": parts[k].tolist()},
            )
        )
    return traces


def weighted_sum(
    parts: npt.ArrayLike,
    labels: Sequence[str],
    *,
    parts_title: str = "",
    total_title: str = "",
    limit: float | None = None,
    digits: int = 3,
    words: BarWords | None = None,
    height: int = 420,
) -> go.Figure:
    """Return the parts of a sum stacked, and their sum below, on one scale.

    For the context: parts are the weighted values, a_ij h_j.

    Parameters
    ----------
    parts : array_like of shape (n_k, d)
        One weighted vector for each key. What is no finite number is left
        out of the stack, and spoils the sum, which says so.
    labels : sequence of str, n_k
        Tokens, as typed.
    parts_title, total_title : str
        Over the two panels. They may hold Plotly's markup, so a token in them
        must come from `plain_label`.
    limit : float, optional
        The axes run from -limit to limit.
    digits : int
        Decimals on hover.
    words : BarWords, optional
        Everything else that is read, in the reader's language.
    height : int
        In pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        One trace for each of the heaviest parts, one for the rest, each with
        its numbers in `meta["values"]`; the last trace holds the sum.

    Raises
    ------
    ValueError
        If there is not one part for each label.
    """
    words = words or BarWords()
    parts = _check_vectors(parts, len(labels), "parts")
    total = parts.sum(axis=0)
    names = token_labels(labels, longest=None)
    finite = np.where(np.isfinite(parts), parts, 0)
    drawn, names, colors = _merged(finite, names, words)
    limit = limit or _size([np.stack(_stack(drawn)), total])
    titles = [wrap(title, 700) for title in (parts_title, total_title)]
    figure = _two_panels(titles, limit, height).update_layout(
        xaxis=_dimension_axis(len(total), 1, words)
    )
    figure.add_traces(_part_traces(drawn, names, colors))
    figure.add_trace(_sum_hover(drawn, names, digits))
    trace = _vector_trace(total, digits, words, "y2")
    look = {"name": words.total, "showlegend": False, "marker_color": MUTED}
    figure.add_trace(trace.update(look))
    return figure


def _check_vectors(vectors: npt.ArrayLike, n: int, name: str) -> Floats:
    vectors = np.asarray(vectors, dtype=np.float64)
    if vectors.ndim != 2 or len(vectors) != n:
        message = f"{name} must have shape (n, d) with n = {n} (set by labels)."
        raise ValueError(f"{message} Received: {vectors.shape}.")
    return vectors


def _two_panels(titles: list[str], limit: float, height: int) -> go.Figure:
    """Return two empty panels on one scale, with a legend above."""
    domains = panel_domains(2, height)
    return make_figure(
        height=height,
        annotations=panel_titles(titles, domains),
        showlegend=True,
        legend={"orientation": "h", "y": 1.06, "yanchor": "bottom", "x": 0},
        hovermode="closest",
        bargap=0.1,
        **panel_axes(domains, [(-limit, limit)] * 2),
    )


def _sum_hover(parts: Floats, names: list[str], digits: int) -> go.Scatter:
    """Return a point for each dimension that lists all parts."""
    d = parts.shape[1]
    lines = [
        "<br>".join(
            f"{name}: {format_number(value, digits)}"
            for name, value in zip(names, parts[:, i], strict=True)
        )
        for i in range(d)
    ]
    return go.Scatter(
        x=np.arange(1, d + 1),
        y=parts.sum(axis=0),
        mode="markers",
        marker={"color": INK, "size": 4, "symbol": "line-ew-open"},
        customdata=np.array(lines, dtype=object)[:, None],
        hovertemplate="%{x}<br>%{customdata[0]}<extra></extra>",
        showlegend=False,
    )


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
    names[:] = np.array(token_labels(labels, longest=None), object)[:, None]
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
