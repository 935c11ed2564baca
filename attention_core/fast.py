"""Scaled dot-product attention again, for long sentences.

Nothing new is computed here: both functions give what

    attend(scaled_dot(query, key), value, mask=mask)

gives, in less time and memory. Read that first. Whatever is not plain (a NaN,
an infinity, a row that may look at nothing) is left to that simple form.
"""

import math

import numpy as np

from attention_core.arrays import (
    BLOCK,
    ArrayLike,
    BoolArray,
    FloatArray,
    all_finite,
    as_floats,
    narrow,
    row_blocks,
    widen,
)
from attention_core.attention import attend
from attention_core.rows import check_mask
from attention_core.scores import scaled_dot

ROWS, COLUMNS = 1024, 256  # of a tile of scores: 1 MB in float32


def _is_plain(q: FloatArray, k: FloatArray, v: FloatArray) -> bool:
    """Return whether nothing has to be broadcast, widened or refused."""
    return (
        min(q.ndim, k.ndim, v.ndim) >= 2
        and q.dtype == k.dtype == v.dtype != np.float16
        and q.shape[:-2] == k.shape[:-2] == v.shape[:-2]
        and q.shape[-1] == k.shape[-1]
        and k.shape[-2] == v.shape[-2]
        and min(q.size, k.size, v.size) > 0
    )


def _in_range(total: FloatArray, inverse: FloatArray) -> bool:
    """Return whether sums of exp(score), and 1 / sum, can be trusted.

    A large score overflows, and a row of low scores vanishes, unless its
    maximum is subtracted first. That takes as long as the exp itself, so it
    is done only where it is needed: where squares leave the range of numbers.
    """
    return math.isfinite(np.vdot(total, total) + np.vdot(inverse, inverse))


def _weigh(
    q: FloatArray,
    k: FloatArray,
    v: FloatArray,
    mask: BoolArray | None,
    out: tuple[FloatArray | None, FloatArray | None] = (None, None),
) -> tuple[FloatArray, FloatArray]:
    """Return weights and context of queries that are scaled already.

    Scores turn into weights in place, while they are in the cache.
    """
    ones = np.empty((k.shape[-2], 1), k.dtype)
    ones.fill(1)  # np.ones takes twice as long
    for subtract in (False, True):
        weights = np.matmul(q, k.mT, out=out[0])
        if mask is not None:
            weights[~mask] = -np.inf
        if subtract:
            weights -= weights.max(axis=-1, keepdims=True)
        np.exp(weights, out=weights)
        total = weights @ ones  # faster than sum: (..., n_q, 1)
        inverse = np.reciprocal(total)
        if _in_range(total, inverse):
            break
    weights *= inverse
    return weights, np.matmul(weights, v, out=out[1])


def _weigh_by_parts(
    q: FloatArray, k: FloatArray, v: FloatArray, mask: BoolArray | None
) -> tuple[FloatArray, FloatArray]:
    """Return what `_weigh` returns, made block by block in each head."""
    weights = np.empty((*q.shape[:-1], k.shape[-2]), q.dtype)
    context = np.empty((*q.shape[:-1], v.shape[-1]), q.dtype)
    for i in np.ndindex(q.shape[:-2]):
        for rows in row_blocks(*weights.shape[-2:]):
            part = (*i, rows)
            visible = None if mask is None else mask[part]
            out = weights[part], context[part]
            _weigh(q[part], k[i], v[i], visible, out)
    return weights, context


