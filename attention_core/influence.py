"""How strongly word j moves the state at word i of a recurrent encoder.

The influence is the norm of the derivative of h_i by the embedding x_j, here
exact: the derivatives of one step are multiplied along the way from j to i
(forward mode). Pascanu et al. 2013, equation 5, show why such products vanish
with the distance.
"""

import numpy as np

from attention_core.arrays import ArrayLike, FloatArray, as_floats, widen
from attention_core.gru import GRUParameters, gru_cell, sigmoid


def step_derivatives(
    x: ArrayLike, h: ArrayLike, parameters: GRUParameters
) -> tuple[FloatArray, FloatArray]:
    """Return the derivatives of the next state by the input and the state.

    Of `gru_cell` with reset_after=True. Row vectors: a small change dx
    changes the next state by dx @ by_input.

    Parameters
    ----------
    x : array_like of shape (..., d_in)
        The input.
    h : array_like of shape (..., d_h)
        The state before it.
    parameters : GRUParameters
        The learned arrays.

    Returns
    -------
    by_input : ndarray of shape (..., d_in, d_h)
        Entry [a, b]: derivative of entry b of the next state by x_a.
    by_state : ndarray of shape (..., d_h, d_h)
        The same by h_a.
    """
    p, x, h = parameters, as_floats(x, "x"), as_floats(h, "h")
    z = sigmoid(x @ p.W_z + h @ p.U_z + p.b_z)
    r = sigmoid(x @ p.W_r + h @ p.U_r + p.b_r)
    m = h @ p.U_n + p.b_nh
    n = np.tanh(x @ p.W_n + p.b_n + r * m)
    # Of (1 - z) n + z h by what goes into z, n and r; each (..., 1, d_h).
    by_z = (z * (1 - z) * (h - n))[..., None, :]
    by_n = ((1 - n * n) * (1 - z))[..., None, :]
    by_r = by_n * (r * (1 - r) * m)[..., None, :]
    by_input = p.W_z * by_z + p.W_n * by_n + p.W_r * by_r
    by_state = p.U_z * by_z + p.U_n * (by_n * r[..., None, :]) + p.U_r * by_r
    return by_input, by_state + np.eye(p.d_h, dtype=z.dtype) * z[..., None, :]


def gru_influence(
    x: ArrayLike, parameters: GRUParameters, *, reverse: bool = False
) -> FloatArray:
    """Return how strongly each input moves each state of one reading.

    Parameters
    ----------
    x : array_like of shape (..., n, d_in)
        The inputs; the reading begins with the state 0.
    parameters : GRUParameters
        The learned arrays.
    reverse : bool, default False
        Read from the last to the first.

    Returns
    -------
    ndarray of shape (..., n, n)
        Entry [i, j]: the Frobenius norm of the derivative of h_i by x_j. It
        is 0 for words that have not been read yet.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """
    x, p = widen(as_floats(x, "x")), parameters
    if x.ndim < 2 or x.shape[-1] != p.d_in:
        raise ValueError(
            f"x must have shape (..., n, d_in) with d_in = {p.d_in} "
            f"(set by parameters). Received: {x.shape}."
        )
    n = x.shape[-2]
    h = np.zeros((*x.shape[:-2], p.d_h), x.dtype)
    reached = np.zeros((*x.shape[:-2], n, p.d_in, p.d_h), x.dtype)
    norms = np.zeros((*x.shape[:-1], n), x.dtype)
    for i in reversed(range(n)) if reverse else range(n):
        by_input, by_state = step_derivatives(x[..., i, :], h, p)
        h = gru_cell(x[..., i, :], h, p)
        read = slice(i + 1, n) if reverse else slice(0, i)
        # d h_i / d x_j = (d h_before / d x_j) (d h_i / d h_before)
        reached[..., read, :, :] @= by_state[..., None, :, :]
        reached[..., i, :, :] = by_input
        norms[..., i, :] = np.sqrt((reached**2).sum(axis=(-2, -1)))
    return norms


def encoder_influence(
    x: ArrayLike, forward: GRUParameters, backward: GRUParameters
) -> FloatArray:
    """Return how strongly each word moves each annotation.

    Parameters
    ----------
    x : array_like of shape (..., n, d_in)
        The embeddings.
    forward : GRUParameters
        Reads from the first word to the last.
    backward : GRUParameters
        Reads from the last word to the first.

    Returns
    -------
    ndarray of shape (..., n, n)
        Entry [i, j]: the Frobenius norm of the derivative of
        h_i = [forward h_i; backward h_i] by x_j.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """
    ahead = gru_influence(x, forward)
    back = gru_influence(x, backward, reverse=True)
    norms: FloatArray = np.hypot(ahead, back)
    return norms
