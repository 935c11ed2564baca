"""Weights typed by hand over the real annotations: a part of the page.

What is typed for a pair stays with it. The rows that differ from the first
ones stand in the address, in the field `hand`.
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
from ui.chart import chart
from ui.tables import (
    Cells,
    Table,
    edit_buttons,
    numbers,
    put_table,
    table_editor,
    take_typed,
    when_pressed,
)
from ui.texts import plain, read_content, readable, text
from worked.digits import fixed
from worked.stages import context_latex

Floats = npt.NDArray[np.floating]
About = tuple[tuple[str, ...], Cells]

MOST = 40  # source pieces: cells in a row


@dataclass
class _Memory:
    """The pairs that a table was drawn for, and what was seen last."""

    pairs: list[About] = field(default_factory=list)
    about: About | None = None
    hand: Cells | None = None


@dataclass(frozen=True)
class Typed:
    """The weights of a pair: those that are typed, in the model's place.

    `weights` has NaN in the rows that nobody typed.
    """

    fields: dict[str, Table]
    weights: Floats
    complaints: tuple[str, ...]

    @property
    def key(self) -> str:
        """Where the table stands in the session state."""
        return next(iter(self.fields))

    @property
    def cells(self) -> Cells:
        """The table, as typed."""
        cells: Cells = st.session_state[self.key]
        return cells

    def is_typed(self, row: int) -> bool:
        """Tell whether a row is typed."""
        return not np.isnan(self.weights[row]).any()


def first_cells(walk: Walk) -> Cells:
    """Return what the table holds at first: the lecture's rows, or nothing."""
    preset = read_content("presets/by_hand")
    names = walk.source.piece_names()
    blank = ("",) * len(names)
    given: list[tuple[str, ...]] = []
    written = walk.names[:-1] if walk.record.finished else walk.names
    pair = ([name.lower() for name in names], list(written))
    if pair == (preset["source"], preset["target"]):
        given = [tuple(row) for row in preset["weights"]]
    return (*given, *[blank] * (rows.MOST_ROWS - len(given)))


def _memory() -> _Memory:
    key = LESSON.key("hand_memory")
    memory: _Memory = st.session_state.setdefault(key, _Memory())
    return memory


def _misfit(given: Cells, first: Cells) -> str:
    """Say that the rows of the address do not fit this pair."""
    said = LESSON.field("hand").write(given)[:40]
    size = {"most": len(first), "columns": len(first[0])}
    allowed = text("by_hand", "allowed_table", **size)
    blanks = {"name": "hand", "value": plain(said), "allowed": allowed}
    return text("common", "bad_address", **blanks)


def _take_given(memory: _Memory, key: str, first: Cells) -> str:
    """Let the table of a pair begin with what the address says, if it does.

    Returns what is wrong with that, if anything is.
    """
    given: Cells | None = LESSON["hand"]
    if given == memory.hand and memory.about is not None:
        st.session_state.setdefault(key, first)  # as it was left
        return ""
    table = first if given is None else rows.fitted(given, first)
    st.session_state[key] = table or first
    return "" if table else _misfit(given or (), first)


def typed_weights(walk: Walk) -> Typed:
    """Return the weights typed for the pair of a walk; see to the address.

    Before anything of the table is drawn.
    """
    first, memory = first_cells(walk), _memory()
    about = (tuple(walk.source.piece_names()), first[:1])
    if about not in memory.pairs:
        memory.pairs.append(about)
    key = LESSON.key(f"cells{memory.pairs.index(about) + 1}")
    fields, said = {key: Table(first)}, []
    if memory.about == about and memory.hand == LESSON["hand"]:
        take_typed(fields)
    elif wrong := _take_given(memory, key, first):
        said.append(wrong)
    cells = st.session_state[key]
    LESSON["hand"] = rows.trimmed(cells, first)
    memory.about, memory.hand = about, LESSON["hand"]
    size, name = (len(first), len(first[0])), text("by_hand", "weights")
    weights, bad = numbers(key, fields[key], size, name, blank=0)
    for k, row in enumerate(cells):
        if not rows.is_typed(row):
            weights[k] = np.nan
    return Typed(fields, weights, (*said, *bad))


def _put_row(typed: Typed, row: int, cells: Sequence[str]) -> None:
    table = [*typed.cells]
    table[row] = tuple(cells)
    put_table(typed.fields, typed.key, tuple(table))


def _row_buttons(typed: Typed, row: int) -> None:
    """Draw the buttons that fill a row."""
    n, weights = len(typed.cells[0]), typed.weights[row]
    normalized = None
    if typed.is_typed(row):
        normalized = rows.normalized(typed.cells[row], weights)
    choices = {
        "normalize": normalized,
        "uniform": rows.rounded_shares([1 / n] * n, 4),
        "models": [""] * n,
    }
    with st.container(horizontal=True):
        for name, cells in choices.items():
            action = partial(_put_row, typed, row, cells or typed.cells[row])
            st.button(
                text("by_hand", name),
                key=LESSON.key(f"row_{name}"),
                **when_pressed(typed.fields, action),
                disabled=not cells or tuple(cells) == typed.cells[row],
            )


def _row_editor(
    typed: Typed, walk: Walk, row: int, labels: Sequence[str]
) -> None:
    """Draw the weights of one step; pale are the model's own."""
    st.markdown(text("by_hand", "says"))
    names = [f"{j} {readable(name)}" for j, name in enumerate(labels, start=1)]
    shown = " · ".join(plain(name) for name in names)
    table_editor(
        typed.key,
        (1, len(names)),
        title=text("by_hand", "row_title", step=row + 1, words=shown),
        rows=[rf"$a_{{{row + 1},j}}$"],
        first=row,
        hints=[rows.rounded_shares(walk.weights[row].tolist(), 2)],
        name=text("by_hand", "weights"),
    )
    said = [*typed.complaints]
    if typed.is_typed(row):
        cells, weights = typed.cells[row], typed.weights[row]
        said += rows.complaints(cells, weights, row + 1)
    for sentence in said:
        st.warning(sentence)
    _row_buttons(typed, row)
    edit_buttons(typed.fields)


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
    if len(labels) > MOST:
        blanks = {"most": MOST, "columns": len(labels)}
        st.info(text("by_hand", "too_large", **blanks))
        return
    row = walk.row(step)
    left, right = st.columns(2, gap="medium")
    with left:
        _row_editor(typed, walk, row, labels)
    with right:
        weights = typed.weights[row]
        if not typed.is_typed(row):
            weights = walk.weights[row]
        _numbers(walk, weights, row)
