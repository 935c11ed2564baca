"""The cell of the picture that is written out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from attention_core.scores import SCORES
from worked.lines import SHOWN

Floats = npt.NDArray[np.floating]

# How the letters of long sums come from the vectors, where they are not these.
_LETTERS = {
    "general": r"u = {query} W",
    "additive": r"a = {query} W_q,\quad b = {key} W_k",
}


@dataclass(frozen=True, eq=False)
class Cell:
    """A cell of the picture: a query and a key, and the row that they are in.

    Parameters
    ----------
    function : str
        Name of the score function.
    i, j : int
        Row and column of the cell, from 0.
    query : ndarray of shape (d_q,)
        Who asks.
    keys : ndarray of shape (n_k, d_k)
        Who is looked at.
    values : ndarray of shape (n_k, d_v)
        What is summed.
    scores, weights : ndarray of shape (n_k,)
        Of the row.
    scale, temperature : float, default 1
        weights = softmax(scale * scores / temperature).
    learned : mapping of str to array
        What the score function is given.
    letters : tuple of str
        What the query, the key and all values are called, in LaTeX.
    columns : sequence of int
        Where the keys stand, from 0; by default 0, 1, 2 and so on.
    others : str or None
        Says that a number is the sum of {count} other terms: of long sums
        only the largest terms are written out. None writes all of them.
    """

    function: str
    i: int
    j: int
    query: Floats
    keys: Floats
    values: Floats
    scores: Floats
    weights: Floats
    scale: float = 1.0
    temperature: float = 1.0
    learned: Mapping[str, Any] = field(default_factory=dict)
    letters: tuple[str, str, str] = ("q", "k", "v")
    columns: Sequence[int] = ()
    others: str | None = None

    @property
    def is_long(self) -> bool:
        """Whether of long sums only the largest terms are written out."""
        return self.others is not None

    @property
    def is_hard(self) -> bool:
        """Whether nothing is divided: the largest score gets all weight."""
        return self.temperature == 0

    @property
    def least(self) -> int:
        """Fewest decimals of a number on the way."""
        return 2 if self.is_long else SHOWN

    @property
    def decimals(self) -> int:
        """Fewest decimals of scores, weights and context."""
        return 3 if self.is_long else SHOWN

    @property
    def places(self) -> list[int]:
        """Where the keys stand, from 1."""
        return [k + 1 for k in self.columns or range(len(self.keys))]

    def names(self, letter: str) -> tuple[str, ...]:
        """Name what there is one of for each key.

        Parameters
        ----------
        letter : str
            LaTeX.

        Returns
        -------
        tuple of str
            Such as e_{2,1} and e_{2,2}.
        """
        return tuple(f"{letter}_{{{self.i + 1},{k}}}" for k in self.places)

    def formula(self) -> str:
        """Return the score function with the names of this cell.

        Returns
        -------
        str
            LaTeX.
        """
        formula = SCORES[self.function].formula.replace("d_k", "d")
        formula = formula.replace("q_i", self.letters[0])
        return formula.replace("k_j", self.letters[1])

    def letters_note(self) -> str:
        """Return how a long sum's letters come from the vectors.

        Returns
        -------
        str
            LaTeX; empty where they are the vectors.
        """
        note = _LETTERS.get(self.function, "") if self.is_long else ""
        return note.format(query=self.letters[0], key=self.letters[1])
