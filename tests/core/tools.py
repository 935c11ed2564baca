"""Random arrays and models for the tests of the core."""

import numpy as np

from attention_core.gru import GRUParameters
from attention_core.seq2seq import Seq2SeqParameters, expected_shapes

# All sizes are different primes: a swapped axis cannot pass by luck.
N_Q, N_K, D_Q, D_K, D_V, D_A = 3, 5, 11, 7, 13, 17
N_SOURCE, N_TARGET, D_E, D_H = 31, 37, 7, 5

INFINITY = float("inf")
NAN = float("nan")


def pair(rng, *leading, d_q=D_K, d_k=D_K, dtype=np.float64):
    """Return a random query and a random key."""
    query = rng.normal(size=(*leading, N_Q, d_q)).astype(dtype)
    return query, rng.normal(size=(*leading, N_K, d_k)).astype(dtype)


def learned(rng, names, *, d_q=D_K, d_k=D_K, n_k=N_K, dtype=np.float64):
    """Return random arrays for the named parameters of a score function."""
    shapes = {
        "W": (d_q, d_k),
        "W_q": (d_q, D_A),
        "W_k": (d_k, D_A),
        "W_qk": (d_q + d_k, D_A),
        "W_p": (d_q, n_k),
        "v": (D_A,),
    }
    return {n: rng.normal(size=shapes[n]).astype(dtype) for n in names}


def gru_parameters(rng, d_in, d_h, dtype=np.float64):
    """Return a random gated recurrent unit."""
    shapes = {"W": (d_in, d_h), "U": (d_h, d_h), "b": (d_h,)}
    return GRUParameters(
        **{
            name: rng.normal(size=shapes[name[0]]).astype(dtype)
            for name in GRUParameters.__dataclass_fields__
        }
    )


def model_arrays(rng, *, attention=True, dtype=np.float32):
    """Return the arrays of a random encoder-decoder by dotted names."""
    sizes = {
        "source_embedding": np.empty((N_SOURCE, D_E)),
        "target_embedding": np.empty((N_TARGET, D_E)),
        "source_encoder.forward.U_z": np.empty((D_H, D_H)),
    }
    if attention:
        sizes["attention.y.additive.W_q"] = np.empty((2 * D_H, D_A))
    return {
        name: rng.normal(size=shape).astype(dtype)
        for name, shape in expected_shapes(sizes).items()
    }


SCALES = {"y": {"cosine": 3.0}, "s": {"cosine": 2.0}}


def model(rng, *, attention=True, dtype=np.float32):
    """Return a random encoder-decoder."""
    arrays = model_arrays(rng, attention=attention, dtype=dtype)
    return Seq2SeqParameters.from_arrays(arrays, SCALES)
