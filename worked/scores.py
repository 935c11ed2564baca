"""How each score function makes its score, line by line.

The scores themselves are `attention_core`'s; tests hold these lines to them.
A function of `SCORES` without an entry in `WRITTEN` is shown with its formula
and its value.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from worked.cell import Cell
from worked.lines import SHOWN, Expression, Numbers, given, made
from worked.sums import how_many, largest, products, shortened

Floats = npt.NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class _Pair:
    """Query and key of a cell as numbers.

    Parameters
    ----------
    cell : Cell
        Of which they are.
    q, k : Numbers
        The vectors, or what has been made of them.
    """

    cell: Cell
    q: Numbers
    k: Numbers

    def given(self, letter: str, values: npt.ArrayLike) -> Numbers:
        """Return what was typed, or learned."""
        is_typed = not self.cell.is_long
        return given(letter, values, self.cell.least, typed=is_typed)

    def total(self, whole: Expression) -> Expression:
        """Return a sum as it is written out."""
        if self.cell.others is None:
            return whole
        terms = whole.terms()[:, 0]
        kept = largest(terms, how_many(len(terms)))
        remarks = [f"m = {m + 1}" for m in kept]
        return shortened(whole, kept, remarks, self.cell.others)

    def made(self, letter: str, expression: Expression) -> Numbers:
        """Return a number on the way."""
        return made(letter, expression, least=self.cell.least)

    def score(self, *expressions: Expression) -> Numbers:
        """Return the scores of the row, of which one is written out."""
        cell = self.cell
        return Numbers(
            "e",
            cell.scores.astype(np.float64),
            expressions,
            cell.names("e"),
            (cell.j,),
            SHOWN if cell.is_hard else cell.decimals,
        )

    def product(self) -> Numbers:
        """Return the dot product, if it is not yet the score."""
        q, k, name = self.q, self.k, rf"{self.q.letter} {self.k.letter}^\top"
        return self.made(name, self.total(products(q[:, None], k[:, None])))


def _dot(pair: _Pair) -> list[Numbers]:
    whole = products(pair.q[:, None], pair.k[:, None])
    return [pair.score(pair.total(whole))]


def _scaled_dot(pair: _Pair) -> list[Numbers]:
    product, size = pair.product(), given("d", [pair.q.values.size])
    quotient = Expression(
        r"\frac{<{}>}{\sqrt{<{}>}}",
        (product[None, :], size[None, :]),
        lambda product, size: product / np.sqrt(size),
    )
    return [product, pair.score(quotient)]


def _cosine(pair: _Pair) -> list[Numbers]:
    product, squares, lengths = pair.product(), [], []
    for vector in (pair.q, pair.k):
        name = rf"\lVert {vector.letter} \rVert"
        whole = Expression("{}^2", (vector[:, None],), np.square)
        squares.append(pair.made(f"{name}^2", pair.total(whole)))
        root = Expression(r"\sqrt{<{}>}", (squares[-1][None, :],), np.sqrt)
        lengths.append(pair.made(name, root))
    if not all(square.values[0] for square in squares):
        # Nothing to divide by; what it is then, `scores.cosine` decides.
        return [product, *squares, pair.score()]
    quotient = Expression(
        r"\frac{<{}>}{<{}> \cdot <{}>}",
        tuple(one[None, :] for one in (product, *lengths)),
        lambda product, left, right: product / (left * right),
    )
    return [product, *squares, *lengths, pair.score(quotient)]


def _general(pair: _Pair) -> list[Numbers]:
    W = pair.given("W", pair.cell.learned["W"])
    turned = pair.made("u", products(pair.q[:, None], W[:, :]))
    whole = products(turned[:, None], pair.k[:, None])
    return [turned, pair.score(pair.total(whole))]


def _hidden_long(
    pair: _Pair, W_q: Floats, W_k: Floats, v: Numbers
) -> list[Numbers]:
    """Write what each hidden unit adds: v tanh(a + b)."""
    asks = pair.given("a", pair.q.values @ W_q)
    answers = pair.given("b", pair.k.values @ W_k)
    whole = Expression(
        r"{} \cdot \tanh(<{}> + {})",
        (v[:, None], asks[:, None], answers[:, None]),
        lambda v, a, b: v * np.tanh(a + b),
    )
    return [pair.score(pair.total(whole))]


def _layer(pair: _Pair, W_qk: Floats, v: Floats) -> list[Numbers]:
    """Write a network with one hidden layer out, unit by unit."""
    d_q, last = pair.q.values.size, pair.given("v", v)
    if pair.cell.is_long:
        return _hidden_long(pair, W_qk[:d_q], W_qk[d_q:], last)
    both = np.concatenate([pair.q.values, pair.k.values])
    inputs, W = pair.given("[q; k]", both), pair.given("W", W_qk)
    sums = pair.made("z", products(inputs[:, None], W[:, :]))
    hidden = made(
        r"\tanh z",
        Expression(r"\tanh(<{}>)", (sums[None, :],), np.tanh),
        names=[rf"\tanh z[{m}]" for m in range(1, sums.values.size + 1)],
    )
    whole = products(last[:, None], hidden[:, None])
    return [sums, hidden, pair.score(whole)]


def _additive(pair: _Pair) -> list[Numbers]:
    learned = pair.cell.learned
    W_qk = np.concatenate([learned["W_q"], learned["W_k"]]).astype(np.float64)
    return _layer(pair, W_qk, learned["v"])


def _concat(pair: _Pair) -> list[Numbers]:
    learned = pair.cell.learned
    return _layer(pair, learned["W_qk"].astype(np.float64), learned["v"])


def _gaussian(pair: _Pair) -> list[Numbers]:
    whole = Expression(
        "(<{}> - {})^2",
        (pair.q[:, None], pair.k[:, None]),
        lambda q, k: np.square(q - k),
    )
    name = rf"\lVert {pair.q.letter} - {pair.k.letter} \rVert^2"
    distance = pair.made(name, pair.total(whole))
    sigma = given(r"\sigma", [pair.cell.learned.get("sigma", 1.0)])
    half = Expression(
        r"-\frac{<{}>}{2 \cdot {}^2}",
        (distance[None, :], sigma[None, :]),
        lambda distance, sigma: -distance / (2 * sigma**2),
    )
    return [distance, pair.score(half)]


def _location(pair: _Pair) -> list[Numbers]:
    column = pair.given("W_p", pair.cell.learned["W_p"][:, pair.cell.j])
    whole = products(pair.q[:, None], column[:, None])
    return [pair.score(pair.total(whole))]


WRITTEN: dict[str, Callable[[_Pair], list[Numbers]]] = {
    "dot": _dot,
    "scaled_dot": _scaled_dot,
    "cosine": _cosine,
    "general": _general,
    "additive": _additive,
    "concat": _concat,
    "gaussian": _gaussian,
    "location": _location,
}


def score_lines(cell: Cell) -> list[Numbers]:
    """Return what the score of a cell is made of.

    Parameters
    ----------
    cell : Cell
        The cell.

    Returns
    -------
    list of Numbers
        The last one holds the scores of the row. If the vectors are long,
        only what there is one of is written out.

    Examples
    --------
    >>> row = {"scores": np.array([11.0]), "weights": np.array([1.0])}
    >>> query, key = np.array([1.0, 2.0]), np.array([[3.0, 4.0]])
    >>> cell = Cell("dot", 0, 0, query, key, key, **row)
    >>> [numbers.name(0) for numbers in score_lines(cell)]
    ['e_{1,1}']
    """
    asks, looked_at, _ = cell.letters
    typed = not cell.is_long
    q = given(asks, cell.query, cell.least, typed)
    k = given(looked_at, cell.keys[cell.j], cell.least, typed)
    pair = _Pair(cell, q, k)
    write = WRITTEN.get(cell.function)
    lines = write(pair) if write else [pair.score()]
    return [one for one in lines if not cell.is_long or len(one.places) == 1]
