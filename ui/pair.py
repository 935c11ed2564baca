"""From two typed texts to attention: all numbers of one picture.

The sentences are read in single precision, as the model was trained. From
the queries and annotations on everything is computed in double precision, so
that each number shown can be recomputed from the others.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.attention import attend
from attention_core.seq2seq import attend_pair, pair_scores, translate
from language.pieces import Pieces, Vocabulary, merge_weights
from language.reading import words_for
from ui.models import Translator, models_folder

Floats = npt.NDArray[np.floating]

MOST_WORDS = 60
MOST_PIECES = 120  # a word can have many
MOST_CHARACTERS = 4000  # beyond that nothing is split into words


@dataclass(frozen=True)
class Sentence:
    """What a model reads of a text.

    Parameters
    ----------
    words : list of str
        As typed.
    pieces : Pieces
        The ids of their pieces.
    cut : bool
        Whether words at the end of the text are left out.
    """

    words: list[str]
    pieces: Pieces
    cut: bool

    @property
    def is_whole(self) -> bool:
        """Whether each word is one piece."""
        return len(self.pieces.ids) == len(self.words)

    def pieces_of(self, word: int) -> list[int]:
        """Return the positions of a word's pieces."""
        owners = self.pieces.word_of_piece
        return [k for k, owner in enumerate(owners) if owner == word]

    def piece_names(self) -> list[str]:
        """Name the pieces: as typed, with a dot where they are joined."""
        names = []
        for word, typed in enumerate(self.words):
            parts = [self.pieces.strings[k] for k in self.pieces_of(word)]
            names += _joined_names(typed, parts)
        return names

    def marked(self, mark: str, unknown_mark: str) -> list[str]:
        """Return for each word a mark if it is unknown or read in pieces."""
        pieces = self.pieces
        return [
            unknown_mark if unknown else mark if in_pieces else ""
            for unknown, in_pieces in zip(
                pieces.unknown, pieces.in_pieces, strict=True
            )
        ]


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


def _joined_names(typed: str, strings: Sequence[str]) -> list[str]:
    """Name the pieces of one word by what was typed, where that is clear."""
    if len(strings) == 1:
        return [typed]
    parts = [string.removeprefix("##") for string in strings]
    ends = list(itertools.accumulate(len(part) for part in parts))
    if ends[-1] == len(typed):
        starts = [0, *ends]
        parts = [typed[a:b] for a, b in itertools.pairwise(starts)]
    last = len(parts) - 1
    return [
        f"{'·' if k else ''}{part}{'·' if k < last else ''}"
        for k, part in enumerate(parts)
    ]


def _cut(words: Sequence[str], pieces: Pieces) -> tuple[list[str], Pieces]:
    """Keep the words whose pieces fit; of a giant first word, its start."""
    kept = pieces.word_of_piece[:MOST_PIECES]
    if len(kept) < len(pieces.word_of_piece):
        broken = pieces.word_of_piece[MOST_PIECES]
        if 0 < broken == kept[-1]:
            kept = kept[: kept.index(broken)]
    n_words, n_pieces = kept[-1] + 1, len(kept)
    return list(words[:n_words]), Pieces(
        pieces.ids[:n_pieces],
        kept,
        pieces.strings[:n_pieces],
        pieces.unknown[:n_words],
        pieces.in_pieces[:n_words],
    )


def read_sentence(
    typed: str, vocabulary: Vocabulary, *, characters: bool = False
) -> Sentence:
    """Split a text into the words and pieces that a model reads.

    Parameters
    ----------
    typed : str
        Anything.
    vocabulary : Vocabulary
        Of the model's source or target side.
    characters : bool, default False
        One character is one word.

    Returns
    -------
    Sentence
        At most `MOST_WORDS` words and `MOST_PIECES` pieces.
    """
    words = words_for(
        typed[:MOST_CHARACTERS], vocabulary, characters=characters
    )
    cut = len(typed) > MOST_CHARACTERS or len(words) > MOST_WORDS
    kept = words[:MOST_WORDS]
    pieces = vocabulary.encode(kept)
    if len(pieces.ids) <= MOST_PIECES:
        return Sentence(kept, pieces, cut)
    return Sentence(*_cut(kept, pieces), cut=True)


def _translated(model: Translator, source: Sentence, score: str) -> Sentence:
    """Return the model's own translation."""
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
    return Sentence(words, pieces, cut=not written.finished)


def _merged(weights: Floats, source: Sentence, target: Sentence) -> Floats:
    """Merge weights over pieces to weights over words."""
    return merge_weights(
        weights,
        source.pieces.word_of_piece,
        target.pieces.word_of_piece,
        len(source.words),
        len(target.words),
    )


def attention_of(
    model: Translator,
    source: Sentence,
    target: Sentence,
    *,
    score: str,
    query: str,
    temperature: float,
) -> dict[str, Any]:
    """Compute scores, weights and context in double precision.

    Parameters
    ----------
    model : Translator
        The model.
    source, target : Sentence
        With at least one word each.
    score, query : str
        Names of the score function and of the query.
    temperature : float
        The scores are divided by it.

    Returns
    -------
    dict
        The fields of `PairView` that are numbers.
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
        "word_weights": _merged(step.weights, source, target),
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
    translated = not target.words
    if translated:
        target = _translated(_model, source, chosen[0])
    learned = _model.parameters.attention.get(chosen[1], {})
    return PairView(
        source=source,
        target=target,
        translated=translated,
        learned=dict(learned.get(chosen[0], {})),
        **options,
        **attention_of(_model, source, target, **options),
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

    Parameters
    ----------
    model : Translator
        The model.
    source : str
        The typed source; it holds at least one word.
    target : str
        The typed target. Without a word in it, the model translates.
    score, query : str
        Names of the score function and of the query.
    temperature : float
        The scores are divided by it.
    characters : bool, default False
        One character is one word.

    Returns
    -------
    PairView
        The numbers.
    """
    return _pair_view(
        model,
        f"{models_folder()}/{model.name}",
        (source, target),
        characters,
        (score, query, temperature),
    )
