"""Measure whether a step that looks at one word only writes that word.

    python -m training.steer --model content/models/attention

All weight of a step is put on one content word of the source
(`attention_core.steer`); counted is how often what is written there is a
translation of it. 100 words in each of five sentences (steer_words.toml).
"""

import argparse
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from attention_core.seq2seq import steer
from language.words import split_words
from training.evaluate import Model

WORDS = Path(__file__).with_name("steer_words.toml")


@dataclass(frozen=True)
class Case:
    """A word in a sentence, and what it may be in the other language."""

    word: str
    sentence: str
    meant: tuple[str, ...]


def cases(*, later: bool = True) -> list[Case]:
    """All words in all sentences; `later` adds what was accepted later."""
    read = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    more = read["later"] if later else {}
    return [
        Case(word, sentence.format(word), (*meant, *more.get(word, [])))
        for sentence in read["sentences"]
        for word, meant in read["words"].items()
    ]


def written(model: Model, case: Case, step: int, score: str) -> list[str]:
    """What is written if a step (from 0) looks at the word only."""
    words = split_words(case.sentence)
    pieces = model.source.encode(words)
    place = words.index(case.word)
    looked_at = [owner == place for owner in pieces.word_of_piece]
    given = np.full((step + 1, len(looked_at)), np.nan)
    given[step] = np.array(looked_at) / sum(looked_at)
    record = steer(model.parameters, pieces.ids, given, score=score)
    names: list[str] = model.target.decode_ids(record.ids.tolist())
    return names


def is_hit(names: Sequence[str], meant: Sequence[str]) -> bool:
    """Whether the sentence goes on with a translation, whole or in pieces."""
    said = "".join(names[:3])
    return bool(names) and any(
        names[0] == one or (one.startswith(names[0]) and said.startswith(one))
        for one in meant
    )


def hits(
    model: Model, some: Sequence[Case], step: int, score: str = "scaled_dot"
) -> list[bool]:
    """For each case, whether its word was written."""
    return [
        is_hit(written(model, case, step, score)[step:], case.meant)
        for case in some
    ]


def outcome(model: Model, case: Case, step: int, score: str) -> str:
    """What became of a case.

    "word": it is written; "before": it was written at an earlier step, and
    not again; "form": a piece that holds it, such as 首歌 or 开车; "other".
    """
    names = written(model, case, step, score)
    if is_hit(names[step:], case.meant):
        return "word"
    if any(is_hit(names[k:], case.meant) for k in range(step)):
        return "before"
    here = "".join(names[step : step + 1])
    return "form" if any(one in here for one in case.meant) else "other"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the counts for each sentence."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="path without suffix")
    model = Model(parser.parse_args(arguments).model)
    for later in (False, True):
        for step in (0, 1):
            found = np.array(hits(model, cases(later=later), step))
            counts = found.reshape(-1, 100).sum(axis=1).tolist()
            kind = "with" if later else "without"
            print(f"{kind} later ones, step {step + 1}: {counts}, of 100 each")
    for step in (0, 1):
        became = Counter(
            outcome(model, case, step, "scaled_dot") for case in cases()
        )
        print(f"step {step + 1}, with later ones: {dict(became)}")


if __name__ == "__main__":
    main()
