"""Ask a Transformer what "it" means: by il or elle, and by its heads.

    python -m training.pronouns --model content/models/transformer-fr \
        --test FILE

FILE: English, positions of "it", of the antecedent and of the other noun
(words from 0), il or elle; tab-separated. One JSON object is printed:

    pronoun    how often the translation has the right one of il and elle
    head       the head of the encoder whose arrow from "it" is most often
               stronger to the antecedent than to the other noun: picked on
               every second line, tested on the others; 95 % intervals
               (Wilson 1927)
    baselines  the same for the last noun, the first noun, and the mean of
               all heads, on the lines that the head is tested on
    closed     how often il becomes elle, or elle il, once the arrow from "it"
               to the antecedent is closed in that head (weight 0, the others
               of the row grow to sum to 1), in all heads of its layer, and in
               all heads of all layers; and, for comparison, the arrow to the
               other noun
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from attention_core import checkpoint
from attention_core.feed_forward import feed_forward
from attention_core.multihead import multihead
from attention_core.norm import layer_norm
from attention_core.softmax import softmax
from attention_core.transformer import (
    END,
    NEVER_WRITTEN,
    START,
    TO_CHINESE,
    decode,
    embed,
    frame_source,
    layer_mask,
)
from language.merging import merge_weights
from language.pieces import Pieces, Vocabulary
from language.words import split_words
from training.metrics import rows

FORMS = {
    form: pronoun
    for pronoun in ("il", "elle")
    for form in (pronoun, f"-{pronoun}", f"-t-{pronoun}")
}
WORD_START = "▁"
ASKED = frozenset(("it", "it's", "it’s", "it'll", "it'd"))
Z = 1.96
"""Of a normal distribution, 95 % lie within."""

Array = NDArray[np.floating]
Close = Callable[[int, int], Sequence[tuple[int, int]]]


@dataclass(frozen=True)
class Question:
    """A sentence, and which of its words are it, antecedent, other noun."""

    words: list[str]
    it: int
    antecedent: int
    other: int
    pronoun: str


@dataclass(frozen=True)
class Answer:
    """What a Transformer does with a question.

    weights (layers, heads, n, n) over words, of the encoder; pronoun is what
    the translation has for "it", "" for neither il nor elle.
    """

    weights: Array
    pronoun: str


def placed(text: str, places: Sequence[int]) -> tuple[list[str], list[int]]:
    """Words and positions; some count "street." as one word, some as two."""
    words = split_words(text)
    if places[0] < len(words) and words[places[0]].lower() in ASKED:
        return words, list(places)
    begins, count = [], 0
    for chunk in text.split():
        begins.append(count)
        count += len(split_words(chunk))
    return words, [begins[place] for place in places]


def read_questions(path: Path) -> list[Question]:
    """The lines of a file."""
    questions = []
    for text, *places, pronoun in (row[:5] for row in rows(path)):
        words, found = placed(text, [int(place) for place in places])
        questions.append(Question(words, *found, pronoun.strip().lower()))
    return questions


class Reader:
    """A shipped Transformer, run by the code of the app."""

    def __init__(self, name: str) -> None:
        stem = name.removesuffix(".npz")
        loaded = checkpoint.load(f"{stem}.npz")
        self.card, self.parameters = loaded.card, loaded.transformer()
        self.vocabulary = Vocabulary.load(f"{stem}.pieces.json")

    def encode(
        self, ids: Sequence[int], closed: Close | None = None
    ) -> tuple[Array, list[Array]]:
        """Annotations, and the weights of every layer, some arrows closed."""
        p, weights = self.parameters, list[Array]()
        if p.settings.order != "pre":
            raise ValueError("settings must have the order pre.")
        x = embed(p, ids)
        for number, layer in enumerate(p.encoder):
            normed = layer_norm(x, layer.norm_1)
            looked = multihead(
                normed,
                layer.attention,
                mask=layer_mask(p.settings, number, len(ids)),
                normalizer=without(closed, number),
            )
            x = x + looked.output
            inner = layer_norm(x, layer.norm_2)
            activation = p.settings.activation
            x = x + feed_forward(
                inner, layer.feed_forward, activation=activation
            )
            weights.append(looked.weights)
        return layer_norm(x, p.encoder_norm) if p.encoder_norm else x, weights

    def write(self, annotations: Array) -> tuple[list[int], Array]:
        """The greedy translation, and its mean cross weights (n_t, n_s)."""
        ids = [START]
        while True:
            decoding = decode(self.parameters, ids, annotations)
            logs = decoding.log_probabilities[-1].copy()
            logs[list(NEVER_WRITTEN)] = -np.inf
            ids.append(int(logs.argmax()))
            if ids[-1] == END or len(ids) > 2 * len(annotations) + 11:
                break
        cross = [layer.cross.weights.mean(0) for layer in decoding.layers]
        return ids[1:-1], np.mean(cross, 0)

    def answer(self, question: Question, closed: Close | None = None) -> Answer:
        """Read and translate."""
        pieces = self.vocabulary.encode(question.words)
        framed = frame_source(pieces.ids, TO_CHINESE)
        annotations, layers = self.encode(framed.tolist(), closed)
        written, cross = self.write(annotations)
        owners = owners_of(pieces)
        n = len(question.words) + 2
        weights = np.stack(
            [merge_weights(w, owners, owners, n, n) for w in layers]
        )[..., 1:-1, 1:-1]
        at = [k for k, owner in enumerate(owners) if owner == question.it + 1]
        said = self.vocabulary.decode_ids(written)
        return Answer(weights, said_pronoun(said, cross[:, at].sum(1)))


def owners_of(pieces: Pieces) -> list[int]:
    """The word of each framed piece; the two marks are words."""
    owners = [0, *(owner + 1 for owner in pieces.word_of_piece)]
    return [*owners, owners[-1] + 1]


def without(closed: Close | None, layer: int) -> Callable[..., Array]:
    """Softmax with some arrows closed: (head, row, column) get weight 0."""

    def normalize(
        scores: Array,
        *,
        temperature: float,
        mask: NDArray[np.bool_] | None,
    ) -> Array:
        """Softmax over what is open."""
        is_open = np.ones(scores.shape, bool)
        is_open &= True if mask is None else mask
        for head in range(len(scores)) if closed else ():
            for row, column in closed(layer, head):
                is_open[head, row, column] = False
        return softmax(scores, temperature=temperature, mask=is_open)

    return normalize


def said_pronoun(pieces: Sequence[str], looks: Array) -> str:
    """Il or elle in a translation; of several the one that looks at "it"."""
    words: list[list[int]] = []
    for k, piece in enumerate(pieces):
        if not words or piece.startswith(WORD_START) or not piece[0].isalpha():
            words.append([])
        words[-1].append(k)
    found = {}
    for word in words:
        text = "".join(pieces[k] for k in word).removeprefix(WORD_START)
        if text in FORMS:
            found[float(looks[word].mean())] = FORMS[text]
    return found[max(found)] if found else ""


def interval(hits: int, n: int) -> list[float]:
    """Wilson's interval of a share."""
    if n == 0:
        return [0.0, 1.0]
    p, z = hits / n, Z
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return [round(float(middle - half), 4), round(float(middle + half), 4)]


