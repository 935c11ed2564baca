import numpy as np
import pytest

from attention_core.gru import bidirectional_gru, gru, gru_cell
from attention_core.influence import (
    encoder_influence,
    gru_influence,
    step_derivatives,
)
from tests.core.tools import gru_parameters

N, D_IN, D_H = 7, 5, 3
STEP = 1e-6


def differences(function, x):
    """Return d function / d x by central differences: (x, result)."""
    rows = []
    for place in np.ndindex(x.shape):
        ahead, behind = x.copy(), x.copy()
        ahead[place] += STEP
        behind[place] -= STEP
        rows.append((function(ahead) - function(behind)) / (2 * STEP))
    return np.stack(rows).reshape(*x.shape, *rows[0].shape)


def test_the_derivatives_of_one_step_are_those_by_differences(rng):
    p = gru_parameters(rng, D_IN, D_H)
    x, h = rng.normal(size=D_IN), rng.normal(size=D_H)
    by_input, by_state = step_derivatives(x, h, p)
    expected = differences(lambda v: gru_cell(v, h, p), x)
    np.testing.assert_allclose(by_input, expected, atol=1e-8)
    expected = differences(lambda v: gru_cell(x, v, p), h)
    np.testing.assert_allclose(by_state, expected, atol=1e-8)


@pytest.mark.parametrize("reverse", [False, True])
def test_the_influence_of_one_reading_is_that_by_differences(rng, reverse):
    p, x = gru_parameters(rng, D_IN, D_H), rng.normal(size=(N, D_IN))
    moved = differences(lambda v: gru(v, np.zeros(D_H), p, reverse), x)
    # (j, d_in, i, d_h) -> (i, j)
    expected = np.sqrt((moved**2).sum(axis=(1, 3))).T
    found = gru_influence(x, p, reverse=reverse)
    np.testing.assert_allclose(found, expected, atol=1e-7)


def test_the_influence_of_both_readings_is_that_by_differences(rng):
    forward, backward = (gru_parameters(rng, D_IN, D_H) for _ in range(2))
    x = rng.normal(size=(N, D_IN))
    moved = differences(lambda v: bidirectional_gru(v, forward, backward), x)
    expected = np.sqrt((moved**2).sum(axis=(1, 3))).T
    found = encoder_influence(x, forward, backward)
    np.testing.assert_allclose(found, expected, atol=1e-7)
    assert np.all(found > 0)


def test_words_not_yet_read_have_no_influence(rng):
    p, x = gru_parameters(rng, D_IN, D_H), rng.normal(size=(N, D_IN))
    assert np.all(np.triu(gru_influence(x, p), 1) == 0)
    assert np.all(np.tril(gru_influence(x, p, reverse=True), -1) == 0)


def test_a_batch_gives_what_its_members_give_alone(rng):
    forward, backward = (gru_parameters(rng, D_IN, D_H) for _ in range(2))
    x = rng.normal(size=(2, N, D_IN))
    both = encoder_influence(x, forward, backward)
    alone = encoder_influence(x[1], forward, backward)
    np.testing.assert_allclose(both[1], alone, rtol=1e-9)


def test_one_word_and_no_word_are_allowed(rng):
    p = gru_parameters(rng, D_IN, D_H)
    assert gru_influence(np.ones((1, D_IN)), p).shape == (1, 1)
    assert gru_influence(np.ones((0, D_IN)), p).shape == (0, 0)


def test_float32_stays_float32(rng):
    p = gru_parameters(rng, D_IN, D_H, np.float32)
    assert gru_influence(np.ones((N, D_IN), np.float32), p).dtype == np.float32


@pytest.mark.parametrize("shape", [(N, 3), (D_IN,)])
def test_inputs_of_another_size_are_refused(rng, shape):
    words = r"x must have shape \(..., n, d_in\) with d_in = 5 \(set by"
    with pytest.raises(ValueError, match=words):
        gru_influence(np.ones(shape), gru_parameters(rng, D_IN, D_H))
