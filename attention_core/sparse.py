"""Weights of which many are exactly 0: sparsemax and entmax."""

import numpy as np

from attention_core.arrays import ArrayLike, BoolArray, FloatArray
from attention_core.rows import by_rows, shift


def _shift_and_cut(
    scores: FloatArray, temperature: float, out: FloatArray
) -> FloatArray | None:
    """Shift the rows, and let nothing lie more than 3 below the largest.

    Sparsemax gives no weight to what lies 1 below, entmax15 none to what lies
    2 below: a masked key gets exactly 0, though -3 can be added up.
    """
    top = shift(scores, temperature, out)
    np.maximum(out, -3, out=out)
    return top


def _last(candidates: FloatArray, inside: BoolArray) -> FloatArray:
    """Return the last candidate of each row that is inside: (n, 1)."""
    last = np.maximum(inside.sum(axis=-1, keepdims=True) - 1, 0)
    return np.take_along_axis(candidates, last, axis=-1)


@by_rows(_shift_and_cut)
def sparsemax(
    scores: FloatArray,
    *,
    temperature: float = 1.0,
    axis: int = -1,
    mask: ArrayLike | None = None,
) -> FloatArray:
    """Return the weights that are nearest to scores / temperature.

    Martins & Astudillo 2016, equation 2, by their algorithm 1. Keys that score
    much lower than the best get exactly 0.

    Parameters
    ----------
    scores : array_like of shape (..., n_q, n_k)
        One row for each query.
    temperature : float, default 1
        The scores are divided by it.
    axis : int, default -1
        The axis of the keys.
    mask : array_like of bool, shape (..., n_q, n_k), optional
        True = may be looked at.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The weights.

    Raises
    ------
    ValueError
        If the temperature is negative or NaN, or the mask does not fit.

    Examples
    --------
    >>> sparsemax([0.0, 0.5, -2.0])
    array([0.25, 0.75, 0.  ])
    """
    scores = scores.astype(np.float64)  # sums of many
    falling = -np.sort(-scores, axis=axis)
    k = np.arange(1, scores.shape[axis] + 1)
    sums = falling.cumsum(axis=axis)
    inside = 1 + k * falling > sums
    threshold = _last((sums - 1) / k, inside)
    return np.maximum(scores - threshold, 0)


@by_rows(_shift_and_cut)
def entmax15(
    scores: FloatArray,
    *,
    temperature: float = 1.0,
    axis: int = -1,
    mask: ArrayLike | None = None,
) -> FloatArray:
    """Return weights half way between softmax and sparsemax.

    Peters et al. 2019, alpha-entmax with alpha = 1.5, by their algorithm 2:
    the weights are the squares of what lies above a threshold.

    Parameters
    ----------
    scores : array_like of shape (..., n_q, n_k)
        One row for each query.
    temperature : float, default 1
        The scores are divided by it.
    axis : int, default -1
        The axis of the keys.
    mask : array_like of bool, shape (..., n_q, n_k), optional
        True = may be looked at.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The weights.

    Raises
    ------
    ValueError
        If the temperature is negative or NaN, or the mask does not fit.

    Examples
    --------
    >>> entmax15([0.0, 0.0, -3.0])
    array([0.5, 0.5, 0. ])
    """
    halves = scores.astype(np.float64) / 2
    falling = -np.sort(-halves, axis=axis)
    k = np.arange(1, scores.shape[axis] + 1)
    mean = falling.cumsum(axis=axis) / k
    spread = (falling**2).cumsum(axis=axis) - k * mean**2
    candidates = mean - np.sqrt(np.maximum((1 - spread) / k, 0))
    threshold = _last(candidates, candidates <= falling)
    return np.maximum(halves - threshold, 0) ** 2
