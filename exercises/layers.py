"""Tasks about what stands around attention: recurrence, layers, positions."""

import numpy as np

from attention_core.gru import GRUParameters, gru_cell, sigmoid
from attention_core.norm import NormParameters, layer_norm
from attention_core.positions import sinusoidal
from attention_core.rollout import rollout
from exercises.drawing import Generator, ended, given_latex, shares, whole
from exercises.task import Floats, Task, numbers

_ONE = np.ones((1, 1))
_NO = np.zeros(1)


def _unit(W: Floats, U: Floats) -> GRUParameters:
    """Return a unit with one dimension and no biases."""
    W_z, W_r, W_n = (x * _ONE for x in W)
    U_z, U_r, U_n = (x * _ONE for x in U)
    return GRUParameters(W_z, W_r, W_n, U_z, U_r, U_n, _NO, _NO, _NO, _NO)


def _gru_lines(a: Floats, b: Floats, h: float) -> tuple[str, ...]:
    """Return the lines of a step, from what the input and the state give."""
    z, r = sigmoid(a[:2] + b[:2])
    n = np.tanh(a[2] + r * b[2])
    inside = rf"{a[2]:g} + {r:.3f} \cdot ({b[2]:g})"
    return (
        ended(rf"z = \sigma({a[0] + b[0]:g})", z, 3),
        ended(rf"r = \sigma({a[1] + b[1]:g})", r, 3),
        ended(rf"n = \tanh({inside})", n, 3),
        ended(rf"(1 - z)\, n = {1 - z:.3f} \cdot ({n:.3f})", (1 - z) * n, 3),
        ended(rf"z\, h = {z:.3f} \cdot ({h:g})", z * h, 3),
        ended(r"h' = (1 - z)\, n + z\, h", (1 - z) * n + z * h, 2),
    )


def gru_step(rng: Generator) -> Task:
    """Ask for the next state of a GRU with one dimension."""
    x, h = whole(rng, 1, low=-2, high=2), whole(rng, 1, low=-1, high=1)
    W, U = whole(rng, 3, low=-2, high=2), whole(rng, 3, low=-2, high=2)
    z, r = sigmoid(W[:2] * x + U[:2] * h)
    n = np.tanh(W[2] * x + r * U[2] * h)
    mistakes = {
        "swapped_gate": numbers(z * n + (1 - z) * h),
        "forgot_reset": numbers((1 - z) * np.tanh(W[2] * x + U[2] * h) + z * h),
        "forgot_tanh": numbers((1 - z) * (W[2] * x + r * U[2] * h) + z * h),
        "forgot_old": numbers((1 - z) * n),
    }
    state = gru_cell(x, h, _unit(W, U))
    lines = _gru_lines(W * x, U * h, float(h[0]))
    letters = ("W_z", "W_r", "W_n", "U_z", "U_r", "U_n")
    learned = zip(letters, [*W, *U], strict=True)
    given = {"x": x[0], "h": h[0], **{a: np.array(b) for a, b in learned}}
    return Task(given, numbers(state), mistakes, lines)


def gate(rng: Generator) -> Task:
    """Ask what an update gate mixes of the old state and the candidate."""
    z = float(shares(rng, 2)[0])
    n, h = rng.choice(np.arange(-9, 10), 2, replace=False) / 10
    logit = np.log(z / (1 - z))
    # Of x = 1 the unit makes the gate z and the candidate n.
    unit = _unit(np.array([logit, 0, np.arctanh(n)]), np.zeros(3))
    state = gru_cell(np.ones(1), np.array([h]), unit)
    mistakes = {
        "swapped_gate": numbers(z * n + (1 - z) * h),
        "forgot_old": numbers((1 - z) * n),
        "plain_mean": numbers((n + h) / 2),
    }
    line = ended(
        rf"h' = (1 - {z:g}) \cdot ({n:g}) + {z:g} \cdot ({h:g})", state, 2
    )
    given = {"z": np.array(z), "n": np.array(n), "h": np.array(h)}
    return Task(given, numbers(state), mistakes, (line,))


