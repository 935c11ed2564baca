"""Weights typed by hand, as texts: a row is typed, or the model's own."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ui.tables import Cells, join_rows, parse_number, split_rows
from ui.texts import plain, text
from worked.digits import fixed

Floats = npt.NDArray[np.floating]

MOST_ROWS = 61  # steps of the longest translation, its end included
ENOUGH = 5e-7  # a sum that is so close to 1 is 1


@dataclass(frozen=True)
class TypedRows:
    """Typed rows in the address; one that is left out is as it was at first."""

    default: None = None

    def read(self, raw: str) -> Cells:
        """Return the rows, empty ones as (); ValueError if they are ragged."""
        rows = tuple(() if row == ("",) else row for row in split_rows(raw))
        if len(rows) > MOST_ROWS or len({len(row) for row in rows} - {0}) != 1:
            raise ValueError
        return rows

    def write(self, value: Any) -> str:  # noqa: ANN401
        """Return the rows as the address shows them."""
        return join_rows(value)

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        return text("by_hand", "allowed_rows")


def fitted(given: Cells, first: Cells) -> Cells | None:
    """Return the whole table that some rows stand for; None if none fits.

    Examples
    --------
    >>> fitted(((), ("0", "1")), (("1", ""), ("", ""), ("", "")))
    (('1', ''), ('0', '1'), ('', ''))
    """
    width = len(first[0])
    if len(given) > len(first) or any(len(r) not in (0, width) for r in given):
        return None
    rows = [*given, *[()] * (len(first) - len(given))]
    return tuple(row or old for row, old in zip(rows, first, strict=True))


def trimmed(table: Cells, first: Cells) -> Cells | None:
    """Return the rows that are not as at first, others as (); None if all are.

    Examples
    --------
    >>> trimmed((("1", ""), ("0", "1")), (("1", ""), ("", "")))
    ((), ('0', '1'))
    """
    rows = [
        () if row == old else row for row, old in zip(table, first, strict=True)
    ]
    while rows and not rows[-1]:
        rows.pop()
    return tuple(rows) or None


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
