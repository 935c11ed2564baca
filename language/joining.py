"""Words back to a sentence that reads well."""

from collections.abc import Sequence

import regex

# What has no space before it, and what has none behind it.
CLOSES = regex.compile(
    r"[\p{Pe}\p{Pf}.,;:!?%…]+ | ['’](?:s|m|d|ll|re|ve) | n['’]t",
    regex.X | regex.I,
)
OPENS = regex.compile(r"[\p{Ps}\p{Pi}\p{Sc}]")
QUOTES = ('"', "'")
# Chinese and Japanese characters and their punctuation.
WIDE = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\u3000-\u303f\uff00-\uffef]"
)

WIDE_MARKS = {"——", "……"}


def _is_close(before: str, word: str) -> bool:
    """Tell whether no space stands between two words."""
    is_wide = WIDE.match(before[-1:]) or WIDE.match(word)
    is_mark = before in WIDE_MARKS or word in WIDE_MARKS
    closes = OPENS.fullmatch(before) or CLOSES.fullmatch(word)
    return bool(is_wide or is_mark or closes)


def join_words(words: Sequence[str]) -> str:
    """Join words to a sentence that reads well.

    Parameters
    ----------
    words : sequence of str
        As `split_words` makes them.

    Returns
    -------
    str
        With spaces between words, none before a closing mark and none beside
        a Han character. The first of two straight quotes opens.

    Examples
    --------
    >>> join_words(["Tom", "said", ",", '"', "Run", "!", '"'])
    'Tom said, "Run!"'
    >>> join_words(["汤姆", "有", "12", "个", "苹果", "。"])
    '汤姆有12个苹果。'
    """
    text, before, opened = "", "", set[str]()
    for word in words:
        closes = word in opened
        is_close = not text or closes or _is_close(before, word)
        text += word if is_close else f" {word}"
        if word in QUOTES:
            opened ^= {word}
        before = "(" if word in opened else word  # no space behind either
    return text
