"""Words to pieces and ids, and back; weights over pieces to weights over words.

A model does not know words but the pieces of its vocabulary (byte pair
encoding, Sennrich et al. 2016). Pieces are cut inside words, so that whatever
is shown can be shown per word.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from tokenizers import Tokenizer

from language.words import word_spans

UNKNOWN, START, END = 0, 1, 2
SPECIAL = ("<unk>", "<s>", "</s>")
# What stands for a special piece while Chinese words are looked for: a
# symbol, and so a word of its own.
STAND_IN = "\ufffc"


@dataclass(frozen=True)
class Pieces:
    """A sentence in pieces.

    Parameters
    ----------
    ids : list of int
        What the model reads.
    word_of_piece : list of int
        The position of the word that each piece belongs to.
    strings : list of str
        The pieces as the vocabulary writes them.
    unknown : list of bool
        For each word: something in it is in no piece of the vocabulary.
    in_pieces : list of bool
        For each word: it is read as more than one piece.
    """

    ids: list[int]
    word_of_piece: list[int]
    strings: list[str]
    unknown: list[bool]
    in_pieces: list[bool]


class Vocabulary:
    """The pieces that a model knows, and how it cuts words into them.

    Parameters
    ----------
    tokenizer : tokenizers.Tokenizer
        Byte pair encoding without a pre-tokenizer, whose ids 0, 1, 2 are
        <unk>, <s>, </s>. These marks are ids, never text: a typed <s> is read
        letter by letter.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        marks = tuple(tokenizer.id_to_token(id_) for id_ in range(3))
        if marks != SPECIAL:
            message = f"vocabulary must begin with {', '.join(SPECIAL)}."
            raise ValueError(f"{message} Received: {marks}.")
        self._tokenizer = tokenizer
        self._prefix = tokenizer.model.continuing_subword_prefix or ""

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a vocabulary from a json file of the package tokenizers.

        Parameters
        ----------
        path : str or Path
            The file.

        Returns
        -------
        Vocabulary
            Ready for use.
        """
        source = Path(path).read_text(encoding="utf-8")
        return cls(Tokenizer.from_str(source))

    def save(self, path: str | Path) -> None:
        """Write the vocabulary so that `load` reads it.

        Parameters
        ----------
        path : str or Path
            The file.
        """
        source = self._tokenizer.to_str(pretty=False)
        Path(path).write_text(source, encoding="utf-8")

    def __len__(self) -> int:
        return self._tokenizer.get_vocab_size()

    def encode(self, words: Sequence[str]) -> Pieces:
        """Cut words into pieces.

        Parameters
        ----------
        words : sequence of str
            As `split_words` makes them.

        Returns
        -------
        Pieces
            With at least one piece for each word.
        """
        ids, word_of_piece = [], []
        for position, word in enumerate(words):
            found = self._tokenizer.encode(word, add_special_tokens=False).ids
            found = found or [UNKNOWN]  # nothing visible in it
            ids += found
            word_of_piece += [position] * len(found)
        counts = [0] * len(words)
        unknown = [False] * len(words)
        for id_, position in zip(ids, word_of_piece, strict=True):
            counts[position] += 1
            unknown[position] |= id_ == UNKNOWN
        in_pieces = [count > 1 for count in counts]
        strings = self.decode_ids(ids)
        return Pieces(ids, word_of_piece, strings, unknown, in_pieces)

    def decode_ids(self, ids: Iterable[int]) -> list[str]:
        """Name the pieces.

        Parameters
        ----------
        ids : iterable of int
            Ids of this vocabulary.

        Returns
        -------
        list of str
            The pieces as the vocabulary writes them.

        Raises
        ------
        ValueError
            If there is no piece with such an id.
        """
        strings = []
        for id_ in ids:
            piece = self._tokenizer.id_to_token(id_) if id_ >= 0 else None
            if piece is None:
                message = f"ids must lie in 0 ... {len(self) - 1}."
                raise ValueError(f"{message} Received: {id_}.")
            strings.append(piece)
        return strings

    def target_words(self, ids: Iterable[int]) -> tuple[list[str], list[int]]:
        """Join the pieces that a model wrote to words.

        Where pieces carry a mark of continuation, it tells what belongs
        together. Where they do not (Chinese), the joined text is split into
        words, and a word ends where a piece ends as well.

        Parameters
        ----------
        ids : iterable of int
            Ids of this vocabulary.

        Returns
        -------
        words : list of str
            The words.
        word_of_piece : list of int
            The position of the word that each piece belongs to.
        """
        pieces = self.decode_ids(ids)
        if self._prefix:
            return _join_marked(pieces, self._prefix)
        return _join_unmarked(pieces)


def _join_marked(
    pieces: Sequence[str], prefix: str
) -> tuple[list[str], list[int]]:
    """Join each piece that carries the prefix to what stands before it."""
    words: list[str] = []
    word_of_piece = []
    for piece in pieces:
        if words and piece.startswith(prefix) and words[-1] not in SPECIAL:
            words[-1] += piece.removeprefix(prefix)
        else:
            words.append(piece.removeprefix(prefix))
        word_of_piece.append(len(words) - 1)
    return words, word_of_piece


def _join_unmarked(pieces: Sequence[str]) -> tuple[list[str], list[int]]:
    """Join the pieces between two ends of words."""
    visible = [STAND_IN if piece in SPECIAL else piece for piece in pieces]
    word_ends = {end for _, end in word_spans("".join(visible))}
    words = [""]
    word_of_piece = []
    end = 0
    for piece, shown in zip(pieces, visible, strict=True):
        words[-1] += piece
        word_of_piece.append(len(words) - 1)
        end += len(shown)
        if end in word_ends:
            words.append("")
    return words[:-1], word_of_piece


class Matrix(Protocol):
    """What is needed of an array."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes."""

    def __getitem__(self, index: Any, /) -> Any:  # noqa: ANN401
        """Some of it."""

    def __mul__(self, factor: Any, /) -> Any:  # noqa: ANN401
        """Each number times a factor."""


