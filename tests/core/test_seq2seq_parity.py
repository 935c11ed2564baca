"""The shipped recurrent models give what PyTorch gave at their export."""

from pathlib import Path

import numpy as np
import pytest

from attention_core import checkpoint
from attention_core.seq2seq import attend_pair, teacher_force, translate
from language.joining import join_words
from language.pieces import Vocabulary

MODELS = Path(__file__).parents[2] / "content" / "models"
SCORES = ("dot", "scaled_dot", "cosine", "general", "additive")
LIMIT = 6_000_000  # bytes, all files of one model


class Shipped:
    """A model of content/models with its vocabularies and golden outputs."""

    def __init__(self, name: str) -> None:
        stored = checkpoint.load(MODELS / f"{name}.npz")
        self.parameters, self.card = stored.seq2seq(), stored.card
        self.vocabularies = [
            Vocabulary.load(MODELS / f"{name}.{side}.json")
            for side in ("source", "target")
        ]

    def ids(self, golden):
        words = golden["source"], golden["target"]
        pairs = zip(self.vocabularies, words, strict=True)
        return [vocabulary.encode(w).ids for vocabulary, w in pairs]


@pytest.fixture(scope="module", params=["attention", "unguided"])
def attention(request):
    return Shipped(request.param)


@pytest.fixture(scope="module")
def fixed():
    return Shipped("fixed")


@pytest.mark.parametrize("query", ["y", "s"])
@pytest.mark.parametrize("score", SCORES)
def test_weights_are_those_of_pytorch(attention, score, query):
    for golden in attention.card["golden"]:
        source, target = attention.ids(golden)
        if query == "y":
            found = attend_pair(
                attention.parameters, source, target, score=score, query="y"
            ).weights
        else:
            record = teacher_force(
                attention.parameters, source, target, score=score
            )
            found = record.weights[:-1]
        np.testing.assert_allclose(found, golden[score][query], atol=2e-4)


@pytest.mark.parametrize("score", SCORES)
def test_probabilities_are_those_of_pytorch(attention, score):
    for golden in attention.card["golden"]:
        source, target = attention.ids(golden)
        record = teacher_force(
            attention.parameters, source, target, score=score
        )
        np.testing.assert_allclose(
            record.log_probabilities[:-1],
            golden[score]["log_probabilities"],
            atol=2e-3,
        )


def test_the_fixed_context_is_that_of_pytorch(fixed):
    for golden in fixed.card["golden"]:
        source, target = fixed.ids(golden)
        record = teacher_force(fixed.parameters, source, target, score=None)
        np.testing.assert_allclose(
            record.log_probabilities[:-1],
            golden["none"]["log_probabilities"],
            atol=2e-3,
        )


@pytest.mark.parametrize("query", ["y", "s"])
@pytest.mark.parametrize("score", SCORES)
def test_each_word_of_the_running_example_looks_at_its_own(
    attention, score, query
):
    words = {"source": ["Tom", "chases", "Jerry"]}
    words["target"] = ["汤姆", "追逐", "杰瑞"]
    source, target = attention.ids(words)
    pair = attend_pair(
        attention.parameters, source, target, score=score, query=query
    )
    assert pair.weights.argmax(-1).tolist() == [0, 1, 2]


@pytest.mark.parametrize("score", SCORES)
def test_the_running_example_is_translated(attention, score):
    source = attention.vocabularies[0].encode(["Tom", "chases", "Jerry"]).ids
    written = translate(attention.parameters, source, score=score)
    words, _ = attention.vocabularies[1].target_words(written.ids.tolist())
    assert join_words(words).startswith("汤姆")
    assert "杰瑞" in words


def test_only_cosine_has_a_scale_of_its_own(attention):
    for query in ("y", "s"):
        assert set(attention.card["scales"][query]) == {"cosine"}


@pytest.mark.parametrize("name", ["attention", "fixed"])
def test_what_ships_is_small(name):
    files = list(MODELS.glob(f"{name}.*"))
    assert len(files) == 4
    assert sum(file.stat().st_size for file in files) <= LIMIT


@pytest.mark.parametrize("name", ["attention", "fixed"])
def test_the_card_names_its_source_and_no_path_of_a_machine(name):
    text = (MODELS / f"{name}.json").read_text(encoding="utf-8")
    assert "tatoeba.org (CC BY 2.0 FR)" in text
    assert "/work" not in text
    assert "/home" not in text
