"""Scores that are products: dot, scaled dot, cosine, general, location."""

import math

import numpy as np

from attention_core.arrays import (
    FloatArray,
    widen,
)
from attention_core.scores.pairs import of_pairs


@of_pairs(same_width=True)
def dot(query: FloatArray, key: FloatArray) -> FloatArray:
    """Return the products q_i k_j.

    Luong et al. 2015, section 3.1, the first of the three alternatives for
    score(h_t, h_s): h_t is our query, h_s our key.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_k)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> dot([[1, 2]], [[3, 4], [0, 1]])
    array([[11.,  2.]])
    """
    # every query meets every key: (n_q, d) @ (d, n_k) -> (n_q, n_k)
    return query @ key.mT


@of_pairs(same_width=True)
def scaled_dot(query: FloatArray, key: FloatArray) -> FloatArray:
    """Return the products q_i k_j divided by the square root of d_k.

    Vaswani et al. 2017, equation 1. If the entries of q and k are independent
    with variance 1, then q k has variance d_k, and the score has variance 1
    (their footnote 4).

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_k)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> scaled_dot([[1, 2, 0, 0]], [[3, 4, 0, 0], [0, 1, 0, 0]])
    array([[5.5, 1. ]])
    """
    # The query is divided, not the product: it cannot overflow first.
    # math.sqrt, for np.sqrt would turn float32 into float64.
    return query / math.sqrt(max(query.shape[-1], 1)) @ key.mT


@np.errstate(over="ignore", invalid="ignore")
def _directions(vectors: FloatArray) -> FloatArray:
    """Return the rows with length 1; a zero vector stays zero."""
    vectors = widen(vectors)
    largest = np.abs(vectors).max(axis=-1, keepdims=True, initial=0)
    # Squares of 1e-30 or 1e30 leave float32: first bring them near 1.
    rows = vectors / np.where(largest == 0, 1, largest)
    lengths = np.sqrt((rows * rows).sum(axis=-1, keepdims=True))
    return rows / np.where(lengths == 0, 1, lengths)


@of_pairs(same_width=True)
def cosine(query: FloatArray, key: FloatArray) -> FloatArray:
    """Return the cosines of the angles between q_i and k_j.

    Graves et al. 2014, equation 6. Only directions count, no lengths. A zero
    vector has no direction: its scores are 0.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_k)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores, from -1 to 1.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> cosine([[3, 4]], [[6, 8], [-3, -4], [0, 0]])
    array([[ 1., -1.,  0.]])
    """
    return _directions(query) @ _directions(key).mT


@of_pairs(W="(d_q, d_k)")
def general(query: FloatArray, key: FloatArray, W: FloatArray) -> FloatArray:
    """Return the bilinear products q_i W k_j.

    Luong et al. 2015, section 3.1, the second alternative for score(h_t, h_s);
    their W_a is our W. Query and key may differ in size.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_q)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.
    W : array_like of shape (d_q, d_k)
        Learned: which entry of the query goes with which of the key.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> general([[1, 2]], [[3, 4], [0, 1]], W=[[0, 1], [1, 0]])
    array([[10.,  1.]])
    """
    return query @ W @ key.mT


@of_pairs(W_p="(d_q, n_k)")
def location(query: FloatArray, key: FloatArray, W_p: FloatArray) -> FloatArray:
    """Return q_i W_p: a score for each position, whatever stands there.

    Luong et al. 2015, equation 8; their W_a is our W_p. The keys only say how
    many positions there are.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_q)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.
    W_p : array_like of shape (d_q, n_k)
        Learned: one column for each position.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> location([[1, 2]], [[5], [6]], W_p=[[1, 0], [0, 1]])
    array([[1., 2.]])
    """
    leading = np.broadcast_shapes(query.shape[:-2], key.shape[:-2])
    scores = query @ W_p
    return np.broadcast_to(scores, (*leading, *scores.shape[-2:]))
