"""Measure translation quality against sentence length, into the model's card.

    python -m training.lengths --model content/models/attention \
        --test ../shared/corpora/eng-cmn.test.tsv --score scaled_dot --write

BLEU of greedy translations, overall, in three groups of lengths, and in bins;
bands are the middle 95 % of resamplings of the sentences (bootstrap, Koehn
2004). A length is the number of source words, punctuation counted, as
`language.words` splits them. `--longer FILE` adds held-out sentences to the
bins, and `--join N` what is longer than any sentence of the test file: up to
N of its sentences, one after the other, as one (neither of them enters the
overall figure and the groups).
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sacrebleu.metrics.bleu import BLEU

from language.words import split_words
from training.evaluate import SCORES, Model
from training.metrics import rows

BINS = ((1, 4), (5, 6), (7, 8), (9, 10), (11, 15), (16, 20), (21, 26), (27, 40))
GROUPS = {"<=5": (1, 5), "6-9": (6, 9), ">=10": (10, 10_000)}
LONGEST = BINS[-1][1]
FEWEST = 30  # sentences that a bin needs; smaller ones join their neighbor

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Sentences:
    """Sentences that were translated.

    lengths (n,): source words; counts (n, 10): what BLEU counts in each, that
    is matching and all n-grams of order 1 to 4, and both lengths.
    """

    lengths: Counts
    counts: Counts

    def within(self, first: int, last: int) -> "Sentences":
        """Those of some lengths."""
        kept = (self.lengths >= first) & (self.lengths <= last)
        return Sentences(self.lengths[kept], self.counts[kept])

    def __len__(self) -> int:
        return len(self.lengths)

    def __add__(self, others: "Sentences") -> "Sentences":
        return Sentences(
            np.concatenate([self.lengths, others.lengths]),
            np.concatenate([self.counts, others.counts]),
        )


def sentence_counts(said: str, meant: str) -> list[int]:
    """What BLEU counts in one sentence: 4 matches, 4 totals, 2 lengths."""
    score = BLEU(tokenize="zh", effective_order=True).sentence_score(
        said, [meant]
    )
    return [*score.counts, *score.totals, score.sys_len, score.ref_len]


def bleu(counts: Counts) -> float:
    """BLEU of the summed counts (10,), as sacrebleu has it for a corpus."""
    correct, total = counts[:4].tolist(), counts[4:8].tolist()
    score = BLEU.compute_bleu(
        correct, total, int(counts[8]), int(counts[9]), smooth_method="exp"
    )
    return float(score.score)


def band(
    sentences: Sentences, samples: int, seed: int
) -> tuple[float, float, float]:
    """BLEU with the edges of the middle 95 % of its resamplings."""
    generator, n = np.random.default_rng(seed), len(sentences)
    drawn = generator.multinomial(n, np.full(n, 1 / n), size=samples)
    values = [bleu(times @ sentences.counts) for times in drawn]
    low, high = np.quantile(values, [0.025, 0.975]).tolist()
    return bleu(sentences.counts.sum(axis=0)), low, high


def pairs_of(path: Path) -> list[tuple[str, str]]:
    """The sentence pairs of a file."""
    return [(source, meant) for source, meant, *_ in rows(path)]


def joined_runs(
    pairs: Sequence[tuple[str, str]], most: int
) -> list[tuple[int, int]]:
    """First and last of the runs of pairs that `joined_pairs` makes one."""
    alone = max(len(split_words(source)) for source, _ in pairs)
    found = []
    for count in range(2, most + 1):
        for start in range(0, len(pairs) - count + 1, count):
            run = pairs[start : start + count]
            words = split_words(" ".join(source for source, _ in run))
            if alone < len(words) <= LONGEST:
                found.append((start, start + count - 1))
    return found


def joined_pairs(
    pairs: Sequence[tuple[str, str]], most: int
) -> list[tuple[str, str]]:
    """Runs of 2 to `most` pairs as one, longer than any pair alone.

    At most `LONGEST` words.
    """
    runs = [pairs[a : b + 1] for a, b in joined_runs(pairs, most)]
    return [
        (
            " ".join(source for source, _ in run),
            "".join(meant for _, meant in run),
        )
        for run in runs
    ]


def translate_all(
    model: Model, pairs: Sequence[tuple[str, str]], score: str | None
) -> Sentences:
    """Translate the sources, and compare with what is meant."""
    lengths, counts = [], []
    for source, meant in pairs:
        lengths.append(len(split_words(source)))
        counts.append(sentence_counts(model.translate(source, score), meant))
    return Sentences(np.array(lengths), np.array(counts).reshape(-1, 10))


def bins_of(
    lengths: Counts, wanted: Sequence[tuple[int, int]] = BINS
) -> list[tuple[int, int]]:
    """Bins with at least `FEWEST` sentences; too small ones are joined."""
    found, first = list[tuple[int, int]](), None
    for low, high in wanted:
        first = low if first is None else first
        if ((lengths >= first) & (lengths <= high)).sum() >= FEWEST:
            found.append((first, high))
            first = None
    if first is not None and found:  # what is left joins the last one
        longest = int(lengths.max(initial=0))
        found[-1] = (found[-1][0], max(found[-1][1], longest))
    return found or [(1, int(lengths.max(initial=1)))]


def distribution(lengths: Counts) -> dict[str, int]:
    """How many sentences of each length there are."""
    return {str(n): c for n, c in sorted(Counter(lengths.tolist()).items())}


def measure(
    test: Sentences, longer: Sentences, samples: int, seed: int
) -> dict[str, Any]:
    """All figures for the card."""
    everything = test + longer
    bins = bins_of(everything.lengths)
    bands = [band(everything.within(*pair), samples, seed) for pair in bins]
    values, low, high = zip(*bands, strict=True)
    overall = band(test, samples, seed)
    groups = {name: test.within(*pair) for name, pair in GROUPS.items()}
    return {
        "unit": "source words, punctuation counted",
        "bins": [list(pair) for pair in bins],
        "bleu": [round(value, 2) for value in values],
        "low": [round(value, 2) for value in low],
        "high": [round(value, 2) for value in high],
        "pairs": [len(everything.within(*pair)) for pair in bins],
        "by": {
            name: round(bleu(some.counts.sum(axis=0)), 2)
            for name, some in groups.items()
            if len(some)
        },
        "by_pairs": {name: len(some) for name, some in groups.items()},
        "overall": round(overall[0], 2),
        "overall_band": [round(value, 2) for value in overall[1:]],
        "lengths_of_test": distribution(test.lengths),
        "lengths_of_longer": distribution(longer.lengths),
        "samples": samples,
        "seed": seed,
    }


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read and check the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="path without suffix")
    parser.add_argument("--test", type=Path, required=True)
    parser.add_argument("--longer", type=Path, help="more held-out sentences")
    parser.add_argument("--join", type=int, default=1, help="sentences")
    parser.add_argument("--score", choices=SCORES, default="scaled_dot")
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="into the card")
    read = parser.parse_args(arguments)
    for path in filter(None, (read.test, read.longer)):
        if not path.is_file():
            parser.error(f"there is no file {path}")
    return read


def command_of(arguments: argparse.Namespace, score: str | None) -> str:
    """The command that makes the same figures again."""
    parts = ["python -m training.lengths", f"--model {arguments.model}"]
    parts += [
        f"--{name} {path.as_posix()}"
        for name in ("test", "longer")
        if (path := getattr(arguments, name))
    ]
    parts += [f"--join {arguments.join}"] if arguments.join > 1 else []
    parts += [f"--score {score}"] if score else []
    return " ".join([*parts, f"--seed {arguments.seed}", "--write"])


def write_card(stem: str, figures: dict[str, Any]) -> None:
    """Put the figures into the card beside the model."""
    path = Path(f"{stem}.json")
    card = json.loads(path.read_text(encoding="utf-8"))
    card["lengths"] = figures
    content = json.dumps(card, ensure_ascii=False, indent=1) + "\n"
    path.write_text(content, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and write into the card if asked to."""
    read = parse(arguments)
    stem = read.model.removesuffix(".npz")
    model = Model(stem)
    score = read.score if model.parameters.attention else None
    pairs = pairs_of(read.test)
    longer = joined_pairs(pairs, read.join)
    longer += pairs_of(read.longer) if read.longer else []
    sentences = [translate_all(model, some, score) for some in (pairs, longer)]
    figures = measure(*sentences, read.samples, read.seed)
    figures |= {"score": score, "test": read.test.name, "joined": read.join}
    figures["command"] = command_of(read, score)
    json.dump(figures, sys.stdout, ensure_ascii=False, indent=1)
    print()
    if read.write:
        write_card(stem, figures)


if __name__ == "__main__":
    main()
