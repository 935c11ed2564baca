import numpy as np
import pytest

from attention_core.masks import causal_mask, padding_mask, window_mask


def test_a_query_sees_itself_and_what_is_before_it():
    np.testing.assert_array_equal(causal_mask(2, 2), [[1, 0], [1, 1]])


@pytest.mark.parametrize("offset", [-2, 0, 2])
def test_masks_are_those_of_a_loop(offset):
    n_q, n_k, width = 5, 7, 2
    causal = causal_mask(n_q, n_k, offset=offset)
    window = window_mask(n_q, n_k, width, offset=offset)
    for i in range(n_q):
        for j in range(n_k):
            assert causal[i, j] == (j <= i + offset)
            assert window[i, j] == (abs(j - (i + offset)) <= width)


def test_a_window_of_width_zero_is_the_diagonal():
    np.testing.assert_array_equal(window_mask(3, 3, 0), np.eye(3, dtype=bool))


def test_a_wide_window_hides_nothing():
    assert window_mask(3, 5, 4).all()


def test_padding_is_hidden_from_every_query():
    mask = padding_mask([[2, 0], [3, 1]], 3)
    assert mask.shape == (2, 2, 1, 3)
    np.testing.assert_array_equal(
        mask[:, :, 0],
        [[[1, 1, 0], [0, 0, 0]], [[1, 1, 1], [1, 0, 0]]],
    )


def test_masks_are_boolean_and_may_be_empty():
    for mask in (
        causal_mask(0, 3),
        window_mask(3, 0, 1),
        padding_mask(np.zeros(0, int), 3),
    ):
        assert mask.dtype == bool
        assert mask.size == 0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: causal_mask(-1, 3), "n_q must be at least 0. Received: -1."),
        (
            lambda: window_mask(3, -2, 1),
            "n_k must be at least 0. Received: -2.",
        ),
        (
            lambda: window_mask(3, 3, -1),
            "width must be at least 0. Received: -1.",
        ),
        (
            lambda: padding_mask([2, 7], 5),
            "lengths must lie in 0 ... n_k = 5. Received: 2 ... 7.",
        ),
        (
            lambda: padding_mask([-1], 5),
            "lengths must lie in 0 ... n_k = 5. Received: -1 ... -1.",
        ),
    ],
)
def test_sizes_that_make_no_sense_are_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_lengths_are_integers():
    words = "lengths must be integers. Received: dtype float64."
    with pytest.raises(TypeError, match=words):
        padding_mask([1.5], 3)
