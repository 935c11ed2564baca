"""ONNX: the node cases for Attention and the softmax family, all of them.

What only ONNX needs (layouts, caches, numbers as masks, lengths in a batch,
a cap on the scores) is in the adapter here; scores, masks, weights and context
are ours.
"""

import numpy as np
import pytest

from attention_core.attention import attend
from attention_core.masks import causal_mask, padding_mask
from attention_core.normalizers import hardmax
from attention_core.scores import dot, scaled_dot
from attention_core.softmax import log_softmax, softmax
from tests.core.onnx_cases import Case, collect, plain

ATTENTION = [c for c in collect("attention") if c.operator == "Attention"]
FAMILY = {"Softmax": softmax, "LogSoftmax": log_softmax}
SOFTMAX = [c for m in ("softmax", "logsoftmax", "hardmax") for c in collect(m)]


def split_heads(array, heads):
    """(batch, n, heads * d) -> (batch, heads, n, d)"""
    batch, n, _ = array.shape
    return array.reshape(batch, n, heads, -1).swapaxes(1, 2)


def join_heads(array):
    """(batch, heads, n, d) -> (batch, n, heads * d)"""
    batch, _, n, _ = array.shape
    return array.swapaxes(1, 2).reshape(batch, n, -1)


def position_mask(n_q, n_k, offset, attributes):
    """Return who may look at whom, by position alone."""
    left = attributes.get("left_window_size", -1)
    right = attributes.get("right_window_size", -1)
    mask = np.ones((n_q, n_k), bool)
    if attributes.get("is_causal"):
        mask &= causal_mask(n_q, n_k, offset=offset)
    if left >= 0:
        mask &= ~causal_mask(n_q, n_k, offset=offset - left - 1)
    if right >= 0:
        mask &= causal_mask(n_q, n_k, offset=offset + right)
    return mask


def full_mask(inputs, attributes, n_q, n_k):
    """Return the mask of all conditions: (..., n_q, n_k)."""
    if "nonpad_kv_seqlen" not in inputs:
        offset = inputs["past_key"].shape[2] if "past_key" in inputs else 0
        return position_mask(n_q, n_k, offset, attributes)
    lengths = inputs["nonpad_kv_seqlen"]
    by_sentence = [
        position_mask(n_q, n_k, int(length) - n_q, attributes)
        for length in lengths
    ]
    return padding_mask(lengths[:, None], n_k) & np.stack(by_sentence)[:, None]


def given_mask(inputs, n_k):
    """Split ONNX's mask into what is added and who may be looked at."""
    given = inputs.get("attn_mask", np.ones(n_k, bool))
    missing = [(0, 0)] * (given.ndim - 1) + [(0, n_k - given.shape[-1])]
    if given.dtype == bool:
        return 0, np.pad(given, missing)
    given = np.pad(given, missing, constant_values=-np.inf)
    seen = given > -np.inf
    return np.where(seen, given, given.dtype.type(0)), seen


def onnx_attention(inputs, attributes):
    """Return all outputs of ONNX's Attention, computed by the core."""
    query, key, value = (inputs[name] for name in "QKV")
    if three := query.ndim == 3:
        query = split_heads(query, attributes["q_num_heads"])
        heads = attributes["kv_num_heads"]
        key, value = split_heads(key, heads), split_heads(value, heads)
    if "past_key" in inputs:
        key = np.concatenate([inputs["past_key"], key], axis=2)
        value = np.concatenate([inputs["past_value"], value], axis=2)
    outputs = {"present_key": key, "present_value": value}
    groups = query.shape[1] // key.shape[1]  # heads that share keys
    key, value = (np.repeat(array, groups, axis=1) for array in (key, value))

    scale = attributes.get("scale")
    if scale is None:
        scores = scaled_dot(query, key)
    else:
        scores = dot(query * query.dtype.type(scale), key)
    stages = [scores]
    cap = attributes.get("softcap", 0)
    scores = cap * np.tanh(scores / cap) if cap else scores
    stages.append(scores)
    added, seen = given_mask(inputs, key.shape[2])
    mask = seen & full_mask(inputs, attributes, query.shape[2], key.shape[2])
    scores = scores + added
    stages.append(np.where(mask, scores, -np.inf))
    result = attend(scores, value, mask=mask)
    stages.append(result.weights)
    mode = attributes.get("qk_matmul_output_mode", 0)
    outputs["qk_matmul_output"] = stages[mode]
    outputs["Y"] = join_heads(result.context) if three else result.context
    return outputs


def test_all_cases_are_there():
    assert len(ATTENTION) == 93
    assert len(SOFTMAX) == 21


@pytest.mark.parametrize("case", ATTENTION, ids=lambda case: case.name)
def test_attention_gives_what_onnx_wants(case: Case):
    inputs = dict(plain(case))
    outputs = onnx_attention(inputs, case.attributes)
    for name, wanted in case.outputs.items():
        coarse = wanted.dtype.itemsize == 2  # float16 and bfloat16
        np.testing.assert_allclose(
            outputs[name].astype(wanted.dtype).astype(np.float64),
            wanted.astype(np.float64),
            rtol=1e-2 if coarse else 1e-5,
            atol=1e-3 if coarse else 1e-6,
        )
        assert outputs[name].shape == wanted.shape


@pytest.mark.parametrize("case", SOFTMAX, ids=lambda case: case.name)
def test_the_softmax_family_gives_what_onnx_wants(case: Case):
    (scores,), (wanted,) = case.inputs.values(), case.outputs.values()
    axis = case.attributes.get("axis", -1)
    if case.operator == "Hardmax":
        weights = hardmax(scores, axis=axis, ties="first")
    else:
        weights = FAMILY[case.operator](scores, axis=axis)
    np.testing.assert_allclose(weights, wanted, rtol=1e-6, atol=1e-7)
