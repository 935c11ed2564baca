"""Softmax: from scores to weights; each row sums to one."""

import math

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    BoolArray,
    FloatArray,
    all_finite,
    as_floats,
    narrow,
    row_blocks,
    widen,
)


def check_temperature(temperature: float) -> None:
    """Raise ValueError unless the temperature is a number from 0 up.

    Parameters
    ----------
    temperature : float
        What the scores are divided by.

    Raises
    ------
    ValueError
        If it is negative or NaN.
    """
    if not temperature >= 0:  # so NaN is refused too
        message = "temperature must be a number of at least 0."
        raise ValueError(f"{message} Received: {temperature}.")


def check_mask(mask: ArrayLike, shape: tuple[int, ...]) -> BoolArray:
    """Return the mask; it must be boolean and fit the scores.

    Parameters
    ----------
    mask : array_like of bool, shape (..., n_q, n_k)
        True = may be looked at.
    shape : tuple of int
        The shape of the scores.

    Returns
    -------
    ndarray of bool, shape (..., n_q, n_k)
        The mask in the shape of the scores, not copied.

    Raises
    ------
    ValueError
        If it does not fit.
    TypeError
        If it is not boolean.
    """
    mask = np.asarray(mask)
    if mask.dtype != np.bool_:
        message = "mask must be boolean, True = may be looked at."
        raise TypeError(f"{message} Received: dtype {mask.dtype}.")
    try:
        return np.broadcast_to(mask, shape)
    except ValueError:
        message = f"mask must fit scores of shape {shape}."
        raise ValueError(f"{message} Received: {mask.shape}.") from None


def select(
    scores: FloatArray, mask: ArrayLike | None, fill: float
) -> FloatArray:
    """Return the scores, with another number where the mask is False.

    Selected, not added: a NaN under the mask does not leak.

    Parameters
    ----------
    scores : ndarray of shape (..., n_q, n_k)
        Any scores.
    mask : array_like of bool, shape (..., n_q, n_k), optional
        True = may be looked at.
    fill : float
        The other number.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores themselves where there is no mask.
    """
    if mask is None:
        return scores
    mask = check_mask(mask, scores.shape)
    return np.where(mask, scores, scores.dtype.type(fill))


def as_rows(scores: FloatArray, axis: int) -> FloatArray:
    """Return the scores with the axis of the keys as the last one.

    Parameters
    ----------
    scores : ndarray of shape (..., n_k)
        Any scores, of at least one dimension.
    axis : int
        The axis of the keys.

    Returns
    -------
    ndarray of shape (..., n_k)
        A view.

    Raises
    ------
    ValueError
        If there is no such axis.
    """
    if not -scores.ndim <= axis < scores.ndim:
        message = f"scores must have an axis {axis}."
        raise ValueError(f"{message} Received: {scores.shape}.")
    return scores if axis == -1 else np.moveaxis(scores, axis, -1)


def from_rows(weights: FloatArray, axis: int) -> FloatArray:
    """Return weights with the axis of the keys where it was: `as_rows` undone.

    Parameters
    ----------
    weights : ndarray of shape (..., n_k)
        The axis of the keys is the last one.
    axis : int
        Where it was.

    Returns
    -------
    ndarray of shape (..., n_k)
        A view.
    """
    return weights if axis == -1 else np.moveaxis(weights, -1, axis)


def _shift_in_the_limit(
    scores: FloatArray, top: FloatArray, temperature: float
) -> FloatArray:
    """Return `shift` where plain arithmetic would give inf - inf or 0 / 0."""
    if temperature == np.inf:
        # Nothing divides finite scores any more; +-inf and NaN stay.
        equal = np.where(np.isfinite(scores), scores.dtype.type(0), scores)
        return shift(equal, 1.0)
    won = np.full_like(scores, -np.inf)
    won[(scores == top) & (top > -np.inf)] = 0
    if temperature > 0:
        base = np.where(np.isfinite(top), top, scores.dtype.type(0))
        won = np.where(np.isposinf(top), won, (scores - base) / temperature)
    return np.where(np.isnan(top), top, won)


@np.errstate(over="ignore", invalid="ignore")
def shift(scores: FloatArray, temperature: float) -> FloatArray:
    """Return (scores - largest of the row) / temperature.

    Weights do not change by the shift, and every limit is settled here: at
    temperature 0, and in rows with scores of +inf, the largest scores become
    0 and the others -inf; a row that may look at nothing is -inf everywhere.

    Parameters
    ----------
    scores : ndarray of shape (..., n_k)
        Any scores; -inf = may not be looked at.
    temperature : float
        At least 0.

    Returns
    -------
    ndarray of shape (..., n_k)
        At most 0; a new array. A NaN makes its row NaN.

    Examples
    --------
    >>> shift(np.array([1.0, 3.0]), 2.0)
    array([-1.,  0.])
    >>> shift(np.array([1.0, 3.0]), 0)
    array([-inf,   0.])
    """
    top = scores.max(axis=-1, keepdims=True, initial=-np.inf)
    if temperature in (0, np.inf) or not all_finite(top):
        return _shift_in_the_limit(scores, top, temperature)
    shifted: FloatArray = scores - top
    if temperature != 1:
        shifted /= temperature
    return shifted


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
