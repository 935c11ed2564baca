"""How far a word reaches: the recurrent encoder beside self-attention."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.heads import by_distance
from attention_core.influence import encoder_influence
from pages.self_attention.view import SelfView, recurrent_vocabulary
from ui.models import Translator, models_folder
from ui.pair import Sentence, read_sentence
from ui.texts import text

Floats = npt.NDArray[np.floating]
LINES = ("recurrent_line", "head_line", "mean_line")
PLAIN_LINES = ("recurrent_line", "plain_head_line", "plain_mean_line")


@dataclass(frozen=True)
class Reach:
    """What arrives over each distance |i - j|.

    Parameters
    ----------
    influence : ndarray of shape (n,)
        Mean norm of the derivative of h_i by the embedding of word j.
    recurrent, head, mean : ndarray of shape (n,)
        Mean share of a row: of the influences, of the weights of the chosen
        head, of the weights of all heads.
    counts : list of int
        How many pairs of words there are.
    """

    influence: Floats
    recurrent: Floats
    head: Floats
    mean: Floats
    counts: list[int]

    @property
    def distances(self) -> list[int]:
        """All |i - j|."""
        return list(range(len(self.counts)))


def word_influence(norms: Floats, sentence: Sentence) -> Floats:
    """Return the influence of words from that of their pieces.

    Parameters
    ----------
    norms : ndarray of shape (n, n)
        Norms of the derivatives of each piece's state by each embedding.
    sentence : Sentence
        Which says the word of each piece.

    Returns
    -------
    ndarray of shape (n_words, n_words)
        The norm of all derivatives between two words: the root of the sum of
        the squares.
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
    return word_influence(norms, sentence)


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
    """Measure what arrives over each distance.

    Parameters
    ----------
    model : Translator
        The recurrent model.
    typed : str
        A sentence with at least one word.
    view : SelfView
        Of the same sentence, its words not shuffled.
    place : tuple of int
        Layer and head, from 0.

    Returns
    -------
    Reach
        Of the typed words; marks are left out, and the rows divided by what
        remains.
    """
    name = f"{models_folder()}/{model.name}"
    found = _influence(model, name, typed, view.is_chinese)
    words = [k for k, is_mark in enumerate(view.is_mark) if not is_mark]
    inner = view.word_weights[..., words, :][..., words]
    n = min(len(found), inner.shape[-1])
    inner = _shares(inner[..., :n, :n])
    found = found[:n, :n]
    counts = [n] + [2 * (n - k) for k in range(1, n)]
    return Reach(
        by_distance(found),
        by_distance(_shares(found)),
        by_distance(inner[place]),
        by_distance(inner.mean(axis=(0, 1))),
        counts,
    )


def _line_names(view: SelfView) -> list[str]:
    """Name the three curves; without projections there are no heads."""
    names = PLAIN_LINES if view.is_plain else LINES
    return [text("self_attention", name) for name in names]


def reach_lines(found: Reach, view: SelfView) -> dict[str, Floats]:
    """Return the curves of the picture, by their names.

    Parameters
    ----------
    found : Reach
        What was measured.
    view : SelfView
        On whose weights.

    Returns
    -------
    dict of str to ndarray of shape (n,)
        Zero has no point on a logarithmic axis.
    """
    values = (found.recurrent, found.head, found.mean)
    return {
        name: np.where(curve > 0, curve, np.nan)
        for name, curve in zip(_line_names(view), values, strict=True)
    }


def reach_table(found: Reach, view: SelfView) -> dict[str, list[float]]:
    """Return all numbers, one row for each distance.

    Parameters
    ----------
    found : Reach
        What was measured.
    view : SelfView
        On whose weights.

    Returns
    -------
    dict of str to list
        Columns by their titles.
    """
    n = len(found.counts)
    columns = {
        "distance": list(range(n)),
        "path_recurrent": list(range(n)),
        "path_attention": [min(k, 1) for k in range(n)],
        "pairs": found.counts,
        "influence": found.influence.tolist(),
    }
    named = {text("self_attention", k): v for k, v in columns.items()}
    curves = (found.recurrent, found.head, found.mean)
    shares = zip(_line_names(view), curves, strict=True)
    return named | {name: curve.tolist() for name, curve in shares}


def explain(found: Reach, view: SelfView) -> None:
    """Draw the numbers, and say what they are.

    Parameters
    ----------
    found : Reach
        What was measured.
    view : SelfView
        On whose weights.
    """
    st.caption(text("self_attention", "reach_note"))
    columns = reach_table(found, view)
    shown = {
        title: st.column_config.NumberColumn(format="%.5f")
        for title, column in columns.items()
        if column and isinstance(column[0], float)
    }
    st.dataframe(columns, hide_index=True, column_config=shown)
