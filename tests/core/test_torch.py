"""Layers equal PyTorch's: stored answers everywhere, live where installed."""

from importlib.util import find_spec

import numpy as np
import pytest

from attention_core.layers import decoder_layer, encoder_layer
from attention_core.multihead import multihead
from tests.core.torch_cases import CASES, LENGTHS, STORED, by_torch, inputs


def stored(case):
    with np.load(STORED, allow_pickle=False) as answers:
        return {
            name.split(".")[1]: answers[name]
            for name in answers.files
            if name.split(".")[0] == case
        }


def by_us(case):
    x, memory, padding, causal, parameters = inputs(case)
    if case == "self":
        done = multihead(x, parameters, mask=padding & causal)
        return {"output": done.output, "weights": done.weights}
    if case == "cross":
        done = multihead(x, parameters, memory=memory, mask=padding)
        return {"output": done.output, "weights": done.weights}
    kind, order, activation = case.split("_")
    options = {"order": order, "activation": activation}
    if kind == "encoder":
        done = encoder_layer(x, parameters, mask=padding, **options)
    else:
        done = decoder_layer(
            x,
            memory,
            parameters,
            mask=causal,
            memory_mask=padding,
            **options,
        )
    return {"output": done.output}


def seen(case, name, answer):
    """Return what counts: PyTorch does not say what padding becomes."""
    if case.startswith(("self", "encoder")):
        rows = [slice(length) for length in LENGTHS]
        where = 1 if name == "weights" else 0
        return np.concatenate(
            [
                answer[k].swapaxes(0, where)[row].ravel()
                for k, row in enumerate(rows)
            ]
        )
    return answer


sources = pytest.mark.parametrize(
    "answer",
    [
        pytest.param(stored, id="stored"),
        pytest.param(
            by_torch,
            id="live",
            marks=pytest.mark.skipif(
                find_spec("torch") is None, reason="no PyTorch"
            ),
        ),
    ],
)


@sources
@pytest.mark.parametrize("case", CASES)
def test_float32_equals_pytorch_within_1e_5(case, answer):
    ours, theirs = by_us(case), answer(case)
    assert ours.keys() == theirs.keys()
    for name in ours:
        assert ours[name].dtype == np.float32
        np.testing.assert_allclose(
            seen(case, name, ours[name]),
            seen(case, name, theirs[name]),
            rtol=0,
            atol=1e-5,
        )


def test_the_stored_answers_say_who_gave_them():
    with np.load(STORED, allow_pickle=False) as answers:
        assert str(answers["versions"]).startswith("torch 2.")
