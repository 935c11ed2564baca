"""One sentence that looks at itself: all numbers of one picture.

Whatever the vectors come from, there are layers and heads: those of the
Transformer, or one layer whose heads are the five score functions. Queries,
keys and values come from the models in single precision; from there on
everything is computed in double precision, so that each number shown can be
recomputed from the others.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.attention import Attention, attend
from attention_core.masks import causal_mask, window_mask
from attention_core.rollout import mean_over_heads, rollout
from attention_core.scores import SCORES, scaled_dot
from attention_core.seq2seq import encode_source, encode_target
from attention_core.transformer import embed, encode
from language.joint import framed
from language.pieces import Pieces, Vocabulary, merge_weights
from language.scripts import looks_chinese
from ui.models import Translator, models_folder
from ui.pair import Sentence, read_sentence
from ui.reader import Reader
from worked.terms import SCORE_NAMES

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]
Learned = Mapping[str, Floats]

SOURCES = ("transformer", "embeddings", "recurrent")
MASKS = ("none", "causal", "window")
VIEWS = ("head", "mean", "rollout")
SEED = 5  # of what nobody has trained
D_A = 32


@dataclass(frozen=True)
class Choices:
    """What a visitor chose about the numbers.

    Parameters
    ----------
    source : {"transformer", "embeddings", "recurrent"}
        Where the vectors come from.
    mask : {"none", "causal", "window"}
        Who may look at whom.
    width : int
        Of the window, in words on either side.
    positions : bool
        Whether the model is told where a word stands.
    temperature : float
        The scores are divided by it.
    shuffle : int
        0: the words stand as typed; otherwise the seed of their order.
    """

    source: str = "transformer"
    mask: str = "none"
    width: int = 2
    positions: bool = True
    temperature: float = 1.0
    shuffle: int = 0


@dataclass(frozen=True)
class Heads:
    """What all heads do with the pieces of a sentence.

    Parameters
    ----------
    query, key, value : ndarray of shape (layers, heads, n, d)
        Who asks, who is looked at, what each has to give.
    scores, weights : ndarray of shape (layers, heads, n, n)
        Before and after the softmax.
    learned : tuple of mapping
        What the score function of each head has learned.
    score : tuple of str
        The score function of each head.
    """

    query: Floats
    key: Floats
    value: Floats
    scores: Floats
    weights: Floats
    learned: tuple[Learned, ...]
    score: tuple[str, ...]


@dataclass(frozen=True)
class SelfView:
    """All numbers of one picture.

    Parameters
    ----------
    choices : Choices
        What they belong to.
    sentence : Sentence
        Words and pieces, the marks of the Transformer included.
    is_mark : list of bool
        For each word: a mark that nobody typed.
    is_special : ndarray of bool, shape (n_words,)
        Marks and punctuation.
    order : list of int
        Where each word stood before the words were shuffled.
    mask : ndarray of bool, shape (n, n)
        Over pieces: True = may be looked at.
    word_mask : ndarray of bool, shape (n_words, n_words)
        The same over words.
    heads : Heads
        Over pieces.
    word_weights : ndarray of shape (layers, heads, n_words, n_words)
        Over words.
    is_chinese : bool
        In which language the sentence was read.
    """

    choices: Choices
    sentence: Sentence
    is_mark: list[bool]
    is_special: Bools
    order: list[int]
    mask: Bools
    word_mask: Bools
    heads: Heads
    word_weights: Floats
    is_chinese: bool

    @property
    def words(self) -> list[str]:
        """The words, marks included."""
        return self.sentence.words

    @property
    def is_plain(self) -> bool:
        """Whether nothing is projected: score functions, no layers, heads."""
        return self.choices.source != "transformer"

    @property
    def shape(self) -> tuple[int, int]:
        """Number of layers and of heads."""
        layers, heads = self.word_weights.shape[:2]
        return layers, heads

    def matrix(self, view: str, layer: int, head: int) -> Floats:
        """Return weights over words of a head, a mean, or the rollout.

        Parameters
        ----------
        view : {"head", "mean", "rollout"}
            What is shown.
        layer, head : int
            Counted from 0.

        Returns
        -------
        ndarray of shape (n_words, n_words)
            Its rows sum to 1.
        """
        if view == "head":
            chosen: Floats = self.word_weights[layer, head]
        elif view == "mean":
            chosen = mean_over_heads(self.word_weights[layer])
        else:
            reached = rollout(self.heads.weights)[layer]
            chosen = merged(reached, self.sentence)
        return chosen


def merged(weights: Floats, sentence: Sentence) -> Floats:
    """Merge weights over pieces to weights over words, on both sides.

    Parameters
    ----------
    weights : ndarray of shape (..., n, n)
        Over pieces.
    sentence : Sentence
        Which says the word of each piece.

    Returns
    -------
    ndarray of shape (..., n_words, n_words)
        Summed over keys, averaged over queries.
    """
    owners, count = sentence.pieces.word_of_piece, len(sentence.words)
    return merge_weights(weights, owners, owners, count, count)


def _is_punctuation(word: str) -> bool:
    """Tell whether nothing in a word is a letter or a digit."""
    return not any(unicodedata.category(c)[0] in "LN" for c in word)


def word_order(count: int, seed: int) -> list[int]:
    """Return the order of shuffled words.

    Parameters
    ----------
    count : int
        Number of words.
    seed : int
        0 leaves them as they are.

    Returns
    -------
    list of int
        Where each word stood before.
    """
    if not seed:
        return list(range(count))
    order = np.random.default_rng(seed).permutation(count)
    return [int(place) for place in order]


def _shuffled(
    sentence: Sentence, vocabulary: Vocabulary, order: Sequence[int]
) -> Sentence:
    """Put the words into another order; each keeps its pieces."""
    ids = [
        [sentence.pieces.ids[k] for k in sentence.pieces_of(word)]
        for word in order
    ]
    words = [sentence.words[word] for word in order]
    return replace(sentence, words=words, pieces=vocabulary.pieces(ids))


def word_mask(choices: Choices, count: int) -> Bools:
    """Return who may look at whom, over words.

    Parameters
    ----------
    choices : Choices
        Mask and width.
    count : int
        Number of words.

    Returns
    -------
    ndarray of bool, shape (count, count)
        True = may be looked at.
    """
    if choices.mask == "causal":
        return causal_mask(count, count)
    width = choices.width if choices.mask == "window" else count
    return window_mask(count, count, width)


def _over_pieces(mask: Bools, owners: Sequence[int]) -> Bools:
    """Return a mask over words as a mask over their pieces."""
    return mask[np.ix_(owners, owners)]


def _doubled(arrays: Sequence[Floats]) -> Floats:
    return np.stack(arrays).astype(np.float64)


def _transformer_heads(
    reader: Reader, pieces: Pieces, mask: Bools, choices: Choices
) -> Heads:
    """Read a sentence with the Transformer's encoder."""
    read = encode(
        reader.parameters,
        pieces.ids,
        mask=mask,
        positions=None if choices.positions else "none",
        temperature=choices.temperature,
    )
    steps = [layer.attention for layer in read.layers]
    query, key, value = (
        _doubled([getattr(step, name) for step in steps])
        for name in ("query", "key", "value")
    )
    scores = scaled_dot(query, key)
    step = attend(scores, value, mask=mask, temperature=choices.temperature)
    count = reader.heads
    return Heads(
        query,
        key,
        value,
        scores,
        step.weights,
        ({},) * count,
        ("scaled_dot",) * count,
    )


