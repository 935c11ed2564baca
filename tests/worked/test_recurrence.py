"""A recurrent unit and a readout can be recomputed, dimension by dimension."""

from dataclasses import fields

import numpy as np
import pytest

from attention_core.gru import GRUParameters, gru_cell
from attention_core.softmax import softmax
from tests.pages.shown import check_line
from worked.latex import stacked, written
from worked.recurrence import gru_lines, readout_lines, share_lines

D_IN, D_H = 7, 5
LETTERS = ("x_2", "h_1", "h_2")


def unit(rng) -> GRUParameters:
    shapes = {"W": (D_IN, D_H), "U": (D_H, D_H), "b": (D_H,)}
    return GRUParameters(
        **{
            field.name: rng.normal(size=shapes[field.name[0]])
            for field in fields(GRUParameters)
        }
    )


def recomputed(found) -> list[float]:
    """Recompute all lines from their digits; return their results."""
    for one in found.sums:
        check_line(stacked(one, 0, found.decimals))
    return [check_line(written(o, 0, found.decimals)) for o in found.lines]


@pytest.mark.parametrize("m", range(D_H))
@pytest.mark.parametrize("size", [0.1, 1.0, 30.0])
def test_each_dimension_of_the_next_state_is_written_out(m, size) -> None:
    rng = np.random.default_rng(11 * m)
    x, h = size * rng.normal(size=D_IN), rng.normal(size=D_H)
    parameters = unit(rng)
    found = gru_lines(x, h, parameters, m, letters=LETTERS, others="{count}")
    *_, last = recomputed(found)
    expected = gru_cell(x, h, parameters)[m]
    assert last == pytest.approx(expected, abs=6e-4)
    assert found.lines[-1].values[0] == pytest.approx(expected, abs=1e-12)
    assert [one.name(0) for one in found.lines] == [
        f"{name}[{m + 1}]" for name in ("z", "r", "n", "h_2")
    ]


def test_each_dimension_of_the_readout_is_written_out() -> None:
    rng = np.random.default_rng(3)
    vectors = [("s", rng.normal(size=3)), ("c", rng.normal(size=2))]
    vectors.append(("e", rng.normal(size=D_IN)))
    W, b = rng.normal(size=(12, D_H)), rng.normal(size=D_H)
    joined = np.concatenate([vector for _, vector in vectors])
    for m in range(D_H):
        found = readout_lines(vectors, W, b, m, others="{count} others")
        expected = np.tanh(joined @ W + b)[m]
        assert recomputed(found)[-1] == pytest.approx(expected, abs=6e-4)


@pytest.mark.parametrize("word", range(4))
def test_the_share_of_a_word_is_its_softmax(word) -> None:
    rng = np.random.default_rng(5)
    t, E, b = rng.normal(size=D_H), rng.normal(size=(4, D_H)), np.arange(4) / 3
    logits = E @ t + b
    total = float(np.log(np.exp(logits).sum()))
    found = share_lines(t, E[word], b[word], total, others="{count} others")
    p = softmax(logits)[word]
    assert recomputed(found)[-1] == pytest.approx(p, abs=6e-4)
    assert found.lines[-1].values[0] == pytest.approx(p, abs=1e-12)
