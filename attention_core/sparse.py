"""Weights of which many are exactly 0: sparsemax and entmax."""

import numpy as np

from attention_core.arrays import ArrayLike, BoolArray, FloatArray
from attention_core.rows import by_rows


def _falling(rows: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the rows cut off at -1, as they are and sorted downward.

    Neither sparsemax nor entmax gives weight to a score that lies 1 below the
    largest; cut off, even -inf can be added up.
    """
    cut = np.maximum(rows, -1).astype(np.float64)
    return cut, -np.sort(-cut, axis=-1)


def _clip(
    cut: FloatArray, threshold: FloatArray, rows: FloatArray
) -> FloatArray:
    """Return what lies above the threshold; nothing for a masked key."""
    above = np.maximum(cut - threshold, 0)
    return np.where(np.isneginf(rows), 0, above)


def _threshold(candidates: FloatArray, inside: BoolArray) -> FloatArray:
    """Return the last candidate of each row that is inside: (..., 1)."""
    last = np.maximum(inside.sum(axis=-1, keepdims=True) - 1, 0)
    return np.take_along_axis(candidates, last, axis=-1)


def _sparsemax_rows(rows: FloatArray) -> FloatArray:
    """Subtract one threshold so that the positive rest sums to one."""
    if not rows.size:
        return rows
    cut, falling = _falling(rows)
    k = np.arange(1, rows.shape[-1] + 1)
    sums = falling.cumsum(axis=-1)
    threshold = _threshold((sums - 1) / k, 1 + k * falling > sums)
    return _clip(cut, threshold, rows).astype(rows.dtype)


def sparsemax(
    scores: ArrayLike,
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
    return by_rows(_sparsemax_rows, scores, temperature, axis, mask)


def _entmax15_rows(rows: FloatArray) -> FloatArray:
    """Find the threshold by trying the k largest scores, k = 1, 2, ..."""
    if not rows.size:
        return rows
    cut, falling = _falling(rows / 2)
    k = np.arange(1, rows.shape[-1] + 1)
    mean = falling.cumsum(axis=-1) / k
    spread = (falling**2).cumsum(axis=-1) - k * mean**2
    candidates = mean - np.sqrt(np.maximum((1 - spread) / k, 0))
    threshold = _threshold(candidates, candidates <= falling)
    return (_clip(cut, threshold, rows) ** 2).astype(rows.dtype)


def entmax15(
    scores: ArrayLike,
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
    return by_rows(_entmax15_rows, scores, temperature, axis, mask)
