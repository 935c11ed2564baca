"""What a constant and a factor do to a row: its entropy and its gradient."""

from dataclasses import dataclass

import numpy as np

from attention_core.heads import row_entropy
from attention_core.softmax import softmax
from pages.softmax.rows import Floats

UP_TO = 8.0  # factors of the curve


@dataclass(frozen=True)
class Variant:
    """A row made of the original scores s.

    Parameters
    ----------
    name : str
        Its formula.
    scores : ndarray of shape (n_k,)
        The row.
    factor : float
        By which s is multiplied in it.
    """

    name: str
    scores: Floats
    factor: float = 1.0


@dataclass(frozen=True)
class Curves:
    """Entropy and gradient size of a row over the factor, each (n,)."""

    factors: Floats
    bits: Floats
    sizes: Floats


def gradient_size(weights: Floats, factor: float = 1.0) -> float:
    """Return how strongly the weights softmax(factor s) answer the scores s.

    The Frobenius norm of factor (diag(a) - a^T a): by the chain rule, what is
    multiplied inside stands before the gradient too.

    Examples
    --------
    >>> gradient_size(np.array([0.5, 0.5]), factor=2.0)
    1.0
    """
    jacobian = factor * (np.diag(weights) - np.outer(weights, weights))
    return float(np.sqrt((jacobian**2).sum()))


def sharpening(scores: Floats) -> Curves:
    """Return entropy and gradient size while the scores are multiplied."""
    factors = np.linspace(0, UP_TO, 65)
    rows = softmax(factors[:, None] * scores)
    pairs = zip(rows, factors.tolist(), strict=True)
    sizes = np.array([gradient_size(row, factor) for row, factor in pairs])
    return Curves(factors, row_entropy(rows), sizes)


def variants(scores: Floats, constant: float, factor: float) -> list[Variant]:
    """Return the row as it is, shifted and scaled."""
    return [
        Variant("s", scores),
        Variant(f"s + ({constant:g})", scores + constant),
        Variant(f"{factor:g} · s", factor * scores, factor),
    ]
