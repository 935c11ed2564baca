"""Attention: scores -> weights -> context."""

from dataclasses import dataclass

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    Normalizer,
    all_finite,
    as_floats,
    narrow,
    widen,
)
from attention_core.checks import check_leading
from attention_core.softmax import softmax


@dataclass(frozen=True)
class Attention:
    """The three stages of one attention step.

    Parameters
    ----------
    scores : ndarray of shape (..., n_q, n_k)
        How well each key answers each query; before the normalizer.
    weights : ndarray of shape (..., n_q, n_k)
        After the normalizer; each row sums to one.
    context : ndarray of shape (..., n_q, d_v)
        The weighted sum of the values, one for each query.
    """

    scores: FloatArray
    weights: FloatArray
    context: FloatArray


@np.errstate(invalid="ignore", over="ignore")
def weighted_sum(weights: ArrayLike, value: ArrayLike) -> FloatArray:
    """Return the context: the values, summed with these weights.

    Bahdanau et al. 2015, equation 5: c_i = sum_j a_ij h_j.

    Parameters
    ----------
    weights : array_like of shape (..., n_q, n_k)
        One row for each query.
    value : array_like of shape (..., n_k, d_v)
        What each key has to give.

    Returns
    -------
    ndarray of shape (..., n_q, d_v)
        The context. A key of weight 0 gives nothing, whatever its value.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> weighted_sum([[0.25, 0.75]], [[4, 0], [0, 4]])
    array([[1., 3.]])
    """
    weights, value = as_floats(weights, "weights"), as_floats(value, "value")
    _check_value(weights, "weights", value)
    a, h = widen(weights), widen(value)
    context = a @ h
    if not all_finite(context):
        # 0 * inf and 0 * NaN are NaN: leave them out where a is 0.
        strange = ~np.isfinite(h)
        touched = (a != 0) @ strange
        context = np.where(touched, context, a @ np.where(strange, 0, h))
    return narrow(context, weights, value)


def _check_value(scores: FloatArray, name: str, value: FloatArray) -> None:
    """Raise ValueError unless there is one value for each key."""
    if scores.ndim < 2:
        message = f"{name} must have shape (..., n_q, n_k)."
        raise ValueError(f"{message} Received: {scores.shape}.")
    n_k = scores.shape[-1]
    if value.ndim < 2 or value.shape[-2] != n_k:
        raise ValueError(
            f"value must have shape (..., n_k, d_v) with n_k = {n_k} "
            f"(set by {name}). Received: {value.shape}."
        )
    check_leading(name, scores, "value", value)


def attend(
    scores: ArrayLike,
    value: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    temperature: float = 1.0,
    normalizer: Normalizer = softmax,
) -> Attention:
    """Turn scores into weights, and sum the values with them.

    Bahdanau et al. 2015, equations 5 and 6; Vaswani et al. 2017, equation 1
    from the softmax on. Which score function made the scores does not matter
    any more.

    Parameters
    ----------
    scores : array_like of shape (..., n_q, n_k)
        One row for each query.
    value : array_like of shape (..., n_k, d_v)
        What each key has to give.
    mask : array_like of bool, shape (..., n_q, n_k), optional
        True = may be looked at.
    temperature : float, default 1
        The scores are divided by it.
    normalizer : callable, default softmax
        Makes weights of scores.

    Returns
    -------
    Attention
        scores, weights and context. A row that may look at nothing has
        weights 0 and context 0.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> attend([[0, np.log(3)]], [[4, 0], [0, 4]]).context
    array([[1., 3.]])
    """
    scores, value = as_floats(scores, "scores"), as_floats(value, "value")
    _check_value(scores, "scores", value)
    weights = normalizer(scores, temperature=temperature, mask=mask)
    return Attention(scores, weights, weighted_sum(weights, value))
