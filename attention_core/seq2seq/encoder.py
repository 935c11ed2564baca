"""Reading a sentence: annotations h_j, queries y_i, and the summary C."""

import numpy as np

from attention_core.arrays import ArrayLike, FloatArray, as_floats
from attention_core.checks import as_ids
from attention_core.gru import bidirectional_gru
from attention_core.seq2seq.parameters import Seq2SeqParameters


def encode_source(
    parameters: Seq2SeqParameters, source_ids: ArrayLike
) -> FloatArray:
    """Read the source sentence in both directions.

    Bahdanau et al. 2015, section 3.2.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The sentence, without marks.

    Returns
    -------
    ndarray of shape (n_s, d)
        The annotations h_j.

    Raises
    ------
    ValueError
        If the ids are out of range, or there are none.
    """
    table = parameters.source_embedding
    ids = as_ids(source_ids, "source_ids", len(table))
    if not ids.size:
        raise ValueError("source_ids must hold at least one id.")
    encoder = parameters.source_encoder
    return bidirectional_gru(table[ids], encoder.forward, encoder.backward)


def encode_target(
    parameters: Seq2SeqParameters, target_ids: ArrayLike
) -> FloatArray:
    """Read a known target sentence in both directions.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    target_ids : array_like of int, shape (n_t,)
        The sentence, without marks.

    Returns
    -------
    ndarray of shape (n_t, d)
        The queries y_i: each target word, read in its sentence.

    Raises
    ------
    ValueError
        If the ids are out of range, or the model has no target encoder.
    """
    table, encoder = parameters.target_embedding, parameters.target_encoder
    ids = as_ids(target_ids, "target_ids", len(table))
    if encoder is None:
        raise ValueError("This model was trained without a target encoder.")
    return bidirectional_gru(table[ids], encoder.forward, encoder.backward)


def summarize(annotations: ArrayLike) -> FloatArray:
    """Return C, the whole source sentence in one vector.

    Parameters
    ----------
    annotations : array_like of shape (n_s, d)
        The annotations h_j.

    Returns
    -------
    ndarray of shape (d,)
        What each direction knows after its last word: the forward half of
        the last annotation and the backward half of the first.

    Raises
    ------
    ValueError
        If there is no annotation.

    Examples
    --------
    >>> summarize([[1, 2], [3, 4], [5, 6]])
    array([5., 2.])
    """
    h = as_floats(annotations, "annotations")
    if h.ndim != 2 or not len(h):
        message = "annotations must have shape (n_s, d) with n_s > 0."
        raise ValueError(f"{message} Received: {h.shape}.")
    d_h = h.shape[1] // 2
    return np.concatenate([h[-1, :d_h], h[0, d_h:]])