@np.errstate(invalid="ignore", over="ignore", divide="ignore")
def weights_and_context(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    mask: ArrayLike | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Return weights and context, without keeping the scores.

    Vaswani et al. 2017, equation 1. Besides its results it needs 1 MB.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_k)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.
    value : array_like of shape (..., n_k, d_v)
        What each key has to give.
    mask : array_like of bool, shape (..., n_q, n_k), optional
        True = may be looked at.

    Returns
    -------
    tuple of ndarray
        Weights of shape (..., n_q, n_k) and context of shape (..., n_q, d_v).

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> weights_and_context([[1]], [[2], [2]], [[3], [5]])
    (array([[0.5, 0.5]]), array([[4.]]))
    """
    q, k = as_floats(query, "query"), as_floats(key, "key")
    v = as_floats(value, "value")
    if _is_plain(q, k, v):
        shape = (*q.shape[:-1], k.shape[-2])
        seen = None if mask is None else check_mask(mask, shape)
        # One call for many small heads saves more than the cache does.
        weigh = _weigh if math.prod(shape) <= BLOCK else _weigh_by_parts
        scaled = q / math.sqrt(q.shape[-1])
        weights, context = weigh(scaled, k, v, seen)
        if all_finite(context):
            return weights, context
    step = attend(scaled_dot(q, k), v, mask=mask)
    return step.weights, step.context


def _sum_tiles(
    q: FloatArray, k: FloatArray, v: FloatArray, mask: BoolArray | None
) -> FloatArray:
    """Return sum_j exp(score_ij) v_j: (n_q, d_v)."""
    q = q / math.sqrt(max(q.shape[1], 1))
    sums = np.zeros((len(q), v.shape[1]), v.dtype)
    room = np.empty((ROWS, COLUMNS), q.dtype)
    for i in range(0, len(q), ROWS):
        rows = slice(i, i + ROWS)
        for j in range(0, len(k), COLUMNS):
            keys = slice(j, j + COLUMNS)
            tile = room[: len(q[rows]), : len(k[keys])]
            np.matmul(q[rows], k[keys].T, out=tile)
            np.exp(tile, out=tile)
            if mask is not None:
                tile *= mask[rows, keys]
            sums[rows] += tile @ v[keys]
    return sums


def _head_context(
    q: FloatArray, k: FloatArray, v: FloatArray, mask: BoolArray | None
) -> FloatArray:
    """Return the context of one head: (n_q, d_v)."""
    # A column of ones in v adds up the weights: (n_k, d_v + 1)
    ones = np.ones((len(v), 1), v.dtype)
    sums = _sum_tiles(q, k, np.concatenate([v, ones], axis=-1), mask)
    total, inverse = sums[:, -1], np.reciprocal(sums[:, -1])
    context: FloatArray = sums[:, :-1] * inverse[:, None]
    # Rows that left the range of numbers are made again in the simple form.
    for rows in row_blocks(len(q), len(k)):
        plain = _in_range(total[rows], inverse[rows])
        if not (plain and all_finite(context[rows])):
            visible = None if mask is None else mask[rows]
            step = attend(scaled_dot(q[rows], k), v, mask=visible)
            context[rows] = step.context
    return context


@np.errstate(invalid="ignore", over="ignore", divide="ignore")
def context_only(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    mask: ArrayLike | None = None,
) -> FloatArray:
    """Return the context, without keeping scores or weights.

    Memory grows with n, not with its square: as in Rabe & Staats 2021 and
    Dao et al. 2022, scores exist only tile by tile.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_k)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.
    value : array_like of shape (..., n_k, d_v)
        What each key has to give.
    mask : array_like of bool, shape (..., n_q, n_k), optional
        True = may be looked at.

    Returns
    -------
    ndarray of shape (..., n_q, d_v)
        The context.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> context_only([[1]], [[2], [2]], [[3], [5]])
    array([[4.]])
    """
    q, k = as_floats(query, "query"), as_floats(key, "key")
    v = as_floats(value, "value")
    none = q[..., :0, :] if q.ndim > 1 else q
    empty = attend(scaled_dot(none, k), v).context  # refuses what does not fit
    leading, n_q = empty.shape[:-2], q.shape[-2]
    context = np.empty((*leading, n_q, v.shape[-1]), empty.dtype)
    seen = None
    if mask is not None:
        seen = check_mask(mask, (*leading, n_q, k.shape[-2]))
    heads = [
        np.broadcast_to(widen(a), (*leading, *a.shape[-2:])) for a in (q, k, v)
    ]
    for i in np.ndindex(leading):
        q, k, v = (array[i] for array in heads)
        visible = None if seen is None else seen[i]
        context[i] = narrow(_head_context(q, k, v, visible), empty)
    return context
