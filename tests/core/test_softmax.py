import math

import numpy as np
import pytest

from attention_core.softmax import naive_softmax, softmax
from tests.core.tools import INFINITY, N_K, N_Q, NAN


def test_softmax_of_a_two_by_two_case_done_by_hand():
    # e^0 : e^(log 3) = 1 : 3
    weights = softmax([[0, math.log(3)], [math.log(4), 0]])
    np.testing.assert_allclose(weights, [[0.25, 0.75], [0.8, 0.2]], rtol=1e-15)


def test_softmax_is_that_of_a_loop(rng):
    scores = rng.normal(size=(N_Q, N_K))
    for row, weights in zip(scores, softmax(scores), strict=True):
        total = sum(math.exp(s) for s in row)
        expected = [math.exp(s) / total for s in row]
        np.testing.assert_allclose(weights, expected, rtol=1e-13)


def test_temperature_divides_the_scores(rng):
    scores = rng.normal(size=(N_Q, N_K))
    np.testing.assert_allclose(
        softmax(scores, temperature=0.25), softmax(4 * scores), rtol=1e-13
    )


def test_rows_sum_to_one_along_the_axis_that_was_asked_for(rng):
    scores = rng.normal(size=(2, N_Q, N_K))
    for axis in (-1, 1, 0):
        weights = softmax(scores, axis=axis)
        np.testing.assert_allclose(weights.sum(axis), 1, rtol=1e-12)


def test_a_constant_added_to_a_row_changes_nothing(rng):
    scores = rng.normal(size=(N_Q, N_K))
    shifted = scores + np.array([[100], [-1e4], [0]])
    np.testing.assert_allclose(softmax(shifted), softmax(scores), rtol=1e-9)


def test_scores_of_ten_thousand_do_not_overflow():
    weights = softmax([[1e4, -1e4], [-1e4, -1e4], [1e308, -1e308]])
    np.testing.assert_array_equal(weights, [[1, 0], [0.5, 0.5], [1, 0]])


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_dtype_is_kept(dtype):
    scores = np.array([[1, 2, 3]], dtype)
    for temperature in (1.0, 0, INFINITY):
        assert softmax(scores, temperature=temperature).dtype == dtype


def test_integers_and_lists_become_float64():
    assert softmax([[1, 2]]).dtype == np.float64


def test_half_precision_sums_exactly_enough():
    weights = softmax(np.zeros(4096, np.float16))
    np.testing.assert_array_equal(weights, np.float16(1 / 4096))


def test_a_masked_key_gets_exactly_zero():
    weights = softmax([[1.0, 2.0, 3.0]], mask=[[True, False, True]])
    assert weights[0, 1] == 0
    np.testing.assert_allclose(weights[0, [0, 2]], softmax([1.0, 3.0]))


def test_one_mask_serves_a_whole_batch(rng):
    scores = rng.normal(size=(2, N_Q, N_K))
    mask = np.array([True, False, True, True, False])
    weights = softmax(scores, mask=mask)
    assert (weights[..., ~mask] == 0).all()
    np.testing.assert_allclose(weights.sum(-1), 1, rtol=1e-12)


@pytest.mark.parametrize("temperature", [0, 1, INFINITY])
def test_a_row_that_may_look_at_nothing_gets_zeros(temperature):
    mask = [[False, False], [True, True]]
    weights = softmax(
        [[1.0, 2.0], [0.0, 0.0]], mask=mask, temperature=temperature
    )
    np.testing.assert_array_equal(weights, [[0, 0], [0.5, 0.5]])


@pytest.mark.parametrize("temperature", [0, 1, INFINITY])
def test_a_nan_under_the_mask_does_not_leak(temperature):
    weights = softmax(
        [[NAN, 2.0, 2.0]],
        mask=[[False, True, True]],
        temperature=temperature,
    )
    np.testing.assert_array_equal(weights, [[0, 0.5, 0.5]])


@pytest.mark.parametrize("temperature", [0, 1, INFINITY])
def test_a_nan_spoils_its_own_row_only(temperature):
    weights = softmax([[NAN, 2.0], [1.0, 1.0]], temperature=temperature)
    assert np.isnan(weights[0]).any()
    np.testing.assert_array_equal(weights[1], [0.5, 0.5])


