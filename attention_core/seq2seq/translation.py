"""Translating word by word, and the record of every step."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attention_core.arrays import ArrayLike, FloatArray, IntArray
from attention_core.beam import Hypothesis, beam_search, largest, without_end
from attention_core.checks import as_ids
from attention_core.marks import END
from attention_core.seq2seq.decoder import (
    NEVER_WRITTEN,
    Decoder,
    Step,
    start_decoder,
)
from attention_core.seq2seq.parameters import Seq2SeqParameters


@dataclass(frozen=True)
class Translation:
    """A target sentence, and what the decoder did at each of its steps.

    Step i writes ids[i]; one step more, if finished, writes the end mark, so
    that n_steps is n_t or n_t + 1.

    Parameters
    ----------
    ids : ndarray of int, shape (n_t,)
        The sentence, without marks.
    finished : bool
        Whether the end mark was written.
    log_probability : float
        Sum of the log_probabilities.
    log_probabilities : ndarray of shape (n_steps,)
        Of each written word, given those before it.
    scale : float
        weights = softmax(scale * scores / temperature).
    scores : ndarray of shape (n_steps, n_s)
        Without the scale. A model without attention has n_s = 0 here.
    weights : ndarray of shape (n_steps, n_s)
        Each row sums to one.
    context : ndarray of shape (n_steps, d)
        c_i, or C at every step.
    states : ndarray of shape (n_steps, d)
        s_(i-1), the states before the words were written.
    next_ids : ndarray of int, shape (n_steps, n_top)
        The likeliest next words; never <unk> or <s>.
    next_probabilities : ndarray of shape (n_steps, n_top)
        Their probabilities.
    annotations : ndarray of shape (n_s, d)
        h_j.
    summary : ndarray of shape (d,)
        C.
    """

    ids: IntArray
    finished: bool
    log_probability: float
    log_probabilities: FloatArray
    scale: float
    scores: FloatArray
    weights: FloatArray
    context: FloatArray
    states: FloatArray
    next_ids: IntArray
    next_probabilities: FloatArray
    annotations: FloatArray
    summary: FloatArray


def _likeliest(log_probabilities: FloatArray, top: int) -> IntArray:
    """Return the ids of the likeliest words, the likeliest first."""
    values = log_probabilities.copy()
    values[..., NEVER_WRITTEN] = -np.inf
    count = min(top, values.shape[-1] - len(NEVER_WRITTEN))
    return largest(values, count)


def _stack(
    steps: Sequence[tuple[Step, int]], name: str, width: int
) -> FloatArray:
    """Return one kind of row of all steps: (n_steps, width)."""
    rows = [getattr(step, name)[row] for step, row in steps]
    return np.stack(rows) if rows else np.zeros((0, width))


def record(decoder: Decoder, best: Hypothesis[Step], top: int) -> Translation:
    """Return a hypothesis as the record of a translation.

    Parameters
    ----------
    decoder : Decoder
        Which wrote it.
    best : Hypothesis
        All of its words and steps.
    top : int
        How many of the likeliest next words are recorded.

    Returns
    -------
    Translation
        With the steps of the hypothesis.
    """
    p, steps = decoder.parameters, best.steps
    n_s, d = decoder.annotations.shape
    n_target = len(p.b_vocab)
    logs = _stack(steps, "log_probabilities", n_target)
    next_ids = _likeliest(logs, top)
    words, finished = without_end(best.ids)
    return Translation(
        ids=words,
        finished=finished,
        log_probability=best.log_probability,
        log_probabilities=logs[np.arange(len(steps)), list(best.ids)],
        scale=p.scale("s", decoder.score) if decoder.score else 1.0,
        scores=_stack(steps, "scores", n_s),
        weights=_stack(steps, "weights", n_s),
        context=_stack(steps, "context", d),
        states=_stack(steps, "states", d),
        next_ids=next_ids,
        next_probabilities=np.exp(np.take_along_axis(logs, next_ids, -1)),
        annotations=decoder.annotations,
        summary=decoder.summary,
    )


def translate(
    parameters: Seq2SeqParameters,
    source_ids: ArrayLike,
    *,
    score: str | None,
    beam: int = 1,
    max_length: int | None = None,
    temperature: float = 1.0,
    length_penalty: float = 1.0,
    top: int = 10,
) -> Translation:
    """Write the target sentence word by word.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The source sentence, without marks.
    score : str or None
        Name of the score function. None: no attention, c_i = C at every step.
    beam : int, default 1
        How many beginnings are kept at every step; 1 is greedy. A finished
        sentence leaves the beam, which shrinks by one.
    max_length : int, optional
        Most words of the target; 2 n_s + 10 if not given.
    temperature : float, default 1
        Of the attention weights, not of the choice of words.
    length_penalty : float, default 1
        Finished sentences are compared by log_probability divided by
        (number of words, end mark included) ** length_penalty. Without it (0)
        short sentences win, as every word costs probability.
    top : int, default 10
        How many of the likeliest next words are recorded.

    Returns
    -------
    Translation
        The sentence and the record of every step. Neither <unk> nor <s> is
        ever written, and the first word is not the end mark.

    Raises
    ------
    ValueError
        If ids are out of range, a name is unknown, or beam or max_length is
        below 1.
    """
    decoder = start_decoder(parameters, source_ids, score, temperature)
    if max_length is None:
        max_length = 2 * len(decoder.annotations) + 10
    best = beam_search(
        decoder,
        beam=beam,
        max_length=max_length,
        length_penalty=length_penalty,
        never=NEVER_WRITTEN,
    )
    return record(decoder, best, top)


def teacher_force(
    parameters: Seq2SeqParameters,
    source_ids: ArrayLike,
    target_ids: ArrayLike,
    *,
    score: str | None,
    temperature: float = 1.0,
    top: int = 10,
) -> Translation:
    """Let the decoder write a given target sentence, and the end mark.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The source sentence, without marks.
    target_ids : array_like of int, shape (n_t,)
        The sentence to write, without marks.
    score : str or None
        Name of the score function. None: no attention, c_i = C at every step.
    temperature : float, default 1
        Of the attention weights.
    top : int, default 10
        How many of the likeliest next words are recorded.

    Returns
    -------
    Translation
        The record, with n_t + 1 steps; the last one shows what the decoder
        would say next.

    Raises
    ------
    ValueError
        If ids are out of range, or a name is unknown.
    """
    decoder = start_decoder(parameters, source_ids, score, temperature)
    return record(decoder, write_given(decoder, target_ids), top)


def write_given(decoder: Decoder, target_ids: ArrayLike) -> Hypothesis[Step]:
    """Write a given sentence and the end mark behind it.

    Parameters
    ----------
    decoder : Decoder
        Which has read the source.
    target_ids : array_like of int, shape (n_t,)
        The sentence, without marks.

    Returns
    -------
    Hypothesis
        With n_t + 1 words and steps.
    """
    size = len(decoder.parameters.target_embedding)
    words = as_ids(target_ids, "target_ids", size).tolist()
    steps = [decoder.first()]
    for word in words:
        steps.append(decoder.following(steps[-1], [0], np.array([word])))
    written = Hypothesis[Step]()
    for step, word in zip(steps, [*words, END], strict=True):
        written = written.write(step, 0, word)
    return written
