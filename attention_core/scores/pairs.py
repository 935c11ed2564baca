"""Pairs of a query and a key: checks, and blocks where they are many."""

import math
from collections.abc import Callable

import numpy as np

from attention_core.arrays import (
    BLOCK,
    ArrayLike,
    FloatArray,
    as_floats,
    row_blocks,
)
from attention_core.checks import check_leading


def _check_rows(array: ArrayLike, name: str, shape: str) -> FloatArray:
    """Return an array as floats; it must hold rows of vectors."""
    rows = as_floats(array, name)
    if rows.ndim < 2:
        message = f"{name} must have shape {shape}."
        raise ValueError(f"{message} Received: {rows.shape}.")
    return rows


def check_pair(
    query: ArrayLike, key: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return both as floats; rows of vectors with fitting leading sizes.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_q)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.

    Returns
    -------
    tuple of ndarray
        The query and the key.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """
    query = _check_rows(query, "query", "(..., n_q, d_q)")
    key = _check_rows(key, "key", "(..., n_k, d_k)")
    check_leading("query", query, "key", key)
    return query, key


def check_same_width(
    query: ArrayLike, key: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return both as floats; every product needs equally long vectors.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_q)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.

    Returns
    -------
    tuple of ndarray
        The query and the key.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """
    query, key = check_pair(query, key)
    d_k = query.shape[-1]
    if key.shape[-1] != d_k:
        raise ValueError(
            f"key must have shape (..., n_k, d_k) with d_k = {d_k} "
            f"(set by query). Received: {key.shape}."
        )
    return query, key


def by_blocks(
    compare: Callable[..., FloatArray],
    query: FloatArray,
    key: FloatArray,
    parameter: FloatArray | float,
) -> FloatArray:
    """Return compare(query, key, parameter), for some queries at a time.

    The functions given here hold d numbers for every pair of a query and a
    key: n_q n_k d at once would be too many for long sentences.

    Parameters
    ----------
    compare : callable
        Makes scores of some queries, all keys and the parameter.
    query : ndarray of shape (..., n_q, d)
        One row for each who asks.
    key : ndarray of shape (..., n_k, d)
        One row for each who is looked at.
    parameter : ndarray of shape (d,) or float
        What compare needs besides.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores.
    """
    leading = check_leading("query", query, "key", key)
    n_q, row_size = query.shape[-2], math.prod((*leading, *key.shape[-2:]))
    if n_q * row_size <= BLOCK:
        return compare(query, key, parameter)
    blocks = [
        compare(query[..., rows, :], key, parameter)
        for rows in row_blocks(n_q, row_size)
    ]
    return np.concatenate(blocks, axis=-2)
