"""What a constant and a factor do to a row: its entropy and its gradient."""

from dataclasses import dataclass

import numpy as np

from attention_core.softmax import softmax
from pages.softmax.rows import Floats
from worked.digits import entropy

UP_TO = 8.0  # factors of the curve


@dataclass(frozen=True)
class Curves:
    """Entropy and gradient size of a row over the factor, each (n,)."""

    factors: Floats
    bits: Floats
    sizes: Floats


def gradient_size(weights: Floats) -> float:
    """Return the size of the gradient of softmax at a row.

    The Frobenius norm of diag(a) - a^T a.

    Examples
    --------
    >>> gradient_size(np.array([0.5, 0.5]))
    0.5
    """
    jacobian = np.diag(weights) - np.outer(weights, weights)
    return float(np.sqrt((jacobian**2).sum()))


def sharpening(scores: Floats) -> Curves:
    """Return entropy and gradient size while the scores are multiplied."""
    factors = np.linspace(0, UP_TO, 65)
    rows = softmax(factors[:, None] * scores)
    sizes = np.array([gradient_size(row) for row in rows])
    return Curves(factors, entropy(rows), sizes)


def variants(
    scores: Floats, constant: float, factor: float
) -> dict[str, Floats]:
    """Return the row as it is, shifted and scaled, by their formulas."""
    return {
        "s": scores,
        f"s + ({constant:g})": scores + constant,
        f"{factor:g} · s": factor * scores,
    }
