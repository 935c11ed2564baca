"""The three stages of one cell, with numbers: score, softmax, context."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from worked.cell import Cell
from worked.context import context_lines
from worked.latex import stacked
from worked.lines import Numbers, given
from worked.scores import score_lines
from worked.settle import settle
from worked.softmax import Softmax, softmax_lines

Floats = npt.NDArray[np.floating]

LEAST = 3  # decimals of weights and context


@dataclass(frozen=True, eq=False)
class Stages:
    """What the three stages of a cell show.

    Parameters
    ----------
    cell : Cell
        The cell.
    score : list of Numbers
        The last one holds the scores of the row.
    softmax : Softmax or None
        None where nothing is divided: all weight goes to the largest score.
    weights : Numbers
        Of the row.
    context : Numbers
        What is written out of it.
    decimals : dict of Numbers to int
        With which all of them are shown.
    """

    cell: Cell
    score: list[Numbers]
    softmax: Softmax | None
    weights: Numbers
    context: Numbers
    decimals: dict[Numbers, int]

    @property
    def scores(self) -> Numbers:
        """Those of the row."""
        return self.score[-1]

    @property
    def lines(self) -> list[list[Numbers]]:
        """What is written out on each stage."""
        middle = self.softmax.lines if self.softmax else []
        return [self.score, middle, [self.context]]


def write_out(cell: Cell) -> Stages:
    """Write a cell out.

    Digits are chosen from the end backwards, so that each line can be
    recomputed from what it shows: the context's decimals fix those of the
    weights, these fix those of the powers, these fix those of the scores, and
    these fix those of the vectors.

    Parameters
    ----------
    cell : Cell
        The cell.

    Returns
    -------
    Stages
        Numbers, and with how many decimals each is shown.
    """
    score, softmax = score_lines(cell), None
    weights = given("a", cell.weights, cell.decimals, typed=False)
    if not cell.is_hard:
        softmax = softmax_of(cell, score[-1])
        weights = softmax.weights
    context = context_lines(
        weights,
        cell.values,
        cell.i + 1,
        j=cell.j,
        places=cell.places,
        others=cell.others,
        least=cell.decimals,
    )
    middle = softmax.all_numbers if softmax else []
    decimals = settle([*score, *middle, context])
    return Stages(cell, score, softmax, weights, context, decimals)


def softmax_of(cell: Cell, scores: Numbers) -> Softmax:
    """Take the softmax of a cell's row apart.

    Parameters
    ----------
    cell : Cell
        The cell; its temperature is not 0.
    scores : Numbers
        Of the row.

    Returns
    -------
    Softmax
        Of long vectors a weight's line begins with its exponent.
    """
    return softmax_lines(
        scores,
        cell.i + 1,
        cell.places,
        multiplier=cell.scale / cell.temperature,
        from_exponents=cell.is_long,
        least=cell.decimals,
    )


def context_latex(
    weights: Floats, values: Floats, i: int, j: int, others: str
) -> list[str]:
    """Write the third stage alone, with weights that are given.

    Parameters
    ----------
    weights : ndarray of shape (n_k,)
        Of the row.
    values : ndarray of shape (n_k, d_v)
        What is summed.
    i, j : int
        The row and the chosen key, from 0.
    others : str
        Says that a number is the sum of {count} other terms.

    Returns
    -------
    list of str
        LaTeX; each ends with one entry of the context.
    """
    row = given("a", weights, LEAST, typed=False)
    context = context_lines(row, values, i + 1, j=j, others=others, least=LEAST)
    decimals = settle([context])
    return [stacked(context, place, decimals) for place in context.places]
