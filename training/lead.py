"""Measure how the lead of one model over another changes with length.

    python -m training.lead --model content/models/attention --join 5 --write
        --against content/models/fixed --test ../shared/corpora/eng-cmn.test.tsv

The lead is the difference of BLEU in a bin of `training.lengths`. Its interval
is the middle 95 % of resamplings of the *source sentences* of the test file,
the same ones for both models. A text that is joined of k sentences is no new
sentence, and one sentence stands in up to four of them. So what is drawn are
blocks of consecutive sentences that no joined text crosses (60 of them, where
up to 5 are joined), and all texts of a block come with it. What matters is the
growth, the lead in the last bin less that in the first. Beside it stands how
long the translations are, as a share of the length of what is meant: a model
that stops early is below 1.
"""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.evaluate import Model
from training.lengths import (
    Counts,
    Sentences,
    bins_of,
    bleu,
    joined_pairs,
    joined_runs,
    pairs_of,
    translate_all,
)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Texts:
    """The same texts translated by two models.

    blocks (n_texts,): the block of source sentences that each is made of.
    """

    one: Sentences
    other: Sentences
    blocks: Counts


def blocks_of(
    n_sources: int, runs: Sequence[tuple[int, int]], most: int
) -> Counts:
    """Blocks of the source sentences alone, then of the joined texts."""
    size = math.lcm(*range(1, most + 1))
    ends = [*((k, k) for k in range(n_sources)), *runs]
    if any(first // size != last // size for first, last in ends):
        raise ValueError("A joined text crosses a block.")
    return np.array([first // size for first, _ in ends])


def leads(
    texts: Texts, bins: Sequence[tuple[int, int]], drawn: Counts
) -> Floats:
    """Lead in each bin (n_bins,); drawn (n_blocks,) counts the blocks."""
    times, found = drawn[texts.blocks], []
    for first, last in bins:
        lengths = texts.one.lengths
        kept = (lengths >= first) & (lengths <= last)
        one, other = (
            bleu(times[kept] @ some.counts[kept])
            for some in (texts.one, texts.other)
        )
        found.append(one - other)
    return np.array(found)


def measure(texts: Texts, samples: int, seed: int) -> dict[str, Any]:
    """The leads with their intervals, and the growth with its own."""
    bins = bins_of(texts.one.lengths)
    n = int(texts.blocks.max()) + 1
    generator = np.random.default_rng(seed)
    drawn = generator.multinomial(n, np.full(n, 1 / n), size=samples)
    found = np.array([leads(texts, bins, row) for row in drawn])
    low, high = np.quantile(found, [0.025, 0.975], axis=0)
    growth = np.quantile(found[:, -1] - found[:, 0], [0.025, 0.975])
    value = leads(texts, bins, np.ones(n, dtype=np.int64))
    return {
        "bins": [list(pair) for pair in bins],
        "lead": value.round(2).tolist(),
        "low": low.round(2).tolist(),
        "high": high.round(2).tolist(),
        "growth": round(float(value[-1] - value[0]), 2),
        "growth_interval": growth.round(2).tolist(),
        "written": [
            [_written(some.within(*pair)) for pair in bins]
            for some in (texts.one, texts.other)
        ],
        "blocks": n,
        "samples": samples,
        "seed": seed,
    }


def _written(some: Sentences) -> float:
    """Length of the translations, as a share of what is meant."""
    return round(float(some.counts[:, 8].sum() / some.counts[:, 9].sum()), 3)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="path without suffix")
    parser.add_argument("--against", required=True, help="of the other one")
    parser.add_argument("--test", type=Path, required=True)
    parser.add_argument("--join", type=int, default=1, help="sentences")
    parser.add_argument("--score", default="scaled_dot")
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="into the card")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and write into the first model's card if asked to."""
    read = parse(arguments)
    pairs = pairs_of(read.test)
    runs = joined_runs(pairs, read.join)
    texts = [*pairs, *joined_pairs(pairs, read.join)]
    systems = []
    for stem in (read.model, read.against):
        model = Model(stem)
        score = read.score if model.parameters.attention else None
        systems.append(translate_all(model, texts, score))
    figures = measure(
        Texts(*systems, blocks_of(len(pairs), runs, read.join)),
        read.samples,
        read.seed,
    )
    figures["command"] = (
        f"python -m training.lead --model {read.model} --against "
        f"{read.against} --test {read.test.as_posix()} --join {read.join} "
        f"--score {read.score} --seed {read.seed} --write"
    )
    json.dump(figures, sys.stdout, indent=1)
    print()
    if read.write:
        path = Path(f"{read.model}.json")
        card = json.loads(path.read_text(encoding="utf-8"))
        card["lead"] = figures
        content = json.dumps(card, ensure_ascii=False, indent=1) + "\n"
        path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
