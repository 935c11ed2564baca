"""From two typed texts to attention: all numbers of one picture.

The sentences are read in single precision, as the model was trained. From
the queries and annotations on everything is computed in double precision, so
that each number shown can be recomputed from the others.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.attention import attend
from attention_core.seq2seq import attend_pair, pair_scores, translate
from language.pieces import Pieces
from language.sentence import MOST_WORDS, Sentence, read_sentence, word_weights
from pairs.models import Translator, models_folder
from pairs.shared import read_only

Floats = npt.NDArray[np.floating]


@dataclass(frozen=True)
class PairView:
    """All numbers of one picture.

    Over pieces (n_t, n_s): scores and weights; context and queries (n_t, d);
    annotations (n_s, d). Over words: word_weights.

    Parameters
    ----------
    source, target : Sentence
        What the model reads.
    translated : bool
        Whether the target is the model's own.
    probability : float
        Of each of its words then, in the geometric mean; 1 if it is typed.
    score, query : str
        Names of the score function and of the query.
    scale, temperature : float
        weights = softmax(scale * scores / temperature).
    scores, weights : ndarray of shape (n_t, n_s)
        Over pieces.
    context, queries : ndarray of shape (n_t, d)
        Over pieces.
    annotations : ndarray of shape (n_s, d)
        Over pieces.
    word_weights : ndarray of shape (n_target, n_source)
        Over words.
    learned : dict of str to ndarray
        What the score function has learned.
    """

    source: Sentence
    target: Sentence
    translated: bool
    probability: float
    score: str
    query: str
    scale: float
    temperature: float
    scores: Floats
    weights: Floats
    context: Floats
    queries: Floats
    annotations: Floats
    word_weights: Floats
    learned: dict[str, Floats]

    @property
    def is_whole(self) -> bool:
        """Whether each word on both sides is one piece."""
        return self.source.is_whole and self.target.is_whole


def _translated(
    model: Translator, source: Sentence, score: str
) -> tuple[Sentence, float]:
    """Return the model's own translation, and what it gave each word of it."""
    written = translate(
        model.parameters,
        source.pieces.ids,
        score=score,
        max_length=MOST_WORDS,
    )
    ids = written.ids.tolist()
    words, word_of_piece = model.target.target_words(ids)
    counts = [word_of_piece.count(word) for word in range(len(words))]
    strings = model.target.decode_ids(ids)
    in_pieces = [count > 1 for count in counts]
    unknown = [False] * len(words)
    pieces = Pieces(ids, word_of_piece, strings, unknown, in_pieces)
    sentence = Sentence(words, pieces, cut=not written.finished)
    return sentence, float(np.exp(written.log_probabilities.mean()))


def attention_of(
    model: Translator,
    source: Sentence,
    target: Sentence,
    *,
    score: str,
    query: str,
    temperature: float,
) -> dict[str, Any]:
    """Compute the fields of `PairView` that are numbers, in double precision.

    Both sentences have a word at least.
    """
    parameters = model.parameters
    chosen: Any = {"score": score, "query": query}
    read = attend_pair(
        parameters, source.pieces.ids, target.pieces.ids, **chosen
    )
    queries = read.queries.astype(np.float64)
    annotations = read.annotations.astype(np.float64)
    scores = pair_scores(parameters, queries, annotations, **chosen)
    step = attend(read.scale * scores, annotations, temperature=temperature)
    return {
        "scale": read.scale,
        "scores": scores,
        "weights": step.weights,
        "context": step.context,
        "queries": queries,
        "annotations": annotations,
        "word_weights": word_weights(step.weights, target, source),
    }


@st.cache_resource(max_entries=200, show_spinner=False)
def _pair_view(
    _model: Translator,
    name: str,  # noqa: ARG001  (part of the key of the cache)
    texts: tuple[str, str],
    characters: bool,
    chosen: tuple[str, str, float],
) -> PairView:
    """Compute a view; the same one for all who ask for it."""
    names = ("score", "query", "temperature")
    options: dict[str, Any] = dict(zip(names, chosen, strict=True))
    source = read_sentence(texts[0], _model.source, characters=characters)
    target = read_sentence(texts[1], _model.target, characters=characters)
    translated, probability = not target.words, 1.0
    if translated:
        target, probability = _translated(_model, source, chosen[0])
    learned = _model.parameters.attention.get(chosen[1], {})
    return read_only(
        PairView(
            source=source,
            target=target,
            translated=translated,
            probability=probability,
            learned=dict(learned.get(chosen[0], {})),
            **options,
            **attention_of(_model, source, target, **options),
        )
    )


def pair_view(
    model: Translator,
    source: str,
    target: str,
    *,
    score: str,
    query: str,
    temperature: float,
    characters: bool = False,
) -> PairView:
    """Return all numbers of one picture.

    The source holds a word at least; without one in the target, the model
    translates. `characters`: one character is one word.
    """
    return _pair_view(
        model,
        f"{models_folder()}/{model.name}",
        (source, target),
        characters,
        (score, query, temperature),
    )
