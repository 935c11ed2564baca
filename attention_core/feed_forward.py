"""The feed-forward network of a layer, and its activations."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    as_floats,
    narrow,
    widen,
)
from attention_core.checks import check_fields, check_name
from attention_core.projections import project


def relu(x: ArrayLike) -> FloatArray:
    """Return max(0, x).

    Parameters
    ----------
    x : array_like of shape (...)
        Any numbers.

    Returns
    -------
    ndarray of shape (...)
        The same, negative ones replaced by 0.

    Examples
    --------
    >>> relu([-1, 2])
    array([0., 2.])
    """
    x = as_floats(x, "x")
    return np.maximum(x, x.dtype.type(0))


_ERF = np.frompyfunc(math.erf, 1, 1)


def gelu(x: ArrayLike) -> FloatArray:
    """Return x times the probability that a normal number is below x.

    Hendrycks and Gimpel 2016, section 2, the exact form with the error
    function. NumPy has none, so this one computes number by number.

    Parameters
    ----------
    x : array_like of shape (...)
        Any numbers.

    Returns
    -------
    ndarray of shape (...)
        A smooth version of max(0, x).

    Examples
    --------
    >>> gelu([-1, 0, 1]).round(4)
    array([-0.1587,  0.    ,  0.8413])
    """
    x = as_floats(x, "x")
    wide = x.astype(np.float64)
    error = np.asarray(_ERF(wide / math.sqrt(2)), dtype=np.float64)
    return narrow(0.5 * wide * (1 + error), x)


def gelu_tanh(x: ArrayLike) -> FloatArray:
    """Return the GELU as it is approximated with a tanh.

    Hendrycks and Gimpel 2016, section 2; up to 0.0005 from the exact form.

    Parameters
    ----------
    x : array_like of shape (...)
        Any numbers.

    Returns
    -------
    ndarray of shape (...)
        A smooth version of max(0, x).

    Examples
    --------
    >>> gelu_tanh([-1, 0, 1]).round(4)
    array([-0.1588,  0.    ,  0.8412])
    """
    given = as_floats(x, "x")
    x = widen(given)
    with np.errstate(over="ignore"):  # tanh of infinity is 1
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    return narrow(0.5 * x * (1 + np.tanh(inner)), given)


ACTIVATIONS: dict[str, Callable[[ArrayLike], FloatArray]] = {
    "relu": relu,
    "gelu": gelu,
    "gelu_tanh": gelu_tanh,
}


@dataclass(frozen=True)
class FeedForwardParameters:
    """The learned arrays of a feed-forward network.

    Parameters
    ----------
    W_1 : ndarray of shape (d, d_ff)
        Takes a word into the hidden layer.
    b_1 : ndarray of shape (d_ff,)
        Its bias.
    W_2 : ndarray of shape (d_ff, d)
        Takes it back.
    b_2 : ndarray of shape (d,)
        Its bias.

    Raises
    ------
    ValueError
        If a shape does not fit W_1, or a number is not finite.
    """

    W_1: FloatArray
    b_1: FloatArray
    W_2: FloatArray
    b_2: FloatArray

    def __post_init__(self) -> None:
        """Check the shapes; W_1 sets d and d_ff."""
        if np.ndim(self.W_1) != 2:
            message = "W_1 must have shape (d, d_ff)."
            raise ValueError(f"{message} Received: {np.shape(self.W_1)}.")
        d, d_ff = np.shape(self.W_1)
        shapes = {
            "W_1": ((d, d_ff), "(d, d_ff)"),
            "b_1": ((d_ff,), "(d_ff,)"),
            "W_2": ((d_ff, d), "(d_ff, d)"),
            "b_2": ((d,), "(d,)"),
        }
        check_fields(self, shapes)


def feed_forward(
    x: ArrayLike,
    parameters: FeedForwardParameters,
    *,
    activation: str = "relu",
) -> FloatArray:
    """Return activation(x W_1 + b_1) W_2 + b_2, for each word by itself.

    Vaswani et al. 2017, equation 2.

    Parameters
    ----------
    x : array_like of shape (..., n, d)
        One row for each word.
    parameters : FeedForwardParameters
        The learned arrays.
    activation : str, default "relu"
        One of `ACTIVATIONS`: relu, gelu (exact), gelu_tanh.

    Returns
    -------
    ndarray of shape (..., n, d)
        One row for each word.

    Raises
    ------
    ValueError
        If the shapes do not fit, or the activation is unknown.
    """
    check_name("activation", activation, ACTIVATIONS)
    p = parameters
    hidden = ACTIVATIONS[activation](project(x, p.W_1, p.b_1))
    return project(hidden, p.W_2, p.b_2)
