"""Guide links: which English word belongs to which Chinese word, how surely.

    python -m training.guide --pairs FILE --output FILE [--gold FILE]

FILE of --pairs: a pair per line, tab-separated, English and Chinese first;
further columns are ignored. What is written: one JSON object per pair, in
the same order,

    {"source": [words], "target": [words], "links": [[j, i, p], ...]}

source word j and target word i (0-based) are linked with belief p, 0.05 to
1; p > 0.5 is what the error rate is measured at. A word without links has
none in the language pair either (or none was found). With --gold the error
rate of each stage is printed; the gold sentences are aligned together with
the pairs, their links are not looked at.

The stages:

1. E5: cosine similarity of hidden states of multilingual-e5-small, mean of
   `LAYERS`; a match is mutual: the geometric mean of a softmax over the
   row and one over the column (as in SimAlign: Jalili Sabet et al. 2020).
   Between words and between pieces, averaged.
2. eflomal (Östling and Tiedemann 2016), a statistical aligner, in both
   directions, with E5's matches, counted over the corpus, as prior of its
   dictionary. Several runs vote.
3. The weighted mean of both, and two habits of the annotators which neither
   can know (`follow_habits`).
"""

import argparse
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from eflomal import Aligner
from torch import Tensor

from language.joining import join_words
from language.words import split_words
from training.e5 import E5, load
from training.metrics import AlignmentErrorRate
from training.tongues import SPLITTERS

LAYERS = (4, 5, 6, 7)
WORD_SHARPNESS = 14.0
PIECE_SHARPNESS = 20.0
BATCH = 64
RUNS = 6
VOTE_SHARE = 0.3
MATCH = 0.3
"""A match of E5 above it is counted for the dictionary."""

BELIEF_SLOPE, BELIEF_SHIFT, BELIEF_FLOOR = 2.0, 1.4, 0.05
"""Logistic regression of the gold links on the mean of both aligners."""

MINE = ("mine", "yours", "hers", "ours", "theirs")
MY = ("my", "your", "his", "her", "its", "our", "their", "whose")
POSSESSIVES = frozenset((*MY, *MINE))
ARTICLES = frozenset(("a", "an", "the"))
PARTICLES = frozenset("的了把得在是被就都要")

Matrix = np.ndarray
Links = set[tuple[int, int]]


class Pair(NamedTuple):
    """A sentence pair in words."""

    source: tuple[str, ...]
    target: tuple[str, ...]


class Gold(NamedTuple):
    """A pair with its links (source word, target word)."""

    pair: Pair
    sure: Links
    possible: Links


@dataclass(frozen=True)
class Sentence:
    """Ids of pieces with <s> and </s>, and the word of each piece."""

    ids: list[int]
    owner: np.ndarray
    n_words: int


def read_pairs(path: Path, target: str = "zh") -> list[Pair]:
    """Words of the first two columns of a tab-separated file."""
    pairs, split = [], SPLITTERS[target]
    for line in path.read_text(encoding="utf-8").splitlines():
        source, words = line.split("\t")[:2]
        pairs.append(Pair(tuple(split_words(source)), tuple(split(words))))
    return pairs


def read_gold(path: Path) -> list[Gold]:
    """Pairs already in words, sure links, possible links."""
    gold = []
    for line in path.read_text(encoding="utf-8").splitlines():
        source, target, sure, possible = line.split("\t")[:4]
        pair = Pair(tuple(source.split()), tuple(target.split()))
        gold.append(Gold(pair, read_links(sure), read_links(possible)))
    return gold


def read_links(text: str) -> Links:
    """Links written `0-0 1-2`."""
    halves = (link.split("-") for link in text.split())
    return {(int(j), int(i)) for j, i in halves}


def in_pieces(model: E5, words: Sequence[str]) -> Sentence:
    """Pieces of a sentence with the spaces it would be written with.

    Written as it would be is what counts: with a space before each Chinese
    word the error rate is 0.02 higher.
    """
    text, at = join_words(words), 0
    ids, owner = [model.start], []
    for number, word in enumerate(words):
        begin = text.index(word, at)
        pieces = model.pieces(word, first=number == 0 or begin > at)
        ids += pieces
        owner += [number] * len(pieces)
        at = begin + len(word)
    return Sentence([*ids, model.end], np.array(owner, int), len(words))


def padded(sentences: Sequence[Sentence], pad: int) -> Tensor:
    """Ids of several sentences, (b, n)."""
    n = max(len(sentence.ids) for sentence in sentences)
    rows = [s.ids + [pad] * (n - len(s.ids)) for s in sentences]
    return torch.tensor(rows)


