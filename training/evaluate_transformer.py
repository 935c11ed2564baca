"""Measure the shipped Transformer with the NumPy code that the app runs.

    python -m training.evaluate_transformer \
        --model content/models/transformer \
        --test ../shared/corpora/eng-cmn.test.tsv \
        --gold ../shared/gold/eng-cmn.dev.tsv

prints one JSON object, and so does `python -m training.evaluate --pair en-fr`.
With --write the figures go into the card as well, under the names of the
files. `bleu` is that of translation in the directions that the model was
trained for: Chinese by characters (sacrebleu, tokenize="zh"), English and
French lower-cased (tokenize="13a"). `aer` is the alignment error rate of
every cross-attention layer (mean of its heads) and head, read in two ways:
"read" takes the row that has just read the target word, "written" the row
that is about to write it. Links are made as in `training.evaluate`: weight
above 0.25. The marks of the source are left out, and the rows made to sum to
1 again.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from attention_core import checkpoint
from attention_core.transformer import (
    TO_CHINESE,
    TO_ENGLISH,
    frame_source,
    teacher_force,
    translate,
)
from language.merging import merge_weights
from language.pieces import Vocabulary
from language.reading import words_for
from training.metrics import AlignmentErrorRate, links_of, read_links, rows
from training.tongues import bleu_of, polished

MARK = "▁"
WAYS = {
    "en-zh": {"en-zh": TO_CHINESE, "zh-en": TO_ENGLISH},
    "en-fr": {"en-fr": TO_CHINESE},
}
"""The first mark is that of the language beside English, whichever it is."""
Weights = NDArray[np.floating]


class Model:
    """The shipped model: arrays, card and vocabulary."""

    def __init__(self, name: str) -> None:
        stem = name.removesuffix(".npz")
        loaded = checkpoint.load(f"{stem}.npz")
        self.card = loaded.card
        self.parameters = loaded.transformer()
        self.pieces = Vocabulary.load(f"{stem}.pieces.json")
        self.pair: str = self.card.get("pair", "en-zh")

    @property
    def ways(self) -> dict[str, int]:
        """The directions it translates in, and the mark of each."""
        return WAYS[self.pair]

    def translate(self, text: str, mark: int, beam: int) -> str:
        """The translation of a sentence."""
        ids = self.pieces.encode(words_for(text, self.pieces)).ids
        target = "en" if mark == TO_ENGLISH else self.pair[-2:]
        framed = frame_source(ids, mark)
        written = translate(self.parameters, framed, beam=beam).ids
        pieces = self.pieces.decode_ids(written.tolist())
        written_text = "".join(pieces).replace(MARK, " ").strip()
        return polished(written_text, target)

    def cross(
        self, source: list[str], target: list[str], mark: int
    ) -> dict[str, Weights]:
        """Weights over words (layers, heads, n_target, n_source)."""
        read, wrote = (self.pieces.encode(words) for words in (source, target))
        framed = frame_source(read.ids, mark)
        forced = teacher_force(self.parameters, framed, wrote.ids)
        weights = np.stack([x.cross.weights for x in forced.decoding.layers])
        weights = weights[..., 1:-1]
        weights /= weights.sum(axis=-1, keepdims=True)
        rows = {"read": weights[..., 1:, :], "written": weights[..., :-1, :]}
        groups = read.word_of_piece, wrote.word_of_piece
        sizes = len(source), len(target)
        return {
            way: np.array(
                [
                    [merge_weights(head, *groups, *sizes) for head in layer]
                    for layer in part
                ]
            )
            for way, part in rows.items()
        }


def columns(path: Path, mark: int) -> Iterator[tuple[str, str]]:
    """Source and target of every line."""
    for english, chinese, *_ in rows(path):
        pair = english, chinese
        yield pair if mark == TO_CHINESE else pair[::-1]


def bleu(model: Model, path: Path, mark: int, beam: int) -> float:
    """BLEU of one direction."""
    pairs = list(columns(path, mark))
    said = [model.translate(source, mark, beam) for source, _ in pairs]
    target = "en" if mark == TO_ENGLISH else model.pair[-2:]
    return round(bleu_of(said, [meant for _, meant in pairs], target), 2)


def alignment(model: Model, path: Path, mark: int) -> dict[str, float]:
    """AER of every layer and head, for both readings."""
    rates: dict[str, AlignmentErrorRate] = {}
    for english, chinese, *links in rows(path):
        sides = english.split(), chinese.split()
        turned = mark == TO_ENGLISH
        source, target = sides[::-1] if turned else sides
        sure, possible = (read_links(x) for x in (*links, "", "")[:2])
        for way, weights in model.cross(source, target, mark).items():
            tables = {
                f"mean of layer {i}": w.mean(0)
                for i, w in enumerate(weights, 1)
            }
            for i, k in np.ndindex(weights.shape[:2]):
                tables[f"layer {i + 1} head {k + 1}"] = weights[i, k]
            for name, table in tables.items():
                found = links_of(table)
                if turned:
                    found = {(j, i) for i, j in found}
                rate = rates.setdefault(f"{way}, {name}", AlignmentErrorRate())
                rate.add(found, sure, possible)
    return {name: round(rate.value, 4) for name, rate in rates.items()}


def summary(aer: dict[str, float]) -> dict[str, Any]:
    """The best layer and head of each reading, by name and value."""
    best = {}
    for way in ("read", "written"):
        for kind in ("mean of layer", "layer"):
            names = [n for n in aer if n.startswith(f"{way}, {kind} ")]
            name = min(names, key=lambda n: aer[n])
            label = "layer" if kind.startswith("mean") else "head"
            best[f"{way}, best {label}"] = [name.split(", ")[1], aer[name]]
    return best


def evaluate(
    model: Model, test: Path | None, gold: Path | None, beam: int
) -> dict[str, Any]:
    """All figures as one object."""
    result: dict[str, Any] = {"model": model.card.get("name"), "beam": beam}
    if test:
        result["bleu"] = {
            way: bleu(model, test, mark, beam)
            for way, mark in model.ways.items()
        }
    if gold:
        aer = {
            way: alignment(model, gold, mark)
            for way, mark in model.ways.items()
        }
        result["aer"] = {way: summary(aer[way]) for way in aer}
        result["aer_all"] = aer
    return result


def write(name: str, result: dict[str, Any], *files: Path | None) -> None:
    """Put figures into the card, under the names of the measured files."""
    path = Path(f"{name.removesuffix('.npz')}.json")
    card = json.loads(path.read_text(encoding="utf-8"))
    figures = {k: result[k] for k in ("beam", "bleu", "aer") if k in result}
    names = " and ".join(file.name for file in files if file)
    key = names if result["beam"] == 1 else f"{names}, beam {result['beam']}"
    card.setdefault("measured", {})[key] = figures
    text = json.dumps(card, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="path without suffix")
    parser.add_argument("--test", type=Path, help="English, Chinese, ...")
    parser.add_argument("--gold", type=Path, help="words, words, links, links")
    parser.add_argument("--beam", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="into the card")
    arguments = parser.parse_args()
    if not (arguments.test or arguments.gold):
        parser.error("--test or --gold is needed")
    figures = evaluate(
        Model(arguments.model), arguments.test, arguments.gold, arguments.beam
    )
    if arguments.write:
        write(arguments.model, figures, arguments.test, arguments.gold)
    json.dump(figures, sys.stdout, ensure_ascii=False, indent=1)
    print()


if __name__ == "__main__":
    main()
