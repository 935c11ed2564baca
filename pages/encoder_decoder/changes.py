"""Changes of a source sentence: shuffled, repeated, lengthened."""

import random
from collections.abc import Sequence

ENDS = (".", "?", "!", "。", "？", "！")
TRIES = 20  # to find an order that differs


def _split_end(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words, and the mark that ends the sentence, if any."""
    cut = len(words) - 1 if words and words[-1] in ENDS else len(words)
    return list(words[:cut]), list(words[cut:])


def shuffled(words: Sequence[str], seed: int) -> list[str]:
    """Return the words in another order, if there is one; the end stays.

    Examples
    --------
    >>> shuffled(["Hello", "!"], 3)
    ['Hello', '!']
    """
    inner, end = _split_end(words)
    order, generator = list(inner), random.Random(seed)  # noqa: S311
    for _ in range(TRIES):
        generator.shuffle(order)
        if order != inner:
            break
    return order + end


def repeated(words: Sequence[str], position: int, times: int) -> list[str]:
    """Return the sentence with the word at a position said more often.

    Examples
    --------
    >>> repeated(["a", "b"], 0, 2)
    ['a', 'a', 'a', 'b']
    """
    new = list(words)
    new[position:position] = [words[position]] * times
    return new


def appended(words: Sequence[str], clause: str) -> list[str]:
    """Return the sentence with a clause before the mark at its end.

    Examples
    --------
    >>> appended(["I", "see", "."], "and hear")
    ['I', 'see', 'and', 'hear', '.']
    """
    inner, end = _split_end(words)
    return [*inner, *clause.split(), *end]


def lengthened(words: Sequence[str], joint: str, times: int) -> list[str]:
    """Return the sentence said several times in one, with a joint between.

    Examples
    --------
    >>> lengthened(["I", "see", "."], "and", 1)
    ['I', 'see', 'and', 'I', 'see', '.']
    """
    inner, end = _split_end(words)
    return inner + [joint, *inner] * times + end
