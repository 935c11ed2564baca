import math
import tracemalloc

import numpy as np
import pytest

from attention_core import fast
from attention_core.attention import attend
from attention_core.fast import context_only, weights_and_context
from attention_core.masks import causal_mask, padding_mask
from attention_core.scores import scaled_dot
from tests.core.tools import D_K, D_V, INFINITY, N_K, N_Q, NAN

FUNCTIONS = {
    "weights_and_context": lambda *a, **k: weights_and_context(*a, **k)[1],
    "context_only": context_only,
}
both = pytest.mark.parametrize("name", list(FUNCTIONS))


def triple(rng, n_q=N_Q, n_k=N_K, leading=(), dtype=np.float64):
    """Return a random query, key and value."""
    shapes = (n_q, D_K), (n_k, D_K), (n_k, D_V)
    return [rng.normal(size=(*leading, *s)).astype(dtype) for s in shapes]


def simple(query, key, value, mask=None):
    return attend(scaled_dot(query, key), value, mask=mask)


def check(query, key, value, mask=None, **tolerance):
    """Compare both functions with the simple form."""
    expected = simple(query, key, value, mask)
    weights, context = weights_and_context(query, key, value, mask=mask)
    only = context_only(query, key, value, mask=mask)
    tolerance = tolerance or {"rtol": 1e-9, "atol": 1e-12}
    np.testing.assert_allclose(weights, expected.weights, **tolerance)
    np.testing.assert_allclose(context, expected.context, **tolerance)
    np.testing.assert_allclose(only, expected.context, **tolerance)
    for array in (weights, context, only):
        assert array.dtype == expected.context.dtype


@pytest.mark.parametrize("leading", [(), (2,), (2, 3)])
def test_both_give_what_the_simple_form_gives(rng, leading):
    check(*triple(rng, leading=leading))


@pytest.mark.parametrize("n_q", [1, 255, 1025, 1031])
@pytest.mark.parametrize("n_k", [1, 255, 257, 1021])
def test_long_sentences_are_cut_into_parts_without_a_seam(rng, n_q, n_k):
    check(*triple(rng, n_q, n_k, leading=(2,)))


def test_masks_are_cut_along(rng):
    n_q, n_k = 307, 1103
    mask = rng.random((2, 1, n_q, n_k)) < 0.5
    check(*triple(rng, n_q, n_k, leading=(2, 3)), mask=mask)
    check(*triple(rng, n_q, n_q), mask=causal_mask(n_q, n_q))
    check(*triple(rng, leading=(2,)), mask=padding_mask([2, 3], N_K))


def test_a_row_that_may_look_at_nothing_has_context_zero(rng):
    n_q, n_k = 307, 1103
    mask = rng.random((n_q, n_k)) < 0.5
    mask[200] = False
    query, key, value = triple(rng, n_q, n_k)
    check(query, key, value, mask=mask)
    assert (context_only(query, key, value, mask=mask)[200] == 0).all()


@pytest.mark.parametrize("size", [1e-3, 1, 1e3, 1e9])
def test_scores_of_any_size_are_no_trouble(rng, size):
    query, key, value = triple(rng, 31, 37)
    check(size * query, key, value)


def test_a_key_much_longer_than_the_others_spoils_no_precision(rng):
    query, key, value = triple(rng, 31, 37)
    key[5] *= 1e4
    check(query, key, value)
    key[5] *= 1e4
    check(query, key, value)


