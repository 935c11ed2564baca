"""Gated recurrent units: reading a sentence word by word.

Cho, van Merrienboer, Gulcehre et al. 2014 (Learning phrase representations
using RNN encoder-decoder), equations 5 to 8 of section 2.3; "Cho et al. 2014"
below is this paper. Their candidate h~ is our n,
their U (r * h) our (r * h) U_n.
"""

from dataclasses import dataclass, fields

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    as_floats,
    narrow,
    widen,
)
from attention_core.checks import check_fields


@dataclass(frozen=True)
class GRUParameters:
    """The learned arrays of a gated recurrent unit.

    Parameters
    ----------
    W_z, W_r, W_n : ndarray of shape (d_in, d_h)
        Take the input to the update gate z, reset gate r and candidate n.
    U_z, U_r, U_n : ndarray of shape (d_h, d_h)
        Take the state there.
    b_z, b_r, b_n : ndarray of shape (d_h,)
        Biases.
    b_nh : ndarray of shape (d_h,)
        The candidate's second bias, added to h U_n.

    Raises
    ------
    ValueError
        If a shape does not fit W_z, or a number is not finite.
    """

    W_z: FloatArray
    W_r: FloatArray
    W_n: FloatArray
    U_z: FloatArray
    U_r: FloatArray
    U_n: FloatArray
    b_z: FloatArray
    b_r: FloatArray
    b_n: FloatArray
    b_nh: FloatArray

    def __post_init__(self) -> None:
        """Check the shapes; W_z sets d_in and d_h."""
        if np.ndim(self.W_z) != 2:
            message = "W_z must have shape (d_in, d_h)."
            raise ValueError(f"{message} Received: {np.shape(self.W_z)}.")
        d_in, d_h = np.shape(self.W_z)
        shapes = {
            "W": ((d_in, d_h), "(d_in, d_h)"),
            "U": ((d_h, d_h), "(d_h, d_h)"),
            "b": ((d_h,), "(d_h,)"),
        }
        check_fields(self, {f.name: shapes[f.name[0]] for f in fields(self)})

    @property
    def d_in(self) -> int:
        """Size of an input."""
        return int(self.W_z.shape[0])

    @property
    def d_h(self) -> int:
        """Size of a state."""
        return int(self.W_z.shape[1])


def sigmoid(x: FloatArray) -> FloatArray:
    """Return 1 / (1 + exp(-x)), written so that nothing overflows.

    Parameters
    ----------
    x : ndarray of shape (...)
        Any numbers.

    Returns
    -------
    ndarray of shape (...)
        Between 0 and 1.

    Examples
    --------
    >>> sigmoid(np.array([-1e4, 0, 1e4]))
    array([0. , 0.5, 1. ])
    """
    halves: FloatArray = 0.5 * (1 + np.tanh(0.5 * x))
    return halves


def _check_row(array: FloatArray, name: str, size: str, width: int) -> None:
    """Raise ValueError unless the last axis has the width of the unit."""
    if array.ndim < 1 or array.shape[-1] != width:
        raise ValueError(
            f"{name} must have shape (..., {size}) with {size} = {width} "
            f"(set by parameters). Received: {array.shape}."
        )


def gru_cell(
    x: ArrayLike,
    h: ArrayLike,
    parameters: GRUParameters,
    *,
    reset_after: bool = True,
) -> FloatArray:
    """Read one input and return the next state.

    Parameters
    ----------
    x : array_like of shape (..., d_in)
        The input.
    h : array_like of shape (..., d_h)
        The state before it.
    parameters : GRUParameters
        The learned arrays.
    reset_after : bool, default True
        Whether the reset gate acts after the product with U_n (as in PyTorch
        and in our models), or on the state before it, as in Cho et al. 2014,
        equation 8.

    Returns
    -------
    ndarray of shape (..., d_h)
        (1 - z) n + z h: the update gate z keeps the old state, as in Cho et
        al. 2014, equation 7 (Bahdanau et al. 2015 swap z and 1 - z).

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """
    given = as_floats(x, "x"), as_floats(h, "h"), parameters.W_z
    x, h = widen(given[0]), widen(given[1])
    _check_row(x, "x", "d_in", parameters.d_in)
    _check_row(h, "h", "d_h", parameters.d_h)
    p = parameters
    z = sigmoid(x @ p.W_z + h @ p.U_z + p.b_z)
    r = sigmoid(x @ p.W_r + h @ p.U_r + p.b_r)
    if reset_after:
        remembered = r * (h @ p.U_n + p.b_nh)
    else:
        remembered = (r * h) @ p.U_n + p.b_nh
    n = np.tanh(x @ p.W_n + p.b_n + remembered)
    return narrow((1 - z) * n + z * h, *given)


def gru(
    x: ArrayLike,
    h_0: ArrayLike,
    parameters: GRUParameters,
    reverse: bool = False,
    *,
    reset_after: bool = True,
) -> FloatArray:
    """Read the inputs one by one and return the state after each.

    Parameters
    ----------
    x : array_like of shape (..., n, d_in)
        The inputs.
    h_0 : array_like of shape (..., d_h)
        The state before the first.
    parameters : GRUParameters
        The learned arrays.
    reverse : bool, default False
        Read from the last to the first. States keep the places of their
        inputs.
    reset_after : bool, default True
        See `gru_cell`.

    Returns
    -------
    ndarray of shape (..., n, d_h)
        The states.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """
    x, h = as_floats(x, "x"), as_floats(h_0, "h_0")
    if x.ndim < 2:
        message = "x must have shape (..., n, d_in)."
        raise ValueError(f"{message} Received: {x.shape}.")
    _check_row(x, "x", "d_in", parameters.d_in)
    _check_row(h, "h_0", "d_h", parameters.d_h)
    n = x.shape[-2]
    dtype = np.result_type(x, h, parameters.W_z)
    states = np.empty((*x.shape[:-1], parameters.d_h), dtype)
    for t in reversed(range(n)) if reverse else range(n):
        h = gru_cell(x[..., t, :], h, parameters, reset_after=reset_after)
        states[..., t, :] = h
    return states


def bidirectional_gru(
    x: ArrayLike,
    forward: GRUParameters,
    backward: GRUParameters,
) -> FloatArray:
    """Read the inputs in both directions and join the states.

    Bahdanau et al. 2015, section 3.2: h_j = [forward h_j; backward h_j] has
    seen the whole sentence, and word j last. Both begin with the state 0.

    Parameters
    ----------
    x : array_like of shape (..., n, d_in)
        The inputs.
    forward : GRUParameters
        Reads from the first to the last.
    backward : GRUParameters
        Reads from the last to the first.

    Returns
    -------
    ndarray of shape (..., n, d)
        The joined states, d = d_h forward + d_h backward.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """
    x = as_floats(x, "x")
    leading = x.shape[:-2]
    ahead = gru(x, np.zeros((*leading, forward.d_h), x.dtype), forward)
    back = gru(
        x, np.zeros((*leading, backward.d_h), x.dtype), backward, reverse=True
    )
    return np.concatenate([ahead, back], axis=-1)
