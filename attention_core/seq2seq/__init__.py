"""Encoder, decoder, and attention between them.

The system of Bahdanau et al. 2015 with two changes: attention looks from the
state before word i is written, and its context goes into both the choice of
word i and the next state (input feeding, Luong et al. 2015, section 3.3).

    x_j = E_source[id_j]          h = [forward; backward GRU](x)  annotations
    C = [h_forward of the last j; h_backward of the first j]      summary
    s_init = tanh(C W_init + b_init)
    s_0 = GRU([E_target[<s>]; 0], s_init)
    c_i = attend(scores(s_(i-1), h), h)
    readout_i = tanh([s_(i-1); c_i; e_(i-1)] W_out + b_out)
    logits_i = readout_i E_target^T + b_vocab                     -> word y_i
    s_i = GRU([e_i; c_i], s_(i-1)),    e_i = E_target[y_i],  e_0 = E_target[<s>]

Without attention (score=None) the same decoder runs with c_i = C at every
step, from c_0 on: the system of Cho, van Merrienboer, Gulcehre et al. 2014,
the RNN encoder-decoder. How it fails on long sentences is another paper of the
same year: Cho, van Merrienboer, Bahdanau & Bengio 2014, On the properties of
neural machine translation.

Reading order: parameters, encoder, scores, decoder, translation, steered,
pair.
"""

# The order is the reading order.
# isort: off
from attention_core.marks import END, START, UNKNOWN
from attention_core.seq2seq.parameters import (
    QUERIES,
    Encoder,
    Seq2SeqParameters,
    expected_shapes,
)
from attention_core.seq2seq.encoder import (
    encode_source,
    encode_target,
    summarize,
)
from attention_core.seq2seq.scores import pair_scores
from attention_core.seq2seq.translation import (
    Translation,
    teacher_force,
    translate,
)
from attention_core.seq2seq.steered import steer
from attention_core.seq2seq.pair import PairAttention, attend_pair

__all__ = [
    "END",
    "QUERIES",
    "START",
    "UNKNOWN",
    "Encoder",
    "PairAttention",
    "Seq2SeqParameters",
    "Translation",
    "attend_pair",
    "encode_source",
    "encode_target",
    "expected_shapes",
    "pair_scores",
    "steer",
    "summarize",
    "teacher_force",
    "translate",
]
