"""What other packages answer, each asked in its own way.

Every function takes the inputs of a case (see cases.py) and returns named
arrays. Packages are imported only when they are asked.
"""

import importlib.util
import os
import sys
from collections.abc import Callable
from importlib.machinery import PathFinder
from importlib.metadata import version
from types import ModuleType, SimpleNamespace

Arrays = dict  # of str to ndarray


def _tensors(inputs: Arrays) -> SimpleNamespace:
    """Return the inputs as tensors of PyTorch."""
    import torch

    return SimpleNamespace(
        **{name: torch.from_numpy(array) for name, array in inputs.items()}
    )


def _load(name: str, path: list[str], **stubs: object) -> ModuleType:
    """Load one file of an old package whose other files need too much.

    The stubs stand for what that file imports from the others.
    """
    for stub, content in stubs.items():
        dotted = stub.replace("__", ".")
        module = sys.modules.setdefault(dotted, ModuleType(dotted))
        for key, item in vars(content).items():
            setattr(module, key, item)
    root = PathFinder.find_spec(name).submodule_search_locations[0]
    dotted = ".".join([name, *path])
    spec = importlib.util.spec_from_file_location(
        dotted, f"{root}/{'/'.join(path)}.py"
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[dotted] = module
    spec.loader.exec_module(module)
    return module


def torch_sdpa(inputs: Arrays) -> Arrays:
    """scaled_dot_product_attention: plain, masked, causal."""
    from torch.nn.functional import scaled_dot_product_attention as sdpa

    given = _tensors(inputs)
    triple = given.query, given.key, given.value
    return {
        "plain": sdpa(*triple).numpy(),
        "masked": sdpa(*triple, attn_mask=given.mask).numpy(),
        "causal": sdpa(*triple, is_causal=True).numpy(),
        "scaled": sdpa(*triple, scale=0.37).numpy(),
    }


def torch_multihead(inputs: Arrays) -> Arrays:
    """MultiheadAttention, with the weights of each head."""
    import torch

    given = _tensors(inputs)
    d = given.query.shape[-1]
    attention = torch.nn.MultiheadAttention(
        d, num_heads=3, batch_first=True, dtype=given.query.dtype
    )
    with torch.no_grad():
        attention.in_proj_weight.copy_(given.W_in.T)
        attention.in_proj_bias.copy_(given.b_in)
        attention.out_proj.weight.copy_(given.W_o.T)
        attention.out_proj.bias.copy_(given.b_o)
        output, weights = attention(
            given.query,
            given.key,
            given.value,
            key_padding_mask=~given.present,
            average_attn_weights=False,
        )
    return {"output": output.numpy(), "weights": weights.numpy()}


def torch_gru(inputs: Arrays) -> Arrays:
    """GRU in both directions; PyTorch's order of the gates is r, z, n."""
    import torch

    given = _tensors(inputs)
    d_in, d_h = given.W_z.shape
    unit = torch.nn.GRU(
        d_in, d_h, batch_first=True, bidirectional=True, dtype=given.x.dtype
    )
    zero = torch.zeros_like(given.b_z)
    arrays = {
        "weight_ih_l0": torch.cat([given.W_r, given.W_z, given.W_n], 1).T,
        "weight_hh_l0": torch.cat([given.U_r, given.U_z, given.U_n], 1).T,
        "bias_ih_l0": torch.cat([given.b_r, given.b_z, given.b_n]),
        "bias_hh_l0": torch.cat([zero, zero, given.b_nh]),
    }
    with torch.no_grad():
        for name, array in arrays.items():
            for suffix in ("", "_reverse"):
                getattr(unit, name + suffix).copy_(array)
        states, last = unit(given.x, torch.stack([given.h_0, given.h_0]))
    return {"states": states.numpy(), "last": last.numpy()}


def torch_softmax(inputs: Arrays) -> Arrays:
    """The softmax and its logarithm."""
    import torch

    scores = _tensors(inputs).scores
    return {
        "softmax": torch.softmax(scores, -1).numpy(),
        "log_softmax": torch.log_softmax(scores, -1).numpy(),
    }


def torch_cosine(inputs: Arrays) -> Arrays:
    """The cosine similarity."""
    from torch.nn.functional import cosine_similarity

    given = _tensors(inputs)
    return {
        "scores": cosine_similarity(
            given.query[..., :, None, :], given.key[..., None, :, :], dim=-1
        ).numpy()
    }


def entmax(inputs: Arrays) -> Arrays:
    """The package of the authors of entmax."""
    from entmax import entmax15, sparsemax

    scores = _tensors(inputs).scores
    return {
        "sparsemax": sparsemax(scores, dim=-1).numpy(),
        "entmax15": entmax15(scores, dim=-1).numpy(),
    }


def jax(inputs: Arrays) -> Arrays:
    """Its dot_product_attention has the axes (batch, n, heads, d)."""
    import jax as package

    package.config.update("jax_enable_x64", True)
    query, key, value = (
        inputs[name].swapaxes(1, 2) for name in ("query", "key", "value")
    )
    attention = package.nn.dot_product_attention
    answers = {
        "plain": attention(query, key, value),
        "masked": attention(query, key, value, mask=inputs["mask"]),
        "causal": attention(query, key, value, is_causal=True),
    }
    answers = {name: array.swapaxes(1, 2) for name, array in answers.items()}
    answers["softmax"] = package.nn.softmax(inputs["scores"])
    return answers


def _keras() -> ModuleType:
    os.environ["KERAS_BACKEND"] = "torch"
    import keras as package

    package.config.set_floatx("float64")
    return package


def keras_gru(inputs: Arrays) -> Arrays:
    """GRU in both forms; the order of its gates is z, r, h."""
    import numpy as np

    layers, answers = _keras().layers, {}
    W, U, b = (
        np.concatenate([inputs[f"{letter}_{gate}"] for gate in "zrn"], -1)
        for letter in "WUb"
    )
    inner = np.zeros_like(b)
    inner[-len(inputs["b_nh"]) :] = inputs["b_nh"]
    for form in (True, False):
        unit = layers.GRU(
            len(inputs["b_nh"]),
            reset_after=form,
            return_sequences=True,
            dtype="float64",
        )
        unit.build(inputs["x"].shape)
        bias = np.stack([b, inner]) if form else b + inner
        for variable, array in zip(unit.weights, [W, U, bias], strict=True):
            variable.assign(array)
        states = unit(inputs["x"], initial_state=inputs["h_0"])
        answers["after" if form else "before"] = states.detach().numpy()
    return answers


def keras_attention(inputs: Arrays) -> Arrays:
    """Its Attention is Luong's dot, its AdditiveAttention has only v."""
    layers = _keras().layers
    triple = [inputs[name] for name in ("query", "value", "key")]
    dot, weights = layers.Attention(dtype="float64")(
        triple, return_attention_scores=True
    )
    additive = layers.AdditiveAttention(dtype="float64")
    additive.build([array.shape for array in triple])
    additive.weights[0].assign(inputs["v"])
    context, hidden = additive(triple, return_attention_scores=True)
    named = {
        "dot": dot,
        "dot_weights": weights,
        "additive": context,
        "additive_weights": hidden,
    }
    return {name: array.detach().numpy() for name, array in named.items()}


def statsmodels(inputs: Arrays) -> Arrays:
    """Nadaraya-Watson is its KernelReg with a local constant."""
    from statsmodels.nonparametric.kernel_regression import KernelReg

    d = inputs["key"].shape[1]
    regression = KernelReg(
        inputs["value"][:, 0],
        inputs["key"],
        var_type="c" * d,
        reg_type="lc",
        bw=[float(inputs["sigma"])] * d,
    )
    return {"context": regression.fit(inputs["query"])[0][:, None]}


def opennmt(inputs: Arrays) -> Arrays:
    """OpenNMT-py's GlobalAttention: Luong's dot and general, Bahdanau."""
    import torch

    module = _load(
        "onmt",
        ["modules", "global_attention"],
        onmt=SimpleNamespace(),
        onmt__modules=SimpleNamespace(),
        onmt__modules__sparse_activations=SimpleNamespace(sparsemax=None),
        onmt__utils=SimpleNamespace(),
        onmt__utils__misc=SimpleNamespace(sequence_mask=None),
    )
    given, answers = _tensors(inputs), {}
    learned = {
        "dot": {},
        "general": {"linear_in.weight": given.W.T},
        "mlp": {
            "linear_query.weight": given.W_q.T,
            "linear_query.bias": torch.zeros(len(given.W_q)),
            "linear_context.weight": given.W_k.T,
            "v.weight": given.v[None],
        },
    }
    for kind, arrays in learned.items():
        attention = module.GlobalAttention(len(given.W), attn_type=kind)
        attention.double().load_state_dict(arrays, strict=False)
        with torch.no_grad():
            answers[kind] = attention(given.query, given.key)[1].numpy()
    return answers


def joeynmt(inputs: Arrays) -> Arrays:
    """JoeyNMT's Luong (general) and Bahdanau attention, query by query."""
    import torch
    from joeynmt.attention import BahdanauAttention, LuongAttention

    given, answers = _tensors(inputs), {}
    d, d_a = given.W_q.shape
    bahdanau = BahdanauAttention(d_a, d, d).double()
    bahdanau.query_layer.weight.data = given.W_q.T
    bahdanau.key_layer.weight.data = given.W_k.T
    bahdanau.energy_layer.weight.data = given.v[None]
    luong = LuongAttention(d, d).double()
    luong.key_layer.weight.data = given.W
    mask = torch.ones(len(given.key), 1, given.key.shape[1], dtype=torch.bool)
    for name, attention in (("additive", bahdanau), ("general", luong)):
        attention.compute_proj_keys(given.key)
        with torch.no_grad():
            steps = [
                attention(query[:, None], mask, given.key)
                for query in given.query.unbind(1)
            ]
        answers[name] = torch.cat([step[0] for step in steps], 1).numpy()
        answers[f"{name}_weights"] = torch.cat([s[1] for s in steps], 1).numpy()
    return answers


def allennlp(inputs: Arrays) -> Arrays:
    """allennlp-light's attention: one query for each batch entry."""
    import torch

    class Registrable:
        """Stands for what names classes in configuration files."""

        @classmethod
        def register(cls, _: str) -> Callable:
            return lambda item: item

        @classmethod
        def by_name(cls, _: str) -> Callable:
            return lambda: lambda x: x

    stubs = {
        "tango": SimpleNamespace(),
        "tango__common": SimpleNamespace(),
        "tango__common__registrable": SimpleNamespace(Registrable=Registrable),
        "allennlp_light": SimpleNamespace(),
        "allennlp_light__nn": SimpleNamespace(
            Activation=Registrable,
            util=SimpleNamespace(tiny_value_of_dtype=lambda _: 1e-13),
        ),
        "allennlp_light__nn__util": SimpleNamespace(masked_softmax=None),
        "allennlp_light__modules": SimpleNamespace(),
    }
    folder = ["modules", "attention"]
    package = "allennlp_light"
    _load(package, [*folder, "attention"], **stubs)
    given, d = _tensors(inputs), len(inputs["W"])
    names = ("additive", "bilinear", "cosine", "dot_product")
    loaded = [_load(package, [*folder, f"{n}_attention"]) for n in names]
    additive = loaded[0].AdditiveAttention(d, d, normalize=False).double()
    additive._w_matrix.data = given.W_q
    additive._u_matrix.data = given.W_k
    additive._v_vector.data = given.v[:, None]
    bilinear = loaded[1].BilinearAttention(d, d, normalize=False).double()
    bilinear._weight_matrix.data = given.W
    asked = {
        "additive": additive,
        "general": bilinear,
        "cosine": loaded[2].CosineAttention(normalize=False),
        "dot": loaded[3].DotProductAttention(normalize=False),
    }
    with torch.no_grad():
        return {
            name: torch.stack(
                [attention(q, given.key) for q in given.query.unbind(1)], 1
            ).numpy()
            for name, attention in asked.items()
        }


PACKAGES: dict[str, tuple[Callable[[Arrays], Arrays], str]] = {
    "torch_sdpa": (torch_sdpa, "torch"),
    "torch_multihead": (torch_multihead, "torch"),
    "torch_gru": (torch_gru, "torch"),
    "torch_softmax": (torch_softmax, "torch"),
    "torch_cosine": (torch_cosine, "torch"),
    "entmax": (entmax, "entmax"),
    "jax": (jax, "jax"),
    "keras_gru": (keras_gru, "keras"),
    "keras_attention": (keras_attention, "keras"),
    "statsmodels": (statsmodels, "statsmodels"),
    "opennmt": (opennmt, "OpenNMT-py"),
    "joeynmt": (joeynmt, "joeynmt"),
    "allennlp": (allennlp, "allennlp-light"),
}


def installed(name: str) -> str | None:
    """Return the installed version of the package that answers a case."""
    try:
        return version(PACKAGES[name][1])
    except ModuleNotFoundError:  # PackageNotFoundError is one
        return None
