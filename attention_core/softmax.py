"""From scores to weights: each row becomes positive and sums to one."""

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    BoolArray,
    FloatArray,
    as_floats,
    narrow,
    widen,
)


def _check_temperature(temperature: float) -> None:
    """Raise ValueError unless the temperature is a number from 0 up."""
    if not temperature >= 0:  # so NaN is refused too
        message = "temperature must be a number of at least 0."
        raise ValueError(f"{message} Received: {temperature}.")


def _check_mask(mask: ArrayLike, shape: tuple[int, ...]) -> BoolArray:
    """Return the mask; it must be boolean and fit the scores."""
    mask = np.asarray(mask)
    if mask.dtype != np.bool_:
        message = "mask must be boolean, True = may be looked at."
        raise TypeError(f"{message} Received: dtype {mask.dtype}.")
    try:
        return np.broadcast_to(mask, shape)
    except ValueError:
        message = f"mask must fit scores of shape {shape}."
        raise ValueError(f"{message} Received: {mask.shape}.") from None


def _select(scores: FloatArray, mask: ArrayLike | None) -> FloatArray:
    """Return the scores with -inf where the mask is False.

    Selected, not added: a NaN under the mask does not leak.
    """
    if mask is None:
        return scores
    mask = _check_mask(mask, scores.shape)
    return np.where(mask, scores, scores.dtype.type(-np.inf))


def _winners(scores: FloatArray, axis: int) -> FloatArray:
    """Return 0 for the largest scores of each row and -inf for the others."""
    top = scores.max(axis=axis, keepdims=True, initial=-np.inf)
    zero, never = scores.dtype.type(0), scores.dtype.type(-np.inf)
    won = np.where((scores == top) & (top > never), zero, never)
    return np.where(np.isnan(top), top, won)


def _limits(
    scores: FloatArray, temperature: float, axis: int
) -> tuple[FloatArray, float]:
    """Replace infinite scores and temperatures by finite ones, same weights.

    Temperature 0 is the limit: the largest score wins, ties share. Infinite
    temperature makes finite scores equal. Scores of +inf win everything.
    """
    if temperature == 0:
        return _winners(scores, axis), 1.0
    if (scores == np.inf).any():
        top = scores.max(axis=axis, keepdims=True)
        scores = np.where(top == np.inf, _winners(scores, axis), scores)
    if temperature == np.inf:
        zero = scores.dtype.type(0)
        return np.where(np.isfinite(scores), zero, scores), 1.0
    return scores, temperature


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
    _check_temperature(temperature)
    given = as_floats(scores, "scores")
    scores = _select(widen(given), mask)
    scores, temperature = _limits(scores, temperature, axis)
    top = scores.max(axis=axis, keepdims=True, initial=-np.inf)
    top[np.isneginf(top)] = 0  # nothing to look at: exp(-inf - 0) = 0
    with np.errstate(over="ignore"):  # -inf is the right answer
        weights = np.exp((scores - top) / temperature)
    total = weights.sum(axis=axis, keepdims=True)
    total[total == 0] = 1
    return narrow(weights / total, given)
