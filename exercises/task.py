"""What a task is, whatever it asks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Value = tuple[float, ...] | str
Line = str | Callable[[], str]  # written out when somebody wants to see it


@dataclass(frozen=True, eq=False)
class Task:
    """A question with its answer.

    Parameters
    ----------
    given : mapping of str to ndarray of any shape
        LaTeX of each number, vector or matrix that is shown, with its values.
    answer : tuple of float, or str
        The numbers in full precision, or one of the options.
    mistakes : mapping of str to such answers
        What comes out if the named mistake is made.
    lines : tuple of str, or of functions that return them
        LaTeX: the full line by pencil.
    decimals : int, default 2
        With how many the answer is asked for; 0 asks for whole numbers.
    options : tuple of str
        Of which one is chosen; empty where numbers are typed.
    picture : str
        Which of what is given is drawn as a heatmap, whose cells can be
        clicked; empty if none.
    blanks : mapping of str to str
        What fills the blanks of the texts.
    """

    given: Mapping[str, Floats]
    answer: Value
    mistakes: Mapping[str, Value]
    lines: tuple[Line, ...]
    decimals: int = 2
    options: tuple[str, ...] = ()
    picture: str = ""
    blanks: Mapping[str, str] = field(default_factory=dict)

    @property
    def unit(self) -> float:
        """One unit of the last digit that is asked for."""
        return 10.0**-self.decimals if self.decimals else 1e-6

    @property
    def slack(self) -> float:
        """How many units a mistake may be off, and is still known.

        A whole number has to be exact; a mistake may end in a root.
        """
        return 1.0 if self.decimals else 0.01 / self.unit

    @property
    def written(self) -> list[str]:
        """The full line by pencil, in LaTeX."""
        return [one if isinstance(one, str) else one() for one in self.lines]

    def is_near(self, one: Value, other: Value, units: float = 1.0) -> bool:
        """Tell whether two answers are the same, up to some units.

        Parameters
        ----------
        one, other : tuple of float, or str
            Answers.
        units : float, default 1
            Of the last digit asked for.

        Returns
        -------
        bool
            Numbers are compared one by one; a NaN is near nothing.
        """
        if isinstance(one, str) or isinstance(other, str):
            return one == other
        if len(one) != len(other):
            return False
        reach = (units + 1e-6) * self.unit
        return all(abs(a - b) <= reach for a, b in zip(one, other, strict=True))

    def is_clear(self) -> bool:
        """Tell whether no mistake could pass for the answer or for another."""
        values = [self.answer, *self.mistakes.values()]
        return not any(
            self.is_near(one, other, 2.5 * self.slack)
            for place, one in enumerate(values)
            for other in values[:place]
        )


def numbers(values: npt.ArrayLike) -> tuple[float, ...]:
    """Return numbers as an answer.

    Parameters
    ----------
    values : array_like of any shape
        Row by row.

    Returns
    -------
    tuple of float
        In double precision.

    Examples
    --------
    >>> numbers([1, 2]), numbers(3)
    ((1.0, 2.0), (3.0,))
    """
    array = np.asarray(values, dtype=np.float64)
    return tuple(array.ravel().tolist())
