"""What the lesson says about the models that ship is computed here."""

import re

import numpy as np
import pytest

from attention_core.heads import by_distance
from pages.self_attention import distance
from pages.self_attention.habits import for_others, habits
from pages.self_attention.reading import Options
from pages.self_attention.view import self_view
from pairs.models import FOLDER_VARIABLE, load_reader, load_translator
from texts.shown import read_content
from ui.inputs import examples

TEXTS = read_content("texts/self_attention")
# Each stands for two sentences that differ in one word, which says whom the
# pronoun means: the first noun or the second.
LINES = """\
it animal street
The animal did not cross the street because it was too tired/wide .
it trophy suitcase
The trophy did not fit into the suitcase because it was too big/small .
it ball window
The ball broke the window because it was too hard/thin .
he boy son
The boy could not lift his son because he was too weak/heavy .
it truck bus
The truck passed the bus because it was fast/slow .
it cat fish
The cat did not eat the fish because it was too full/old .
it dog river
The dog did not cross the river because it was too tired/deep .
it car garage
The car did not go into the garage because it was too big/small .
she teacher student
The teacher helped the student because she was kind/lost .
it book shelf
The book did not fit on the shelf because it was too big/full .
it man house
The man did not buy the house because it was too poor/expensive .
it horse apple
The horse did not eat the apple because it was too tired/green .
""".splitlines()
TWINS = dict(zip(LINES[1::2], LINES[::2], strict=True))


@pytest.fixture
def shipped(monkeypatch):
    monkeypatch.delenv(FOLDER_VARIABLE)
    return load_reader("transformer"), load_translator("attention")


def view_of(models, typed):
    return self_view(*models, typed, Options())


@pytest.mark.parametrize("example", examples("self_attention"))
def test_on_every_example_heads_look_at_the_neighbors(shipped, example):
    """The note of "Neighbors": "not less than four times", for all examples."""
    found = habits(view_of(shipped, example["sentence"]))
    assert [habit.name for habit in found] == ["previous", "following"]
    for habit in found:
        assert habit.share > 4 * habit.even
        if habit.even > 0.05:  # sentences of up to twenty words
            assert 0.25 < habit.share < 0.55


def both(twins):
    """The two sentences: "too tired/wide ." is "too tired ." or "wide"."""
    start, choice, end = re.fullmatch(r"(.* )(\S+/\S+)( .)", twins).groups()
    return [start + word + end for word in choice.split("/")]


def right_of_24(models):
    """How often each head gives the noun that is meant more weight."""
    right = np.zeros((3, 6), int)
    for twins, words in TWINS.items():
        for is_second, typed in enumerate(both(twins)):
            view = view_of(models, typed)
            i, a, b = (view.words.index(word) for word in words.split())
            weights = view.word_weights[:, :, i]
            right += (weights[..., a] > weights[..., b]) != bool(is_second)
    return right


def test_every_head_is_at_chance_at_pronouns(shipped):
    """The note of "too tired": "11 to 13 right of 24", in both languages."""
    right = right_of_24(shipped)
    low, high, all_ = right.min(), right.max(), 2 * len(TWINS)
    assert (low, high, all_) == (11, 13, 24)
    notes = [e["note"] for e in examples("self_attention")]
    note = next(n for n in notes if "Where it fails" in n["en"])
    assert f"{right.size} heads" in note["en"]
    assert f"{low} to {high} right of {all_}" in note["en"]
    assert f"{right.size} 个头" in note["zh"]
    assert f"{all_} 个中对 {low} 到 {high} 个" in note["zh"]


def test_it_looks_more_at_the_street_whoever_is_tired(shipped):
    """The note of "too tired": "the street gets more weight"."""
    typed, _ = both(next(iter(TWINS)))
    assert typed in [e["sentence"] for e in examples("self_attention")]
    view = view_of(shipped, typed)
    i, a, b = (view.words.index(w) for w in ("it", "animal", "street"))
    largest = view.word_weights[:, :, i].max(axis=(0, 1))
    assert largest[a] < largest[b]
    assert largest[a] < for_others(view, i, a)


def test_the_transformer_reaches_far_and_the_recurrent_encoder_does_not(
    shipped,
):
    typed = examples("self_attention")[-1]["sentence"]
    view = view_of(shipped, typed)
    gru, transformer = distance.reach(shipped, typed, view, (0, 0)).influences
    expected = [0.263, 0.026, 0.0014, 0.0002]
    np.testing.assert_allclose(gru[[0, 5, 20, 30]], expected, rtol=0.07)
    expected = [0.397, 0.014, 0.012, 0.011]
    np.testing.assert_allclose(transformer[[0, 5, 20, 30]], expected, rtol=0.1)


def test_eight_directions_are_close_to_all_of_them(shipped):
    reader, _ = shipped
    typed = "The dog sees the cat ."
    some, exact = (
        distance.transformer_influence(reader, "claims", typed, directions)
        for directions in (distance.DIRECTIONS, None)
    )
    shares = [
        by_distance(m / m.sum(axis=1, keepdims=True)) for m in (some, exact)
    ]
    np.testing.assert_allclose(*shares, rtol=0.1)
    d = reader.parameters.embedding.shape[1]
    for language, words in (
        ("en", f"{distance.DIRECTIONS} of {d} directions"),
        ("zh", f"{d} 个方向中的 {distance.DIRECTIONS} 个"),
    ):
        assert words in TEXTS["reach_note"][language]


def test_the_card_counts_layers_and_heads_from_one(shipped):
    card = shipped[0].card
    guided = card["guided_heads"]
    assert all(place["layer"] >= 1 for place in guided.values())
    assert "layer 0" not in str(card["measured"])
    assert "head 0" not in str(card["measured"])
    best = next(iter(card["measured"].values()))["aer"]["en-zh"]
    for way in ("read", "written"):
        place = guided[way]
        named = f"layer {place['layer']} head {place['head']}"
        assert best[f"{way}, best head"][0] == named
