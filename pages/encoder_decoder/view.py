"""Two systems on their way through a sentence: pure numbers, nothing drawn.

The one system hands the whole source over as one fixed C, the other makes a
c_i for every word. What is shown is computed in double precision from what is
shown beside it, so that a reader can recompute it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.scores import cosine
from attention_core.seq2seq import (
    END,
    Translation,
    steer,
    teacher_force,
    translate,
)
from attention_core.softmax import softmax
from language.sentence import MOST_WORDS, Sentence, read_sentence
from pairs.models import Translator, models_folder
from pairs.shared import read_only
from worked.digits import enough_decimals, fixed, rounded

Floats = npt.NDArray[np.floating]

SHOWN = 3  # of the likeliest next words


@dataclass(frozen=True)
class Candidate:
    """A piece that could come next, and whether it is the one written."""

    name: str
    probability: float
    written: bool


@dataclass(frozen=True)
class Walk:
    """One system's way through a sentence, piece by piece.

    `names` are what was written at each step, the end mark included, and
    `likeliest` what could have been; `forced` says that a visitor chose what
    is written.
    """

    source: Sentence
    record: Translation
    names: tuple[str, ...]
    likeliest: tuple[tuple[str, ...], ...]
    forced: bool

    @property
    def n_steps(self) -> int:
        """How many steps there are, that of the end mark included."""
        return len(self.names)

    @property
    def annotations(self) -> Floats:
        """h_j of every source piece, (n_s, d)."""
        return self.record.annotations.astype(np.float64)

    @property
    def summary(self) -> Floats:
        """C, (d,)."""
        return self.record.summary.astype(np.float64)

    @property
    def weights(self) -> Floats:
        """a_ij, (n_steps, n_s); a system without attention has n_s = 0."""
        return self.record.weights.astype(np.float64)

    @property
    def context(self) -> Floats:
        """c_i as the weighted sum of the annotations, or C: (n_steps, d)."""
        if self.record.weights.shape[1]:
            return self.weights @ self.annotations
        return np.repeat(self.summary[None], self.n_steps, axis=0)

    def candidates(self, step: int) -> list[Candidate]:
        """Return the likeliest next pieces of a step, counted from 1.

        If another piece was written, it comes last.
        """
        row, written = step - 1, self.names[step - 1]
        p = self.record.next_probabilities[row].tolist()
        wanted = [*self.record.ids.tolist(), END][row]
        ids = self.record.next_ids[row][:SHOWN].tolist()
        found = [
            Candidate(written if id_ == wanted else name, p[k], id_ == wanted)
            for k, (id_, name) in enumerate(
                zip(ids, self.likeliest[row], strict=False)
            )
        ]
        if wanted not in ids:
            log = float(self.record.log_probabilities[row])
            found.append(Candidate(written, math.exp(log), True))
        return found

    def before(self, step: int) -> tuple[str, ...]:
        """Return what is written before a step, counted from 1."""
        return self.names[: step - 1]

    def row(self, step: int) -> int:
        """Return the row of a step, from 0; beyond the last one, that."""
        return min(step, self.n_steps) - 1

    def heaviest(self, row: int, looked_at: int | None = None) -> int:
        """Return the source piece looked at: a chosen one, or the heaviest."""
        return (
            int(self.weights[row].argmax()) if looked_at is None else looked_at
        )


def make_walk(
    model: Translator,
    source: Sentence,
    target_ids: Sequence[int] | None,
    *,
    score: str | None,
    uniform: bool = False,
) -> Walk:
    """Let a system write a sentence: a given one, or its own greedy one.

    `score` names the score function; None: one fixed C. If `uniform`, every
    weight is 1 / n_s, whatever the scores say.
    """
    options: dict[str, Any] = {"score": score, "top": SHOWN}
    options["temperature"] = math.inf if uniform else 1.0
    ids = source.pieces.ids
    if target_ids is None:
        options["max_length"] = MOST_WORDS
        record = translate(model.parameters, ids, **options)
    else:
        record = teacher_force(
            model.parameters, ids, list(target_ids), **options
        )
    return walk_of(model, source, record, target_ids is not None)


def walk_of(
    model: Translator, source: Sentence, record: Translation, forced: bool
) -> Walk:
    """Return a record as a way through a sentence."""
    written = [*record.ids.tolist(), *([END] if record.finished else [])]
    decode = model.target.decode_ids
    likeliest = tuple(tuple(decode(row)) for row in record.next_ids.tolist())
    return Walk(source, record, tuple(decode(written)), likeliest, forced)


@st.cache_resource(max_entries=300, show_spinner=False)
def _walk(
    _model: Translator,
    name: str,  # noqa: ARG001  (part of the key of the cache)
    source: str,
    target_ids: tuple[int, ...] | None,
    chosen: tuple[str | None, bool],
) -> Walk:
    """Compute a walk; the same one for all who ask for it."""
    read, (score, uniform) = read_sentence(source, _model.source), chosen
    return read_only(
        make_walk(_model, read, target_ids, score=score, uniform=uniform)
    )


def walk(
    model: Translator,
    source: str,
    target_ids: Sequence[int] = (),
    *,
    score: str | None,
    uniform: bool = False,
) -> Walk:
    """Let a system write a typed sentence's translation; see `make_walk`.

    Without `target_ids`, its own.
    """
    name = f"{models_folder()}/{model.name}"
    ids = tuple(target_ids) or None
    return _walk(model, name, source, ids, (score, uniform))


@st.cache_resource(max_entries=300, show_spinner=False)
def _steered(
    _model: Translator,
    name: str,  # noqa: ARG001  (part of the key of the cache)
    source: str,
    target_ids: tuple[int, ...] | None,
    chosen: tuple[str, bool],
    rows: tuple[tuple[float, ...], ...],
) -> Walk:
    """Compute a steered walk; the same one for all who ask for it."""
    read, (score, uniform) = read_sentence(source, _model.source), chosen
    record = steer(
        _model.parameters,
        read.pieces.ids,
        np.array(rows),
        score=score,
        target_ids=target_ids,
        max_length=MOST_WORDS,
        temperature=math.inf if uniform else 1.0,
        top=SHOWN,
    )
    return read_only(walk_of(_model, read, record, target_ids is not None))


def steered(
    model: Translator,
    free: Walk,
    source: str,
    given: Floats,
    look: tuple[str, bool],
) -> Walk:
    """Let the system write with the weights of some steps given.

    `given` has a row for each step, (n_rows, n_s); NaN is the model's own.
    `look` holds the score function, and whether it is ignored. If no row is
    given, that is the free walk itself.
    """
    typed = np.flatnonzero(~np.isnan(given).all(axis=1))
    if not len(typed):
        return free
    name = f"{models_folder()}/{model.name}"
    ids = tuple(free.record.ids.tolist()) if free.forced else None
    rows = tuple(tuple(row) for row in given[: typed[-1] + 1].tolist())
    found = _steered(model, name, source, ids, look, rows)
    return replace(found, names=free.names) if free.forced else found


def own_weights(walk: Walk, uniform: bool) -> Floats:
    """Return what the scores of each step would have made, (n_steps, n_s)."""
    temperature = math.inf if uniform else 1.0
    scores = walk.record.scale * walk.record.scores.astype(np.float64)
    return softmax(scores, temperature=temperature)


@dataclass(frozen=True)
class Closeness:
    """Cosines between C, which comes first, and every c_i of one system."""

    matrix: Floats  # (1 + n_steps, 1 + n_steps)

    @property
    def to_summary(self) -> Floats:
        """Cosine of C with each c_i, (n_steps,)."""
        return self.matrix[0, 1:]

    @property
    def among(self) -> Floats:
        """Cosines of the c_i with one another, each pair once."""
        inner = self.matrix[1:, 1:]
        return inner[np.triu_indices(len(inner), k=1)]


def closeness(summary: Floats, context: Floats) -> Closeness:
    """Compare C, (d,), with the contexts, (n_steps, d), of the same h_j."""
    vectors = np.concatenate([summary[None], context])
    return Closeness(np.clip(cosine(vectors, vectors), -1, 1))


def same_steps(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many steps two systems begin with in common."""
    for k, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return k
    return min(len(left), len(right))


def number_table(walk: Walk, step: int) -> dict[str, list[str]]:
    """Return all numbers of c_i, step from 1; each line can be recomputed.

    The first line holds the weights, the others one dimension each.
    """
    weights, h = walk.weights[step - 1], walk.annotations
    context = walk.context[step - 1]
    n = enough_decimals(
        lambda n: rounded(weights, n) @ rounded(h, n), context, 3, 3
    )
    columns = {"m": ["a", *(str(m + 1) for m in range(len(context)))]}
    for j, name in enumerate(walk.source.piece_names()):
        cells = [fixed(v, n) for v in (weights[j], *h[j].tolist())]
        columns[f"h{j + 1} {name}"] = cells
    last = ["", *(fixed(value, 3) for value in context.tolist())]
    return columns | {f"c{step}": last}
