"""Attention, exact and readable: from scores to weights to context.

Reading order: scores, softmax, normalisers, masks, attention, gru, seq2seq,
checkpoint.
"""

# The order is the reading order.
# isort: off
from attention_core.scores import (
    SCORES,
    ScoreFunction,
    additive,
    concat,
    cosine,
    dot,
    gaussian,
    general,
    location,
    scaled_dot,
    soft_cap,
)
from attention_core.softmax import log_softmax, softmax
from attention_core.normalisers import (
    NORMALISERS,
    NormaliserFunction,
    entmax15,
    hardmax,
    sparsemax,
    sum_normalise,
)
from attention_core.masks import causal_mask, padding_mask, window_mask
from attention_core.attention import Attention, attend, weighted_sum
from attention_core.gru import (
    GRUParameters,
    bidirectional_gru,
    gru,
    gru_cell,
)
from attention_core.seq2seq import (
    PairAttention,
    Seq2SeqParameters,
    Translation,
    attend_pair,
    encode_source,
    encode_target,
    force,
    pair_scores,
    summarize,
    translate,
)
from attention_core.checkpoint import Checkpoint, load

__all__ = [
    "NORMALISERS",
    "SCORES",
    "Attention",
    "Checkpoint",
    "GRUParameters",
    "NormaliserFunction",
    "PairAttention",
    "ScoreFunction",
    "Seq2SeqParameters",
    "Translation",
    "additive",
    "attend",
    "attend_pair",
    "bidirectional_gru",
    "causal_mask",
    "concat",
    "cosine",
    "dot",
    "encode_source",
    "encode_target",
    "entmax15",
    "force",
    "gaussian",
    "general",
    "gru",
    "gru_cell",
    "hardmax",
    "load",
    "location",
    "log_softmax",
    "padding_mask",
    "pair_scores",
    "scaled_dot",
    "soft_cap",
    "softmax",
    "sparsemax",
    "sum_normalise",
    "summarize",
    "translate",
    "weighted_sum",
    "window_mask",
]
