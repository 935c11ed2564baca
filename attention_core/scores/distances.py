"""Scores that are distances: the nearest key scores highest."""

import math

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    narrow,
    widen,
)
from attention_core.scores.pairs import (
    by_blocks,
    check_same_width,
)


def _half_squares(q: FloatArray, k: FloatArray, sigma: float) -> FloatArray:
    """Return |q_i - k_j|^2 / (2 sigma^2) for all i and j."""
    # Differences, not q^2 - 2 q k + k^2: that is wrong for close ones.
    # (n_q, 1, d_k) - (1, n_k, d_k) -> (n_q, n_k, d_k)
    apart = (q[..., None, :] - k[..., None, :, :]) / sigma
    squares: FloatArray = np.vecdot(apart, apart)
    return squares / 2


@np.errstate(over="ignore", invalid="ignore")
def gaussian(
    query: ArrayLike, key: ArrayLike, *, sigma: float = 1.0
) -> FloatArray:
    """Return -|q_i - k_j|^2 / (2 sigma^2): the nearest key scores highest.

    The logarithm of the Gaussian kernel in the estimator of Nadaraya 1964 and
    Watson 1964. After a softmax, attention is their kernel regression.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_k)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.
    sigma : float, default 1
        The width of the kernel.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores, at most 0.

    Raises
    ------
    ValueError
        If the shapes do not fit, or sigma is not a positive number.

    Examples
    --------
    >>> gaussian([[0, 0]], [[3, 4], [1, 1]])
    array([[-12.5,  -1. ]])
    """
    query, key = check_same_width(query, key)
    if not 0 < sigma < math.inf:
        message = "sigma must be a positive number."
        raise ValueError(f"{message} Received: {sigma}.")
    halves = by_blocks(_half_squares, widen(query), widen(key), sigma)
    return narrow(-halves, query, key)
