"""How far a word reaches: the recurrent encoder beside self-attention."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.heads import by_distance
from attention_core.influence import encoder_influence
from pages.self_attention.reading import recurrent_vocabulary
from pages.self_attention.view import SelfView
from ui.models import Translator, models_folder
from ui.sentence import Sentence, read_sentence
from ui.shared import read_only

Floats = npt.NDArray[np.floating]


@dataclass(frozen=True)
class Reach:
    """What arrives over each distance |i - j|.

    Parameters
    ----------
    influence : ndarray of shape (n,)
        Mean norm of the derivative of h_i by the embedding of word j.
    curves : tuple of ndarray of shape (n,)
        Mean share of a row: of the influences, of the weights of the chosen
        head, of the weights of all heads.
    counts : list of int
        How many pairs of words there are.
    """

    influence: Floats
    curves: tuple[Floats, Floats, Floats]
    counts: list[int]

    @property
    def distances(self) -> list[int]:
        """All |i - j|."""
        return list(range(len(self.counts)))


def word_influence(norms: Floats, sentence: Sentence) -> Floats:
    """Return the influence of words from that of their pieces.

    The norm of all derivatives between two words: the root of the sum of the
    squares of `norms`, (n, n).
    """
    owners = np.array(sentence.pieces.word_of_piece)
    belongs = owners[:, None] == np.arange(len(sentence.words))
    squares: Floats = belongs.T @ norms**2 @ belongs
    return np.sqrt(squares)


@st.cache_resource(max_entries=50, show_spinner=False)
def _influence(
    _model: Translator,
    name: str,  # noqa: ARG001  (part of the key of the cache)
    typed: str,
    is_chinese: bool,
) -> Floats:
    """Return how strongly each typed word moves the state at each other."""
    vocabulary = recurrent_vocabulary(_model, is_chinese)
    sentence = read_sentence(typed, vocabulary)
    p = _model.parameters
    table, encoder = p.source_embedding, p.source_encoder
    if is_chinese and p.target_encoder is not None:
        table, encoder = p.target_embedding, p.target_encoder
    x = table[np.array(sentence.pieces.ids)]
    norms = encoder_influence(x, encoder.forward, encoder.backward)
    return read_only(word_influence(norms, sentence))


def _shares(matrix: Floats) -> Floats:
    """Return each number as a share of its row; rows of zeros stay so."""
    sums = matrix.sum(axis=-1, keepdims=True)
    shares: Floats = np.divide(
        matrix, sums, out=np.zeros_like(matrix), where=sums > 0
    )
    return shares


def reach(
    model: Translator, typed: str, view: SelfView, place: tuple[int, int]
) -> Reach:
    """Measure what arrives over each distance, in layer and head `place`.

    `view` is of the typed words, not shuffled. Marks are left out, and the
    rows divided by what remains.
    """
    name = f"{models_folder()}/{model.name}"
    found = _influence(model, name, typed, view.reading.is_chinese)
    words = [k for k, mark in enumerate(view.reading.is_mark) if not mark]
    inner = view.word_weights[..., words, :][..., words]
    n = min(len(found), inner.shape[-1])
    inner, found = _shares(inner[..., :n, :n]), found[:n, :n]
    curves = (_shares(found), inner[place], inner.mean(axis=(0, 1)))
    return Reach(
        by_distance(found),
        (
            by_distance(curves[0]),
            by_distance(curves[1]),
            by_distance(curves[2]),
        ),
        [n] + [2 * (n - k) for k in range(1, n)],
    )
