"""Lines, tables and LaTeX on their own."""

import doctest
import importlib
import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st

import worked
from tests.pages.latex import lines_of, recompute, result_of, unit_of
from tests.pages.shown import check_line, check_result
from tests.worked.cells import arrays, cell_of, long_cell
from worked.latex import ABREAST, block, stacked, written
from worked.lines import Expression, given, made
from worked.settle import settle
from worked.softmax import softmax_formula
from worked.stages import write_out
from worked.sums import how_many, largest, products, shortened
from worked.tables import MOST_MERGED, merge_line, term_table

MODULES = sorted(
    path.stem
    for path in Path(worked.__file__).parent.glob("*.py")
    if path.stem != "__init__"
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_the_docstrings_hold(name) -> None:
    module = importlib.import_module(f"worked.{name}")
    assert doctest.testmod(module).failed == 0


def dot_of(left, right, **options):
    q, k = given("q", left, **options), given("k", right, **options)
    return made("e", products(q[:, None], k[:, None]))


def test_a_covered_result_is_not_shown() -> None:
    product = dot_of([2.0], [3.0])
    decimals = settle([product])
    assert written(product, 0, decimals, cover=True) == (
        r"e = 2 \cdot 3 = \,\boxed{?}"
    )
    covered = block([product, product], decimals, cover=True)
    assert len(lines_of(covered)) == 1
    assert r"\mathbf" not in covered


@pytest.mark.parametrize("n", [1, 3, 4, 7])
def test_a_long_sum_is_broken_for_a_phone_and_stays_one_line_to_compute(
    n,
) -> None:
    lines = [dot_of(np.full(n, 2.0), np.full(n, -3.0)) for _ in range(2)]
    decimals = settle(lines)
    shown = block(lines, decimals)
    rows = re.split(r" \\\\(?:\[\S+\])? ", shown)
    assert len(rows) == 2 * -(-n // ABREAST)
    assert all(row.count(r"\cdot") <= ABREAST for row in rows)
    read = [line.replace("&=", "=") for line in lines_of(shown)]
    assert read == [written(line, 0, decimals) for line in lines]


VECTOR = st.lists(st.floats(-99, 99), min_size=23, max_size=23)


@hypothesis_given(VECTOR, VECTOR, st.integers(0, 5))
def test_a_shortened_sum_keeps_its_result(left, right, least) -> None:
    q, k = given("q", left, least, False), given("k", right, least, False)
    whole = products(q[:, None], k[:, None])
    kept = largest(whole.terms()[:, 0], how_many(23))
    remarks = [f"m = {m}" for m in kept]
    short = shortened(whole, kept, remarks, "{count} others")
    total = made("e", short, least=least)
    np.testing.assert_allclose(total.values, np.dot(left, right), atol=1e-9)
    np.testing.assert_allclose(short.result(), total.values, atol=1e-9)
    decimals = settle([total])
    line = stacked(total, 0, decimals)
    check_line(line)
    assert r"\text{20 others}" in line
    sizes = np.abs(np.multiply(left, right))
    assert sizes[kept].min() >= np.delete(sizes, kept).max()


@hypothesis_given(VECTOR, VECTOR, st.integers(0, 4))
def test_no_digit_is_shown_that_no_line_needs(left, right, least) -> None:
    total = dot_of(left, right, least=least, typed=False)
    decimals = settle([total])
    assert total.holds(decimals)
    q, k = total.expressions[0].sources
    assert decimals[q] == decimals[k]
    if decimals[q] > least:
        fewer = decimals | {q: decimals[q] - 1, k: decimals[k] - 1}
        assert not total.holds(fewer)


def test_digits_are_chosen_from_the_end_backwards() -> None:
    x = given("x", [1 / 3], least=0)
    tenfold = Expression(r"10 \cdot {}", (x[None, :],), lambda x: 10 * x)
    y = made("y", tenfold, least=0)
    again = Expression(r"10 \cdot {}", (y[None, :],), lambda y: 10 * y)
    z = made("z", again, least=0)
    decimals = settle([y, z])
    assert (decimals[x], decimals[y], decimals[z]) == (2, 1, 0)


@pytest.mark.parametrize("order", [1, -1])
def test_all_expressions_of_a_line_have_to_hold(order) -> None:
    x = given("x", [1 / 3], least=0)
    mild = Expression("{}", (x[None, :],), np.positive)
    steep = Expression("", (x[None, :],), lambda x: 100 * x - 33)
    for ways, n in (((mild,), 1), ((steep,), 3), ((mild, steep), 3)):
        assert settle([made("y", *ways[::order], least=1)])[x] == n


@pytest.mark.parametrize("name", ["dot", "cosine", "additive", "gaussian"])
def test_all_terms_of_a_score_recompute_and_add_up(name) -> None:
    stages = write_out(long_cell(name)[0])
    first = stages.score[0]
    decimals = stages.decimals[first]
    columns = term_table(first, decimals, "term")
    whole = first.expressions[0].complete
    assert len(columns["term"]) == len(whole.terms())
    terms = [float(cell) for cell in columns["term"]]
    value = first.values[stages.cell.j if name in {"dot", "additive"} else 0]
    check_result(f"{value:.{decimals}f}", sum(terms))
    factors = [np.array(c, float) for c in list(columns.values())[1:-1]]
    for text, term in zip(
        columns["term"], whole.compute(*factors), strict=True
    ):
        check_result(text, term)


WEIGHTS = st.lists(st.floats(0, 1), min_size=6, max_size=6)


@hypothesis_given(WEIGHTS, st.sampled_from([(1, 6), (2, 3), (3, 2), (6, 1)]))
def test_a_pair_of_words_gets_the_sum_and_mean_of_its_pieces(
    weights, shape
) -> None:
    pieces = np.array(weights).reshape(shape)
    weight = float(pieces.sum(axis=1).mean())
    line = merge_line(pieces, weight, r"\bar a_{1,2}", 3)
    assert check_line(line) == float(f"{weight:.3f}")
    assert (r"\frac{1}" in line) == (shape[0] > 1)
    decimals = [len(one) for one in re.findall(r"\.(\d+)", line)]
    assert max(decimals) <= 5  # no more than it takes


def test_too_many_pieces_are_not_written_out() -> None:
    many = np.full((1, MOST_MERGED + 1), 0.01)
    assert merge_line(many, 0.13, "a", 3) == ""


def test_scale_and_temperature_stand_in_the_formula() -> None:
    assert softmax_formula(1, 1.0, 1.0).endswith(r"\exp(e_{1,k})}")
    scaled = softmax_formula(1, 15.2, 0.5)
    assert r"z_j = \frac{15.2 \cdot e_{1,j}}{0.5}" in scaled
    assert r"\exp(z_j)" in scaled
    assert softmax_formula(1, 15.2, 1.0).endswith(r"z_j = 15.2 \cdot e_{1,j}")


def test_what_the_letters_of_a_long_sum_mean_is_said() -> None:
    cell, _ = long_cell("general")
    assert cell.letters_note() == "u = s_{1} W"
    assert cell.formula() == r"s_{1} W h_{3}^\top"
    assert cell_of("general", arrays(0))[0].letters_note() == ""
    assert long_cell("dot")[0].letters_note() == ""


def test_the_test_itself_reads_formulas_rightly() -> None:
    line = r"f = -\frac{2 \cdot (-3)^2}{\sqrt{4}} + \exp(0) = \mathbf{-8.0}"
    assert recompute(line) == -8
    assert result_of(line) == -8
    assert math.isclose(unit_of(line), 0.1, rel_tol=1e-6)
