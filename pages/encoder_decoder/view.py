"""Two systems on their way through a sentence: pure numbers, nothing drawn.

The one system hands the whole source over as one fixed C, the other makes a
c_i for every word. What is shown is computed in double precision from what is
shown beside it, so that a reader can recompute it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.scores import cosine
from attention_core.seq2seq import END, Translation, teacher_force, translate
from ui.models import Translator, models_folder
from ui.sentence import MOST_WORDS, Sentence, read_sentence

Floats = npt.NDArray[np.floating]

SHOWN = 3  # of the likeliest next words


@dataclass(frozen=True)
class Candidate:
    """A word that could come next.

    Parameters
    ----------
    name : str
        A piece, as the vocabulary writes it.
    probability : float
        Given the source and the words before it.
    written : bool
        Whether it is the one that was written.
    """

    name: str
    probability: float
    written: bool


@dataclass(frozen=True)
class Walk:
    """One system's way through a sentence, piece by piece.

    Parameters
    ----------
    source : Sentence
        What the system reads.
    record : Translation
        What it did at each step.
    names : list of str
        What was written at each step, the end mark included.
    likeliest : list of list of str
        For each step the names of the likeliest next pieces.
    forced : bool
        Whether a visitor chose what is written.
    """

    source: Sentence
    record: Translation
    names: list[str]
    likeliest: list[list[str]]
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
        names = self.likeliest[row][:SHOWN]
        p = self.record.next_probabilities[row].tolist()
        found = [
            Candidate(name, p[k], name == written)
            for k, name in enumerate(names)
        ]
        if written not in names:
            log = float(self.record.log_probabilities[row])
            found.append(Candidate(written, math.exp(log), True))
        return found

    def before(self, step: int) -> list[str]:
        """Return what is written before a step, counted from 1."""
        return self.names[: step - 1]


def make_walk(
    model: Translator,
    source: Sentence,
    target_ids: Sequence[int] | None,
    *,
    score: str | None,
    uniform: bool = False,
) -> Walk:
    """Let a system write a sentence.

    Parameters
    ----------
    model : Translator
        The system.
    source : Sentence
        With at least one word.
    target_ids : sequence of int or None
        What it has to write; None: its own greedy translation.
    score : str or None
        Name of the score function. None: one fixed C.
    uniform : bool, default False
        Every weight is 1 / n_s, whatever the scores say.

    Returns
    -------
    Walk
        All steps.
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
    written = [*record.ids.tolist(), *([END] if record.finished else [])]
    return Walk(
        source,
        record,
        model.target.decode_ids(written),
        [model.target.decode_ids(row) for row in record.next_ids.tolist()],
        target_ids is not None,
    )


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
    return make_walk(_model, read, target_ids, score=score, uniform=uniform)


def walk(
    model: Translator,
    source: str,
    target_ids: Sequence[int] = (),
    *,
    score: str | None,
    uniform: bool = False,
) -> Walk:
    """Let a system write the translation of a typed sentence.

    Parameters
    ----------
    model : Translator
        The system.
    source : str
        As typed; it holds at least one word.
    target_ids : sequence of int
        What it has to write. Without any, its own greedy translation.
    score : str or None
        Name of the score function. None: one fixed C.
    uniform : bool, default False
        Every weight is 1 / n_s, whatever the scores say.

    Returns
    -------
    Walk
        All steps.
    """
    name = f"{models_folder()}/{model.name}"
    ids = tuple(target_ids) or None
    return _walk(model, name, source, ids, (score, uniform))


@dataclass(frozen=True)
class Closeness:
    """Cosines between C and the contexts c_i of one system.

    Parameters
    ----------
    matrix : ndarray of shape (1 + n_steps, 1 + n_steps)
        C first, then every c_i.
    """

    matrix: Floats

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
    """Compare C with the contexts, and these with one another.

    Parameters
    ----------
    summary : ndarray of shape (d,)
        C, made of the same annotations as the contexts.
    context : ndarray of shape (n_steps, d)
        The contexts c_i.

    Returns
    -------
    Closeness
        All cosines.
    """
    vectors = np.concatenate([summary[None], context])
    return Closeness(np.clip(cosine(vectors, vectors), -1, 1))


def same_steps(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many steps two systems begin with in common.

    Parameters
    ----------
    left, right : sequence of str
        What they wrote.

    Returns
    -------
    int
        0 if the first pieces differ already.
    """
    for k, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return k
    return min(len(left), len(right))
