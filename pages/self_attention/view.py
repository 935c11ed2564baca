"""One sentence that looks at itself: all numbers of one picture."""

import unicodedata
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.rollout import mean_over_heads, rollout
from language.sentence import Sentence, word_weights
from pages.self_attention.heads import Heads, heads_of
from pages.self_attention.reading import (
    Options,
    Reading,
    layer_masks,
    over_words,
    piece_mask,
    read,
    word_mask,
)
from pairs.models import Reader, Translator, models_folder
from pairs.shared import read_only

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]

PLAIN = ("embeddings", "recurrent")


@dataclass(frozen=True)
class SelfView:
    """All numbers of one picture.

    Parameters
    ----------
    options : Options
        What they belong to.
    reading : Reading
        The sentence as it is read.
    mask : ndarray of bool, shape (layers, n, n)
        Over pieces: True = may be looked at, by the visitor's choice and as
        each layer was trained.
    word_mask : ndarray of bool, shape (layers, n_words, n_words)
        The same over words: True where any piece may look at any.
    heads : Heads
        Over pieces.
    word_weights : ndarray of shape (layers, heads, n_words, n_words)
        Over words.
    """

    options: Options
    reading: Reading
    mask: Bools
    word_mask: Bools
    heads: Heads
    word_weights: Floats

    @property
    def sentence(self) -> Sentence:
        """Words and pieces, marks included."""
        return self.reading.sentence

    @property
    def words(self) -> list[str]:
        """The words, marks included."""
        return self.sentence.words

    @property
    def is_special(self) -> Bools:
        """For each word: a mark, or punctuation."""
        pairs = zip(self.reading.is_mark, self.words, strict=True)
        return np.array([m or _is_punctuation(word) for m, word in pairs])

    @property
    def is_plain(self) -> bool:
        """Whether nothing is projected: score functions, no layers, heads."""
        return self.options.source in PLAIN

    @property
    def is_masked(self) -> bool:
        """Whether there is a mask at all."""
        return not self.word_mask.all()

    @property
    def shape(self) -> tuple[int, int]:
        """Number of layers and of heads."""
        layers, heads = self.word_weights.shape[:2]
        return layers, heads

    def shown_mask(self, kind: str, place: tuple[int, int]) -> Bools | None:
        """Return who may look at whom in `matrix`, over words; None: all.

        What several layers bring together may come from farther than one can
        look: within a window, from the neighbors of neighbors.
        """
        layer, _ = place
        seen: Bools = self.word_mask[layer]
        if kind == "rollout":
            seen = np.eye(len(self.words), dtype=bool)
            for mask in self.word_mask[: layer + 1]:
                seen = mask @ seen
        return None if seen.all() else seen

    @property
    def is_decoder(self) -> bool:
        """Whether the sentence is the one that the decoder writes."""
        return self.reading.source is not None

    def matrix(self, kind: str, place: tuple[int, int]) -> Floats:
        """Return weights over words of a "head", a "mean", or the "rollout".

        `place` is layer and head, from 0. Rows sum to 1.
        """
        layer, _ = place
        if kind == "head":
            chosen: Floats = self.word_weights[place]
        elif kind == "mean":
            chosen = mean_over_heads(self.word_weights[layer])
        else:
            reached = rollout(self.heads.weights)[layer]
            chosen = word_weights(reached, self.sentence, self.sentence)
        return chosen


def _is_punctuation(word: str) -> bool:
    """Tell whether nothing in a word is a letter or a digit."""
    return not any(unicodedata.category(c)[0] in "LN" for c in word)


@st.cache_resource(max_entries=100, show_spinner=False)
def _self_view(
    _reader: Reader,
    _model: Translator | None,
    names: str,  # noqa: ARG001  (part of the key of the cache)
    typed: str,
    options: Options,
) -> SelfView:
    """Compute a view; the same one for all who ask for it."""
    reading = read(_reader, _model, typed, options)
    sentence = reading.sentence
    wanted = word_mask(options, len(sentence.words))
    masks = layer_masks(_reader, piece_mask(wanted, reading), options)
    heads = heads_of(_reader, _model, reading, masks, options)
    weights = word_weights(heads.weights, sentence, sentence)
    by_word = over_words(masks, reading)
    return read_only(SelfView(options, reading, masks, by_word, heads, weights))


def self_view(
    reader: Reader, model: Translator | None, typed: str, options: Options
) -> SelfView:
    """Return all numbers of one picture; something must be typed."""
    names = f"{models_folder()}/{reader.name}/{model and model.name}"
    return _self_view(reader, model, names, typed, options)


def moved(view: SelfView, typed: SelfView) -> float:
    """Return by how much shuffling changed the weights.

    The largest difference of a weight of any head between the same two words,
    shuffled in `view` and as typed in `typed`.
    """
    back = np.empty_like(view.word_weights)
    order = np.array(view.reading.order)
    back[..., order[:, None], order] = view.word_weights
    return float(np.abs(back - typed.word_weights).max())
