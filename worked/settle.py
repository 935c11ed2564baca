"""With how many decimals numbers are shown, so that all lines hold."""

from collections.abc import Sequence

import numpy as np

from worked.digits import MOST_DECIMALS
from worked.lines import Numbers


def _all_numbers(made_numbers: Sequence[Numbers]) -> list[Numbers]:
    """Return numbers and what they are made of, each once."""
    found: dict[Numbers, None] = {}
    for one in made_numbers:
        for expression in one.expressions:
            found |= dict.fromkeys(expression.sources)
        found[one] = None
    return list(found)


def _movable(one: Numbers) -> list[Numbers]:
    """Return what a line is made of that can be shown with more digits."""
    sources = [s for way in one.expressions for s in way.sources]
    return [
        source
        for source in dict.fromkeys(sources)
        if not source.is_as_typed(np.arange(source.values.size)).all()
    ]


def _hold(
    one: Numbers, movable: Sequence[Numbers], decimals: dict[Numbers, int]
) -> None:
    """Give what lines are made of as many decimals as they take."""
    while not one.holds(decimals):
        short = [s for s in movable if decimals[s] < MOST_DECIMALS]
        if not short:
            return
        decimals |= {source: decimals[source] + 1 for source in short}


def settle(numbers: Sequence[Numbers]) -> dict[Numbers, int]:
    r"""Return the decimals with which numbers are shown.

    Where a line fails, what it is made of gets one more digit, until all
    lines hold.

    Parameters
    ----------
    numbers : sequence of Numbers
        All that are shown; what they are made of comes before them.

    Returns
    -------
    dict of Numbers to int
        Of the numbers and of what they are made of.

    Examples
    --------
    >>> from worked.lines import Expression, given, made
    >>> third = given("x", [1 / 3], least=0)
    >>> triple = Expression(r"3 \cdot {}", (third[None, :],), lambda x: 3 * x)
    >>> settle([made("y", triple, least=2)])[third]
    3
    """
    decimals = {one: one.least for one in _all_numbers(numbers)}
    lines = [(one, _movable(one)) for one in reversed(numbers)]
    before: dict[Numbers, int] = {}
    while before != decimals:
        before = dict(decimals)
        for one, movable in lines:
            _hold(one, movable, decimals)
    return decimals
