"""What every normalizer does with scores before and after its formula.

`by_rows` checks, masks, turns the axis of the keys to the end, subtracts the
largest score and divides by the temperature, hands the formula as many rows as
stay in the processor's cache, and settles the rows that have no formula.
"""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeAlias, cast

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

P = ParamSpec("P")
Formula: TypeAlias = Callable[Concatenate[FloatArray, P], FloatArray]
Normalizing: TypeAlias = Callable[Concatenate[ArrayLike, P], FloatArray]
Prepare: TypeAlias = Callable[
    [FloatArray, float, FloatArray], FloatArray | None
]
DONE: dict[str, Any] = {"temperature": 1.0, "axis": -1, "mask": None}
"""What is left to do of these when a formula gets its rows."""


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
        scores = np.where(np.isfinite(scores), scores.dtype.type(0), scores)
        top = scores.max(axis=-1, keepdims=True, initial=-np.inf)
        temperature = 1.0
    won = np.full_like(scores, -np.inf)
    won[scores == top] = 0
    if temperature > 0:
        base = np.where(np.isfinite(top), top, scores.dtype.type(0))
        won = np.where(np.isposinf(top), won, (scores - base) / temperature)
    return won


def shift(
    scores: FloatArray, temperature: float, out: FloatArray
) -> FloatArray | None:
    """Write (scores - largest of the row) / temperature into out.

    Weights do not change by the shift, and every limit is settled here: at
    temperature 0, and in rows with scores of +inf, the largest scores become
    0 and the others -inf.

    Parameters
    ----------
    scores : ndarray of shape (n, n_k)
        Any scores; -inf = may not be looked at.
    temperature : float
        At least 0.
    out : ndarray of shape (n, n_k)
        Gets the shifted scores, at most 0.

    Returns
    -------
    ndarray of shape (n, 1) or None
        The largest score of each row, if not all of them are finite.

    Examples
    --------
    >>> out = np.empty((1, 2))
    >>> shift(np.array([[1.0, 3.0]]), 2.0, out)
    >>> out
    array([[-1.,  0.]])
    """
    top = scores.max(axis=-1, keepdims=True, initial=-np.inf)
    finite = all_finite(top)
    if temperature in (0, np.inf) or not finite:
        out[...] = _shift_in_the_limit(scores, top, temperature)
        return None if finite else top
    np.subtract(scores, top, out=out)
    if temperature != 1:
        out /= temperature
    return None


@dataclass(frozen=True)
class _Rule:
    """What surrounds a formula, and the formula."""

    formula: Callable[..., FloatArray]
    prepare: Prepare
    masked: float
    blind: float

    def fill(
        self,
        out: FloatArray,
        rows: FloatArray,
        temperature: float,
        options: dict[str, Any],
    ) -> None:
        """Write the weights of some rows into out: (n, n_k)."""
        top = self.prepare(rows, temperature, out)
        weights = self.formula(out, **options)
        if weights is not out:  # a formula may also work in place
            out[...] = weights
        if top is not None:
            out[np.isneginf(top[:, 0])] = self.blind
            out[np.isnan(top[:, 0])] = np.nan

    @np.errstate(over="ignore", invalid="ignore", divide="ignore")
    def normalize(
        self, scores: ArrayLike, options: dict[str, Any]
    ) -> FloatArray:
        """Return the weights of all rows: (..., n_k)."""
        temperature = options.get("temperature", 1.0)
        axis = options.get("axis", -1)
        check_temperature(temperature)
        given = as_floats(scores, "scores")
        seen = select(widen(given), options.get("mask"), self.masked)
        rows = as_rows(seen, axis)
        weights = np.empty(rows.shape, rows.dtype)
        n_k, n_rows = rows.shape[-1], math.prod(rows.shape[:-1])
        flat, out = rows.reshape(n_rows, n_k), weights.reshape(n_rows, n_k)
        done = options | {k: v for k, v in DONE.items() if k in options}
        for block in row_blocks(n_rows if n_k else 0, n_k):
            self.fill(out[block], flat[block], temperature, done)
        return narrow(from_rows(weights, axis), given)


def by_rows(
    prepare: Prepare = shift, *, masked: float = -np.inf, blind: float = 0.0
) -> Callable[[Formula[P]], Normalizing[P]]:
    """Make a normalizer of a formula for prepared rows.

    The formula is called with rows of shape (n, n_k); what is in `DONE` has
    been done to them. It may overwrite them.

    Parameters
    ----------
    prepare : callable, default shift
        `prepare(rows, temperature, out)` fills out; it returns the largest
        score of each row, or None if all are finite.
    masked : float, default -np.inf
        What takes the place of scores that are masked.
    blind : float, default 0
        The weights of a row that may look at nothing. A NaN spoils its row.

    Returns
    -------
    callable
        A decorator.
    """

    def decorate(formula: Formula[P]) -> Normalizing[P]:
        rule = _Rule(formula, prepare, masked, blind)

        @functools.wraps(formula)
        def normalize(scores: ArrayLike, **options: Any) -> FloatArray:  # noqa: ANN401
            return rule.normalize(scores, options)

        return cast("Normalizing[P]", normalize)

    return decorate
