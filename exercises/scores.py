"""Tasks about scores: how well a key answers a query."""

from functools import partial

import numpy as np

from attention_core.scores import SCORES
from exercises.drawing import (
    Generator,
    ended,
    given_latex,
    row_latex,
    whole,
    written_out,
)
from exercises.task import Floats, Line, Task, numbers
from worked.cell import Cell
from worked.scores import score_lines


def _score(name: str, q: Floats, k: Floats, **learned: Floats) -> float:
    """Return the score of one query and one key."""
    return float(SCORES[name].function(q[None], k[None], **learned)[0, 0])


def _line(name: str, q: Floats, k: Floats, **learned: Floats) -> str:
    """Return the score of one query and one key, written out."""
    key, row = k[None], np.array([_score(name, q, k, **learned)])
    cell = Cell(name, 0, 0, q, key, key, row, np.ones(1), learned=learned)
    return written_out(score_lines(cell))


def _pair(rng: Generator, *sizes: int) -> tuple[Floats, Floats]:
    """Return a query and a key, of one of the sizes."""
    d = int(rng.choice(sizes))
    return whole(rng, d), whole(rng, d)


def dot(rng: Generator) -> Task:
    """Ask for a dot product.

    With two to four dimensions.
    """
    q, k = _pair(rng, 2, 3, 4)
    mistakes = {
        "without_signs": numbers(np.abs(q) @ np.abs(k)),
        "added": numbers(q.sum() + k.sum()),
        "scaled": numbers(_score("scaled_dot", q, k)),
    }
    given = {"q": q, "k": k}
    score = numbers(_score("dot", q, k))
    return Task(
        given, score, mistakes, (partial(_line, "dot", q, k),), decimals=0
    )


def scaled_dot(rng: Generator) -> Task:
    """Ask for a scaled dot product.

    With two to four dimensions.
    """
    q, k = _pair(rng, 2, 3, 4)
    product = q @ k
    mistakes = {
        "forgot_root_d": numbers(product),
        "divided_by_d": numbers(product / q.size),
        "multiplied": numbers(product * np.sqrt(q.size)),
    }
    given = {"q": q, "k": k}
    score = numbers(_score("scaled_dot", q, k))
    return Task(given, score, mistakes, (partial(_line, "scaled_dot", q, k),))


def cosine(rng: Generator) -> Task:
    """Ask for a cosine.

    With two or three dimensions.
    """
    q, k = _pair(rng, 2, 3)
    product = q @ k
    mistakes = {
        "forgot_lengths": numbers(product),
        "one_length": numbers(product / np.sqrt(q @ q)),
        "other_length": numbers(product / np.sqrt(k @ k)),
        "forgot_root": numbers(product / (q @ q) / (k @ k)),
    }
    given = {"q": q, "k": k}
    score = numbers(_score("cosine", q, k))
    return Task(given, score, mistakes, (partial(_line, "cosine", q, k),))


def general(rng: Generator) -> Task:
    """Ask for a bilinear score.

    With a matrix of two rows.
    """
    q, k, W = whole(rng, 2), whole(rng, 2), whole(rng, 2, 2, low=-2, high=2)
    mistakes = {
        "forgot_W": numbers(q @ k),
        "transposed": numbers(q @ W.T @ k),
        "only_q_W": numbers((q @ W).sum()),
    }
    given = {"q": q, "k": k, "W": W}
    score = numbers(_score("general", q, k, W=W))
    line = partial(_line, "general", q, k, W=W)
    return Task(given, score, mistakes, (line,), decimals=0)


def additive(rng: Generator) -> Task:
    """Ask for an additive score, with two hidden units.

    The inputs are single numbers.
    """
    q, k = whole(rng, 1, low=-2, high=2), whole(rng, 1, low=-2, high=2)
    W_q, W_k = whole(rng, 1, 2, low=-2, high=2) / 2, whole(rng, 1, 2) / 2
    v = whole(rng, 2, low=-2, high=2)
    inside = q @ W_q + k @ W_k
    mistakes = {
        "forgot_tanh": numbers(inside @ v),
        "forgot_v": numbers(np.tanh(inside).sum()),
        "tanh_apart": numbers((np.tanh(q @ W_q) + np.tanh(k @ W_k)) @ v),
    }
    given = {"q": q, "k": k, "W_q": W_q, "W_k": W_k, "v": v}
    learned = {"W_q": W_q, "W_k": W_k, "v": v}
    score = numbers(_score("additive", q, k, **learned))
    return Task(
        given, score, mistakes, (partial(_line, "additive", q, k, **learned),)
    )


