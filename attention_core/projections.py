"""What comes before and after the heads: products, and cutting rows."""

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    as_floats,
    narrow,
    widen,
)
from attention_core.checks import check_shape


def project(x: ArrayLike, W: ArrayLike, b: ArrayLike) -> FloatArray:
    """Return x W + b.

    Parameters
    ----------
    x : array_like of shape (..., n, d_in)
        One row for each word.
    W : array_like of shape (d_in, d_out)
        Learned.
    b : array_like of shape (d_out,)
        Learned.

    Returns
    -------
    ndarray of shape (..., n, d_out)
        One row for each word.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> project([[1, 2]], [[1, 0, 3], [0, 1, 0]], [0, 0, 10])
    array([[ 1.,  2., 13.]])
    """
    x, W, b = as_floats(x, "x"), as_floats(W, "W"), as_floats(b, "b")
    if W.ndim != 2:
        message = f"W must have shape (d_in, d_out). Received: {W.shape}."
        raise ValueError(message)
    check_shape(b, "b", W.shape[1:], "(d_out,)")
    if x.ndim < 2 or x.shape[-1] != len(W):
        raise ValueError(
            f"x must have shape (..., n, d_in) with d_in = {len(W)} "
            f"(set by W). Received: {x.shape}."
        )
    with np.errstate(over="ignore", invalid="ignore"):
        product = widen(x) @ widen(W) + widen(b)
    return narrow(product, x, W, b)


def split_heads(x: ArrayLike, heads: int) -> FloatArray:
    """Cut every row into one piece for each head.

    Parameters
    ----------
    x : array_like of shape (..., n, d)
        One row for each word.
    heads : int
        Number of heads; d must be a multiple of it.

    Returns
    -------
    ndarray of shape (..., heads, n, d // heads)
        The same numbers.

    Raises
    ------
    ValueError
        If the rows cannot be cut so.

    Examples
    --------
    >>> split_heads([[1, 2, 3, 4], [5, 6, 7, 8]], 2)[1]
    array([[3., 4.],
           [7., 8.]])
    """
    x = as_floats(x, "x")
    if x.ndim < 2 or heads < 1 or x.shape[-1] % heads:
        message = f"x must have shape (..., n, d) with d a multiple of {heads}"
        raise ValueError(f"{message} (heads). Received: {x.shape}.")
    # (..., n, h d_k) -> (..., n, h, d_k) -> (..., h, n, d_k)
    cut = x.reshape(*x.shape[:-1], heads, x.shape[-1] // heads)
    return np.swapaxes(cut, -3, -2)


def merge_heads(x: ArrayLike) -> FloatArray:
    """Join the heads' pieces again: the inverse of `split_heads`.

    Parameters
    ----------
    x : array_like of shape (..., h, n, d_k)
        One row for each head and word.

    Returns
    -------
    ndarray of shape (..., n, h * d_k)
        The same numbers.

    Raises
    ------
    ValueError
        If an axis is missing.

    Examples
    --------
    >>> merge_heads([[[1, 2]], [[3, 4]]])
    array([[1., 2., 3., 4.]])
    """
    x = as_floats(x, "x")
    if x.ndim < 3:
        message = f"x must have shape (..., h, n, d_k). Received: {x.shape}."
        raise ValueError(message)
    heads, n, d_k = x.shape[-3:]
    return np.swapaxes(x, -3, -2).reshape(*x.shape[:-3], n, heads * d_k)
