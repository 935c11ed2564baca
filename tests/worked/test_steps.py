"""Each line of the three stages can be recomputed from its digits."""

import numpy as np
import pytest

from attention_core.scores import SCORES
from tests.pages.shown import check_line, check_result, check_softmax
from ui.pair import pair_view
from ui.stages import (
    merge_line,
    softmax_columns,
    softmax_table,
    term_table,
)
from worked.steps import Chosen, softmax_row, steps
from worked.terms import SCORE_NAMES, Symbols, score_terms

SOURCE = "Tom chases the black cat in the kitchen ."
TARGET = "汤姆 在 厨房 里 追逐 黑 猫"
TEMPERATURES = (0.05, 0.35, 1.0, 2.5, 5.0)
CASES = [
    (score, query, temperature)
    for score in SCORE_NAMES
    for query in "ys"
    for temperature in TEMPERATURES
]


def views(model, score, query, temperature):
    """A view and a few chosen pairs of it."""
    view = pair_view(
        model,
        SOURCE,
        TARGET,
        score=score,
        query=query,
        temperature=temperature,
    )
    n_t, n_s = view.weights.shape
    pairs = [(0, 0), (1, n_s - 1), (n_t - 1, int(view.weights[-1].argmax()))]
    return view, [Chosen(*pair) for pair in pairs]


def check_stages(model, score, query, temperature) -> None:
    view, pairs = views(model, score, query, temperature)
    for pair in pairs:
        step = steps(view, pair, "{count} others")
        results = [check_line(line) for line in step.score_lines]
        n, (i, j) = step.decimals, (pair.row, pair.column)
        assert results[-1] == round(view.scores[i, j], n.score)
        weight = check_line(step.weight_line)
        assert weight == round(view.weights[i, j], n.weight)
        names = [f"w{k}" for k in range(view.weights.shape[1])]
        table = softmax_table(view, step, names)
        check_softmax(table, view.scale, temperature)
        for line in step.context_lines:
            shown = check_line(line)
            m = int(line.split("[")[1].split("]")[0]) - 1
            assert shown == round(view.context[i, m], 3)


@pytest.mark.parametrize(("score", "query", "temperature"), CASES)
def test_every_line_of_the_random_model_recomputes(
    standin, score, query, temperature
) -> None:
    check_stages(standin, score, query, temperature)


@pytest.mark.parametrize(("score", "query", "temperature"), CASES)
def test_every_line_of_the_trained_model_recomputes(
    trained, score, query, temperature
) -> None:
    check_stages(trained, score, query, temperature)


@pytest.mark.parametrize("score", SCORE_NAMES)
def test_all_terms_of_a_score_recompute_and_add_up(standin, score) -> None:
    view, pairs = views(standin, score, "y", 1.0)
    step = steps(view, pairs[0], "{count} others")
    columns = list(term_table(step.terms, step.total_decimals).values())
    total = float(sum(map(float, columns[-1])))
    shown = f"{step.terms.total:.{step.total_decimals}f}"
    check_result(shown, total)
    factors = [np.array(column, float) for column in columns[1:-1]]
    products = step.terms.product(*factors)
    for text, product in zip(columns[-1], products, strict=True):
        check_result(text, product)


@pytest.mark.parametrize("score", ["dot", "general", "additive"])
def test_the_terms_of_a_score_sum_to_the_score_of_the_core(score) -> None:
    rng = np.random.default_rng(3)
    d, d_a = 7, 11
    q, k = rng.normal(size=(2, d))
    learned = {
        "general": {"W": rng.normal(size=(d, d))},
        "additive": {
            "W_q": rng.normal(size=(d, d_a)),
            "W_k": rng.normal(size=(d, d_a)),
            "v": rng.normal(size=d_a),
        },
    }.get(score, {})
    names = Symbols("f", "q", "k")
    total = score_terms(score, q, k, learned, names).total
    np.testing.assert_allclose(
        total, SCORES[score](q[None], k[None], **learned)[0, 0]
    )


def test_small_exponents_are_shown_as_they_are() -> None:
    row = softmax_row(np.array([2.0, -1.0, 0.5]), 1.0, 1.0)
    assert row.shift == 0
    np.testing.assert_allclose(row.powers, np.exp([2.0, -1.0, 0.5]))


@pytest.mark.parametrize("scores", [[48.0, 4.0, 10.0], [-48.0, -60.0]])
def test_the_largest_of_extreme_exponents_is_subtracted(scores) -> None:
    row = softmax_row(np.array(scores), 1.0, 1.0)
    assert row.shift == max(scores)
    assert row.powers.max() == 1
    np.testing.assert_allclose(row.weights.sum(), 1)


def test_scale_and_temperature_are_put_into_the_exponents(standin) -> None:
    view, pairs = views(standin, "cosine", "y", 0.35)
    step = steps(view, pairs[0], "")
    heads = list(softmax_columns(step.softmax, step))
    assert heads[1].startswith("z")
    np.testing.assert_allclose(
        step.softmax.exponents, 15.2 * view.scores[0] / 0.35
    )


def test_at_temperature_zero_the_largest_score_gets_everything(
    standin,
) -> None:
    view, pairs = views(standin, "dot", "y", 0.0)
    step = steps(view, pairs[0], "{count} others")
    assert step.softmax is None
    assert step.weight_line == ""
    assert sorted(set(view.weights.ravel().tolist())) == [0.0, 1.0]
    for line in [*step.score_lines, *step.context_lines]:
        check_line(line)


def test_a_word_in_pieces_gets_the_sum_and_mean_of_its_pieces(standin) -> None:
    view = pair_view(
        standin,
        "Tom chased Jerry",
        "汤姆 追着 杰瑞",
        score="dot",
        query="y",
        temperature=1.0,
    )
    assert view.source.pieces.in_pieces[1]
    assert view.target.pieces.in_pieces[1]
    shown = check_line(merge_line(view, 1, 1, 3))
    assert shown == round(view.word_weights[1, 1], 3)
    np.testing.assert_allclose(view.word_weights.sum(axis=1), 1)


@pytest.mark.parametrize(
    ("source", "written", "rest"),
    [("Tom chases Jerry .", 4, False), ("Tom chases the cat .", 3, True)],
)
def test_a_last_term_is_written_out_rather_than_called_one_other(
    standin, source, written, rest
) -> None:
    options = {"score": "dot", "query": "y", "temperature": 1.0}
    view = pair_view(standin, source, TARGET, **options)
    assert len(view.source.pieces.ids) == written + 2 * rest
    step = steps(view, Chosen(0, 0), "{count} others")
    for line in step.context_lines:
        check_line(line)
        assert line.count("j = ") == written
        assert ("2 others" in line) == rest
