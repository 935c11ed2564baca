"""Why divide by the square root of d: random queries and keys, measured."""

from dataclasses import dataclass

import numpy as np
import streamlit as st

from attention_core.heads import row_entropy
from attention_core.scores import dot, scaled_dot
from attention_core.softmax import softmax
from pages.softmax.rows import Floats

WIDTHS = tuple(str(2**k) for k in range(10))  # 1 to 512
DRAWS, KEYS = 400, 8


@dataclass(frozen=True)
class Spread:
    """What many random draws of one dimension gave.

    Parameters
    ----------
    variance, scaled_variance : float
        Of the scores, measured.
    bits, scaled_bits : float
        Mean entropy of the rows.
    row, scaled_row : ndarray of shape (n_k,)
        The weights of the first draw.
    """

    variance: float
    scaled_variance: float
    bits: float
    scaled_bits: float
    row: Floats
    scaled_row: Floats


def draw(d: int, seed: int) -> Spread:
    """Draw queries and keys of independent entries with variance 1.

    `DRAWS` queries, each with `KEYS` keys of its own.
    """
    rng = np.random.default_rng([seed, d])
    query = rng.normal(size=(DRAWS, 1, d))
    key = rng.normal(size=(DRAWS, KEYS, d))
    scores, scaled = dot(query, key)[:, 0], scaled_dot(query, key)[:, 0]
    weights, scaled_weights = softmax(scores), softmax(scaled)
    for array in (weights, scaled_weights):
        array.flags.writeable = False  # all visitors see the same one
    return Spread(
        float(scores.var()),
        float(scaled.var()),
        float(row_entropy(weights).mean()),
        float(row_entropy(scaled_weights).mean()),
        weights[0],
        scaled_weights[0],
    )


@st.cache_resource(max_entries=50, show_spinner=False)
def draws(seed: int) -> dict[int, Spread]:
    """Return the draws of all dimensions."""
    return {int(d): draw(int(d), seed) for d in WIDTHS}