def share(hits: Sequence[bool] | Array) -> dict[str, Any]:
    """A share with its interval."""
    n, count = len(hits), int(np.sum(hits))
    value = round(count / n, 4) if n else 0.0
    return {"accuracy": value, "interval": interval(count, n), "sentences": n}


def prefers(question: Question, answer: Answer) -> NDArray[np.bool_]:
    """Whether each head (layers, heads) rather takes the antecedent."""
    row = answer.weights[..., question.it, :]
    return row[..., question.antecedent] > row[..., question.other]


def mean_prefers(question: Question, answer: Answer) -> bool:
    """The same for the mean of all heads."""
    row = answer.weights.mean((0, 1))[question.it]
    return bool(row[question.antecedent] > row[question.other])


def best_head(hits: NDArray[np.bool_]) -> tuple[int, int]:
    """The head (layer, head) with most hits (n, layers, heads)."""
    counts = hits.sum(0)
    layer, head = np.unravel_index(counts.argmax(), counts.shape)
    return int(layer), int(head)


def arrows(
    pieces: Pieces, question: Question, target: int
) -> list[tuple[int, int]]:
    """The arrows between pieces that make the one from "it" to a word."""
    owners = owners_of(pieces)
    ends = question.it + 1, target + 1
    rows_, columns = (
        [k for k, owner in enumerate(owners) if owner == end] for end in ends
    )
    return [(row, column) for row in rows_ for column in columns]


