import dataclasses
import math

import numpy as np
import pytest

from attention_core.masks import causal_mask
from attention_core.multihead import MultiHeadParameters, multihead
from attention_core.projections import merge_heads, project, split_heads
from tests.core.test_records import documented_shapes

HEADS, D_K, D_QUERY, D_MEMORY, N_Q, N_K = 3, 5, 13, 11, 7, 17
D = HEADS * D_K


def parameters(rng, d_q=D_QUERY, d_m=D_MEMORY, dtype=np.float64):
    shapes = {
        "W_q": (d_q, D),
        "W_k": (d_m, D),
        "W_v": (d_m, D),
        "W_o": (D, d_q),
        "b_q": (D,),
        "b_k": (D,),
        "b_v": (D,),
        "b_o": (d_q,),
    }
    arrays = {n: rng.normal(size=s).astype(dtype) for n, s in shapes.items()}
    return MultiHeadParameters(**arrays, heads=HEADS)


def given(rng, *leading, dtype=np.float64):
    x = rng.normal(size=(*leading, N_Q, D_QUERY)).astype(dtype)
    return x, rng.normal(size=(*leading, N_K, D_MEMORY)).astype(dtype)


def test_two_heads_by_hand():
    # Head 1 sees the first entry, head 2 the second; values are x itself.
    eye, zero = np.eye(2), np.zeros(2)
    p = MultiHeadParameters(
        eye, eye, eye, 10 * eye, zero, zero, zero, zero + 1, heads=2
    )
    done = multihead([[0, math.log(3)], [1, 0]], p)
    # Scores of word 1: head 1 [0, 0]; head 2 [(ln 3)^2, 0].
    odd = math.exp(math.log(3) ** 2)
    np.testing.assert_allclose(done.weights[0, 0], [0.5, 0.5])
    np.testing.assert_allclose(
        done.weights[1, 0], [odd / (odd + 1), 1 / (odd + 1)]
    )
    second = odd / (odd + 1) * math.log(3)
    np.testing.assert_allclose(done.output[0], [10 * 0.5 + 1, 10 * second + 1])


def test_heads_are_those_of_a_loop(rng):
    p = parameters(rng)
    x, memory = given(rng)
    done = multihead(x, p, memory=memory)
    contexts = []
    for h in range(HEADS):
        columns = slice(h * D_K, (h + 1) * D_K)
        query = x @ p.W_q[:, columns] + p.b_q[columns]
        key = memory @ p.W_k[:, columns] + p.b_k[columns]
        value = memory @ p.W_v[:, columns] + p.b_v[columns]
        e = np.exp(query @ key.T / math.sqrt(D_K))
        weights = e / e.sum(axis=1, keepdims=True)
        contexts.append(weights @ value)
        np.testing.assert_allclose(done.weights[h], weights, rtol=1e-9)
    joined = np.concatenate(contexts, axis=1)
    np.testing.assert_allclose(done.output, joined @ p.W_o + p.b_o, rtol=1e-9)


def test_the_record_has_the_shapes_of_its_docstring(rng):
    x, memory = given(rng)
    done = multihead(x, parameters(rng), memory=memory)
    sizes = {"h": HEADS, "n_q": N_Q, "n_k": N_K, "d_k": D_K, "d_q": D_QUERY}
    found = documented_shapes(done, sizes)
    assert len(found) == len(dataclasses.fields(done))
    for real, (dots, *promised) in found.values():
        assert dots is ...
        assert list(real) == promised


def test_the_parameters_have_the_shapes_of_their_docstring(rng):
    p = parameters(rng)
    found = documented_shapes(p, {"d_q": D_QUERY, "d_m": D_MEMORY, "d": D})
    assert len(found) == 8
    for real, promised in found.values():
        assert real == promised


def test_without_a_memory_the_sentence_looks_at_itself(rng):
    p = parameters(rng, d_m=D_QUERY)
    x, _ = given(rng)
    alone, beside = multihead(x, p), multihead(x, p, memory=x)
    np.testing.assert_array_equal(alone.output, beside.output)


def test_a_batch_gives_what_its_members_give_alone(rng):
    p = parameters(rng)
    x, memory = given(rng, 2)
    mask = rng.random((2, N_Q, N_K)) < 0.7
    done = multihead(x, p, memory=memory, mask=mask)
    for i in range(2):
        alone = multihead(x[i], p, memory=memory[i], mask=mask[i])
        np.testing.assert_allclose(done.output[i], alone.output, rtol=1e-9)
        np.testing.assert_allclose(done.weights[i], alone.weights, rtol=1e-9)


def test_many_targets_may_look_at_one_memory(rng):
    p = parameters(rng)
    x, memory = given(rng, 2)
    done = multihead(x, p, memory=memory[0])
    alone = multihead(x[1], p, memory=memory[0])
    np.testing.assert_allclose(done.output[1], alone.output, rtol=1e-9)


def test_a_masked_word_gets_exactly_zero_in_every_head(rng):
    p = parameters(rng, d_m=D_QUERY)
    x, _ = given(rng)
    causal = causal_mask(N_Q, N_Q)
    weights = multihead(x, p, mask=causal).weights
    assert np.all(weights[:, ~causal] == 0)
    assert np.all(weights[:, causal] > 0)
    np.testing.assert_allclose(weights.sum(axis=-1), 1)


