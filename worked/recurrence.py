"""A recurrent unit and a readout, written out in one of their dimensions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attention_core.gru import GRUParameters
from worked.latex import Decimals
from worked.lines import Compute, Expression, Numbers, given, made
from worked.settle import settle
from worked.sums import how_many, largest, products, shortened

Floats = npt.NDArray[np.floating]

LEAST = 3  # decimals
_SIGMOID = r"\frac{1}{1+e^{-(<{}>+{}+{})}}"


@dataclass(frozen=True, eq=False)
class Written:
    """What makes one number, line by line.

    Parameters
    ----------
    sums : list of Numbers
        Long sums of products, the largest terms of which are written out.
    lines : list of Numbers
        What is made of them; the last one is the result.
    decimals : dict of Numbers to int
        With which all of them are shown.
    """

    sums: list[Numbers]
    lines: list[Numbers]
    decimals: Decimals


def _settled(sums: list[Numbers], lines: list[Numbers]) -> Written:
    return Written(sums, lines, settle([*sums, *lines]))


def _sum(name: str, left: Floats, right: Floats, others: str) -> Numbers:
    """Return a sum of products of which the largest are written out."""
    factors = [given("", side, LEAST, typed=False) for side in (left, right)]
    whole = products(*(one[:, None] for one in factors))
    terms = whole.terms()[:, 0]
    kept = largest(terms, how_many(len(terms)))
    remarks = [f"k = {k + 1}" for k in kept]
    short = shortened(whole, kept, remarks, others)
    return made("", short, names=[name], least=LEAST)


def _line(name: str, pattern: str, parts: Sequence[Numbers]) -> Numbers:
    """Return a line whose value is computed by a pattern of `_COMPUTED`."""
    some = tuple(part[None, :] for part in parts)
    expression = Expression(pattern, some, _COMPUTED[pattern])
    return made("", expression, names=[name], least=LEAST)


_CANDIDATE = r"\tanh(<{}>+{}+{}\cdot({}+{}))"
_MIXED = r"(1-{})\cdot{}+{}\cdot{}"
_READOUT = r"\tanh(<{}>+{}+{}+{})"
_SHARE = r"e^{<{}>+{}-{}}"
_COMPUTED: dict[str, Compute] = {
    _SIGMOID: lambda a, b, c: 1 / (1 + np.exp(-(a + b + c))),
    _CANDIDATE: lambda a, b, r, c, d: np.tanh(a + b + r * (c + d)),
    _MIXED: lambda z, n, y, h: (1 - z) * n + y * h,
    _READOUT: lambda a, b, c, d: np.tanh(a + b + c + d),
    _SHARE: lambda u, b, total: np.exp(u + b - total),
}


def gru_lines(
    x: Floats,
    h: Floats,
    parameters: GRUParameters,
    m: int,
    *,
    letters: tuple[str, str, str],
    others: str,
) -> Written:
    """Write one dimension of `attention_core.gru.gru_cell` out.

    Parameters
    ----------
    x : ndarray of shape (d_in,)
        The input.
    h : ndarray of shape (d_h,)
        The state before it.
    parameters : GRUParameters
        The learned arrays.
    m : int
        The dimension, from 0.
    letters : tuple of str
        LaTeX of the input, the state before, and the state after.
    others : str
        Says that a number is the sum of {count} other terms.

    Returns
    -------
    Written
        Both gates, the candidate, and one number of the next state.
    """
    asked, before, after = letters
    at, sums, bias = f"[{m + 1}]", list[Numbers](), {}
    for gate in "zrn":
        for one, side, kind in ((asked, x, "W"), (before, h, "U")):
            column = getattr(parameters, f"{kind}_{gate}")[:, m]
            name = f"({one}\\,{kind}_{gate}){at}"
            sums.append(_sum(name, side, column, others))
    for name in ("b_z", "b_r", "b_n", "b_nh"):
        value = getattr(parameters, name)[m : m + 1]
        bias[name] = given(name, value, LEAST, typed=False)
    old = given(before, h[m : m + 1], LEAST, typed=False)
    z = _line(f"z{at}", _SIGMOID, (*sums[0:2], bias["b_z"]))
    r = _line(f"r{at}", _SIGMOID, (*sums[2:4], bias["b_r"]))
    inner = (sums[4], bias["b_n"], r, sums[5], bias["b_nh"])
    n = _line(f"n{at}", _CANDIDATE, inner)
    new = _line(f"{after}{at}", _MIXED, (z, n, z, old))
    return _settled(sums, [z, r, n, new])


def readout_lines(
    vectors: Sequence[tuple[str, Floats]],
    W: Floats,
    b: Floats,
    m: int,
    *,
    others: str,
) -> Written:
    r"""Write one dimension of tanh([s; c; e] W + b) out.

    Parameters
    ----------
    vectors : sequence of (str, ndarray)
        s, c and e with their LaTeX; together as long as W.
    W : ndarray of shape (d_s + d_c + d_e, d_t)
        The learned matrix.
    b : ndarray of shape (d_t,)
        Its bias.
    m : int
        The dimension, from 0.
    others : str
        Says that a number is the sum of {count} other terms.

    Returns
    -------
    Written
        One number of the readout t.
    """
    sums, start = list[Numbers](), 0
    for letter, vector in vectors:
        rows = W[start : start + len(vector), m]
        name = f"({letter}\\,W_{{out}})[{m + 1}]"
        sums.append(_sum(name, vector, rows, others))
        start += len(vector)
    bias = given("b", b[m : m + 1], LEAST, typed=False)
    return _settled(sums, [_line(f"t[{m + 1}]", _READOUT, (*sums, bias))])


def share_lines(
    t: Floats, row: Floats, bias: float, total: float, *, others: str
) -> Written:
    """Write the probability of one word out.

    Parameters
    ----------
    t : ndarray of shape (d_t,)
        The readout.
    row : ndarray of shape (d_t,)
        The word's embedding.
    bias : float
        How common the word is.
    total : float
        The logarithm of the sum of e^logit over all words.
    others : str
        Says that a number is the sum of {count} other terms.

    Returns
    -------
    Written
        The word's probability, as e^(logit - total).
    """
    product = _sum(r"t\,E^\top", t, row, others)
    more = [given("", [one], LEAST, typed=False) for one in (bias, total)]
    return _settled([product], [_line("p", _SHARE, (product, *more))])
