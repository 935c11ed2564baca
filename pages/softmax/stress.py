"""Does softmax stress the largest score? That depends on the scale."""

from dataclasses import dataclass

import numpy as np

from attention_core.softmax import softmax
from pages.softmax.rows import Floats
from pages.softmax.view import View

HALVINGS = 60


@dataclass(frozen=True)
class Stress:
    """What the largest score gets.

    Parameters
    ----------
    share, weight : float
        By its share of the sum, which no scale changes, and by softmax.
    even : float
        The temperature at which both are the same.
    """

    share: float
    weight: float
    even: float


def stress_of(view: View) -> Stress | None:
    """Return what the largest score gets; None if no share is a weight."""
    scores = view.row.scores[view.mask]
    if not len(scores) or scores.min() < 0 or scores.min() == scores.max():
        return None
    share = float(scores.max() / scores.sum())
    if share * np.sum(scores == scores.max()) >= 1:  # no temperature does that
        return None
    weights = softmax(scores, temperature=view.temperature)
    return Stress(share, float(weights.max()), _even(scores, share))


def _even(scores: Floats, share: float) -> float:
    """Return the temperature at which softmax gives the largest its share.

    The hotter, the less it gets: the place is found by halving.
    """
    low, high = np.log(1e-6), np.log(1e9)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        weight = softmax(scores, temperature=float(np.exp(middle))).max()
        low, high = (middle, high) if weight > share else (low, middle)
    return float(np.exp(low))
