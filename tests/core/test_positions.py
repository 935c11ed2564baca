import math

import numpy as np
import pytest

from attention_core.positions import POSITIONS, no_positions, sinusoidal

N, D = 7, 10


def test_waves_are_those_of_the_paper_entry_by_entry():
    table = sinusoidal(N, D)
    for place in range(N):
        for i in range(D // 2):
            angle = place / 10000 ** (2 * i / D)
            assert table[place, 2 * i] == pytest.approx(math.sin(angle))
            assert table[place, 2 * i + 1] == pytest.approx(math.cos(angle))


def test_an_odd_size_leaves_out_the_last_cosine():
    np.testing.assert_array_equal(sinusoidal(N, 1)[:, 0], np.sin(range(N)))
    assert sinusoidal(N, 5).shape == (N, 5)


def test_a_later_start_is_a_piece_of_the_same_waves():
    whole = sinusoidal(N, D)
    np.testing.assert_allclose(sinusoidal(4, D, start=3), whole[3:])


def test_the_product_of_two_places_depends_on_their_distance_alone():
    table = sinusoidal(N, D)
    products = table @ table.T
    for k in range(N):
        along = np.diagonal(products, k)
        np.testing.assert_allclose(along, along[0])


def test_all_places_differ():
    table = sinusoidal(128, D)
    gaps = np.abs(table[:, None] - table[None]).max(axis=-1)
    assert gaps[~np.eye(128, dtype=bool)].min() > 1e-3


def test_none_is_zero():
    np.testing.assert_array_equal(no_positions(N, D, start=3), np.zeros((N, D)))


def test_the_registry_names_both():
    assert {"sinusoidal": sinusoidal, "none": no_positions} == POSITIONS


@pytest.mark.parametrize("function", POSITIONS.values())
def test_empty_sentences_and_vectors_are_allowed(function):
    assert function(0, D).shape == (0, D)
    assert function(N, 0).shape == (N, 0)


@pytest.mark.parametrize("function", POSITIONS.values())
@pytest.mark.parametrize(
    ("n", "d", "words"),
    [(-1, 5, "n must be at least 0. Received: -1."), (5, -3, "d must be")],
)
def test_negative_sizes_are_refused(function, n, d, words):
    with pytest.raises(ValueError, match=words):
        function(n, d)
