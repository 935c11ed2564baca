"""What a head does to a pronoun is measured with the code of the app."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from attention_core.transformer import encode, frame_source, translate
from tests.core.transformer_tools import HEADS, transformer_arrays
from training.joint_pieces import train_pieces
from training.pronouns import (
    Answer,
    Question,
    Reader,
    arrows,
    best_head,
    interval,
    measure,
    owners_of,
    placed,
    prefers,
    read_questions,
    said_pronoun,
    turned,
    without,
    write,
)

LINES = (
    "The cow saw a rue because it was big .\t6\t1\t4\telle\n"
    "The rue was big. It saw a cow.\t4\t1\t7\telle\n"
    "A cow saw it.\t3\t1\t1\til\n"
)
SENTENCES = [line.split() for line in LINES.splitlines()] * 3


@pytest.fixture
def stem(tmp_path):
    rng = np.random.default_rng(2017)
    train_pieces(
        SENTENCES, 31, tmp_path / "small.pieces.json", ("<2fr>", "<2en>")
    )
    np.savez(tmp_path / "small.npz", **transformer_arrays(rng))
    card = {"name": "small", "pair": "en-fr", "settings": {"heads": HEADS}}
    (tmp_path / "small.json").write_text(json.dumps(card))
    return str(tmp_path / "small")


@pytest.fixture
def reader(stem):
    return Reader(stem)


@pytest.fixture
def questions(tmp_path):
    path = tmp_path / "pronouns.tsv"
    path.write_text(LINES, encoding="utf-8")
    return read_questions(path)


def test_positions_may_count_a_word_with_its_full_stop_as_one_or_two():
    text = "The rue was big. It saw."
    words = ["The", "rue", "was", "big", ".", "It", "saw", "."]
    assert placed(text, [4, 1, 5]) == (words, [5, 1, 6])
    assert placed(text, [5, 1, 6]) == (words, [5, 1, 6])


def test_with_no_arrow_closed_the_code_is_that_of_the_core(reader, questions):
    ids = reader.vocabulary.encode(questions[0].words).ids
    framed = frame_source(ids, 3)
    annotations, weights = reader.encode(framed.tolist())
    encoding = encode(reader.parameters, framed)
    np.testing.assert_allclose(annotations, encoding.annotations, rtol=1e-5)
    for mine, layer in zip(weights, encoding.layers, strict=True):
        np.testing.assert_allclose(mine, layer.attention.weights, rtol=1e-5)
    written, cross = reader.write(annotations)
    said = translate(reader.parameters, framed)
    assert written == said.ids.tolist()
    means = [x.cross.weights.mean(0) for x in said.decoding.layers]
    np.testing.assert_allclose(
        cross, np.mean(means, 0)[: len(cross)], rtol=1e-5, atol=1e-7
    )


def test_a_closed_arrow_has_weight_zero_and_the_others_grow_alike():
    scores = np.random.default_rng(5).normal(size=(2, 3, 3))
    closed = without(lambda layer, head: [(1, 2)] * (layer == head), 1)
    weights = closed(scores, temperature=1.0, mask=None)
    free = without(None, 1)(scores, temperature=1.0, mask=None)
    np.testing.assert_array_equal(weights[0], free[0])
    assert weights[1, 1, 2] == 0
    np.testing.assert_allclose(
        weights[1, 1, :2], free[1, 1, :2] / free[1, 1, :2].sum()
    )


def test_arrows_between_words_are_those_between_all_their_pieces(reader):
    words = ["zzz", "it", "saw"]
    pieces = reader.vocabulary.encode(words)
    owners = owners_of(pieces)
    assert (owners[0], owners[-1]) == (0, 4)
    found = arrows(pieces, Question(words, 1, 0, 2, "il"), 0)
    sizes = owners.count(2), owners.count(1)
    assert len(found) == sizes[0] * sizes[1]
    assert {owners[row] for row, _ in found} == {2}
    assert {owners[column] for _, column in found} == {1}


def test_of_two_pronouns_the_one_that_looks_at_it_is_taken():
    pieces = ["▁il", "▁di", "t", "▁qu'", "▁elle", "▁dor", "t", "."]
    looks = np.array([0.1, 0, 0, 0, 0.7, 0, 0, 0])
    assert said_pronoun(pieces, looks) == "elle"
    looks[0] = 0.8
    assert said_pronoun(pieces, looks) == "il"
    assert said_pronoun(["▁dor", "t", "-t-elle"], np.ones(3)) == "elle"
    assert said_pronoun(["▁ils", "▁dorment"], np.ones(2)) == ""
    assert said_pronoun([], np.ones(0)) == ""


def test_a_head_prefers_the_noun_with_more_of_the_row_of_it():
    weights = np.zeros((1, 2, 3, 3))
    weights[0, :, 2] = [[0.2, 0.1, 0], [0.1, 0.2, 0]]
    found = prefers(
        Question(["a", "b", "it"], 2, 0, 1, "il"), Answer(weights, "")
    )
    assert found.tolist() == [[True, False]]


def test_the_best_head_has_most_hits():
    hits = np.array([[[0, 1], [0, 0]], [[0, 1], [1, 0]]], bool)
    assert best_head(hits) == (0, 1)


def test_the_interval_is_wilson_s():
    # By hand: (p + z²/2n ± z sqrt(p q / n + z²/4n²)) / (1 + z²/n), z = 1.96.
    assert interval(5, 10) == pytest.approx([0.2366, 0.7634], abs=1e-4)
    assert interval(10, 10)[1] == pytest.approx(1.0, abs=1e-4)
    assert interval(0, 0) == [0.0, 1.0]


def test_the_head_is_picked_on_other_lines_than_it_is_tested_on(
    reader, questions, monkeypatch
):
    # Head 0 of layer 1 is right on the lines it is picked on, head 2 of
    # layer 0 on the others.
    answers = []
    for number, question in enumerate(questions[:2] * 6):
        n = len(question.words)
        weights = np.zeros((2, HEADS, n, n))
        good = (1, 0) if number % 2 == 0 else (0, 2)
        weights[*good, question.it, question.antecedent] = 0.5
        answers.append(Answer(weights, "il"))
    told = iter(answers)
    monkeypatch.setattr(reader, "answer", lambda *_: next(told))
    found = measure(reader, questions[:2] * 6, 0)
    assert (found["head"]["layer"], found["head"]["head"]) == (1, 0)
    picked, tested = found["head"]["picked on"], found["head"]["tested on"]
    assert (picked["accuracy"], picked["sentences"]) == (1, 6)
    assert (tested["accuracy"], tested["sentences"]) == (0, 6)
    assert found["baselines"]["mean of all heads"]["accuracy"] == 1
    assert found["baselines"]["first noun"]["accuracy"] == 1
    assert found["baselines"]["last noun"]["accuracy"] == 0
    assert found["pronoun"]["accuracy"] == 0
    assert found["all_heads"][1][0] == 0.5


def test_only_a_pronoun_that_was_right_can_turn(reader, questions, monkeypatch):
    weights = np.zeros((2, HEADS, 9, 9))
    before = [Answer(weights, p) for p in ("elle", "il", "il")]
    after = iter(["il", "il", "elle", "", "il", "il", "elle", "elle"])
    monkeypatch.setattr(
        reader, "answer", lambda *_: Answer(weights, next(after))
    )
    found = turned(reader, questions, before, (0, 1))
    assert [(x["turned"], x["sentences"]) for x in found.values()] == [
        *[(0.5, 2), (0.0, 2), (0.5, 2), (0.5, 2)]
    ]


def test_a_model_of_another_order_is_refused(reader, questions):
    object.__setattr__(reader.parameters.settings, "order", "post")
    with pytest.raises(ValueError, match="must have the order pre"):
        reader.answer(questions[0])


def test_the_command_prints_one_object(stem, tmp_path):
    file = tmp_path / "own.tsv"
    file.write_text(LINES, encoding="utf-8")
    command = [sys.executable, "-m", "training.pronouns", "--model", stem]
    done = subprocess.run(
        [*command, "--test", str(file)],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert found["sentences"] == 3
    refused = subprocess.run(
        [*command, "--test", "none.tsv"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 2
    assert "there is no file" in refused.stderr


def test_figures_go_into_the_card(stem):
    write(stem, {"sentences": 3})
    read = json.loads(Path(f"{stem}.json").read_text(encoding="utf-8"))
    assert (read["pronouns"], read["name"]) == ({"sentences": 3}, "small")
