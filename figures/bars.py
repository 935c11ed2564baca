"""A row of numbers as bars, one panel below the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from figures.labels import HOVER, format_number, plain_label, token_labels
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
    SERIES_COLORS,
    make_figure,
)

MOST_NUMBERS = 20  # bars up to which each carries its number
MOST_NAMES = 48  # names on one axis

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
        uirevision=repr(labels),  # other words, no zoom
        notes=_notes(n, words),
        annotations=panel_titles(values, domains),
        bargap=0.25,
        xaxis=_name_axis(token_labels(labels, marks=marks), len(rows) - 1),
        shapes=_hatched_keys(open_keys),
        **panel_axes(domains, _ranges(values, ranges or {}, open_keys)),
    )
    names = token_labels(labels, longest=HOVER)
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
