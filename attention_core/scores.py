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
    BLOCK,
    ArrayLike,
    FloatArray,
    as_floats,
    as_parameters,
    check_leading,
    check_shape,
    narrow,
    row_blocks,
    widen,
)


def _check_rows(array: ArrayLike, name: str, shape: str) -> FloatArray:
    """Return an array as floats; it must hold rows of vectors."""
    rows = as_floats(array, name)
    if rows.ndim < 2:
        message = f"{name} must have shape {shape}."
        raise ValueError(f"{message} Received: {rows.shape}.")
    return rows


def _check_pair(
    query: ArrayLike, key: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return both as floats; rows of vectors with fitting leading sizes."""
    query = _check_rows(query, "query", "(..., n_q, d_q)")
    key = _check_rows(key, "key", "(..., n_k, d_k)")
    check_leading("query", query, "key", key)
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


@np.errstate(over="ignore", invalid="ignore")
def _products(query: FloatArray, key: FloatArray) -> FloatArray:
    """Return q_i k_j for all i and j; too large a product is infinite."""
    # every query meets every key: (n_q, d) @ (d, n_k) -> (n_q, n_k)
    products: FloatArray = widen(query) @ widen(key).mT
    return products


def _check_v(v: ArrayLike) -> FloatArray:
    """Return v as floats; it must be one row."""
    v = as_parameters(v, "v")
    if v.ndim != 1:
        raise ValueError(f"v must have shape (d_a,). Received: {v.shape}.")
    return v


def _by_blocks(
    compare: Callable[..., FloatArray],
    query: FloatArray,
    key: FloatArray,
    parameter: FloatArray | float,
) -> FloatArray:
    """Return compare(query, key, parameter), for some queries at a time.

    The functions given here hold d numbers for every pair of a query and a
    key: n_q n_k d at once would be too many for long sentences.
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


def _perceptron(
    hidden_q: FloatArray, hidden_k: FloatArray, v: FloatArray
) -> FloatArray:
    """Return tanh(hidden_q_i + hidden_k_j) v for all i and j."""
    # (n_q, 1, d_a) + (1, n_k, d_a) -> (n_q, n_k, d_a)
    hidden = hidden_q[..., None, :] + hidden_k[..., None, :, :]
    scores: FloatArray = np.tanh(hidden, out=hidden) @ v
    return scores


def dot(query: ArrayLike, key: ArrayLike) -> FloatArray:
    """Return the products q_i k_j.

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
    """Return the products q_i k_j divided by the square root of d_k.

    Vaswani et al. 2017, equation 1. If the entries of q and k are independent
    with variance 1, then q k has variance d_k, and the score has variance 1
    (their footnote 4).

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


@np.errstate(over="ignore", invalid="ignore")
def _directions(vectors: FloatArray) -> FloatArray:
    """Return the rows with length 1; a zero vector stays zero."""
    vectors = widen(vectors)
    largest = np.abs(vectors).max(axis=-1, keepdims=True, initial=0)
    # Squares of 1e-30 or 1e30 leave float32: first bring them near 1.
    rows = vectors / np.where(largest == 0, 1, largest)
    lengths = np.sqrt((rows * rows).sum(axis=-1, keepdims=True))
    return rows / np.where(lengths == 0, 1, lengths)


def cosine(query: ArrayLike, key: ArrayLike) -> FloatArray:
    """Return the cosines of the angles between q_i and k_j.

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


@np.errstate(over="ignore", invalid="ignore")
def general(query: ArrayLike, key: ArrayLike, W: ArrayLike) -> FloatArray:
    """Return the bilinear products q_i W k_j.

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
    W = as_parameters(W, "W")
    check_shape(W, "W", (query.shape[-1], key.shape[-1]), "(d_q, d_k)")
    turned = widen(query) @ widen(W)
    return narrow(_products(turned, key), query, key, W)


@np.errstate(over="ignore", invalid="ignore")
def additive(
    query: ArrayLike,
    key: ArrayLike,
    W_q: ArrayLike,
    W_k: ArrayLike,
    v: ArrayLike,
) -> FloatArray:
    """Return tanh(q_i W_q + k_j W_k) v: a network with one hidden layer.

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
    W_q, W_k = as_parameters(W_q, "W_q"), as_parameters(W_k, "W_k")
    v = _check_v(v)
    check_shape(W_q, "W_q", (query.shape[-1], v.size), "(d_q, d_a)")
    check_shape(W_k, "W_k", (key.shape[-1], v.size), "(d_k, d_a)")
    hidden_q, hidden_k = widen(query) @ widen(W_q), widen(key) @ widen(W_k)
    scores = _by_blocks(_perceptron, hidden_q, hidden_k, widen(v))
    return narrow(scores, query, key, W_q, W_k, v)


def concat(
    query: ArrayLike, key: ArrayLike, W_qk: ArrayLike, v: ArrayLike
) -> FloatArray:
    """Return tanh([q_i; k_j] W_qk) v, with query and key in one row.

    Luong et al. 2015, section 3.1, the third alternative for score(h_t, h_s);
    their W_a is our W_qk, their v_a our v. It is `additive` with W_q above
    W_k in one array.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_q)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.
    W_qk : array_like of shape (d_q + d_k, d_a)
        Learned: takes both into the hidden layer.
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
    >>> concat([[1]], [[0], [-1]], W_qk=[[1], [1]], v=[2]).round(3)
    array([[1.523, 0.   ]])
    """
    query, key = _check_pair(query, key)
    W_qk, v = as_parameters(W_qk, "W_qk"), _check_v(v)
    d_q, d_k = query.shape[-1], key.shape[-1]
    check_shape(W_qk, "W_qk", (d_q + d_k, v.size), "(d_q + d_k, d_a)")
    # [q; k] W_qk = q W_q + k W_k: each query and key is multiplied once.
    return additive(query, key, W_qk[:d_q], W_qk[d_q:], v)


def _half_squares(q: FloatArray, k: FloatArray, sigma: float) -> FloatArray:
    """Return |q_i - k_j|^2 / (2 sigma^2) for all i and j."""
    # Differences, not q^2 - 2 q k + k^2: that is wrong for close ones.
    # (n_q, 1, d_k) - (1, n_k, d_k) -> (n_q, n_k, d_k)
    apart = (q[..., None, :] - k[..., None, :, :]) / sigma
    squares: FloatArray = np.vecdot(apart, apart)
    return squares / 2


@np.errstate(over="ignore", invalid="ignore")
def gaussian(
    query: ArrayLike, key: ArrayLike, *, sigma: float = 1.0
) -> FloatArray:
    """Return -|q_i - k_j|^2 / (2 sigma^2): the nearest key scores highest.

    The logarithm of the Gaussian kernel in the estimator of Nadaraya 1964 and
    Watson 1964. After a softmax, attention is their kernel regression.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_k)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.
    sigma : float, default 1
        The width of the kernel.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The scores, at most 0.

    Raises
    ------
    ValueError
        If the shapes do not fit, or sigma is not a positive number.

    Examples
    --------
    >>> gaussian([[0, 0]], [[3, 4], [1, 1]])
    array([[-12.5,  -1. ]])
    """
    query, key = _check_same_width(query, key)
    if not 0 < sigma < math.inf:
        message = "sigma must be a positive number."
        raise ValueError(f"{message} Received: {sigma}.")
    halves = _by_blocks(_half_squares, widen(query), widen(key), sigma)
    return narrow(-halves, query, key)


def location(query: ArrayLike, key: ArrayLike, W_p: ArrayLike) -> FloatArray:
    """Return q_i W_p: a score for each position, whatever stands there.

    Luong et al. 2015, equation 8; their W_a is our W_p. The keys only say how
    many positions there are.

    Parameters
    ----------
    query : array_like of shape (..., n_q, d_q)
        One row for each who asks.
    key : array_like of shape (..., n_k, d_k)
        One row for each who is looked at.
    W_p : array_like of shape (d_q, n_k)
        Learned: one column for each position.

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
    >>> location([[1, 2]], [[5], [6]], W_p=[[1, 0], [0, 1]])
    array([[1., 2.]])
    """
    query, key = _check_pair(query, key)
    W_p = as_parameters(W_p, "W_p")
    check_shape(W_p, "W_p", (query.shape[-1], key.shape[-2]), "(d_q, n_k)")
    leading = check_leading("query", query, "key", key)
    scores = _products(query, W_p.T)
    scores = np.broadcast_to(scores, (*leading, *scores.shape[-2:]))
    return narrow(scores, query, W_p)


def soft_cap(scores: ArrayLike, cap: float) -> FloatArray:
    """Return cap tanh(scores / cap): like the scores, but within +-cap.

    Gemma Team 2024 (Gemma 2), section 2, logit soft-capping. It acts before
    the mask.

    Parameters
    ----------
    scores : array_like of shape (..., n_q, n_k)
        Any scores.
    cap : float
        No score is larger afterwards.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The capped scores.

    Raises
    ------
    ValueError
        If the cap is not a positive number.

    Examples
    --------
    >>> soft_cap([0.1, 1000.0, -1000.0], cap=50).round(3)
    array([  0.1,  50. , -50. ])
    """
    scores = as_floats(scores, "scores")
    if not 0 < cap < math.inf:
        message = "cap must be a positive number."
        raise ValueError(f"{message} Received: {cap}.")
    return narrow(cap * np.tanh(widen(scores) / cap), scores)


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
    operations : str
        LaTeX, how many multiplications n_q queries and n_k keys take, up to
        a constant factor.
    memory : str
        LaTeX, how many numbers are held at once if nothing is split.
    length_matters : bool, default True
        Whether a key of twice the length may get another score.
    parameters : tuple of str
        The learned arrays that it must be given.
    options : tuple of str
        What it may be given.
    """

    name: str
    function: Callable[..., FloatArray]
    formula: str
    paper: str
    equation: str
    operations: str
    memory: str
    length_matters: bool = True
    parameters: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    def __call__(
        self, query: ArrayLike, key: ArrayLike, **parameters: ArrayLike
    ) -> FloatArray:
        """Return the scores."""
        return self.function(query, key, **parameters)


