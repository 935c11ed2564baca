import numpy as np
import pytest

from attention_core.arrays import as_floats, as_ids, narrow, widen


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
