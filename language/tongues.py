"""What is known of a language: how it is cut into words, and how it is told.

A pair of languages says this of both its sides in content/pairs; nothing here
knows which pairs there are.
"""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from language.common import COMMON
from language.french import french_spans, join_french
from language.joining import join_words
from language.scripts import looks_chinese, most_words_are
from language.words import Span, word_spans

SPLITTERS: dict[str, Callable[[str], list[Span]]] = {
    "any": word_spans,
    "french": french_spans,
}
JOINERS: dict[str, Callable[[Sequence[str]], str]] = {
    "any": join_words,
    "french": join_french,
}
APOSTROPHES = str.maketrans("’ʼ", "''")


@dataclass(frozen=True)
class Tongue:
    """One language.

    Parameters
    ----------
    code : str
        Such as "en".
    words : str, default "any"
        A key of `SPLITTERS` and `JOINERS`: what cuts a text into words, and
        writes words as a text.
    script : str, default "Latin"
        A key of `language.scripts.SCRIPTS`.
    more : frozenset of str, default frozenset()
        Its commonest words, lower case, if `language.common` has none.
    """

    code: str
    words: str = "any"
    script: str = "Latin"
    more: frozenset[str] = frozenset()

    @property
    def common(self) -> frozenset[str]:
        """Its commonest words, lower case."""
        return COMMON.get(self.code, frozenset[str]()) | self.more

    def spans(self, text: str) -> list[Span]:
        """Find the words of a text; see `language.words.word_spans`."""
        return SPLITTERS[self.words](text)

    def join(self, words: Sequence[str]) -> str:
        """Write words as a text; see `language.joining.join_words`."""
        return JOINERS[self.words](words)

    def is_in_script(self, words: Sequence[str]) -> bool:
        """Tell whether words are written as this language is."""
        if self.script == "Han":
            return looks_chinese(words)
        return most_words_are(self.script, words)


ENGLISH = Tongue("en")
CHINESE = Tongue("zh", script="Han")
# What French writes before a vowel.
ELIDED = frozenset(["l'", "d'", "j'", "c'", "n'", "s'", "m'", "t'", "qu'"])
FRENCH = Tongue("fr", words="french", more=ELIDED)
ANY = Tongue("any")


def spelled(word: str) -> str:
    """Return a word as the lists of common words spell it.

    Parameters
    ----------
    word : str
        As typed.

    Returns
    -------
    str
        Lower case, with straight apostrophes and composed accents.

    Examples
    --------
    >>> spelled("J’ai")
    "j'ai"
    """
    composed = unicodedata.normalize("NFC", word)
    return composed.lower().translate(APOSTROPHES)


def _signs(text: str, here: Tongue, other: Tongue) -> int:
    """Count what tells a language from another one of the same script."""
    words = {spelled(text[a:b]) for a, b in here.spans(text)}
    letters = {c for word in here.common for c in word if c > "\x7f"}
    letters -= {c for word in other.common for c in word}
    marked = sum(not letters.isdisjoint(word) for word in words)
    return len(words & (here.common - other.common)) + marked


def told_apart(text: str, tongues: Sequence[Tongue]) -> Tongue:
    """Tell in which of two languages a text is.

    By the script of most words, or, if both are written alike, by their
    commonest words and the letters that only one of them has.

    Parameters
    ----------
    text : str
        Anything that can be typed.
    tongues : sequence of Tongue
        One or two.

    Returns
    -------
    Tongue
        The first one, unless more speaks for the second.

    Examples
    --------
    >>> told_apart("L'homme dort .", [ENGLISH, FRENCH]).code
    'fr'
    >>> told_apart("Tom !", [ENGLISH, CHINESE]).code
    'en'
    """
    first, *others = tongues
    for other in others:
        if first.script != other.script:
            words = [text[a:b] for a, b in other.spans(text)]
            is_other = other.is_in_script(words)
        else:
            signs = _signs(text, other, first), _signs(text, first, other)
            is_other = signs[0] > signs[1]
        if is_other:
            return other
    return first
