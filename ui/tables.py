"""Tables typed by hand: every cell stays as typed, each edit can be undone.

A table is a tuple of rows of texts in the session state. Each cell is a box of
its own: a grid drawn on a canvas lost edits that followed each other fast.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt
import streamlit as st

from ui.texts import plain, text

Cells = tuple[tuple[str, ...], ...]
Floats = npt.NDArray[np.floating]

LARGEST = 1000.0  # beyond that no pencil follows
MOST_UNDONE = 100
_HISTORY = "_tables_before"
_GOOD = "_tables_good"
_LINKED = "_tables_linked"
_PRESSED = "_tables_pressed"


@dataclass(frozen=True)
class Table:
    """A table of numbers in the address: 1,0;0.5,2 has two rows.

    Parameters
    ----------
    default : tuple of tuple of str
        What it holds at first; it also says the size.
    """

    default: Cells

    def read(self, raw: str) -> Cells:
        """Return the table; ValueError if it has more cells, or ragged rows.

        A smaller one is completed from the default.
        """
        rows = [
            [unquote(cell) for cell in row.split(",")] for row in raw.split(";")
        ]
        n_rows, n_columns = len(self.default), len(self.default[0])
        widths = {len(row) for row in rows}
        if len(widths) != 1 or len(rows) > n_rows or max(widths) > n_columns:
            raise ValueError
        return tuple(
            tuple(
                rows[i][j] if i < len(rows) and j < len(rows[0]) else cell
                for j, cell in enumerate(row)
            )
            for i, row in enumerate(self.default)
        )

    def write(self, value: Any) -> str:  # noqa: ANN401
        """Return the table as the address shows it."""
        return ";".join(
            ",".join(quote(cell, safe=".+-") for cell in row) for row in value
        )

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        rows, columns = len(self.default), len(self.default[0])
        return text("tables", "allowed", rows=rows, columns=columns)


def parse_number(cell: str) -> float:
    """Return the number in a cell.

    Parameters
    ----------
    cell : str
        As typed; a comma may be the decimal point.

    Returns
    -------
    float
        Finite, and of a size that a pencil can follow.

    Raises
    ------
    ValueError
        If it is none. The message is the key of a text.

    Examples
    --------
    >>> parse_number(" -1,5 ")
    -1.5
    """
    typed = cell.strip().replace(",", ".").replace("\u2212", "-")
    if not typed:
        raise ValueError("empty")
    try:
        number = float(typed)
    except ValueError:
        raise ValueError("no_number") from None
    if math.isnan(number):
        raise ValueError("not_a_number")
    if math.isinf(number):
        raise ValueError("infinite")
    if abs(number) > LARGEST:
        raise ValueError("too_large")
    return number + 0.0  # no negative zero


def complaint(where: str, cell: str, error: ValueError, kept: str) -> str:
    """Say in one sentence what is wrong with a cell, and what counts.

    Parameters
    ----------
    where : str
        Which cell, in Markdown.
    cell : str
        As typed.
    error : ValueError
        From `parse_number`.
    kept : str
        What counts in its place.

    Returns
    -------
    str
        Markdown.
    """
    blanks = {"most": f"{LARGEST:g}", "typed": plain(cell[:40])}
    reason = text("tables", str(error)).format(**blanks)
    return text("tables", "kept", where=where, reason=reason, kept=plain(kept))


def _good(key: str, default: Cells) -> list[list[float]]:
    """Return the last good number of each cell."""
    memory = st.session_state.setdefault(_GOOD, {})
    if key not in memory:
        memory[key] = [[float(cell) for cell in row] for row in default]
    good: list[list[float]] = memory[key]
    return good


def numbers(
    key: str, table: Table, shape: tuple[int, int], name: str
) -> tuple[Floats, list[str]]:
    """Return the numbers of a table, and a sentence for each bad cell.

    Parameters
    ----------
    key : str
        Where it stands in the session state.
    table : Table
        Its size and default.
    shape : tuple of int
        How many rows and columns count.
    name : str
        What the table is called, in Markdown.

    Returns
    -------
    numbers : ndarray of shape (n, d)
        In place of a bad cell the last good number that stood there.
    sentences : list of str
        Markdown.
    """
    cells: Cells = st.session_state[key]
    good, sentences = _good(key, table.default), []
    for i in range(shape[0]):
        for j in range(shape[1]):
            try:
                good[i][j] = parse_number(cells[i][j])
            except ValueError as error:
                where = text(
                    "tables", "where", name=name, row=i + 1, column=j + 1
                )
                kept = f"{good[i][j]:g}"
                sentences.append(complaint(where, cells[i][j], error, kept))
    used = np.array(good, dtype=np.float64)[: shape[0], : shape[1]]
    return used, sentences


def remember(fields: Mapping[str, Table]) -> None:
    """Keep all tables as they are, for undo.

    Parameters
    ----------
    fields : mapping of str to Table
        The tables of the page.
    """
    before = st.session_state.setdefault(_HISTORY, [])
    now = {key: st.session_state[key] for key in fields}
    if before[-1:] != [now]:  # an edit that was broken off comes twice
        before.append(now)
    del before[:-MOST_UNDONE]


def before_last_edit() -> dict[str, Cells] | None:
    """Return all tables as they were before the last edit, if there was one."""
    before = st.session_state.get(_HISTORY)
    return before[-1] if before else None


def take_typed(fields: Mapping[str, Table]) -> None:
    """Take over what was typed and pressed since the last run.

    Not in callbacks: Streamlit breaks one off when the next edit arrives, and
    the first edit would be lost. What is broken off here the next run does.

    Parameters
    ----------
    fields : mapping of str to Table
        The tables of the page.
    """
    linked = st.session_state.get(_LINKED, {})
    for name, (widget, (key, i, j), drawn) in linked.items():
        now = st.session_state.get(widget["key"], drawn)
        if _same(now, drawn):
            continue
        if not _same(now, _shown(now, st.session_state[key][i][j])):
            typed = now if isinstance(now, str) else f"{now:g}"
            _put(key, fields, (i, j), typed)
        linked[name] = (widget, (key, i, j), now)
    pressed: list[str] = st.session_state.get(_PRESSED, [])
    while pressed:
        _undo() if pressed[0] == "undo" else _reset(fields)
        del pressed[0]


def _same(one: object, other: object) -> bool:
    """Tell whether two values of a widget are the same."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, abs_tol=1e-9)
    return one == other


