"""The Transformer: an encoder and a decoder that only attend.

Vaswani et al. 2017. One embedding E serves the source, the target and the
output (their section 3.4), and one model both directions of translation: the
first source piece is a mark that names the target language (Johnson et al.
2017, section 3).

    source = [<2zh>, x_1, ..., x_n, </s>]      target = [<s>, y_1, ..., y_m]
    x = sqrt(d) E[ids] + positions
    annotations = norm(encoder layers(x))
    hidden = norm(decoder layers(sqrt(d) E[target] + positions, annotations))
    logits = hidden E^T + b_vocab              row i -> piece y_(i + 1)
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    IntArray,
    as_floats,
    check_name,
)
from attention_core.layers import (
    ACTIVATIONS,
    ORDERS,
    DecoderLayer,
    DecoderLayerParameters,
    EncoderLayer,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
    decoder_layer,
    encoder_layer,
    layer_norm,
)
from attention_core.masks import causal_mask
from attention_core.multihead import MultiHeadParameters
from attention_core.named import (
    NamedArrays,
    Shapes,
    arrays_below,
    check_arrays,
    matrix_shape,
)
from attention_core.positions import POSITIONS
from attention_core.softmax import log_softmax

UNKNOWN, START, END, TO_CHINESE, TO_ENGLISH = range(5)
"""<unk>, <s>, </s>, and the marks <2zh> and <2en> that begin a source."""
NEVER_WRITTEN = (UNKNOWN, START, TO_CHINESE, TO_ENGLISH)


@dataclass(frozen=True)
class Settings:
    """What the arrays of a Transformer do not tell; stands in its card.

    Parameters
    ----------
    heads : int
        Number of heads of every attention.
    order : str, default "pre"
        Where the layer norms stand: pre or post.
    activation : str, default "relu"
        Of the feed-forward networks: relu, gelu (exact) or gelu_tanh.
    positions : str, default "sinusoidal"
        What is added to the embeddings: sinusoidal or none.

    Raises
    ------
    ValueError
        If a name is unknown.
    """

    heads: int
    order: str = "pre"
    activation: str = "relu"
    positions: str = "sinusoidal"

    def __post_init__(self) -> None:
        """Check the names."""
        check_name("order", self.order, ORDERS)
        check_name("activation", self.activation, ACTIVATIONS)
        check_name("positions", self.positions, POSITIONS)


def _heads_shapes(prefix: str, d: int) -> Shapes:
    """Return the shapes of one attention by their dotted names."""
    matrices: Shapes = {f"{prefix}.W_{name}": (d, d) for name in "qkvo"}
    return matrices | {f"{prefix}.b_{name}": (d,) for name in "qkvo"}


def _norm_shapes(prefix: str, d: int) -> Shapes:
    """Return the shapes of one layer norm by their dotted names."""
    return {f"{prefix}.gain": (d,), f"{prefix}.bias": (d,)}


def _layer_shapes(prefix: str, d: int, d_ff: int, cross: bool) -> Shapes:
    """Return the shapes of one layer by their dotted names."""
    shapes = _heads_shapes(f"{prefix}.attention", d)
    if cross:
        shapes |= _heads_shapes(f"{prefix}.cross", d)
    shapes |= {
        f"{prefix}.feed_forward.W_1": (d, d_ff),
        f"{prefix}.feed_forward.b_1": (d_ff,),
        f"{prefix}.feed_forward.W_2": (d_ff, d),
        f"{prefix}.feed_forward.b_2": (d,),
    }
    for i in range(1, 4 if cross else 3):
        shapes |= _norm_shapes(f"{prefix}.norm_{i}", d)
    return shapes


def _count_layers(names: Iterable[str], side: str) -> int:
    """Return how many layers of an encoder or decoder are named; >= 1."""
    parts = [name.split(".") for name in names if name.startswith(f"{side}.")]
    numbers = [int(part[1]) for part in parts if part[1].isdecimal()]
    return max(numbers, default=0) + 1


def transformer_shapes(arrays: NamedArrays) -> Shapes:
    """Return the shape that every array of a Transformer must have.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        The arrays of a model. embedding sets d and the size of the
        vocabulary, encoder.0.feed_forward.W_1 sets d_ff, and the names tell
        the number of layers and whether a norm follows the last one.

    Returns
    -------
    dict of str to tuple of int
        Dotted names and shapes, in reading order.

    Raises
    ------
    ValueError
        If an array that sets a size is missing or no matrix.
    """
    n_vocab, d = matrix_shape(arrays, "embedding")
    _, d_ff = matrix_shape(arrays, "encoder.0.feed_forward.W_1")
    shapes: Shapes = {"embedding": (n_vocab, d), "b_vocab": (n_vocab,)}
    for side in ("encoder", "decoder"):
        for i in range(_count_layers(arrays, side)):
            cross = side == "decoder"
            shapes |= _layer_shapes(f"{side}.{i}", d, d_ff, cross)
        if any(name.startswith(f"{side}.norm.") for name in arrays):
            shapes |= _norm_shapes(f"{side}.norm", d)
    return shapes


def _part(arrays: NamedArrays, name: str, heads: int) -> Any:  # noqa: ANN401
    """Return one part of a layer, or None where there is no such norm."""
    below = arrays_below(arrays, f"{name}.")
    kind = name.rpartition(".")[2]
    if kind in ("attention", "cross"):
        return MultiHeadParameters(**below, heads=heads)
    if kind == "feed_forward":
        return FeedForwardParameters(**below)
    return NormParameters(**below) if below else None


def _layers(arrays: NamedArrays, side: str, kind: Any, heads: int) -> Any:  # noqa: ANN401
    """Return all layers of an encoder or decoder."""
    names = [field.name for field in fields(kind)]
    return tuple(
        kind(**{n: _part(arrays, f"{side}.{i}.{n}", heads) for n in names})
        for i in range(_count_layers(arrays, side))
    )


@dataclass(frozen=True)
class TransformerParameters:
    """The learned arrays of a Transformer; make one by `from_arrays`.

    Parameters
    ----------
    embedding : ndarray of shape (n_vocab, d)
        One row for each piece, of source, target and output.
    b_vocab : ndarray of shape (n_vocab,)
        How common each piece is.
    encoder : tuple of EncoderLayerParameters
        Its layers.
    decoder : tuple of DecoderLayerParameters
        Its layers.
    encoder_norm : NormParameters or None
        After the last layer; pre-norm models have one.
    decoder_norm : NormParameters or None
        The same for the decoder.
    settings : Settings
        What the arrays do not tell.
    """

    embedding: FloatArray
    b_vocab: FloatArray
    encoder: tuple[EncoderLayerParameters, ...]
    decoder: tuple[DecoderLayerParameters, ...]
    encoder_norm: NormParameters | None
    decoder_norm: NormParameters | None
    settings: Settings

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, ArrayLike], settings: Settings
    ) -> "TransformerParameters":
        """Check the arrays of a model and put each into its place.

        Parameters
        ----------
        arrays : mapping of str to array_like
            By dotted names, such as "encoder.0.attention.W_q".
        settings : Settings
            What the arrays do not tell; Settings(**card["settings"]).

        Returns
        -------
        TransformerParameters
            The model.

        Raises
        ------
        ValueError
            If an array is missing, unknown, not finite or of a wrong shape;
            the message names the first one.
        """
        floats = {name: as_floats(a, name) for name, a in arrays.items()}
        check_arrays(floats, transformer_shapes(floats))
        heads = settings.heads
        return cls(
            embedding=floats["embedding"],
            b_vocab=floats["b_vocab"],
            encoder=_layers(floats, "encoder", EncoderLayerParameters, heads),
            decoder=_layers(floats, "decoder", DecoderLayerParameters, heads),
            encoder_norm=_part(floats, "encoder.norm", heads),
            decoder_norm=_part(floats, "decoder.norm", heads),
            settings=settings,
        )


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


@dataclass(frozen=True)
class Decoding:
    """A target sentence, read and written by the decoder.

    Row i has read target piece i (row 0: <s>) and gives the probabilities of
    piece i + 1.

    Parameters
    ----------
    layers : tuple of DecoderLayer
        What each layer did.
    hidden : ndarray of shape (..., n_t, d)
        What the output layer reads.
    log_probabilities : ndarray of shape (..., n_t, n_vocab)
        Of every piece to come next.
    """

    layers: tuple[DecoderLayer, ...]
    hidden: FloatArray
    log_probabilities: FloatArray


def _run_layers(
    parameters: TransformerParameters,
    target_ids: ArrayLike,
    annotations: ArrayLike,
    **options: Any,  # noqa: ANN401
) -> tuple[tuple[DecoderLayer, ...], FloatArray]:
    """Return what the decoder's layers did, and the hidden rows."""
    p, layers = parameters, list[DecoderLayer]()
    x = embed(p, target_ids)
    n_t = x.shape[-2]
    for layer in p.decoder:
        done = decoder_layer(
            x,
            annotations,
            layer,
            mask=causal_mask(n_t, n_t),
            order=p.settings.order,
            activation=p.settings.activation,
            **options,
        )
        layers.append(done)
        x = done.output
    hidden = layer_norm(x, p.decoder_norm) if p.decoder_norm else x
    return tuple(layers), hidden


