"""From what was typed to the words that a model reads and a picture shows.

A word of the dictionary that is several words to a reader (see `parts`) is
cut there if the model reads each part whole. A word of two characters is left
alone if the model reads it whole, and so is what was cut by hand.
"""

from collections.abc import Sequence

import regex

from language.parts import NUMBER, Parts, divisions
from language.pieces import Vocabulary
from language.words import cut_by_hand, split_words

# The end of a piece that goes on (subword-nmt), the start of one that does
# (WordPiece), the start of a word (SentencePiece, byte-level).
GOES_ON = regex.compile(r"(?<=\w)@@[^\S\n]+(?=\w)|(?<=\w)[^\S\n]+##(?=\w)")
WORD_START = regex.compile(r"(?:^|(?<=\s))[▁Ġ](?=\S)")


def _are_read(word: str, parts: Parts, vocabulary: Vocabulary) -> bool:
    """Tell whether the model reads the parts, not the word, as words."""
    read, whole = vocabulary.encode(parts), vocabulary.encode([word])
    n_in_pieces = sum(
        in_pieces and not NUMBER.fullmatch(part)
        for part, in_pieces in zip(parts, read.in_pieces, strict=True)
    )
    if n_in_pieces == 0:
        return not any(read.unknown)
    # 打火机 is not 打 | 火机, though the dictionary holds both.
    may_be_one = len(parts[0]) == 1 < len(parts[-1]) and len(word) == 3
    is_number = NUMBER.fullmatch(parts[0]) is not None
    is_finer = len(read.ids) > len(whole.ids) or any(read.unknown)
    return (
        not is_finer
        and (is_number or not may_be_one)
        and 2 * n_in_pieces <= len(parts)
    )


def _cut(word: str, vocabulary: Vocabulary) -> list[str]:
    """Cut one word, and its parts again, into what is read as words."""
    for parts in divisions(word):
        if _are_read(word, parts, vocabulary):
            return cut_words(parts, vocabulary)
    return [word]


def cut_words(words: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """Cut words that are several words to a reader and to the model.

    Parameters
    ----------
    words : sequence of str
        As `split_words` makes them.
    vocabulary : Vocabulary
        Of the model that reads them.

    Returns
    -------
    list of str
        Joined, they are what the words joined are.
    """
    return [part for word in words for part in _cut(word, vocabulary)]


def without_piece_marks(text: str) -> str:
    """Join what a tokenizer cut: pieces become words again.

    Parameters
    ----------
    text : str
        Anything that can be typed.

    Returns
    -------
    str
        The text without "@@ " and " ##" between pieces. Where a word begins
        with "▁" or "Ġ", pieces without that mark belong to the word before.

    Examples
    --------
    >>> without_piece_marks("Tom@@ my is un ##believ ##able")
    'Tommy is unbelievable'
    >>> without_piece_marks("▁Tom ▁chas es ▁Jerry .")
    'Tom chases Jerry.'
    """
    if WORD_START.search(text):
        marked = WORD_START.sub("\0", text)
        return regex.sub(r"[^\S\n]+", "", marked).replace("\0", " ").strip(" ")
    return GOES_ON.sub("", text)


def words_for(
    text: str, vocabulary: Vocabulary, *, characters: bool = False
) -> list[str]:
    """Split a text into the words that a model reads.

    Parameters
    ----------
    text : str
        Anything that can be typed.
    vocabulary : Vocabulary
        Of the model that reads it.
    characters : bool, default False
        One grapheme is one word, in every script.

    Returns
    -------
    list of str
        As the language of the vocabulary has them, each cut as `cut_words`
        does, but what was cut by hand.
    """
    joined = without_piece_marks(text)
    if characters:
        return split_words(joined, characters=True)
    by_hand = cut_by_hand(joined)
    words = []
    for start, end in vocabulary.tongue_of(joined).spans(joined):
        word = joined[start:end]
        kept = any(first <= start < last for first, last in by_hand)
        words += [word] if kept else _cut(word, vocabulary)
    return words