def states(model: E5, sentences: Sequence[Sentence]) -> list[np.ndarray]:
    """Hidden states of the pieces, (n_layers, n_pieces, d) per sentence."""
    ids = padded(sentences, model.pad)
    layers = model.vectors(ids, ids != model.pad, LAYERS)
    together = torch.stack(layers, 1).numpy()
    return [
        x[:, 1 : 1 + len(sentence.owner)]
        for x, sentence in zip(together, sentences, strict=True)
    ]


def cosine(x: np.ndarray, y: np.ndarray) -> Matrix:
    """Mean over the layers of the cosines, (n_x, n_y)."""
    x = x / np.linalg.norm(x, axis=-1, keepdims=True)
    y = y / np.linalg.norm(y, axis=-1, keepdims=True)
    return (x @ y.swapaxes(-1, -2)).mean(0)


def means(x: np.ndarray, sentence: Sentence) -> np.ndarray:
    """Mean of the pieces of each word, (n_layers, n_words, d)."""
    share = sentence.owner == np.arange(sentence.n_words)[:, None]
    share = share / share.sum(1, keepdims=True)
    return share.astype(np.float32) @ x


def softmax(x: Matrix, axis: int) -> Matrix:
    """Softmax, as anywhere."""
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def mutual(x: Matrix) -> Matrix:
    """Geometric mean of the softmax over rows and over columns."""
    return np.sqrt(softmax(x, 0) * softmax(x, 1))


def match(x: np.ndarray, y: np.ndarray, s: Sentence, t: Sentence) -> Matrix:
    """How well each word of s matches each of t, (n_s, n_t), 0 to 1."""
    words = mutual(WORD_SHARPNESS * cosine(means(x, s), means(y, t)))
    pieces = mutual(PIECE_SHARPNESS * cosine(x, y))
    best = np.zeros_like(words)
    np.maximum.at(best, (s.owner[:, None], t.owner[None]), pieces)
    return (words + best) / 2


def e5_matches(pairs: Sequence[Pair]) -> list[Matrix]:
    """Stage 1: matches (n_s, n_t) of each pair."""
    model, started = load(), time.monotonic()
    sides = [[in_pieces(model, words) for words in pair] for pair in pairs]
    order = [k for k, pair in enumerate(pairs) if all(pair)]
    order.sort(key=lambda k: [len(side.ids) for side in sides[k]])
    matches = [np.zeros((len(p.source), len(p.target))) for p in pairs]
    for begin in range(0, len(order), BATCH):
        some = order[begin : begin + BATCH]
        sources, targets = zip(*(sides[k] for k in some), strict=True)
        found = zip(states(model, sources), states(model, targets), strict=True)
        for k, (x, y) in zip(some, found, strict=True):
            matches[k] = match(x, y, *sides[k])
        if begin // BATCH % 50 == 0:
            seconds = time.monotonic() - started
            print(f"E5 {begin}/{len(order)} {seconds:.0f} s", flush=True)
    return matches


def key(word: str) -> str:
    """One token for eflomal: no white space in it, lower case."""
    return "_".join(word.lower().split())


def write_dictionary(
    file: Path, pairs: Sequence[Pair], matches: Sequence[Matrix]
) -> None:
    """Counts of matched words, in eflomal's format of priors."""
    counts: Counter[tuple[str, str]] = Counter()
    for pair, q in zip(pairs, matches, strict=True):
        for j, i in np.argwhere(q > MATCH):
            words = key(pair.source[j]), key(pair.target[i])
            counts[words] += float(q[j, i])
    rows = [f"LEX\t{a}\t{b}\t{n:.4f}\n" for (a, b), n in counts.items()]
    file.write_text("".join(rows), encoding="utf-8")


def run_eflomal(
    pairs: Sequence[Pair], folder: Path, priors: Path | None
) -> list[list[Links]]:
    """Links of both directions, one list per direction."""
    # An empty side would shift every later line.
    sides = zip(*((p.source or ("_",), p.target or ("_",)) for p in pairs))  # noqa: B905
    texts = [[" ".join(map(key, words)) for words in side] for side in sides]
    files = [folder / "forward", folder / "backward"]
    lines = priors.read_text(encoding="utf-8").splitlines() if priors else None
    Aligner(n_samplers=1).align(
        *texts,
        links_filename_fwd=str(files[0]),
        links_filename_rev=str(files[1]),
        priors_input=lines,
    )
    return [
        [read_links(line) for line in file.read_text().splitlines()]
        for file in files
    ]


def eflomal_votes(
    pairs: Sequence[Pair], matches: Sequence[Matrix] | None = None
) -> list[Matrix]:
    """Stage 2: share of the runs and directions with each link."""
    votes = [np.zeros((len(p.source), len(p.target))) for p in pairs]
    with tempfile.TemporaryDirectory() as name:
        folder, priors = Path(name), None
        if matches is not None:
            priors = folder / "priors"
            write_dictionary(priors, pairs, matches)
        for run in range(RUNS):
            print(f"eflomal {run + 1}/{RUNS}", flush=True)
            for direction in run_eflomal(pairs, folder, priors):
                for vote, links in zip(votes, direction, strict=True):
                    for link in links if vote.size else ():
                        vote[link] += 1 / (2 * RUNS)
    return votes