def _predict(
    parameters: TransformerParameters, hidden: FloatArray
) -> FloatArray:
    """Return log probabilities (..., n_vocab) of hidden rows (..., d)."""
    p = parameters
    return log_softmax(hidden @ p.embedding.T + p.b_vocab)


def decode(
    parameters: TransformerParameters,
    target_ids: ArrayLike,
    annotations: ArrayLike,
    *,
    memory_mask: ArrayLike | None = None,
    temperature: float = 1.0,
) -> Decoding:
    """Read a target sentence beside its source, in one pass.

    The causal mask keeps each row from what comes after it.

    Parameters
    ----------
    parameters : TransformerParameters
        The model.
    target_ids : array_like of int, shape (..., n_t)
        The sentence, beginning with <s>.
    annotations : array_like of shape (..., n_s, d)
        The source sentence, as `encode` read it.
    memory_mask : array_like of bool, shape (..., n_t, n_s), optional
        True = may be looked at: the padding of the source.
    temperature : float, default 1
        Of the attention weights.

    Returns
    -------
    Decoding
        What every layer and head did, and the log probabilities.

    Raises
    ------
    ValueError
        If ids are out of range, or the shapes do not fit.
    """
    layers, hidden = _run_layers(
        parameters,
        target_ids,
        annotations,
        memory_mask=memory_mask,
        temperature=temperature,
    )
    return Decoding(layers, hidden, _predict(parameters, hidden))


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
    finished = bool(written) and written[-1] == END
    words = list(written[:-1] if finished else written)
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
        np.array(words, np.int64), finished, total, logs, encoding, decoding
    )


