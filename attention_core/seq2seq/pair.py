"""Attention between two known sentences, with queries y_i or s_(i-1)."""

from dataclasses import dataclass
from typing import Any

from attention_core.arrays import ArrayLike, FloatArray
from attention_core.attention import attend
from attention_core.checks import check_name
from attention_core.seq2seq.encoder import encode_source, encode_target
from attention_core.seq2seq.parameters import QUERIES, Seq2SeqParameters
from attention_core.seq2seq.scores import pair_scores
from attention_core.seq2seq.translation import teacher_force


@dataclass(frozen=True)
class PairAttention:
    """Attention of one pair of sentences.

    Parameters
    ----------
    scores : ndarray of shape (n_t, n_s)
        Without the scale.
    scale : float
        weights = softmax(scale * scores / temperature).
    weights : ndarray of shape (n_t, n_s)
        Each row sums to one.
    context : ndarray of shape (n_t, d)
        The weighted sums c_i of the annotations.
    queries : ndarray of shape (n_t, d)
        y_i or s_(i-1).
    annotations : ndarray of shape (n_s, d)
        h_j: the keys, and the values.
    """

    scores: FloatArray
    scale: float
    weights: FloatArray
    context: FloatArray
    queries: FloatArray
    annotations: FloatArray


def attend_pair(
    parameters: Seq2SeqParameters,
    source_ids: ArrayLike,
    target_ids: ArrayLike,
    *,
    score: str,
    query: str = "y",
    temperature: float = 1.0,
) -> PairAttention:
    """Let every target word look at the source words.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The source sentence, without marks.
    target_ids : array_like of int, shape (n_t,)
        The target sentence, without marks.
    score : str
        Name of the score function.
    query : str, default "y"
        "y": the target word itself, read in its sentence. "s": the decoder's
        state before it writes the word, which it has not seen.
    temperature : float, default 1
        The scores are divided by it.

    Returns
    -------
    PairAttention
        Scores, weights and context, and what they were made of.

    Raises
    ------
    ValueError
        If ids are out of range, or a name is unknown.
    """
    check_name("query", query, QUERIES)
    annotations = encode_source(parameters, source_ids)
    if query == "y":
        queries = encode_target(parameters, target_ids)
    else:
        options: Any = {"score": score, "temperature": temperature}
        forced = teacher_force(parameters, source_ids, target_ids, **options)
        queries = forced.states[:-1]  # the last one writes the end mark
    scores = pair_scores(
        parameters, queries, annotations, score=score, query=query
    )
    scale = parameters.scale(query, score)
    step = attend(scale * scores, annotations, temperature=temperature)
    return PairAttention(
        scores, scale, step.weights, step.context, queries, annotations
    )
