"""How far a word reaches: the recurrent encoder beside the Transformer's.

Like is compared with like: the influence of word j on what comes out at word
i, in both encoders as they were trained. Weights are shares of one layer, and
stand beside them in a table only.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.heads import by_distance
from attention_core.influence import encoder_influence
from attention_core.transformer import annotation_influence
from language.sentence import Sentence, read_sentence
from pages.self_attention.reading import framed_sentence, recurrent_vocabulary
from pages.self_attention.view import SelfView
from pairs.models import Reader, Translator, models_folder
from pairs.shared import read_only

Floats = npt.NDArray[np.floating]
Weights = tuple[Floats, ...]
DIRECTIONS = 8  # of 192; a test holds what that costs in precision


@dataclass(frozen=True)
class Reach:
    """What arrives over each distance |i - j|.

    Parameters
    ----------
    influences : tuple of ndarray of shape (n,)
        Mean share of a row of influences: the norms of the derivatives of
        what comes out at word i by the vector of word j. Of the recurrent
        encoder, and of the Transformer's.
    weights : tuple of ndarray of shape (n,)
        Mean share of a row of weights: of the chosen head, of all heads.
        None, where the weights shown are those of other words.
    counts : list of int
        How many pairs of words there are.
    """

    influences: tuple[Floats, Floats]
    weights: Weights
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
def transformer_influence(
    _reader: Reader,
    name: str,  # noqa: ARG001  (part of the key of the cache)
    typed: str,
    directions: int | None = DIRECTIONS,
) -> Floats:
    """Return how strongly each typed word moves each annotation.

    Along `directions` of the vector of a word; None: along all, exact.
    """
    sentence = framed_sentence(typed, _reader)
    ids = sentence.pieces.ids
    norms = annotation_influence(_reader.parameters, ids, directions=directions)
    return read_only(word_influence(norms, sentence)[1:-1, 1:-1])


@st.cache_resource(max_entries=50, show_spinner=False)
def _influence(
    _model: Translator,
    name: str,  # noqa: ARG001  (part of the key of the cache)
    typed: str,
    is_second: bool,
) -> Floats:
    """Return how strongly each typed word moves the state at each other."""
    vocabulary = recurrent_vocabulary(_model, is_second)
    sentence = read_sentence(typed, vocabulary)
    p = _model.parameters
    table, encoder = p.source_embedding, p.source_encoder
    if is_second and p.target_encoder is not None:
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
    models: tuple[Reader, Translator],
    typed: str,
    view: SelfView,
    place: tuple[int, int],
) -> Reach:
    """Measure what arrives over each distance; weights: in head `place`.

    `view` is of the typed words, not shuffled. Marks are left out, and the
    rows divided by what remains.
    """
    reader, model = models
    names = [f"{models_folder()}/{one.name}" for one in models]
    recurrent = _influence(model, names[1], typed, view.reading.is_second)
    transformer = transformer_influence(reader, names[0], typed)
    n = min(len(recurrent), len(transformer))
    found = [_shares(m[:n, :n]) for m in (recurrent, transformer)]
    return Reach(
        (by_distance(found[0]), by_distance(found[1])),
        _weights(view, place, n),
        [n] + [2 * (n - k) for k in range(1, n)],
    )


def _weights(view: SelfView, place: tuple[int, int], n: int) -> Weights:
    """Return the weights of a head and of all; a decoder's are of others."""
    if view.is_decoder:
        return ()
    words = [k for k, mark in enumerate(view.reading.is_mark) if not mark][:n]
    shares = _shares(view.word_weights[..., words, :][..., words])
    mean = shares.mean(axis=(0, 1))
    return by_distance(shares[place]), by_distance(mean)
