"""Measure how often a text is said not to be read, by every shipped model.

    python -m training.evaluate_verdicts \
        --read ../shared/corpora/eng-cmn.test.tsv \
        --foreign tests/language/foreign.tsv

prints one JSON object: for each model the share of warnings, on what it reads
(first column as source, second as target), on the same with sides exchanged,
and on foreign sentences (second column), typed as source and as target; and
the share of translations of what it reads that are said to have failed.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from attention_core.seq2seq import translate
from language.joint import JointVocabulary
from language.pieces import Vocabulary
from language.reading import words_for
from language.tongues import CHINESE, ENGLISH
from language.verdict import Side, Verdict, failure, judge
from training.evaluate import Model
from training.metrics import rows

MODELS = Path("content/models")


def sides() -> dict[str, tuple[Side, Side]]:
    """English and Chinese of every model."""
    names = ("attention.source", "attention.target")
    apart = [Vocabulary.load(MODELS / f"{name}.json") for name in names]
    joint = JointVocabulary.load(MODELS / "transformer.pieces.json")
    return {
        "attention": (Side(ENGLISH, apart[0]), Side(CHINESE, apart[1])),
        "transformer": (Side(ENGLISH, joint), Side(CHINESE, joint)),
    }


def share(
    texts: Sequence[str],
    here: Side,
    across: Side,
    counts: Callable[[Verdict], bool] = lambda verdict: verdict.warns,
) -> float:
    """Share of texts, in percent, whose verdict counts."""
    verdicts = [
        judge(words_for(text, here.vocabulary), here, across) for text in texts
    ]
    return round(100 * sum(map(counts, verdicts)) / len(verdicts), 2)


def is_exchanged(verdict: Verdict) -> bool:
    """Whether a text is said to belong on the other side."""
    return verdict.kind == "exchanged"


def failed_translations(texts: Sequence[str], en: Side, zh: Side) -> float:
    """Share of texts, in percent, whose translation is said to have failed."""
    model, count = Model(str(MODELS / "attention")), 0
    for text in texts:
        words = words_for(text, en.vocabulary)
        written = translate(
            model.parameters,
            model.source.encode(words).ids,
            score="scaled_dot",
            max_length=60,
        )
        said, _ = model.target.target_words(written.ids.tolist())
        probability = float(np.exp(written.log_probabilities.mean()))
        verdict = judge(words, en, zh)
        count += failure(words, said, verdict, probability) is not None
    return round(100 * count / len(texts), 2)


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--read", type=Path, required=True)
    parser.add_argument("--foreign", type=Path, required=True)
    arguments = parser.parse_args()
    english, chinese = zip(
        *(row[:2] for row in rows(arguments.read)), strict=True
    )
    foreign = [row[1] for row in rows(arguments.foreign)]
    result = {
        name: {
            "read as source": share(english, en, zh),
            "read as target": share(chinese, zh, en),
            "exchanged, as source": share(chinese, en, zh, is_exchanged),
            "exchanged, as target": share(english, zh, en, is_exchanged),
            "foreign as source": share(foreign, en, zh),
            "foreign as target": share(foreign, zh, en),
        }
        for name, (en, zh) in sides().items()
    }
    failed = failed_translations(english, *sides()["attention"])
    result["attention"]["translations that failed"] = failed
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
