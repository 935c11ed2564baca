"""Weights set from outside reach the word, the next state, and the rest."""

import re

import numpy as np
import pytest

from attention_core.gru import gru_cell
from attention_core.seq2seq import (
    END,
    START,
    encode_source,
    steer,
    summarize,
    teacher_force,
    translate,
)
from tests.core.tools import model as random_model

SOURCE, TARGET = [3, 11, 4, 30, 11], [5, 36, 7]
NONE = np.full((1, 5), np.nan)
FIELDS = ("ids", "weights", "context", "states", "log_probabilities")


@pytest.fixture
def model(rng):
    return random_model(rng, dtype=np.float64)


def check_same(one, other, atol: float = 0) -> None:
    for name in FIELDS:
        a, b = getattr(one, name), getattr(other, name)
        np.testing.assert_allclose(a, b, rtol=0, atol=atol)


@pytest.mark.parametrize("score", ["dot", "general", "additive"])
@pytest.mark.parametrize("given", [NONE, np.zeros((0, 5))])
def test_nothing_given_changes_nothing(model, score, given) -> None:
    p, options = model, {"score": score, "temperature": 0.7}
    check_same(
        steer(p, SOURCE, given, **options), translate(p, SOURCE, **options)
    )
    forced = steer(p, SOURCE, given, target_ids=TARGET, **options)
    check_same(forced, teacher_force(p, SOURCE, TARGET, **options))


@pytest.mark.parametrize("target", [None, TARGET])
def test_the_model_s_own_weights_given_back_change_nothing(
    model, target
) -> None:
    p = model
    free = steer(p, SOURCE, NONE, score="dot", target_ids=target)
    again = steer(p, SOURCE, free.weights, score="dot", target_ids=target)
    check_same(again, free, atol=1e-9)


def loop(p, given, words):
    """States, contexts and log probabilities, straight from the equations."""
    h, E = encode_source(p, SOURCE), p.target_embedding
    s = np.tanh(summarize(h) @ p.W_init + p.b_init)
    c, e, found = np.zeros(len(s)), E[START], []
    for weights, word in zip(given, words, strict=True):
        s = gru_cell(np.concatenate([e, c]), s, p.decoder)
        c = sum(weights[j] * h[j] for j in range(len(h)))
        readout = np.tanh(np.concatenate([s, c, e]) @ p.W_out + p.b_out)
        logits = readout @ E.T + p.b_vocab
        found.append((s, c, logits[word] - np.log(np.exp(logits).sum())))
        e = E[word]
    return [np.array(column) for column in zip(*found, strict=True)]


def test_given_weights_make_word_and_state_as_in_the_equations(model) -> None:
    given = np.array([[0, 0, 1, 0, 0], [0.6, 0.2, 0.3, 0, 0], [-1, 0, 0, 2, 0]])
    given = np.concatenate([given, np.full((1, 5), 0.2)])
    p = model
    record = steer(p, SOURCE, given, score="dot", target_ids=TARGET)
    states, context, logs = loop(p, given, [*TARGET, END])
    np.testing.assert_allclose(record.weights, given)
    np.testing.assert_allclose(record.states, states, atol=1e-9)
    np.testing.assert_allclose(record.context, context, atol=1e-9)
    np.testing.assert_allclose(record.log_probabilities, logs, atol=1e-9)


def test_the_rows_after_a_given_one_are_the_model_s_from_another_state(
    model,
) -> None:
    given = np.concatenate([NONE, [[0, 1, 0, 0, 0]]])
    p = model
    free = teacher_force(p, SOURCE, TARGET, score="dot")
    record = steer(p, SOURCE, given, score="dot", target_ids=TARGET)
    np.testing.assert_array_equal(record.weights[0], free.weights[0])
    np.testing.assert_array_equal(record.weights[1], given[1])
    np.testing.assert_array_equal(record.states[:2], free.states[:2])
    assert np.abs(record.states[2] - free.states[2]).max() > 1e-3
    assert np.abs(record.weights[2] - free.weights[2]).max() > 1e-6
    np.testing.assert_allclose(record.weights[2].sum(), 1)


def test_the_word_with_the_largest_probability_is_written(model) -> None:
    given = np.eye(5)[[4, 2]]
    record = steer(model, SOURCE, given, score="dot")
    written = [*record.ids, *([END] if record.finished else [])]
    assert written[1:] == record.next_ids[1:, 0].tolist()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (np.zeros((2, 4)), "n_s = 5. Received: (2, 4)"),
        (np.zeros(5), "n_s = 5. Received: (5,)"),
        ([[0, np.nan, 0, 1, 0]], "finite, or NaN as a whole"),
        ([[0, np.inf, 0, 1, 0]], "finite, or NaN as a whole"),
    ],
)
def test_what_cannot_be_weights_is_an_error(model, given, words) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        steer(model, SOURCE, given, score="dot")
