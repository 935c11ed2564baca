"""A random Transformer for the tests of the core."""

import numpy as np

from attention_core.transformer import (
    Settings,
    TransformerParameters,
    transformer_shapes,
)

N_VOCAB, HEADS, D_K, D_FF, ENCODERS, DECODERS = 31, 3, 5, 13, 2, 1
D = HEADS * D_K


def transformer_arrays(rng, *, dtype=np.float32, final_norms=True):
    """Return the arrays of a random Transformer by dotted names."""
    sizes = {
        "embedding": np.empty((N_VOCAB, D)),
        "encoder.0.feed_forward.W_1": np.empty((D, D_FF)),
    }
    last = {
        f"encoder.{ENCODERS - 1}.norm_1.gain": np.empty(D),
        f"decoder.{DECODERS - 1}.norm_1.gain": np.empty(D),
    }
    norms = {f"{side}.norm.gain": None for side in ("encoder", "decoder")}
    named = sizes | last | (norms if final_norms else {})
    return {
        name: (rng.normal(size=shape) / 3 + name.endswith("gain")).astype(dtype)
        for name, shape in transformer_shapes(named).items()
    }


def transformer(rng, *, dtype=np.float32, final_norms=True, **settings):
    """Return a random Transformer."""
    arrays = transformer_arrays(rng, dtype=dtype, final_norms=final_norms)
    return TransformerParameters.from_arrays(
        arrays, Settings(heads=HEADS, **settings)
    )
