"""Reading a target sentence beside its source, and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from attention_core.arrays import ArrayLike, FloatArray, IntArray
from attention_core.layers import DecoderLayer, decoder_layer
from attention_core.marks import START, TO_CHINESE, TO_ENGLISH, UNKNOWN
from attention_core.masks import causal_mask
from attention_core.norm import layer_norm
from attention_core.softmax import log_softmax
from attention_core.transformer.encoder import embed
from attention_core.transformer.parameters import TransformerParameters

NEVER_WRITTEN = (UNKNOWN, START, TO_CHINESE, TO_ENGLISH)


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
class Step:
    """What may come next after n_b beginnings of equal length.

    Parameters
    ----------
    ids : ndarray of int, shape (n_b, n)
        What was read: <s>, and the pieces so far.
    log_probabilities : ndarray of shape (n_b, n_vocab)
        Of every piece to be written next.
    """

    ids: IntArray
    log_probabilities: FloatArray


@dataclass(frozen=True)
class Decoder:
    """All that stays the same while one source sentence is translated.

    Parameters
    ----------
    parameters : TransformerParameters
        The model.
    annotations : ndarray of shape (n_s, d)
        The source sentence, as `encode` read it.
    temperature : float
        Of the attention weights.
    """

    parameters: TransformerParameters
    annotations: FloatArray
    temperature: float

    def first(self) -> Step:
        """Return the step before the first piece.

        Returns
        -------
        Step
            Of one beginning, the empty one.
        """
        return self._step(np.array([[START]]))

    def following(
        self, step: Step, rows: Sequence[int], words: IntArray
    ) -> Step:
        """Return the step after pieces were written behind rows of a step.

        Parameters
        ----------
        step : Step
            The step before.
        rows : sequence of int
            Which of its beginnings go on.
        words : ndarray of int, shape (n_b,)
            The piece that each of them goes on with.

        Returns
        -------
        Step
            Of these beginnings.
        """
        # (n_b, n) and (n_b, 1) -> (n_b, n + 1)
        longer = np.concatenate([step.ids[rows], words[:, None]], axis=-1)
        return self._step(longer)

    def _step(self, ids: IntArray) -> Step:
        """Read all pieces again, and give every next one its probability."""
        p = self.parameters
        _, hidden = _run_layers(
            p, ids, self.annotations, temperature=self.temperature
        )
        return Step(ids, _predict(p, hidden[:, -1]))
