"""Large scores: the naive softmax beside the real one, both computed."""

from dataclasses import dataclass

import numpy as np

from attention_core.softmax import naive_softmax, softmax
from pages.softmax.rows import Floats

PRECISIONS = ("float64", "float32", "float16")


@dataclass(frozen=True)
class Large:
    """Both ways from scores to weights, in one type of number.

    Parameters
    ----------
    scores, powers, naive : ndarray of shape (n_k,)
        The naive way.
    shifted, small, weights : ndarray of shape (n_k,)
        The other one: without the maximum.
    """

    scores: Floats
    powers: Floats
    naive: Floats
    shifted: Floats
    small: Floats
    weights: Floats

    @property
    def total(self) -> float:
        """The sum of the powers, in their own type."""
        with np.errstate(over="ignore"):
            return float(self.powers.sum())

    @property
    def has_failed(self) -> bool:
        """Whether the naive way gives no numbers."""
        return bool(np.isnan(self.naive).any())


def both_ways(scores: Floats, offset: float, precision: str) -> Large:
    """Return both ways for a row, with a number added to each score."""
    raised = (scores + offset).astype(precision)
    shifted = raised - raised.max()
    with np.errstate(over="ignore"):
        powers, small = np.exp(raised), np.exp(shifted)
    naive, weights = naive_softmax(raised), softmax(raised)
    return Large(raised, powers, naive, shifted, small, weights)
