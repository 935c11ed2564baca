"""Sums: all of their terms, or the largest and the others as one number."""

from collections.abc import Sequence

import numpy as np

from worked.lines import Expression, Floats, Part, given

WRITTEN = 3  # terms that are written out; a fourth if it is the last one


def products(left: Part, right: Part) -> Expression:
    """Return sums of products.

    Parameters
    ----------
    left, right : Part
        Factors.

    Returns
    -------
    Expression
        Of which each term has two factors.
    """
    return Expression(r"{} \cdot {}", (left, right), np.multiply)


def largest(values: Floats, count: int) -> list[int]:
    """Return the places of the largest values, by size without sign.

    Parameters
    ----------
    values : ndarray of shape (n,)
        Numbers.
    count : int
        How many places are wanted.

    Returns
    -------
    list of int
        The largest first; of equal ones the first.

    Examples
    --------
    >>> largest(np.array([1.0, -3.0, 2.0]), 2)
    [1, 2]
    """
    order = np.argsort(-np.abs(values), kind="stable")
    return [int(place) for place in order[:count]]


def how_many(count: int) -> int:
    """Return how many terms are written out: "1 other" never stands alone.

    Parameters
    ----------
    count : int
        How many there are.

    Returns
    -------
    int
        All of them, or `WRITTEN`.

    Examples
    --------
    >>> how_many(4), how_many(5)
    (4, 3)
    """
    return count if count <= WRITTEN + 1 else WRITTEN


def shortened(
    whole: Expression, kept: Sequence[int], remarks: Sequence[str], others: str
) -> Expression:
    """Return an expression with some of its terms, the others as one number.

    Parameters
    ----------
    whole : Expression
        With all terms.
    kept : sequence of int
        Which terms are written out, in this order.
    remarks : sequence of str
        LaTeX that stands beside them.
    others : str
        Says that a number is the sum of {count} other terms.

    Returns
    -------
    Expression
        Of the same result.
    """
    terms, rows = whole.terms(), [*kept]
    parts = tuple(part.rows(rows) for part in whole.parts)
    rest, beside = None, [*remarks]
    if count := len(terms) - len(rows):
        left = terms.sum(axis=0) - terms[rows].sum(axis=0)
        least = min(part.numbers.least for part in parts)
        rest = given("", left, least, typed=False)[None, :]
        beside.append(rf"\text{{{others.format(count=count)}}}")
    return Expression(
        whole.pattern, parts, whole.compute, rest, tuple(beside), whole
    )
