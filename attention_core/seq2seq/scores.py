"""Scores e_ij of a trained model: a score function and what it learned."""

from attention_core.arrays import ArrayLike, FloatArray
from attention_core.checks import check_name
from attention_core.scores import SCORES
from attention_core.seq2seq.parameters import QUERIES, Seq2SeqParameters


def pair_scores(
    parameters: Seq2SeqParameters,
    queries: ArrayLike,
    annotations: ArrayLike,
    *,
    score: str,
    query: str = "y",
) -> FloatArray:
    """Compare queries with annotations by one of the score functions.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model; it holds what the score function has learned.
    queries : array_like of shape (n_q, d)
        The queries y_i or s_(i-1).
    annotations : array_like of shape (n_s, d)
        The annotations h_j, which are the keys.
    score : str
        Name of the score function, one of `SCORES`.
    query : str, default "y"
        "y" or "s": which of the learned arrays to take.

    Returns
    -------
    ndarray of shape (n_q, n_s)
        The scores, without the learned scale.

    Raises
    ------
    ValueError
        If a name is unknown, or the model has not learned this function.
    """
    check_name("score", score, SCORES)
    check_name("query", query, QUERIES)
    learned = parameters.attention.get(query, {}).get(score, {})
    if missing := [n for n in SCORES[score].parameters if n not in learned]:
        message = f"score = {score!r} needs {', '.join(missing)}"
        raise ValueError(f"{message}, which this model has not learned.")
    return SCORES[score](queries, annotations, **learned)
