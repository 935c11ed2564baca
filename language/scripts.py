"""In which script a text is written, as far as a message needs it."""

from collections import Counter
from collections.abc import Sequence

import regex

SCRIPTS = {
    "Latin": r"\p{Latin}",
    "Han": r"\p{Han}",
    "Kana": r"[\p{Hiragana}\p{Katakana}]",
    "Hangul": r"\p{Hangul}",
    "Cyrillic": r"\p{Cyrillic}",
    "Greek": r"\p{Greek}",
    "Arabic": r"\p{Arabic}",
    "Hebrew": r"\p{Hebrew}",
    "Devanagari": r"\p{Devanagari}",
    "Thai": r"\p{Thai}",
}
# Letters only: Arabic digits and punctuation are shared by many.
_LETTERS = {
    name: regex.compile(rf"[\p{{L}}&&{pattern}]", regex.VERSION1)
    for name, pattern in SCRIPTS.items()
}


def script_of(text: str) -> str | None:
    """Name the script of most letters of a text.

    Parameters
    ----------
    text : str
        Anything that can be typed.

    Returns
    -------
    str or None
        A key of SCRIPTS, the first one if several are as frequent. None if
        there is no letter of any of them.

    Examples
    --------
    >>> script_of("Tom 追逐杰瑞")
    'Han'
    """
    counts = {name: len(p.findall(text)) for name, p in _LETTERS.items()}
    most = max(counts, key=lambda name: counts[name])
    return most if counts[most] else None


def most_words_are(script: str, words: Sequence[str]) -> bool:
    """Tell whether more than half of the words with letters are of a script.

    Parameters
    ----------
    script : str
        A key of SCRIPTS.
    words : sequence of str
        As `split_words` makes them.

    Returns
    -------
    bool
        False without a letter.

    Examples
    --------
    >>> most_words_are("Cyrillic", ["Том", "и", "Джерри", "."])
    True
    """
    counts = Counter(script_of(word) for word in words)
    del counts[None]
    return 2 * counts[script] > counts.total()


def looks_chinese(words: Sequence[str]) -> bool:
    """Tell whether words are Chinese, by their script.

    Parameters
    ----------
    words : sequence of str
        As `split_words` makes them.

    Returns
    -------
    bool
        True if most words with letters are Han characters. False if there
        is Japanese kana among them, or no letter at all.

    Examples
    --------
    >>> looks_chinese(["我", "喜欢", "Python", "。"])
    True
    """
    has_kana = any(_LETTERS["Kana"].search(word) for word in words)
    return not has_kana and most_words_are("Han", words)
