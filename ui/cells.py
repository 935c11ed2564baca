"""Cells that a visitor types numbers into: how they are read and written."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from language.numbers import is_plain, read_number, split_block
from texts.shown import plain, text

Cells = tuple[tuple[str, ...], ...]

LARGEST = 1000.0  # beyond that no pencil follows


def split_rows(raw: str) -> Cells:
    """Return the rows of a table as an address has it."""
    return tuple(
        tuple(unquote(cell) for cell in row.split(","))
        for row in raw.split(";")
    )


def join_rows(rows: Cells) -> str:
    """Return rows as an address shows them; `split_rows` reads it."""
    return ";".join(
        ",".join(quote(cell, safe=".+-") for cell in row) for row in rows
    )


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
        rows = split_rows(raw)
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
        return join_rows(value)

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        rows, columns = len(self.default), len(self.default[0])
        return text("tables", "allowed", rows=rows, columns=columns)


def parse_number(cell: str) -> float:
    """Return the number in a cell, in any form that `language.numbers` reads.

    It is finite, and of a size that a pencil can follow. If there is none,
    the message of the ValueError is the key of a text.

    Examples
    --------
    >>> parse_number(" -1,5 ")
    -1.5
    """
    number = read_number(cell)
    if math.isnan(number):
        raise ValueError("not_a_number")
    if math.isinf(number):
        raise ValueError("infinite")
    if abs(number) > LARGEST:
        raise ValueError("too_large")
    return number + 0.0  # no negative zero


def understood(cells: Iterable[str]) -> list[str]:
    """Say how cells were read that are not written as programs write them."""
    pairs = [
        f"“{plain(cell.strip())}” = {parse_number(cell):.6g}"
        for cell in dict.fromkeys(cells)
        if not is_plain(cell) and _is_number(cell)
    ]
    return [text("tables", "understood", pairs=", ".join(pairs))] * bool(pairs)


def _is_number(cell: str) -> bool:
    try:
        parse_number(cell)
    except ValueError:
        return False
    return True


def reason(cell: str, error: ValueError) -> str:
    """Say what is wrong with a cell; the error is `parse_number`'s."""
    blanks = {"most": f"{LARGEST:g}", "typed": plain(cell[:40])}
    return text("tables", str(error)).format(**blanks)


def complaint(where: str, cell: str, error: ValueError, kept: str) -> str:
    """Say in one sentence what is wrong with a cell, and what counts."""
    blanks = {"where": where, "reason": reason(cell, error)}
    return text("tables", "kept", kept=plain(kept), **blanks)


def number_or_zero(cell: str) -> float:
    """Return the number in a cell; 0 if there is none."""
    return parse_number(cell) if _is_number(cell) else 0.0


def with_cell(rows: Cells, i: int, j: int, cell: str) -> Cells:
    """Return a table with another cell.

    A block of numbers, as pasted from a program, fills the cells from there
    on, to the right and below; one that does not fit stays in its cell.
    """
    block = [[cell]] if _is_number(cell) else split_block(cell)
    wide = max(map(len, block), default=0)
    if not block or i + len(block) > len(rows) or j + wide > len(rows[i]):
        block = [[cell]]
    table = [list(row) for row in rows]
    for below, pasted in enumerate(block):
        table[i + below][j : j + len(pasted)] = pasted
    return tuple(tuple(row) for row in table)


def is_same(one: object, other: object) -> bool:
    """Tell whether two values of a widget are the same."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, abs_tol=1e-9)
    return one == other


def as_shown(like: object, cell: str) -> object:
    """Return a cell as a widget shows it: as text, or as a number."""
    if isinstance(like, str):
        return cell
    try:
        return parse_number(cell)
    except ValueError:
        return None
