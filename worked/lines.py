"""Numbers that are written out: what each is made of, line by line.

`Numbers` are given, or each of them is the result of a line. What stands
between the equal signs of a line is an `Expression`: a sum of terms, each made
of one number from every part.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from worked.digits import Line, rounded

Floats = npt.NDArray[np.floating]
Places = npt.NDArray[np.intp]
Compute = Callable[..., Floats]

SHOWN = 4  # decimals of a number, if nothing asks for more
TYPED = 6  # decimals up to which a typed number is shown as it is


@dataclass(frozen=True, eq=False)
class Numbers:
    """Numbers with one letter, and how they are made of others.

    Parameters
    ----------
    letter : str
        LaTeX.
    values : ndarray of any shape
        The true numbers.
    expressions : tuple of Expression
        What makes them; all make the same. None if they are given.
    names : tuple of str
        LaTeX of each; by default the letter with the place.
    only : tuple of int
        Places of those that stand on a line; by default all.
    least : int, default SHOWN
        Fewest decimals wanted.
    typed : bool, default False
        Whether a number with few digits is shown as it is.
    """

    letter: str
    values: Floats
    expressions: tuple["Expression", ...] = ()
    names: tuple[str, ...] = ()
    only: tuple[int, ...] = ()
    least: int = SHOWN
    typed: bool = False

    def __getitem__(self, key: Any) -> "Part":  # noqa: ANN401  (as NumPy's)
        """Return some of the numbers, chosen as in NumPy."""
        places = np.arange(self.values.size).reshape(self.values.shape)
        return Part(self, places[key])

    @property
    def places(self) -> tuple[int, ...]:
        """Places of those that stand on a line."""
        return self.only or tuple(range(self.values.size))

    def name(self, place: int) -> str:
        """Return the LaTeX name of a number.

        Parameters
        ----------
        place : int
            Its place, from 0.

        Returns
        -------
        str
            The letter alone if there is but one number.
        """
        if self.names:
            return self.names[place]
        one = self.values.size == 1
        return self.letter if one else f"{self.letter}[{place + 1}]"

    def is_as_typed(self, places: Places) -> npt.NDArray[np.bool_]:
        """Tell which numbers are shown as they are, however few decimals.

        Parameters
        ----------
        places : ndarray of int, any shape
            Their places.

        Returns
        -------
        ndarray of bool, same shape
            False for all that are not typed.
        """
        values = self.values.ravel()[places] if self.typed else np.nan
        few = np.round(values, TYPED) == values
        return np.broadcast_to(few, places.shape)

    def holds(self, decimals: Mapping["Numbers", int]) -> bool:
        """Tell whether each line can be recomputed from its digits.

        Parameters
        ----------
        decimals : mapping of Numbers to int
            With which they, and what they are made of, are shown.

        Returns
        -------
        bool
            True if they are given.
        """
        results, n = self.values.ravel()[[*self.places]], decimals[self]
        lines = [Line(one.result, results, n) for one in self.expressions]
        return all(line.holds(decimals) for line in lines)


@dataclass(frozen=True, eq=False)
class Part:
    """Some numbers, laid out as they stand in the terms of an expression.

    Parameters
    ----------
    numbers : Numbers
        Of which they are some.
    places : ndarray of int, shape (n_terms, n_lines)
        Which; either size may be 1.
    """

    numbers: Numbers
    places: Places

    def rows(self, kept: Sequence[int]) -> "Part":
        """Return what belongs to some of the terms.

        Parameters
        ----------
        kept : sequence of int
            Which terms.

        Returns
        -------
        Part
            The same, if it has one number for all terms.
        """
        shared = len(self.places) == 1
        return self if shared else Part(self.numbers, self.places[[*kept]])

    def read(self, decimals: Mapping[Numbers, int] | None = None) -> Floats:
        """Return the numbers as a reader reads them.

        Parameters
        ----------
        decimals : mapping of Numbers to int
            With which they are shown; the true numbers without it.

        Returns
        -------
        ndarray of shape (n_terms, n_lines)
            Either size may be 1.
        """
        values: Floats = self.numbers.values.ravel()[self.places]
        if decimals is None:
            return values
        read = rounded(values, decimals[self.numbers])
        as_typed = self.numbers.is_as_typed(self.places)
        return np.where(as_typed, values, read)


@dataclass(frozen=True, eq=False)
class Expression:
    r"""What stands between the equal signs: a sum of terms for each line.

    Parameters
    ----------
    pattern : str
        LaTeX of one term, with {} for each part. In angle brackets, <{}>, a
        part stands without brackets of its own, even if it is negative.
    parts : tuple of Part
        What the terms are made of.
    compute : callable
        Makes the terms of the parts.
    rest : Part or None
        For each line the sum of the terms that are not written out.
    remarks : tuple of str
        LaTeX that stands beside the terms, and beside the rest.
    whole : Expression or None
        The same with all terms, if some are not written out.
    """

    pattern: str
    parts: tuple[Part, ...]
    compute: Compute
    rest: Part | None = None
    remarks: tuple[str, ...] = ()
    whole: "Expression | None" = None

    @property
    def sources(self) -> list[Numbers]:
        """What the expression is made of, each once."""
        parts = [*self.parts, self.rest] if self.rest else self.parts
        return [*dict.fromkeys(part.numbers for part in parts)]

    @property
    def complete(self) -> "Expression":
        """The same with all terms."""
        return self.whole or self

    def terms(self, decimals: Mapping[Numbers, int] | None = None) -> Floats:
        """Return the terms that are written out.

        Parameters
        ----------
        decimals : mapping of Numbers to int
            With which the parts are shown; the true terms without it.

        Returns
        -------
        ndarray of shape (n_terms, n_lines)
            One column for each line.
        """
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            terms = self.compute(*(part.read(decimals) for part in self.parts))
        return np.atleast_2d(terms)

    def result(self, decimals: Mapping[Numbers, int] | None = None) -> Floats:
        """Return what the lines make.

        Parameters
        ----------
        decimals : mapping of Numbers to int
            With which the parts are shown; the true results without it.

        Returns
        -------
        ndarray of shape (n_lines,)
            One number for each line.
        """
        total: Floats = self.terms(decimals).sum(axis=0)
        return total + self.rest.read(decimals).ravel() if self.rest else total


def given(
    letter: str, values: npt.ArrayLike, least: int = SHOWN, typed: bool = True
) -> Numbers:
    """Return numbers that are made of nothing.

    Parameters
    ----------
    letter : str
        LaTeX.
    values : array_like of any shape
        The numbers.
    least : int, default SHOWN
        Fewest decimals wanted.
    typed : bool, default True
        Whether a number with few digits is shown as it is.

    Returns
    -------
    Numbers
        In double precision.
    """
    array = np.asarray(values, dtype=np.float64)
    return Numbers(letter, array, least=least, typed=typed)


def made(
    letter: str,
    *expressions: Expression,
    names: Sequence[str] = (),
    least: int = SHOWN,
) -> Numbers:
    """Return numbers with their values computed.

    Parameters
    ----------
    letter : str
        LaTeX.
    *expressions : Expression
        What makes them; all make the same.
    names : sequence of str
        LaTeX of each; by default the letter with the place.
    least : int, default SHOWN
        Fewest decimals wanted.

    Returns
    -------
    Numbers
        One for each line.

    Examples
    --------
    >>> q, k = given("q", [1, 2]), given("k", [3, -4])
    >>> product = Expression("{} {}", (q[:, None], k[:, None]), np.multiply)
    >>> made("e", product).values
    array([-5.])
    """
    values = expressions[0].complete.result()
    return Numbers(letter, values, expressions, tuple(names), least=least)
