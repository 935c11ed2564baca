import math
from dataclasses import fields, replace

import numpy as np
import pytest

from attention_core.feed_forward import (
    ACTIVATIONS,
    FeedForwardParameters,
    feed_forward,
    gelu,
    gelu_tanh,
    relu,
)
from attention_core.layers import decoder_layer, encoder_layer
from attention_core.masks import causal_mask
from attention_core.multihead import multihead
from attention_core.norm import NormParameters, layer_norm
from tests.core.test_records import documented_shapes
from tests.core.transformer_tools import D_FF, D, transformer

N_T, N_S = 7, 11


def layers(rng, dtype=np.float64):
    p = transformer(rng, dtype=dtype)
    return p.encoder[0], p.decoder[0]


def test_a_layer_norm_by_hand():
    # Mean 2, variance 2/3 + 1e-5.
    p = NormParameters([1, 2, 3], [0, 0, 5])
    side = 1 / math.sqrt(2 / 3 + 1e-5)
    np.testing.assert_allclose(
        layer_norm([[1, 2, 3]], p), [[-side, 0, 3 * side + 5]]
    )


def test_a_normed_row_does_not_depend_on_shift_and_scale(rng):
    p = NormParameters(rng.normal(size=D), rng.normal(size=D))
    x = 100 * rng.normal(size=(N_T, D))
    np.testing.assert_allclose(
        layer_norm(7 * x + 3, p), layer_norm(x, p), atol=1e-6
    )


def test_a_constant_row_becomes_the_bias(rng):
    p = NormParameters(np.ones(D), rng.normal(size=D))
    np.testing.assert_allclose(layer_norm(np.full((1, D), 7.0), p)[0], p.bias)


def test_gelu_is_x_times_the_normal_distribution():
    for x in (-3.0, -0.5, 0.0, 2.0):
        normal = 0.5 * (1 + math.erf(x / math.sqrt(2)))
        assert gelu(x) == pytest.approx(x * normal)


def test_gelu_with_tanh_is_near_the_exact_one_but_not_equal():
    x = np.linspace(-5, 5, 101)
    gap = np.abs(gelu(x) - gelu_tanh(x)).max()
    assert 1e-5 < gap < 5e-4


def test_relu_keeps_what_is_positive():
    np.testing.assert_array_equal(relu([-1.0, 0.0, 3.0]), [0, 0, 3])


@pytest.mark.parametrize("name", ACTIVATIONS)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_an_activation_keeps_dtype_shape_and_extremes(name, dtype):
    x = np.array([[-1e4, 0], [1, 1e4]], dtype)
    y = ACTIVATIONS[name](x)
    assert y.dtype == dtype
    np.testing.assert_array_equal(y[[0, 0, 1], [0, 1, 1]], [0, 0, x[1, 1]])
    assert ACTIVATIONS[name](np.ones((0, 3))).shape == (0, 3)


def test_a_feed_forward_network_by_hand():
    p = FeedForwardParameters([[1, -1]], [0, 1], [[2], [3]], [10])
    # x = 4: hidden [4, -3] -> relu [4, 0] -> 8 + 10
    np.testing.assert_array_equal(feed_forward([[4]], p), [[18]])


def test_each_word_is_fed_forward_by_itself(rng):
    p = layers(rng)[0].feed_forward
    x = rng.normal(size=(2, N_T, D))
    whole = feed_forward(x, p, activation="gelu_tanh")
    one = feed_forward(x[1, 2:3], p, activation="gelu_tanh")
    np.testing.assert_allclose(whole[1, 2:3], one, rtol=1e-9)


def test_a_pre_norm_layer_is_its_two_sums(rng):
    p, _ = layers(rng)
    x = rng.normal(size=(N_T, D))
    done = encoder_layer(x, p)
    heads = multihead(layer_norm(x, p.norm_1), p.attention)
    middle = x + heads.output
    fed = feed_forward(layer_norm(middle, p.norm_2), p.feed_forward)
    np.testing.assert_array_equal(done.output, middle + fed)
    np.testing.assert_array_equal(done.attention.weights, heads.weights)


def test_a_post_norm_layer_is_its_two_norms(rng):
    p, _ = layers(rng)
    x = rng.normal(size=(N_T, D))
    done = encoder_layer(x, p, order="post", activation="gelu")
    middle = layer_norm(x + multihead(x, p.attention).output, p.norm_1)
    fed = feed_forward(middle, p.feed_forward, activation="gelu")
    np.testing.assert_array_equal(
        done.output, layer_norm(middle + fed, p.norm_2)
    )


