"""From a typed sentence to the pieces that are read, in the chosen order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from attention_core.masks import causal_mask, window_mask
from language.joint import framed
from language.pieces import Vocabulary
from language.scripts import looks_chinese
from ui.models import Reader, Translator
from ui.sentence import Sentence, read_sentence

Bools = npt.NDArray[np.bool_]

SOURCES = ("transformer", "embeddings", "recurrent")
MASKS = ("none", "causal", "window")
VIEWS = ("head", "mean", "rollout")


@dataclass(frozen=True)
class Options:
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

    def as_typed(self) -> "Options":
        """Return the same with the words in the order typed."""
        return replace(self, shuffle=0)


@dataclass(frozen=True)
class Reading:
    """A sentence as it is read.

    Parameters
    ----------
    sentence : Sentence
        Words and pieces, the marks of the Transformer included.
    is_mark : list of bool
        For each word: a mark that nobody typed.
    order : list of int
        Where each word stood before the words were shuffled.
    is_chinese : bool
        In which language it was read.
    """

    sentence: Sentence
    is_mark: list[bool]
    order: list[int]
    is_chinese: bool


def word_order(count: int, seed: int) -> list[int]:
    """Return where each shuffled word stood before; seed 0 leaves them."""
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


def recurrent_vocabulary(model: Translator, is_chinese: bool) -> Vocabulary:
    """Return the vocabulary of the recurrent encoder of a language."""
    return model.target if is_chinese else model.source


def read(
    reader: Reader, model: Translator, typed: str, options: Options
) -> Reading:
    """Read a typed sentence as the chosen vectors need it."""
    vocabulary: Vocabulary = reader.vocabulary
    sentence = read_sentence(typed, vocabulary)
    is_chinese = looks_chinese(sentence.words)
    if options.source == "recurrent":
        vocabulary = recurrent_vocabulary(model, is_chinese)
        sentence = read_sentence(typed, vocabulary)
    order = word_order(len(sentence.words), options.shuffle)
    sentence = _shuffled(sentence, vocabulary, order)
    is_mark = [False] * len(order)
    if options.source == "transformer":
        words, pieces = framed(sentence.words, sentence.pieces)
        sentence = replace(sentence, words=words, pieces=pieces)
        order = [0, *(place + 1 for place in order), len(order) + 1]
        is_mark = [True, *is_mark, True]
    return Reading(sentence, is_mark, order, is_chinese)


def word_mask(options: Options, count: int) -> Bools:
    """Return who may look at whom, over words: (count, count)."""
    if options.mask == "causal":
        return causal_mask(count, count)
    width = options.width if options.mask == "window" else count
    return window_mask(count, count, width)


def piece_mask(mask: Bools, sentence: Sentence) -> Bools:
    """Return a mask over words as a mask over their pieces."""
    owners = sentence.pieces.word_of_piece
    return mask[np.ix_(owners, owners)]
