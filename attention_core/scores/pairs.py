"""What every score function does before and after its formula.

`of_pairs` checks query, key and learned arrays, and turns halves into float32
and back. `for_all_pairs` lets every query meet every key where that takes d
numbers for each pair, some queries at a time.
"""

import functools
import math
from collections.abc import Callable
from operator import itemgetter
from typing import Any, Concatenate, ParamSpec, TypeAlias, cast

import numpy as np

from attention_core.arrays import (
    BLOCK,
    ArrayLike,
    FloatArray,
    as_floats,
    narrow,
    row_blocks,
    widen,
)
from attention_core.checks import as_parameters, check_leading, check_shape

P = ParamSpec("P")
Formula: TypeAlias = Callable[
    Concatenate[FloatArray, FloatArray, P], FloatArray
]
Sizes: TypeAlias = Callable[[dict[str, int]], tuple[int, ...]]
Scoring: TypeAlias = Callable[Concatenate[ArrayLike, ArrayLike, P], FloatArray]


def _check_rows(array: ArrayLike, name: str, shape: str) -> FloatArray:
    """Return an array as floats; it must hold rows of vectors."""
    rows = as_floats(array, name)
    if rows.ndim < 2:
        message = f"{name} must have shape {shape}."
        raise ValueError(f"{message} Received: {rows.shape}.")
    return rows


def _check_pair(
    query: ArrayLike, key: ArrayLike, same_width: bool
) -> tuple[FloatArray, FloatArray]:
    """Return both as floats; rows of vectors with fitting sizes."""
    query = _check_rows(query, "query", "(..., n_q, d_q)")
    key = _check_rows(key, "key", "(..., n_k, d_k)")
    check_leading("query", query, "key", key)
    d_k = query.shape[-1]
    if same_width and key.shape[-1] != d_k:
        raise ValueError(
            f"key must have shape (..., n_k, d_k) with d_k = {d_k} "
            f"(set by query). Received: {key.shape}."
        )
    return query, key


def _sizes_of(learned: dict[str, str]) -> list[tuple[str, Sizes]]:
    """Return for each matrix what takes its shape from all sizes there are."""
    axes = {
        name: shape.strip("(),").split(", ") for name, shape in learned.items()
    }
    return [(name, itemgetter(*axes[name])) for name in axes if name != "v"]


def _check_learned(
    arrays: list[FloatArray],
    learned: dict[str, str],
    matrices: list[tuple[str, Sizes]],
    query: FloatArray,
    key: FloatArray,
) -> None:
    """Raise ValueError at a wrong shape; query, key and v set the sizes."""
    d_q, (n_k, d_k) = query.shape[-1], key.shape[-2:]
    sizes = {"d_q": d_q, "d_k": d_k, "n_k": n_k, "d_q + d_k": d_q + d_k}
    if "v" in learned:
        v = arrays[-1]  # stands last
        if v.ndim != 1:
            message = f"v must have shape (d_a,). Received: {v.shape}."
            raise ValueError(message)
        sizes["d_a"] = v.size
    for array, (name, sizes_of) in zip(arrays, matrices, strict=False):
        check_shape(array, name, sizes_of(sizes), learned[name])


def _by_position(
    names: list[str], args: tuple[Any, ...], named: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the learned arrays in their order, and what else is named."""
    options = dict(named)
    rest = [options.pop(n) for n in names[len(args) :] if n in options]
    return (*args, *rest), options


def of_pairs(
    *, same_width: bool = False, **learned: str
) -> Callable[[Formula[P]], Scoring[P]]:
    """Make a score function of a formula for checked arrays.

    Parameters
    ----------
    same_width : bool, default False
        Whether query and key must be equally long vectors.
    **learned : str
        The shape of each learned array, such as W="(d_q, d_k)".

    Returns
    -------
    callable
        A decorator.
    """
    # As a decorator errstate takes half the time of a with statement.
    quiet = np.errstate(over="ignore", invalid="ignore")
    names, matrices = list(learned), _sizes_of(learned)

    def decorate(formula: Formula[P]) -> Scoring[P]:
        call = quiet(cast("Callable[..., FloatArray]", formula))

        @functools.wraps(formula)
        def score(query: Any, key: Any, *args: Any, **named: Any) -> FloatArray:  # noqa: ANN401
            q, k = _check_pair(query, key, same_width)
            if not (learned or args):
                return narrow(call(widen(q), widen(k), **named), q, k)
            given, options = args, named
            if named:
                given, options = _by_position(names, args, named)
            if len(given) != len(names):
                return call(query, key, *args, **named)  # a TypeError
            arrays = list(map(as_parameters, given, names))
            _check_learned(arrays, learned, matrices, q, k)
            scores = call(widen(q), widen(k), *map(widen, arrays), **options)
            return narrow(scores, q, k, *arrays)

        return cast("Scoring[P]", score)

    return decorate


def for_all_pairs(
    compare: Callable[[FloatArray, FloatArray], FloatArray],
    query: FloatArray,
    key: FloatArray,
) -> FloatArray:
    """Return compare(q_i, k_j) for all i and j, some queries at a time.

    The comparison holds d numbers for every pair of a query and a key:
    n_q n_k d at once would be too many for long sentences.

    Parameters
    ----------
    compare : callable
        Takes arrays that broadcast to (..., n_q, n_k, d), and makes one
        number of each pair of vectors.
    query : ndarray of shape (..., n_q, d)
        One row for each who asks.
    key : ndarray of shape (..., n_k, d)
        One row for each who is looked at.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores.
    """
    # (..., n_q, 1, d) meets (..., 1, n_k, d)
    q, k = query[..., :, None, :], key[..., None, :, :]
    leading = check_leading("query", query, "key", key)
    n_q, row_size = query.shape[-2], math.prod((*leading, *key.shape[-2:]))
    if n_q * row_size <= BLOCK:
        return compare(q, k)
    blocks = [
        compare(q[..., rows, :, :], k) for rows in row_blocks(n_q, row_size)
    ]
    return np.concatenate(blocks, axis=-2)
