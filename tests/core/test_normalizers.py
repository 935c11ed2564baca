import math

import numpy as np
import pytest

from attention_core.attention import attend
from attention_core.normalizers import NORMALIZERS, hardmax, sum_normalize
from attention_core.softmax import log_softmax, softmax
from attention_core.sparse import entmax15, sparsemax
from tests.core.tools import INFINITY, N_K, N_Q, NAN

SHIFTED = ["softmax", "hardmax", "sparsemax", "entmax15"]
every = pytest.mark.parametrize("name", list(NORMALIZERS))
every_shifted = pytest.mark.parametrize("name", SHIFTED)


def bisection(scores, power):
    """Return max(s - t, 0) ** power with the t that makes the sum one."""
    low, high = min(scores) - 2, max(scores)
    for _ in range(200):
        middle = (low + high) / 2
        if sum(max(s - middle, 0) ** power for s in scores) > 1:
            low = middle
        else:
            high = middle
    return [max(s - low, 0) ** power for s in scores]


def test_sparsemax_done_by_hand():
    # two keys share: t = (0 + 0.5 - 1) / 2; a gap of 1: the best gets all
    weights = sparsemax([[0, 0.5, -2], [1, 0, -1], [3, 3, 3]])
    np.testing.assert_allclose(
        weights, [[0.25, 0.75, 0], [1, 0, 0], [1 / 3] * 3], rtol=1e-15
    )


def test_entmax15_done_by_hand():
    # t = -sqrt(1 / 2) for two equal keys; a gap of 2: the best gets all
    weights = entmax15([[0, 0, -4], [2, 0, 0], [3, 3, 3]])
    np.testing.assert_allclose(
        weights, [[0.5, 0.5, 0], [1, 0, 0], [1 / 3] * 3], rtol=1e-12
    )


def test_entmax15_of_two_scores_solves_its_equation():
    # (a - t)^2 + (b - t)^2 = 1 with a = 0.5, b = 0
    t = 0.25 - math.sqrt(2 - 0.25) / 2
    expected = [(0.5 - t) ** 2, t**2]
    np.testing.assert_allclose(entmax15([1.0, 0.0]), expected, rtol=1e-12)


@pytest.mark.parametrize("size", [0.1, 1, 10])
def test_sparsemax_and_entmax15_are_those_of_a_bisection(rng, size):
    scores = size * rng.normal(size=(31, N_K))
    for row, sparse, entmax in zip(
        scores, sparsemax(scores), entmax15(scores), strict=True
    ):
        np.testing.assert_allclose(sparse, bisection(row, 1), atol=1e-12)
        np.testing.assert_allclose(entmax, bisection(row / 2, 2), atol=1e-12)


def test_entmax15_lies_between_softmax_and_sparsemax(rng):
    scores = rng.normal(size=(N_Q, 31))
    zeros = [
        (function(scores) == 0).sum()
        for function in (softmax, entmax15, sparsemax)
    ]
    assert zeros[0] == 0
    assert zeros == sorted(zeros)
    assert zeros[1] < zeros[2]


def test_hardmax_is_softmax_at_temperature_zero(rng):
    scores = rng.integers(-3, 3, size=(N_Q, N_K))
    np.testing.assert_array_equal(
        hardmax(scores), softmax(scores, temperature=0)
    )


def test_hardmax_can_give_ties_to_the_first():
    weights = hardmax([[1, 3, 3], [2, 2, 2]], ties="first")
    np.testing.assert_array_equal(weights, [[0, 1, 0], [1, 0, 0]])


def test_sum_normalize_done_by_hand():
    weights = sum_normalize([[1, 3], [3, -1], [0, 0]])
    np.testing.assert_allclose(weights, [[0.25, 0.75], [1.5, -0.5], [0, 0]])


def test_sum_normalize_does_not_overflow():
    np.testing.assert_allclose(
        sum_normalize([[1e308, 1e308], [1e-320, 1e-320]]), np.full((2, 2), 0.5)
    )


def test_sum_normalize_ignores_what_is_masked():
    mask = [[True, False, True], [False, False, False]]
    weights = sum_normalize([[1, -9, 3], [1, 1, 1]], mask=mask)
    np.testing.assert_array_equal(weights, [[0.25, 0, 0.75], [0, 0, 0]])


@pytest.mark.parametrize(
    ("scores", "total"), [([1, -3], "-2.0"), ([1, -1], "0.0")]
)
def test_sum_normalize_says_why_softmax_exists(scores, total):
    words = (
        "sum_normalize needs rows whose sum is positive. Received: a sum of "
        f"{total}. This is why softmax takes exp first"
    )
    with pytest.raises(ValueError, match=words):
        sum_normalize([[1, 1], scores])


def test_sum_normalize_needs_finite_scores():
    words = "sum_normalize needs finite scores. Received: infinity."
    with pytest.raises(ValueError, match=words):
        sum_normalize([1, INFINITY])
    np.testing.assert_array_equal(
        sum_normalize([1, INFINITY], mask=[True, False]), [1, 0]
    )


def test_an_unknown_rule_for_ties_is_an_error():
    words = 'ties must be "share" or "first". Received: \'last\'.'
    with pytest.raises(ValueError, match=words):
        hardmax([1], ties="last")


@every
def test_rows_sum_to_one_along_any_axis(name, rng):
    scores = rng.random(size=(2, N_Q, N_K))
    for axis in (0, 1, -1):
        weights = NORMALIZERS[name](scores, axis=axis)
        np.testing.assert_allclose(weights.sum(axis), 1, rtol=1e-12)


