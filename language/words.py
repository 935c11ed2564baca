"""Text to words and back; a word is exactly what was typed.

White space separates words and belongs to none of them. What is no letter,
digit or mark is a word of its own. Two things need more than a pattern:

- Chinese is written without spaces. If somewhere two Han characters are
  separated by nothing but white space, whoever typed the text has segmented
  it, and what stands between two spaces is cut at punctuation only. Otherwise
  the dictionary of jieba cuts the Han characters, and invents no words.
- An apostrophe behind a word closes a quotation if one is open ('like this'),
  and belongs to the word otherwise (dogs').

No cut is made inside a grapheme (a letter with its marks, an emoji of several
parts) or between a character and an invisible one.
"""

from collections.abc import Sequence
from itertools import pairwise

import regex
import rjieba

Span = tuple[int, int]

# White space as str.split() sees it.
CHUNK = regex.compile(r"[^\s\x1c-\x1f]+")
SEGMENTED = regex.compile(r"\p{Han}[\s\x1c-\x1f]+\p{Han}")
HAN = regex.compile(r"\p{Han}+")
LATIN = regex.compile(r"\p{Latin}")
# \X alone is slow on many flags in a row (two letters each).
_GRAPHEME = r"(?:\p{RI}{2}(?=\p{RI})|\X)"
GRAPHEME = regex.compile(_GRAPHEME)
_INVISIBLE = r"[[\p{Cf}\p{Cc}]--\p{Grapheme_Cluster_Break=Prepend}]*"
CLUSTER = regex.compile(rf"{_INVISIBLE}{_GRAPHEME}{_INVISIBLE}", regex.VERSION1)

_WORD = r"""
    (?: https?:// | www\. ) [!-~]* [a-z\d/=&\#~+-]          # an address
  | [a-z\d_.+-]{1,64} @ [a-z\d-]{1,63} (?: \. [a-z\d-]{1,63} )+
  | (?: [a-z] \. ){2,} [a-z]? (?! [a-z] )                   # U.S., e.g.
  | ['’] (?: n ['’] | (?: em | tis | twas | \d\ds? ) (?! \w ) )
  | [\d\#*] \ufe0f? \u20e3                                  # 1️⃣
  | LETTERS (?: JOINT LETTERS )*+                           # don't, 12:30pm
  | \p{Han}+
  | \.{2,} | 。{2,} | …+ | —+ | –+ | -{2,}                  # one, however long
  | GRAPHEME
"""
# Apostrophe or hyphen between letters; between digits other marks as well.
_JOINT = r"(?: ['’‐‑-] | (?<= \d ) [.,:/] (?= \d ) )"


def _word_pattern(letter: str) -> regex.Pattern[str]:
    """Return the pattern of a word, given what counts as a letter."""
    letters = f"(?: {letter} {_INVISIBLE} )++"
    source = _WORD.replace("LETTERS", letters).replace("JOINT", _JOINT)
    source = source.replace("GRAPHEME", _GRAPHEME)
    return regex.compile(source, regex.X | regex.I | regex.VERSION1)


_HAN_APART = _word_pattern(r"[[\p{L}\p{N}\p{M}_]--\p{Han}]")
_HAN_AS_LETTERS = _word_pattern(r"[\p{L}\p{N}\p{M}_]")

# Names of our examples that the dictionary does not know.
NAMES = ("鲍勃",)
_JIEBA = rjieba.Jieba()
for _name in NAMES:
    _JIEBA.add_word(_name, 1000, "nr")


def segment(run: str) -> list[str]:
    """Cut Han characters into words, with jieba's dictionary alone.

    Parameters
    ----------
    run : str
        Chinese text without white space.

    Returns
    -------
    list of str
        Its words; joined they are the run.

    Examples
    --------
    >>> segment("汤姆追逐杰瑞")
    ['汤姆', '追逐', '杰瑞']
    """
    return _JIEBA.cut(run, hmm=False)


def _ends(chunk: str, segmented: bool) -> list[int]:
    """Return where the words of a chunk (without white space) end."""
    pattern = _HAN_AS_LETTERS if segmented else _HAN_APART
    allowed = {cluster.end() for cluster in CLUSTER.finditer(chunk)}
    ends, end = [], 0
    for token in pattern.findall(chunk):
        cut = not segmented and HAN.fullmatch(token)
        for word in segment(token) if cut else [token]:
            end += len(word)
            ends.append(end)
    return [end for end in ends if end in allowed]


def _join_apostrophes(text: str, spans: list[Span]) -> list[Span]:
    """Join an apostrophe to its word, unless it closes a quotation."""
    joined: list[Span] = []
    is_open = False
    for start, end in spans:
        follows = joined and joined[-1][1] == start
        if text[start:end] not in ("'", "‘", "’"):
            joined.append((start, end))
        elif follows and not is_open and LATIN.match(text, start - 1):
            joined[-1] = joined[-1][0], end
        else:
            is_open = not is_open and bool(text[end : end + 1].strip())
            joined.append((start, end))
    return joined


def word_spans(text: str, *, characters: bool = False) -> list[Span]:
    """Find the words of a text.

    Parameters
    ----------
    text : str
        Anything that can be typed.
    characters : bool, default False
        One grapheme is one word, in every script.

    Returns
    -------
    list of (int, int)
        Where each word starts and ends, so that text[start:end] is the word.

    Examples
    --------
    >>> word_spans("Tom's cat.")
    [(0, 5), (6, 9), (9, 10)]
    """
    segmented = SEGMENTED.search(text) is not None
    spans: list[Span] = []
    for chunk in CHUNK.finditer(text):
        start, typed = chunk.start(), chunk.group()
        if characters:
            ends = [grapheme.end() for grapheme in GRAPHEME.finditer(typed)]
        else:
            ends = _ends(typed, segmented)
        cuts = [start, *(start + end for end in ends)]
        spans += pairwise(cuts)
    return spans if characters else _join_apostrophes(text, spans)


def split_words(text: str, *, characters: bool = False) -> list[str]:
    """Split a text into words, each exactly as it was typed.

    Joined, the words are the text without its white space.

    Parameters
    ----------
    text : str
        Anything that can be typed.
    characters : bool, default False
        One grapheme is one word, in every script.

    Returns
    -------
    list of str
        The words. Empty if there is nothing but white space.

    Examples
    --------
    >>> split_words("Don't chase Tom's well-known mouse at 12:30!")
    ["Don't", 'chase', "Tom's", 'well-known', 'mouse', 'at', '12:30', '!']
    >>> split_words("汤姆正在追逐杰瑞。")
    ['汤姆', '正在', '追逐', '杰瑞', '。']
    >>> split_words("汤姆 正在追逐 杰瑞。")  # segmented by who typed it
    ['汤姆', '正在追逐', '杰瑞', '。']
    >>> split_words("杰瑞 ran", characters=True)
    ['杰', '瑞', 'r', 'a', 'n']
    """
    spans = word_spans(text, characters=characters)
    return [text[start:end] for start, end in spans]


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