def test_a_decoder_layer_looks_at_the_target_and_then_at_the_source(rng):
    _, p = layers(rng)
    x, memory = rng.normal(size=(N_T, D)), rng.normal(size=(N_S, D))
    done = decoder_layer(x, memory, p, mask=causal_mask(N_T, N_T))
    middle = x + done.attention.output
    cross = multihead(layer_norm(middle, p.norm_2), p.cross, memory=memory)
    np.testing.assert_array_equal(done.cross.weights, cross.weights)
    assert done.cross.weights.shape[-2:] == (N_T, N_S)
    last = middle + cross.output
    fed = feed_forward(layer_norm(last, p.norm_3), p.feed_forward)
    np.testing.assert_array_equal(done.output, last + fed)


def test_what_comes_later_changes_nothing_before_it(rng):
    _, p = layers(rng)
    x, memory = rng.normal(size=(N_T, D)), rng.normal(size=(N_S, D))
    causal = causal_mask(N_T, N_T)
    one = decoder_layer(x, memory, p, mask=causal).output
    x[4:] += 1
    two = decoder_layer(x, memory, p, mask=causal).output
    np.testing.assert_array_equal(one[:4], two[:4])
    assert np.all(one[4:] != two[4:])


def test_temperature_reaches_both_attentions(rng):
    _, p = layers(rng)
    x, memory = rng.normal(size=(N_T, D)), rng.normal(size=(N_S, D))
    done = decoder_layer(x, memory, p, temperature=np.inf)
    np.testing.assert_allclose(done.attention.weights, 1 / N_T)
    np.testing.assert_allclose(done.cross.weights, 1 / N_S)


def test_a_batch_gives_what_its_members_give_alone(rng):
    encoder, decoder = layers(rng)
    x, memory = rng.normal(size=(3, N_T, D)), rng.normal(size=(3, N_S, D))
    both = decoder_layer(x, memory, decoder).output[2]
    alone = decoder_layer(x[2], memory[2], decoder).output
    np.testing.assert_allclose(both, alone, rtol=1e-9)
    both, alone = encoder_layer(x, encoder), encoder_layer(x[2], encoder)
    np.testing.assert_allclose(both.output[2], alone.output, rtol=1e-9)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("order", ["pre", "post"])
@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_the_dtype_is_kept(rng, dtype, order, activation):
    encoder, decoder = layers(rng, dtype)
    x, memory = np.ones((N_T, D), dtype), np.ones((N_S, D), dtype)
    options = {"order": order, "activation": activation}
    assert encoder_layer(x, encoder, **options).output.dtype == dtype
    assert decoder_layer(x, memory, decoder, **options).output.dtype == dtype


def test_parameters_have_the_shapes_of_their_docstrings(rng):
    p, _ = layers(rng)
    for part in (p.norm_1, p.feed_forward):
        found = documented_shapes(part, {"d": D, "d_ff": D_FF})
        assert len(found) == len(fields(part))
        for real, promised in found.values():
            assert real == promised


@pytest.mark.parametrize("order", ["sandwich", ""])
def test_an_unknown_order_is_named(rng, order):
    p, _ = layers(rng)
    words = f"order must be one of pre, post. Received: '{order}'."
    with pytest.raises(ValueError, match=words):
        encoder_layer(np.ones((N_T, D)), p, order=order)


def test_an_unknown_activation_is_named(rng):
    p, _ = layers(rng)
    words = "activation must be one of relu, gelu, gelu_tanh. Received: 'elu'."
    with pytest.raises(ValueError, match=words):
        encoder_layer(np.ones((N_T, D)), p, activation="elu")


def test_a_row_of_another_size_is_refused_by_the_norm(rng):
    words = r"with d = 15 \(set by gain\). Received: \(7, 13\)."
    with pytest.raises(ValueError, match=words):
        encoder_layer(np.ones((N_T, 13)), layers(rng)[0])


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("W_1", np.ones(3), r"W_1 must have shape \(d, d_ff\). Received"),
        ("b_1", np.ones(3), r"b_1 must have shape \(d_ff,\) = \(13,\)."),
        ("W_2", np.ones((15, 13)), r"W_2 must have shape \(d_ff, d\)"),
        ("b_2", np.ones(13), r"b_2 must have shape \(d,\) = \(15,\)."),
        ("b_2", np.full(15, np.inf), "b_2 must hold finite numbers. Received"),
    ],
)
def test_a_wrong_array_of_the_network_is_named(rng, name, value, words):
    with pytest.raises(ValueError, match=words):
        replace(layers(rng)[0].feed_forward, **{name: value})


def test_a_wrong_bias_of_a_norm_is_named():
    with pytest.raises(ValueError, match=r"bias must have shape \(d,\) = \(3,"):
        NormParameters(np.ones(3), np.ones(5))