def _random_learned(d: int) -> dict[str, dict[str, Floats]]:
    """Return what two score functions need, drawn at random."""
    rng = np.random.default_rng(SEED)
    additive = {
        name: rng.normal(size=(d, D_A)) / d**0.5 for name in ("W_q", "W_k")
    }
    return {
        "general": {"W": rng.normal(size=(d, d)) / d**0.5},
        "additive": {**additive, "v": rng.normal(size=D_A)},
    }


def _plain_heads(
    x: Floats,
    learned: Mapping[str, Learned],
    mask: Bools,
    choices: Choices,
) -> Heads:
    """Compare vectors with each other under every score function."""
    x = x.astype(np.float64)
    given = tuple(learned.get(name, {}) for name in SCORE_NAMES)
    steps: list[Attention] = []
    for name, arrays in zip(SCORE_NAMES, given, strict=True):
        scores = SCORES[name].function(x, x, **arrays)
        steps.append(
            attend(scores, x, mask=mask, temperature=choices.temperature)
        )
    same = np.broadcast_to(x, (1, len(steps), *x.shape))
    return Heads(
        same,
        same,
        same,
        np.stack([step.scores for step in steps])[None],
        np.stack([step.weights for step in steps])[None],
        given,
        SCORE_NAMES,
    )


def embeddings(reader: Reader, pieces: Pieces, positions: bool) -> Floats:
    """Return the vectors of words that nothing has read yet.

    Parameters
    ----------
    reader : Reader
        Whose embeddings to take.
    pieces : Pieces
        The sentence.
    positions : bool
        Whether to add sines and cosines.

    Returns
    -------
    ndarray of shape (n, d)
        What the Transformer's first layer reads, divided by sqrt(d).
    """
    p = reader.parameters
    chosen = None if positions else "none"
    read = embed(p, pieces.ids, positions=chosen)
    return read / np.float32(p.embedding.shape[1] ** 0.5)


