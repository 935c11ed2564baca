import math

import numpy as np
import pytest

from attention_core.gru import (
    GRUParameters,
    bidirectional_gru,
    gru,
    gru_cell,
    sigmoid,
)
from tests.core.tools import gru_parameters

N, D_IN, D_H = 7, 5, 3

forms = pytest.mark.parametrize("reset_after", [True, False])


def row_by_matrix(row, matrix):
    """Return row @ matrix, written out."""
    columns = range(len(matrix[0]))
    return [
        sum(a * line[j] for a, line in zip(row, matrix, strict=True))
        for j in columns
    ]


def loop_cell(x, h, p, reset_after):
    """Return the next state, unit by unit."""
    gate = {
        name: [
            1 / (1 + math.exp(-a - b - c))
            for a, b, c in zip(
                row_by_matrix(x, getattr(p, f"W_{name}")),
                row_by_matrix(h, getattr(p, f"U_{name}")),
                getattr(p, f"b_{name}"),
                strict=True,
            )
        ]
        for name in "zr"
    }
    reset = [r * s for r, s in zip(gate["r"], h, strict=True)]
    result = []
    for j, z in enumerate(gate["z"]):
        if reset_after:
            old = gate["r"][j] * (row_by_matrix(h, p.U_n)[j] + p.b_nh[j])
        else:
            old = row_by_matrix(reset, p.U_n)[j] + p.b_nh[j]
        n = math.tanh(row_by_matrix(x, p.W_n)[j] + p.b_n[j] + old)
        result.append((1 - z) * n + z * h[j])
    return result


def scalars(**given):
    """Return a unit with one input and one state; what is not given is 0."""
    names = GRUParameters.__dataclass_fields__
    return GRUParameters(
        **{
            name: np.full(
                (1,) if name[0] == "b" else (1, 1), given.get(name, 0.0)
            )
            for name in names
        }
    )


def test_a_step_with_one_unit_done_by_hand():
    # z = sigmoid(log 3) = 3/4, r = sigmoid(0) = 1/2
    p = scalars(b_z=math.log(3), W_n=1.0, U_n=2.0, b_nh=4.0)
    n_after = math.tanh(3 + 0.5 * (2 * 8 + 4))
    n_before = math.tanh(3 + 2 * (0.5 * 8) + 4)
    assert gru_cell([3], [8], p)[0] == pytest.approx(0.25 * n_after + 6)
    assert gru_cell([3], [8], p, reset_after=False)[0] == pytest.approx(
        0.25 * n_before + 6
    )


@forms
def test_a_step_is_that_of_a_loop(rng, reset_after):
    p = gru_parameters(rng, D_IN, D_H)
    x, h = rng.normal(size=D_IN), rng.normal(size=D_H)
    np.testing.assert_allclose(
        gru_cell(x, h, p, reset_after=reset_after),
        loop_cell(x, h, p, reset_after),
        rtol=1e-12,
    )


@forms
def test_a_run_is_one_step_after_the_other(rng, reset_after):
    p = gru_parameters(rng, D_IN, D_H)
    x, h = rng.normal(size=(N, D_IN)), rng.normal(size=D_H)
    states = gru(x, h, p, reset_after=reset_after)
    for t in range(N):
        h = gru_cell(x[t], h, p, reset_after=reset_after)
        np.testing.assert_allclose(states[t], h, rtol=1e-12)


@forms
def test_reading_backward_is_reading_the_reversed_sentence(rng, reset_after):
    p = gru_parameters(rng, D_IN, D_H)
    x, h = rng.normal(size=(N, D_IN)), rng.normal(size=D_H)
    backward = gru(x, h, p, reverse=True, reset_after=reset_after)
    forward = gru(x[::-1], h, p, reset_after=reset_after)
    np.testing.assert_allclose(backward, forward[::-1], rtol=1e-12)


def test_a_batch_gives_what_its_members_give_alone(rng):
    p = gru_parameters(rng, D_IN, D_H)
    x, h = rng.normal(size=(2, 11, N, D_IN)), rng.normal(size=(2, 11, D_H))
    states = gru(x, h, p)
    assert states.shape == (2, 11, N, D_H)
    for i in np.ndindex(2, 11):
        np.testing.assert_allclose(states[i], gru(x[i], h[i], p), rtol=1e-9)


