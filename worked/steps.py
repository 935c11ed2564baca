"""The three stages for one pair, with numbers: pure data, nothing is drawn.

Digits are chosen from the end backwards, so that each line can be recomputed
from what it shows (see worked/digits.py): the context's decimals fix those of
the weights, these fix those of the exponentials, these fix those of the
scores, and these fix those of the vectors.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from worked.digits import (
    Line,
    enough_decimals,
    enough_for,
    factor,
    fixed,
    rounded,
    signed,
)
from worked.terms import (
    Symbols,
    Terms,
    score_terms,
    square_terms,
    write_product,
)

Floats = npt.NDArray[np.floating]

CONTEXT_DECIMALS = 3
WRITTEN = 3  # terms of a sum that are written out, and a fourth if that is all
# Exponents between which e^z is shown as it is; beyond, the largest exponent
# of the row is subtracted first.
PLAIN_EXPONENTS = (-3.0, 8.0)


class PairView(Protocol):
    """What is written out: one pair of sentences under one score function."""

    @property
    def score(self) -> str:
        """Name of the score function."""

    @property
    def query(self) -> str:
        """Which query: "y" or "s"."""

    @property
    def scale(self) -> float:
        """The scores are multiplied by it."""

    @property
    def temperature(self) -> float:
        """The scores are divided by it."""

    @property
    def scores(self) -> Floats:
        """Before the softmax, (n_t, n_s)."""

    @property
    def weights(self) -> Floats:
        """After it, (n_t, n_s)."""

    @property
    def queries(self) -> Floats:
        """Who asks, (n_t, d)."""

    @property
    def annotations(self) -> Floats:
        """Keys and values, (n_s, d)."""

    @property
    def learned(self) -> Mapping[str, Floats]:
        """What the score function has learned."""


@dataclass(frozen=True)
class Chosen:
    """The pair of pieces that the stages are about.

    Parameters
    ----------
    row, column : int
        Positions of the target piece and the source piece, from 0.
    """

    row: int
    column: int

    def symbols(self, query: str) -> Symbols:
        """Return the LaTeX names of score, query and key."""
        i, j = self.row + 1, self.column + 1
        asks = f"y_{{{i}}}" if query == "y" else f"s_{{{i - 1}}}"
        return Symbols(f"f_{{{i},{j}}}", asks, f"h_{{{j}}}")


@dataclass(frozen=True)
class SoftmaxRow:
    """The softmax of one row, taken apart.

    Parameters
    ----------
    scores : ndarray of shape (n_s,)
        Without scale and temperature.
    multiplier : float
        scale / temperature.
    shift : float
        Subtracted from the exponents; 0 if nothing is.
    """

    scores: Floats
    multiplier: float
    shift: float

    @property
    def exponents(self) -> Floats:
        """The scores times the multiplier, (n_s,)."""
        return self.multiplier * self.scores

    @property
    def powers(self) -> Floats:
        """Euler's number to the shifted exponents, (n_s,)."""
        powers: Floats = np.exp(self.exponents - self.shift)
        return powers

    @property
    def total(self) -> float:
        """The sum of the powers."""
        return float(self.powers.sum())

    @property
    def weights(self) -> Floats:
        """The shares of the powers in their sum, (n_s,)."""
        return self.powers / self.total


@dataclass(frozen=True)
class Decimals:
    """Digits behind the point, for each kind of number of a row.

    Parameters
    ----------
    weight, total, power, exponent, score : int
        Decimals.
    """

    weight: int
    total: int = 0
    power: int = 0
    exponent: int = 0
    score: int = 0


