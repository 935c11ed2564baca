"""Softmax: from scores to weights; each row sums to one."""

import math

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    as_floats,
    narrow,
    row_blocks,
    widen,
)
from attention_core.rows import (
    as_rows,
    check_temperature,
    from_rows,
    select,
    shift,
)


def _softmax_rows(rows: FloatArray, temperature: float) -> FloatArray:
    """Return the softmax of some rows: (n, n_k) -> (n, n_k)."""
    weights = shift(rows, temperature)
    np.exp(weights, out=weights)
    total = weights.sum(axis=-1, keepdims=True)
    # A row that may look at nothing stays 0; any other sum is at least 1.
    weights /= np.maximum(total, 1)
    return weights


def softmax(
    scores: ArrayLike,
    *,
    temperature: float = 1.0,
    axis: int = -1,
    mask: ArrayLike | None = None,
) -> FloatArray:
    """Return exp(scores / temperature), divided by its sum over the keys.

    Bahdanau et al. 2015, equation 6; the temperature is that of Hinton et
    al. 2015, equation 1. The largest score is subtracted first: it cancels in
    the quotient, and no exponential can overflow.

    Parameters
    ----------
    scores : array_like of shape (..., n_q, n_k)
        One row for each query.
    temperature : float, default 1
        Below 1 sharpens, above 1 flattens. At 0 the largest score gets
        everything and ties share; infinite gives equal weights.
    axis : int, default -1
        The axis of the keys, along which the weights sum to one.
    mask : array_like of bool, shape (..., n_q, n_k), optional
        True = may be looked at. The others get exactly 0.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The weights. A row that may look at nothing is 0 everywhere; scores of
        +inf share the weight; a NaN spoils its own row only.

    Raises
    ------
    ValueError
        If the temperature is negative or NaN, or the mask does not fit.
    TypeError
        If the mask is not boolean.

    Examples
    --------
    >>> softmax([0, np.log(3)])
    array([0.25, 0.75])
    >>> softmax([1000, 1000, 0], mask=[True, False, True])
    array([1., 0., 0.])
    """
    check_temperature(temperature)
    given = as_floats(scores, "scores")
    rows = as_rows(select(widen(given), mask, -np.inf), axis)
    n_k, n_rows = rows.shape[-1], math.prod(rows.shape[:-1])
    weights = np.empty(rows.shape, rows.dtype)
    flat, flat_weights = rows.reshape(n_rows, n_k), weights.reshape(n_rows, n_k)
    for block in row_blocks(n_rows, n_k):  # each stays in the cache
        flat_weights[block] = _softmax_rows(flat[block], temperature)
    return narrow(from_rows(weights, axis), given)


def log_softmax(scores: ArrayLike, *, axis: int = -1) -> FloatArray:
    """Return the logarithm of softmax(scores), without a detour by exp.

    A weight too small for a floating-point number still has a logarithm.

    Parameters
    ----------
    scores : array_like of shape (..., n_k)
        One row for each query.
    axis : int, default -1
        The axis of the keys.

    Returns
    -------
    ndarray of shape (..., n_k)
        The logarithms, at most 0.

    Raises
    ------
    ValueError
        If there is no such axis.

    Examples
    --------
    >>> log_softmax([0, -2000])
    array([    0., -2000.])
    """
    given = as_floats(scores, "scores")
    shifted = shift(as_rows(widen(given), axis), 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        total = np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
        total = np.where(np.isneginf(total), total.dtype.type(0), total)
        logs = shifted - total
    return narrow(from_rows(logs, axis), given)
