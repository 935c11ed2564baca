"""Scores that are distances: the nearest key scores highest."""

import math

import numpy as np

from attention_core.arrays import (
    FloatArray,
)
from attention_core.scores.pairs import for_all_pairs, of_pairs


def _squared_length(vectors: FloatArray) -> FloatArray:
    """Return |x|^2 of each vector: (..., d) -> (...)."""
    squares: FloatArray = np.vecdot(vectors, vectors)
    return squares


@of_pairs(same_width=True)
def gaussian(
    query: FloatArray, key: FloatArray, *, sigma: float = 1.0
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
    if not 0 < sigma < math.inf:
        message = "sigma must be a positive number."
        raise ValueError(f"{message} Received: {sigma}.")
    # Differences, not q^2 - 2 q k + k^2: that is wrong for close ones.
    # (n_q, 1, d_k) - (1, n_k, d_k) -> (n_q, n_k, d_k) -> (n_q, n_k)
    return for_all_pairs(
        lambda q_i, k_j: -_squared_length((q_i - k_j) / sigma) / 2, query, key
    )
