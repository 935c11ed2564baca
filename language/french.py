"""French words: what is elided stands alone, and so does a clitic.

An elided word keeps its apostrophe (l' homme), a pronoun behind its verb the
hyphen before it (est -il, va -t-elle, donne -le -moi). Everything else is cut
as `language.words` cuts it. White space is no word, whichever it is: the
no-break space before ? ! : ; may be typed or not.
"""

from collections.abc import Sequence
from itertools import pairwise

import regex

from language.words import Span, word_spans

APOSTROPHES = "['’ʼ]"
_ELIDED = rf"""
    (?: [cçdjlmnst] | (?: jus | lors | puis | quoi )? qu ) {APOSTROPHES}
"""
# Behind a verb. Nouns such as rendez-vous look the same and are words.
_CLITIC = rf"""
    - (?: t- )? (?: ils? | elles? | on )
  | - (?: je | tu | nous | vous | ce | moi | toi | lui | leur | les? | la
        | en | y )
  | - [mtl] {APOSTROPHES} (?= (?: en | y ) $ )
"""
_NOUNS = r"(?: (?: rendez | garde | sauve )-(?: vous ) | .* -en-ciel )"
ELIDED = regex.compile(
    rf"(?: {_ELIDED} ) (?= [\p{{L}}\p{{N}}] )", regex.X | regex.I
)
LONE_ELIDED = regex.compile(rf"-? (?: {_ELIDED} )", regex.X | regex.I)
CLITIC = regex.compile(_CLITIC, regex.X | regex.I)
CLITICS = regex.compile(
    rf"(?<= \p{{L}} ) (?: {_CLITIC} )+ (?: en | y )? $", regex.X | regex.I
)
NOUN = regex.compile(_NOUNS, regex.X | regex.I)


def _cuts(word: str) -> list[int]:
    """Return where a word begins anew, 0 and its end included."""
    if CLITIC.fullmatch(word):
        return [0, len(word)]
    cuts, start = [0], 0
    while elided := ELIDED.match(word, start):
        start = elided.end()
        cuts.append(start)
    tail = None if NOUN.fullmatch(word, start) else CLITICS.search(word, start)
    at = tail.start() if tail else len(word)
    while at < len(word):
        cuts.append(at)
        clitic = CLITIC.match(word, at)
        at = clitic.end() if clitic else len(word)
    return sorted({*cuts, len(word)})


def _hyphens_joined(text: str, spans: list[Span]) -> list[Span]:
    """Join a hyphen to the clitic that was typed behind it (est -il)."""
    joined: list[Span] = []
    for start, end in spans:
        first = joined[-1][0] if joined else start
        lone = text[first:start] == "-" and (
            first == 0 or text[first - 1].isspace()
        )
        typed = text[first:end]
        is_clitic = CLITIC.fullmatch(typed) or LONE_ELIDED.fullmatch(typed)
        if lone and is_clitic:
            joined[-1] = first, end
        else:
            joined.append((start, end))
    return joined


def french_spans(text: str) -> list[Span]:
    """Find the words of a French text.

    Parameters
    ----------
    text : str
        Anything that can be typed.

    Returns
    -------
    list of (int, int)
        Where each word starts and ends, so that text[start:end] is the word.

    Examples
    --------
    >>> french_spans("l'ami")
    [(0, 2), (2, 5)]
    """
    spans: list[Span] = []
    for start, end in _hyphens_joined(text, word_spans(text)):
        cuts = _cuts(text[start:end])
        spans += [(start + a, start + b) for a, b in pairwise(cuts)]
    return spans


def split_french(text: str) -> list[str]:
    """Split a French text into words, each exactly as it was typed.

    Parameters
    ----------
    text : str
        Anything that can be typed.

    Returns
    -------
    list of str
        The words; joined they are the text without its white space.

    Examples
    --------
    >>> split_french("L'homme n'est-il pas là aujourd'hui ?")
    ["L'", 'homme', "n'", 'est', '-il', 'pas', 'là', "aujourd'hui", '?']
    >>> split_french("A-t-elle un rendez-vous? Va-t'en !")
    ['A', '-t-elle', 'un', 'rendez-vous', '?', 'Va', "-t'", 'en', '!']
    """
    return [text[start:end] for start, end in french_spans(text)]


NO_BREAK = "\u00a0"
_HIGH = regex.compile(r"[?!:;»]+")
_LOW = regex.compile(r"[\p{Pe}.,%…]+")
_OPENS = regex.compile(r"[\p{Ps}]")


def _gap(before: str, word: str) -> str:
    """Return what stands between two words."""
    if _HIGH.fullmatch(word) or before == "«":
        return NO_BREAK
    if LONE_ELIDED.fullmatch(before) or CLITIC.fullmatch(word):
        return ""
    lone = word.startswith("-") and LONE_ELIDED.fullmatch(word)
    is_close = lone or _LOW.fullmatch(word) or _OPENS.fullmatch(before)
    return "" if is_close else " "


def join_french(words: Sequence[str]) -> str:
    r"""Join French words to a sentence that reads well.

    Parameters
    ----------
    words : sequence of str
        As `split_french` makes them.

    Returns
    -------
    str
        With a no-break space before ? ! : ; and », and none where a word is
        elided or a clitic follows.

    Examples
    --------
    >>> join_french(["L'", "homme", "est", "-il", "là", ",", "Tom", "?"])
    "L'homme est-il là, Tom\xa0?"
    """
    text, before, opened = "", "", False
    for word in words:
        quote = word == '"'
        closes = (quote and opened) or before == "(" or not text
        text += word if closes else _gap(before, word) + word
        opened ^= quote
        before = "(" if quote and opened else word
    return text
