"""Every step of one cell written out in full: pure data, nothing is drawn.

A step names a number, the numbers it is made of, and how. Digits are chosen
so that each line can be recomputed from what it shows: where a line fails,
the numbers in it get one more digit, until all lines hold.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from worked.digits import MOST_DECIMALS, TOLERANCE, factor, fixed

Floats = npt.NDArray[np.floating]
Compute = Callable[[Sequence[float]], float]

SHOWN = 4  # decimals of a result, if nothing asks for more
EXACT = 6  # decimals up to which a number is shown as it is
# Scores between which e^f is shown as it is; beyond, the largest score of the
# row is subtracted first.
PLAIN = (-3.0, 8.0)
TIMES = r"{} \cdot {}"
ABREAST = 3  # terms of a sum beside each other: what a phone is wide enough for
BREAK = r" \\[0.3em] "
AFTER_FRACTION = r" \\[0.9em] "  # counted from the line, not from its end
CONTINUED = r" \\ & \quad + "


@dataclass(frozen=True, eq=False)
class Step:
    r"""A number and how it is made of others.

    Parameters
    ----------
    name : str
        LaTeX.
    value : float
        The true number.
    parts : tuple of Step
        The numbers it is made of; none if it is given.
    pattern : str
        LaTeX with {} for each part. In angle brackets, <{}>, a part stands
        without brackets of its own, even if it is negative.
    compute : callable
        Makes the value of the values of the parts.
    """

    name: str
    value: float
    parts: tuple["Step", ...] = ()
    pattern: str = ""
    compute: Compute = math.fsum


def step(
    name: str, pattern: str, parts: Sequence[Step], compute: Compute
) -> Step:
    """Return a step with its value computed.

    Parameters
    ----------
    name, pattern : str
        LaTeX.
    parts : sequence of Step
        The numbers it is made of.
    compute : callable
        Makes the value of the values of the parts.

    Returns
    -------
    Step
        The step.
    """
    value = compute([part.value for part in parts])
    return Step(name, float(value), tuple(parts), pattern, compute)


def given(name: str, values: Floats) -> list[Step]:
    """Return given numbers as steps.

    Parameters
    ----------
    name : str
        LaTeX of the vector that they are the entries of.
    values : ndarray of shape (d,)
        The entries.

    Returns
    -------
    list of Step
        Without parts.
    """
    return [
        Step(f"{name}[{m}]", value)
        for m, value in enumerate(values.tolist(), start=1)
    ]


def _sum_of_products(values: Sequence[float]) -> float:
    return math.fsum(
        a * b for a, b in zip(values[::2], values[1::2], strict=True)
    )


def products(name: str, *pairs: tuple[Sequence[Step], Sequence[Step]]) -> Step:
    """Return the sum of the products of columns.

    Parameters
    ----------
    name : str
        LaTeX.
    *pairs : (sequence of Step, sequence of Step)
        Columns of equal length.

    Returns
    -------
    Step
        A dot product, or several ones added up.
    """
    parts = [
        part
        for left, right in pairs
        for pair in zip(left, right, strict=True)
        for part in pair
    ]
    pattern = " + ".join([TIMES] * (len(parts) // 2))
    return step(name, pattern, parts, _sum_of_products)


def _squares(name: str, vector: Sequence[Step]) -> Step:
    return step(
        name,
        " + ".join(["{}^2"] * len(vector)),
        vector,
        lambda values: math.fsum(value**2 for value in values),
    )


def _root(name: str, square: Step) -> Step:
    return step(name, r"\sqrt{<{}>}", [square], lambda v: math.sqrt(v[0]))


Pair = tuple[list[Step], list[Step], str]
Learned = Mapping[str, Any]


def _dot(pair: Pair, _: Learned) -> list[Step]:
    q, k, name = pair
    return [products(name, (q, k))]


def _scaled_dot(pair: Pair, _: Learned) -> list[Step]:
    q, k, name = pair
    product = products(r"q k^\top", (q, k))
    size = Step("d", float(len(q)))
    return [
        product,
        step(
            name,
            r"\frac{<{}>}{\sqrt{<{}>}}",
            [product, size],
            lambda v: v[0] / math.sqrt(v[1]),
        ),
    ]


def _cosine(pair: Pair, _: Learned) -> list[Step]:
    q, k, name = pair
    product = products(r"q k^\top", (q, k))
    squares = [
        _squares(rf"\lVert {letter} \rVert^2", vector)
        for letter, vector in (("q", q), ("k", k))
    ]
    if not all(square.value for square in squares):
        return [product, *squares, Step(name, 0.0)]  # by definition
    roots = [
        _root(rf"\lVert {letter} \rVert", square)
        for letter, square in zip("qk", squares, strict=True)
    ]
    quotient = step(
        name,
        r"\frac{<{}>}{<{}> \cdot <{}>}",
        [product, *roots],
        lambda v: v[0] / (v[1] * v[2]),
    )
    return [product, *squares, *roots, quotient]


def _general(pair: Pair, learned: Learned) -> list[Step]:
    q, k, name = pair
    turned = [
        products(f"u[{m}]", (q, given(f"W[:,{m}]", column)))
        for m, column in enumerate(learned["W"].T, start=1)
    ]
    return [*turned, products(name, (turned, k))]


def _layer(pair: Pair, W_q: Floats, W_k: Floats, v: Floats) -> list[Step]:
    """Return the steps of a network with one hidden layer."""
    q, k, name = pair
    sums, hidden = [], []
    for m, (left, right) in enumerate(zip(W_q.T, W_k.T, strict=True), 1):
        columns = (q, given("W_q", left)), (k, given("W_k", right))
        sums.append(products(f"z[{m}]", *columns))
        hidden.append(
            step(
                rf"\tanh z[{m}]",
                r"\tanh(<{}>)",
                sums[-1:],
                lambda values: math.tanh(values[0]),
            )
        )
    return [*sums, *hidden, products(name, (given("v", v), hidden))]


def _additive(pair: Pair, learned: Learned) -> list[Step]:
    return _layer(pair, learned["W_q"], learned["W_k"], learned["v"])


def _concat(pair: Pair, learned: Learned) -> list[Step]:
    above, below = np.split(learned["W_qk"], [len(pair[0])])
    return _layer(pair, above, below, learned["v"])


def _gaussian(pair: Pair, learned: Learned) -> list[Step]:
    q, k, name = pair
    interleaved = [part for two in zip(q, k, strict=True) for part in two]
    distance = step(
        r"\lVert q - k \rVert^2",
        " + ".join([r"(<{}> - {})^2"] * len(q)),
        interleaved,
        lambda v: math.fsum(
            (a - b) ** 2 for a, b in zip(v[::2], v[1::2], strict=True)
        ),
    )
    sigma = Step(r"\sigma", float(learned.get("sigma", 1.0)))
    score = step(
        name,
        r"-\frac{<{}>}{2 \cdot {}^2}",
        [distance, sigma],
        lambda v: -v[0] / (2 * v[1] ** 2),
    )
    return [distance, score]


def _location(pair: Pair, learned: Learned) -> list[Step]:
    q, _, name = pair
    column = learned["W_p"][:, learned["position"]]
    return [products(name, (q, given("W_p", column)))]


SCORE_STEPS: dict[str, Callable[[Pair, Learned], list[Step]]] = {
    "dot": _dot,
    "scaled_dot": _scaled_dot,
    "cosine": _cosine,
    "general": _general,
    "additive": _additive,
    "concat": _concat,
    "gaussian": _gaussian,
    "location": _location,
}


def softmax_steps(scores: Sequence[Step], i: int) -> list[Step]:
    """Return the softmax of a row.

    Parameters
    ----------
    scores : sequence of Step
        One for each key.
    i : int
        The row, from 1.

    Returns
    -------
    list of Step
        A power for each key, their sum, and a weight for each key.
    """
    top = max(scores, key=lambda score: score.value)
    shifted = not PLAIN[0] <= top.value <= PLAIN[1]
    powers = [
        step(
            f"p_{{{j}}}",
            "e^{<{}> - {}}" if shifted else "e^{<{}>}",
            [score, top] if shifted else [score],
            lambda v: math.exp(v[0] - v[1] if len(v) > 1 else v[0]),
        )
        for j, score in enumerate(scores, start=1)
    ]
    pattern = " + ".join(["{}"] * len(powers))
    total = step(r"\sum_k p_k", pattern, powers, math.fsum)
    weights = [
        step(
            f"a_{{{i},{j}}}",
            r"\frac{<{}>}{<{}>}",
            [power, total],
            lambda v: v[0] / v[1],
        )
        for j, power in enumerate(powers, start=1)
    ]
    return [*powers, total, *weights]


def context_steps(weights: Sequence[Step], value: Floats, i: int) -> list[Step]:
    """Return the entries of the context.

    Parameters
    ----------
    weights : sequence of Step
        One for each key.
    value : ndarray of shape (n_k, d_v)
        What is summed.
    i : int
        The row, from 1.

    Returns
    -------
    list of Step
        One for each dimension of the values.
    """
    return [
        products(f"c_{{{i}}}[{m}]", (weights, given("v", column)))
        for m, column in enumerate(value.T, start=1)
    ]


def _first_decimals(one: Step) -> int:
    """Return the decimals that a number is shown with at first."""
    if not one.parts:
        for n in range(EXACT + 1):
            if round(one.value, n) == one.value:
                return n
    return SHOWN


def _holds(one: Step, decimals: Mapping[Step, int]) -> bool:
    """Tell whether a line can be recomputed from its digits."""
    read = [float(fixed(part.value, decimals[part])) for part in one.parts]
    try:
        result = one.compute(read)
    except ZeroDivisionError:
        return False
    unit = 10.0 ** -decimals[one]
    shown = float(fixed(one.value, decimals[one]))
    # Beyond 15 digits a number is not known any better.
    slack = 4 * np.spacing(abs(shown))
    return abs(result - shown) <= max(TOLERANCE * unit, float(slack))


def _all_steps(lines: Sequence[Step]) -> list[Step]:
    """Return the lines and what they are made of, each once."""
    found: dict[Step, None] = {}
    for line in lines:
        found |= dict.fromkeys((*line.parts, line))
    return list(found)


def settle(lines: Sequence[Step]) -> dict[Step, int]:
    """Return the decimals with which each number is shown.

    Parameters
    ----------
    lines : sequence of Step
        All that are shown, in this order.

    Returns
    -------
    dict of Step to int
        Of the lines and of the numbers in them.
    """
    decimals = {one: _first_decimals(one) for one in _all_steps(lines)}
    is_exact = {
        one: not one.parts and round(one.value, EXACT) == one.value
        for one in decimals
    }
    changed = True
    while changed:
        changed = False
        for line in reversed(lines):
            raised = [
                part
                for part in dict.fromkeys(line.parts)
                if not is_exact[part] and decimals[part] < MOST_DECIMALS
            ]
            if raised and not _holds(line, decimals):
                decimals |= {part: decimals[part] + 1 for part in raised}
                changed = True
    return decimals


def written(
    one: Step, decimals: Mapping[Step, int], cover: bool = False
) -> str:
    """Return a line in LaTeX.

    Parameters
    ----------
    one : Step
        The step.
    decimals : mapping of Step to int
        From `settle`.
    cover : bool, default False
        Whether the result is left open.

    Returns
    -------
    str
        name = expression = result.
    """
    shown = fixed(one.value, decimals[one])
    result = r"\,\boxed{?}" if cover else rf"\mathbf{{{shown}}}"
    if not one.parts:
        return f"{one.name} = {result}"
    pieces = one.pattern.split("{}")
    expression = pieces[0]
    for part, before, after in zip(
        one.parts, pieces[:-1], pieces[1:], strict=True
    ):
        is_bare = before.endswith("<")
        write = fixed if is_bare else factor
        expression += write(part.value, decimals[part]) + after
    expression = expression.replace("<", "").replace(">", "")
    return f"{one.name} = {expression} = {result}"


def block(
    lines: Sequence[Step], decimals: Mapping[Step, int], cover: bool = False
) -> str:
    """Return lines in LaTeX, one below the other; long sums are broken.

    Parameters
    ----------
    lines : sequence of Step
        The steps.
    decimals : mapping of Step to int
        From `settle`.
    cover : bool, default False
        Whether the results are left open.

    Returns
    -------
    str
        An aligned environment.
    """
    shown = []
    for line in lines:
        terms = written(line, decimals, cover).split(" + ")
        rows = [
            " + ".join(terms[k : k + ABREAST])
            for k in range(0, len(terms), ABREAST)
        ]
        shown.append(CONTINUED.join(rows).replace(" = ", " &= ", 1))
    ends = [AFTER_FRACTION if r"\frac" in row else BREAK for row in shown]
    body = "".join(map("".join, zip(shown, [*ends[:-1], " "], strict=True)))
    return rf"\begin{{aligned}} {body}\end{{aligned}}"
