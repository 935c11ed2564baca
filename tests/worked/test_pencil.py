"""Each line of the pencil mode can be recomputed from what it shows."""

import math
import re

import numpy as np
import pytest

from attention_core.attention import attend
from attention_core.scores import SCORES
from tests.pages.latex import lines_of as block_lines
from tests.pages.latex import recompute, result_of, unit_of
from worked.pencil import (
    ABREAST,
    SCORE_STEPS,
    block,
    context_steps,
    given,
    settle,
    softmax_steps,
    written,
)

N_Q, N_K, D, D_A, D_V = 2, 5, 3, 7, 2


def arrays(seed, size=1.0, digits=2):
    rng = np.random.default_rng(seed)
    shapes = {
        "query": (N_Q, D),
        "key": (N_K, D),
        "value": (N_K, D_V),
        "W": (D, D),
        "W_q": (D, D_A),
        "W_k": (D, D_A),
        "W_p": (D, N_K),
        "v": (D_A,),
    }
    made = {
        name: (size * rng.normal(size=shape)).round(digits)
        for name, shape in shapes.items()
    }
    made["W_qk"] = np.concatenate([made["W_q"], made["W_k"]])
    return made | {"sigma": 1.5}


def learned(name, made):
    entry = SCORES[name]
    return {key: made[key] for key in (*entry.parameters, *entry.options)}


def lines_of(name, made, i=1, j=2):
    """All lines of a cell, and the three results they lead to."""
    parameters = learned(name, made)
    scores = SCORES[name](made["query"], made["key"], **parameters)
    pair = given("q", made["query"][i]), given("k", made["key"][j])
    first = SCORE_STEPS[name]((*pair, "f"), {**parameters, "position": j})
    row = [
        first[-1] if k == j else given("f", scores[i, k : k + 1])[0]
        for k in range(N_K)
    ]
    second = softmax_steps(row, i + 1)
    third = context_steps(second[-N_K:], made["value"], i + 1)
    lines = [*first, *second, *third]
    decimals = settle(lines)
    texts = [written(line, decimals) for line in lines]
    core = attend(scores, made["value"])
    expected = [core.scores[i, j], *core.weights[i], *core.context[i]]
    found = [first[-1].value, *(s.value for s in [*second[-N_K:], *third])]
    return texts, expected, found


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize(
    ("size", "digits"), [(1, 2), (0.01, 5), (3, 9), (40, 1)]
)
def test_every_line_follows_from_its_own_digits(name, size, digits) -> None:
    for seed in range(7):
        texts, expected, found = lines_of(name, arrays(seed, size, digits))
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
        for line in texts:
            error = abs(recompute(line) - result_of(line))
            assert error <= unit_of(line), line


@pytest.mark.parametrize("name", SCORES)
def test_no_product_is_left_out(name) -> None:
    texts, *_ = lines_of(name, arrays(3))
    used = {"additive": D_A * (2 * D + 1), "concat": D_A * (2 * D + 1)}
    used |= {"general": D * (D + 1), "cosine": D + 1}
    used |= {"gaussian": 1}
    context = D_V * N_K
    count = sum(line.count(r"\cdot") for line in texts)
    assert count == used.get(name, D) + context


def test_a_zero_vector_has_cosine_zero_and_no_division() -> None:
    made = arrays(3) | {"query": np.zeros((N_Q, D))}
    texts, expected, found = lines_of("cosine", made)
    np.testing.assert_allclose(found, expected)
    assert any(line == r"f = \mathbf{0}" for line in texts)
    assert not any(r"\sqrt" in line for line in texts)


def test_large_scores_are_shifted_before_the_power() -> None:
    texts, *_ = lines_of("dot", arrays(3, 40))
    powers = [line for line in texts if line.startswith("p_")]
    assert all(re.search(r"e\^\{.+ - .+\}", line) for line in powers)
    assert max(result_of(line) for line in powers) == 1


def test_a_covered_result_is_not_shown() -> None:
    (step,) = SCORE_STEPS["dot"](
        (given("q", np.array([2.0])), given("k", np.array([3.0])), "f"), {}
    )
    assert written(step, settle([step]), cover=True) == (
        r"f = 2 \cdot 3 = \,\boxed{?}"
    )


@pytest.mark.parametrize("n", [1, 3, 4, 7])
def test_a_long_sum_is_broken_for_a_phone_and_stays_one_line_to_compute(
    n,
) -> None:
    columns = given("q", np.full(n, 2.0)), given("k", np.full(n, -3.0))
    lines = SCORE_STEPS["dot"]((*columns, "f"), {}) * 2
    decimals = settle(lines)
    shown = block(lines, decimals)
    rows = re.split(r" \\\\(?:\[\S+\])? ", shown)
    assert len(rows) == 2 * -(-n // ABREAST)
    assert all(row.count(r"\cdot") <= ABREAST for row in rows)
    read = [line.replace("&=", "=") for line in block_lines(shown)]
    assert read == [written(line, decimals) for line in lines]


def test_the_test_itself_reads_formulas_rightly() -> None:
    line = r"f = -\frac{2 \cdot (-3)^2}{\sqrt{4}} + e^{0} = \mathbf{-8.0}"
    assert recompute(line) == -8
    assert result_of(line) == -8
    assert math.isclose(unit_of(line), 0.1, rel_tol=1e-6)