@dataclass(frozen=True)
class Steps:
    """What the three stages show.

    Parameters
    ----------
    chosen : Chosen
        The pair.
    decimals : Decimals
        Digits behind the point.
    score_lines : list of str
        LaTeX; the last one ends with the score.
    terms : Terms
        All terms of the score's sum.
    total_decimals : int
        Decimals with which that sum is shown.
    softmax : SoftmaxRow or None
        None at temperature 0, where nothing is divided.
    weight_line : str
        LaTeX; ends with the weight. Empty at temperature 0.
    context_lines : list of str
        LaTeX; each ends with one entry of the context.
    """

    chosen: Chosen
    decimals: Decimals
    score_lines: list[str]
    terms: Terms
    total_decimals: int
    softmax: SoftmaxRow | None
    weight_line: str
    context_lines: list[str]


def aligned(
    head: str, terms: Sequence[tuple[str, str, str]], result: str
) -> str:
    r"""Return LaTeX of a sum, one term on each line.

    Parameters
    ----------
    head : str
        What is computed.
    terms : sequence of (str, str, str)
        For each term its sign, the rest, and a remark beside it.
    result : str
        The sum.

    Returns
    -------
    str
        An aligned environment.
    """
    lines = [
        rf"{sign}\; & {term} && \scriptstyle {remark}"
        for sign, term, remark in terms
    ]
    first = "-" if terms[0][0] == "-" else ""
    lines[0] = f"{head} =\\; & {first}{lines[0].split('& ', 1)[1]}"
    lines.append(f"=\\; & \\mathbf{{{result}}}")
    body = r" \\ ".join(lines)
    return rf"\begin{{aligned}} {body} \end{{aligned}}"


def _largest(values: Floats, count: int) -> list[int]:
    """Return the positions of the largest values, by size without sign."""
    order = np.argsort(-np.abs(values), kind="stable")
    return [int(position) for position in order[:count]]


def _how_many(count: int) -> int:
    """Return how many terms are written out: "1 other" never stands alone."""
    return count if count <= WRITTEN + 1 else WRITTEN


def sum_line(head: str, terms: Terms, decimals: int, others: str) -> str:
    """Write a sum out: its largest terms, and the others as one number.

    Parameters
    ----------
    head : str
        LaTeX of what is computed.
    terms : Terms
        The sum.
    decimals : int
        Of the result.
    others : str
        Says that a number is the sum of {count} other terms.

    Returns
    -------
    str
        LaTeX.
    """
    chosen = _largest(terms.values, _how_many(len(terms.values)))
    rest = terms.total - float(terms.values[chosen].sum())
    columns = [column[chosen] for column in terms.factors]

    def recompute(n: int) -> float:
        read = [rounded(column, n) for column in columns]
        return float(terms.product(*read).sum() + rounded(rest, n))

    n = enough_decimals(recompute, terms.total, decimals, least=2)
    written = []
    for k, m in enumerate(chosen):
        shown = terms.write([float(column[k]) for column in columns], n)
        written.append((*shown, f"m = {m + 1}"))
    if count := len(terms.values) - len(chosen):
        remark = rf"\text{{{others.format(count=count)}}}"
        written.append((*signed(rest, n), remark))
    return aligned(head, written, fixed(terms.total, decimals))


@dataclass(frozen=True)
class Quotient:
    """A score that is a sum divided by square roots.

    Parameters
    ----------
    sums : tuple of (str, Terms)
        The dot product, and the squared lengths it is divided by.
    under_root : float or None
        In place of lengths, a number whose root it is divided by.
    """

    sums: tuple[tuple[str, Terms], ...]
    under_root: float | None = None

    def value(self, sums: Sequence[float]) -> float:
        """Return the quotient of (rounded) sums."""
        if self.under_root is not None:
            return sums[0] / math.sqrt(self.under_root)
        size = math.prod(math.sqrt(max(square, 0)) for square in sums[1:])
        return sums[0] / size if size else 0.0

    def written(self, sums: Sequence[str]) -> str:
        """Return LaTeX of the quotient."""
        below = [*sums[1:]]
        if self.under_root is not None:
            below = [f"{self.under_root:g}"]
        roots = r" \cdot ".join(rf"\sqrt{{{one}}}" for one in below)
        return rf"\frac{{{sums[0]}}}{{{roots}}}"


