"""Masks: who may look at whom. Boolean, True = may be looked at."""

import numpy as np

from attention_core.arrays import ArrayLike, BoolArray, IntArray


def _distances(n_q: int, n_k: int, offset: int) -> IntArray:
    """Return how far key j stands behind query i: (n_q, n_k)."""
    for size, name in ((n_q, "n_q"), (n_k, "n_k")):
        if size < 0:
            message = f"{name} must be at least 0. Received: {size}."
            raise ValueError(message)
    return np.arange(n_q)[:, None] + offset - np.arange(n_k)


def causal_mask(n_q: int, n_k: int, *, offset: int = 0) -> BoolArray:
    """Return the mask in which query i sees the keys up to its own position.

    Vaswani et al. 2017, section 3.2.3.

    Parameters
    ----------
    n_q : int
        Number of queries.
    n_k : int
        Number of keys.
    offset : int, default 0
        How many keys stand before the first query.

    Returns
    -------
    ndarray of bool, shape (n_q, n_k)
        True where j <= i + offset.

    Raises
    ------
    ValueError
        If a size is negative.

    Examples
    --------
    >>> causal_mask(2, 3)
    array([[ True, False, False],
           [ True,  True, False]])
    """
    return _distances(n_q, n_k, offset) >= 0


def window_mask(
    n_q: int, n_k: int, width: int, *, offset: int = 0
) -> BoolArray:
    """Return the mask in which query i sees width keys on either side.

    Luong et al. 2015, section 3.2 (their D is our width; their p_t is i).

    Parameters
    ----------
    n_q : int
        Number of queries.
    n_k : int
        Number of keys.
    width : int
        How far a query sees; 0 means its own position only.
    offset : int, default 0
        How many keys stand before the first query.

    Returns
    -------
    ndarray of bool, shape (n_q, n_k)
        True where j is at most width away from i + offset.

    Raises
    ------
    ValueError
        If a size or the width is negative.

    Examples
    --------
    >>> window_mask(2, 3, 1)
    array([[ True,  True, False],
           [ True,  True,  True]])
    """
    if width < 0:
        raise ValueError(f"width must be at least 0. Received: {width}.")
    return np.abs(_distances(n_q, n_k, offset)) <= width


def padding_mask(lengths: ArrayLike, n_k: int) -> BoolArray:
    """Return the mask of sentences that were padded to n_k words.

    Parameters
    ----------
    lengths : array_like of int, shape (...)
        The true number of words of each sentence.
    n_k : int
        The number of keys, padding included.

    Returns
    -------
    ndarray of bool, shape (..., 1, n_k)
        True for the words, the same for every query.

    Raises
    ------
    TypeError
        If the lengths are no integers.
    ValueError
        If a length is below 0 or above n_k.

    Examples
    --------
    >>> padding_mask([1, 3], 3)[:, 0]
    array([[ True, False, False],
           [ True,  True,  True]])
    """
    lengths = np.asarray(lengths)
    if lengths.dtype.kind not in "iu":
        message = "lengths must be integers."
        raise TypeError(f"{message} Received: dtype {lengths.dtype}.")
    if lengths.size and not 0 <= lengths.min() <= lengths.max() <= n_k:
        message = f"lengths must lie in 0 ... n_k = {n_k}."
        received = f"{lengths.min()} ... {lengths.max()}"
        raise ValueError(f"{message} Received: {received}.")
    inside: BoolArray = np.arange(n_k) < lengths[..., None, None]
    return inside
