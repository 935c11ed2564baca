"""Labels: what was typed, shown exactly, on one line, never as markup.

Every token that a figure shows goes through this module, and every number
that stands in it as text.
"""

import math
import unicodedata
from collections import Counter
from collections.abc import Sequence

LONGEST = 16  # characters of a label before it is shortened
HOVER = 48  # of one that is read on hover: an invisible sign takes nine

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_ISOLATE, _POP = "\u2068", "\u2069"
_JOINERS = "\u200c\u200d"
_DOTTED_CIRCLE = "\u25cc"
_VARIATION_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_TAGS = range(0xE0020, 0xE0080)  # spell out a flag after U+1F3F4
# Letters by category, but blank on the screen: fillers and Braille blank.
_BLANK_LETTERS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_OTHER_SYMBOLS = {"\x7f": "␡", " ": "␣", "\u00a0": "⍽"}


def _code(character: str) -> str:
    """Return a visible stand-in for a character that has no look."""
    number = ord(character)
    if number < 0x20:
        return chr(0x2400 + number)  # control pictures: ␀ ... ␟
    stand_in = f"‹U+{number:04X}›"
    return _OTHER_SYMBOLS.get(character, stand_in)


def _belongs_to_neighbor(character: str, before: str) -> bool:
    """Tell whether an invisible character shapes the one before it."""
    number = ord(character)
    if character in _JOINERS:
        return before > "\x7f"
    if number in _TAGS:
        return before == "\U0001f3f4" or ord(before or " ") in _TAGS
    selects = any(number in block for block in _VARIATION_SELECTORS)
    return selects and before.strip() != ""


def _visible_character(character: str, before: str, is_edge: bool) -> str:
    """Return the character, or what makes it visible."""
    category = unicodedata.category(character)
    if category[0] == "M" and not before.strip():
        if _is_selector(character):
            return _code(character)
        return _DOTTED_CIRCLE + character
    if character == " ":
        return _code(character) if is_edge else character
    is_invisible = category in {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"}
    if not is_invisible and character not in _BLANK_LETTERS:
        return character
    kept = _belongs_to_neighbor(character, before)
    return character if kept else _code(character)


def _is_selector(character: str) -> bool:
    return any(ord(character) in block for block in _VARIATION_SELECTORS)


def _visible(token: str) -> str:
    """Return the token with every invisible character made visible."""
    if not token:
        return "‹›"
    last = len(token) - 1
    return "".join(
        _visible_character(character, token[max(i - 1, 0) : i], i in (0, last))
        for i, character in enumerate(token)
    )


def _is_right_to_left(text: str) -> bool:
    directions = {unicodedata.bidirectional(character) for character in text}
    return bool(directions & {"R", "AL", "AN"})


def _finish(text: str) -> str:
    """Escape markup; keep right-to-left text from moving its neighbors."""
    escaped = text.translate(_ESCAPES)
    if _is_right_to_left(text):
        return _ISOLATE + escaped + _POP
    return escaped


def _starts_cluster(text: str, i: int) -> bool:
    """Tell whether a new visible sign starts at position i."""
    if text[i] in _JOINERS or text[i - 1] in _JOINERS:
        return False
    is_modifier = 0x1F3FB <= ord(text[i]) <= 0x1F3FF
    is_mark = unicodedata.category(text[i])[0] == "M"
    return not (is_modifier or is_mark or ord(text[i]) in _TAGS)


def _shorten(text: str, limit: int) -> str:
    """Cut the text to `limit` characters, never inside a visible sign."""
    if len(text) <= limit:
        return text
    end = limit - 1
    while end > 1 and not _starts_cluster(text, end):
        end -= 1
    return text[:end] + "…"


def _tell_apart(texts: list[str]) -> list[str]:
    """Give equal texts their positions, counted from 1, as subscripts."""
    while len(set(texts)) < len(texts):
        counts = Counter(texts)
        texts = [
            text + str(i + 1).translate(_SUBSCRIPTS)
            if counts[text] > 1
            else text
            for i, text in enumerate(texts)
        ]
    return texts


def plain_label(token: str) -> str:
    """Return a single token at full length, safe in any Plotly text.

    Parameters
    ----------
    token : str
        The token as it was typed.

    Returns
    -------
    str
        `&`, `<`, `>` escaped, invisible characters replaced by visible
        symbols, right-to-left text isolated.

    Examples
    --------
    >>> plain_label("<b>")
    '&lt;b&gt;'
    >>> plain_label("")
    '‹›'
    """
    return _finish(_visible(token))


def token_labels(
    tokens: Sequence[str],
    *,
    marks: Sequence[str] | None = None,
    longest: int | None = LONGEST,
) -> list[str]:
    """Return one label for each token, all different from each other.

    Parameters
    ----------
    tokens : sequence of str, n
        The tokens as they were typed.
    marks : sequence of str, n, optional
        Put behind each label, such as "*" for a word read in pieces; "" for
        none.
    longest : int or None, default 16
        A longer label is cut and ends with "…"; None
        cuts nothing.

    Returns
    -------
    list of str
        Safe in any Plotly text. Repeated tokens carry their position, counted
        from 1, as a subscript.

    Raises
    ------
    ValueError
        If there is not one mark for each token.

    Examples
    --------
    >>> token_labels(["the", "cat", "saw", "the", "dog"])
    ['the₁', 'cat', 'saw', 'the₄', 'dog']
    """
    if marks is not None and len(marks) != len(tokens):
        message = f"marks must have one entry for each of {len(tokens)} tokens."
        raise ValueError(f"{message} Received: {len(marks)}.")
    texts = [_visible(token) for token in tokens]
    if longest is not None:
        texts = [_shorten(text, longest) for text in texts]
    labels = [_finish(text) for text in _tell_apart(texts)]
    if marks is None:
        return labels
    return [
        label + plain_label(mark) if mark else label
        for label, mark in zip(labels, marks, strict=True)
    ]


def format_number(value: float, digits: int) -> str:
    """Return the number with that many decimals and a real minus sign.

    Parameters
    ----------
    value : float
        Any number.
    digits : int
        Decimals.

    Returns
    -------
    str
        Zero has no sign; infinities are "∞" and "−∞".

    Examples
    --------
    >>> format_number(-0.004, 2)
    '0.00'
    >>> format_number(-1.5, 2)
    '−1.50'
    """
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("-")
    return text.replace("-", "−")