def _quotient(view: PairView, terms: Terms, chosen: Chosen) -> Quotient | None:
    """Return how the sum is divided; None if it is the score itself."""
    names = chosen.symbols(view.query)
    q, k = view.queries[chosen.row], view.annotations[chosen.column]
    head = (rf"{names.query} {names.key}^\top", terms)
    if view.score == "scaled_dot":
        return Quotient((head,), float(len(q)))
    if view.score == "cosine":
        squares = (
            (rf"\lVert {name} \rVert^2", square_terms(name, vector))
            for name, vector in ((names.query, q), (names.key, k))
        )
        return Quotient((head, *squares))
    return None


def score_lines(
    view: PairView, chosen: Chosen, decimals: int, others: str
) -> tuple[list[str], Terms, int]:
    """Write the score of a pair out.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    chosen : Chosen
        The pair.
    decimals : int
        Of the score.
    others : str
        Says that a number is the sum of {count} other terms.

    Returns
    -------
    lines : list of str
        LaTeX; the last one ends with the score.
    terms : Terms
        All terms of the first sum.
    decimals : int
        Those of that sum.
    """
    names = chosen.symbols(view.query)
    q, k = view.queries[chosen.row], view.annotations[chosen.column]
    terms = score_terms(view.score, q, k, view.learned, names)
    quotient = _quotient(view, terms, chosen)
    if quotient is None:
        return [sum_line(names.score, terms, decimals, others)], terms, decimals
    score = float(view.scores[chosen.row, chosen.column])
    sums = [summed.total for _, summed in quotient.sums]
    n = enough_decimals(
        lambda n: quotient.value(rounded(sums, n).tolist()), score, decimals, 2
    )
    lines = [sum_line(head, t, n, others) for head, t in quotient.sums]
    divided = quotient.written([fixed(total, n) for total in sums])
    result = rf"\mathbf{{{fixed(score, decimals)}}}"
    return [*lines, f"{names.score} = {divided} = {result}"], terms, n


def softmax_row(scores: Floats, scale: float, temperature: float) -> SoftmaxRow:
    """Take the softmax of a row apart.

    Parameters
    ----------
    scores : ndarray of shape (n_s,)
        One row.
    scale, temperature : float
        exponents = scale * scores / temperature; temperature > 0.

    Returns
    -------
    SoftmaxRow
        All columns of its table.
    """
    multiplier = scale / temperature
    low, high = PLAIN_EXPONENTS
    top = float((multiplier * scores).max())
    return SoftmaxRow(scores, multiplier, 0.0 if low <= top <= high else top)


def row_decimals(row: SoftmaxRow, weight: int) -> Decimals:
    """Return the decimals of each column, from the weights backwards.

    Parameters
    ----------
    row : SoftmaxRow
        The row.
    weight : int
        Decimals of the weights.

    Returns
    -------
    Decimals
        As few as will do.
    """
    powers, total, weights = row.powers, row.total, row.weights
    # four digits of the largest one, as far as they stand behind the point
    digits = max(0, 3 - int(max(math.log10(powers.max()), 0)))
    n_total = enough_decimals(
        lambda n: powers / max(float(rounded(total, n)), 0.01),
        weights,
        weight,
        least=max(digits - 1, 0),
    )
    shown = float(rounded(total, n_total))
    n_power = enough_for(
        Line(lambda n: rounded(powers, n) / shown, weights, weight),
        Line(lambda n: rounded(powers, n).sum(), total, n_total),
        least=digits,
    )
    n_exponent, n_score = _score_decimals(row, shown, n_power, weight)
    return Decimals(weight, n_total, n_power, n_exponent, n_score)