def test_a_row_mask_serves_every_query(rng):
    p = parameters(rng)
    x, memory = given(rng)
    keys = np.arange(N_K) < 5
    row = multihead(x, p, memory=memory, mask=keys)
    cut = multihead(x, p, memory=memory[:5])
    np.testing.assert_allclose(row.output, cut.output, rtol=1e-9)


def test_a_row_that_may_look_at_nothing_gives_the_bias(rng):
    p = parameters(rng)
    x, memory = given(rng)
    mask = np.ones((N_Q, N_K), bool)
    mask[2] = False
    done = multihead(x, p, memory=memory, mask=mask)
    np.testing.assert_array_equal(done.context[:, 2], 0)
    np.testing.assert_array_equal(done.output[2], p.b_o)
    assert np.isfinite(done.output).all()


def test_permuting_the_words_permutes_the_rows_and_nothing_else(rng):
    p = parameters(rng, d_m=D_QUERY)
    x, _ = given(rng)
    order = rng.permutation(N_Q)
    one, two = multihead(x, p), multihead(x[order], p)
    np.testing.assert_allclose(two.output, one.output[order], rtol=1e-9)
    both = one.weights[:, order][:, :, order]
    np.testing.assert_allclose(two.weights, both, rtol=1e-9)


def test_temperature_zero_picks_one_word(rng):
    x, memory = given(rng)
    done = multihead(x, parameters(rng), memory=memory, temperature=0)
    np.testing.assert_array_equal(done.weights.max(axis=-1), 1)
    np.testing.assert_array_equal(
        done.weights.argmax(axis=-1), done.scores.argmax(axis=-1)
    )


def test_another_normalizer_can_be_put_in(rng):
    def even(scores, *, temperature, mask):
        assert (temperature, mask) == (1, None)
        return np.full(scores.shape, 1 / scores.shape[-1])

    x, memory = given(rng)
    done = multihead(x, parameters(rng), memory=memory, normalizer=even)
    mean = done.value.mean(axis=-2, keepdims=True)
    np.testing.assert_allclose(done.context, np.repeat(mean, N_Q, axis=-2))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_dtype_is_kept_at_every_stage(rng, dtype):
    x, memory = given(rng, dtype=dtype)
    done = multihead(x, parameters(rng, dtype=dtype), memory=memory)
    for field in dataclasses.fields(done):
        assert getattr(done, field.name).dtype == dtype


def test_cut_and_joined_is_unchanged(rng):
    x = rng.normal(size=(2, N_Q, D))
    np.testing.assert_array_equal(merge_heads(split_heads(x, HEADS)), x)


def test_no_words_give_no_rows(rng):
    done = multihead(np.ones((0, D_QUERY)), parameters(rng, d_m=D_QUERY))
    assert done.output.shape == (0, D_QUERY)


@pytest.mark.parametrize(
    ("shape", "heads", "words"),
    [
        ((7, 15), 2, r"d a multiple of 2 \(heads\). Received: \(7, 15\)."),
        ((15,), 3, r"x must have shape \(..., n, d\)"),
        ((7, 15), 0, "multiple of 0"),
    ],
)
def test_rows_that_cannot_be_cut_are_named(shape, heads, words):
    with pytest.raises(ValueError, match=words):
        split_heads(np.ones(shape), heads)


def test_heads_that_cannot_be_joined_are_named():
    with pytest.raises(ValueError, match=r"h, n, d_k\). Received: \(3, 5\)."):
        merge_heads(np.ones((3, 5)))


@pytest.mark.parametrize(
    ("x", "W", "b", "words"),
    [
        ((7, 5), (5,), (5,), r"W must have shape \(d_in, d_out\). Received"),
        ((7, 5), (5, 3), (5,), r"b must have shape \(d_out,\) = \(3,\)."),
        ((7, 3), (5, 3), (3,), r"d_in = 5 \(set by W\). Received: \(7, 3\)."),
        ((5,), (5, 3), (3,), r"x must have shape \(..., n, d_in\)"),
    ],
)
def test_a_projection_that_does_not_fit_is_named(x, W, b, words):
    with pytest.raises(ValueError, match=words):
        project(np.ones(x), np.ones(W), np.ones(b))


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("W_q", np.ones(3), r"W_q must have shape \(d_q, d\). Rec.*\(3,\)."),
        ("W_k", np.ones(3), r"W_k must have shape \(d_m, d\). Received"),
        ("b_v", np.full(15, np.nan), "b_v must hold finite numbers. Received"),
        (
            "W_k",
            np.ones((11, 14)),
            r"W_k must have shape \(d_m, d\) = \(11, 15",
        ),
        ("W_v", np.ones((13, 15)), r"W_v must have shape \(d_m, d\)"),
        ("W_o", np.ones((13, 15)), r"W_o must have shape \(d, d_q\)"),
        ("b_o", np.ones(15), r"b_o must have shape \(d_q,\) = \(13,\)"),
        ("heads", 2, r"heads must divide d = 15 \(set by W_q\). Received: 2."),
        ("heads", 0, "heads must divide"),
    ],
)
def test_a_wrong_parameter_is_named(rng, name, value, words):
    with pytest.raises(ValueError, match=words):
        dataclasses.replace(parameters(rng), **{name: value})
