"""Scores of a network with one hidden layer: additive and concat."""

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    narrow,
    widen,
)
from attention_core.checks import as_parameters, check_shape
from attention_core.scores.pairs import (
    by_blocks,
    check_pair,
)


def _check_v(v: ArrayLike) -> FloatArray:
    """Return v as floats; it must be one row."""
    v = as_parameters(v, "v")
    if v.ndim != 1:
        raise ValueError(f"v must have shape (d_a,). Received: {v.shape}.")
    return v


def _perceptron(
    hidden_q: FloatArray, hidden_k: FloatArray, v: FloatArray
) -> FloatArray:
    """Return tanh(hidden_q_i + hidden_k_j) v for all i and j."""
    # (n_q, 1, d_a) + (1, n_k, d_a) -> (n_q, n_k, d_a)
    hidden = hidden_q[..., None, :] + hidden_k[..., None, :, :]
    scores: FloatArray = np.tanh(hidden, out=hidden) @ v
    return scores


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
    query, key = check_pair(query, key)
    W_q, W_k = as_parameters(W_q, "W_q"), as_parameters(W_k, "W_k")
    v = _check_v(v)
    check_shape(W_q, "W_q", (query.shape[-1], v.size), "(d_q, d_a)")
    check_shape(W_k, "W_k", (key.shape[-1], v.size), "(d_k, d_a)")
    hidden_q, hidden_k = widen(query) @ widen(W_q), widen(key) @ widen(W_k)
    scores = by_blocks(_perceptron, hidden_q, hidden_k, widen(v))
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
    query, key = check_pair(query, key)
    W_qk, v = as_parameters(W_qk, "W_qk"), _check_v(v)
    d_q, d_k = query.shape[-1], key.shape[-1]
    check_shape(W_qk, "W_qk", (d_q + d_k, v.size), "(d_q + d_k, d_a)")
    # [q; k] W_qk = q W_q + k W_k: each query and key is multiplied once.
    return additive(query, key, W_qk[:d_q], W_qk[d_q:], v)
