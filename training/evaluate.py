"""Measure a shipped model with the NumPy code that the app runs.

    python -m training.evaluate --model content/models/attention \
        --test ../shared/corpora/eng-cmn.test.tsv \
        --gold ../shared/gold/eng-cmn.dev.tsv

prints one JSON object; with --write the figures go into the card as well,
under the names of the files. `aer` has the alignment error rate for both
kinds of query, `bleu` that of greedy translation. Every target word is linked
to each source word whose weight is above 0.25, for all score functions alike.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import sacrebleu
from numpy.typing import NDArray

from attention_core import checkpoint
from attention_core.seq2seq import (
    Seq2SeqParameters,
    attend_pair,
    translate,
)
from language.pieces import Vocabulary, merge_weights
from language.reading import words_for
from language.words import join_words
from training.metrics import AlignmentErrorRate, links_of

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
        return join_words(words)


def read_links(field: str) -> set[tuple[int, int]]:
    """The links of a field such as "0-0 2-1"."""
    pairs = (link.split("-") for link in field.split())
    return {(int(j), int(i)) for j, i in pairs}


def rows(path: Path) -> Iterator[list[str]]:
    """The fields of every line that is not empty."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield line.split("\t")


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


def bleu(said: Sequence[str], path: Path) -> float:
    """BLEU against the second column of a file."""
    meant = [row[1] for row in rows(path)]
    return float(sacrebleu.corpus_bleu(said, [meant], tokenize="zh").score)


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
    if test:
        result["bleu"] = {
            score or "none": round(
                bleu(translations(model, test, score), test), 2
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


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="path without suffix")
    parser.add_argument("--test", type=Path, help="English, Chinese, ...")
    parser.add_argument("--gold", type=Path, help="words, words, links, links")
    parser.add_argument("--write", action="store_true", help="into the card")
    arguments = parser.parse_args()
    if not (arguments.test or arguments.gold):
        parser.error("give --test FILE, --gold FILE, or both")
    for path in filter(None, (arguments.test, arguments.gold)):
        if not path.is_file():
            parser.error(f"there is no file {path}")
    result = evaluate(Model(arguments.model), arguments.test, arguments.gold)
    if arguments.write:
        write(arguments.model, result, arguments.test, arguments.gold)
    json.dump(result, sys.stdout, ensure_ascii=False, indent=1)
    print()


if __name__ == "__main__":
    main()
