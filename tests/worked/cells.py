"""Cells to write out, with random numbers."""

import numpy as np

from attention_core.attention import attend
from attention_core.scores import SCORES
from worked.cell import Cell

N_Q, N_K, D_V = 2, 5, 2
OTHERS = "{count} others"


def arrays(seed, *, size=1.0, digits=2, d=3, d_a=7, n_k=N_K, d_v=D_V):
    """Vectors and what score functions have learned, with a few digits."""
    rng = np.random.default_rng(seed)
    shapes = {
        "query": (N_Q, d),
        "key": (n_k, d),
        "value": (n_k, d_v),
        "W": (d, d),
        "W_q": (d, d_a),
        "W_k": (d, d_a),
        "W_p": (d, n_k),
        "v": (d_a,),
    }
    made = {
        name: (size * rng.normal(size=shape)).round(digits)
        for name, shape in shapes.items()
    }
    made["W_qk"] = np.concatenate([made["W_q"], made["W_k"]])
    return made | {"sigma": 1.5}


def cell_of(function, made, i=1, j=2, *, scale=1.0, temperature=1.0, **more):
    """Return a cell, and what the core says of its row."""
    entry = SCORES[function]
    names = (*entry.parameters, *entry.options)
    learned = {name: made[name] for name in names}
    scores = entry(made["query"], made["key"], **learned)
    core = attend(scale * scores, made["value"], temperature=temperature)
    found = Cell(
        function,
        i,
        j,
        made["query"][i],
        made["key"],
        made["value"],
        scores[i],
        core.weights[i],
        scale=scale,
        temperature=temperature,
        learned=learned,
        **more,
    )
    return found, core


def long_cell(function, seed=0, **more):
    """Return a cell of long vectors, as a trained model has them."""
    made = arrays(seed, size=0.4, digits=12, d=97, d_a=53, n_k=13, d_v=97)
    letters = ("s_{1}", "h_{3}", "h")
    more = {"letters": letters, "others": OTHERS} | more
    return cell_of(function, made, **more)
