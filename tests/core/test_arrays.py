import numpy as np
import pytest

from attention_core.arrays import (
    all_finite,
    as_floats,
    narrow,
    row_blocks,
    widen,
)
from attention_core.checks import as_ids, check_leading


@pytest.mark.parametrize("dtype", ["int8", "uint32", "int64", "bool"])
def test_integers_become_float64(dtype):
    assert as_floats(np.ones((2, 3), dtype), "key").dtype == np.float64


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_floats_stay_what_they_are(dtype):
    array = np.ones((2, 3), dtype)
    assert as_floats(array, "key") is array


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.ones(2, complex), "key must hold real numbers. Received: dtype c"),
        (np.array([None]), "key must hold real numbers. Received: dtype obj"),
        (["a"], "key must hold real numbers. Received: dtype <U1"),
    ],
)
def test_what_is_no_real_number_is_refused(array, words):
    with pytest.raises(TypeError, match=words):
        as_floats(array, "key")


def test_rows_of_different_length_are_refused():
    words = "key must be an array: its rows differ in length"
    with pytest.raises(ValueError, match=words):
        as_floats([[1, 2], [3]], "key")


def test_half_precision_is_computed_in_float32_and_returned_as_half():
    half = np.ones(3, np.float16)
    wide = widen(half)
    assert wide.dtype == np.float32
    assert narrow(wide, half).dtype == np.float16
    assert narrow(np.float32([1e6]), half)[0] == np.inf


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_other_floats_are_neither_widened_nor_narrowed(dtype):
    array = np.ones(3, dtype)
    assert widen(array) is array
    assert narrow(array, array) is array


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_finite_numbers_are_finite_however_large(dtype):
    largest = np.finfo(dtype).max
    assert all_finite(np.full((3, 5), largest, dtype))
    assert all_finite(np.full((3, 5), -largest, dtype)[::2, ::2])
    assert all_finite(np.ones((0, 5), dtype))


@pytest.mark.parametrize("strange", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_one_nan_or_infinity_among_many_numbers_is_found(dtype, strange):
    numbers = np.ones((3, 5, 7), dtype)
    numbers[1, 2, 3] = strange
    assert not all_finite(numbers)
    assert not all_finite(numbers.T)


def test_leading_dimensions_broadcast():
    one, two = np.ones((2, 1, 5, 7)), np.ones((3, 11, 7))
    assert check_leading("query", one, "key", two) == (2, 3)
    assert check_leading("query", one, "key", one) == (2, 1)
    one, two = np.ones((1, 5, 7)), np.ones((3, 11, 7))
    assert check_leading("query", one, "key", two) == (3,)


def test_blocks_of_rows_cover_all_rows_once():
    for n_rows, row_size in [(0, 3), (7, 0), (7, 2**17), (7, 2**20)]:
        rows = [i for b in row_blocks(n_rows, row_size) for i in range(7)[b]]
        assert rows == list(range(n_rows))


def test_no_ids_are_a_row_of_ids():
    assert as_ids([], "source_ids", 7).shape == (0,)


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        ([[1]], r"source_ids must be a row of integers, shape \(n,\). "),
        ([1.5], "Received: float64 of shape"),
        ([1, 7], r"source_ids must lie in 0 ... 6. Received: 1 ... 7\."),
        ([-1, 3], "Received: -1 ... 3"),
    ],
)
def test_ids_are_integers_of_the_vocabulary(ids, words):
    with pytest.raises(ValueError, match=words):
        as_ids(ids, "source_ids", 7)
