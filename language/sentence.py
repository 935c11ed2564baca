"""What a model reads of a typed text: words, and their pieces."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import regex

from language.merging import Array, merge_weights
from language.pieces import SPECIAL, Pieces, Vocabulary
from language.reading import words_for
from language.words import split_words

MOST_WORDS = 60
MOST_PIECES = 120  # a word can have many
MOST_UNKNOWN, MOST_SEARCHED = 3, 48  # pieces of a word, its characters
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


def _unknowns_between(typed: str, parts: list[str]) -> list[str]:
    """Give unknown pieces what stands between the others, if that is clear."""
    unknown = [part == SPECIAL[0] for part in parts]
    if sum(unknown) > MOST_UNKNOWN or len(typed) > MOST_SEARCHED:
        return parts
    found = []
    for signs in ("(.+?)", "(.+)"):  # as few as possible, as many as possible
        marked = zip(parts, unknown, strict=True)
        pattern = "".join(signs if un else regex.escape(p) for p, un in marked)
        match = regex.fullmatch(pattern, typed, regex.I | regex.S)
        found.append(match.groups() if match else ())
    if not found[0] or found[0] != found[1]:
        return parts
    names = iter(found[0])
    return [next(names) if p == SPECIAL[0] else p for p in parts]


def _unknown_as_typed(typed: str, parts: list[str]) -> list[str]:
    """Give the one unknown piece of a word the signs that are left for it."""
    if parts.count(SPECIAL[0]) != 1:
        return _unknowns_between(typed, parts)
    at = parts.index(SPECIAL[0])
    before, after = (
        sum(len(part) for part in side)
        for side in (parts[:at], parts[at + 1 :])
    )
    left = typed[before : len(typed) - after]
    return [*parts[:at], left or SPECIAL[0], *parts[at + 1 :]]


def _joined_names(typed: str, strings: Sequence[str]) -> list[str]:
    """Name the pieces of one word by what was typed, where that is clear."""
    if len(strings) == 1:
        return [typed]
    parts = [string.removeprefix("##") for string in strings]
    parts = _unknown_as_typed(typed, parts)
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


def has_words(typed: str) -> bool:
    """Tell whether there is a word in a text."""
    return bool(split_words(typed[:MOST_CHARACTERS]))


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


def word_weights(weights: Array, target: Sentence, source: Sentence) -> Array:
    """Merge weights over pieces to weights over words.

    They are summed over the pieces of the source (keys), and averaged over
    those of the target (queries). In front, axes for heads are allowed.
    """
    return merge_weights(
        weights,
        source.pieces.word_of_piece,
        target.pieces.word_of_piece,
        len(source.words),
        len(target.words),
    )


def heaviest_pieces(
    weights: Array, words: tuple[int, int], target: Sentence, source: Sentence
) -> tuple[int, int]:
    """Return the pieces of a target and a source word with the most weight.

    `weights` are over pieces, (n_t, n_s); all positions count from 0.
    """
    rows, columns = target.pieces_of(words[0]), source.pieces_of(words[1])
    both: Any = weights
    block = both[rows][:, columns]
    p, q = divmod(int(block.argmax()), len(columns))
    return rows[p], columns[q]
