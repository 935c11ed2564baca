"""Tables typed by hand: every cell stays as typed, each edit can be undone.

A table is a tuple of rows of texts in the session state; what is drawn is an
editor that starts from a base and reports what differs from it. The base
changes only when the table changes by other means (undo, a slider, a link),
and then the editor is a new one: so no edit can be lost to a rerun.
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


def _edited(base: Cells, widget: object) -> Cells:
    """Return the base with what an editor reports as changed."""
    rows = [list(row) for row in base]
    changed = (
        widget.get("edited_rows", {}) if isinstance(widget, Mapping) else {}
    )
    for i, cells in changed.items():
        for column, cell in cells.items():
            rows[int(i)][int(column) - 1] = "" if cell is None else str(cell)
    return tuple(tuple(row) for row in rows)


def remember(fields: Mapping[str, Table]) -> None:
    """Keep all tables as they are, for undo.

    Parameters
    ----------
    fields : mapping of str to Table
        The tables of the page.
    """
    before = st.session_state.setdefault(_HISTORY, [])
    before.append({key: st.session_state[key] for key in fields})
    del before[:-MOST_UNDONE]


def before_last_edit() -> dict[str, Cells] | None:
    """Return all tables as they were before the last edit, if there was one."""
    before = st.session_state.get(_HISTORY)
    return before[-1] if before else None


def _store(key: str, widget_key: str, base: Cells, fields: Any) -> None:  # noqa: ANN401
    """Take over what was typed, before the script runs again."""
    table = _edited(base, st.session_state[widget_key])
    if table != st.session_state[key]:
        remember(fields)
        st.session_state[key] = table


def _base(key: str) -> tuple[str, Cells]:
    """Return the editor's key and the table that it starts from."""
    memory = st.session_state.setdefault("_table_bases", {})
    version, base = memory.get(key, (0, None))
    widget_key = f"{key}_cells_{version}"
    shown = _edited(base, st.session_state.get(widget_key)) if base else None
    if shown != st.session_state[key]:
        version, base = version + 1, st.session_state[key]
        memory[key] = (version, base)
    return f"{key}_cells_{version}", base


def table_editor(
    key: str,
    fields: Mapping[str, Table],
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
    fields : mapping of str to Table
        The tables of the page, which are undone together.
    shape : tuple of int
        How many rows and columns are shown.
    title : str
        Markdown.
    rows : list of str, optional
        Names of the rows.
    """
    widget_key, base = _base(key)
    n_rows, n_columns = shape
    names = rows or [str(i + 1) for i in range(n_rows)]
    columns: dict[str, list[str]] = {" ": names[:n_rows]}
    for j in range(n_columns):
        columns[str(j + 1)] = [base[i][j] for i in range(n_rows)]
    with st.container(gap=None):
        st.markdown(title)
        st.data_editor(
            columns,
            key=widget_key,
            hide_index=True,
            disabled=[" "],
            num_rows="fixed",
            column_config={
                str(j + 1): st.column_config.TextColumn(width="small")
                for j in range(n_columns)
            },
            on_change=_store,
            args=(key, widget_key, base, fields),
        )


def _undo() -> None:
    """Take the last edit back."""
    if before := st.session_state.get(_HISTORY):
        for key, table in before.pop().items():
            st.session_state[key] = table


def _reset(fields: Mapping[str, Table]) -> None:
    """Put the tables back to what they held at first; undo takes it back."""
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
    with st.container(horizontal=True, width="content"):
        st.button(
            text("tables", "undo"),
            key="undo",
            on_click=_undo,
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
            on_click=_reset,
            args=(fields,),
            disabled=not changed,
            icon=":material/restart_alt:",
        )


def put(
    key: str, fields: Mapping[str, Table], cells: Mapping[Any, str]
) -> None:
    """Write into a table by other means than its editor.

    Parameters
    ----------
    key : str
        Where the table stands in the session state.
    fields : mapping of str to Table
        The tables of the page.
    cells : mapping of (int, int) to str
        Row and column, and what is written there.
    """
    remember(fields)
    rows = [list(row) for row in st.session_state[key]]
    for (i, j), cell in cells.items():
        rows[i][j] = cell
    st.session_state[key] = tuple(tuple(row) for row in rows)
