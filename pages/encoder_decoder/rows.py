"""Weights typed by hand, as texts: a row is typed, or the model's own."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from texts.shown import plain, text
from ui.cells import Cells, Table, join_rows, parse_number, split_rows
from worked.digits import fixed

Floats = npt.NDArray[np.floating]

MOST_ROWS = 61  # steps of the longest translation, its end included
MOST = 40  # source pieces that a row can be typed for
ENOUGH = 5e-7  # a sum that is so close to 1 is 1

_BLANK: tuple[str, ...] = ("",) * MOST


def _trimmed(row: Sequence[str]) -> tuple[str, ...]:
    """Return a row without the blank cells at its end."""
    cells = list(row)
    while cells and not cells[-1]:
        cells.pop()
    return tuple(cells)


@dataclass(frozen=True)
class TypedRows(Table):
    """Rows of weights in the address; where nothing is typed, nothing stands.

    They fit any pair: what is beyond its steps and words is blank.
    """

    default: Cells = (_BLANK,) * MOST_ROWS

    def read(self, raw: str) -> Cells:
        """Return the whole table; ValueError if the rows have no one width."""
        given = split_rows(raw)
        widths = {len(row) for row in given if any(row)}
        if len(given) > MOST_ROWS or len(widths) != 1 or max(widths) > MOST:
            raise ValueError
        rows = [(*row, *_BLANK[len(row) :]) for row in given]
        return (*rows, *self.default[len(rows) :])

    def write(self, value: Any) -> str:  # noqa: ANN401
        """Return the rows as the address shows them, all of one width."""
        rows = [_trimmed(row) for row in value]
        width = max(len(row) for row in rows)
        while rows and not rows[-1]:
            rows.pop()
        shown = [row + _BLANK[len(row) : width] if row else () for row in rows]
        return join_rows(tuple(shown))

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        return text("by_hand", "allowed_rows")


def fits(table: Cells, width: int) -> bool:
    """Tell whether nothing is typed beyond the words of a source."""
    return not any(any(row[width:]) for row in table)


def with_row(table: Cells, row: int, cells: Sequence[str]) -> Cells:
    """Return a table with other cells in a row, blank where there are none."""
    new = (*cells, *_BLANK[len(cells) :])
    return (*table[:row], new, *table[row + 1 :])


def is_typed(row: Sequence[str]) -> bool:
    """Tell whether anything stands in a row; if not, the model's counts."""
    return any(cell.strip() for cell in row)


def rounded_shares(weights: Sequence[float], decimals: int) -> list[str]:
    """Round weights so that what is shown sums to 1 again.

    What is left over goes to those that lose most by rounding down.

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


def normalized(row: Sequence[str], weights: Floats) -> Sequence[str] | None:
    """Return a row divided by its sum, or as it is if that is 1.

    `weights` are its numbers. None if that makes no weights of them.
    """
    total = math.fsum(weights.tolist())
    if abs(total - 1) < ENOUGH:
        return row
    if total <= 0 or weights.min() < 0:
        return None
    return rounded_shares((weights / total).tolist(), 4)


def only(column: int, width: int) -> tuple[str, ...]:
    """Return a row with all weight on one column."""
    return tuple("1" if j == column else "0" for j in range(width))


def _negative(row: Sequence[str], number: int) -> list[str]:
    """Say which cells of a row are negative."""
    said = []
    for column, cell in enumerate(row, start=1):
        try:
            is_negative = parse_number(cell) < 0
        except ValueError:  # named by the table itself
            continue
        if is_negative:
            blanks = {
                "row": number,
                "column": column,
                "typed": plain(cell[:40]),
            }
            said.append(text("by_hand", "negative", **blanks))
    return said


def complaints(row: Sequence[str], weights: Floats, number: int) -> list[str]:
    """Say what is odd about a typed row, counted from 1, in Markdown."""
    total = math.fsum(weights.tolist())
    said = _negative(row, number)
    if abs(total - 1) >= ENOUGH:
        terms = " + ".join(f"{w:.6g}" for w in weights.tolist())
        blanks = {"terms": terms.replace("+ -", "- "), "total": f"{total:.6g}"}
        said.append(text("by_hand", "sum_is_off", row=number, **blanks))
    return said
