"""Reading a source sentence: marks, embeddings, layers, annotations."""

import math
from dataclasses import dataclass

import numpy as np

from attention_core.arrays import ArrayLike, FloatArray, IntArray
from attention_core.checks import check_name
from attention_core.layers import EncoderLayer, encoder_layer
from attention_core.marks import END, TO_CHINESE, TO_ENGLISH
from attention_core.norm import layer_norm
from attention_core.positions import POSITIONS
from attention_core.transformer.parameters import TransformerParameters


def frame_source(source_ids: ArrayLike, mark: int) -> IntArray:
    """Put the marks around a source sentence.

    Parameters
    ----------
    source_ids : array_like of int, shape (n,)
        The sentence, without marks.
    mark : int
        TO_CHINESE or TO_ENGLISH: the language to translate into. The
        sentence itself is in the other one.

    Returns
    -------
    ndarray of int, shape (n + 2,)
        [mark, the sentence, </s>].

    Raises
    ------
    ValueError
        If the mark is another one.

    Examples
    --------
    >>> frame_source([7, 8], TO_CHINESE)
    array([3, 7, 8, 2])
    """
    if mark not in (TO_CHINESE, TO_ENGLISH):
        message = f"mark must be {TO_CHINESE} or {TO_ENGLISH}."
        raise ValueError(f"{message} Received: {mark}.")
    return np.array([mark, *np.asarray(source_ids).tolist(), END])


def _check_ids(ids: ArrayLike, size: int) -> IntArray:
    """Return ids of shape (..., n), n > 0, each from 0 to size - 1."""
    rows = np.asarray(ids)
    if rows.ndim < 1 or not rows.size or rows.dtype.kind not in "iu":
        message = "ids must be integers of shape (..., n) with n > 0."
        raise ValueError(
            f"{message} Received: {rows.dtype} of shape {rows.shape}."
        )
    if not 0 <= rows.min() <= rows.max() < size:
        message = f"ids must lie in 0 ... {size - 1}."
        raise ValueError(f"{message} Received: {rows.min()} ... {rows.max()}.")
    return rows


def embed(
    parameters: TransformerParameters,
    ids: ArrayLike,
    *,
    positions: str | None = None,
) -> FloatArray:
    """Return the vectors of pieces, positions included.

    Vaswani et al. 2017, sections 3.4 and 3.5: sqrt(d) E[ids] + positions.

    Parameters
    ----------
    parameters : TransformerParameters
        The model.
    ids : array_like of int, shape (..., n)
        The pieces, marks included.
    positions : str, optional
        One of `POSITIONS`; those the model was trained with if not given.

    Returns
    -------
    ndarray of shape (..., n, d)
        What the first layer reads.

    Raises
    ------
    ValueError
        If ids are out of range, or positions are unknown.
    """
    table = parameters.embedding
    rows = _check_ids(ids, len(table))
    if positions is None:
        positions = parameters.settings.positions
    check_name("positions", positions, POSITIONS)
    n, d = rows.shape[-1], table.shape[1]
    places = POSITIONS[positions](n, d).astype(table.dtype)
    vectors: FloatArray = math.sqrt(d) * table[rows] + places
    return vectors


@dataclass(frozen=True)
class Encoding:
    """A source sentence, read by the encoder.

    Parameters
    ----------
    embedded : ndarray of shape (..., n_s, d)
        What the first layer reads.
    layers : tuple of EncoderLayer
        What each layer did.
    annotations : ndarray of shape (..., n_s, d)
        What the decoder looks at.
    """

    embedded: FloatArray
    layers: tuple[EncoderLayer, ...]
    annotations: FloatArray


def encode(
    parameters: TransformerParameters,
    source_ids: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    positions: str | None = None,
    temperature: float = 1.0,
) -> Encoding:
    """Read a source sentence.

    Parameters
    ----------
    parameters : TransformerParameters
        The model.
    source_ids : array_like of int, shape (..., n_s)
        The sentence with its marks, as `frame_source` makes it.
    mask : array_like of bool, shape (..., n_s, n_s), optional
        True = may be looked at: padding, or a causal or window mask that the
        model was not trained with.
    positions : str, optional
        One of `POSITIONS`; those the model was trained with if not given.
    temperature : float, default 1
        Of the attention weights.

    Returns
    -------
    Encoding
        What every layer and head did, and the annotations.

    Raises
    ------
    ValueError
        If ids are out of range, or positions are unknown.
    """
    p, layers = parameters, list[EncoderLayer]()
    x = embedded = embed(p, source_ids, positions=positions)
    for layer in p.encoder:
        done = encoder_layer(
            x,
            layer,
            mask=mask,
            temperature=temperature,
            order=p.settings.order,
            activation=p.settings.activation,
        )
        layers.append(done)
        x = done.output
    annotations = layer_norm(x, p.encoder_norm) if p.encoder_norm else x
    return Encoding(embedded, tuple(layers), annotations)
