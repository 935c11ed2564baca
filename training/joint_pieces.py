"""One vocabulary of pieces for both languages of the Transformer.

Byte pair encoding inside words, lower case. A word that begins with a Latin
letter or a digit gets the mark "▁" in front, so that English can be put
together again from its pieces; Chinese pieces carry no mark.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import Regex, Tokenizer, models, normalizers, trainers

from language import pieces
from language.joint import MARKS, WORD_START, JointVocabulary
from training.vocabulary import (
    INVISIBLE,
    KEPT,
    MIN_CHARACTER_COUNT,
    PRIVATE,
)

SPECIAL = [*pieces.SPECIAL, *MARKS]
APOSTROPHE = r"(?<=\p{Latin})[‘’ʼ＇`´]"


@dataclass(frozen=True)
class Cut:
    """The pieces of one sentence, and the word that each belongs to."""

    ids: list[int]
    words: list[int]


def _normalizer() -> normalizers.Normalizer:
    """What is done to a word before it is cut into pieces."""
    replace = normalizers.Replace
    aside = {mark: chr(PRIVATE + i) for i, mark in enumerate(KEPT)}
    steps = [
        replace(Regex(INVISIBLE), ""),
        replace(Regex(APOSTROPHE), "'"),
        *(replace(mark, private) for mark, private in aside.items()),
        normalizers.NFKC(),
        *(replace(private, mark) for mark, private in aside.items()),
        normalizers.Lowercase(),
        replace(Regex(r"^(?=\p{Latin}|\p{Nd})"), WORD_START),
    ]
    return normalizers.Sequence(steps)


def _alphabet(words: Iterable[str]) -> int:
    """Number of characters that are frequent enough to be known."""
    counts = Counter(character for word in words for character in word)
    return sum(n >= MIN_CHARACTER_COUNT for n in counts.values())


def train_pieces(
    sentences: Iterable[Sequence[str]],
    size: int,
    path: Path,
    marks: Sequence[str] = MARKS,
) -> Tokenizer:
    """Learn a vocabulary from sentences that are lists of words."""
    normalizer = _normalizer()
    words = [
        normalizer.normalize_str(word)
        for sentence in sentences
        for word in sentence
    ]
    unknown = pieces.SPECIAL[pieces.UNKNOWN]
    tokenizer = Tokenizer(models.BPE(unk_token=unknown))
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        min_frequency=2,
        limit_alphabet=_alphabet(words),
        special_tokens=[*pieces.SPECIAL, *marks],
        show_progress=False,
    )
    tokenizer.train_from_iterator(words, trainer)
    # The marks are mere ids: typed, they are read as text.
    state = json.loads(tokenizer.to_str()) | {"added_tokens": []}
    tokenizer = Tokenizer.from_str(json.dumps(state))
    tokenizer.normalizer = normalizer
    path.parent.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(path), pretty=False)
    return tokenizer


def load_pieces(path: Path, dropout: float = 0.0) -> Tokenizer:
    """Read a vocabulary; with dropout, words are cut anew at each reading.

    Provilkov et al. 2020, "BPE-Dropout".
    """
    tokenizer = JointVocabulary.load(path).tokenizer
    if dropout:
        tokenizer.model.dropout = dropout
    return tokenizer


def cut(tokenizer: Tokenizer, sentences: Sequence[Sequence[str]]) -> list[Cut]:
    """Pieces of many sentences; a word may not be empty.

    What `JointVocabulary.encode` makes of each, but all at once: training
    cuts every sentence anew in each epoch.
    """
    encodings = tokenizer.encode_batch(
        [list(words) for words in sentences],
        is_pretokenized=True,
        add_special_tokens=False,
    )
    return [Cut(e.ids, list(e.word_ids)) for e in encodings]


def read_pieces(tokenizer: Tokenizer, ids: Iterable[int]) -> str:
    """The text that pieces stand for."""
    return JointVocabulary(tokenizer).read(ids)