def test_float32_is_as_good_as_its_rounding(rng):
    query, key, value = triple(rng, 257, 1031, dtype=np.float32)
    check(query, key, value, rtol=1e-4, atol=1e-6)
    key[5] *= 1e3
    check(query, key, value, rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("strange", [NAN, INFINITY, -INFINITY])
def test_what_is_strange_spoils_only_what_it_spoils_in_the_simple_form(
    rng, strange
):
    for place in range(3):
        arrays = triple(rng, 31, 37)
        arrays[place][7, 3] = strange
        check(*arrays)
    query, key, value = triple(rng, 31, 37)
    key[7], value[7] = strange, strange
    check(query, key, value, mask=np.arange(37) != 7)


def test_dtypes_and_shapes_are_those_of_the_simple_form(rng):
    half = triple(rng, dtype=np.float16)
    check(*half, rtol=2e-3, atol=1e-4)
    query, key, value = triple(rng)
    check(query.astype(np.float32), key, value, rtol=1e-6, atol=1e-7)
    check([[1, 2]], [[3, 4], [5, 6]], [[1], [2]])
    query, key, value = triple(rng, leading=(2, 3))
    check(query, key[0], value[1, 1])


@pytest.mark.parametrize(("n_q", "n_k"), [(0, 3), (3, 0), (3, 1)])
def test_no_keys_no_queries_and_one_key_are_no_errors(rng, n_q, n_k):
    query, key, value = triple(rng, n_q, n_k)
    check(query, key, value)
    check(query[:, :0], key[:, :0], value)  # vectors without entries


def test_values_without_entries_still_have_weights(rng):
    query, key, value = triple(rng)
    key[1, 1] = NAN
    check(query, key, value[:, :0])


def test_inputs_are_not_changed(rng):
    arrays = triple(rng, 257, 1031)
    before = [array.copy() for array in arrays]
    check(*arrays)
    for old, new in zip(before, arrays, strict=True):
        np.testing.assert_array_equal(old, new)


@both
def test_shapes_that_do_not_fit_are_named_as_in_the_simple_form(rng, name):
    query, key, value = triple(rng)
    function = FUNCTIONS[name]
    with pytest.raises(ValueError, match=r"with d_k = 7 \(set by query\)"):
        function(query, key[:, :-1], value)
    with pytest.raises(ValueError, match=r"with n_k = 5 \(set by scores\)"):
        function(query, key, value[1:])
    with pytest.raises(ValueError, match=r"query must have shape"):
        function(query[0], key, value)
    with pytest.raises(ValueError, match=r"mask must fit scores of shape"):
        function(query, key, value, mask=np.ones((N_K, N_Q), bool))
    with pytest.raises(TypeError, match="mask must be boolean"):
        function(query, key, value, mask=np.ones((N_Q, N_K)))


def peak(function, *arrays):
    """Return the bytes that a call needs at its peak, results included."""
    tracemalloc.start()
    try:
        function(*arrays)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_weights_and_context_need_little_more_memory_than_the_weights(rng):
    arrays = triple(rng, 1024, 1024, dtype=np.float32)
    needed = peak(weights_and_context, *arrays)
    assert needed < 1.1 * 4 * 1024**2 + sum(array.nbytes for array in arrays)


def test_attend_needs_little_more_memory_than_the_weights(rng):
    scores = rng.normal(size=(2048, 2048)).astype(np.float32)
    value = np.ones((2048, D_V), np.float32)
    assert peak(attend, scores, value) < 1.2 * scores.nbytes


def test_memory_of_the_context_grows_with_n_and_not_with_its_square(rng):
    small, large = (
        peak(context_only, *triple(rng, n, n, dtype=np.float32))
        for n in (2048, 8192)
    )
    assert large < 4.5 * small
    assert large < 8192**2 / 8  # bytes; the weights would take 4 n^2


def test_a_tile_is_about_a_megabyte():
    assert fast.ROWS * fast.COLUMNS * 4 == 2**20
    assert math.log2(fast.ROWS).is_integer()


def test_large_scores_are_kept_in_the_fast_form(rng, monkeypatch):
    """A trained head may score 1000: no reason to take twice the memory."""
    query, key, value = triple(rng, 31, 37)
    expected = simple(1e3 * query, key, value).weights
    monkeypatch.setattr(fast, "attend", None)  # the simple form's
    weights, _ = weights_and_context(1e3 * query, key, value)
    np.testing.assert_allclose(weights, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("leading", [(), (2,)])
def test_a_sum_may_overflow_where_no_term_does(rng, leading):
    query, key, value = triple(rng, 31, 1021, leading, dtype=np.float32)
    query[..., 0] = 85 * math.sqrt(D_K)
    query[..., 1:], key[..., 0] = 0, 1  # scores of 85; exp(85) * 1021 = inf
    check(query, key, value, rtol=1e-4, atol=1e-6)


def test_low_scores_keep_their_precision(rng):
    query, key, value = triple(rng, 31, 37, dtype=np.float32)
    query, key = 0.05 * query + 6, 0.05 * key - 6  # scores near -95
    assert scaled_dot(query, key).max() < -87  # exp of it is not precise
    check(query, key, value, rtol=1e-3, atol=1e-5)


def test_a_small_weight_beside_a_low_score_keeps_its_precision():
    query, value = np.float32([[1]]), np.float32([[0], [1]])
    key = np.float32([[-87], [-100]])  # exp(-100) has 5 bits in float32
    check(query, key, value, rtol=1e-5, atol=0)
