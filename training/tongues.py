"""What differs from one target language to the other.

A third pair needs an entry in each table, and its data.
"""

from collections.abc import Callable, Sequence

import sacrebleu

from language.french import join_french, split_french
from language.joining import join_words
from language.words import split_words

SPLITTERS: dict[str, Callable[[str], list[str]]] = {
    "zh": split_words,
    "en": split_words,
    "fr": split_french,
}
JOINERS: dict[str, Callable[[Sequence[str]], str]] = {
    "zh": join_words,
    "en": join_words,
    "fr": join_french,
}
LATIN = {"tokenize": "13a", "lowercase": True}
STYLES = {"zh": {"tokenize": "zh"}, "en": LATIN, "fr": LATIN}
"""How sacrebleu counts."""


def polished(text: str, target: str) -> str:
    """A text put together from pieces, as it is written: l'homme, not l' homme.

    Where pieces tell where there is a space (Chinese, English), it is right.
    """
    return join_french(split_french(text)) if target == "fr" else text


def bleu_of(said: Sequence[str], meant: Sequence[str], target: str) -> float:
    """BLEU of translations into a language."""
    score = sacrebleu.corpus_bleu(list(said), [list(meant)], **STYLES[target])
    return float(score.score)
