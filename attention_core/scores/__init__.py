"""Score functions: how well each key answers each query.

Each takes a query of shape (..., n_q, d_q) and a key of shape (..., n_k, d_k)
and returns one score for every pair, of shape (..., n_q, n_k). Vectors are
rows: q_i is row i of the query, k_j is row j of the key.

Reading order: products, networks, distances, registry. What all of them do
before they compute is in pairs.
"""

# The order is the reading order.
# isort: off
from attention_core.scores.products import (
    cosine,
    dot,
    general,
    location,
    scaled_dot,
)
from attention_core.scores.networks import additive, concat
from attention_core.scores.distances import gaussian
from attention_core.scores.registry import SCORES, ScoreFunction

__all__ = [
    "SCORES",
    "ScoreFunction",
    "additive",
    "concat",
    "cosine",
    "dot",
    "gaussian",
    "general",
    "location",
    "scaled_dot",
]
