"""The core against the answers of other packages: stored, and asked anew.

See tests/oracles: what each package was asked, and by which version.
"""

import json
import warnings

import numpy as np
import pytest

from attention_core.attention import attend
from attention_core.gru import GRUParameters, gru
from attention_core.masks import causal_mask
from attention_core.scores import SCORES, gaussian, scaled_dot
from attention_core.softmax import log_softmax, softmax
from attention_core.sparse import entmax15, sparsemax
from tests.oracles.cases import CASES, make_inputs
from tests.oracles.make_answers import FOLDER
from tests.oracles.packages import PACKAGES, installed


def score(given, name):
    """Return the scores of one function by its name in the registry."""
    learned = {n: given[n] for n in SCORES[name].parameters}
    return SCORES[name](given["query"], given["key"], **learned)


def sdpa(given):
    query, key, value = given["query"], given["key"], given["value"]
    scores = scaled_dot(query, key)
    causal = causal_mask(query.shape[-2], key.shape[-2])
    return {
        "plain": attend(scores, value).context,
        "masked": attend(scores, value, mask=given["mask"]).context,
        "causal": attend(scores, value, mask=causal).context,
        "scaled": attend(
            SCORES["dot"](query, key), value, temperature=1 / 0.37
        ).context,
    }


def heads(array):
    """(batch, n, 3 * d) -> (batch, 3, n, d)"""
    return array.reshape(*array.shape[:2], 3, -1).swapaxes(1, 2)


def multihead(given):
    W, b = np.split(given["W_in"], 3, -1), np.split(given["b_in"], 3)
    triple = (given[name] for name in ("query", "key", "value"))
    query, key, value = (
        heads(x @ w + c) for x, w, c in zip(triple, W, b, strict=True)
    )
    mask = given["present"][:, None, None]
    result = attend(scaled_dot(query, key), value, mask=mask)
    joined = result.context.swapaxes(1, 2).reshape(given["query"].shape)
    return {
        "output": joined @ given["W_o"] + given["b_o"],
        "weights": result.weights,
    }


def unit(given):
    names = GRUParameters.__dataclass_fields__
    return GRUParameters(**{name: given[name] for name in names})


def torch_gru(given):
    x, h, p = given["x"], given["h_0"], unit(given)
    ahead, back = gru(x, h, p), gru(x, h, p, reverse=True)
    return {
        "states": np.concatenate([ahead, back], axis=-1),
        "last": np.stack([ahead[:, -1], back[:, 0]]),
    }


def keras_gru(given):
    x, h, p = given["x"], given["h_0"], unit(given)
    return {
        "after": gru(x, h, p),
        "before": gru(x, h, p, reset_after=False),
    }


def keras_attention(given):
    dot = attend(score(given, "dot"), given["value"])
    same = np.eye(len(given["v"]), dtype=given["v"].dtype)
    given = {**given, "W_q": same, "W_k": same}
    additive = attend(score(given, "additive"), given["value"])
    return {
        "dot": dot.context,
        "dot_weights": dot.weights,
        "additive": additive.context,
        "additive_weights": additive.weights,
    }


def attended(given, name):
    return attend(score(given, name), given["key"])


OURS = {
    "torch_sdpa": sdpa,
    "torch_multihead": multihead,
    "torch_gru": torch_gru,
    "torch_softmax": lambda given: {
        "softmax": softmax(given["scores"]),
        "log_softmax": log_softmax(given["scores"]),
    },
    "torch_cosine": lambda given: {"scores": score(given, "cosine")},
    "entmax": lambda given: {
        "sparsemax": sparsemax(given["scores"]),
        "entmax15": entmax15(given["scores"]),
    },
    "jax": lambda given: {
        **sdpa(given),
        "softmax": softmax(given["scores"]),
    },
    "keras_gru": keras_gru,
    "keras_attention": keras_attention,
    "statsmodels": lambda given: {
        "context": attend(
            gaussian(given["query"], given["key"], sigma=float(given["sigma"])),
            given["value"],
        ).context
    },
    "opennmt": lambda given: {
        "dot": attended(given, "dot").weights,
        "general": attended(given, "general").weights,
        "mlp": attended(given, "additive").weights,
    },
    "joeynmt": lambda given: {
        "additive": attended(given, "additive").context,
        "additive_weights": attended(given, "additive").weights,
        "general": attended(given, "general").context,
        "general_weights": attended(given, "general").weights,
    },
    "allennlp": lambda given: {
        name: score(given, name)
        for name in ("additive", "general", "cosine", "dot")
    },
}


def stored(name, kind):
    """Return the stored inputs ("in") or answers ("out") of a case."""
    with np.load(FOLDER / f"{name}.npz", allow_pickle=False) as arrays:
        return {
            key.removeprefix(f"{kind}."): arrays[key]
            for key in arrays.files
            if key.startswith(f"{kind}.")
        }


def compare(name, answers, ours, dtype):
    """Compare to 1e-9 in float64 and to 1e-5 in float32."""
    tolerance = {"float64": 1e-9, "float32": 1e-5}[dtype]
    if name.startswith(("jax", "keras")):  # they make some steps in float32
        tolerance = max(tolerance, 1e-6)
    assert set(answers) <= set(ours)
    for key, answer in answers.items():
        size = max(1, np.abs(answer).max(initial=0))
        np.testing.assert_allclose(
            ours[key], answer, rtol=tolerance, atol=tolerance * size
        )
        assert ours[key].dtype == dtype


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("name", list(CASES))
def test_the_core_gives_the_stored_answers(name, dtype):
    inputs = {
        key: array.astype(dtype) if array.dtype.kind == "f" else array
        for key, array in stored(name, "in").items()
    }
    compare(name, stored(name, "out"), OURS[name](inputs), dtype)


@pytest.mark.parametrize("name", list(CASES))
def test_the_core_gives_what_the_package_answers_now(name):
    if not installed(name):
        pytest.skip(f"{PACKAGES[name][1]} is not installed")
    inputs = make_inputs(name)
    with warnings.catch_warnings():  # theirs, not ours
        warnings.simplefilter("ignore")
        answers = PACKAGES[name][0](inputs)
    compare(name, answers, OURS[name](inputs), "float64")
    for key, answer in stored(name, "out").items():
        np.testing.assert_allclose(answers[key], answer, atol=1e-5, rtol=1e-5)


def test_the_versions_of_all_packages_are_recorded():
    versions = json.loads((FOLDER / "versions.json").read_text("utf-8"))
    for _, package in PACKAGES.values():
        assert versions[package][0].isdigit()
