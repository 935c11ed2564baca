"""Tables typed by hand: every cell stays as typed, each edit can be undone.

A table is a tuple of rows of texts, a field of its lesson. Each cell is a box
of its own: a grid drawn on a canvas lost edits that followed each other fast.
What else is remembered of a lesson's tables stands in `_Edits`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from texts.shown import text
from ui.cells import (
    Cells,
    Table,
    as_shown,
    complaint,
    is_same,
    number_or_zero,
    parse_number,
    understood,
    with_cell,
)
from ui.state import Lesson

Place = tuple[str, int, int]  # name of the table, row, column
Floats = npt.NDArray[np.floating]

MOST_UNDONE = 100


@dataclass
class _Link:
    """The widget that shows a cell, and what it showed when last drawn."""

    place: Place
    drawn: object
    key: str
    value: Any = None
    count: int = 0
    among: Sequence[str] = ()


@dataclass
class _Edits:
    """What is remembered of the tables of one lesson, for one visitor.

    Parameters
    ----------
    before : list of dict
        All tables before each edit, for undo.
    good : dict
        The last good number of each cell.
    linked : dict
        The widgets that show cells.
    pressed : list of callable
        What buttons asked for and is still to be done.
    """

    before: list[dict[str, Cells]] = field(default_factory=list)
    good: dict[Place, float] = field(default_factory=dict)
    linked: dict[str, _Link] = field(default_factory=dict)
    pressed: list[Callable[[], None]] = field(default_factory=list)


def _edits(lesson: Lesson) -> _Edits:
    key = lesson.key("_tables")
    edits: _Edits = st.session_state.setdefault(key, _Edits())
    return edits


def _tables(lesson: Lesson) -> dict[str, Cells]:
    """Return what the tables of a lesson hold."""
    return {
        name: lesson[name]
        for name, entry in lesson.own.items()
        if isinstance(entry, Table)
    }


def _counted(cell: str, blank: float | None) -> float:
    """Return what a cell counts; ValueError if it is no number."""
    if blank is not None and not cell.strip():
        return blank
    return parse_number(cell)


def numbers(
    lesson: Lesson,
    name: str,
    shape: tuple[int, int],
    title: str,
    *,
    blank: float | None = None,
) -> tuple[Floats, list[str]]:
    """Return the numbers of a table, and a sentence for each bad cell.

    In place of a bad cell stands the last good number that stood there.
    `shape` says how many rows and columns count, `title` is Markdown, and
    `blank` counts where nothing is typed; if not given, that is a bad cell.
    """
    cells: Cells = lesson[name]
    default: Cells = lesson.field(name).default
    good, sentences = _edits(lesson).good, []
    used = np.zeros(shape)
    for i, j in np.ndindex(shape):
        place, cell = (name, i, j), cells[i][j]
        try:
            good[place] = _counted(cell, blank)
        except ValueError as error:
            kept = good.setdefault(place, number_or_zero(default[i][j]))
            where = text("tables", "where", name=title, row=i + 1, column=j + 1)
            sentences.append(complaint(where, cell, error, f"{kept:g}"))
        used[i, j] = good[place]
    shown = [cells[i][j] for i, j in np.ndindex(shape)]
    return used, sentences + understood(shown)


def remember(lesson: Lesson) -> None:
    """Keep all tables of a lesson as they are, for undo."""
    before, now = _edits(lesson).before, _tables(lesson)
    if before[-1:] != [now]:  # an edit that was broken off comes twice
        before.append(now)
    del before[:-MOST_UNDONE]


def before_last_edit(lesson: Lesson) -> dict[str, Cells] | None:
    """Return all tables as they were before the last edit, if there was one."""
    before = _edits(lesson).before
    return before[-1] if before else None


def change(lesson: Lesson, name: str, cells: Cells) -> None:
    """Put other cells into a table, so that it can be undone."""
    if lesson[name] != cells:
        remember(lesson)
    lesson[name] = cells


def waiting(lesson: Lesson) -> list[Callable[[], None]]:
    """Return the list of actions that `take_typed` will do."""
    return _edits(lesson).pressed


def when_pressed(lesson: Lesson, action: Callable[[], None]) -> dict[str, Any]:
    """Return what a button is given, so that `take_typed` does its action."""
    return {"on_click": waiting(lesson).append, "args": (action,)}


def forget_edits(lesson: Lesson) -> None:
    """Let nothing be undone: the tables are about something else now."""
    edits = _edits(lesson)
    edits.before.clear()
    edits.good.clear()


def take_typed(lesson: Lesson) -> None:
    """Take over what was typed and pressed since the last run.

    Called after `begin_page`, not in callbacks: Streamlit breaks one off when
    the next edit arrives, and the first edit would be lost. What is broken
    off here the next run does.
    """
    edits = _edits(lesson)
    for one in edits.linked.values():
        now = st.session_state.get(one.key, one.drawn)
        if is_same(now, one.drawn):
            continue
        name, i, j = one.place
        if not is_same(now, as_shown(now, lesson[name][i][j])):
            cell = now if isinstance(now, str) else f"{now:g}"
            _put(lesson, one.place, cell, one.among)
        one.drawn = now
    while edits.pressed:
        edits.pressed[0]()
        del edits.pressed[0]


def link(
    lesson: Lesson,
    name: str,
    place: Place,
    shown: str | float,
    among: Sequence[str] = (),
) -> dict[str, Any]:
    """Return key and value of a widget that shows a cell, and changes it.

    `among` are the cells of its row: with its first change they are typed,
    too, if there is nothing in that row yet.

    If the cell has changed by other means (undo, a slider), the widget is a
    new one: what the old one still reports no longer counts. The value is
    what it starts with, not set later: of a run that is broken off, the
    browser learns nothing.
    """
    linked, key = _edits(lesson).linked, lesson.key(name)
    one = linked.setdefault(name, _Link(place, shown, key))
    if not is_same(st.session_state.get(one.key), shown):
        count = one.count + 1
        one = _Link(place, shown, f"{key}_{count}", shown, count)
    linked[name] = one
    one.place, one.drawn, one.among = place, shown, among
    return {"key": one.key, "value": one.value}


def _cell(lesson: Lesson, place: Place, called: str, hint: str | None) -> None:
    """Draw one cell."""
    name, i, j = place
    st.text_input(
        text("tables", "where", name=called or name, row=i + 1, column=j + 1),
        **link(lesson, f"{name}_{i + 1}_{j + 1}", place, lesson[name][i][j]),
        label_visibility="collapsed",
        placeholder=hint,
    )


def table_editor(
    lesson: Lesson,
    name: str,
    shape: tuple[int, int],
    *,
    title: str,
    rows: Sequence[str] | None = None,
    first: int = 0,
    called: str = "",
    hints: Sequence[Sequence[str]] | None = None,
) -> None:
    """Draw a table in which every cell can be typed into.

    `shape` says how many rows and columns are shown, from row `first` on;
    `title` and the names of the `rows` are Markdown. `called` is what a screen
    reader says in place of the field's name. `hints` stand, pale, in cells in
    which nothing is typed.
    """
    names = rows or [str(i + 1) for i in range(shape[0])]
    with st.container(gap="xxsmall", key=lesson.key(f"table_{name}")):
        st.markdown(title)
        for i, row in enumerate(names[: shape[0]]):
            with st.container(
                horizontal=True, gap="xxsmall", vertical_alignment="center"
            ):
                st.markdown(row, width=20 if len(row) < 3 else "content")
                for j in range(shape[1]):
                    hint = hints[i][j] if hints else None
                    _cell(lesson, (name, first + i, j), called, hint)


def _undo(lesson: Lesson) -> None:
    """Take the last edit back."""
    if before := before_last_edit(lesson):
        for name, cells in before.items():
            lesson[name] = cells
        del _edits(lesson).before[-1]


def _reset(lesson: Lesson) -> None:
    """Put the tables back to what they held at first; undo takes it back."""
    if _is_changed(lesson):
        remember(lesson)
    for name in _tables(lesson):
        lesson[name] = lesson.default(name)


def _is_changed(lesson: Lesson) -> bool:
    return any(
        cells != lesson.default(name) for name, cells in _tables(lesson).items()
    )


def edit_buttons(lesson: Lesson) -> None:
    """Draw the buttons for undo and reset."""
    edits = _edits(lesson)
    actions = {"undo": partial(_undo, lesson), "reset": partial(_reset, lesson)}
    can = {"undo": bool(edits.before), "reset": _is_changed(lesson)}
    icons = {"undo": ":material/undo:", "reset": ":material/restart_alt:"}
    with st.container(horizontal=True, width="content"):
        for name, is_possible in can.items():
            st.button(
                text("tables", name),
                key=lesson.key(name),
                **when_pressed(lesson, actions[name]),
                disabled=not is_possible,
                icon=icons[name],
            )


def _put(lesson: Lesson, place: Place, cell: str, among: Sequence[str]) -> None:
    """Write into a table, so that it can be undone."""
    name, i, j = place
    rows = lesson[name]
    if not any(rows[i]):
        row = (*among, *rows[i][len(among) :])
        rows = (*rows[:i], row, *rows[i + 1 :])
    change(lesson, name, with_cell(rows, i, j, cell))
