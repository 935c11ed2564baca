"""Weights typed by hand over the real annotations: a table, and its c_i."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.scores import cosine
from pages.encoder_decoder.pictures import BARS_HEIGHT
from pages.encoder_decoder.plates import Plate, Plates
from pages.encoder_decoder.view import Walk
from ui.texts import plain, read_content, readable, text
from worked.digits import fixed
from worked.steps import Chosen, context_lines

Floats = npt.NDArray[np.floating]
Cells = tuple[tuple[str, ...], ...]

MOST = 12  # rows and columns that a table can be typed into
LARGEST = 1000.0
MEMORY = "_by_hand"
ADDRESS = "hand"  # rows by ";", cells by ","


def rounded_shares(weights: Sequence[float], decimals: int) -> list[str]:
    """Round weights so that what is shown sums to 1 again.

    Parameters
    ----------
    weights : sequence of float
        They sum to 1.
    decimals : int
        Digits behind the point.

    Returns
    -------
    list of str
        Each one rounded down or up: what is left over goes to those that lose
        most by rounding down.

    Examples
    --------
    >>> rounded_shares([1 / 3, 1 / 3, 1 / 3], 2)
    ['0.34', '0.33', '0.33']
    """
    unit = 10**decimals
    exact = np.asarray(weights, dtype=np.float64) * unit
    whole = np.floor(exact + 1e-9)
    left = round(unit - whole.sum())
    order = np.argsort(whole - exact, kind="stable")
    whole[order[:left]] += 1
    return [fixed(value / unit, decimals) for value in whole.tolist()]


def parse(cell: str) -> float:
    """Return the number in a cell.

    Parameters
    ----------
    cell : str
        As typed; a comma may be the decimal point.

    Returns
    -------
    float
        Finite.

    Raises
    ------
    ValueError
        If it is none; the message is the key of a text.

    Examples
    --------
    >>> parse(" 0,5 ")
    0.5
    """
    typed = cell.strip().replace(",", ".").replace("\u2212", "-")
    if not typed:
        raise ValueError("empty")
    try:
        number = float(typed)
    except ValueError:
        raise ValueError("no_number") from None
    if not abs(number) <= LARGEST:  # so NaN is refused too
        raise ValueError("out_of_range")
    return number


@dataclass(frozen=True)
class Typed:
    """What a table of weights says.

    Parameters
    ----------
    weights : ndarray of shape (n_rows, n_s)
        As typed; 0 in place of what is no number.
    complaints : list of str
        A sentence for each cell and each row that is odd, in Markdown.
    """

    weights: Floats
    complaints: list[str]


def _cell(cell: str, row: int, column: int) -> tuple[float, str]:
    """Return the number of a cell, and what is odd about it."""
    blanks = {"row": row + 1, "column": column + 1, "most": f"{LARGEST:g}"}
    blanks["typed"] = plain(cell[:40])
    try:
        number = parse(cell)
    except ValueError as error:
        return 0.0, text("by_hand", str(error)).format(**blanks)
    odd = number < 0
    said = text("by_hand", "negative").format(**blanks) if odd else ""
    return number, said


def _row(weights: Floats, row: int) -> str:
    """Say that a row does not sum to 1, if it does not."""
    total = math.fsum(weights.tolist())
    if abs(total - 1) < 5e-7:
        return ""
    terms = " + ".join(f"{w:.6g}" for w in weights.tolist())
    blanks = {"terms": terms.replace("+ -", "- "), "total": f"{total:.6g}"}
    return text("by_hand", "sum_is_off", row=row + 1, **blanks)


def read(cells: Cells) -> Typed:
    """Read a table of weights.

    Parameters
    ----------
    cells : tuple of tuple of str
        As typed.

    Returns
    -------
    Typed
        Numbers and complaints.
    """
    weights, said = np.zeros((len(cells), len(cells[0]))), []
    for i, row in enumerate(cells):
        for j, cell in enumerate(row):
            weights[i, j], odd = _cell(cell, i, j)
            said.append(odd)
        said.append(_row(weights[i], i))
    return Typed(weights, [sentence for sentence in said if sentence])


def normalized(cells: Cells) -> tuple[Cells, list[str]]:
    """Divide each row by its sum.

    Parameters
    ----------
    cells : tuple of tuple of str
        As typed.

    Returns
    -------
    cells : tuple of tuple of str
        Rows that sum to 1 are left as typed.
    complaints : list of str
        A sentence for each row that cannot be normalized.
    """
    weights = read(cells).weights
    new, said = [], []
    for i, row in enumerate(weights):
        total = math.fsum(row.tolist())
        if abs(total - 1) < 5e-7:
            new.append(cells[i])
        elif total <= 0 or row.min() < 0:
            new.append(cells[i])
            said.append(text("by_hand", "cannot", row=i + 1))
        else:
            new.append(tuple(rounded_shares((row / total).tolist(), 4)))
    return tuple(new), said


def _preset_cells(walk: Walk) -> Cells | None:
    """Return the weights of the lecture, if this is its pair."""
    preset = read_content("presets/by_hand")
    words = [name.lower() for name in walk.source.piece_names()]
    if words == preset["source"] and _rows(walk) == preset["target"]:
        return tuple(tuple(row) for row in preset["weights"])
    return None


def _rows(walk: Walk) -> list[str]:
    """Return the steps that have a row: all but the end mark."""
    return walk.names[:-1] if walk.record.finished else walk.names


def first_cells(walk: Walk) -> Cells:
    """Return what the table holds at first.

    Parameters
    ----------
    walk : Walk
        Of the system with attention.

    Returns
    -------
    tuple of tuple of str
        The weights of the lecture, or the model's own.
    """
    rows = walk.weights[: len(_rows(walk))].tolist()
    own = tuple(tuple(rounded_shares(row, 2)) for row in rows)
    return _preset_cells(walk) or own


def from_address(raw: str, like: Cells) -> Cells | None:
    """Read the table of an address.

    Parameters
    ----------
    raw : str
        Rows separated by ";", cells by ",".
    like : tuple of tuple of str
        It must have as many rows and columns.

    Returns
    -------
    tuple of tuple of str or None
        None if it has not.

    Examples
    --------
    >>> from_address("0.6,0.4;1,0", (("1", "0"), ("0", "1")))
    (('0.6', '0.4'), ('1', '0'))
    """
    table = tuple(
        tuple(unquote(cell) for cell in row.split(","))
        for row in raw.split(";")
    )
    shape = [len(row) for row in table]
    return table if shape == [len(row) for row in like] else None


def to_address(cells: Cells) -> str:
    """Return the table as the address shows it.

    Parameters
    ----------
    cells : tuple of tuple of str
        As typed.

    Returns
    -------
    str
        What `from_address` reads.
    """
    rows = (",".join(quote(cell, safe=".+-") for cell in row) for row in cells)
    return ";".join(rows)


# ------------------------------------------------------------------ drawing


def _remember(cells: Cells) -> None:
    """Keep a table, and write it into the address unless it is the first."""
    memory = st.session_state[MEMORY]
    memory["cells"] = cells
    if cells != memory["first"]:
        st.query_params[ADDRESS] = to_address(cells)
    elif ADDRESS in st.query_params:
        del st.query_params[ADDRESS]


def _put(cells: Cells) -> None:
    """Let a new editor start from a table."""
    memory = st.session_state[MEMORY]
    memory["base"], memory["version"] = cells, memory["version"] + 1
    _remember(cells)


def _misfit(given: str, like: Cells) -> str:
    """Say that the table of the address has another shape."""
    shape = {"rows": len(like), "columns": len(like[0])}
    allowed = text("by_hand", "allowed_table", **shape)
    blanks = {"name": ADDRESS, "value": plain(given[:40]), "allowed": allowed}
    return text("common", "bad_address", **blanks)


def _table(walk: Walk) -> Cells:
    """Return the table of this pair: typed, from the address, or the first."""
    about = (tuple(walk.source.piece_names()), tuple(walk.names))
    memory = st.session_state.get(MEMORY)
    if memory is None or memory["about"] != about:
        first = first_cells(walk)
        given = st.query_params.get(ADDRESS, "") if memory is None else ""
        read_cells = from_address(given, first)
        said = [_misfit(given, first)] if given and not read_cells else []
        memory = {"about": about, "version": 0, "first": first, "said": said}
        st.session_state[MEMORY] = memory
        _put(read_cells or first)
    cells: Cells = memory["cells"]
    return cells


def _edited(base: Cells, changes: Mapping[int, Mapping[str, Any]]) -> Cells:
    """Return the table with what an editor reports as changed."""
    rows = [list(row) for row in base]
    for i, cells in changes.items():
        for column, cell in cells.items():
            rows[int(i)][int(column) - 1] = "" if cell is None else str(cell)
    return tuple(tuple(row) for row in rows)


def _take_edits(key: str, base: Cells) -> None:
    """Take over what was typed, before the script runs again."""
    changes = st.session_state[key].get("edited_rows", {})
    st.session_state[MEMORY]["said"] = []
    _remember(_edited(base, changes))


def _normalize() -> None:
    """Divide each row by its sum, before the script runs again."""
    memory = st.session_state[MEMORY]
    cells, memory["said"] = normalized(memory["cells"])
    _put(cells)


def _start_again() -> None:
    """Put back what the table held at first."""
    memory = st.session_state[MEMORY]
    memory["said"] = []
    _put(memory["first"])


def _editor(rows: Sequence[str], columns: Sequence[str]) -> None:
    """Draw the table; it starts from a base and reports what differs."""
    memory = st.session_state[MEMORY]
    key, base = f"hand_cells_{memory['version']}", memory["base"]
    by_column = {
        str(j + 1): [row[j] for row in base] for j in range(len(columns))
    }
    names = [f"{i} · {readable(row)}" for i, row in enumerate(rows, start=1)]
    st.data_editor(
        {"step": names, **by_column},
        key=key,
        hide_index=True,
        num_rows="fixed",
        disabled=["step"],
        column_config=_column_config(columns),
        on_change=_take_edits,
        args=(key, base),
    )


def _column_config(columns: Sequence[str]) -> dict[str, Any]:
    """Return how the columns are named."""
    config: dict[str, Any] = {
        str(j): st.column_config.TextColumn(f"{j} · {readable(name)}")
        for j, name in enumerate(columns, start=1)
    }
    config["step"] = st.column_config.TextColumn(text("by_hand", "word"))
    return config


def _buttons(first: bool) -> None:
    """Draw the buttons under the table."""
    with st.container(horizontal=True):
        st.button(
            text("by_hand", "normalize"), key="normalize", on_click=_normalize
        )
        st.button(
            text("by_hand", "again"),
            key="hand_again",
            on_click=_start_again,
            disabled=first,
        )


def hand_table(
    walk: Walk, rows: Sequence[str], columns: Sequence[str]
) -> Floats | None:
    """Draw the table of weights with all that is to be said about it.

    Parameters
    ----------
    walk : Walk
        Of the system with attention.
    rows, columns : sequence of str
        Labels of the steps and of the source pieces, as `figures` makes them.

    Returns
    -------
    ndarray of shape (n_rows, n_s) or None
        The weights; None if the pair is too large for a table.
    """
    n_rows, n_columns = len(_rows(walk)), len(columns)
    if max(n_rows, n_columns) > MOST:
        blanks = {"rows": n_rows, "columns": n_columns}
        st.info(text("by_hand", "too_large", most=MOST, **blanks))
        return None
    cells = _table(walk)
    st.markdown(text("by_hand", "says"))
    key = "from_preset" if _preset_cells(walk) else "from_model"
    st.caption(text("by_hand", key))
    _editor(rows[:n_rows], columns)
    memory, typed = st.session_state[MEMORY], read(cells)
    for sentence in [*typed.complaints, *memory["said"]]:
        st.warning(sentence)
    _buttons(cells == memory["first"])
    return typed.weights


def hand_numbers(walk: Walk, weights: Floats, step: int) -> None:
    """Draw c_i by the typed weights, with its numbers.

    Parameters
    ----------
    walk : Walk
        Of the system with attention.
    weights : ndarray of shape (n_rows, n_s)
        As typed.
    step : int
        Counted from 1; beyond the last row, that is shown.
    """
    row = min(step, len(weights)) - 1
    chosen = Chosen(row, int(weights[row].argmax()))
    others = text("stages", "others")
    for line in context_lines(weights[row], walk.annotations, chosen, others)[
        0
    ]:
        st.latex(line)
    pair = np.stack([weights[row] @ walk.annotations, walk.context[row]])
    value = fixed(float(cosine(pair[:1], pair[1:])[0, 0]), 3)
    st.caption(text("by_hand", "closeness", value=value))


def bars_of(walk: Walk, weights: Floats, step: int) -> dict[str, Any]:
    """Return what `figures.bars.vector_bars` is given.

    Parameters
    ----------
    walk : Walk
        Of the system with attention.
    weights : ndarray of shape (n_rows, n_s)
        As typed.
    step : int
        Counted from 1; beyond the last row, that is shown.

    Returns
    -------
    dict
        Its arguments, but for `words`.
    """
    row = min(step, len(weights)) - 1
    names = [
        text("by_hand", key).format(step=row + 1)
        for key in ("bars", "models_bars")
    ]
    both = [weights[row] @ walk.annotations, walk.context[row]]
    vectors = dict(zip(names, both, strict=True))
    return {"vectors": vectors, "height": 2 * BARS_HEIGHT}


def part(
    walk: Walk, step: int, labels: tuple[Sequence[str], Sequence[str]]
) -> Plates:
    """Draw the table of weights, and the c_i that it makes.

    Parameters
    ----------
    walk : Walk
        Of the system with attention.
    step : int
        Counted from 1.
    labels : tuple of sequence of str
        Of the steps and of the source pieces, as `figures` makes them.

    Yields
    ------
    Plate
        The context by these weights, and that of the model.
    """
    left, right = st.columns(2, gap="medium")
    with left:
        weights = hand_table(walk, *labels)
    if weights is None:
        return
    with right:
        hand_numbers(walk, weights, step)
        alt = text("by_hand", "alt", step=min(step, len(weights)))
        yield Plate("bars", "hand_bars", alt, bars_of(walk, weights, step))