def _score_decimals(
    row: SoftmaxRow, total: float, n_power: int, weight: int
) -> tuple[int, int]:
    """Return the decimals of exponents and scores."""

    def powers(n: int) -> Floats:
        read = rounded(row.exponents, n) - rounded(row.shift, n)
        result: Floats = np.exp(read)
        return result

    n_exponent = enough_for(
        Line(powers, row.powers, n_power),
        Line(lambda n: powers(n) / total, row.weights, weight),
        least=3,
    )
    if row.multiplier == 1:  # the scores are the exponents
        return n_exponent, n_exponent
    return n_exponent, enough_decimals(
        lambda n: row.multiplier * rounded(row.scores, n),
        row.exponents,
        n_exponent,
        least=3,
    )


def _weight_line(row: SoftmaxRow, chosen: Chosen, n: Decimals) -> str:
    """Write the weight of the chosen pair out."""
    j = chosen.column
    exponent = fixed(row.exponents[j], n.exponent)
    if row.shift:
        exponent += f" - {factor(row.shift, n.exponent)}"
    total, power = fixed(row.total, n.total), fixed(row.powers[j], n.power)
    result = rf"\mathbf{{{fixed(row.weights[j], n.weight)}}}"
    fractions = (
        rf"\frac{{e^{{{exponent}}}}}{{{total}}} = \frac{{{power}}}{{{total}}}"
    )
    head = f"a_{{{chosen.row + 1},{j + 1}}}"
    return f"{head} = {fractions} = {result}"


def _context_terms(weights: Floats, column: int) -> list[int]:
    """Return which source pieces are written out: the chosen one first."""
    others = [j for j in _largest(weights, len(weights)) if j != column]
    return [column, *others][: _how_many(len(weights))]


def context_lines(
    weights: Floats, annotations: Floats, chosen: Chosen, others: str
) -> tuple[list[str], int]:
    """Write entries of the context out.

    Parameters
    ----------
    weights : ndarray of shape (n_s,)
        One row.
    annotations : ndarray of shape (n_s, d)
        What is summed.
    chosen : Chosen
        The pair; the dimensions are those to which its source piece, or else
        the whole sum, gives most.
    others : str
        Says that a number is the sum of {count} other terms.

    Returns
    -------
    lines : list of str
        LaTeX.
    decimals : int
        Those of the weights and annotations.
    """
    context = weights @ annotations
    given = weights[chosen.column] * annotations[chosen.column]
    dimensions = _largest(given if given.any() else context, 2)
    written = _context_terms(weights, chosen.column)
    h = annotations[np.ix_(written, dimensions)]
    rest = context[dimensions] - weights[written] @ h

    def recompute(n: int) -> Floats:
        read: Floats = rounded(weights[written], n) @ rounded(h, n)
        return read + rounded(rest, n)

    n = enough_decimals(
        recompute, context[dimensions], CONTEXT_DECIMALS, CONTEXT_DECIMALS
    )
    lines = []
    for k, m in enumerate(dimensions):
        terms = [
            (*write_product([weights[j], h[row, k]], n), f"j = {j + 1}")
            for row, j in enumerate(written)
        ]
        if count := len(weights) - len(written):
            remark = rf"\text{{{others.format(count=count)}}}"
            terms.append((*signed(rest[k], n), remark))
        head = f"c_{{{chosen.row + 1}}}[{m + 1}]"
        lines.append(aligned(head, terms, fixed(context[m], CONTEXT_DECIMALS)))
    return lines, n


def steps(view: PairView, chosen: Chosen, others: str) -> Steps:
    """Return all that the three stages show of a pair.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    chosen : Chosen
        The pair of pieces.
    others : str
        Says that a number is the sum of {count} other terms.

    Returns
    -------
    Steps
        LaTeX and numbers.
    """
    weights = view.weights[chosen.row]
    last, n_weight = context_lines(weights, view.annotations, chosen, others)
    row, decimals, line = None, Decimals(n_weight, score=4), ""
    if view.temperature > 0:
        row = softmax_row(view.scores[chosen.row], view.scale, view.temperature)
        decimals = row_decimals(row, n_weight)
        line = _weight_line(row, chosen, decimals)
    first, terms, n = score_lines(view, chosen, decimals.score, others)
    return Steps(chosen, decimals, first, terms, n, row, line, last)