LUONG = "Luong, Pham & Manning 2015"
HIDDEN = r"n_q d_q d_a + n_k d_k d_a + n_q n_k d_a"

SCORES: dict[str, ScoreFunction] = {
    entry.name: entry
    for entry in (
        ScoreFunction(
            name="dot",
            function=dot,
            formula=r"q_i k_j^\top",
            paper=LUONG,
            equation="section 3.1, dot",
            operations="n_q n_k d_k",
            memory="n_q n_k",
        ),
        ScoreFunction(
            name="scaled_dot",
            function=scaled_dot,
            formula=r"\frac{q_i k_j^\top}{\sqrt{d_k}}",
            paper="Vaswani et al. 2017",
            equation="equation 1",
            operations="n_q n_k d_k",
            memory="n_q n_k",
        ),
        ScoreFunction(
            name="cosine",
            function=cosine,
            formula=r"\frac{q_i k_j^\top}{\lVert q_i\rVert\,\lVert k_j\rVert}",
            paper="Graves, Wayne & Danihelka 2014",
            equation="equation 6",
            operations="n_q n_k d_k",
            memory="n_q n_k",
            length_matters=False,
        ),
        ScoreFunction(
            name="general",
            function=general,
            formula=r"q_i W k_j^\top",
            paper=LUONG,
            equation="section 3.1, general",
            operations=r"n_q d_q d_k + n_q n_k d_k",
            memory="n_q n_k",
            parameters=("W",),
        ),
        ScoreFunction(
            name="additive",
            function=additive,
            formula=r"\tanh(q_i W_q + k_j W_k)\,v",
            paper="Bahdanau, Cho & Bengio 2015",
            equation="appendix A.1.2",
            operations=HIDDEN,
            memory="n_q n_k d_a",
            parameters=("W_q", "W_k", "v"),
        ),
        ScoreFunction(
            name="concat",
            function=concat,
            formula=r"\tanh([q_i; k_j]\,W_{qk})\,v",
            paper=LUONG,
            equation="section 3.1, concat",
            operations=HIDDEN,
            memory="n_q n_k d_a",
            parameters=("W_qk", "v"),
        ),
        ScoreFunction(
            name="gaussian",
            function=gaussian,
            formula=r"-\frac{\lVert q_i - k_j\rVert^2}{2\sigma^2}",
            paper="Nadaraya 1964, Watson 1964",
            equation="the kernel estimator, with a Gaussian kernel",
            operations="n_q n_k d_k",
            memory="n_q n_k d_k",
            options=("sigma",),
        ),
        ScoreFunction(
            name="location",
            function=location,
            formula=r"(q_i W_p)_j",
            paper=LUONG,
            equation="equation 8",
            operations="n_q d_q n_k",
            memory="n_q n_k",
            length_matters=False,
            parameters=("W_p",),
        ),
    )
}
