"""Tasks about sizes: how many numbers, and how much work."""

from collections.abc import Mapping

import numpy as np

from attention_core.masks import causal_mask
from attention_core.scores import SCORES, scaled_dot
from exercises.drawing import Generator, ended
from exercises.task import Task, Value, numbers


def _sizes(rng: Generator, low: int, high: int, count: int) -> list[int]:
    """Return different whole numbers."""
    found = rng.choice(np.arange(low, high + 1), count, replace=False)
    return [int(one) for one in found]


def _counted(
    answer: int,
    mistakes: Mapping[str, float],
    line: str,
    **given: int,
) -> Task:
    """Return a task that asks for a whole number, and tells some."""
    said: dict[str, Value] = {n: numbers(x) for n, x in mistakes.items()}
    return Task(
        {letter: np.array(float(x)) for letter, x in given.items()},
        numbers(answer),
        said,
        (ended(line, answer, 0),),
        decimals=0,
    )


def size_of_projection(rng: Generator) -> Task:
    """Ask how many numbers the matrix W_q of one head holds."""
    h = int(rng.choice([2, 4, 8]))
    d = h * int(rng.integers(3, 17)) * 2
    x = np.ones((1, d))
    W_q = np.ones((d, d // h))
    queries = x @ W_q
    scaled_dot(queries, queries)  # of this width the core takes it
    return _counted(
        W_q.size,
        {
            "forgot_heads": d * d,
            "square_of_d_k": (d // h) ** 2,
            "sum": d + d // h,
        },
        rf"d_{{model}} \cdot d_k = {d} \cdot \frac{{{d}}}{{{h}}}",
        **{"d_{model}": d, "h": h},
    )


def size_of_additive(rng: Generator) -> Task:
    """Ask how many numbers an additive score function learns."""
    d_q, d_k, d_a = _sizes(rng, 2, 12, 3)
    learned = {
        "W_q": np.ones((d_q, d_a)),
        "W_k": np.ones((d_k, d_a)),
        "v": np.ones(d_a),
    }
    SCORES["additive"].function(np.ones((1, d_q)), np.ones((1, d_k)), **learned)
    return _counted(
        sum(array.size for array in learned.values()),
        {
            "forgot_v": (d_q + d_k) * d_a,
            "only_W_q": d_q * d_a,
            "multiplied_all": d_q * d_k * d_a,
        },
        rf"{d_q} \cdot {d_a} + {d_k} \cdot {d_a} + {d_a}",
        d_q=d_q,
        d_k=d_k,
        d_a=d_a,
    )


def size_of_general(rng: Generator) -> Task:
    """Ask how many numbers the bilinear score function learns."""
    d_q, d_k = _sizes(rng, 3, 30, 2)
    W = np.ones((d_q, d_k))
    SCORES["general"].function(np.ones((1, d_q)), np.ones((1, d_k)), W=W)
    mistakes = {"sum": d_q + d_k, "square": d_q**2, "square_of_d_k": d_k**2}
    line = rf"d_q \cdot d_k = {d_q} \cdot {d_k}"
    return _counted(W.size, mistakes, line, d_q=d_q, d_k=d_k)


def number_of_weights(rng: Generator) -> Task:
    """Ask how many weights several heads have for a pair of sentences."""
    n_q, n_k, h = _sizes(rng, 2, 12, 3)
    weights = scaled_dot(np.ones((h, n_q, 2)), np.ones((h, n_k, 2)))
    mistakes = {
        "sum": n_q + n_k,
        "forgot_heads": n_q * n_k,
        "square": n_k**2 * h,
    }
    line = rf"h \cdot n_q \cdot n_k = {h} \cdot {n_q} \cdot {n_k}"
    return _counted(weights.size, mistakes, line, n_q=n_q, n_k=n_k, h=h)


def cost_of_scores(rng: Generator) -> Task:
    """Ask how many products self-attention multiplies for its scores."""
    n, d = _sizes(rng, 3, 20, 2)
    x = np.ones((n, d))
    products = int(SCORES["dot"].function(x, x).sum())  # ones: each counts 1
    mistakes = {"linear_in_n": n * d, "square_of_d": n * d * d, "no_d": n * n}
    line = rf"n \cdot n \cdot d = {n} \cdot {n} \cdot {d}"
    return _counted(products, mistakes, line, n=n, d=d)


def cost_grows(rng: Generator) -> Task:
    """Ask how many times as many scores a longer sentence has."""
    n, times = int(rng.integers(4, 30)), int(rng.integers(3, 12))
    before, after = (
        scaled_dot(np.ones((m, 1)), np.ones((m, 1))).size
        for m in (n, n * times)
    )
    mistakes = {"linear_in_n": times, "twice": 2 * times, "not_compared": after}
    line = rf"\frac{{(t\,n)^2}}{{n^2}} = {times}^2"
    return _counted(after // before, mistakes, line, n=n, t=times)


def causal_cells(rng: Generator) -> Task:
    """Ask how many cells are open under the causal mask."""
    n = int(rng.integers(4, 25))
    cells = int(causal_mask(n, n).sum())
    mistakes = {
        "no_mask": n * n,
        "not_itself": n * (n - 1) // 2,
        "half_square": n * n / 2,
    }
    line = rf"1 + 2 + \dots + {n} = \frac{{{n} \cdot {n + 1}}}{{2}}"
    return _counted(cells, mistakes, line, n=n)


def steps_between(rng: Generator) -> Task:
    """Ask how many steps of an RNN lie between two words."""
    i, j = sorted(_sizes(rng, 1, 30, 2))
    mistakes = {
        "both_counted": j - i + 1,
        "between_only": j - i - 1,
        "from_the_start": j,
        "self_attention": 1,
    }
    # Word i can reach place j only if a step leads from each to the next.
    chain = np.eye(31, k=1)
    reach = [np.linalg.matrix_power(chain, m)[i, j] for m in range(31)]
    return _counted(reach.index(1), mistakes, f"{j} - {i}", i=i, j=j)
