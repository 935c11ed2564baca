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
from language.tongues import CHINESE, ENGLISH, Tongue

TO_CHINESE, TO_ENGLISH = 3, 4
MARKS = ("<2zh>", "<2en>")
PAIR = (ENGLISH, CHINESE)
WORD_START = "▁"
_MARK = regex.compile("<2[a-z]+>")


class JointVocabulary(Vocabulary):
    """The pieces of both languages.

    Parameters
    ----------
    tokenizer : tokenizers.Tokenizer
        Its ids 0 ... 4 are <unk>, <s>, </s>, <2zh>, <2en>; in other pairs
        <2fr>, say, stands for the second language, the other for the first.
    *tongues : Tongue
        Both languages; English and Chinese if none are given.

    Raises
    ------
    ValueError
        If the vocabulary begins with other pieces.
    """

    def __init__(self, tokenizer: Tokenizer, *tongues: Tongue) -> None:
        super().__init__(tokenizer, *(tongues or PAIR))
        ids = (TO_CHINESE, TO_ENGLISH)
        found = tuple(tokenizer.id_to_token(id_) or "" for id_ in ids)
        if not all(map(_MARK.fullmatch, found)):
            message = f"vocabulary must go on with {', '.join(MARKS)}."
            raise ValueError(f"{message} Received: {found}.")
        self.marks: tuple[str, ...] = found

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

    def mark_for(self, words: Sequence[str]) -> int:
        """Return the mark that a sentence has to begin with.

        Parameters
        ----------
        words : sequence of str
            As `words_for` makes them.

        Returns
        -------
        int
            TO_ENGLISH before the second language, or else TO_CHINESE: the
            mark names the language to translate into.
        """
        return TO_ENGLISH if self.is_second(words) else TO_CHINESE

    def is_second(self, words: Sequence[str]) -> bool:
        """Tell whether words are of the second of the two languages.

        Parameters
        ----------
        words : sequence of str
            As `words_for` makes them.

        Returns
        -------
        bool
            False if they may be of the first one.
        """
        return self.tongue_of(" ".join(words)) == self.tongues[1]

    def framed(
        self, words: Sequence[str], pieces: Pieces
    ) -> tuple[list[str], Pieces]:
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
        mark = self.mark_for(words)
        names = (self.marks[mark - TO_CHINESE], "</s>")
        owners = [owner + 1 for owner in pieces.word_of_piece]
        return [names[0], *words, names[1]], Pieces(
            [mark, *pieces.ids, END],
            [0, *owners, len(words) + 1],
            [names[0], *pieces.strings, names[1]],
            [False, *pieces.unknown, False],
            [False, *pieces.in_pieces, False],
        )
