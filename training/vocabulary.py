"""Vocabularies: byte pair encoding inside words, and its dropout."""

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from tokenizers import Regex, Tokenizer, normalizers
from tokenizers.models import BPE
from tokenizers.trainers import BpeTrainer

from language.pieces import SPECIAL, UNKNOWN, Pieces, Vocabulary

Pair = tuple[str, str]

# A character that is rarer becomes <unk>.
MIN_CHARACTER_COUNT = 3
MIN_PAIR_COUNT = 2
# Full-width punctuation that NFKC would turn into ASCII. In Chinese it is the
# usual one, and what is written must be able to write it.
KEPT = "，！？：；（）～…％"
# Where it is set aside meanwhile: characters that have no meaning.
PRIVATE = 0xF8A0
# Typed on an English keyboard, a mark that is a word of its own means the same.
FULL_WIDTH = dict(zip(",!?:;.", "，！？：；。", strict=True))
APOSTROPHES = "[‘’ʼ＇`´]"
QUOTES = "[“”„]"
INVISIBLE = r"[\p{Cc}\p{Cf}\x{FE0E}\x{FE0F}]"
_CHANCE = random.Random(0)


def _normalizer(*, lowercase: bool, chinese: bool) -> normalizers.Sequence:
    """Return what is done to a word before it is cut into pieces."""
    replace = normalizers.Replace
    aside = {mark: chr(PRIVATE + i) for i, mark in enumerate(KEPT)}
    steps = [replace(Regex(INVISIBLE), "")]
    if chinese:
        steps += [replace(mark, private) for mark, private in aside.items()]
        steps += [normalizers.NFKC()]
        steps += [replace(private, mark) for mark, private in aside.items()]
        steps += [
            replace(Regex(rf"^\{half}$"), full)
            for half, full in FULL_WIDTH.items()
        ]
    else:
        steps += [replace(Regex(APOSTROPHES), "'"), replace(Regex(QUOTES), '"')]
        steps += [normalizers.NFKC()]
    return normalizers.Sequence(steps + [normalizers.Lowercase()] * lowercase)


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
    normalizer = _normalizer(lowercase=lowercase, chinese=not continuing)
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


@lru_cache(maxsize=8)
def _merges(vocabulary: Vocabulary) -> tuple[dict[Pair, int], str]:
    """Return the rank of each pair that is merged, and the prefix."""
    model = json.loads(vocabulary.tokenizer.to_str())["model"]
    ranks = {(a, b): rank for rank, (a, b) in enumerate(model["merges"])}
    return ranks, model["continuing_subword_prefix"] or ""


def _merge(
    symbols: list[str],
    ranks: dict[Pair, int],
    prefix: str,
    dropout: float,
    generator: random.Random,
) -> list[str]:
    """Merge the best pairs until none is left, each dropped by chance.

    Provilkov et al. 2020, algorithm 1.
    """
    while True:
        best = min(
            (
                (ranks[pair], i)
                for i, pair in enumerate(pairwise(symbols))
                if pair in ranks and generator.random() >= dropout
            ),
            default=None,
        )
        if best is None:
            return symbols
        i = best[1]
        second = symbols[i + 1].removeprefix(prefix)
        symbols[i : i + 2] = [symbols[i] + second]


@lru_cache(maxsize=100_000)
def _normal(vocabulary: Vocabulary, word: str) -> str:
    """Return a word as the vocabulary reads it."""
    normal: str = vocabulary.tokenizer.normalizer.normalize_str(word)
    return normal


def _sample_ids(
    vocabulary: Vocabulary,
    word: str,
    dropout: float,
    generator: random.Random,
) -> list[int]:
    """Return the ids of one word; neighboring <unk> become one."""
    ranks, prefix = _merges(vocabulary)
    normal = _normal(vocabulary, word)
    symbols = [prefix * (i > 0) + letter for i, letter in enumerate(normal)]
    to_id = vocabulary.tokenizer.token_to_id
    ids: list[int] = []
    for piece in _merge(symbols, ranks, prefix, dropout, generator):
        id_ = to_id(piece)
        if id_ is not None:
            ids.append(id_)
        elif ids[-1:] != [UNKNOWN]:
            ids.append(UNKNOWN)
    return ids or [UNKNOWN]


def sample_pieces(
    vocabulary: Vocabulary,
    words: Sequence[str],
    dropout: float,
    generator: random.Random | None = None,
) -> Pieces:
    """Cut words into pieces, differently each time.

    BPE dropout (Provilkov et al. 2020): merges are skipped by chance, so that
    the model learns to read words in smaller pieces. `tokenizers` can do it
    too, but takes no seed.

    Parameters
    ----------
    vocabulary : Vocabulary
        The pieces.
    words : sequence of str
        As `split_words` makes them.
    dropout : float
        Their p, 0.1 in the paper. With 0 this is `vocabulary.encode(words)`.
    generator : random.Random, optional
        Where chance comes from; the module's own if there is none.

    Returns
    -------
    Pieces
        With at least one piece for each word.
    """
    if dropout == 0:
        return vocabulary.encode(words)
    chance = generator or _CHANCE
    found = [_sample_ids(vocabulary, word, dropout, chance) for word in words]
    return vocabulary.pieces(found)
