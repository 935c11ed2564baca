import math
from dataclasses import fields

import numpy as np
import pytest

from attention_core.heads import (
    by_distance,
    mean_distance,
    measure_heads,
    row_entropy,
    share_at,
    share_on,
)
from attention_core.rollout import mean_over_heads, rollout

# Three words; the figures below are worked out by hand.
THREE = np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0], [0.25, 0.5, 0.25]])
HALVES = 1.5  # bits of a row 1/2, 1/4, 1/4


def test_the_figures_of_three_words_are_those_done_by_hand():
    found = measure_heads(THREE, [False, False, True])
    assert found.entropy == pytest.approx(2 * HALVES / 3)
    # (0.25 * 1 + 0.25 * 2) + 0 + (0.25 * 2 + 0.5 * 1), over three rows
    assert found.distance == pytest.approx((0.75 + 0 + 1) / 3)
    assert found.itself == pytest.approx((0.5 + 1 + 0.25) / 3)
    assert found.previous == pytest.approx((0 + 0.5) / 3)
    assert found.following == pytest.approx((0.25 + 0) / 3)
    assert found.special == pytest.approx((0.25 + 0 + 0.25) / 3)


def test_every_head_is_measured_by_itself(rng):
    weights = rng.dirichlet(np.ones(7), size=(2, 3, 7))
    special = np.arange(7) > 4
    found = measure_heads(weights, special)
    for layer, head in np.ndindex(2, 3):
        alone = measure_heads(weights[layer, head], special)
        for field in fields(found):
            value = getattr(found, field.name)
            assert value.shape == (2, 3)
            assert value[layer, head] == pytest.approx(
                getattr(alone, field.name)
            )


def test_nothing_special_has_no_share():
    assert measure_heads(THREE).special == 0


def test_a_row_that_looks_at_nothing_counts_nowhere():
    weights = THREE.copy()
    weights[1] = 0
    found = measure_heads(weights)
    assert found.entropy == pytest.approx(HALVES)
    assert found.distance == pytest.approx((0.75 + 1) / 2)
    assert found.itself == pytest.approx((0.5 + 0.25) / 2)


def test_a_head_that_looks_at_nothing_at_all_has_zeros():
    found = measure_heads(np.zeros((2, 3, 3)), [True, True, True])
    for field in fields(found):
        np.testing.assert_array_equal(getattr(found, field.name), [0, 0])


def test_entropy_reaches_from_zero_to_the_logarithm():
    np.testing.assert_array_equal(row_entropy(np.eye(5)), np.zeros(5))
    even = row_entropy(np.full((2, 7), 1 / 7))
    np.testing.assert_allclose(even, math.log2(7))
    assert not np.signbit(row_entropy(np.eye(5))).any()


def test_shares_at_all_offsets_sum_to_one(rng):
    weights = rng.dirichlet(np.ones(5), size=5)
    shares = [share_at(weights, k) for k in range(-4, 5)]
    assert sum(shares) == pytest.approx(1)


def test_distance_is_that_of_a_loop(rng):
    weights = rng.dirichlet(np.ones(7), size=7)
    total = sum(weights[i, j] * abs(i - j) for i in range(7) for j in range(7))
    assert mean_distance(weights) == pytest.approx(total / 7)


def test_rollout_of_two_layers_by_hand():
    swap, first = [[0, 1], [1, 0]], [[1, 0], [1, 0]]
    # Halves of the matrix and of the identity: all 1/2; then 1, 0 and 1/2.
    found = rollout([[swap], [first]])
    np.testing.assert_array_equal(found[0], [[0.5, 0.5], [0.5, 0.5]])
    np.testing.assert_array_equal(found[1], [[0.5, 0.5], [0.5, 0.5]])
    found = rollout([[first], [swap]])
    np.testing.assert_array_equal(found[1], [[0.75, 0.25], [0.75, 0.25]])


def test_rollout_multiplies_the_later_layer_from_the_left(rng):
    weights = rng.dirichlet(np.ones(5), size=(3, 2, 5))
    halves = [(np.eye(5) + layer.mean(axis=0)) / 2 for layer in weights]
    np.testing.assert_allclose(
        rollout(weights)[-1], halves[2] @ halves[1] @ halves[0]
    )
    np.testing.assert_allclose(rollout(weights).sum(axis=-1), 1)


def test_the_mean_over_heads_keeps_rows_that_sum_to_one(rng):
    weights = rng.dirichlet(np.ones(5), size=(2, 3, 7))
    mean = mean_over_heads(weights)
    np.testing.assert_allclose(mean, weights.sum(axis=1) / 3)
    np.testing.assert_allclose(mean.sum(axis=-1), 1)


def test_means_by_distance_are_those_of_a_loop(rng):
    matrix = rng.normal(size=(2, 5, 5))
    found = by_distance(matrix)
    for k in range(5):
        same = [
            matrix[1, i, j]
            for i in range(5)
            for j in range(5)
            if abs(i - j) == k
        ]
        assert found[1, k] == pytest.approx(sum(same) / len(same))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_dtype_is_kept(dtype):
    weights = THREE.astype(dtype)
    found = measure_heads(weights, [True, False, False])
    for field in fields(found):
        assert getattr(found, field.name).dtype == dtype
    assert rollout([[weights]]).dtype == dtype
    assert by_distance(weights).dtype == dtype
    assert mean_over_heads([weights]).dtype == np.float64 or dtype


@pytest.mark.parametrize(
    "function", [mean_distance, measure_heads, rollout, by_distance]
)
def test_weights_that_are_not_square_are_refused(function):
    words = r"weights must have shape \(..., n, n\). Received: \(3, 5\)."
    with pytest.raises(ValueError, match=words):
        function(np.ones((3, 5)))


def test_share_at_needs_a_square():
    with pytest.raises(ValueError, match="weights must have shape"):
        share_at(np.ones(3), 0)


@pytest.mark.parametrize("keys", [[True], [1, 0, 1]])
def test_keys_that_do_not_fit_are_refused(keys):
    with pytest.raises(ValueError, match=r"keys must be boolean of shape \(n_"):
        share_on(THREE, keys)


def test_rollout_needs_layers_and_heads():
    with pytest.raises(ValueError, match=r"\(n_layers, h, n, n\). Received"):
        rollout(THREE[None])


@pytest.mark.parametrize("shape", [(3, 3), (0, 3, 3)])
def test_the_mean_over_no_heads_is_refused(shape):
    with pytest.raises(ValueError, match=r"h, n_q, n_k\) with h > 0. Rec"):
        mean_over_heads(np.ones(shape))
