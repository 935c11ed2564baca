"""Sentence pairs to learn from: the English ones, as a Transformer says them.

    python -m training.distill --model PATH --pairs FILE --output FILE

PATH is what `training.train_transformer` wrote, without suffix; FILE of
--pairs has a pair per line, tab-separated, English first. Written is each
English sentence once, with what the model says greedily:

    English<tab>French

A corpus says the same thing in many ways; one translation a sentence, always
in the same words, is what a small model can learn ("sequence-level knowledge
distillation", Kim and Rush 2016). A sentence that the model does not bring
to an end is left out. A run that was interrupted goes on where it stopped.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch

from language.words import split_words
from training.data import Example
from training.joint_pieces import load_pieces, read_pieces
from training.tongues import polished
from training.train_transformer import collate, one_way, translate
from training.transformer_model import Sizes, Transformer

BATCH = 128


def read_english(path: Path) -> list[str]:
    """The English sentences of a file, each once, short ones first."""
    lines = path.read_text(encoding="utf-8").splitlines()
    distinct = dict.fromkeys(line.split("\t")[0] for line in lines)
    return sorted(distinct, key=lambda text: (len(text.split()), text))


def load(stem: str) -> tuple[Transformer, object]:
    """The averaged model and its tokenizer."""
    saved = torch.load(f"{stem}.pt", weights_only=True)
    model = Transformer(Sizes(**saved["sizes"]), 0)
    model.load_state_dict(saved["state"])
    return model.eval(), load_pieces(Path(f"{stem}.pieces.json"))


def say(
    model: Transformer, tokenizer: object, sentences: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """The sentences with their translations; those without end left out."""
    examples = [Example(tuple(split_words(s)), (), ()) for s in sentences]
    batch = collate(one_way(examples, tokenizer))
    limit = 2 * batch.source.shape[1] + 8
    for sentence, ids in zip(sentences, translate(model, batch), strict=True):
        if 0 < len(ids) < limit:
            yield sentence, polished(read_pieces(tokenizer, ids), "fr")


def main() -> None:
    """Translate what is not in the output yet, batch by batch."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="path without suffix")
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    model, tokenizer = load(options.model)
    sentences, marks = read_english(options.pairs), options.output
    done = Path(f"{marks}.done")
    first = int(done.read_text()) if done.exists() else 0
    begun = time.monotonic()
    for k in range(first, len(sentences), BATCH):
        pairs = say(model, tokenizer, sentences[k : k + BATCH])
        with marks.open("a", encoding="utf-8") as file:
            file.writelines(f"{en}\t{fr}\n" for en, fr in pairs)
        done.write_text(str(k + BATCH))
        if k // BATCH % 20 == 0:
            seconds = time.monotonic() - begun
            print(f"{k}/{len(sentences)} {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
