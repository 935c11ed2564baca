"""Laws that must hold for any input: hypothesis looks for one that breaks."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from attention_core.attention import attend
from attention_core.normalizers import NORMALIZERS
from attention_core.scores import SCORES
from attention_core.softmax import softmax

SHIFTED = ["softmax", "hardmax", "sparsemax", "entmax15"]
sizes = st.integers(1, 7)
temperatures = st.sampled_from([0, 0.1, 1, 3.7, float("inf")])
numbers = st.floats(-1e4, 1e4, width=32)
moderate = st.floats(-100, 100, width=32)
any_numbers = st.floats(allow_nan=False, width=64)


fewer = settings(max_examples=25)  # of what runs once for each function


@st.composite
def matrices(draw, elements=numbers, dtype=np.float64, leading=()):
    shape = (*leading, draw(sizes), draw(sizes))
    return draw(arrays.arrays(dtype, shape, elements=elements))


@st.composite
def attentions(draw, leading=()):
    """Draw scores, values, and a mask."""
    n_q, n_k, d_v = draw(sizes), draw(sizes), draw(sizes)
    shapes = (*leading, n_q, n_k), (*leading, n_k, d_v)
    scores, value = (
        draw(arrays.arrays(np.float64, shape, elements=numbers))
        for shape in shapes
    )
    return scores, value, draw(arrays.arrays(bool, (n_q, n_k)))


@st.composite
def pairs(draw, dtype=np.float64, elements=moderate):
    """Draw a query and a key of the same width."""
    n_q, n_k, d_k = draw(sizes), draw(sizes), draw(sizes)
    return tuple(
        draw(arrays.arrays(dtype, (n, d_k), elements=elements))
        for n in (n_q, n_k)
    )


def parameters(name, query, key):
    """Return learned arrays that depend on the sizes only."""
    d_q, d_k, n_k = query.shape[-1], key.shape[-1], key.shape[-2]
    rng = np.random.default_rng(d_q)
    shapes = {
        "W": (d_q, d_k),
        "W_q": (d_q, 3),
        "W_k": (d_k, 3),
        "W_qk": (d_q + d_k, 3),
        "W_p": (d_q, n_k),
        "v": (3,),
    }
    return {
        n: rng.normal(size=shapes[n]).astype(query.dtype)
        for n in SCORES[name].parameters
    }


every_score = pytest.mark.parametrize("name", list(SCORES))
every_shifted = pytest.mark.parametrize("name", SHIFTED)


@every_shifted
@fewer
@given(scores=matrices(any_numbers), temperature=temperatures)
def test_rows_sum_to_one_or_zero(name, scores, temperature):
    weights = NORMALIZERS[name](scores, temperature=temperature)
    assert (weights >= 0).all()
    expected = ~np.isneginf(scores).all(axis=-1)
    np.testing.assert_allclose(weights.sum(axis=-1), expected, rtol=1e-9)


@every_shifted
@fewer
@given(scores=matrices(), shift=st.floats(-1e4, 1e4))
def test_a_constant_added_to_all_scores_changes_nothing(name, scores, shift):
    assume(np.unique(scores + shift).size == np.unique(scores).size)
    np.testing.assert_allclose(
        NORMALIZERS[name](scores + shift), NORMALIZERS[name](scores), atol=1e-9
    )


@every_shifted
@fewer
@given(scores=matrices(any_numbers))
def test_a_higher_score_never_gets_less(name, scores):
    weights = NORMALIZERS[name](scores)
    order = np.argsort(scores, axis=-1, kind="stable")
    rising = np.take_along_axis(weights, order, axis=-1)
    assert (np.diff(rising, axis=-1) >= -1e-12).all()


@given(case=attentions(), temperature=temperatures, seed=st.integers(0, 99))
def test_permuting_keys_with_values_changes_nothing(case, temperature, seed):
    scores, value, mask = case
    order = np.random.default_rng(seed).permutation(len(value))
    one = attend(scores, value, mask=mask, temperature=temperature)
    two = attend(
        scores[:, order],
        value[order],
        mask=mask[:, order],
        temperature=temperature,
    )
    np.testing.assert_allclose(two.weights, one.weights[:, order], rtol=1e-9)
    np.testing.assert_allclose(two.context, one.context, atol=1e-7)


@given(case=attentions(), seed=st.integers(0, 99))
def test_permuting_queries_permutes_the_rows(case, seed):
    scores, value, mask = case
    order = np.random.default_rng(seed).permutation(len(scores))
    one = attend(scores, value, mask=mask)
    two = attend(scores[order], value, mask=mask[order])
    np.testing.assert_allclose(two.context, one.context[order], atol=1e-7)


@given(case=attentions(leading=(2, 3)))
def test_a_batch_is_a_loop(case):
    scores, value, mask = case
    result = attend(scores, value, mask=mask)
    for i in np.ndindex(2, 3):
        alone = attend(scores[i], value[i], mask=mask)
        np.testing.assert_allclose(result.weights[i], alone.weights, rtol=1e-9)
        np.testing.assert_allclose(result.context[i], alone.context, atol=1e-7)


@given(case=attentions())
def test_a_mask_is_the_same_as_removing_the_keys(case):
    scores, value, mask = case
    result = attend(scores, value, mask=mask)
    for row, keep in enumerate(mask):
        alone = attend(scores[row : row + 1, keep], value[keep])
        np.testing.assert_allclose(
            result.weights[row, keep], alone.weights[0], rtol=1e-9
        )
        assert (result.weights[row, ~keep] == 0).all()
        np.testing.assert_allclose(
            result.context[row], alone.context[0], atol=1e-7
        )


@given(case=attentions(), strange=st.sampled_from([np.nan, np.inf, -np.inf]))
def test_what_is_masked_for_all_may_be_anything(case, strange):
    scores, value, mask = case
    never = ~mask.any(axis=0)
    spoiled_scores, spoiled_value = scores.copy(), value.copy()
    spoiled_scores[~mask] = strange
    spoiled_value[never] = strange
    one = attend(scores, value, mask=mask)
    two = attend(spoiled_scores, spoiled_value, mask=mask)
    np.testing.assert_array_equal(one.weights, two.weights)
    np.testing.assert_allclose(one.context, two.context, atol=1e-9)


@given(case=attentions())
def test_the_context_lies_between_the_values(case):
    scores, value, _ = case
    context = attend(scores, value).context
    assert (context <= value.max(axis=0) + 1e-7).all()
    assert (context >= value.min(axis=0) - 1e-7).all()


@given(scores=matrices(st.floats(-50, 50, width=32)))
def test_float32_is_as_good_as_float64(scores):
    single = softmax(scores.astype(np.float32))
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, softmax(scores), atol=1e-6)


@every_score
@fewer
@given(pair=pairs())
def test_scores_of_a_pair_do_not_depend_on_its_neighbors(name, pair):
    query, key = pair
    learned = parameters(name, query, key)
    scores = SCORES[name](query, key, **learned)
    assert scores.shape == (len(query), len(key))
    if name == "location":  # a key has no score without its position
        return
    for i, j in np.ndindex(scores.shape):
        alone = SCORES[name](query[i : i + 1], key[j : j + 1], **learned)
        np.testing.assert_allclose(
            scores[i, j], alone[0, 0], rtol=1e-9, atol=1e-9
        )


@every_score
@fewer
@given(pair=pairs(dtype=np.float32))
def test_float32_scores_are_as_good_as_float64(name, pair):
    query, key = pair
    learned = parameters(name, query, key)
    single = SCORES[name](query, key, **learned)
    assert single.dtype == np.float32
    double = SCORES[name](
        query.astype(np.float64),
        key.astype(np.float64),
        **{n: a.astype(np.float64) for n, a in learned.items()},
    )
    size = np.abs(query).max() * np.abs(key).max() + np.abs(query).max()
    size += np.abs(query - query[:1]).max() + np.abs(key).max()
    bound = 1e-5 * (1 + size) * 7
    if name == "gaussian":
        bound += 1e-5 * np.abs(double).max()
    np.testing.assert_allclose(single, double, atol=bound, rtol=1e-4)


@every_score
@fewer
@given(pair=pairs())
def test_whether_length_matters_is_as_registered(name, pair):
    query, key = pair
    if SCORES[name].length_matters:
        query, key = np.ones((2, 3)), np.arange(12.0).reshape(4, 3) / 10
    learned = parameters(name, query, key)
    one = SCORES[name](query, key, **learned)
    two = SCORES[name](query, 2 * key, **learned)
    assert np.allclose(one, two) != SCORES[name].length_matters


@every_score
@fewer
@given(pair=pairs(elements=st.floats(allow_nan=False, width=32)))
def test_extreme_numbers_give_no_warnings_and_are_not_changed(name, pair):
    query, key = pair
    before = query.copy(), key.copy()
    for dtype in (np.float64, np.float32):
        with np.errstate(over="ignore"):
            q, k = query.astype(dtype), key.astype(dtype)
        learned = parameters(name, q, k)
        scores = SCORES[name](q, k, **learned)
        softmax(scores)
    np.testing.assert_array_equal(before[0], query)
    np.testing.assert_array_equal(before[1], key)


@given(pair=pairs(), scale=st.sampled_from([1e-30, 1e-10, 1, 1e10, 1e30]))
def test_a_cosine_lies_between_minus_one_and_one_at_any_size(pair, scale):
    query, key = pair
    small = np.abs(key) < 1e-3
    key = np.where(small, 0, key).astype(np.float32)
    query = np.where(np.abs(query) < 1e-3, 0, query).astype(np.float32)
    one = SCORES["cosine"](query, key)
    two = SCORES["cosine"](query, np.float32(scale) * key)
    assert (np.abs(one) <= 1 + 1e-6).all()
    np.testing.assert_allclose(one, two, atol=1e-5)
