import dataclasses
import math

import numpy as np
import pytest

from attention_core.attention import attend, weighted_sum
from attention_core.scores import dot
from tests.core.tools import D_V, INFINITY, N_K, N_Q, NAN, pair


def test_attention_of_a_two_by_two_case_done_by_hand():
    result = attend([[0, math.log(3)], [0, 0]], [[4, 0], [0, 8]])
    np.testing.assert_allclose(result.weights, [[0.25, 0.75], [0.5, 0.5]])
    np.testing.assert_allclose(result.context, [[1, 6], [2, 4]])


def test_attention_is_that_of_a_loop(rng):
    scores = rng.normal(size=(N_Q, N_K))
    value = rng.normal(size=(N_K, D_V))
    result = attend(scores, value, temperature=0.5)
    for i in range(N_Q):
        exponentials = [math.exp(s / 0.5) for s in scores[i]]
        context = np.zeros(D_V)
        for j in range(N_K):
            weight = exponentials[j] / sum(exponentials)
            assert result.weights[i, j] == pytest.approx(weight)
            context += weight * value[j]
        np.testing.assert_allclose(result.context[i], context, rtol=1e-12)


def test_the_scores_are_handed_back_as_they_came(rng):
    scores = rng.normal(size=(N_Q, N_K))
    mask = np.arange(N_K) < 2
    result = attend(scores, np.ones((N_K, D_V)), mask=mask, temperature=3)
    np.testing.assert_array_equal(result.scores, scores)


def test_permuting_keys_with_their_values_changes_nothing(rng):
    query, key = pair(rng)
    value = rng.normal(size=(N_K, D_V))
    order = rng.permutation(N_K)
    one = attend(dot(query, key), value)
    two = attend(dot(query, key[order]), value[order])
    np.testing.assert_allclose(two.context, one.context, rtol=1e-12)
    np.testing.assert_allclose(two.weights, one.weights[:, order], rtol=1e-12)


def test_a_mask_is_the_same_as_removing_the_keys(rng):
    scores = rng.normal(size=(N_Q, N_K))
    value = rng.normal(size=(N_K, D_V))
    keep = np.array([True, False, True, True, False])
    masked = attend(scores, value, mask=keep)
    removed = attend(scores[:, keep], value[keep])
    np.testing.assert_allclose(masked.context, removed.context, rtol=1e-12)


def test_a_batch_gives_what_its_members_give_alone(rng):
    scores = rng.normal(size=(2, 3, N_Q, N_K))
    value = rng.normal(size=(3, N_K, D_V))
    result = attend(scores, value)
    for i, j in np.ndindex(2, 3):
        alone = attend(scores[i, j], value[j])
        np.testing.assert_allclose(
            result.context[i, j], alone.context, rtol=1e-12
        )


def test_a_row_that_may_look_at_nothing_has_context_zero():
    mask = [[False, False], [True, True]]
    result = attend(
        [[NAN, 1.0], [1.0, 1.0]], [[1.0, 2.0], [3.0, 4.0]], mask=mask
    )
    np.testing.assert_array_equal(result.weights, [[0, 0], [0.5, 0.5]])
    np.testing.assert_array_equal(result.context, [[0, 0], [2, 3]])


@pytest.mark.parametrize("strange", [NAN, INFINITY, -INFINITY])
def test_a_masked_value_does_not_leak_whatever_it_is(strange):
    result = attend(
        [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]],
        [[strange], [2.0], [4.0]],
        mask=[[False, True, True], [True, True, True]],
    )
    np.testing.assert_array_equal(result.context, [[3], [strange]])


def test_no_keys_give_context_zero():
    result = attend(np.ones((N_Q, 0)), np.ones((0, D_V)))
    np.testing.assert_array_equal(result.context, np.zeros((N_Q, D_V)))


def test_no_queries_give_no_context():
    result = attend(np.ones((0, N_K)), np.ones((N_K, D_V)))
    assert result.context.shape == (0, D_V)


def test_one_key_gives_its_value(rng):
    value = rng.normal(size=(1, D_V))
    result = attend(np.full((N_Q, 1), -1e4), value)
    np.testing.assert_array_equal(result.context, np.repeat(value, N_Q, 0))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_dtype_is_kept_at_every_stage(dtype):
    scores, value = np.ones((N_Q, N_K), dtype), np.ones((N_K, D_V), dtype)
    result = attend(scores, value, temperature=0.7)
    assert result.scores.dtype == dtype
    assert result.weights.dtype == dtype
    assert result.context.dtype == dtype


def test_integers_and_lists_become_float64():
    assert attend([[1, 2]], [[1], [2]]).scores.dtype == np.float64


def test_another_normalizer_can_be_put_in():
    def first(scores, *, temperature, mask):
        assert temperature == 2
        assert mask is None
        return np.eye(*scores.shape)

    result = attend([[1, 2]], [[5], [6]], normalizer=first, temperature=2)
    np.testing.assert_array_equal(result.context, [[5]])


def test_the_result_cannot_be_changed():
    result = attend([[1, 2]], [[1], [2]])
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.weights = result.scores


@pytest.mark.parametrize(
    ("scores", "value", "words"),
    [
        ((5,), (5, 13), r"scores must have shape \(..., n_q, n_k\). Received"),
        (
            (3, 5),
            (3, 13),
            r"value must have shape \(..., n_k, d_v\) with n_k = 5 \(set by sc",
        ),
        ((3, 5), (5,), r"n_k = 5 \(set by scores\). Received: \(5,\)."),
        (
            (2, 3, 5),
            (7, 5, 13),
            r"scores and value must fit. Received: \(2, 3, 5\) and \(7, 5, 13",
        ),
    ],
)
def test_shapes_that_do_not_fit_are_named(scores, value, words):
    with pytest.raises(ValueError, match=words):
        attend(np.ones(scores), np.ones(value))


def test_weights_that_do_not_fit_are_named():
    words = r"\(set by weights\). Received: \(3, 13\)."
    with pytest.raises(ValueError, match=words):
        weighted_sum(np.ones((3, 5)), np.ones((3, 13)))