def gaussian(rng: Generator) -> Task:
    """Ask for a Gaussian score with sigma 1.

    With two or three dimensions.
    """
    q, k = _pair(rng, 2, 3)
    squares = float(((q - k) ** 2).sum())
    mistakes = {
        "forgot_half": numbers(-squares),
        "forgot_minus": numbers(squares / 2),
        "forgot_square": numbers(-np.sqrt(squares) / 2),
        "took_dot": numbers(q @ k),
    }
    given = {"q": q, "k": k}
    score = numbers(_score("gaussian", q, k))
    line = partial(_line, "gaussian", q, k)
    return Task(given, score, mistakes, (line,), decimals=1)


def location(rng: Generator) -> Task:
    """Ask for a score that depends on where a key stands.

    One of two positions.
    """
    q, W = whole(rng, 2), whole(rng, 2, 2)
    keys, j = np.zeros((2, 2)), int(rng.integers(2))
    scores = SCORES["location"].function(q[None], keys, W_p=W)[0]
    mistakes = {
        "transposed": numbers(W[j] @ q),
        "other_column": numbers(scores[1 - j]),
    }
    column = row_latex(W[:, j].tolist())
    line = rf"e_{{{j + 1}}} = {row_latex(q.tolist())} \cdot {column}"
    return Task(
        {"q": q, "W_p": W},
        numbers(scores[j]),
        mistakes,
        (ended(line, scores[j], 0),),
        decimals=0,
        blanks={"j": str(j + 1)},
    )


def row_of_scores(rng: Generator) -> Task:
    """Ask for all scores of one query: scaled dot products.

    Two keys in two dimensions, so that rows and columns can be mixed up.
    """
    q, K = whole(rng, 2), whole(rng, 2, 2)
    scores = SCORES["scaled_dot"].function(q[None], K)[0]
    mistakes = {
        "columns_as_keys": numbers(q @ K / np.sqrt(2)),
        "forgot_root_d": numbers(K @ q),
        "divided_by_d": numbers(K @ q / 2),
    }
    lines: tuple[Line, ...] = (
        ended(r"\frac{q\,K^\top}{\sqrt{2}}", scores, 2),
        *(partial(_line, "scaled_dot", q, k) for k in K),
    )
    return Task({"q": q, "K": K}, numbers(scores), mistakes, lines)


def _winner(name: str, q: Floats, K: Floats) -> str:
    """Return which key scores highest; ties have none."""
    scores = SCORES[name].function(q[None], K)[0]
    best = np.flatnonzero(scores > scores.max() - 1e-9)
    return f"k_{best[0] + 1}" if best.size == 1 else "tie"


def _longer_key(rng: Generator, name: str) -> Task:
    """Ask which of three keys wins when one is made twice as long."""
    q, K, j = whole(rng, 2), whole(rng, 3, 2), int(rng.integers(3))
    longer = K.copy()
    longer[j] *= 2
    other = "cosine" if name == "dot" else "dot"
    mistakes = {"other_function": _winner(other, q, longer)}
    if name == "dot":
        mistakes = {"not_doubled": _winner("dot", q, K)}
    lines = tuple(
        ended(rf"{given_latex(f'k_{{{n + 1}}}', k)}:\; e_{{{n + 1}}}", one, 2)
        for n, (k, one) in enumerate(
            zip(longer, SCORES[name].function(q[None], longer)[0], strict=True)
        )
    )
    return Task(
        {"q": q, **{f"k_{n + 1}": k for n, k in enumerate(K)}},
        _winner(name, q, longer),
        mistakes,
        lines,
        options=("k_1", "k_2", "k_3"),
        blanks={"j": str(j + 1)},
    )


def _is_played(task: Task) -> bool:
    """Tell whether all named winners are keys."""
    return {task.answer, *task.mistakes.values()} <= set(task.options)


def doubled_dot(rng: Generator) -> Task:
    """Ask which key wins under the dot product after one is doubled.

    The winner changes.
    """
    while not _is_played(task := _longer_key(rng, "dot")):
        pass
    return task


def doubled_cosine(rng: Generator) -> Task:
    """Ask which key wins under the cosine after one is doubled.

    Under the dot product another one would win.
    """
    while not _is_played(task := _longer_key(rng, "cosine")):
        pass
    return task


def root_of_d(rng: Generator) -> Task:
    """Ask how far dot products spread: why they are divided by sqrt(d).

    The dimension is a square.
    """
    d = int(rng.integers(3, 33)) ** 2
    # Under "scaled_dot" a product of size sqrt(d) becomes 1.
    ones = np.ones((1, d))
    ratio = SCORES["dot"].function(ones, ones) / SCORES["scaled_dot"].function(
        ones, ones
    )
    root = float(ratio[0, 0])
    mistakes = {
        "variance": numbers(d),
        "stays_one": numbers(1),
        "half": numbers(d / 2),
    }
    line = rf"\sqrt{{1 + \dots + 1}} = \sqrt{{{d}}}"
    return Task(
        {"d": np.array(float(d))},
        numbers(round(root, 9)),
        mistakes,
        (ended(line, root, 0),),
        decimals=0,
    )