def _recurrent(
    model: Translator, pieces: Pieces, is_chinese: bool
) -> tuple[Floats, Mapping[str, Learned]]:
    """Return the states of the recurrent encoder of a language."""
    read = encode_target if is_chinese else encode_source
    states = read(model.parameters, pieces.ids)
    learned = model.parameters.attention.get("y", {})
    return states, learned


def recurrent_vocabulary(model: Translator, is_chinese: bool) -> Vocabulary:
    """Return the vocabulary of the recurrent encoder of a language.

    Parameters
    ----------
    model : Translator
        The recurrent model.
    is_chinese : bool
        Which of its two encoders.

    Returns
    -------
    Vocabulary
        Of its source or target side.
    """
    return model.target if is_chinese else model.source


def _heads(
    reader: Reader, model: Translator, read: Sentence, bits: tuple[Any, ...]
) -> Heads:
    """Return what the heads of the chosen source do."""
    choices, mask, is_chinese = bits
    if choices.source == "transformer":
        return _transformer_heads(reader, read.pieces, mask, choices)
    if choices.source == "embeddings":
        x = embeddings(reader, read.pieces, choices.positions)
        return _plain_heads(x, _random_learned(x.shape[1]), mask, choices)
    x, learned = _recurrent(model, read.pieces, is_chinese)
    return _plain_heads(x, learned, mask, choices)


def _read(
    reader: Reader, model: Translator, typed: str, choices: Choices
) -> tuple[Sentence, list[int], bool]:
    """Return the sentence as it is read, its order, and if it is Chinese."""
    vocabulary: Vocabulary = reader.vocabulary
    sentence = read_sentence(typed, vocabulary)
    is_chinese = looks_chinese(sentence.words)
    if choices.source == "recurrent":
        vocabulary = recurrent_vocabulary(model, is_chinese)
        sentence = read_sentence(typed, vocabulary)
    order = word_order(len(sentence.words), choices.shuffle)
    sentence = _shuffled(sentence, vocabulary, order)
    if choices.source == "transformer":
        words, pieces = framed(sentence.words, sentence.pieces)
        sentence = replace(sentence, words=words, pieces=pieces)
        order = [0, *(place + 1 for place in order), len(order) + 1]
    return sentence, order, is_chinese


@st.cache_resource(max_entries=100, show_spinner=False)
def _self_view(
    _reader: Reader,
    _model: Translator,
    names: str,  # noqa: ARG001  (part of the key of the cache)
    typed: str,
    choices: Choices,
) -> SelfView:
    """Compute a view; the same one for all who ask for it."""
    sentence, order, is_chinese = _read(_reader, _model, typed, choices)
    count = len(sentence.words)
    is_mark = [False] * count
    if choices.source == "transformer":
        is_mark[0] = is_mark[-1] = True
    special = [
        mark or _is_punctuation(word)
        for mark, word in zip(is_mark, sentence.words, strict=True)
    ]
    by_word = word_mask(choices, count)
    mask = _over_pieces(by_word, sentence.pieces.word_of_piece)
    heads = _heads(_reader, _model, sentence, (choices, mask, is_chinese))
    return SelfView(
        choices=choices,
        sentence=sentence,
        is_mark=is_mark,
        is_special=np.array(special),
        order=order,
        mask=mask,
        word_mask=by_word,
        heads=heads,
        word_weights=merged(heads.weights, sentence),
        is_chinese=is_chinese,
    )


def self_view(
    reader: Reader, model: Translator, typed: str, choices: Choices
) -> SelfView:
    """Return all numbers of one picture.

    Parameters
    ----------
    reader : Reader
        The Transformer.
    model : Translator
        The recurrent model.
    typed : str
        A sentence with at least one word.
    choices : Choices
        What the visitor chose.

    Returns
    -------
    SelfView
        The numbers.
    """
    names = f"{models_folder()}/{reader.name}/{model.name}"
    return _self_view(reader, model, names, typed, choices)


def moved(view: SelfView, typed: SelfView) -> float:
    """Return by how much shuffling changed the weights.

    Parameters
    ----------
    view : SelfView
        Of the shuffled words.
    typed : SelfView
        Of the words as typed.

    Returns
    -------
    float
        The largest difference of a weight of any head between the same two
        words.
    """
    back = np.empty_like(view.word_weights)
    back[..., np.array(view.order)[:, None], np.array(view.order)] = (
        view.word_weights
    )
    return float(np.abs(back - typed.word_weights).max())
