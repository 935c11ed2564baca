"""Softmax: from scores to weights; each row sums to one."""

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    as_floats,
)
from attention_core.rows import by_rows


@by_rows()
def softmax(
    scores: FloatArray,
    *,
    temperature: float = 1.0,
    axis: int = -1,
    mask: ArrayLike | None = None,
) -> FloatArray:
    """Return exp(scores / temperature), divided by its sum over the keys.

    Bridle 1990 gave it the name; Bahdanau et al. 2015, equation 6, made weights
    of attention with it. The temperature is that of Hinton et al. 2015,
    equation 1. The largest score is subtracted first: it cancels in
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
    weights = np.exp(scores, out=scores)  # `by_rows` made them at most 0
    weights /= weights.sum(axis=axis, keepdims=True)
    return weights


def naive_softmax(scores: ArrayLike) -> FloatArray:
    """Return exp(scores) divided by its sum, just as the formula says.

    For a slide, and to see it fail: exp(1000) is more than a number can hold.

    Parameters
    ----------
    scores : array_like of shape (..., n_q, n_k)
        One row for each query.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The weights; NaN where the exponentials of a row, or their sum, leave
        the range of the type.

    Examples
    --------
    >>> naive_softmax([0, np.log(3)])
    array([0.25, 0.75])
    >>> naive_softmax([1000, 1000])
    array([nan, nan])
    """
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        powers = np.exp(as_floats(scores, "scores"))
        weights: FloatArray = powers / powers.sum(axis=-1, keepdims=True)
    return weights


@by_rows(blind=-np.inf)
def log_softmax(scores: FloatArray, *, axis: int = -1) -> FloatArray:
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
    total = np.exp(scores).sum(axis=axis, keepdims=True)
    logs: FloatArray = scores - np.log(total)
    return logs
