"""What every normalizer does with scores: checks, masks, rows, the shift."""

from collections.abc import Callable

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    BoolArray,
    FloatArray,
    all_finite,
    as_floats,
    narrow,
    widen,
)

Rows = Callable[[FloatArray], FloatArray]


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


def by_rows(
    function: Rows,
    scores: ArrayLike,
    temperature: float,
    axis: int,
    mask: ArrayLike | None,
) -> FloatArray:
    """Apply a function of shifted rows.

    Parameters
    ----------
    function : callable
        From rows (..., n_k), the largest 0 and masked keys -inf, to weights.
    scores : array_like of shape (..., n_q, n_k)
        One row for each query.
    temperature : float
        The scores are divided by it.
    axis : int
        The axis of the keys.
    mask : array_like of bool, shape (..., n_q, n_k), optional
        True = may be looked at.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The weights.
    """
    check_temperature(temperature)
    given = as_floats(scores, "scores")
    rows = as_rows(select(widen(given), mask, -np.inf), axis)
    weights = function(shift(rows, temperature))
    return narrow(from_rows(weights, axis), given)
