"""Weights typed by hand over the real annotations: a part of the page.

What is typed for a pair stays with it, also while another one is shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.scores import cosine
from pages.encoder_decoder import pictures, rows
from pages.encoder_decoder.choices import LESSON
from pages.encoder_decoder.view import Walk
from ui.cells import Cells
from ui.chart import chart
from ui.tables import (
    change,
    edit_buttons,
    forget_edits,
    numbers,
    table_editor,
    take_typed,
    when_pressed,
)
from ui.texts import plain, read_content, readable, text
from worked.digits import fixed
from worked.stages import context_latex

Floats = npt.NDArray[np.floating]
About = tuple[str, ...]


@dataclass
class _Memory:
    """What is typed for each pair, and what was seen last."""

    typed: dict[About, Cells] = field(default_factory=dict)
    about: About = ()
    hand: Cells = ()


@dataclass(frozen=True)
class Typed:
    """The weights typed for a pair, (n_rows, n_s), and what is odd about them.

    A row that nobody typed is NaN: there the model's own counts.
    """

    weights: Floats
    complaints: tuple[str, ...] = ()

    def is_typed(self, row: int) -> bool:
        """Tell whether a row is typed."""
        return not np.isnan(self.weights[row]).any()


def _memory() -> _Memory:
    key = LESSON.key("hand_memory")
    memory: _Memory = st.session_state.setdefault(key, _Memory())
    return memory


def _misfit(width: int) -> str:
    """Say that the rows of the address do not fit this pair."""
    said = LESSON.field("hand").write(LESSON["hand"])[:40]
    size = {"most": rows.MOST_ROWS, "columns": width}
    allowed = text("by_hand", "allowed_table", **size)
    blanks = {"name": "hand", "value": plain(said), "allowed": allowed}
    return text("common", "bad_address", **blanks)


def _follow(about: About, width: int) -> list[str]:
    """Let the table be that of this pair; say if the address has another."""
    memory, said = _memory(), []
    if about == memory.about:
        take_typed(LESSON)
    else:
        forget_edits(LESSON)
        if LESSON["hand"] == memory.hand:  # left over from another pair
            LESSON["hand"] = memory.typed.get(about, LESSON.default("hand"))
    if not rows.fits(LESSON["hand"], width):
        said.append(_misfit(width))
        LESSON["hand"] = LESSON.default("hand")
    memory.about, memory.hand = about, LESSON["hand"]
    if memory.hand != LESSON.default("hand"):
        memory.typed[about] = memory.hand
    else:
        memory.typed.pop(about, None)
    return said


def typed_weights(source: Sequence[str], forced: str) -> Typed:
    """Return what is typed for the pieces of a source; see to the address.

    Before anything of the table is drawn.
    """
    n = len(source)
    if n > rows.MOST:
        return Typed(np.full((rows.MOST_ROWS, n), np.nan))
    said = _follow((*source, "", *forced.split()), n)
    size, name = (rows.MOST_ROWS, n), text("by_hand", "weights")
    weights, bad = numbers(LESSON, "hand", size, name, blank=0)
    for k, row in enumerate(LESSON["hand"]):
        if not rows.is_typed(row):
            weights[k] = np.nan
    return Typed(weights, (*said, *bad))


def _fillings(typed: Typed, row: int) -> dict[str, Sequence[str] | None]:
    """Return what the buttons put into a row; None where nothing can be."""
    n = typed.weights.shape[1]
    cells = LESSON["hand"][row][:n]
    lecture = read_content("presets/by_hand")["weights"][0]
    normalized = None
    if typed.is_typed(row):
        normalized = rows.normalized(cells, typed.weights[row])
    return {
        "normalize": normalized,
        "uniform": rows.rounded_shares([1 / n] * n, 4),
        "lecture": lecture if len(lecture) == n else None,
        "models": [""] * n,
    }


def _put_row(row: int, cells: Sequence[str]) -> None:
    change(LESSON, "hand", rows.with_row(LESSON["hand"], row, cells))


def _row_buttons(typed: Typed, row: int) -> None:
    """Draw the buttons that fill a row."""
    shown = LESSON["hand"][row][: typed.weights.shape[1]]
    with st.container(horizontal=True):
        for name, cells in _fillings(typed, row).items():
            st.button(
                text("by_hand", name),
                key=LESSON.key(f"row_{name}"),
                **when_pressed(LESSON, partial(_put_row, row, cells or ())),
                disabled=cells is None or tuple(cells) == shown,
            )


def _row_editor(
    typed: Typed, walk: Walk, row: int, labels: Sequence[str]
) -> None:
    """Draw the weights of one step; pale are the model's own."""
    names = [f"{j} {readable(name)}" for j, name in enumerate(labels, start=1)]
    shown = " · ".join(plain(name) for name in names)
    table_editor(
        LESSON,
        "hand",
        (1, len(names)),
        title=text("by_hand", "row_title", step=row + 1, words=shown),
        rows=[rf"$a_{{{row + 1},j}}$"],
        first=row,
        called=text("by_hand", "weights"),
        hints=[rows.rounded_shares(walk.weights[row].tolist(), 2)],
    )
    said = [*typed.complaints]
    if typed.is_typed(row):
        cells, weights = LESSON["hand"][row], typed.weights[row]
        said += rows.complaints(cells, weights, row + 1)
    for sentence in said:
        st.warning(sentence)
    _row_buttons(typed, row)
    edit_buttons(LESSON)


def _numbers(walk: Walk, weights: Floats, row: int) -> None:
    """Draw c_i by the typed weights, with its numbers and its bars."""
    j, others = int(weights.argmax()), text("stages", "others")
    for line in context_latex(weights, walk.annotations, row, j, others):
        st.latex(line)
    pair = np.stack([weights @ walk.annotations, walk.context[row]])
    value = fixed(float(cosine(pair[:1], pair[1:])[0, 0]), 3)
    st.caption(text("by_hand", "closeness", value=value))
    keys = ("bars", "models_bars")
    names = [text("by_hand", key).format(step=row + 1) for key in keys]
    figure = pictures.two_bars(dict(zip(names, pair, strict=True)))
    alt = text("by_hand", "alt", step=row + 1)
    chart(figure, key="hand_bars", alt=alt)


def part(walk: Walk, typed: Typed, step: int, labels: Sequence[str]) -> None:
    """Draw the typed weights of a step, and the c_i that they make."""
    if len(labels) > rows.MOST:
        blanks = {"most": rows.MOST, "columns": len(labels)}
        st.info(text("by_hand", "too_large", **blanks))
        return
    row = walk.row(step)
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(text("by_hand", "says"))
        _row_editor(typed, walk, row, labels)
    with right:
        weights = typed.weights[row]
        if not typed.is_typed(row):
            weights = walk.weights[row]
        _numbers(walk, weights, row)