def _shown(like: object, cell: str) -> object:
    """Return a cell as a widget shows it: as text, or as a number."""
    if isinstance(like, str):
        return cell
    try:
        return parse_number(cell)
    except ValueError:
        return None


def link(
    name: str, place: tuple[str, int, int], shown: str | float
) -> dict[str, Any]:
    """Return key and value of a widget that shows a cell, and changes it.

    If the cell has changed by other means (undo, a slider), the widget is a
    new one: what the old one still reports no longer counts. The value is
    what it starts with, not set later: of a run that is broken off, the
    browser learns nothing.

    Parameters
    ----------
    name : str
        Of the widget.
    place : (str, int, int)
        Name of the table, row and column.
    shown : str or float
        What the widget shows of the cell.

    Returns
    -------
    dict
        `key`, with a number that counts the widgets, and `value`.
    """
    linked = st.session_state.setdefault(_LINKED, {})
    nothing: dict[str, Any] = {"count": 0, "key": name}
    widget = linked[name][0] if name in linked else nothing
    if not _same(st.session_state.get(widget["key"]), shown):
        count = widget["count"] + 1
        widget = {"count": count, "key": f"{name}_{count}", "value": shown}
    linked[name] = (widget, place, shown)
    return {"key": widget["key"], "value": widget["value"]}


def _cell(key: str, i: int, j: int) -> None:
    """Draw one cell."""
    shown = st.session_state[key][i][j]
    st.text_input(
        text("tables", "where", name=key, row=i + 1, column=j + 1),
        **link(f"{key}_{i + 1}_{j + 1}", (key, i, j), shown),
        label_visibility="collapsed",
    )


def table_editor(
    key: str,
    shape: tuple[int, int],
    *,
    title: str,
    rows: list[str] | None = None,
) -> None:
    """Draw a table in which every cell can be typed into.

    Parameters
    ----------
    key : str
        Where the table stands in the session state.
    shape : tuple of int
        How many rows and columns are shown.
    title : str
        Markdown.
    rows : list of str, optional
        Names of the rows.
    """
    names = rows or [str(i + 1) for i in range(shape[0])]
    with st.container(gap="xxsmall", key=f"table_{key}"):
        st.markdown(title)
        for i, name in enumerate(names[: shape[0]]):
            with st.container(
                horizontal=True, gap="xxsmall", vertical_alignment="center"
            ):
                st.markdown(name, width=20)
                for j in range(shape[1]):
                    _cell(key, i, j)


def _undo() -> None:
    """Take the last edit back."""
    if before := st.session_state.get(_HISTORY):
        for key, table in before[-1].items():
            st.session_state[key] = table
        del before[-1]


def _reset(fields: Mapping[str, Table]) -> None:
    """Put the tables back to what they held at first; undo takes it back."""
    if any(st.session_state[key] != t.default for key, t in fields.items()):
        remember(fields)
    for key, table in fields.items():
        st.session_state[key] = table.default


def edit_buttons(fields: Mapping[str, Table]) -> None:
    """Draw the buttons for undo and reset.

    Parameters
    ----------
    fields : mapping of str to Table
        The tables of the page.
    """
    pressed: list[str] = st.session_state.setdefault(_PRESSED, [])
    with st.container(horizontal=True, width="content"):
        st.button(
            text("tables", "undo"),
            key="undo",
            on_click=pressed.append,
            args=("undo",),
            disabled=not st.session_state.get(_HISTORY),
            icon=":material/undo:",
        )
        changed = any(
            st.session_state[key] != table.default
            for key, table in fields.items()
        )
        st.button(
            text("tables", "reset"),
            key="reset",
            on_click=pressed.append,
            args=("reset",),
            disabled=not changed,
            icon=":material/restart_alt:",
        )


def _put(
    key: str, fields: Mapping[str, Table], place: tuple[int, int], cell: str
) -> None:
    """Write into a table, so that it can be undone."""
    rows = [list(row) for row in st.session_state[key]]
    rows[place[0]][place[1]] = cell
    remember(fields)
    st.session_state[key] = tuple(tuple(row) for row in rows)