def closings(best: tuple[int, int]) -> dict[str, Callable[[int, int], bool]]:
    """Which heads are closed in each trial."""
    return {
        "that head": lambda layer, head: (layer, head) == best,
        "all heads of its layer": lambda layer, _: layer == best[0],
        "all heads": lambda *_: True,
    }


def turned(
    reader: Reader,
    questions: Sequence[Question],
    answers: Sequence[Answer],
    best: tuple[int, int],
) -> dict[str, Any]:
    """How often the pronoun turns; only where it was right before."""
    some = [
        (question, answer)
        for question, answer in zip(questions, answers, strict=True)
        if answer.pronoun == question.pronoun
    ]
    result: dict[str, Any] = {}
    trials = [("antecedent", name) for name in closings(best)]
    for end, name in [*trials, ("other", "that head")]:
        is_closed, hits = closings(best)[name], list[bool]()
        for question, answer in some:
            pieces = reader.vocabulary.encode(question.words)
            shut = arrows(pieces, question, getattr(question, end))
            after = reader.answer(
                question,
                lambda layer, head, shut=shut, is_closed=is_closed: (  # type: ignore[misc]
                    shut if is_closed(layer, head) else ()
                ),
            )
            hits.append({answer.pronoun, after.pronoun} == {"il", "elle"})
        key = name if end == "antecedent" else f"{name}, the other noun's arrow"
        found = share(hits)
        result[key] = {"turned": found.pop("accuracy"), **found}
    return result


def measure(
    reader: Reader, questions: Sequence[Question], most_closed: int
) -> dict[str, Any]:
    """All figures as one object."""
    answers = [reader.answer(question) for question in questions]
    right = [
        a.pronoun == q.pronoun for q, a in zip(questions, answers, strict=True)
    ]
    hits = np.array(
        [prefers(q, a) for q, a in zip(questions, answers, strict=True)]
    )
    best = best_head(hits[::2])
    picked, tested = hits[::2, *best], hits[1::2, *best]
    asked, told = questions[1::2], answers[1::2]
    by = {
        pronoun: share(
            [
                r
                for r, q in zip(right, questions, strict=True)
                if q.pronoun == pronoun
            ]
        )
        for pronoun in ("il", "elle")
    }
    none = sum(not answer.pronoun for answer in answers)
    return {
        "model": reader.card.get("name"),
        "sentences": len(questions),
        "pronoun": share(right) | {"by": by, "neither": none},
        "head": {
            "layer": best[0],
            "head": best[1],
            "counted": "from 0",
            "heads": int(hits[0].size),
            "picked on": share(picked),
            "tested on": share(tested),
        },
        "baselines": {
            "last noun": share([q.antecedent > q.other for q in asked]),
            "first noun": share([q.antecedent < q.other for q in asked]),
            "mean of all heads": share(
                [mean_prefers(q, a) for q, a in zip(asked, told, strict=True)]
            ),
        },
        "closed": turned(reader, asked[:most_closed], told[:most_closed], best),
        "all_heads": np.round(hits.mean(0), 4).tolist(),
    }


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="content/models/transformer-fr")
    parser.add_argument("--test", type=Path, required=True)
    parser.add_argument("--closed", type=int, default=150, help="at most")
    parser.add_argument("--write", action="store_true", help="into the card")
    given = parser.parse_args()
    if not given.test.is_file():
        parser.error(f"there is no file {given.test}")
    reader = Reader(given.model)
    figures = measure(reader, read_questions(given.test), given.closed)
    if given.write:
        write(given.model, figures)
    json.dump(figures, sys.stdout, ensure_ascii=False, indent=1)
    print()


def write(name: str, figures: dict[str, Any]) -> None:
    """Put the figures into the card beside the model."""
    path = Path(f"{name.removesuffix('.npz')}.json")
    card = json.loads(path.read_text(encoding="utf-8")) | {"pronouns": figures}
    text = json.dumps(card, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
