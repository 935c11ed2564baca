"""Sentence pairs with known links, made from patterns over a word table.

The patterns say the same thing in both languages (training/shapes.py); words
that translate each other share a tag, so the links are known by construction.
"""

import argparse
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from training import inflection, lexicon
from training.filling import Filling
from training.lexicon import Lexicon, UnfilledError
from training.phrases import Token, tokens
from training.segmentation import segment
from training.shapes import Shape, shapes

GOLD = Path(__file__).parent / "lecture_gold.tsv"


@dataclass(frozen=True)
class Pair:
    """An English and a Chinese sentence; links (English, Chinese), 0-based."""

    english: tuple[str, ...]
    chinese: tuple[str, ...]
    links: frozenset[tuple[int, int]]


MARKS = {"": "", ".": "。", "?": "？", "!": "！"}
FINISHED = 0.75
LOUD = 0.04
SEGMENTATIONS = {"rjieba": 70, "words": 20, "fine": 10}


def make_pair(
    english: list[Token], chinese: list[Token], rng: random.Random, mark: str
) -> Pair:
    """Segment, finish both sentences and read the links off the tags."""
    way = rng.choices(list(SEGMENTATIONS), list(SEGMENTATIONS.values()))[0]
    chinese = segment(chinese, way)
    if mark == "." and rng.random() < LOUD:
        mark = "!"
    if mark and rng.random() < FINISHED:
        english = [*english, *tokens(mark, "mark")]
        chinese = [*chinese, *tokens(MARKS[mark], "mark")]
    english = [_with_article(t, n) for t, n in pairwise([*english, Token("")])]
    first = english[0]
    english = [
        replace(first, text=first.text[:1].upper() + first.text[1:]),
        *english[1:],
    ]
    links = frozenset(
        (i, j)
        for j, target in enumerate(chinese)
        for i, source in enumerate(english)
        if source.tags & target.tags
    )
    return Pair(
        tuple(t.text for t in english), tuple(t.text for t in chinese), links
    )


def _with_article(word: Token, following: Token) -> Token:
    if word.text != "a":
        return word
    return replace(word, text=inflection.article(following.text))


def bare(sentence: Sequence[str]) -> str:
    """The sentence without case, spaces and punctuation."""
    return re.sub(r"[\W_]+", "", "".join(sentence).lower())


def reserved() -> frozenset[str]:
    """The bare sentences of lecture_gold.tsv, which are for testing only."""
    if not GOLD.exists():
        return frozenset()
    rows = [
        r.split("\t") for r in GOLD.read_text(encoding="utf-8").splitlines()
    ]
    return frozenset(bare(cell) for row in rows for cell in row[:2])


def generate(words_path: Path, *, count: int, seed: int) -> list[Pair]:
    """Distinct random pairs, none of whose sentences is a test sentence.

    Raises
    ------
    ValueError
        If the word table is too small for so many pairs.
    """
    words = lexicon.load(words_path)
    rng = random.Random(seed)
    return list(_distinct(words, rng, count))


def _distinct(words: Lexicon, rng: random.Random, count: int) -> Iterator[Pair]:
    seen: set[tuple[str, str]] = set()
    blocked, patterns = reserved(), shapes()
    for _ in range(100 * count):
        if len(seen) == count:
            return
        pair = sample(words, rng, patterns)
        if pair is None:
            continue
        key = (bare(pair.english), bare(pair.chinese))
        if key not in seen and not blocked & {*key}:
            seen.add(key)
            yield pair
    if len(seen) < count:
        raise ValueError(
            f"the word table must allow {count} distinct pairs. "
            f"Found: {len(seen)}."
        )


def sample(
    words: Lexicon, rng: random.Random, patterns: Sequence[Shape]
) -> Pair | None:
    """One random pair, or none if the drawn words do not go together."""
    shape = rng.choices(patterns, [p.weight * p.alone for p in patterns])[0]
    try:
        filling = Filling(words, rng, shape, patterns)
    except UnfilledError:
        return None
    return make_pair(filling.english(), filling.chinese(), rng, shape.mark)


def write(pairs: Sequence[Pair], path: Path) -> None:
    """English, Chinese and links i-j, tab-separated, a pair a line."""
    lines = (
        "\t".join(
            [
                " ".join(pair.english),
                " ".join(pair.chinese),
                " ".join(f"{i}-{j}" for i, j in sorted(pair.links)),
            ]
        )
        for pair in pairs
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write pairs to a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=Path, required=True)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, required=True)
    given = parser.parse_args(arguments)
    write(
        generate(given.words, count=given.count, seed=given.seed), given.output
    )


if __name__ == "__main__":
    main()
