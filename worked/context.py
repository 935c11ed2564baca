"""The context of a row, written out: weights times values, summed."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from worked.lines import Numbers, given, made
from worked.sums import how_many, largest, products, shortened

Floats = npt.NDArray[np.floating]

DIMENSIONS = 2  # of a long context, that are written out


def _kept(weights: Floats, j: int) -> list[int]:
    """Return which keys are written out: the chosen one first."""
    others = [k for k in largest(weights, len(weights)) if k != j]
    return [j, *others][: how_many(len(weights))]


def _dimensions(weights: Floats, values: Floats, j: int) -> list[int]:
    """Return where the chosen key, or else the sum, gives most."""
    gives = weights[j] * values[j]
    return largest(gives if gives.any() else weights @ values, DIMENSIONS)


def context_lines(
    weights: Numbers,
    values: Floats,
    i: int,
    *,
    j: int = 0,
    places: Sequence[int] = (),
    others: str | None = None,
    least: int,
) -> Numbers:
    """Return the context of a row.

    Parameters
    ----------
    weights : Numbers
        One for each key.
    values : ndarray of shape (n_k, d_v)
        What is summed.
    i : int
        The row, from 1.
    j : int, default 0
        The chosen key, from 0, if not all are written out.
    places : sequence of int
        Where the keys stand, from 1; by default 1, 2, 3 and so on.
    others : str or None
        Says that a number is the sum of {count} other terms: few keys and
        dimensions are written out. None writes all of them.
    least : int
        Fewest decimals wanted.

    Returns
    -------
    Numbers
        One for each dimension that is written out.

    Examples
    --------
    >>> weights = given("a", [0.25, 0.75])
    >>> values = np.array([[4.0, 0.0], [8.0, 1.0]])
    >>> context_lines(weights, values, 1, least=2).values
    array([7.  , 0.75])
    """
    columns = np.arange(values.shape[1])
    if others is not None:
        columns = np.array(_dimensions(weights.values, values, j))
    summed = given("v", values, least, typed=others is None)
    expression = products(weights[:, None], summed[:, columns])
    if others is not None:
        kept = _kept(weights.values, j)
        at = places or range(1, len(weights.values) + 1)
        remarks = [f"j = {at[k]}" for k in kept]
        expression = shortened(expression, kept, remarks, others)
    names = [f"c_{{{i}}}[{m + 1}]" for m in columns.tolist()]
    return made("c", expression, names=names, least=least)