def force(
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


@dataclass(frozen=True)
class _Beginning:
    """The beginning of a translation."""

    ids: tuple[int, ...] = ()
    log_probability: float = 0.0

    def value(self, length_penalty: float) -> float:
        """Return the log probability, corrected for the length."""
        length: float = len(self.ids) ** length_penalty
        return self.log_probability / length


def _extend(
    beams: Sequence[_Beginning], logs: FloatArray, width: int
) -> Iterator[_Beginning]:
    """Give the best `width` continuations of all beginnings."""
    totals = np.array([[beam.log_probability] for beam in beams]) + logs
    totals[:, NEVER_WRITTEN] = -np.inf
    if not beams[0].ids:
        totals[:, END] = -np.inf  # no empty sentence
    order = np.argsort(-totals, axis=None, kind="stable")[:width]
    for row, word in zip(*np.unravel_index(order, totals.shape), strict=True):
        if totals[row, word] > -np.inf:
            ids = (*beams[row].ids, int(word))
            yield _Beginning(ids, float(totals[row, word]))


def _search(
    parameters: TransformerParameters,
    annotations: FloatArray,
    *,
    beam: int,
    max_length: int,
    length_penalty: float,
    temperature: float,
) -> _Beginning:
    """Return the best translation that a beam search finds."""
    beams, done = [_Beginning()], list[_Beginning]()
    for _ in range(max_length + 1):
        read = [(START, *each.ids) for each in beams]
        _, hidden = _run_layers(
            parameters, read, annotations, temperature=temperature
        )
        logs = _predict(parameters, hidden[:, -1])
        grown = list(_extend(beams, logs, beam - len(done)))
        done += [new for new in grown if new.ids[-1] == END]
        kept = [new for new in grown if new.ids[-1] != END]
        if not kept or len(kept[0].ids) > max_length:
            break
        beams = kept
    return max(done or beams, key=lambda new: new.value(length_penalty))


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
    if max_length is None:
        max_length = 2 * h.shape[-2] + 10
    for name, size in (("beam", beam), ("max_length", max_length)):
        if size < 1:
            raise ValueError(f"{name} must be at least 1. Received: {size}.")
    best = _search(
        parameters,
        h,
        beam=beam,
        max_length=max_length,
        length_penalty=length_penalty,
        temperature=temperature,
    )
    return _record(parameters, encoding, best.ids, temperature)
