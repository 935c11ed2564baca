"""A score as a sum over dimensions, so that its terms can be written out.

The score itself is `attention_core`'s; a test holds these sums to it.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attention_core.scores import SCORES

Floats = npt.NDArray[np.floating]
Learned = Mapping[str, Floats]


@dataclass(frozen=True)
class Symbols:
    """What the vectors of a chosen pair are called.

    Parameters
    ----------
    score : str
        LaTeX name of the score.
    query, key : str
        LaTeX names of the two vectors.
    """

    score: str
    query: str
    key: str

    def formula(self, score: str) -> str:
        """Return the formula of a score function in these symbols."""
        formula = SCORES[score].formula
        formula = formula.replace("q_i", self.query).replace("d_k", "d")
        return formula.replace("k_j", self.key)


@dataclass(frozen=True)
class Terms:
    """A sum over dimensions.

    Parameters
    ----------
    names : tuple of str
        LaTeX names of the factors of term m, without m.
    factors : tuple of ndarray of shape (d,)
        Their values.
    product : callable
        Makes the terms of the factors.
    pattern : str
        LaTeX of one term, with {} for each factor.
    """

    names: tuple[str, ...]
    factors: tuple[Floats, ...]
    product: Callable[..., Floats]
    pattern: str

    @property
    def values(self) -> Floats:
        """The terms, of shape (d,)."""
        return self.product(*self.factors)

    @property
    def total(self) -> float:
        """Their sum."""
        return float(self.values.sum())


def multiply(left: Floats, right: Floats) -> Floats:
    """Return the products of two columns.

    Parameters
    ----------
    left, right : ndarray of shape (d,)
        Factors.

    Returns
    -------
    ndarray of shape (d,)
        The terms of a dot product.
    """
    return left * right


def _squared(column: Floats) -> Floats:
    return column**2


def _hidden(v: Floats, left: Floats, right: Floats) -> Floats:
    """Return what each hidden unit adds to an additive score."""
    return v * np.tanh(left + right)


def _products(q: Floats, k: Floats, _: Learned, symbols: Symbols) -> Terms:
    names = (symbols.query, symbols.key)
    return Terms(names, (q, k), multiply, r"{} \cdot {}")


def _turned(q: Floats, k: Floats, learned: Learned, symbols: Symbols) -> Terms:
    u = q @ learned["W"].astype(np.float64)
    return Terms(("u", symbols.key), (u, k), multiply, r"{} \cdot {}")


def _layer(q: Floats, k: Floats, learned: Learned, _: Symbols) -> Terms:
    W_q, W_k, v = (
        learned[name].astype(np.float64) for name in ("W_q", "W_k", "v")
    )
    columns = (v, q @ W_q, k @ W_k)
    pattern = r"{} \cdot \tanh({} + {})"
    return Terms(("v", "a", "b"), columns, _hidden, pattern)


_SUMS: dict[str, Callable[[Floats, Floats, Learned, Symbols], Terms]] = {
    "dot": _products,
    "scaled_dot": _products,
    "cosine": _products,
    "general": _turned,
    "additive": _layer,
}

SCORE_NAMES = tuple(_SUMS)  # what a trained pair can be compared with

# How the sum's letters come from the vectors; nothing where they are these.
LETTERS = {
    "general": r"u = {query} W",
    "additive": r"a = {query} W_q,\quad b = {key} W_k",
}


def score_terms(
    score: str, query: Floats, key: Floats, learned: Learned, symbols: Symbols
) -> Terms:
    """Return the sum that a score is, or is made of.

    Parameters
    ----------
    score : str
        Name of the score function.
    query, key : ndarray of shape (d,)
        The two vectors.
    learned : mapping of str to ndarray
        What the score function has learned.
    symbols : Symbols
        What the vectors are called.

    Returns
    -------
    Terms
        For scaled_dot and cosine the dot product, which is then divided.
    """
    return _SUMS[score](query, key, learned, symbols)


def square_terms(name: str, vector: Floats) -> Terms:
    """Return the squares whose sum is a squared length.

    Parameters
    ----------
    name : str
        LaTeX name of the vector.
    vector : ndarray of shape (d,)
        The vector.

    Returns
    -------
    Terms
        The squares.
    """
    return Terms((name,), (vector,), _squared, "{}^2")


def length(vector: Floats) -> float:
    """Return the Euclidean length.

    Parameters
    ----------
    vector : ndarray of shape (d,)
        A vector.

    Returns
    -------
    float
        The square root of the sum of squares.
    """
    return math.sqrt(float((vector**2).sum()))