M = TypeVar("M", bound=Matrix)


def _sum_groups(rows: Any, groups: Sequence[int], count: int) -> Any:  # noqa: ANN401
    """Sum rows (n_pieces, ...) of the same group: (count, ...)."""
    firsts = [groups.index(group) for group in range(count)]
    merged = rows[firsts]  # a copy, since indexed by a list
    for row, group in enumerate(groups):
        if row != firsts[group]:
            merged[group] += rows[row]
    return merged


def _check_groups(groups: Sequence[int], count: int, name: str) -> None:
    """Raise ValueError unless each of count words has a piece."""
    if set(groups) != set(range(count)):
        message = f"{name} must hold each of 0 ... {count - 1}."
        raise ValueError(f"{message} Received: {list(groups)}.")


def merge_weights(
    weights: M,
    source_words_of_piece: Sequence[int],
    target_words_of_piece: Sequence[int],
    n_source: int,
    n_target: int,
) -> M:
    """Merge weights over pieces to weights over words.

    A word is looked at as much as its pieces together (sum over the source),
    and looks as its pieces do on average (mean over the target). Rows that
    sum to 1 do so afterwards.

    Parameters
    ----------
    weights : ndarray of shape (n_target_pieces, n_source_pieces)
        Weights over pieces.
    source_words_of_piece : sequence of int
        The source word that each piece belongs to.
    target_words_of_piece : sequence of int
        The target word that each piece belongs to.
    n_source : int
        Number of source words.
    n_target : int
        Number of target words.

    Returns
    -------
    ndarray of shape (n_target, n_source)
        Weights over words.

    Raises
    ------
    ValueError
        If the shape does not fit the pieces, or a word has no piece.
    """
    shape = len(target_words_of_piece), len(source_words_of_piece)
    if tuple(weights.shape) != shape:
        message = f"weights must have shape {shape} (set by the pieces)."
        raise ValueError(f"{message} Received: {tuple(weights.shape)}.")
    _check_groups(source_words_of_piece, n_source, "source_words_of_piece")
    _check_groups(target_words_of_piece, n_target, "target_words_of_piece")
    floats = weights * 1.0
    columns = _sum_groups(floats.T, source_words_of_piece, n_source).T
    merged = _sum_groups(columns, target_words_of_piece, n_target)
    for word in range(n_target):
        merged[word] /= target_words_of_piece.count(word)
    result: M = merged
    return result
