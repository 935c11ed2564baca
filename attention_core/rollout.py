"""Heads and layers taken together."""

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    as_floats,
    narrow,
    widen,
)
from attention_core.checks import as_square


def mean_over_heads(weights: ArrayLike) -> FloatArray:
    """Return the mean of the heads' weights.

    Parameters
    ----------
    weights : array_like of shape (..., h, n_q, n_k)
        One matrix for each head.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        One matrix; its rows still sum to one.

    Raises
    ------
    ValueError
        If the axis of the heads is missing, or empty.

    Examples
    --------
    >>> mean_over_heads([[[1, 0]], [[0, 1]]])
    array([[0.5, 0.5]])
    """
    given = as_floats(weights, "weights")
    if given.ndim < 3 or not given.shape[-3]:
        message = "weights must have shape (..., h, n_q, n_k) with h > 0."
        raise ValueError(f"{message} Received: {given.shape}.")
    return narrow(widen(given).mean(axis=-3), given)


def rollout(weights: ArrayLike) -> FloatArray:
    """Follow attention through the layers, down to the words themselves.

    Abnar and Zuidema 2020, section 3: heads are averaged, the residual
    connection counts as much as attention (A = 0.5 W + 0.5 I), and the
    layers' matrices are multiplied: rollout_l = A_l rollout_(l - 1).

    Parameters
    ----------
    weights : array_like of shape (n_layers, h, n, n)
        Of all layers, the lowest first.

    Returns
    -------
    ndarray of shape (n_layers, n, n)
        How much of each word has reached each place after each layer. Rows
        sum to one where those of the weights do.

    Raises
    ------
    ValueError
        If an axis is missing, or the weights are not square.

    Examples
    --------
    >>> rollout([[[[0, 1], [0, 1]]], [[[0, 1], [1, 0]]]])[-1]
    array([[0.25, 0.75],
           [0.25, 0.75]])
    """
    given = as_square(weights)
    if given.ndim != 4:
        message = "weights must have shape (n_layers, h, n, n)."
        raise ValueError(f"{message} Received: {given.shape}.")
    mean = mean_over_heads(widen(given))
    same = np.eye(given.shape[-1], dtype=mean.dtype)
    reached, all_reached = same, np.empty_like(mean)
    for i, layer in enumerate(mean):
        reached = (0.5 * layer + 0.5 * same) @ reached
        all_reached[i] = reached
    return narrow(all_reached, given)
