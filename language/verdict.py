"""Whether a model reads what was typed, and whether what it wrote failed.

A small model answers everything, in German too, and with confidence. So it is
judged from outside: by scripts, by the share of words that its vocabulary does
not hold whole, and by the commonest words of a few languages.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import regex

from language.common import COMMON, common_elsewhere
from language.pieces import Vocabulary
from language.scripts import script_of
from language.tongues import Tongue, spelled

Kind = Literal["reads", "mostly_unknown", "exchanged", "other_language"]
Failure = Literal["repeats", "guesses", "unsure"]

SHORT = 4  # of fewer words all must be strange, of others more than half
FEW = 2  # words of a source too short to be understood by what stands around
SURE = 0.35  # of each word of its translation, in the (geometric) mean
LETTER = regex.compile(r"\p{L}")
KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}]")


@dataclass(frozen=True)
class Verdict:
    """What is typed on one side of a pair, and what the model reads there.

    Parameters
    ----------
    kind : {"reads", "mostly_unknown", "exchanged", "other_language"}
        The model reads it; most words are in no piece or in pieces of its
        vocabulary; it belongs on the other side; it is another language.
    expected : str
        The language that the model reads on this side, such as "en".
    found : str or None
        The language that it seems to be, such as "de"; None if that is open.
    n_words : int
        Words with a letter.
    n_strange : int
        Those of them that the vocabulary does not hold whole, or that are
        common in another language.
    """

    kind: Kind
    expected: str
    found: str | None
    n_words: int
    n_strange: int

    @property
    def warns(self) -> bool:
        """Whether the picture cannot be trusted."""
        return self.kind != "reads"


@dataclass(frozen=True)
class Side:
    """What a model reads on one side.

    Parameters
    ----------
    tongue : Tongue
        The language.
    vocabulary : Vocabulary
        Its pieces.
    """

    tongue: Tongue
    vocabulary: Vocabulary

    @property
    def elsewhere(self) -> frozenset[str]:
        """What is common in other languages, and not in this one."""
        return common_elsewhere(self.tongue.code) - self.tongue.more


def _lettered(words: Sequence[str]) -> list[str]:
    """Return the words that hold a letter."""
    return [word for word in words if LETTER.search(word)]


def _n_strange(words: Sequence[str], side: Side) -> int:
    """Count words that are unknown, read in pieces, or common elsewhere."""
    read = side.vocabulary.encode(words)
    elsewhere = side.elsewhere
    reasons = zip(words, read.unknown, read.in_pieces, strict=True)
    return sum(
        unknown or in_pieces or spelled(word) in elsewhere
        for word, unknown, in_pieces in reasons
    )


def _is_chinese(words: Sequence[str]) -> bool:
    """Tell whether Han characters prevail; names in Latin letters are free."""
    han = sum(script_of(word) == "Han" for word in words)
    lower = sum(word[:1] != word[:1].upper() for word in words)
    other = sum(script_of(word) not in ("Han", "Latin") for word in words)
    return han > lower + other and not any(map(KANA.search, words))


def _guessed(words: Sequence[str]) -> str | None:
    """Name the language of most common words, or of a script."""
    if any(map(KANA.search, words)):
        return "ja"
    if _is_chinese(words):
        return "zh"
    hits = Counter(
        name
        for word in words
        for name, common in COMMON.items()
        if spelled(word) in common
    )
    first, second = [*hits.most_common(2), ("", 0), ("", 0)][:2]
    return first[0] if first[1] > second[1] else None


def _without_names(words: Sequence[str]) -> Sequence[str]:
    """Leave out words with a capital, unless that leaves less than half.

    A first word is left out if one with a capital follows (Michael Jordan).
    """
    capital = [word[:1] != word[:1].lower() for word in words]
    capital[0] = all(capital[:2]) and len(words) > 1
    kept = [
        word
        for word, is_name in zip(words, capital, strict=True)
        if not is_name
    ]
    return kept if 2 * len(kept) >= len(words) else words


def _kind_in_letters(words: Sequence[str], side: Side) -> tuple[Kind, int]:
    """Judge words that should be of a language written with letters."""
    if not side.tongue.is_in_script(words):
        return "other_language", len(words)
    elsewhere = side.elsewhere
    spellings = [spelled(word) for word in words]
    n_familiar = sum(word in side.tongue.common for word in spellings)
    n_elsewhere = sum(word in elsewhere for word in spellings)
    strange = _n_strange(words, side)
    if n_elsewhere > n_familiar and 3 * strange > len(words):
        return "other_language", strange
    judged = _without_names(words)
    n, n_strange = len(judged), _n_strange(judged, side)
    least = n if n < SHORT else n // 2 + 1
    is_unknown = n_strange >= least and n_strange + n_elsewhere > 3 * n_familiar
    return ("mostly_unknown" if is_unknown else "reads"), strange


def _kind_in_chinese(words: Sequence[str], side: Side) -> tuple[Kind, int]:
    """Judge words that should be Chinese."""
    if not _is_chinese(words):
        return "other_language", len(words)
    strange = sum(side.vocabulary.encode(words).unknown)
    is_unknown = 2 * strange > len(words)
    return ("mostly_unknown" if is_unknown else "reads"), strange


def _kind(words: Sequence[str], side: Side) -> tuple[Kind, int]:
    """Return the verdict of one side alone, and how many words are strange."""
    if not words:
        return "reads", 0
    if side.tongue.script == "Han":
        return _kind_in_chinese(words, side)
    return _kind_in_letters(words, side)


def judge(
    words: Sequence[str], here: Side, across: Side | None = None
) -> Verdict:
    """Tell whether a model reads what was typed on one of its sides.

    Parameters
    ----------
    words : sequence of str
        As `words_for` makes them. None at all are read.
    here : Side
        What the model reads on this side.
    across : Side, optional
        What it reads on the other one.

    Returns
    -------
    Verdict
        "exchanged" if the words are no language of this side, but one of the
        other.
    """
    lettered = _lettered(words)
    kind, strange = _kind(lettered, here)
    found = here.tongue.code if kind == "reads" else _guessed(lettered)
    if kind != "reads" and across and _kind(lettered, across)[0] == "reads":
        kind, found = "exchanged", across.tongue.code
    if found == here.tongue.code and kind == "other_language":
        found = None
    return Verdict(kind, here.tongue.code, found, len(lettered), strange)


def repeats(words: Sequence[str]) -> bool:
    """Tell whether a text goes round in a circle.

    Parameters
    ----------
    words : sequence of str
        Of one sentence.

    Returns
    -------
    bool
        Whether some words come three times in a row, or four or more words
        twice. Marks do not count.

    Examples
    --------
    >>> repeats(["他", "的", "他", "的", "他", "的", "他"])
    True
    >>> repeats(["很", "很", "好", "！", "！", "！"])
    False
    """
    lettered = _lettered(words)
    for size in range(1, len(lettered) // 2 + 1):
        times = 3 if size < 4 else 2
        same = 0  # words in a row that are the ones so far back
        for word, earlier in zip(lettered[size:], lettered, strict=False):
            same = same + 1 if word == earlier else 0
            if same == (times - 1) * size:
                return True
    return False


def failure(
    source: Sequence[str],
    written: Sequence[str],
    verdict: Verdict,
    probability: float = 1.0,
) -> Failure | None:
    """Tell whether a translation failed, as far as it can be seen.

    Parameters
    ----------
    source : sequence of str
        What was translated.
    written : sequence of str
        The words of the translation.
    verdict : Verdict
        About the source.
    probability : float, default 1
        That the model gave each word of the translation, in the mean.

    Returns
    -------
    {"repeats", "guesses", "unsure"} or None
        It repeats itself, and the source does not; the model does not read
        the source; the source is short, and the model unsure; none of them.
    """
    if verdict.warns:
        return "guesses"
    if repeats(written) and not repeats(source):
        return "repeats"
    is_short = verdict.n_words <= FEW
    return "unsure" if is_short and probability < SURE else None
