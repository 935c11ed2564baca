"""Numbers as they are shown."""

import doctest

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import texts.shown
import worked.digits
from worked.digits import (
    MOST_DECIMALS,
    enough_decimals,
    factor,
    fixed,
    rounded,
    signed,
)

FLOATS = st.floats(-1e6, 1e6)


@pytest.mark.parametrize("module", [worked.digits, texts.shown])
def test_examples_in_the_docstrings_hold(module) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


@given(FLOATS, st.integers(0, 8))
def test_a_shown_number_is_off_by_half_a_unit_at_most(value, decimals) -> None:
    shown = float(fixed(value, decimals))
    assert abs(shown - value) <= 0.5 * 10.0**-decimals * (1 + 1e-6) + 1e-9


@given(st.lists(FLOATS, min_size=1, max_size=7), st.integers(0, 6))
def test_rounded_is_what_a_reader_reads(values, decimals) -> None:
    read = [float(fixed(value, decimals)) for value in values]
    assert rounded(values, decimals).tolist() == read


def test_zero_has_no_sign() -> None:
    assert fixed(-0.0004, 3) == "0.000"
    assert factor(-0.0004, 3) == "0.000"
    assert signed(-0.0004, 3) == ("+", "0.000")


@given(st.lists(st.floats(-99, 99), min_size=2, max_size=11), st.integers(0, 4))
def test_a_sum_is_within_its_last_digit_with_enough(values, decimals) -> None:
    total = sum(values)

    def recompute(n: int) -> float:
        return float(rounded(values, n).sum())

    n = enough_decimals(recompute, total, decimals)
    error = abs(recompute(n) - float(fixed(total, decimals)))
    assert error <= 10.0**-decimals
    if n:
        short = abs(recompute(n - 1) - float(fixed(total, decimals)))
        assert short > 0.95 * 10.0**-decimals * (1 - 1e-9)


def test_what_cannot_be_recomputed_gets_the_most_decimals() -> None:
    assert enough_decimals(lambda _: 1.0, 2.0, 1) == MOST_DECIMALS


def test_all_results_of_a_table_count() -> None:
    values = np.array([0.1, 0.12345])
    n = enough_decimals(lambda n: 1000 * rounded(values, n), 1000 * values, 1)
    assert n == 4
