"""A score as a sum over dimensions, so that its terms can be written out.

The score itself is `attention_core`'s; a test holds these sums to it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attention_core.scores import SCORES
from worked.digits import factor, fixed, signed

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
    write : callable
        Takes the factors of one term and a number of decimals; returns the
        sign of the term and LaTeX of the rest.
    """

    names: tuple[str, ...]
    factors: tuple[Floats, ...]
    product: Callable[..., Floats]
    write: Callable[[Sequence[float], int], tuple[str, str]]

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


def write_product(factors: Sequence[float], n: int) -> tuple[str, str]:
    """Write the product of two numbers.

    Parameters
    ----------
    factors : sequence of float
        Two numbers.
    n : int
        Decimals.

    Returns
    -------
    sign, latex : str
        The sign of the first factor, and the rest.
    """
    sign, first = signed(factors[0], n)
    return sign, rf"{first} \cdot {factor(factors[1], n)}"


def _write_square(factors: Sequence[float], n: int) -> tuple[str, str]:
    return "+", f"{factor(factors[0], n)}^2"


def _write_hidden(factors: Sequence[float], n: int) -> tuple[str, str]:
    """Write what a hidden unit adds to an additive score."""
    v, left, right = factors
    sign, first = signed(v, n)
    inner = " ".join([fixed(left, n), *signed(right, n)])
    return sign, rf"{first} \cdot \tanh({inner})"


def _squared(column: Floats) -> Floats:
    return column**2


def _hidden(v: Floats, left: Floats, right: Floats) -> Floats:
    """Return what each hidden unit adds to an additive score."""
    return v * np.tanh(left + right)


def _products(q: Floats, k: Floats, _: Learned, symbols: Symbols) -> Terms:
    names = (symbols.query, symbols.key)
    return Terms(names, (q, k), multiply, write_product)


def _turned(q: Floats, k: Floats, learned: Learned, symbols: Symbols) -> Terms:
    u = q @ learned["W"].astype(np.float64)
    return Terms(("u", symbols.key), (u, k), multiply, write_product)


def _layer(q: Floats, k: Floats, learned: Learned, _: Symbols) -> Terms:
    W_q, W_k, v = (
        learned[name].astype(np.float64) for name in ("W_q", "W_k", "v")
    )
    columns = (v, q @ W_q, k @ W_k)
    return Terms(("v", "a", "b"), columns, _hidden, _write_hidden)


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
    return Terms((name,), (vector,), _squared, _write_square)
