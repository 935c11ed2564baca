"""What all heads do with the pieces of a sentence.

Whatever the vectors come from, there are layers and heads: those of the
Transformer, or one layer whose heads are the score functions. Queries, keys
and values come from the models in single precision; from there on everything
is computed in double precision, so that each number shown can be recomputed
from the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attention_core.attention import Attention, attend
from attention_core.layers import DecoderLayer, EncoderLayer
from attention_core.norm import layer_norm
from attention_core.scores import SCORES, scaled_dot
from attention_core.seq2seq import encode_source, encode_target
from attention_core.transformer import decode, embed, encode
from language.pieces import Pieces
from pages.self_attention.reading import Options, Reading, needed
from pairs.models import SCORE_NAMES, Reader, Translator

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]
Learned = Mapping[str, Floats]

SEED = 5  # of what nobody has trained
D_A = 32


@dataclass(frozen=True)
class Heads:
    """What all heads do.

    Parameters
    ----------
    query, key, value : ndarray of shape (layers, heads, n, d)
        Who asks, who is looked at, what each has to give.
    scores, weights : ndarray of shape (layers, heads, n, n)
        Before and after the softmax.
    learned : tuple of mapping
        What the score function of each head has learned.
    score : tuple of str
        The score function of each head.
    read : ndarray of shape (layers, n, d_model)
        What each layer makes queries, keys and values of; without
        projections these themselves.
    """

    query: Floats
    key: Floats
    value: Floats
    scores: Floats
    weights: Floats
    learned: tuple[Learned, ...]
    score: tuple[str, ...]
    read: Floats


def _doubled(arrays: Sequence[Floats]) -> Floats:
    return np.stack(arrays).astype(np.float64)


def _encoder_heads(
    reader: Reader, pieces: Pieces, masks: Bools, options: Options
) -> Heads:
    """Read a sentence with the Transformer's encoder."""
    read = encode(
        reader.parameters,
        pieces.ids,
        mask=masks.any(axis=0),
        positions=None if options.positions else "none",
        temperature=options.temperature,
    )
    inputs = _inputs(reader, "encoder", read.embedded, read.layers)
    return _transformer_heads(reader, read.layers, inputs, masks, options)


def _decoder_heads(
    reader: Reader, reading: Reading, masks: Bools, options: Options
) -> Heads:
    """Read a target sentence with the decoder, its source with the encoder."""
    if reading.source is None:
        raise ValueError("a decoder needs a source. Received: none.")
    p, t = reader.parameters, options.temperature
    source, target = reading.source.pieces.ids, reading.sentence.pieces.ids
    annotations = encode(p, source, temperature=t).annotations
    layers = decode(p, target, annotations, temperature=t).layers
    inputs = _inputs(reader, "decoder", embed(p, target), layers)
    return _transformer_heads(reader, layers, inputs, masks, options)


def _inputs(
    reader: Reader,
    side: str,
    embedded: Floats,
    layers: Sequence[EncoderLayer | DecoderLayer],
) -> Floats:
    """Return what the heads of each layer read: (layers, n, d)."""
    inputs = [embedded, *(layer.output for layer in layers[:-1])]
    if reader.parameters.settings.order == "pre":
        norms = [layer.norm_1 for layer in getattr(reader.parameters, side)]
        pairs = zip(inputs, norms, strict=True)
        inputs = [layer_norm(x, norm) for x, norm in pairs]
    return _doubled(inputs)


def _transformer_heads(
    reader: Reader,
    layers: Sequence[EncoderLayer | DecoderLayer],
    inputs: Floats,
    masks: Bools,
    options: Options,
) -> Heads:
    """Return what the self-attention of each layer did, under its mask."""
    steps = [layer.attention for layer in layers]
    query = _doubled([step.query for step in steps])
    key = _doubled([step.key for step in steps])
    value = _doubled([step.value for step in steps])
    scores = scaled_dot(query, key)
    t, mask = options.temperature, masks[:, None]
    step = attend(scores, value, mask=mask, temperature=t)
    return Heads(
        query,
        key,
        value,
        scores,
        step.weights,
        learned=({},) * reader.heads,
        score=("scaled_dot",) * reader.heads,
        read=inputs,
    )


def _random_learned(d: int) -> dict[str, dict[str, Floats]]:
    """Return what two score functions need, drawn at random."""
    rng = np.random.default_rng(SEED)
    additive = {
        name: rng.normal(size=(d, D_A)) / d**0.5 for name in ("W_q", "W_k")
    }
    return {
        "general": {"W": rng.normal(size=(d, d)) / d**0.5},
        "additive": {**additive, "v": rng.normal(size=D_A)},
    }


def _plain_heads(
    x: Floats,
    learned: Mapping[str, Learned],
    mask: Bools,
    temperature: float,
) -> Heads:
    """Compare vectors with each other under every score function."""
    x = x.astype(np.float64)
    given = tuple(learned.get(name, {}) for name in SCORE_NAMES)
    steps: list[Attention] = []
    for name, arrays in zip(SCORE_NAMES, given, strict=True):
        scores = SCORES[name].function(x, x, **arrays)
        steps.append(attend(scores, x, mask=mask, temperature=temperature))
    same = np.broadcast_to(x, (1, len(steps), *x.shape))
    scores = np.stack([step.scores for step in steps])[None]
    weights = np.stack([step.weights for step in steps])[None]
    return Heads(same, same, same, scores, weights, given, SCORE_NAMES, x[None])


def _embeddings(reader: Reader, pieces: Pieces, positions: bool) -> Floats:
    """Return what the Transformer's first layer reads, divided by sqrt(d)."""
    p = reader.parameters
    chosen = None if positions else "none"
    read = embed(p, pieces.ids, positions=chosen)
    return read / np.float32(p.embedding.shape[1] ** 0.5)


def _recurrent(
    model: Translator, pieces: Pieces, is_second: bool
) -> tuple[Floats, Mapping[str, Learned]]:
    """Return the states of the recurrent encoder of a language."""
    encoder = encode_target if is_second else encode_source
    states = encoder(model.parameters, pieces.ids)
    return states, model.parameters.attention.get("y", {})


def heads_of(
    reader: Reader,
    model: Translator | None,
    reading: Reading,
    masks: Bools,
    options: Options,
) -> Heads:
    """Return what the heads of the chosen vectors do.

    `masks` are over pieces, one for each layer.
    """
    pieces, t = reading.sentence.pieces, options.temperature
    if options.source == "transformer":
        return _encoder_heads(reader, pieces, masks, options)
    if options.source == "decoder":
        return _decoder_heads(reader, reading, masks, options)
    if options.source == "embeddings":
        x = _embeddings(reader, pieces, options.positions)
        return _plain_heads(x, _random_learned(x.shape[1]), masks[0], t)
    x, learned = _recurrent(needed(model), pieces, reading.is_second)
    return _plain_heads(x, learned, masks[0], t)
