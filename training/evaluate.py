"""Measure a shipped model with the NumPy code that the app runs.

    python -m training.evaluate --model content/models/attention \
        --test ../shared/corpora/eng-cmn.test.tsv \
        --gold ../shared/gold/eng-cmn.dev.tsv
    python -m training.evaluate --pair en-fr --test ... --gold ...

print one JSON object: the figures of the model, or those of every model of the
pair (content/models/attention-fr and transformer-fr); a Transformer is measured
by `training.evaluate_transformer`. With --write the figures go into the card
as well, under the names of the files. `aer` has the alignment error rate for
both kinds of query, `bleu` that of greedy translation. Every target word is
linked to each source word whose weight is above 0.25, for all score functions
alike.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from attention_core import checkpoint
from attention_core.seq2seq import (
    Seq2SeqParameters,
    attend_pair,
    translate,
)
from language.merging import merge_weights
from language.pieces import Vocabulary
from language.reading import words_for
from training import evaluate_transformer
from training.metrics import AlignmentErrorRate, links_of, read_links, rows
from training.tongues import JOINERS, bleu_of

SCORES = ("dot", "scaled_dot", "cosine", "general", "additive")

Figures = dict[str, Any]


class Model:
    """A shipped model: arrays, card and both vocabularies."""

    def __init__(self, name: str) -> None:
        stem = name.removesuffix(".npz")
        loaded = checkpoint.load(f"{stem}.npz")
        self.parameters: Seq2SeqParameters = loaded.seq2seq()
        self.card = loaded.card
        self.source = Vocabulary.load(f"{stem}.source.json")
        self.target = Vocabulary.load(f"{stem}.target.json")
        self.pair: str = self.card.get("pair", "en-zh")

    @property
    def scores(self) -> tuple[str | None, ...]:
        """The score functions it has; None alone for a fixed C."""
        return SCORES if self.parameters.attention else (None,)

    def weights(
        self, source: list[str], target: list[str], score: str, query: str
    ) -> NDArray[np.floating]:
        """Weights over words (n_target, n_source)."""
        pieces = self.source.encode(source), self.target.encode(target)
        pair = attend_pair(
            self.parameters,
            pieces[0].ids,
            pieces[1].ids,
            score=score,
            query=query,
        )
        return merge_weights(
            pair.weights,
            pieces[0].word_of_piece,
            pieces[1].word_of_piece,
            len(source),
            len(target),
        )

    def translate(self, text: str, score: str | None) -> str:
        """The greedy translation of a sentence."""
        ids = self.source.encode(words_for(text, self.source)).ids
        written = translate(self.parameters, ids, score=score, top=1)
        words, _ = self.target.target_words(written.ids.tolist())
        return JOINERS[self.pair[-2:]](words)


def alignment(model: Model, path: Path, score: str, query: str) -> float:
    """AER over a file of words, words, sure links, possible links."""
    rate = AlignmentErrorRate()
    for source, target, *links in rows(path):
        weights = model.weights(source.split(), target.split(), score, query)
        sure, possible = (read_links(x) for x in (*links, "", "")[:2])
        rate.add(links_of(weights), sure, possible)
    return rate.value


def translations(model: Model, path: Path, score: str | None) -> list[str]:
    """Greedy translations of the first column of a file."""
    return [model.translate(row[0], score) for row in rows(path)]


def bleu(said: Sequence[str], path: Path, target: str = "zh") -> float:
    """BLEU against the second column of a file."""
    return bleu_of(said, [row[1] for row in rows(path)], target)


def evaluate(model: Model, test: Path | None, gold: Path | None) -> Figures:
    """All figures as one object."""
    result: Figures = {"model": model.card.get("name")}
    result["pairs"] = {
        name: sum(1 for _ in rows(path))
        for name, path in (("test", test), ("gold", gold))
        if path
    }
    if gold and model.parameters.attention:
        result["aer"] = {
            query: {
                score: round(alignment(model, gold, score, query), 4)
                for score in SCORES
            }
            for query in ("y", "s")
        }
    target = model.pair[-2:]
    if test:
        result["bleu"] = {
            score or "none": round(
                bleu(translations(model, test, score), test, target), 2
            )
            for score in model.scores
        }
    return result


def write(name: str, result: Figures, *files: Path | None) -> None:
    """Put figures into the card, under the names of the measured files."""
    path = Path(f"{name.removesuffix('.npz')}.json")
    card = json.loads(path.read_text(encoding="utf-8"))
    figures = {k: result[k] for k in ("pairs", "aer", "bleu") if k in result}
    measured = card.setdefault("measured", {})
    measured[" and ".join(file.name for file in files if file)] = figures
    text = json.dumps(card, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


MODELS = {
    "en-zh": ("attention", "transformer"),
    "en-fr": ("attention-fr", "transformer-fr"),
}


def models_of(arguments: argparse.Namespace) -> list[str]:
    """What to measure: the given model, or all of the pair that there are."""
    if arguments.model:
        return [arguments.model]
    names = [f"content/models/{name}" for name in MODELS[arguments.pair]]
    return [name for name in names if Path(f"{name}.npz").is_file()]


def measure(name: str, arguments: argparse.Namespace) -> Figures:
    """The figures of one model, whichever kind it is."""
    files = arguments.test, arguments.gold
    stem = name.removesuffix(".npz")
    card = json.loads(Path(f"{stem}.json").read_text(encoding="utf-8"))
    if "settings" not in card:
        result = evaluate(Model(name), *files)
        if arguments.write:
            write(name, result, *files)
        return result
    result = evaluate_transformer.evaluate(
        evaluate_transformer.Model(name), *files, beam=1
    )
    if arguments.write:
        evaluate_transformer.write(name, result, *files)
    return result


def parse() -> argparse.Namespace:
    """Read and check the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", help="path without suffix")
    parser.add_argument("--pair", choices=MODELS, help="all its models")
    parser.add_argument("--test", type=Path, help="two languages, anything")
    parser.add_argument("--gold", type=Path, help="words, words, links, links")
    parser.add_argument("--write", action="store_true", help="into the card")
    arguments = parser.parse_args()
    if not (arguments.model or arguments.pair):
        parser.error("give --model NAME or --pair NAME")
    if not (arguments.test or arguments.gold):
        parser.error("give --test FILE, --gold FILE, or both")
    for path in filter(None, (arguments.test, arguments.gold)):
        if not path.is_file():
            parser.error(f"there is no file {path}")
    if not models_of(arguments):
        parser.error(f"there is no model of the pair {arguments.pair}")
    return arguments


def main() -> None:
    """Print the figures: those of one model, or of each by its name."""
    arguments = parse()
    found = {Path(n).name: measure(n, arguments) for n in models_of(arguments)}
    result = found.popitem()[1] if arguments.model else found
    json.dump(result, sys.stdout, ensure_ascii=False, indent=1)
    print()


if __name__ == "__main__":
    main()
