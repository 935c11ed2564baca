"""Random layers, computed by PyTorch's own modules.

`python -m tests.core.torch_cases` (in an environment with PyTorch) writes the
answers to tests/core/reference/torch.npz, with the versions that gave them.
The inputs are drawn anew from their seed wherever the answers are read.
"""

import itertools
from dataclasses import fields
from pathlib import Path

import numpy as np

from attention_core.feed_forward import FeedForwardParameters
from attention_core.layers import DecoderLayerParameters, EncoderLayerParameters
from attention_core.masks import causal_mask, padding_mask
from attention_core.multihead import MultiHeadParameters
from attention_core.norm import NormParameters

STORED = Path(__file__).parent / "reference" / "torch.npz"
# Different primes; d is a product of two.
HEADS, D_K, D_FF, N_T, N_S, BATCH = 3, 5, 17, 7, 11, 2
D = HEADS * D_K
LENGTHS = [11, 4]
ORDERS, ACTIVATIONS = ("pre", "post"), ("relu", "gelu")
LAYERS = [
    f"{kind}_{order}_{activation}"
    for kind, order, activation in itertools.product(
        ("encoder", "decoder"), ORDERS, ACTIVATIONS
    )
]
CASES = ["self", "cross", *LAYERS]


def generator(case):
    """Return the generator of a case's numbers."""
    return np.random.default_rng(CASES.index(case) + 2017)


def draw(rng, *shape):
    return rng.normal(size=shape).astype(np.float32)


def heads_of(rng):
    """Return random parameters of an attention with several heads."""
    matrices = {f"W_{name}": draw(rng, D, D) / 4 for name in "qkvo"}
    biases = {f"b_{name}": draw(rng, D) for name in "qkvo"}
    return MultiHeadParameters(**matrices, **biases, heads=HEADS)


def layer_of(rng, kind):
    """Return random parameters of a layer."""
    norms = {
        f"norm_{i}": NormParameters(1 + draw(rng, D) / 4, draw(rng, D) / 4)
        for i in ((1, 2, 3) if kind is DecoderLayerParameters else (1, 2))
    }
    forward = FeedForwardParameters(
        draw(rng, D, D_FF) / 4,
        draw(rng, D_FF),
        draw(rng, D_FF, D) / 4,
        draw(rng, D),
    )
    given = {"attention": heads_of(rng), "feed_forward": forward} | norms
    if kind is DecoderLayerParameters:
        given["cross"] = heads_of(rng)
    return kind(**given)


def inputs(case):
    """Return x, memory, the masks and the parameters of a case."""
    rng = generator(case)
    n = N_S if case.startswith(("self", "encoder")) else N_T
    x, memory = draw(rng, BATCH, n, D), draw(rng, BATCH, N_S, D)
    if case in ("self", "cross"):
        parameters = heads_of(rng)
    else:
        encoder = case.startswith("encoder")
        kinds = DecoderLayerParameters, EncoderLayerParameters
        parameters = layer_of(rng, kinds[encoder])
    return x, memory, padding_mask(LENGTHS, N_S), causal_mask(n, n), parameters


def fill(module, rows):
    """Copy arrays into a PyTorch module, by its names."""
    import torch

    state = {name: torch.from_numpy(a.copy()) for name, a in rows.items()}
    module.load_state_dict(state)
    return module.eval()


def heads_state(p, prefix=""):
    """Return the arrays of an attention under PyTorch's names."""
    return {
        f"{prefix}in_proj_weight": np.concatenate([p.W_q, p.W_k, p.W_v], 1).T,
        f"{prefix}in_proj_bias": np.concatenate([p.b_q, p.b_k, p.b_v]),
        f"{prefix}out_proj.weight": p.W_o.T,
        f"{prefix}out_proj.bias": p.b_o,
    }


def layer_state(p):
    """Return the arrays of a layer under PyTorch's names."""
    state = heads_state(p.attention, "self_attn.")
    if isinstance(p, DecoderLayerParameters):
        state |= heads_state(p.cross, "multihead_attn.")
    for i, name in enumerate("12", start=1):
        state[f"linear{name}.weight"] = getattr(p.feed_forward, f"W_{i}").T
        state[f"linear{name}.bias"] = getattr(p.feed_forward, f"b_{i}")
    for field in fields(p):
        if field.name.startswith("norm"):
            name, norm = field.name.replace("_", ""), getattr(p, field.name)
            state |= {f"{name}.weight": norm.gain, f"{name}.bias": norm.bias}
    return state


def attention_by_torch(case):
    """Return output and weights of torch.nn.MultiheadAttention."""
    import torch

    x, memory, padding, causal, p = inputs(case)
    module = torch.nn.MultiheadAttention(D, HEADS, batch_first=True)
    fill(module, heads_state(p))
    seen = x if case == "self" else memory
    x, seen = torch.from_numpy(x), torch.from_numpy(seen)
    output, weights = module(
        x,
        seen,
        seen,
        key_padding_mask=torch.from_numpy(~padding[:, 0]),
        attn_mask=torch.from_numpy(~causal) if case == "self" else None,
        average_attn_weights=False,
    )
    return {"output": output, "weights": weights}


def layer_by_torch(case):
    """Return the output of PyTorch's encoder or decoder layer."""
    import torch

    x, memory, padding, causal, p = inputs(case)
    kind, order, activation = case.split("_")
    options = {"norm_first": order == "pre", "activation": activation}
    sizes = {"d_model": D, "nhead": HEADS, "dim_feedforward": D_FF}
    padded, later = torch.from_numpy(~padding[:, 0]), torch.from_numpy(~causal)
    x, memory = torch.from_numpy(x), torch.from_numpy(memory)
    if kind == "encoder":
        module = torch.nn.TransformerEncoderLayer(
            **sizes, **options, batch_first=True
        )
        fill(module, layer_state(p))
        return {"output": module(x, src_key_padding_mask=padded)}
    module = torch.nn.TransformerDecoderLayer(
        **sizes, **options, batch_first=True
    )
    fill(module, layer_state(p))
    output = module(x, memory, tgt_mask=later, memory_key_padding_mask=padded)
    return {"output": output}


def by_torch(case):
    """Return the answers of PyTorch to a case."""
    import torch

    run = attention_by_torch if case in ("self", "cross") else layer_by_torch
    with torch.no_grad():
        return {name: value.numpy() for name, value in run(case).items()}


def write():
    """Store the answers to all cases."""
    import torch

    answers = {
        f"{case}.{name}": value
        for case in CASES
        for name, value in by_torch(case).items()
    }
    versions = f"torch {torch.__version__}, numpy {np.__version__}"
    STORED.parent.mkdir(exist_ok=True)
    np.savez_compressed(STORED, versions=versions, **answers)


if __name__ == "__main__":
    write()
