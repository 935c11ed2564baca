"""Writing a sentence: what the decoder does at each of its steps."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attention_core.arrays import ArrayLike, FloatArray, IntArray
from attention_core.attention import attend
from attention_core.gru import gru_cell
from attention_core.marks import START, UNKNOWN
from attention_core.seq2seq.encoder import encode_source, summarize
from attention_core.seq2seq.parameters import Seq2SeqParameters
from attention_core.seq2seq.scores import pair_scores
from attention_core.softmax import log_softmax

NEVER_WRITTEN = (UNKNOWN, START)


@dataclass(frozen=True)
class Step:
    """What happens before word i is written, for n_b beginnings at once.

    Parameters
    ----------
    states : ndarray of shape (n_b, d)
        s_(i-1).
    scores : ndarray of shape (n_b, n_s)
        e_ij, without the scale; n_s = 0 without attention.
    weights : ndarray of shape (n_b, n_s)
        a_ij.
    context : ndarray of shape (n_b, d)
        c_i.
    log_probabilities : ndarray of shape (n_b, n_target)
        Of every word to be written next.
    """

    states: FloatArray
    scores: FloatArray
    weights: FloatArray
    context: FloatArray
    log_probabilities: FloatArray


@dataclass(frozen=True)
class Decoder:
    """All that stays the same while one source sentence is translated.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    annotations : ndarray of shape (n_s, d)
        h_j.
    summary : ndarray of shape (d,)
        C.
    score : str or None
        Name of the score function; None: no attention.
    temperature : float
        Of the attention weights.
    """

    parameters: Seq2SeqParameters
    annotations: FloatArray
    summary: FloatArray
    score: str | None
    temperature: float

    def first(self) -> Step:
        """Return the step before the first word, with the state s_0.

        Returns
        -------
        Step
            Of one beginning, the empty one.
        """
        p, C, start = self.parameters, self.summary, np.array([START])
        s_init = np.tanh(C @ p.W_init + p.b_init)
        c_0 = C if self.score is None else np.zeros_like(C)
        return self._step(self._advance(s_init[None], c_0[None], start), start)

    def following(
        self, step: Step, rows: Sequence[int], words: IntArray
    ) -> Step:
        """Return the step after words were written behind rows of a step.

        Parameters
        ----------
        step : Step
            The step before.
        rows : sequence of int
            Which of its beginnings go on.
        words : ndarray of int, shape (n_b,)
            The word that each of them goes on with.

        Returns
        -------
        Step
            Of these beginnings.
        """
        s = self._advance(step.states[rows], step.context[rows], words)
        return self._step(s, words)

    def _advance(
        self, states: FloatArray, context: FloatArray, ids: IntArray
    ) -> FloatArray:
        """Return s_i = GRU([e_i; c_i], s_(i-1))."""
        e = self.parameters.target_embedding[ids]
        inputs = np.concatenate([e, context], axis=-1)
        return gru_cell(inputs, states, self.parameters.decoder)

    def _look(self, states: FloatArray) -> tuple[FloatArray, ...]:
        """Return scores, weights and context c_i of the states s_(i-1)."""
        if self.score is None:
            none = np.zeros((len(states), 0), states.dtype)
            return none, none, np.repeat(self.summary[None], len(states), 0)
        scores = pair_scores(
            self.parameters,
            states,
            self.annotations,
            score=self.score,
            query="s",
        )
        scale = self.parameters.scale("s", self.score)
        step = attend(
            scale * scores, self.annotations, temperature=self.temperature
        )
        return scores, step.weights, step.context

    def _step(self, states: FloatArray, previous: IntArray) -> Step:
        """Look at the source, and give every next word its probability."""
        scores, weights, context = self._look(states)
        logs = self.next_words(states, context, previous)
        return Step(states, scores, weights, context, logs)

    def next_words(
        self, states: FloatArray, context: FloatArray, previous: IntArray
    ) -> FloatArray:
        """Give every next word its log probability.

        Parameters
        ----------
        states : ndarray of shape (n_b, d)
            s_(i-1).
        context : ndarray of shape (n_b, d)
            c_i.
        previous : ndarray of int, shape (n_b,)
            The words before.

        Returns
        -------
        ndarray of shape (n_b, n_target)
            Their logarithms; the probabilities of a row sum to one.
        """
        p = self.parameters
        e = p.target_embedding[previous]
        joined = np.concatenate([states, context, e], axis=-1)
        readout = np.tanh(joined @ p.W_out + p.b_out)
        return log_softmax(readout @ p.target_embedding.T + p.b_vocab)


def start_decoder(
    parameters: Seq2SeqParameters,
    source_ids: ArrayLike,
    score: str | None,
    temperature: float,
) -> Decoder:
    """Read the source sentence.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The source sentence, without marks.
    score : str or None
        Name of the score function; None: no attention.
    temperature : float
        Of the attention weights.

    Returns
    -------
    Decoder
        Ready to write.
    """
    annotations = encode_source(parameters, source_ids)
    return Decoder(
        parameters, annotations, summarize(annotations), score, temperature
    )
