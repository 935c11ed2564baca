"""Tasks about reading: rows, pictures, and what comes after what."""

from itertools import permutations

import numpy as np

from attention_core.attention import attend
from attention_core.scores import dot
from attention_core.softmax import softmax
from exercises.drawing import Generator, ended, given_latex, tenths, whole
from exercises.task import Floats, Task, Value, numbers


def _weights(rng: Generator, n_q: int, n_k: int) -> Floats:
    """Return rows of weights with two decimals, each summing to 1."""
    rows = softmax(tenths(rng, n_q, n_k, low=-15, high=15))
    hundredths = np.floor(rows * 100)
    hundredths[:, 0] += 100 - hundredths.sum(axis=1)
    return np.asarray(hundredths / 100, dtype=np.float64)


def bad_row(rng: Generator) -> Task:
    """Ask which row does not sum to 1."""
    A, i = _weights(rng, 4, 3), int(rng.integers(4))
    A[i, 2] = round(A[i, 2] + float(rng.choice([-0.1, 0.1, 0.2])), 2)
    if A.min() < 0 or A.max() > 1:
        return bad_row(rng)
    sums = A.sum(axis=1)
    top, low = A.max(axis=1).argmax(), A.min(axis=1).argmin()
    mistakes: dict[str, Value] = {"largest_weight": str(top + 1)}
    if low != top:
        mistakes["smallest_weight"] = str(low + 1)
    lines = tuple(
        ended(
            rf"\sum_j a_{{{n},j}} = {' + '.join(f'{x:g}' for x in row)}", s, 2
        )
        for n, (row, s) in enumerate(zip(A.tolist(), sums, strict=True), 1)
    )
    options = ("1", "2", "3", "4")
    return Task({"A": A}, str(i + 1), mistakes, lines, options=options)


def read_heatmap(rng: Generator) -> Task:
    """Ask for the cell of the largest weight of one query."""
    A, i = _weights(rng, 4, 4), int(rng.integers(4))
    j = int(A[i].argmax())
    top = np.unravel_index(A.argmax(), A.shape)
    column = int(A[:, i].argmax())
    mistakes = {
        "read_column": numbers([column + 1, i + 1]),
        "largest_of_all": numbers([top[0] + 1, top[1] + 1]),
        "smallest": numbers([i + 1, int(A[i].argmin()) + 1]),
    }
    line = rf"\max_j a_{{{i + 1},j}} = a_{{{i + 1},{j + 1}}} = {A[i, j]:g}"
    return Task(
        {"A": A},
        numbers([i + 1, j + 1]),
        mistakes,
        (line,),
        decimals=0,
        picture="A",
        blanks={"i": str(i + 1)},
    )


def which_query(rng: Generator) -> Task:
    """Ask which of three queries made a row of weights."""
    Q, K = whole(rng, 3, 2), whole(rng, 3, 2)
    A = attend(dot(Q, K), K).weights
    i = int(rng.integers(3))
    top = int(A[i].argmax())
    gaps = np.abs(A[:, None] - A[None]).max(axis=-1) + 9 * np.eye(3)
    if gaps.min() < 0.05:
        return which_query(rng)
    longest = int((Q @ K[top]).argmax())
    mistakes: dict[str, Value] = {"largest_score": f"q_{longest + 1}"}
    lines = tuple(
        ended(rf"q_{n}:\; {given_latex('e', q @ K.T)},\; a", row, 2)
        for n, (q, row) in enumerate(zip(Q, A, strict=True), 1)
    )
    given = {f"q_{n}": q for n, q in enumerate(Q, 1)}
    shown = given | {"K": K, "a": A[i].round(2)}
    options = ("q_1", "q_2", "q_3")
    return Task(shown, f"q_{i + 1}", mistakes, lines, options=options)


def _order(values: Floats, stages: tuple[float, ...]) -> str:
    """Return in which order the numbers of a list are the stages."""
    places = [int(np.abs(values - one).argmin()) + 1 for one in stages]
    return r" \to ".join(f"x_{place}" for place in places)


def stages_in_order(rng: Generator) -> Task:
    """Ask which of three numbers is the score, the weight, the context."""
    e, v = tenths(rng, 2, low=-20, high=20), whole(rng, 2, low=-9, high=9)
    found = attend(e[None], v[:, None])
    score, weight, context = e[0], found.weights[0, 0], found.context[0, 0]
    x = rng.permutation([score, weight, context])
    if np.abs(np.diff(np.sort(x))).min() < 0.1 or 0 < score < 1:
        return stages_in_order(rng)
    mistakes: dict[str, Value] = {
        "softmax_first": _order(x, (weight, score, context)),
        "sum_first": _order(x, (context, score, weight)),
        "sum_before_softmax": _order(x, (score, context, weight)),
    }
    line = rf"e_1 = {score:g} \;\to\; a_1 = {weight:.2f}"
    return Task(
        {"e": e, "v": v, "x": x.round(2)},
        _order(x, (score, weight, context)),
        mistakes,
        (rf"{line} \;\to\; c = {context:.2f}",),
        options=tuple(_order(x, p) for p in permutations(x.tolist())),
    )


def cells_looked_at(rng: Generator) -> Task:
    """Ask for the cell where two given words meet."""
    n = int(rng.integers(3, 6))
    A = _weights(rng, n, n)
    i, j = (int(x) for x in rng.choice(n, 2, replace=False))
    mistakes = {
        "transposed": numbers([j + 1, i + 1]),
        "from_zero": numbers([i, j]),
    }
    line = rf"a_{{{i + 1},{j + 1}}} = {A[i, j]:g}"
    return Task(
        {"A": A},
        numbers([i + 1, j + 1]),
        mistakes,
        (line,),
        decimals=0,
        picture="A",
        blanks={"i": str(i + 1), "j": str(j + 1)},
    )
