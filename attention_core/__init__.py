"""Attention, exact and readable: from scores to weights to context.

Reading order: scores, softmax, sparse, normalizers, masks, attention, gru,
seq2seq, multihead, positions, norm, layers, transformer, heads, rollout,
influence, checkpoint; fast last. What all of them need is in arrays, checks
and rows, and what a whole model needs in named, marks and beam. The functions
of transformer are called by its name (`transformer.translate`).

In the corners libraries disagree with one another. Here

- a row that may look at nothing has weights 0 and context 0;
- temperature 0 is the limit (the largest score gets all, ties share), an
  infinite one gives equal weights, a negative one or NaN is an error;
- scores of +inf share the weight, -inf gets exactly 0;
- a NaN under a mask does not leak, in scores and in values; one that is not
  masked spoils its own row only;
- a query is scaled before the product, and half precision is computed in
  float32 and returned as half, so that neither overflows on the way;
- the cosine of a zero vector is 0, that of vectors of any size is right;
- Gaussian scores are the exponents, made of differences: right when all keys
  are far away, and when they lie close;
- sum_normalize of a negative sum is an error that says why softmax exists, of
  zeros it is zeros;
- no keys, no queries and one key are no errors;
- integers and lists become float64, float32 stays float32; complex numbers,
  objects, learned arrays with NaN, and shapes that do not fit are errors.
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
)
from attention_core.softmax import log_softmax, naive_softmax, softmax
from attention_core.sparse import entmax15, sparsemax
from attention_core.normalizers import (
    NORMALIZERS,
    NormalizerFunction,
    hardmax,
    sum_normalize,
)
from attention_core.masks import causal_mask, padding_mask, window_mask
from attention_core.attention import Attention, attend, weighted_sum
from attention_core.fast import context_only, weights_and_context
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
    teacher_force,
    pair_scores,
    steer,
    summarize,
    translate,
)
from attention_core.multihead import (
    MultiHead,
    MultiHeadParameters,
    multihead,
)
from attention_core.positions import POSITIONS, no_positions, sinusoidal
from attention_core.norm import layer_norm
from attention_core.layers import decoder_layer, encoder_layer
from attention_core.transformer import TransformerParameters
from attention_core.heads import HeadMeasures, measure_heads
from attention_core.rollout import rollout
from attention_core.influence import encoder_influence
from attention_core.checkpoint import Checkpoint, load

__all__ = [
    "NORMALIZERS",
    "POSITIONS",
    "SCORES",
    "Attention",
    "Checkpoint",
    "GRUParameters",
    "HeadMeasures",
    "MultiHead",
    "MultiHeadParameters",
    "NormalizerFunction",
    "PairAttention",
    "ScoreFunction",
    "Seq2SeqParameters",
    "TransformerParameters",
    "Translation",
    "additive",
    "attend",
    "attend_pair",
    "bidirectional_gru",
    "causal_mask",
    "concat",
    "context_only",
    "cosine",
    "decoder_layer",
    "dot",
    "encode_source",
    "encode_target",
    "encoder_influence",
    "encoder_layer",
    "entmax15",
    "gaussian",
    "general",
    "gru",
    "gru_cell",
    "hardmax",
    "layer_norm",
    "load",
    "location",
    "log_softmax",
    "measure_heads",
    "multihead",
    "naive_softmax",
    "no_positions",
    "padding_mask",
    "pair_scores",
    "rollout",
    "scaled_dot",
    "sinusoidal",
    "softmax",
    "sparsemax",
    "steer",
    "sum_normalize",
    "summarize",
    "teacher_force",
    "translate",
    "weighted_sum",
    "weights_and_context",
    "window_mask",
]
