"""Translating piece by piece, and the record of all layers and heads."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attention_core.arrays import ArrayLike, FloatArray, IntArray
from attention_core.beam import beam_search, without_end
from attention_core.marks import END, START
from attention_core.transformer.decoder import (
    NEVER_WRITTEN,
    Decoder,
    Decoding,
    decode,
)
from attention_core.transformer.encoder import Encoding, encode
from attention_core.transformer.parameters import TransformerParameters


@dataclass(frozen=True)
class TransformerTranslation:
    """A target sentence, and all that led to it.

    Parameters
    ----------
    ids : ndarray of int, shape (n_t,)
        The sentence, without marks.
    finished : bool
        Whether the end mark was written.
    log_probability : float
        Sum of the log_probabilities; without the last one if not finished.
    log_probabilities : ndarray of shape (n_t + 1,)
        Of each piece and of the end mark, given the pieces before.
    encoding : Encoding
        What the encoder did.
    decoding : Decoding
        What the decoder did; its n_t + 1 rows have read <s> and the ids.
    """

    ids: IntArray
    finished: bool
    log_probability: float
    log_probabilities: FloatArray
    encoding: Encoding
    decoding: Decoding


def _record(
    parameters: TransformerParameters,
    encoding: Encoding,
    written: Sequence[int],
    temperature: float,
) -> TransformerTranslation:
    """Return the record of a translation, with or without its end mark."""
    words, finished = without_end(written)
    decoding = decode(
        parameters,
        [START, *words],
        encoding.annotations,
        temperature=temperature,
    )
    rows = np.arange(len(words) + 1)
    logs = decoding.log_probabilities[rows, [*words, END]]
    total = float(logs.sum() if finished else logs[:-1].sum())
    return TransformerTranslation(
        words, finished, total, logs, encoding, decoding
    )


def teacher_force(
    parameters: TransformerParameters,
    source_ids: ArrayLike,
    target_ids: ArrayLike,
    *,
    temperature: float = 1.0,
) -> TransformerTranslation:
    """Let the decoder write a given target sentence, and the end mark.

    Parameters
    ----------
    parameters : TransformerParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The source sentence with its marks, as `frame_source` makes it.
    target_ids : array_like of int, shape (n_t,)
        The sentence to write, without marks.
    temperature : float, default 1
        Of the attention weights.

    Returns
    -------
    TransformerTranslation
        The record of all layers and heads.

    Raises
    ------
    ValueError
        If ids are out of range.
    """
    encoding = encode(parameters, source_ids, temperature=temperature)
    words = np.asarray(target_ids).tolist()
    return _record(parameters, encoding, [*words, END], temperature)


def translate(
    parameters: TransformerParameters,
    source_ids: ArrayLike,
    *,
    beam: int = 1,
    max_length: int | None = None,
    temperature: float = 1.0,
    length_penalty: float = 1.0,
) -> TransformerTranslation:
    """Write the target sentence piece by piece.

    Parameters
    ----------
    parameters : TransformerParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The source sentence with its marks, as `frame_source` makes it.
    beam : int, default 1
        How many beginnings are kept at every step; 1 is greedy. A finished
        sentence leaves the beam, which shrinks by one.
    max_length : int, optional
        Most pieces of the target; 2 n_s + 10 if not given.
    temperature : float, default 1
        Of the attention weights, not of the choice of words.
    length_penalty : float, default 1
        Finished sentences are compared by log_probability divided by
        (number of pieces, end mark included) ** length_penalty. Without it
        (0) short sentences win, as every piece costs probability.

    Returns
    -------
    TransformerTranslation
        The sentence and the record of all layers and heads. Of the marks only
        </s> is ever written, and not as the first piece.

    Raises
    ------
    ValueError
        If ids are out of range, or beam or max_length is below 1.
    """
    encoding = encode(parameters, source_ids, temperature=temperature)
    h = encoding.annotations
    best = beam_search(
        Decoder(parameters, h, temperature),
        beam=beam,
        max_length=2 * h.shape[-2] + 10 if max_length is None else max_length,
        length_penalty=length_penalty,
        never=NEVER_WRITTEN,
    )
    return _record(parameters, encoding, best.ids, temperature)
