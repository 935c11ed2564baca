"""What one head does, in a few numbers; and heads and layers taken together.

A row that may look at nothing (all weights 0) counts nowhere.
"""

from dataclasses import dataclass

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    BoolArray,
    FloatArray,
    as_floats,
    narrow,
    widen,
)
from attention_core.checks import as_square


def _quotient(part: ArrayLike, whole: ArrayLike) -> FloatArray:
    """Return part / whole, and 0 where the whole is 0."""
    part, whole = np.asarray(part), np.asarray(whole)
    quotient: FloatArray = np.zeros_like(part)
    np.divide(part, whole, out=quotient, where=whole != 0)
    return quotient


def row_entropy(weights: ArrayLike) -> FloatArray:
    """Return how spread out each row is.

    Shannon 1948, section 6: H_i = -sum_j a_ij log2 a_ij, in bits: 0 if a
    query looks at one key, log2 n_k if it looks at all of them alike.

    Parameters
    ----------
    weights : array_like of shape (..., n_q, n_k)
        Each row sums to one.

    Returns
    -------
    ndarray of shape (..., n_q)
        One entropy for each query.

    Examples
    --------
    >>> row_entropy([[1, 0], [0.5, 0.5]])
    array([0., 1.])
    """
    given = as_floats(weights, "weights")
    a = widen(given)
    logs = np.log2(np.where(a > 0, a, 1))  # 0 log2 0 = 0
    # 0 - sum, for -sum would be -0.0 where a query looks at one key.
    return narrow(0 - (a * logs).sum(axis=-1), given)


def _distances(n: int) -> FloatArray:
    """Return |i - j|: (n, n)."""
    places = np.arange(n, dtype=np.float64)
    gaps: FloatArray = np.abs(places[:, None] - places)
    return gaps


def mean_distance(weights: ArrayLike) -> FloatArray:
    """Return how far away the words are that a head looks at.

    Parameters
    ----------
    weights : array_like of shape (..., n, n)
        Of a sentence that looks at itself.

    Returns
    -------
    ndarray of shape (...)
        The mean of |i - j|, weighted with a_ij.

    Raises
    ------
    ValueError
        If the weights are not square.

    Examples
    --------
    >>> mean_distance([[0, 1], [0.5, 0.5]])
    array(0.75)
    """
    given = as_square(weights)
    a = widen(given)
    far = (a * _distances(a.shape[-1])).sum(axis=(-2, -1))
    return narrow(_quotient(far, a.sum(axis=(-2, -1))), given)


def share_at(weights: ArrayLike, offset: int) -> FloatArray:
    """Return the share of all weight that lies on word i + offset.

    Parameters
    ----------
    weights : array_like of shape (..., n, n)
        Of a sentence that looks at itself.
    offset : int
        0: the word itself, -1: the one before it, 1: the one behind it. Rows
        that have no such word add 0.

    Returns
    -------
    ndarray of shape (...)
        From 0 to 1.

    Raises
    ------
    ValueError
        If the weights are not square.

    Examples
    --------
    >>> share_at([[0.5, 0.5], [1, 0]], -1)
    array(0.5)
    """
    given = as_square(weights)
    a = widen(given)
    there = np.diagonal(a, offset, axis1=-2, axis2=-1).sum(axis=-1)
    return narrow(_quotient(there, a.sum(axis=(-2, -1))), given)


def share_on(weights: ArrayLike, keys: ArrayLike) -> FloatArray:
    """Return the share of all weight that lies on some of the keys.

    Parameters
    ----------
    weights : array_like of shape (..., n_q, n_k)
        Each row sums to one.
    keys : array_like of bool, shape (n_k,)
        True for the keys that count, such as punctuation.

    Returns
    -------
    ndarray of shape (...)
        From 0 to 1.

    Raises
    ------
    ValueError
        If keys has another length, or is not boolean.

    Examples
    --------
    >>> share_on([[0.5, 0.5], [1, 0]], [False, True])
    array(0.25)
    """
    given, chosen = as_floats(weights, "weights"), np.asarray(keys)
    n_k = given.shape[-1] if given.ndim else 0
    if chosen.dtype != np.bool_ or chosen.shape != (n_k,):
        message = f"keys must be boolean of shape (n_k,) = ({n_k},)."
        raise ValueError(
            f"{message} Received: {chosen.dtype} of shape {chosen.shape}."
        )
    a = widen(given)
    part, whole = (x.sum(axis=(-2, -1)) for x in (a[..., chosen], a))
    return narrow(_quotient(part, whole), given)


@dataclass(frozen=True)
class HeadMeasures:
    """What each head does, in a few numbers.

    Parameters
    ----------
    entropy : ndarray of shape (...)
        Mean of the rows' entropies, in bits.
    distance : ndarray of shape (...)
        Mean distance |i - j|, weighted.
    itself : ndarray of shape (...)
        Share of the weight that a word gives itself.
    previous : ndarray of shape (...)
        Share of the word before it.
    following : ndarray of shape (...)
        Share of the word behind it.
    special : ndarray of shape (...)
        Share of punctuation, marks, or whatever was named.
    """

    entropy: FloatArray
    distance: FloatArray
    itself: FloatArray
    previous: FloatArray
    following: FloatArray
    special: FloatArray


def measure_heads(
    weights: ArrayLike, special: ArrayLike | None = None
) -> HeadMeasures:
    """Measure heads that look at their own sentence.

    Parameters
    ----------
    weights : array_like of shape (..., n, n)
        One matrix for each head, such as (layers, heads, n, n).
    special : array_like of bool, shape (n,), optional
        True for punctuation, marks, or whatever is to be counted.

    Returns
    -------
    HeadMeasures
        Arrays of shape (...).

    Raises
    ------
    ValueError
        If the weights are not square, or special does not fit.
    """
    given = as_square(weights)
    n = given.shape[-1]
    keys: BoolArray = np.zeros(n, np.bool_)
    if special is not None:
        keys = np.asarray(special)
    looks = widen(given).any(axis=-1)
    sums = row_entropy(widen(given)).sum(axis=-1)
    entropy = _quotient(sums, looks.sum(axis=-1))
    return HeadMeasures(
        narrow(entropy, given),
        mean_distance(given),
        share_at(given, 0),
        share_at(given, -1),
        share_at(given, 1),
        share_on(given, keys),
    )


def by_distance(matrix: ArrayLike) -> FloatArray:
    """Return the mean of all entries with the same distance |i - j|.

    Parameters
    ----------
    matrix : array_like of shape (..., n, n)
        Weights, or influences, of a sentence on itself.

    Returns
    -------
    ndarray of shape (..., n)
        Entry k is the mean over all i, j with |i - j| = k.

    Raises
    ------
    ValueError
        If the matrix is not square.

    Examples
    --------
    >>> by_distance([[1, 2], [4, 3]])
    array([2., 3.])
    """
    given = as_square(matrix)
    n = given.shape[-1]
    means = np.empty(given.shape[:-1], widen(given).dtype)
    for k in range(n):
        sides = [
            np.diagonal(widen(given), offset, axis1=-2, axis2=-1)
            for offset in {k, -k}
        ]
        means[..., k] = np.concatenate(sides, axis=-1).mean(axis=-1)
    return narrow(means, given)
