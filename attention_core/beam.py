"""Beam search: a few beginnings of a translation grow side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from attention_core.arrays import FloatArray, IntArray
from attention_core.marks import END


class Step(Protocol):
    """What a decoder says before it writes a word, for n_b beginnings."""

    @property
    def log_probabilities(self) -> FloatArray:
        """Of every word to come next: (n_b, n_vocab)."""


S = TypeVar("S", bound=Step)


class Writer(Protocol[S]):
    """A decoder that has a source sentence in front of it."""

    def first(self) -> S:
        """Return the step before the first word.

        Returns
        -------
        Step
            Of one beginning, the empty one.
        """

    def following(self, step: S, rows: Sequence[int], words: IntArray) -> S:
        """Return the step after words were written behind rows of a step.

        Parameters
        ----------
        step : Step
            The step before.
        rows : sequence of int
            Which of its beginnings go on.
        words : ndarray of int, shape (n_b,)
            The word that each of them goes on with.

        Returns
        -------
        Step
            Of these beginnings.
        """


@dataclass(frozen=True)
class Hypothesis(Generic[S]):
    """The beginning of a translation.

    Parameters
    ----------
    ids : tuple of int, default ()
        The words so far; the last one may be the end mark.
    steps : tuple, default ()
        For each word the step that it was chosen at, and its row there.
    log_probability : float, default 0
        Of all words so far.
    """

    ids: tuple[int, ...] = ()
    steps: tuple[tuple[S, int], ...] = ()
    log_probability: float = 0.0

    def write(self, step: S, row: int, word: int) -> "Hypothesis[S]":
        """Add a word.

        Parameters
        ----------
        step : Step
            The step that it was chosen at.
        row : int
            Where the hypothesis stood there.
        word : int
            Its id.

        Returns
        -------
        Hypothesis
            One word longer.
        """
        return Hypothesis(
            (*self.ids, word),
            (*self.steps, (step, row)),
            self.log_probability + float(step.log_probabilities[row, word]),
        )

    def value(self, length_penalty: float) -> float:
        """Return the log probability, corrected for the length.

        Parameters
        ----------
        length_penalty : float
            0 corrects nothing, 1 gives the mean of a word.

        Returns
        -------
        float
            What finished sentences are compared by.
        """
        length: float = len(self.ids) ** length_penalty
        return self.log_probability / length


def without_end(ids: Sequence[int]) -> tuple[IntArray, bool]:
    """Return what is written before the end mark, and whether that is there.

    Parameters
    ----------
    ids : sequence of int
        All that was written.

    Returns
    -------
    words : ndarray of int, shape (n_t,)
        Without the end mark.
    finished : bool
        Whether it stands last.

    Examples
    --------
    >>> without_end([7, 5, END])
    (array([7, 5]), True)
    """
    finished = bool(ids) and ids[-1] == END
    return np.array(ids[: len(ids) - finished], dtype=np.int64), finished


def largest(values: FloatArray, count: int) -> IntArray:
    """Return where the largest of each row are, the largest first.

    Parameters
    ----------
    values : ndarray of shape (..., n)
        Any numbers.
    count : int
        How many are wanted; n at most.

    Returns
    -------
    ndarray of int, shape (..., count)
        Positions from 0 to n - 1; of equal values the first comes first.

    Examples
    --------
    >>> largest(np.array([3, 9, 5]), 2)
    array([1, 2])
    """
    if count == 1:
        return np.asarray(values.argmax(axis=-1, keepdims=True))
    count = min(count, values.shape[-1])
    # Sorting a whole vocabulary would take longer than all the rest.
    first = np.argpartition(-values, count - 1, axis=-1)[..., :count]
    first.sort(axis=-1)  # of equal ones the first id comes first
    found = np.take_along_axis(values, first, axis=-1)
    order = np.argsort(-found, axis=-1, kind="stable")
    return np.take_along_axis(first, order, axis=-1)


def _extend(
    beams: Sequence[Hypothesis[S]], step: S, width: int, never: Sequence[int]
) -> Iterator[tuple[int, Hypothesis[S]]]:
    """Give the best `width` continuations, and the row each comes from."""
    totals = np.array([[beam.log_probability] for beam in beams])
    totals = totals + step.log_probabilities
    totals[:, never] = -np.inf
    if not beams[0].ids:
        totals[:, END] = -np.inf  # no empty sentence
    order = largest(totals.ravel(), width)
    for row, word in zip(*np.unravel_index(order, totals.shape), strict=True):
        if totals[row, word] > -np.inf:
            yield int(row), beams[row].write(step, int(row), int(word))


def beam_search(
    writer: Writer[S],
    *,
    beam: int,
    max_length: int,
    length_penalty: float,
    never: Sequence[int],
) -> Hypothesis[S]:
    """Return the best translation that is found.

    A finished sentence leaves the beam, which shrinks by one.

    Parameters
    ----------
    writer : Writer
        The decoder.
    beam : int
        How many beginnings are kept at every step; 1 is greedy.
    max_length : int
        Most words of the target.
    length_penalty : float
        Finished sentences are compared by log_probability divided by
        (number of words, end mark included) ** length_penalty.
    never : sequence of int
        Ids that are never written.

    Returns
    -------
    Hypothesis
        The best of the finished ones, or of the others if none was finished.

    Raises
    ------
    ValueError
        If beam or max_length is below 1.
    """
    for name, size in (("beam", beam), ("max_length", max_length)):
        if size < 1:
            raise ValueError(f"{name} must be at least 1. Received: {size}.")
    beams, done = [Hypothesis[S]()], list[Hypothesis[S]]()
    step = writer.first()
    while True:
        grown = list(_extend(beams, step, beam - len(done), never))
        done += [new for _, new in grown if new.ids[-1] == END]
        kept = [pair for pair in grown if pair[1].ids[-1] != END]
        if not kept or len(kept[0][1].ids) > max_length:
            break
        rows, beams = [row for row, _ in kept], [new for _, new in kept]
        last = np.array([new.ids[-1] for new in beams])
        step = writer.following(step, rows, last)
    return max(done or beams, key=lambda new: new.value(length_penalty))
