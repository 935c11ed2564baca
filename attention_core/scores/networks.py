"""Scores of a network with one hidden layer: additive and concat."""

import numpy as np

from attention_core.arrays import (
    FloatArray,
)
from attention_core.scores.pairs import for_all_pairs, of_pairs


def _tanh(hidden: FloatArray) -> FloatArray:
    """Return the hyperbolic tangent, written over its argument."""
    return np.tanh(hidden, out=hidden)


@of_pairs(W_q="(d_q, d_a)", W_k="(d_k, d_a)", v="(d_a,)")
def additive(
    query: FloatArray,
    key: FloatArray,
    W_q: FloatArray,
    W_k: FloatArray,
    v: FloatArray,
) -> FloatArray:
    """Return tanh(q_i W_q + k_j W_k) v: a network with one hidden layer.

    Bahdanau et al. 2015, appendix A.1.2, e_ij; their W_a is our W_q, their
    U_a our W_k, their v_a our v, their s_(i-1) a query, their h_j a key. This v
    is a learned vector, no value.

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
    # (n_q, 1, d_a) + (1, n_k, d_a) -> (n_q, n_k, d_a) -> (n_q, n_k)
    return for_all_pairs(
        lambda q_i, k_j: _tanh(q_i + k_j) @ v, query @ W_q, key @ W_k
    )


@of_pairs(W_qk="(d_q + d_k, d_a)", v="(d_a,)")
def concat(
    query: FloatArray, key: FloatArray, W_qk: FloatArray, v: FloatArray
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
    d_q = query.shape[-1]
    # [q; k] W_qk = q W_q + k W_k: each query and key is multiplied once.
    return additive(query, key, W_qk[:d_q], W_qk[d_q:], v)
