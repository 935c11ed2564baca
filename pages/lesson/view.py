"""What the steps show of a pair: numbers, nothing drawn.

Positions are those of pieces, counted from 0: `row` of the target, `on` of
the source. If no target is typed, the model's own translation stands for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.seq2seq import steer, teacher_force, translate
from attention_core.transformer import encode
from language.sentence import (
    MOST_WORDS,
    Sentence,
    read_sentence,
    word_weights,
)
from pairs.languages import PAIRS
from pairs.models import (
    Reader,
    Translator,
    load_reader,
    load_translator,
    models_folder,
)
from pairs.shared import read_only
from pairs.view import PairView, pair_view
from worked.cell import Cell

Floats = npt.NDArray[np.floating]


@dataclass(frozen=True)
class Way:
    """How a model writes a sentence; of one step, how likely each word is.

    Parameters
    ----------
    context : ndarray of shape (n_steps, d)
        c_i, or C at every step.
    annotations : ndarray of shape (n_s, d)
        h_j.
    summary : ndarray of shape (d,)
        C.
    probability : float
        Of the word that is written at the step.
    ids : ndarray of int, shape (n_words,)
        All words, the likeliest first.
    probabilities : ndarray of shape (n_words,)
        Of these.
    """

    context: Floats
    annotations: Floats
    summary: Floats
    probability: float
    ids: npt.NDArray[np.integer]
    probabilities: Floats


@st.cache_resource(max_entries=100, show_spinner=False)
def _way(
    _model: Translator,
    name: str,  # noqa: ARG001  (part of the key of the cache)
    ids: tuple[tuple[int, ...], tuple[int, ...]],
    score: str | None,
    row: int,
    on: int | None,
) -> Way:
    """Let a model write a sentence, and look closely at a step.

    `on` is the source piece that gets all weight there; None: as it likes.
    """
    (source, target), p = ids, _model.parameters
    top = len(_model.target)
    if on is None or score is None:
        made = teacher_force(p, source, target, score=score, top=top)
    else:
        given = np.full((row + 1, len(source)), np.nan)
        given[row] = np.arange(len(source)) == on
        made = steer(p, source, given, score=score, target_ids=target, top=top)
    probability = float(np.exp(made.log_probabilities[row]))
    return read_only(
        Way(
            made.context,
            made.annotations,
            made.summary,
            probability,
            made.next_ids[row].copy(),
            made.next_probabilities[row].copy(),
        )
    )


@st.cache_resource(max_entries=100, show_spinner=False)
def _own(
    _model: Translator,
    name: str,  # noqa: ARG001  (part of the key of the cache)
    source: tuple[int, ...],
    score: str | None,
) -> str:
    """Return a model's own translation."""
    p = _model.parameters
    made = translate(p, source, score=score, max_length=MOST_WORDS, top=1)
    words, _ = _model.target.target_words(made.ids.tolist())
    return " ".join(words)


@st.cache_resource(max_entries=100, show_spinner=False)
def _heads(
    _reader: Reader,
    name: str,  # noqa: ARG001  (part of the key of the cache)
    source: str,
) -> tuple[Sentence, Floats]:
    """Return a sentence with its marks, and who looks at whom in it.

    The weights of all heads over words: (layers, heads, n, n).
    """
    read = read_sentence(source, _reader.vocabulary)
    words, pieces = _reader.vocabulary.framed(read.words, read.pieces)
    framed = Sentence(words, pieces, cut=read.cut)
    layers = encode(_reader.parameters, pieces.ids).layers
    weights = np.stack([layer.attention.weights for layer in layers])
    merged = word_weights(weights.astype(np.float64), framed, framed)
    return framed, read_only(merged)


@dataclass(frozen=True)
class Scene:
    """A pair of sentences, and where a visitor looks.

    Parameters
    ----------
    model : Translator
        The one with attention.
    source, target : str
        As typed; without a target the model translates.
    score : str
        Name of the score function.
    row, on : int
        The target piece that is asked for, and the source piece that gets
        all weight in the step by hand.
    """

    model: Translator
    source: str
    target: str
    score: str
    row: int = 0
    on: int = 0

    def look(self, query: str) -> PairView:
        """Return all numbers of the pair under a query, "y" or "s"."""
        return pair_view(
            self.model,
            self.source,
            self.target,
            score=self.score,
            query=query,
            temperature=1.0,
        )

    @cached_property
    def view(self) -> PairView:
        """The pair, queried by y_i."""
        return self.look("y")

    @cached_property
    def states(self) -> PairView:
        """The pair, queried by s_(i-1), before word i is written."""
        return self.look("s")

    @property
    def names(self) -> list[str]:
        """What the pieces of the target are called."""
        return self.view.target.piece_names()

    @property
    def keys(self) -> list[str]:
        """What the pieces of the source are called."""
        return self.view.source.piece_names()

    @cached_property
    def fixed(self) -> Translator:
        """The model without attention."""
        pair = PAIRS[self.model.pair]
        return load_translator(pair.fixed, pair.name)

    def way(self, model: Translator, on: int | None = None) -> Way:
        """Return how a model writes the target; see `_way`."""
        source = read_sentence(self.source, model.source).pieces.ids
        ids = tuple(source), tuple(self.view.target.pieces.ids)
        score = None if model is self.fixed else self.score
        return _way(model, _full_name(model), ids, score, self.row, on)

    @cached_property
    def without(self) -> Way:
        """How the model without attention writes the target."""
        return self.way(self.fixed)

    @cached_property
    def free(self) -> Way:
        """How the model with attention writes it."""
        return self.way(self.model)

    @cached_property
    def steered(self) -> Way:
        """The same, but step `row` looks at source piece `on` only."""
        return self.way(self.model, self.on)

    def own(self, model: Translator) -> str:
        """Return a model's own translation."""
        ids = tuple(read_sentence(self.source, model.source).pieces.ids)
        score = None if model is self.fixed else self.score
        return _own(model, _full_name(model), ids, score)

    def called(self, ids: Sequence[int]) -> list[str]:
        """Return what pieces of the target are called."""
        return list(self.model.target.decode_ids(list(ids)))

    @cached_property
    def heads(self) -> tuple[Sentence, Floats]:
        """The source as the Transformer reads it, and all its heads."""
        pair = PAIRS[self.model.pair]
        reader = load_reader(pair.transformer, pair.name)
        return _heads(reader, f"{models_folder()}/{reader.name}", self.source)

    def cell(self, query: str) -> Cell:
        """Return the row of a target piece, to be drawn stage by stage."""
        view, i = (self.view if query == "y" else self.states), self.row
        j = int(view.weights[i].argmax())
        asks = f"y_{{{i + 1}}}" if query == "y" else f"s_{{{i}}}"
        return Cell(
            view.score,
            i,
            j,
            query=view.queries[i],
            keys=view.annotations,
            values=view.annotations,
            scores=view.scores[i],
            weights=view.weights[i],
            scale=view.scale,
            learned=view.learned,
            letters=(asks, f"h_{{{j + 1}}}", "h"),
        )


def likeliest(way: Way, count: int) -> list[int]:
    """Return the ids of the likeliest words of a step."""
    return [int(k) for k in way.ids[:count]]


def shares(way: Way, ids: Sequence[int]) -> Floats:
    """Return how likely words are at a step."""
    found = way.ids.tolist()
    places = [found.index(k) for k in ids]
    return way.probabilities[places].astype(np.float64)


def _full_name(model: Translator) -> str:
    """Return what tells a model from all others, in the key of a cache."""
    return f"{models_folder()}/{model.name}"