def test_temperature_zero_is_the_argmax_and_ties_share():
    weights = softmax([[1, 3, 3, 2], [5, 1, 1, 1]], temperature=0)
    np.testing.assert_array_equal(weights, [[0, 0.5, 0.5, 0], [1, 0, 0, 0]])


def test_temperature_zero_is_the_limit_of_small_temperatures(rng):
    scores = rng.normal(size=(N_Q, N_K))
    np.testing.assert_array_equal(
        softmax(scores, temperature=1e-6), softmax(scores, temperature=0)
    )
    np.testing.assert_array_equal(
        softmax(scores, temperature=1e-320), softmax(scores, temperature=0)
    )


def test_an_infinite_temperature_is_uniform_over_what_may_be_looked_at():
    weights = softmax(
        [[1.0, 5.0, -INFINITY, 9.0]],
        temperature=INFINITY,
        mask=[[True, True, True, False]],
    )
    np.testing.assert_array_equal(weights, [[0.5, 0.5, 0, 0]])


@pytest.mark.parametrize("temperature", [0, 1, INFINITY])
def test_scores_of_plus_infinity_share_the_weight(temperature):
    weights = softmax(
        [[INFINITY, 0, INFINITY], [1, 1, -INFINITY]], temperature=temperature
    )
    np.testing.assert_array_equal(weights, [[0.5, 0, 0.5], [0.5, 0.5, 0]])


def test_scores_of_minus_infinity_get_exactly_zero():
    weights = softmax([[-INFINITY, 0.0], [-INFINITY, -INFINITY]])
    np.testing.assert_array_equal(weights, [[0, 1], [0, 0]])


def test_no_keys_and_no_queries_are_no_errors():
    for temperature in (0, 1, INFINITY):
        for shape in ((0, N_K), (N_Q, 0)):
            weights = softmax(np.ones(shape), temperature=temperature)
            assert weights.shape == shape


def test_many_rows_in_blocks_give_what_each_gives_alone(rng):
    scores = rng.normal(size=(3, 401, 499))
    assert 401 * 499 * 3 > 2 * 2**18  # more than two blocks
    weights = softmax(scores)
    for i in np.ndindex(3, 401):
        np.testing.assert_allclose(weights[i], softmax(scores[i]), rtol=1e-12)


def test_one_key_gets_everything():
    np.testing.assert_array_equal(softmax([[-3.0], [1e4]]), [[1], [1]])


def test_inputs_are_not_changed():
    scores = np.array([[1.0, INFINITY, 2.0]])
    mask = np.array([[True, True, False]])
    softmax(scores, mask=mask)
    np.testing.assert_array_equal(scores, [[1.0, INFINITY, 2.0]])
    np.testing.assert_array_equal(mask, [[True, True, False]])


@pytest.mark.parametrize("temperature", [-1.0, NAN, -INFINITY])
def test_a_temperature_below_zero_is_an_error(temperature):
    words = (
        f"temperature must be a number of at least 0. Received: {temperature}"
    )
    with pytest.raises(ValueError, match=words):
        softmax([1.0], temperature=temperature)


def test_a_mask_of_numbers_is_an_error():
    words = "mask must be boolean, True = may be looked at. Received: dtype int"
    with pytest.raises(TypeError, match=words):
        softmax([1.0, 2.0], mask=[1, 0])


def test_a_mask_that_does_not_fit_is_an_error():
    words = r"mask must fit scores of shape \(3, 5\). Received: \(5, 3\)."
    with pytest.raises(ValueError, match=words):
        softmax(np.ones((3, 5)), mask=np.ones((5, 3), bool))


def test_the_naive_softmax_is_softmax_as_long_as_exp_fits(rng):
    scores = rng.normal(size=(2, 3, 5))
    np.testing.assert_allclose(
        naive_softmax(scores), softmax(scores), rtol=1e-12
    )


@pytest.mark.parametrize("size", [1000.0, -1000.0])
def test_the_naive_softmax_of_a_large_row_is_not_a_number(size):
    weights = naive_softmax([[size, size], [0, 0]])
    np.testing.assert_array_equal(weights, [[np.nan] * 2, [0.5] * 2])