@every
def test_a_mask_is_the_same_as_removing_the_keys(name, rng):
    scores = rng.random(size=(N_Q, N_K))
    keep = np.array([True, False, True, True, False])
    weights = NORMALIZERS[name](scores, mask=keep)
    assert (weights[:, ~keep] == 0).all()
    np.testing.assert_allclose(
        weights[:, keep], NORMALIZERS[name](scores[:, keep]), rtol=1e-12
    )


@every
def test_a_row_that_may_look_at_nothing_gets_zeros(name):
    mask = [[False, False], [True, False]]
    weights = NORMALIZERS[name]([[1, 2], [3, 4]], mask=mask)
    np.testing.assert_array_equal(weights, [[0, 0], [1, 0]])


@every
def test_a_nan_under_the_mask_does_not_leak(name):
    weights = NORMALIZERS[name]([NAN, 2, 2], mask=[False, True, True])
    np.testing.assert_allclose(weights, [0, 0.5, 0.5], rtol=1e-15)


@every
def test_a_nan_spoils_its_own_row_only(name):
    weights = NORMALIZERS[name]([[NAN, 1], [1, 1]])
    assert np.isnan(weights[0]).any()
    np.testing.assert_allclose(weights[1], [0.5, 0.5], rtol=1e-15)


@every_shifted
@pytest.mark.parametrize("temperature", [0, INFINITY])
def test_a_nan_is_not_hidden_in_the_limit(name, temperature):
    weights = NORMALIZERS[name]([[NAN, 1], [1, 1]], temperature=temperature)
    np.testing.assert_allclose(weights, [[NAN, NAN], [0.5, 0.5]], rtol=1e-12)


@pytest.mark.parametrize("ties", ["share", "first"])
def test_a_nan_is_not_hidden_by_hardmax(ties):
    weights = hardmax([[NAN, 1], [3, 1]], ties=ties)
    np.testing.assert_array_equal(weights, [[NAN, NAN], [1, 0]])


@every_shifted
@pytest.mark.parametrize("temperature", [0, 0.5, INFINITY])
def test_infinite_scores_share_and_minus_infinity_gets_zero(name, temperature):
    weights = NORMALIZERS[name](
        [[INFINITY, 0, INFINITY], [1, 1, -INFINITY]], temperature=temperature
    )
    np.testing.assert_allclose(
        weights, [[0.5, 0, 0.5], [0.5, 0.5, 0]], rtol=1e-12
    )


@every_shifted
def test_temperature_divides_the_scores(name, rng):
    scores = rng.normal(size=(N_Q, N_K))
    normalizer = NORMALIZERS[name]
    np.testing.assert_allclose(
        normalizer(scores, temperature=0.25), normalizer(4 * scores), atol=1e-12
    )
    np.testing.assert_allclose(
        normalizer(scores, temperature=0), hardmax(scores)
    )
    np.testing.assert_allclose(
        normalizer(scores, temperature=INFINITY), np.full((N_Q, N_K), 1 / N_K)
    )


@every
def test_shift_invariance_is_as_registered(name, rng):
    scores = rng.random(size=(N_Q, N_K))
    one, two = (NORMALIZERS[name](scores + shift) for shift in (0, 5))
    assert np.allclose(one, two) == NORMALIZERS[name].shift_invariant


@every
def test_sparseness_is_as_registered(name):
    weights = NORMALIZERS[name]([9, 1e-3, 1e-3])
    assert (weights == 0).any() == NORMALIZERS[name].sparse


@every
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_dtype_is_kept(name, dtype):
    assert NORMALIZERS[name](np.ones((2, 3), dtype)).dtype == dtype


@every
def test_integers_and_lists_become_float64(name):
    assert NORMALIZERS[name]([[1, 2]]).dtype == np.float64


@every
def test_no_keys_and_no_queries_are_no_errors(name):
    for shape in ((0, N_K), (N_Q, 0)):
        assert NORMALIZERS[name](np.ones(shape)).shape == shape


@every
def test_inputs_are_not_changed(name):
    scores = np.array([[1.0, 7.0, 2.0]])
    NORMALIZERS[name](scores, mask=[[True, True, False]], temperature=2)
    np.testing.assert_array_equal(scores, [[1, 7, 2]])


@every
def test_every_normalizer_can_be_attended_with(name):
    result = attend([[1, 1]], [[2], [4]], normalizer=NORMALIZERS[name])
    np.testing.assert_allclose(result.context, [[3]])


@every
@pytest.mark.parametrize("temperature", [-1.0, NAN])
def test_a_temperature_below_zero_is_an_error(name, temperature):
    with pytest.raises(ValueError, match="temperature must be a number of at"):
        NORMALIZERS[name]([1.0], temperature=temperature)


@every
def test_an_axis_that_is_not_there_is_an_error(name):
    words = r"scores must have an axis 1. Received: \(2,\)."
    with pytest.raises(ValueError, match=words):
        NORMALIZERS[name]([1.0, 2.0], axis=1)
    words = r"scores must have an axis -1. Received: \(\)."
    with pytest.raises(ValueError, match=words):
        NORMALIZERS[name](1.0)


def test_log_softmax_is_the_logarithm_of_softmax(rng):
    scores = rng.normal(size=(N_Q, N_K))
    for axis in (0, -1):
        np.testing.assert_allclose(
            log_softmax(scores, axis=axis),
            np.log(softmax(scores, axis=axis)),
            rtol=1e-12,
        )


def test_log_softmax_reaches_further_than_softmax():
    np.testing.assert_array_equal(log_softmax([0, -2000]), [0, -2000])
    np.testing.assert_array_equal(
        log_softmax([[-INFINITY, -INFINITY], [-INFINITY, 0]]),
        [[-INFINITY, -INFINITY], [-INFINITY, 0]],
    )


def test_the_registry_names_its_entries():
    assert next(iter(NORMALIZERS)) == "softmax"
    assert all(name == entry.name for name, entry in NORMALIZERS.items())
