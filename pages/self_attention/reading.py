"""From a typed sentence to the pieces that are read, in the chosen order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from attention_core.marks import START
from attention_core.masks import causal_mask, window_mask
from attention_core.transformer import layer_mask, translate
from language.pieces import Pieces, Vocabulary
from language.sentence import MOST_WORDS, Sentence, read_sentence
from pairs.models import Reader, Translator

Bools = npt.NDArray[np.bool_]

SOURCES = ("transformer", "decoder", "embeddings", "recurrent")
MASKS = ("none", "causal", "window")
VIEWS = ("head", "mean", "rollout")


@dataclass(frozen=True)
class Options:
    """What a visitor chose about the numbers.

    Parameters
    ----------
    source : {"transformer", "decoder", "embeddings", "recurrent"}
        Where the vectors come from; "transformer" is its encoder.
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
    target : str
        What the decoder is given to read; without a word in it, what the
        model writes.
    """

    source: str = "transformer"
    mask: str = "none"
    width: int = 2
    positions: bool = True
    temperature: float = 1.0
    shuffle: int = 0
    target: str = ""

    @classmethod
    def of_decoder(cls, target: str, temperature: float) -> "Options":
        """Return the decoder's: it looks back only, at words as they stand."""
        return cls("decoder", "causal", temperature=temperature, target=target)

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
    is_second : bool
        Whether it was read in the second language of the pair.
    source : Sentence or None
        What the encoder reads, if this is what the decoder reads.
    """

    sentence: Sentence
    is_mark: list[bool]
    order: list[int]
    is_second: bool
    source: Sentence | None = None


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


def needed(model: Translator | None) -> Translator:
    """Return the recurrent model of a pair, where it is asked for."""
    if model is None:
        raise ValueError(
            'source must be "transformer", "decoder" or "embeddings" for a '
            'pair without a recurrent model. Received: "recurrent".'
        )
    return model


def recurrent_vocabulary(model: Translator, is_second: bool) -> Vocabulary:
    """Return the vocabulary of the recurrent encoder of a language."""
    return model.target if is_second else model.source


def framed_sentence(typed: str, reader: Reader) -> Sentence:
    """Read a typed sentence as the Transformer's encoder does, with marks."""
    return _framed(read_sentence(typed, reader.vocabulary), reader)


def _framed(sentence: Sentence, reader: Reader) -> Sentence:
    """Put the marks around a sentence that the encoder reads."""
    framed = reader.vocabulary.framed
    words, pieces = framed(sentence.words, sentence.pieces)
    return replace(sentence, words=words, pieces=pieces)


def _begun(sentence: Sentence) -> Sentence:
    """Put <s> before a sentence that the decoder reads."""
    pieces = sentence.pieces
    begun = Pieces(
        [START, *pieces.ids],
        [0, *(owner + 1 for owner in pieces.word_of_piece)],
        ["<s>", *pieces.strings],
        [False, *pieces.unknown],
        [False, *pieces.in_pieces],
    )
    return replace(sentence, words=["<s>", *sentence.words], pieces=begun)


def read_target(reader: Reader, typed: str, options: Options) -> Reading:
    """Read what the decoder is given beside a typed source sentence."""
    source = framed_sentence(typed, reader)
    target = read_sentence(options.target, reader.vocabulary)
    if not target.words:
        ids = source.pieces.ids
        written = translate(reader.parameters, ids, max_length=MOST_WORDS)
        said = reader.vocabulary.read(written.ids.tolist())
        target = read_sentence(said, reader.vocabulary)
    is_second = reader.vocabulary.is_second(target.words)
    target = _begun(target)
    count = len(target.words)
    is_mark = [k == 0 for k in range(count)]
    return Reading(target, is_mark, [*range(count)], is_second, source)


def read(
    reader: Reader, model: Translator | None, typed: str, options: Options
) -> Reading:
    """Read a typed sentence as the chosen vectors need it."""
    if options.source == "decoder":
        return read_target(reader, typed, options)
    vocabulary: Vocabulary = reader.vocabulary
    sentence = read_sentence(typed, vocabulary)
    is_second = reader.vocabulary.is_second(sentence.words)
    if options.source == "recurrent":
        vocabulary = recurrent_vocabulary(needed(model), is_second)
        sentence = read_sentence(typed, vocabulary)
    order = word_order(len(sentence.words), options.shuffle)
    sentence = _shuffled(sentence, vocabulary, order)
    is_mark = [False] * len(order)
    if options.source == "transformer":
        sentence = _framed(sentence, reader)
        order = [0, *(place + 1 for place in order), len(order) + 1]
        is_mark = [True, *is_mark, True]
    return Reading(sentence, is_mark, order, is_second)


def word_mask(options: Options, count: int) -> Bools:
    """Return who may look at whom, over words: (count, count)."""
    if options.mask == "causal":
        return causal_mask(count, count)
    width = options.width if options.mask == "window" else count
    return window_mask(count, count, width)


def layer_masks(reader: Reader, mask: Bools, options: Options) -> Bools:
    """Return a mask over pieces for each layer: (layers, n, n).

    An encoder may have layers that were trained to see a few pieces only.
    """
    p, n = reader.parameters, len(mask)
    if options.source == "transformer":
        each = [
            layer_mask(p.settings, k, n, mask) for k in range(len(p.encoder))
        ]
        return np.array(each, dtype=np.bool_)
    layers = len(p.decoder) if options.source == "decoder" else 1
    return np.repeat(mask[None], layers, axis=0)


def over_words(masks: Bools, reading: Reading) -> Bools:
    """Return masks over pieces as masks over words: (..., n_words, n_words)."""
    owners = np.array(reading.sentence.pieces.word_of_piece)
    belongs = owners[:, None] == np.arange(len(reading.sentence.words))
    found: Bools = belongs.T @ masks @ belongs
    return found


def piece_mask(mask: Bools, reading: Reading) -> Bools:
    """Return a mask over words as a mask over their pieces.

    The decoder reads piece by piece: no piece looks at a later one, not even
    of its own word.
    """
    owners = reading.sentence.pieces.word_of_piece
    if reading.source is not None:
        return causal_mask(len(owners), len(owners))
    return mask[np.ix_(owners, owners)]