def projection(rng: Generator) -> Task:
    """Ask for the query that W_q makes of a word."""
    x, W_q, W_k = whole(rng, 2), whole(rng, 2, 2), whole(rng, 2, 2)
    mistakes = {
        "other_matrix": numbers(x @ W_k),
        "plain_sum": numbers(W_q.sum(axis=0)),
        "transposed": numbers(W_q @ x),
    }
    lines = tuple(
        ended(
            rf"q[{m + 1}] = {x[0]:g} \cdot ({W_q[0, m]:g}) "
            rf"+ {x[1]:g} \cdot ({W_q[1, m]:g})",
            one,
            0,
        )
        for m, one in enumerate(x @ W_q)
    )
    given = {"x": x, "W_q": W_q, "W_k": W_k}
    return Task(given, numbers(x @ W_q), mistakes, lines, decimals=0)


def two_layers(rng: Generator) -> Task:
    """Ask how much of word 2 has reached place 1 after two layers."""
    A_1, A_2 = (np.array([shares(rng, 2), shares(rng, 2)]) for _ in "12")
    even = [0.5 * A + 0.5 * np.eye(2) for A in (A_1, A_2)]
    reached = rollout([[A_1], [A_2]])[-1]
    mistakes = {
        "forgot_residual": numbers((A_2 @ A_1)[0, 1]),
        "other_order": numbers((even[0] @ even[1])[0, 1]),
        "only_last": numbers(even[1][0, 1]),
        "mean_of_layers": numbers((even[0] + even[1])[0, 1] / 2),
    }
    first, second = even
    line = (
        rf"{second[0, 0]:g} \cdot {first[0, 1]:g} "
        rf"+ {second[0, 1]:g} \cdot {first[1, 1]:g}"
    )
    lines = (
        given_latex(r"\tfrac12 A_1 + \tfrac12 I", first),
        given_latex(r"\tfrac12 A_2 + \tfrac12 I", second),
        ended(line, reached[0, 1], 2),
    )
    given = {"A_1": A_1, "A_2": A_2}
    return Task(given, numbers(reached[0, 1]), mistakes, lines)


def normalized_row(rng: Generator) -> Task:
    """Ask for the layer norm of three numbers."""
    x = whole(rng, 3, low=-6, high=6)
    normal = layer_norm(x[None], NormParameters(np.ones(3), np.zeros(3)))[0]
    centered = x - x.mean()
    variance = float((centered**2).mean())
    if variance < 1:
        return normalized_row(rng)
    mistakes = {
        "only_centered": numbers(centered),
        "forgot_root": numbers(centered / variance),
        "n_minus_one": numbers(centered / np.sqrt(variance * 3 / 2)),
        "not_centered": numbers(x / np.sqrt(variance)),
    }
    lines = (
        ended(r"\mu = \frac{1}{3} \sum_m x[m]", x.mean(), 3),
        ended(r"\sigma^2 = \frac{1}{3} \sum_m (x[m] - \mu)^2", variance, 3),
        ended(r"\frac{x - \mu}{\sigma}", normal, 2),
    )
    return Task({"x": x}, numbers(normal), mistakes, lines)


def position_code(rng: Generator) -> Task:
    """Ask for the first two numbers of a sinusoidal position."""
    p = int(rng.integers(1, 30))
    code = sinusoidal(p + 1, 4)[p, :2]
    degrees = np.deg2rad(p)
    mistakes = {
        "in_degrees": numbers([np.sin(degrees), np.cos(degrees)]),
        "cosine_first": numbers(code[::-1]),
        "place_before": numbers(sinusoidal(p, 4)[p - 1, :2]),
    }
    line = ended(rf"(\sin {p},\; \cos {p})", code, 2)
    return Task({"p": np.array(float(p))}, numbers(code), mistakes, (line,))
