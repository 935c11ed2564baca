"""Words to pieces and ids, and back.

A model does not know words but the pieces of its vocabulary (byte pair
encoding, Sennrich et al. 2016). Pieces are cut inside words, so that whatever
is shown can be shown per word.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Self

from tokenizers import Tokenizer

from language.parts import divisions
from language.tongues import ANY, Tongue, told_apart
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
    *tongues : Tongue
        The languages that it is of; without them words are cut as they are
        in English and Chinese.

    Raises
    ------
    ValueError
        If the vocabulary begins with other pieces.
    """

    def __init__(self, tokenizer: Tokenizer, *tongues: Tongue) -> None:
        marks = tuple(tokenizer.id_to_token(id_) for id_ in range(3))
        if marks != SPECIAL:
            message = f"vocabulary must begin with {', '.join(SPECIAL)}."
            raise ValueError(f"{message} Received: {marks}.")
        self.tokenizer = tokenizer
        self.tongues = tongues or (ANY,)
        self._prefix = tokenizer.model.continuing_subword_prefix or ""

    @classmethod
    def load(cls, path: str | Path, *tongues: Tongue) -> Self:
        """Read a vocabulary from a json file of the package tokenizers.

        Parameters
        ----------
        path : str or Path
            The file.
        *tongues : Tongue
            The languages that it is of.

        Returns
        -------
        Vocabulary
            Ready for use.

        Raises
        ------
        OSError
            If the file cannot be read.
        ValueError
            If it holds no vocabulary; the message names the file.
        """
        path = Path(path)
        try:
            source = path.read_text(encoding="utf-8")
            return cls(Tokenizer.from_str(source), *tongues)
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001  (tokenizers has no other)
            message = f"{path.name} is no vocabulary: {error}"
            raise ValueError(message) from None

    def save(self, path: str | Path) -> None:
        """Write the vocabulary so that `load` reads it.

        Parameters
        ----------
        path : str or Path
            The file.
        """
        source = self.tokenizer.to_str(pretty=False)
        Path(path).write_text(source, encoding="utf-8")

    def __len__(self) -> int:
        return self.tokenizer.get_vocab_size()

    def tongue_of(self, text: str) -> Tongue:
        """Tell in which of its languages a text is.

        Parameters
        ----------
        text : str
            Anything that can be typed.

        Returns
        -------
        Tongue
            The first one, unless the text looks like the second.
        """
        return told_apart(text, self.tongues)

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
        return self.pieces([self._ids(word) for word in words])

    def pieces(self, ids_of_words: Sequence[Sequence[int]]) -> Pieces:
        """Describe words whose ids are known.

        Parameters
        ----------
        ids_of_words : sequence of sequence of int
            For each word, at least one id.

        Returns
        -------
        Pieces
            The sentence that they make.
        """
        ids = [id_ for word in ids_of_words for id_ in word]
        positions = [i for i, word in enumerate(ids_of_words) for _ in word]
        return Pieces(
            ids=ids,
            word_of_piece=positions,
            strings=self.decode_ids(ids),
            unknown=[UNKNOWN in word for word in ids_of_words],
            in_pieces=[len(word) > 1 for word in ids_of_words],
        )

    def _ids(self, word: str) -> list[int]:
        """Return the ids of a word; <unk> if nothing in it can be read."""
        encoding = self.tokenizer.encode(word, add_special_tokens=False)
        return list(encoding.ids) or [UNKNOWN]

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
            inside = 0 <= id_ < len(self)
            piece = self.tokenizer.id_to_token(id_) if inside else None
            if piece is None:
                message = f"ids must lie in 0 ... {len(self) - 1}."
                raise ValueError(f"{message} Received: {id_}.")
            strings.append(piece)
        return strings

    def target_words(self, ids: Iterable[int]) -> tuple[list[str], list[int]]:
        """Join the pieces that a model wrote to words.

        Where pieces carry a mark of continuation, it tells what belongs
        together. Where they do not (Chinese), the joined text is split into
        words and their parts, and a word ends where a piece ends as well.

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


def _word_ends(text: str, piece_ends: set[int]) -> set[int]:
    """Return where words end, or parts of words and pieces together."""
    ends = set[int]()
    for start, end in word_spans(text):
        inside = {at - start for at in piece_ends}
        for parts in divisions(text[start:end], inside)[:1]:
            ends |= {start + at for at in accumulate(map(len, parts))}
        ends.add(end)
    return ends


def _join_unmarked(pieces: Sequence[str]) -> tuple[list[str], list[int]]:
    """Join the pieces between two ends of words."""
    visible = [STAND_IN if piece in SPECIAL else piece for piece in pieces]
    piece_ends = set(accumulate(map(len, visible)))
    word_ends = _word_ends("".join(visible), piece_ends)
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