def belief(q: Matrix) -> Matrix:
    """How probable a link is whose mean match is q."""
    odds = (q + 0.05) / (1.05 - q)
    return 1 / (1 + np.exp(-BELIEF_SHIFT - BELIEF_SLOPE * np.log(odds)))


def follow_habits(pair: Pair, p: Matrix) -> Matrix:
    """Two habits of annotators that similarity does not show.

    `my` is 我 and the 的 behind it; an article is no 的, 了 or 把.
    """
    p = p.copy()
    for j, word in enumerate(pair.source):
        if word.lower() in ARTICLES:
            p[j, [w in PARTICLES for w in pair.target]] = 0
        elif word.lower() in POSSESSIVES:
            for i in range(1, len(pair.target)):
                if pair.target[i] == "的" and p[:, i].max() < 0.5:
                    p[j, i] = max(p[j, i], p[j, i - 1])
    return p


def combine(pair: Pair, q: Matrix, vote: Matrix) -> Matrix:
    """Stage 3: belief in each link."""
    p = belief((1 - VOTE_SHARE) * q + VOTE_SHARE * vote)
    return follow_habits(pair, p)


def links_above(p: Matrix, threshold: float) -> Links:
    """Links (j, i) with more than a threshold."""
    return {(int(j), int(i)) for j, i in np.argwhere(p > threshold)}


def error_rate(
    gold: Sequence[Gold], matrices: Iterable[Matrix], threshold: float
) -> float:
    """AER of the links above a threshold."""
    rate = AlignmentErrorRate()
    for one, p in zip(gold, matrices, strict=True):
        rate.add(links_above(p, threshold), one.sure, one.possible)
    return rate.value


def report(name: str, gold: Sequence[Gold], matrices: list[Matrix]) -> None:
    """Print the error rate of the last pairs, which are the gold ones."""
    rates = [
        f"{threshold:.2f}: {error_rate(gold, matrices, threshold):.4f}"
        for threshold in (0.3, 0.35, 0.4, 0.45, 0.5, 0.55)
    ]
    print(f"AER {name:12} above", "  ".join(rates), flush=True)


def align(pairs: Sequence[Pair], gold: Sequence[Gold] = ()) -> list[Matrix]:
    """All stages: belief (n_s, n_t) of each pair."""
    everything = [*pairs, *(one.pair for one in gold)]
    n = len(pairs)
    matches = e5_matches(everything)
    votes = eflomal_votes(everything, matches)
    both = zip(everything, matches, votes, strict=True)
    beliefs = [combine(pair, q, vote) for pair, q, vote in both]
    if gold:
        report("E5", gold, matches[n:])
        report("eflomal", gold, eflomal_votes(everything)[n:])
        report("E5 + eflomal", gold, votes[n:])
        report("all", gold, beliefs[n:])
    return beliefs[:n]


def align_by_counting(
    pairs: Sequence[Pair], gold: Sequence[Gold] = ()
) -> list[Matrix]:
    """Stage 2 alone, for a corpus so large that counting is enough."""
    votes = eflomal_votes([*pairs, *(one.pair for one in gold)])
    if gold:
        report("eflomal", gold, votes[len(pairs) :])
    return votes[: len(pairs)]


def as_line(pair: Pair, p: Matrix) -> str:
    """One line of the file."""
    links = [
        [int(j), int(i), round(min(float(p[j, i]), 1.0), 3)]
        for j, i in np.argwhere(p > BELIEF_FLOOR)
    ]
    row = {"source": pair.source, "target": pair.target, "links": links}
    return json.dumps(row, ensure_ascii=False) + "\n"


def main() -> None:
    """Read, align, write; the file appears only when it is complete."""
    parser = argparse.ArgumentParser(description="Make guide links.")
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--gold", type=Path)
    parser.add_argument("--target", choices=SPLITTERS, default="zh")
    parser.add_argument("--no-e5", action="store_true", help="eflomal alone")
    options = parser.parse_args()
    torch.set_num_threads(1)
    os.environ["OMP_NUM_THREADS"] = "1"  # eflomal's
    pairs = read_pairs(options.pairs, options.target)
    gold = read_gold(options.gold) if options.gold else []
    beliefs = (align_by_counting if options.no_e5 else align)(pairs, gold)
    lines = [as_line(*both) for both in zip(pairs, beliefs, strict=True)]
    part = options.output.with_name(options.output.name + ".part")
    part.write_text("".join(lines), encoding="utf-8")
    part.replace(options.output)


if __name__ == "__main__":
    main()
