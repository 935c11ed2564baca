"""Score functions: how well each key answers each query.

Each takes a query of shape (..., n_q, d_q) and a key of shape (..., n_k, d_k)
and returns one score for every pair, of shape (..., n_q, n_k). Vectors are
rows: q_i is row i of the query, k_j is row j of the key.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    as_floats,
    check_leading,
    check_shape,
    narrow,
    widen,
)


def _check_pair(
    query: ArrayLike, key: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return both as floats; rows of vectors with fitting leading sizes."""
    query, key = as_floats(query, "query"), as_floats(key, "key")
    for array, name, shape in (
        (query, "query", "(..., n_q, d_q)"),
        (key, "key", "(..., n_k, d_k)"),
    ):
        if array.ndim < 2:
            message = f"{name} must have shape {shape}."
            raise ValueError(f"{message} Received: {array.shape}.")
    check_leading("query", "key", query, key)
    return query, key


def _check_same_width(
    query: ArrayLike, key: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return both as floats; every product needs equally long vectors."""
    query, key = _check_pair(query, key)
    d_k = query.shape[-1]
    if key.shape[-1] != d_k:
        raise ValueError(
            f"key must have shape (..., n_k, d_k) with d_k = {d_k} "
            f"(set by query). Received: {key.shape}."
        )
    return query, key


def _products(query: FloatArray, key: FloatArray) -> FloatArray:
    """Return q_i k_j for all i and j; too large a product is infinite."""
    with np.errstate(over="ignore", invalid="ignore"):
        # every query meets every key: (n_q, d) @ (d, n_k) -> (n_q, n_k)
        return widen(query) @ np.swapaxes(widen(key), -1, -2)


def dot(query: ArrayLike, key: ArrayLike) -> FloatArray:
    r"""Return the products q_i k_j.

    Luong et al. 2015, section 3.1, the first of the three alternatives for
    score(h_t, h_s): h_t is our query, h_s our key.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_k)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> dot([[1, 2]], [[3, 4], [0, 1]])
    array([[11.,  2.]])
    """
    query, key = _check_same_width(query, key)
    return narrow(_products(query, key), query, key)


def scaled_dot(query: ArrayLike, key: ArrayLike) -> FloatArray:
    r"""Return the products q_i k_j divided by the square root of d_k.

    Vaswani et al. 2017, equation 1. If the entries of q and k are independent
    with variance 1, then q k has variance d_k, and the score has variance 1.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_k)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> scaled_dot([[1, 2, 0, 0]], [[3, 4, 0, 0], [0, 1, 0, 0]])
    array([[5.5, 1. ]])
    """
    query, key = _check_same_width(query, key)
    # The query is divided, not the product: it cannot overflow first.
    # math.sqrt, for np.sqrt would turn float32 into float64.
    scaled = widen(query) / math.sqrt(max(query.shape[-1], 1))
    return narrow(_products(scaled, key), query, key)


def _directions(vectors: FloatArray) -> FloatArray:
    """Return the rows with length 1; a zero vector stays zero."""
    vectors = widen(vectors)
    largest = np.abs(vectors).max(axis=-1, keepdims=True, initial=0)
    with np.errstate(invalid="ignore", over="ignore"):
        # Squares of 1e-30 or 1e30 leave float32: first bring them near 1.
        rows = vectors / np.where(largest == 0, 1, largest)
        lengths = np.sqrt((rows * rows).sum(axis=-1, keepdims=True))
        return rows / np.where(lengths == 0, 1, lengths)


def cosine(query: ArrayLike, key: ArrayLike) -> FloatArray:
    r"""Return the cosines of the angles between q_i and k_j.

    Graves et al. 2014, equation 6. Only directions count, no lengths. A zero
    vector has no direction: its scores are 0.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_k)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores, from -1 to 1.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> cosine([[3, 4]], [[6, 8], [-3, -4], [0, 0]])
    array([[ 1., -1.,  0.]])
    """
    query, key = _check_same_width(query, key)
    products = _products(_directions(query), _directions(key))
    return narrow(products, query, key)


def general(query: ArrayLike, key: ArrayLike, W: ArrayLike) -> FloatArray:
    r"""Return the bilinear products q_i W k_j.

    Luong et al. 2015, section 3.1, the second alternative for score(h_t, h_s);
    their W_a is our W. Query and key may differ in size.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_q)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.
    W : array_like of shape (d_q, d_k)
        Learned: which entry of the query goes with which of the key.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> general([[1, 2]], [[3, 4], [0, 1]], W=[[0, 1], [1, 0]])
    array([[10.,  1.]])
    """
    query, key = _check_pair(query, key)
    W = as_floats(W, "W")
    check_shape(W, "W", (query.shape[-1], key.shape[-1]), "(d_q, d_k)")
    with np.errstate(over="ignore", invalid="ignore"):
        turned = widen(query) @ widen(W)
    return narrow(_products(turned, key), query, key, W)


def additive(
    query: ArrayLike,
    key: ArrayLike,
    W_q: ArrayLike,
    W_k: ArrayLike,
    v: ArrayLike,
) -> FloatArray:
    r"""Return tanh(q_i W_q + k_j W_k) v: a network with one hidden layer.

    Bahdanau et al. 2015, appendix A.1.2, e_ij; their W_a is our W_q, their
    U_a our W_k, their v_a our v, their s_(i-1) a query, their h_j a key.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_q)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.
    W_q : array_like of shape (d_q, d_a)
        Learned: takes the query into the hidden layer.
    W_k : array_like of shape (d_k, d_a)
        Learned: takes the key into the hidden layer.
    v : array_like of shape (d_a,)
        Learned: what each hidden unit adds to the score.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> additive([[1]], [[0], [-1]], W_q=[[1]], W_k=[[1]], v=[2]).round(3)
    array([[1.523, 0.   ]])
    """
    query, key = _check_pair(query, key)
    W_q, W_k = as_floats(W_q, "W_q"), as_floats(W_k, "W_k")
    v = as_floats(v, "v")
    if v.ndim != 1:
        message = f"v must have shape (d_a,). Received: {v.shape}."
        raise ValueError(message)
    check_shape(W_q, "W_q", (query.shape[-1], v.size), "(d_q, d_a)")
    check_shape(W_k, "W_k", (key.shape[-1], v.size), "(d_k, d_a)")
    with np.errstate(over="ignore", invalid="ignore"):
        hidden_q, hidden_k = widen(query) @ widen(W_q), widen(key) @ widen(W_k)
        # (n_q, 1, d_a) + (1, n_k, d_a) -> (n_q, n_k, d_a)
        hidden = hidden_q[..., :, None, :] + hidden_k[..., None, :, :]
        scores = np.tanh(hidden) @ widen(v)
    return narrow(scores, query, key, W_q, W_k, v)


@dataclass(frozen=True)
class ScoreFunction:
    """What menus, tables and texts need to know of a score function.

    Parameters
    ----------
    name : str
        Its name in menus' options, addresses and model cards.
    function : callable
        `function(query, key, **parameters) -> scores`.
    formula : str
        LaTeX, for one query q_i and one key k_j (rows).
    paper : str
        Where it comes from.
    equation : str
        Where in that paper.
    parameters : tuple of str
        The learned arrays that it must be given.
    """

    name: str
    function: Callable[..., FloatArray]
    formula: str
    paper: str
    equation: str
    parameters: tuple[str, ...] = ()

    def __call__(
        self, query: ArrayLike, key: ArrayLike, **parameters: ArrayLike
    ) -> FloatArray:
        """Return the scores."""
        return self.function(query, key, **parameters)


LUONG = "Luong, Pham & Manning 2015"

SCORES: dict[str, ScoreFunction] = {
    entry.name: entry
    for entry in (
        ScoreFunction(
            name="dot",
            function=dot,
            formula=r"q_i k_j^\top",
            paper=LUONG,
            equation="section 3.1, dot",
        ),
        ScoreFunction(
            name="scaled_dot",
            function=scaled_dot,
            formula=r"\frac{q_i k_j^\top}{\sqrt{d_k}}",
            paper="Vaswani et al. 2017",
            equation="equation 1",
        ),
        ScoreFunction(
            name="cosine",
            function=cosine,
            formula=r"\frac{q_i k_j^\top}{\lVert q_i\rVert\,\lVert k_j\rVert}",
            paper="Graves, Wayne & Danihelka 2014",
            equation="equation 6",
        ),
        ScoreFunction(
            name="general",
            function=general,
            formula=r"q_i W k_j^\top",
            paper=LUONG,
            equation="section 3.1, general",
            parameters=("W",),
        ),
        ScoreFunction(
            name="additive",
            function=additive,
            formula=r"\tanh(q_i W_q + k_j W_k)\,v",
            paper="Bahdanau, Cho & Bengio 2015",
            equation="appendix A.1.2",
            parameters=("W_q", "W_k", "v"),
        ),
    )
}
