"""Each line of the three stages can be recomputed from its digits."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention_core.scores import SCORES, ScoreFunction
from tests.pages.latex import recompute, result_of, unit_of
from tests.pages.shown import check_line, check_result
from tests.worked.cells import D_V, N_K, OTHERS, arrays, cell_of, long_cell
from worked.digits import fixed
from worked.latex import stacked, written
from worked.scores import WRITTEN
from worked.stages import write_out
from worked.tables import softmax_table

TEMPERATURES = (0.05, 0.35, 1.0, 2.5, 5.0)


def all_lines(stages) -> list[str]:
    return [
        written(one, place, stages.decimals)
        for lines in stages.lines
        for one in lines
        for place in one.places
    ]


def check_all_lines(stages) -> None:
    for line in all_lines(stages):
        error = abs(recompute(line) - result_of(line))
        assert error <= unit_of(line), line


def check_values(stages, core) -> None:
    """Hold what the lines make to what the core says."""
    cell, i = stages.cell, stages.cell.i
    for expression in stages.scores.expressions:
        made = expression.complete.result()
        np.testing.assert_allclose(made, core.scores[i, cell.j] / cell.scale)
    np.testing.assert_allclose(stages.weights.values, core.weights[i])


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize(
    ("size", "digits"), [(1, 2), (0.01, 5), (3, 9), (40, 1)]
)
def test_every_line_follows_from_its_own_digits(name, size, digits) -> None:
    for seed in range(7):
        made = arrays(seed, size=size, digits=digits)
        cell, core = cell_of(name, made)
        stages = write_out(cell)
        check_values(stages, core)
        np.testing.assert_allclose(stages.context.values, core.context[1])
        check_all_lines(stages)


NUMBER = st.integers(-99999, 99999)


@given(
    st.sampled_from(list(SCORES)),
    st.lists(NUMBER, min_size=90, max_size=90),
    st.integers(0, 5),
    st.sampled_from(TEMPERATURES),
)
def test_whatever_is_typed_can_be_recomputed(
    name, numbers, digits, temperature
) -> None:
    made, rest = arrays(0, d=2, d_a=2), iter(numbers)
    for key, array in made.items():
        if key not in {"sigma", "W_qk"}:
            typed = [next(rest) / 10.0**digits for _ in range(array.size)]
            made[key] = np.array(typed).reshape(array.shape) % 1000
    made["W_qk"] = np.concatenate([made["W_q"], made["W_k"]])
    cell, core = cell_of(name, made, temperature=temperature)
    stages = write_out(cell)
    assert np.isfinite(stages.context.values).all()
    np.testing.assert_allclose(
        stages.weights.values, core.weights[1], rtol=1e-6, atol=1e-12
    )
    for one in (one for lines in stages.lines for one in lines):
        assert one.holds(stages.decimals)


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("temperature", TEMPERATURES)
@pytest.mark.parametrize("scale", [1.0, 15.2])
def test_every_line_of_long_vectors_recomputes(
    name, temperature, scale
) -> None:
    for seed in range(3):
        cell, core = long_cell(name, seed, scale=scale, temperature=temperature)
        stages = write_out(cell)
        check_values(stages, core)
        n, j = stages.decimals, cell.j
        for one in stages.score:
            for place in one.places:
                check_line(stacked(one, place, n))
        line = stacked(stages.weights, j, n)
        assert (line.count(r"\frac{"), line.count(r"\exp(")) == (2, 1)
        weight = check_line(line)
        assert weight == round(core.weights[1, j], n[stages.weights])
        for place, one in enumerate(stages.context.values):
            line = stacked(stages.context, place, n)
            m = int(line.split("[")[1].split("]")[0]) - 1
            assert check_line(line) == round(one, n[stages.context])
            np.testing.assert_allclose(one, core.context[1, m])


@pytest.mark.parametrize("temperature", TEMPERATURES)
@pytest.mark.parametrize("scale", [1.0, 15.2])
def test_every_number_of_the_softmax_table_recomputes(
    temperature, scale
) -> None:
    for seed in range(5):
        cell, _ = long_cell(
            "cosine", seed, scale=scale, temperature=temperature
        )
        columns = softmax_table(write_out(cell))
        *exponents, powers, weights = columns.values()
        check_result(powers[-1], sum(map(float, powers[:-1])))
        assert weights[-1] == "1"
        shift = re.search(r" - \(?(-?[\d.]+)\)?\)$", list(columns)[-2])
        for k in range(len(cell.scores)):
            exponent = float(exponents[-1][k])
            less = float(shift[1]) if shift else 0
            check_result(powers[k], np.exp(exponent - less))
            check_result(weights[k], float(powers[k]) / float(powers[-1]))
            if len(exponents) > 1:
                score = float(exponents[0][k])
                check_result(exponents[1][k], scale * score / temperature)
        assert (len(exponents) > 1) == (scale != temperature)


@pytest.mark.parametrize("name", SCORES)
def test_no_product_is_left_out(name) -> None:
    d, d_a = 3, 7
    stages = write_out(cell_of(name, arrays(3, d=d, d_a=d_a))[0])
    used = {"additive": d_a * (2 * d + 1), "concat": d_a * (2 * d + 1)}
    used |= {"general": d * (d + 1), "cosine": d + 1, "gaussian": 1}
    count = sum(line.count(r"\cdot") for line in all_lines(stages))
    assert count == used.get(name, d) + D_V * N_K


def test_typed_numbers_are_shown_as_they_were_typed() -> None:
    made = arrays(0, d=2) | {"query": np.array([[0, 0], [2, -0.5]])}
    made |= {"key": np.array([[0.25, 3]] * 5)}
    line = all_lines(write_out(cell_of("dot", made)[0]))[0]
    assert line.startswith(r"e_{2,3} = 2 \cdot 0.25 + (-0.5) \cdot 3 = ")


def test_a_zero_vector_has_cosine_zero_and_no_division() -> None:
    made = arrays(3) | {"query": np.zeros((2, 3))}
    cell, core = cell_of("cosine", made)
    stages = write_out(cell)
    check_values(stages, core)
    lines = all_lines(stages)
    assert r"e_{2,3} = \mathbf{0.0000}" in lines
    assert not any(r"\sqrt" in line for line in lines)
    check_all_lines(stages)


def test_large_scores_are_shifted_before_the_power() -> None:
    stages = write_out(cell_of("dot", arrays(3, size=40))[0])
    powers = [line for line in all_lines(stages) if line.startswith("p_")]
    assert all(re.search(r"\\exp\(.+ - .+\)", line) for line in powers)
    assert max(result_of(line) for line in powers) == 1
    assert stages.softmax.shift == max(stages.cell.scores)


def test_small_exponents_are_shown_as_they_are() -> None:
    stages = write_out(cell_of("cosine", arrays(3))[0])
    assert stages.softmax.shift == 0
    assert not stages.softmax.is_shifted


def test_at_temperature_zero_nothing_is_divided() -> None:
    stages = write_out(long_cell("dot", temperature=0)[0])
    assert stages.softmax is None
    assert sorted(set(stages.weights.values.tolist())) == [0.0, 1.0]
    assert list(softmax_table(stages)) == ["e_{2,j}", "a_{2,j}"]
    for one in [*stages.score, stages.context]:
        for place in one.places:
            check_line(stacked(one, place, stages.decimals))


@pytest.mark.parametrize(("n_k", "terms"), [(4, 4), (5, 3)])
def test_a_last_term_is_written_out_rather_than_called_one_other(
    n_k, terms
) -> None:
    made = arrays(1, digits=9, d=9, n_k=n_k)
    stages = write_out(cell_of("dot", made, others=OTHERS)[0])
    line = stacked(stages.context, 0, stages.decimals)
    assert line.count("j = ") == terms
    assert (r"\text{2 others}" in line) == (n_k == 5)
    check_line(line)


def test_keys_keep_their_places_if_some_are_left_out() -> None:
    cell, _ = long_cell("dot", columns=[*range(12), 14], j=12)
    stages = write_out(cell)
    assert stages.weights.name(12) == "a_{2,15}"
    assert stages.scores.name(12) == "e_{2,15}"
    assert "j = 15" in stacked(stages.context, 0, stages.decimals)


def test_every_score_function_of_the_core_is_written_out() -> None:
    assert list(WRITTEN) == list(SCORES)


@pytest.mark.parametrize("others", [None, OTHERS])
def test_a_new_score_function_is_shown_with_its_value(
    monkeypatch, others
) -> None:
    def euclidean(query, key):
        return -np.linalg.norm(query[:, None] - key[None], axis=-1)

    formula = r"-\lVert q_i - k_j \rVert"
    entry = ScoreFunction("euclidean", euclidean, formula, "-", "-", "n", "n")
    monkeypatch.setitem(SCORES, "euclidean", entry)
    cell, core = cell_of("euclidean", arrays(2), others=others)
    stages = write_out(cell)
    check_values(stages, core)
    assert cell.formula() == r"-\lVert q - k \rVert"
    shown = fixed(core.scores[1, 2], stages.decimals[stages.scores])
    line = stacked(stages.scores, 2, stages.decimals)
    assert line == rf"e_{{2,3}} = \mathbf{{{shown}}}"
    assert len(stages.lines[0]) == 1