def test_one_first_state_serves_a_batch(rng):
    p = gru_parameters(rng, D_IN, D_H)
    x, h = rng.normal(size=(2, N, D_IN)), rng.normal(size=D_H)
    np.testing.assert_allclose(gru(x, h, p)[1], gru(x[1], h, p), rtol=1e-9)


def test_both_directions_are_joined_forward_first(rng):
    ahead = gru_parameters(rng, D_IN, D_H)
    back = gru_parameters(rng, D_IN, 2)
    x = rng.normal(size=(N, D_IN))
    h = bidirectional_gru(x, ahead, back)
    np.testing.assert_allclose(h[:, :D_H], gru(x, np.zeros(D_H), ahead))
    np.testing.assert_allclose(
        h[:, D_H:], gru(x, np.zeros(2), back, reverse=True)
    )


def test_with_an_open_update_gate_the_state_is_kept():
    p = scalars(b_z=1e4)
    assert gru_cell([3], [0.3], p)[0] == 0.3


def test_states_stay_between_minus_one_and_one(rng):
    p = gru_parameters(rng, D_IN, D_H)
    states = gru(1e4 * rng.normal(size=(N, D_IN)), np.zeros(D_H), p)
    assert np.abs(states).max() <= 1


def test_the_sigmoid_does_not_overflow():
    x = np.array([-1e30, -90, 0, 90, 1e30], np.float32)
    np.testing.assert_allclose(sigmoid(x), [0, 0, 0.5, 1, 1], atol=1e-30)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_dtype_is_kept(rng, dtype):
    p = gru_parameters(rng, D_IN, D_H, dtype)
    x = rng.normal(size=(N, D_IN)).astype(dtype)
    assert gru_cell(x[0], np.zeros(D_H, dtype), p).dtype == dtype
    assert bidirectional_gru(x, p, p).dtype == dtype


def test_no_words_give_no_states(rng):
    p = gru_parameters(rng, D_IN, D_H)
    assert gru(np.ones((0, D_IN)), np.zeros(D_H), p).shape == (0, D_H)


def test_lists_become_float64(rng):
    p = gru_parameters(rng, 1, D_H)
    assert gru([[1], [2]], [0] * D_H, p).dtype == np.float64


@pytest.mark.parametrize(
    ("x", "h", "words"),
    [
        (
            (N, 2),
            (D_H,),
            r"x must have shape \(..., d_in\) with d_in = 5 \(set by para",
        ),
        (
            (N, D_IN),
            (2,),
            r"with d_h = 3 \(set by parameters\). Received: \(2,\).",
        ),
        (
            (D_IN,),
            (D_H,),
            r"x must have shape \(..., n, d_in\). Received: \(5,\).",
        ),
    ],
)
def test_inputs_that_do_not_fit_are_named(rng, x, h, words):
    p = gru_parameters(rng, D_IN, D_H)
    with pytest.raises(ValueError, match=words):
        gru(np.ones(x), np.ones(h), p)


def test_a_state_that_does_not_fit_a_cell_is_named(rng):
    p = gru_parameters(rng, D_IN, D_H)
    words = r"h must have shape \(..., d_h\) with d_h = 3"
    with pytest.raises(ValueError, match=words):
        gru_cell(np.ones(D_IN), np.ones(2), p)


@pytest.mark.parametrize("name", list(GRUParameters.__dataclass_fields__))
def test_a_learned_array_of_the_wrong_shape_is_named(rng, name):
    arrays = dict(vars(gru_parameters(rng, D_IN, D_H)))
    arrays[name] = np.ones((2, 2, 2))
    with pytest.raises(ValueError, match=rf"{name} must have shape \(d_"):
        GRUParameters(**arrays)


@pytest.mark.parametrize("name", list(GRUParameters.__dataclass_fields__))
def test_a_learned_array_that_is_not_finite_is_named(rng, name):
    arrays = dict(vars(gru_parameters(rng, D_IN, D_H)))
    arrays[name] = np.full_like(arrays[name], np.nan)
    words = f"{name} must hold finite numbers. Received: NaN or infinity."
    with pytest.raises(ValueError, match=words):
        GRUParameters(**arrays)
