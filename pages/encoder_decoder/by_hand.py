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
from pages.encoder_decoder import pictures, rows, sliders
from pages.encoder_decoder.choices import LESSON
from pages.encoder_decoder.view import Walk, own_weights
from pages.encoder_decoder.words import candidate_table, escaped
from texts.shown import plain, read_content, readable, text
from ui.cells import Cells
from ui.chart import Click, Clickable, chart
from ui.tables import (
    change,
    edit_buttons,
    forget_edits,
    numbers,
    table_editor,
    take_typed,
    waiting,
    when_pressed,
)
from worked.digits import fixed
from worked.stages import context_latex

Floats = npt.NDArray[np.floating]
About = tuple[str, ...]

TYPED_MARK, OTHER_MARK = "✎", "≠"  # a typed row, another word than freely


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
        here = self.weights[row : row + 1]  # none where too many are written
        return bool(here.size) and not np.isnan(here).any()


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


def _open_lecture(walk: Walk) -> None:
    """Put the lecture's weights into a link to its pair that brings none.

    Such links are older than rows that may be left to the model.
    """
    is_first = LESSON["part"] == "hand" and not _memory().about
    if is_first and LESSON["hand"] == LESSON.default("hand"):
        lecture = read_content("presets/by_hand")
        source = " ".join(walk.source.piece_names()).lower()
        target = " ".join(walk.names[: len(walk.record.ids)])
        if (source, target) == (lecture["source"], lecture["target"]):
            LESSON["hand"] = LESSON.field("hand").read(lecture["hand"])


def typed_weights(walk: Walk, forced: str) -> Typed:
    """Return what is typed for the source of the model's way.

    Before anything of the table is drawn; sees to the address, too.
    """
    source = walk.source.piece_names()
    n = len(source)
    if n > rows.MOST:
        return Typed(np.full((rows.MOST_ROWS, n), np.nan))
    _open_lecture(walk)
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
    lecture = read_content("presets/by_hand")["row"]
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
    typed: Typed, own: Floats, row: int, labels: Sequence[str]
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
        hints=[rows.rounded_shares(own.tolist(), 2)],
    )
    sliders.draw(own, row, labels)
    said = [*typed.complaints]
    if typed.is_typed(row):
        cells, weights = LESSON["hand"][row], typed.weights[row]
        said += rows.complaints(cells, weights, row + 1)
    for sentence in said:
        st.warning(sentence)
    _row_buttons(typed, row)
    edit_buttons(LESSON)


def _numbers(walk: Walk, own: Floats, row: int) -> None:
    """Draw c_i by the typed weights in numbers and bars; `own`: the model's."""
    weights = walk.weights[row]
    j, others = int(weights.argmax()), text("stages", "others")
    for line in context_latex(weights, walk.annotations, row, j, others):
        st.latex(line)
    pair = np.stack([walk.context[row], own])
    value = fixed(float(cosine(pair[:1], pair[1:])[0, 0]), 3)
    st.caption(text("by_hand", "closeness", value=value))
    keys = ("bars", "models_bars")
    names = [text("by_hand", key).format(step=row + 1) for key in keys]
    figure = pictures.two_bars(dict(zip(names, pair, strict=True)))
    mine, models = map(pictures.largest, pair)
    alt = text("by_hand", "alt", step=row + 1, mine=mine, models=models)
    chart(figure, key="hand_bars", alt=alt)


def differing(free: Walk, mine: Walk) -> list[bool]:
    """Tell for each step whether another word is written than freely."""
    return [
        row >= free.n_steps or name != free.names[row]
        for row, name in enumerate(mine.names)
    ]


def put_all(column: int, row: int, width: int) -> None:
    """Put all weight of a step on one source piece."""
    _put_row(row, rows.only(column, width))


def _click(mine: Walk) -> Clickable:
    """Return what puts all weight on the word whose cell was clicked."""
    width, actions = len(mine.annotations), waiting(LESSON)

    def take(click: Click) -> None:
        actions.append(partial(put_all, click.x, click.y, width))
        LESSON.put(step=click.y + 1)

    return Clickable(min(mine.n_steps, rows.MOST_ROWS), width, take)


def _picture(free: Walk, mine: Walk, typed: Typed, row: int) -> None:
    """Draw the weights of all steps; typed rows and other words are marked."""
    other = differing(free, mine)
    marks = [
        TYPED_MARK * typed.is_typed(k) + OTHER_MARK * other[k]
        for k in range(mine.n_steps)
    ]
    selected = (row, mine.heaviest(row))
    figure = pictures.weights(mine, mine.n_steps, selected, marks, True)
    alt = text("by_hand", "picture_alt", pairs=pictures.heaviest_alt(mine))
    chart(figure, key="hand_weights", alt=alt, cells=_click(mine))
    blanks = {"typed": TYPED_MARK, "other": OTHER_MARK}
    st.caption(text("by_hand", "picture_says", **blanks))


def _translations(free: Walk, mine: Walk) -> None:
    """Draw what is written freely, and by hand; other words are bold."""
    names = [
        f"**{plain(name)}**" if is_other else plain(name)
        for name, is_other in zip(
            mine.names, differing(free, mine), strict=True
        )
    ]
    blanks = {"free": escaped(free.names), "mine": " ".join(names)}
    key = "forced_says" if free.forced else "wrote"
    st.markdown(text("by_hand", key, **blanks))


def _next_words(free: Walk, mine: Walk, row: int) -> None:
    """Draw the likeliest next words of a step, freely and by hand."""
    ways = (("free_next", free), ("mine_next", mine))
    for place, (key, way) in zip(st.columns(2), ways, strict=True):
        with place:
            st.caption(text("by_hand", key, step=row + 1))
            if row < way.n_steps:
                st.html(candidate_table(way.candidates(row + 1)))


def part(
    walks: tuple[Walk, Walk],
    typed: Typed,
    step: int,
    labels: Sequence[str],
    uniform: bool,
) -> None:
    """Draw the typed weights of a step, and what is written with them.

    `walks` are the model's own way, and that with all typed rows.
    """
    if (columns := len(labels)) > rows.MOST:
        st.info(text("by_hand", "too_large", most=rows.MOST, columns=columns))
        return
    free, mine = walks
    row = mine.row(step)
    own = own_weights(mine, uniform)[row]
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(text("by_hand", "says"))
        _row_editor(typed, own, row, labels)
        _translations(free, mine)
        _next_words(free, mine, row)
    with right:
        _picture(free, mine, typed, row)
        _numbers(mine, own @ mine.annotations, row)
