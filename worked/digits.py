"""Numbers as they are shown, so that a reader can recompute each line.

Every number shown is the true one, rounded. A line that is shown says that
its numbers make its result; rounding must not belie it. So the numbers of a
line get as many decimals as it takes: whoever recomputes the line from the
digits shown gets the result shown, give or take one unit of its last digit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

N = TypeVar("N")
Floats = npt.NDArray[np.floating]

MOST_DECIMALS = 15
# Of one unit in the last digit; the rest is for the reader's own rounding.
TOLERANCE = 0.95


def fixed(value: float, decimals: int) -> str:
    """Return the number with this many decimals, and no negative zero.

    Parameters
    ----------
    value : float
        Any number.
    decimals : int
        Digits behind the point.

    Returns
    -------
    str
        Plain ASCII, as LaTeX and Python read it.

    Examples
    --------
    >>> fixed(-1.25961, 3), fixed(-0.0001, 3)
    ('-1.260', '0.000')
    """
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def rounded(values: npt.ArrayLike, decimals: int) -> Floats:
    """Return the numbers that `fixed` shows.

    Parameters
    ----------
    values : array_like of any shape
        Numbers.
    decimals : int
        Digits behind the point.

    Returns
    -------
    ndarray of the same shape
        What a reader reads.

    Examples
    --------
    >>> rounded([0.1249, -0.0001], 2)
    array([0.12, 0.  ])
    """
    array = np.asarray(values, dtype=np.float64)
    read = [float(fixed(value, decimals)) for value in array.ravel().tolist()]
    return np.array(read).reshape(array.shape)


@dataclass(frozen=True)
class Line(Generic[N]):
    """A line, or a column of lines, that a reader may recompute.

    Parameters
    ----------
    recompute : callable
        Takes a number of decimals, or one for each kind of number; returns
        what a reader gets from the line's numbers, rounded to so many.
    results : array_like of any shape
        The true results.
    decimals : int
        Digits behind the point with which the results are shown.
    """

    recompute: Callable[[N], npt.ArrayLike]
    results: npt.ArrayLike
    decimals: int

    def holds(self, n: N) -> bool:
        """Tell whether n decimals are enough for the results shown."""
        shown = rounded(self.results, self.decimals)
        errors = np.abs(np.asarray(self.recompute(n)) - shown)
        # Beyond 15 digits a number is not known any better.
        slack = 4 * np.spacing(np.abs(shown))
        unit = TOLERANCE * 10.0**-self.decimals
        return bool(np.all(errors <= np.maximum(unit, slack)))


def enough_decimals(
    recompute: Callable[[int], npt.ArrayLike],
    results: npt.ArrayLike,
    decimals: int,
    least: int = 0,
) -> int:
    """Return how many decimals the numbers of one line need.

    Parameters
    ----------
    recompute : callable
        Takes a number of decimals; returns what a reader gets from the
        line's numbers, rounded to so many.
    results : array_like of any shape
        The true results.
    decimals : int
        Digits behind the point with which the results are shown.
    least : int, default 0
        Fewest decimals wanted.

    Returns
    -------
    int
        The smallest number of decimals that will do.

    Examples
    --------
    >>> enough_decimals(lambda n: 3 * rounded(1 / 3, n), 1.0, 2)
    3
    """
    line = Line(recompute, results, decimals)
    found = (n for n in range(least, MOST_DECIMALS) if line.holds(n))
    return next(found, MOST_DECIMALS)


def factor(value: float, decimals: int) -> str:
    """Return the number as it stands within a product or a sum.

    Parameters
    ----------
    value : float
        Any number.
    decimals : int
        Digits behind the point.

    Returns
    -------
    str
        In brackets if negative.

    Examples
    --------
    >>> factor(-0.5, 2)
    '(-0.50)'
    """
    text = fixed(value, decimals)
    return f"({text})" if text.startswith("-") else text


def signed(value: float, decimals: int) -> tuple[str, str]:
    """Return the number as it stands behind others in a sum.

    Parameters
    ----------
    value : float
        Any number.
    decimals : int
        Digits behind the point.

    Returns
    -------
    sign : {"+", "-"}
        What stands between.
    size : str
        The number without its sign.

    Examples
    --------
    >>> signed(-0.5, 2)
    ('-', '0.50')
    """
    text = fixed(value, decimals)
    return ("-", text[1:]) if text.startswith("-") else ("+", text)
