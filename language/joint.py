"""One vocabulary for both languages: what the Transformer reads.

A word that begins with a Latin letter or a digit has the mark "▁" in its
first piece, so that English can be put together again; Chinese pieces carry
no mark. Five ids are no text: <unk>, <s>, </s>, and the marks that name the
language to translate into, which stand before a sentence.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import regex
from tokenizers import Tokenizer

from language.pieces import END, Pieces, Vocabulary
from language.scripts import looks_chinese

TO_CHINESE, TO_ENGLISH = 3, 4
MARKS = ("<2zh>", "<2en>")
WORD_START = "▁"
_MARK = regex.compile("<2[a-z]{2}>")


class JointVocabulary(Vocabulary):
    """The pieces of both languages.

    Parameters
    ----------
    tokenizer : tokenizers.Tokenizer
        Its ids 0 ... 4 are <unk>, <s>, </s>, <2zh>, <2en>; where the other
        language is not Chinese, its mark stands in place of <2zh>.

    Raises
    ------
    ValueError
        If the vocabulary begins with other pieces.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__(tokenizer)
        ids = (TO_CHINESE, TO_ENGLISH)
        marks = tuple(tokenizer.id_to_token(id_) for id_ in ids)
        if not _MARK.fullmatch(marks[0] or "") or marks[1] != MARKS[1]:
            message = f"vocabulary must go on with {', '.join(MARKS)}."
            raise ValueError(f"{message} Received: {marks}.")

    def pieces(self, ids_of_words: Sequence[Sequence[int]]) -> Pieces:
        """Describe words whose ids are known.

        Parameters
        ----------
        ids_of_words : sequence of sequence of int
            For each word, at least one id.

        Returns
        -------
        Pieces
            The sentence that they make; its strings are without "▁".
        """
        found = super().pieces(ids_of_words)
        strings = [s.removeprefix(WORD_START) for s in found.strings]
        return replace(found, strings=strings)

    def read(self, ids: Iterable[int]) -> str:
        """Join pieces to a text.

        Parameters
        ----------
        ids : iterable of int
            Ids of this vocabulary.

        Returns
        -------
        str
            Without marks; words that begin with "▁" have a space in front.
        """
        text = self.decode_ids(id_ for id_ in ids if id_ > TO_ENGLISH)
        return "".join(text).replace(WORD_START, " ").strip()


def mark_for(words: Sequence[str]) -> int:
    """Return the mark that a sentence has to begin with.

    Parameters
    ----------
    words : sequence of str
        As `split_words` makes them.

    Returns
    -------
    int
        TO_ENGLISH before Chinese, TO_CHINESE before anything else.

    Examples
    --------
    >>> mark_for(["我", "喜欢", "猫"]) == TO_ENGLISH
    True
    """
    return TO_ENGLISH if looks_chinese(words) else TO_CHINESE


def framed(words: Sequence[str], pieces: Pieces) -> tuple[list[str], Pieces]:
    """Put the marks around a sentence, as words of their own.

    Parameters
    ----------
    words : sequence of str
        As typed.
    pieces : Pieces
        Their pieces.

    Returns
    -------
    words : list of str
        The mark of the language, the words, </s>.
    pieces : Pieces
        What the encoder reads.
    """
    mark = mark_for(words)
    names = (MARKS[mark - TO_CHINESE], "</s>")
    owners = [owner + 1 for owner in pieces.word_of_piece]
    return [names[0], *words, names[1]], Pieces(
        [mark, *pieces.ids, END],
        [0, *owners, len(words) + 1],
        [names[0], *pieces.strings, names[1]],
        [False, *pieces.unknown, False],
        [False, *pieces.in_pieces, False],
    )
