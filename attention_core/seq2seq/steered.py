"""Weights set from outside, and what the decoder writes then.

At a step with given weights the context is c_i = sum_j given_ij h_j, whatever
the scores say. The word, the next state and so all that follows depend on it;
at the other steps the model looks by itself, from the states that it is in.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attention_core.arrays import ArrayLike, FloatArray, IntArray
from attention_core.beam import beam_search
from attention_core.marks import START
from attention_core.seq2seq.decoder import (
    NEVER_WRITTEN,
    Decoder,
    Step,
    start_decoder,
)
from attention_core.seq2seq.parameters import Seq2SeqParameters
from attention_core.seq2seq.translation import (
    Translation,
    record,
    write_given,
)


@dataclass(frozen=True)
class SteeredStep(Step):
    """A step that knows its place.

    Parameters
    ----------
    place : int
        i, from 0.
    """

    place: int


@dataclass(frozen=True)
class SteeredDecoder(Decoder):
    """A decoder whose weights are given at some steps.

    Parameters
    ----------
    given : ndarray of shape (n_given, n_s)
        The weights of the first steps; a row of NaN is the model's own.
    """

    given: FloatArray

    def first(self) -> SteeredStep:
        """Return the step before the first word.

        Returns
        -------
        SteeredStep
            Of one beginning, the empty one.
        """
        return self._steer(super().first(), np.array([START]), 0)

    def following(
        self, step: Step, rows: Sequence[int], words: IntArray
    ) -> SteeredStep:
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
        SteeredStep
            Of these beginnings.
        """
        place = step.place + 1 if isinstance(step, SteeredStep) else 0
        return self._steer(super().following(step, rows, words), words, place)

    def _steer(self, own: Step, previous: IntArray, place: int) -> SteeredStep:
        """Put the given weights in the place of the model's own."""
        weights, context, logs = own.weights, own.context, own.log_probabilities
        if place < len(self.given) and not np.isnan(self.given[place]).any():
            weights = np.repeat(self.given[place][None], len(own.states), 0)
            context = weights @ self.annotations
            logs = self.next_words(own.states, context, previous)
        return SteeredStep(
            own.states, own.scores, weights, context, logs, place
        )


def steer(
    parameters: Seq2SeqParameters,
    source_ids: ArrayLike,
    given: ArrayLike,
    *,
    score: str,
    target_ids: ArrayLike | None = None,
    max_length: int | None = None,
    temperature: float = 1.0,
    top: int = 10,
) -> Translation:
    """Translate with given weights at some steps.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The source sentence, without marks.
    given : array_like of shape (n_given, n_s)
        The weights a_ij of the first steps; they may sum to anything. A row
        of NaN is left to the model, as are the steps beyond n_given.
    score : str
        Name of the score function.
    target_ids : array_like of int, shape (n_t,), optional
        A sentence that has to be written; else the model writes its own.
    max_length : int, optional
        Most words of the target; 2 n_s + 10 if not given.
    temperature : float, default 1
        Of the attention weights that are not given.
    top : int, default 10
        How many of the likeliest next words are recorded.

    Returns
    -------
    Translation
        As `translate` writes it word by word, or `teacher_force`.

    Raises
    ------
    ValueError
        If `given` has not n_s columns or a row that is finite in part, ids
        are out of range, or the score function is unknown.
    """
    free = start_decoder(parameters, source_ids, score, temperature)
    h = free.annotations
    rows = _check_given(np.asarray(given, dtype=h.dtype), len(h))
    decoder: Decoder = SteeredDecoder(
        parameters, h, free.summary, score, temperature, rows
    )
    if target_ids is not None:
        return record(decoder, write_given(decoder, target_ids), top)
    best = beam_search(
        decoder,
        beam=1,
        max_length=max_length or 2 * len(h) + 10,
        length_penalty=1.0,
        never=NEVER_WRITTEN,
    )
    return record(decoder, best, top)


def _check_given(given: FloatArray, n_s: int) -> FloatArray:
    if given.ndim != 2 or given.shape[1] != n_s:
        message = f"given must have shape (n_given, n_s) with n_s = {n_s}."
        raise ValueError(f"{message} Received: {given.shape}.")
    is_given = ~np.isnan(given).all(axis=1)
    if not np.isfinite(given[is_given]).all():
        raise ValueError("A row of given must be finite, or NaN as a whole.")
    return given
