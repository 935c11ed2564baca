"""Inputs that the core and another package are both given."""

from collections.abc import Callable

import numpy as np

Arrays = dict  # of str to ndarray
BATCH, HEADS, N_Q, N_K, D, D_V, N, D_IN, D_H = 2, 3, 5, 7, 11, 13, 17, 19, 23


def _attention(rng: np.random.Generator) -> Arrays:
    """Heads of queries, keys and values; the last query sees nothing."""
    mask = rng.random((BATCH, 1, N_Q, N_K)) < 0.6
    mask[:, :, -1] = False
    return {
        "query": rng.normal(size=(BATCH, HEADS, N_Q, D)),
        "key": rng.normal(size=(BATCH, HEADS, N_K, D)),
        "value": rng.normal(size=(BATCH, HEADS, N_K, D_V)),
        "mask": mask,
    }


def _attention_and_scores(rng: np.random.Generator) -> Arrays:
    """As above; jax wants values as wide as keys, and rows that see."""
    inputs = _attention(rng)
    inputs["value"] = inputs["value"][..., :D].copy()
    inputs["mask"][:, :, -1, 0] = True
    return inputs | _scores(rng)


def _multihead(rng: np.random.Generator) -> Arrays:
    d = HEADS * D
    return {
        "query": rng.normal(size=(BATCH, N_Q, d)),
        "key": rng.normal(size=(BATCH, N_K, d)),
        "value": rng.normal(size=(BATCH, N_K, d)),
        "W_in": rng.normal(size=(d, 3 * d)) / d**0.5,
        "b_in": rng.normal(size=3 * d),
        "W_o": rng.normal(size=(d, d)) / d**0.5,
        "b_o": rng.normal(size=d),
        "present": np.arange(N_K) < np.array([[N_K], [3]]),
    }


def _gru(rng: np.random.Generator) -> Arrays:
    shapes = {"W": (D_IN, D_H), "U": (D_H, D_H), "b": (D_H,)}
    learned = [f"{letter}_{gate}" for letter in "WUb" for gate in "zrn"]
    return {
        "x": rng.normal(size=(BATCH, N, D_IN)),
        "h_0": rng.normal(size=(BATCH, D_H)),
        **{
            name: rng.normal(size=shapes[name[0]]) / 3
            for name in [*learned, "b_nh"]
        },
    }


def _scores(rng: np.random.Generator) -> Arrays:
    """Rows of all sizes of scores, with ties and gaps."""
    scores = rng.normal(size=(N_K, 3, 61))
    scores *= 10.0 ** np.arange(-3, 4)[:, None, None]
    scores[3, 1] = np.repeat(scores[3, 1, :1], 61)
    scores[4, 2, ::3] = scores[4, 2, 0]
    return {"scores": scores}


def _pairs(rng: np.random.Generator) -> Arrays:
    """Query, key and learned arrays, all of the width that most want."""
    return {
        "query": rng.normal(size=(BATCH, N_Q, D)),
        "key": rng.normal(size=(BATCH, N_K, D)),
        "value": rng.normal(size=(BATCH, N_K, D_V)),
        "W": rng.normal(size=(D, D)) / D**0.5,
        "W_q": rng.normal(size=(D, D)) / D**0.5,
        "W_k": rng.normal(size=(D, D)) / D**0.5,
        "v": rng.normal(size=D),
    }


def _regression(rng: np.random.Generator) -> Arrays:
    return {
        "query": rng.normal(size=(N_Q, 2)),
        "key": rng.normal(size=(N, 2)),
        "value": rng.normal(size=(N, 1)),
        "sigma": np.array(0.7),
    }


CASES: dict[str, Callable[[np.random.Generator], Arrays]] = {
    "torch_sdpa": _attention,
    "torch_multihead": _multihead,
    "torch_gru": _gru,
    "torch_softmax": _scores,
    "torch_cosine": _pairs,
    "entmax": _scores,
    "jax": _attention_and_scores,
    "keras_gru": _gru,
    "keras_attention": _pairs,
    "statsmodels": _regression,
    "opennmt": _pairs,
    "joeynmt": _pairs,
    "allennlp": _pairs,
}


def make_inputs(name: str) -> Arrays:
    """Return the inputs of a case, the same at every call."""
    return CASES[name](np.random.default_rng(20170612))
