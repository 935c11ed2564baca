"""The corners in which today's libraries disagree: one test for each answer.

They stand in the docstring of attention_core.
"""

import numpy as np
import pytest

from attention_core.attention import attend
from attention_core.normalizers import sum_normalize
from attention_core.scores import cosine, dot, gaussian, scaled_dot
from attention_core.softmax import softmax
from tests.core.tools import INFINITY, NAN


def test_every_key_masked_gives_weights_zero_and_context_zero():
    result = attend([[1, 2]], [[3], [4]], mask=[[False, False]])
    np.testing.assert_array_equal(result.weights, [[0, 0]])
    np.testing.assert_array_equal(result.context, [[0]])


def test_temperature_zero_is_the_argmax_and_ties_share():
    result = attend([[1, 5, 5]], [[1], [2], [4]], temperature=0)
    np.testing.assert_array_equal(result.weights, [[0, 0.5, 0.5]])
    np.testing.assert_array_equal(result.context, [[3]])


@pytest.mark.parametrize("temperature", [-1e-9, NAN])
def test_a_negative_or_nan_temperature_is_an_error(temperature):
    with pytest.raises(ValueError, match="temperature must be a number of at"):
        attend([[1]], [[1]], temperature=temperature)


def test_an_infinite_temperature_is_uniform():
    result = attend([[1, 5, -3]], [[1], [2], [6]], temperature=INFINITY)
    np.testing.assert_allclose(result.context, [[3]])


def test_infinite_scores_share_and_minus_infinity_gets_exactly_zero():
    result = attend([[INFINITY, -INFINITY, INFINITY, 3]], np.eye(4))
    np.testing.assert_array_equal(result.weights, [[0.5, 0, 0.5, 0]])


def test_a_nan_score_under_a_mask_does_not_leak():
    result = attend([[NAN, 1]], [[7], [8]], mask=[[False, True]])
    np.testing.assert_array_equal(result.context, [[8]])


def test_a_nan_score_unmasked_spoils_its_own_row_only():
    result = attend([[NAN, 1], [1, 1]], [[2], [4]])
    np.testing.assert_array_equal(result.context, [[NAN], [3]])


def test_a_query_of_1e19_in_float32_is_right():
    query = np.float32([[1e19, 1e19, 0, 0]])
    key = np.float32([[1, 1, 0, 0], [-1, -1, 0, 0]])
    np.testing.assert_allclose(
        scaled_dot(query, key), [[1e19, -1e19]], rtol=1e-6
    )
    large = np.float32([[2e19, 0, 0, 0]])
    np.testing.assert_allclose(scaled_dot(large, large), [[2e38]], rtol=1e-6)
    result = attend(scaled_dot(query, key), np.float32([[1], [0]]))
    np.testing.assert_array_equal(result.context, [[1]])


def test_half_precision_is_right_beyond_65504():
    query = np.full((1, 64), 40, np.float16)  # q k = 102400
    scores = scaled_dot(query, query)
    assert scores.dtype == np.float16
    assert scores[0, 0] == 12800
    value = np.full((2, 1), 65504, np.float16)
    result = attend(np.zeros((1, 2), np.float16), value)
    assert result.context[0, 0] == np.float16(65504)


def test_half_precision_sums_over_many_keys():
    scores = np.zeros((1, 5000), np.float16)
    value = np.ones((5000, 1), np.float16)
    assert attend(scores, value).context[0, 0] == pytest.approx(1, abs=2e-3)


@pytest.mark.parametrize("size", [1e-30, 1e30])
def test_cosines_of_zero_tiny_and_huge_vectors(size):
    key = np.float32([[0, 0], [size, 0], [size, size]])
    np.testing.assert_allclose(
        cosine(np.float32([[size, 0]]), key), [[0, 1, 0.5**0.5]], rtol=1e-6
    )


def test_a_gaussian_far_away_still_finds_the_nearest_key():
    scores = gaussian([[1000.0]], [[0.0], [1.0]])  # exp(-5e5) = 0: 0 / 0
    weights = softmax(scores)
    np.testing.assert_array_equal(weights, [[0, 1]])


def test_a_gaussian_of_close_vectors_is_exact():
    key = np.float32([[10000, 10001]])
    query = np.float32([[10000, 10000]])
    # 10000^2 - 2 * 10000 * 10000 + ... loses the 1 in float32
    np.testing.assert_array_equal(gaussian(query, key), [[-0.5]])


def test_sum_normalize_of_a_negative_sum_says_why_softmax_exists():
    with pytest.raises(ValueError, match="This is why softmax takes exp fir"):
        sum_normalize([1, -3])
    np.testing.assert_array_equal(sum_normalize([0, 0]), [0, 0])


def test_no_keys_no_queries_and_one_key_are_no_errors():
    assert attend(np.ones((0, 3)), np.ones((3, 2))).context.shape == (0, 2)
    np.testing.assert_array_equal(
        attend(np.ones((2, 0)), np.ones((0, 3))).context, np.zeros((2, 3))
    )
    np.testing.assert_array_equal(attend([[-7]], [[5, 6]]).context, [[5, 6]])


def test_integers_and_lists_become_float64():
    query = np.array([[1, 2]], np.int8)
    assert dot(query, [[100, 100]]).dtype == np.float64
    assert dot(query, [[100, 100]])[0, 0] == 300


@pytest.mark.parametrize("dtype", [complex, object])
def test_complex_and_object_arrays_are_errors(dtype):
    words = "query must hold real numbers. Received: dtype"
    with pytest.raises(TypeError, match=words):
        dot(np.ones((1, 2), dtype), [[1, 2]])
    with pytest.raises(TypeError, match="value must hold real numbers"):
        attend([[1]], np.ones((1, 2), dtype))
