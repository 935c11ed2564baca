"""The Transformer: an encoder and a decoder that only attend.

Vaswani et al. 2017. One embedding E serves the source, the target and the
output (their section 3.4), and one model both directions of translation: the
first source piece is a mark that names the target language (Johnson et al.
2017, section 3).

    source = [<2zh>, x_1, ..., x_n, </s>]      target = [<s>, y_1, ..., y_m]
    x = sqrt(d) E[ids] + positions
    annotations = norm(encoder layers(x))
    hidden = norm(decoder layers(sqrt(d) E[target] + positions, annotations))
    logits = hidden E^T + b_vocab              row i -> piece y_(i + 1)

Reading order: parameters, encoder, decoder, translation, influence.
"""

# The order is the reading order.
# isort: off
from attention_core.marks import END, START, TO_CHINESE, TO_ENGLISH, UNKNOWN
from attention_core.transformer.parameters import (
    Settings,
    TransformerParameters,
    transformer_shapes,
)
from attention_core.transformer.encoder import (
    Encoding,
    embed,
    encode,
    frame_source,
)
from attention_core.transformer.decoder import (
    NEVER_WRITTEN,
    Decoding,
    decode,
)
from attention_core.transformer.translation import (
    TransformerTranslation,
    teacher_force,
    translate,
)
from attention_core.transformer.influence import annotation_influence

__all__ = [
    "END",
    "NEVER_WRITTEN",
    "START",
    "TO_CHINESE",
    "TO_ENGLISH",
    "UNKNOWN",
    "Decoding",
    "Encoding",
    "Settings",
    "TransformerParameters",
    "TransformerTranslation",
    "annotation_influence",
    "decode",
    "embed",
    "encode",
    "frame_source",
    "teacher_force",
    "transformer_shapes",
    "translate",
]
