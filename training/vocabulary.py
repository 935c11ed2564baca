"""Vocabularies: trained by byte pair encoding inside words.

Run by `training.train`; the app only loads what is written here.
"""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tokenizers import Regex, Tokenizer, normalizers
from tokenizers.models import BPE
from tokenizers.trainers import BpeTrainer

from language.pieces import SPECIAL, Vocabulary

# A character that is rarer becomes <unk>.
MIN_CHARACTER_COUNT = 3
MIN_PAIR_COUNT = 2
# Full-width punctuation that NFKC would turn into ASCII. In Chinese it is the
# usual one, and what is written must be able to write it.
KEPT = "，！？：；（）～…％"
# Where it is set aside meanwhile.
PRIVATE = 0xF8A0
APOSTROPHES = "[‘’ʼ＇`´]"
INVISIBLE = r"[\p{Cc}\p{Cf}\x{FE0E}\x{FE0F}]"


def _normalizer(*, lowercase: bool, full_width: bool) -> normalizers.Sequence:
    """Return what is done to a word before it is cut into pieces."""
    aside = {mark: chr(PRIVATE + i) for i, mark in enumerate(KEPT)}
    if not full_width:
        aside = {}
    return normalizers.Sequence(
        [
            normalizers.Replace(Regex(APOSTROPHES), "'"),
            normalizers.Replace(Regex("[“”„]"), '"'),
            normalizers.Replace(Regex(INVISIBLE), ""),
        ][0 if not full_width else 2 :]  # Chinese quotes stay as they are
        + [normalizers.Replace(mark, set_) for mark, set_ in aside.items()]
        + [normalizers.NFKC()]
        + [normalizers.Replace(set_, mark) for mark, set_ in aside.items()]
        + [normalizers.Lowercase()] * lowercase
    )


def _frequent_characters(words: Counter[str]) -> int:
    """Count the characters that are frequent enough for the alphabet."""
    characters: Counter[str] = Counter()
    for word, count in words.items():
        for character in word:
            characters[character] += count
    return sum(n >= MIN_CHARACTER_COUNT for n in characters.values())


def _without_added_tokens(tokenizer: Tokenizer) -> Tokenizer:
    """Make <unk>, <s>, </s> mere ids: typed, they are read as text."""
    state = json.loads(tokenizer.to_str())
    return Tokenizer.from_str(json.dumps(state | {"added_tokens": []}))


def train_vocabulary(
    words: Iterable[str],
    size: int,
    *,
    continuing: str = "",
    lowercase: bool = False,
) -> Vocabulary:
    """Train a vocabulary.

    Parameters
    ----------
    words : iterable of str
        All words of the training text, each as often as it occurs.
    size : int
        Number of pieces, the three special ones included.
    continuing : str, default ""
        The mark of pieces that are not the first of their word, such as "##".
        Without one, full-width punctuation is kept (Chinese).
    lowercase : bool, default False
        Whether case is ignored.

    Returns
    -------
    Vocabulary
        With ids 0, 1, 2 for <unk>, <s>, </s>.
    """
    normalizer = _normalizer(lowercase=lowercase, full_width=not continuing)
    counts = Counter(normalizer.normalize_str(word) for word in words)
    mark = {"continuing_subword_prefix": continuing} if continuing else {}
    model = BPE(unk_token=SPECIAL[0], fuse_unk=True, **mark)
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizer
    trainer = BpeTrainer(
        vocab_size=size,
        min_frequency=MIN_PAIR_COUNT,
        special_tokens=list(SPECIAL),
        limit_alphabet=_frequent_characters(counts),
        show_progress=False,
        **mark,
    )
    tokenizer.train_from_iterator(counts.elements(), trainer)
    return Vocabulary(_without_added_tokens(tokenizer))


def sampling(path: str | Path, dropout: float) -> Vocabulary:
    """Read a vocabulary that cuts words differently each time.

    BPE dropout (Provilkov et al. 2020): each merge is skipped with this
    probability, so that the model learns to read words in smaller pieces.

    Parameters
    ----------
    path : str or Path
        The json file.
    dropout : float
        Their p; 0.1 in the paper.

    Returns
    -------
    Vocabulary
        For training only.
    """
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.model.dropout = dropout
    return Vocabulary(tokenizer)
