"""What the steps show is true of the pair, and of any pair."""

from dataclasses import replace

import numpy as np
import pytest

from attention_core.seq2seq import steer, teacher_force
from pages.lesson import pictures
from pages.lesson.catalog import PICTURES
from pages.lesson.choices import RULES
from pages.lesson.story import read_story
from pages.lesson.view import Scene, likeliest, shares
from pages.lesson.words import BLANKS, fill
from pairs.models import load_translator
from texts.shown import read_content

PAIRS = [
    ("Tom chases Jerry", "汤姆 追逐 杰瑞"),
    ("The dog sees the cat and the cat sees the dog .", ""),
    ("Hello", "zqxj"),
]


@pytest.fixture(params=PAIRS, ids=["example", "repeats", "one_word"])
def scene(request) -> Scene:
    source, target = request.param
    model = load_translator("attention")
    scene = Scene(model, source, target, "scaled_dot")
    return Scene(
        model,
        source,
        target,
        "scaled_dot",
        row=len(scene.names) - 1,
        on=len(scene.keys) - 1,
    )


def ids(scene: Scene) -> tuple[list[int], list[int]]:
    return scene.view.source.pieces.ids, scene.view.target.pieces.ids


def test_words_that_are_not_drawn_are_announced(scene) -> None:
    figure = pictures.sentences(scene, {})
    sides = scene.view.source.words, scene.view.target.words
    is_cut = max(map(len, sides)) > pictures.MOST_BOXES
    assert bool(figure.layout.meta["notes"]) == is_cut
    assert len(figure.layout.meta) > 1  # colors for the dark are kept


def test_without_attention_every_word_gets_the_same(scene) -> None:
    rows = pictures.same_context(scene, {}).data[0].z
    assert len(rows) == len(scene.names)
    assert np.array_equal(rows, np.repeat(rows[:1], len(rows), axis=0))


def test_with_attention_every_word_gets_its_own_weighted_sum(scene) -> None:
    rows = np.array(pictures.own_contexts(scene, {}).data[0].z)
    p = scene.model.parameters
    made = teacher_force(p, *ids(scene), score="scaled_dot")
    expected = made.weights @ made.annotations
    assert np.allclose(rows, expected[: len(rows)], atol=1e-5)
    if len(scene.keys) > 1:
        assert np.ptp(rows, axis=0).max() > 0.01


def test_each_half_of_c_stands_in_an_outer_annotation(scene) -> None:
    *rows, c = np.array(pictures.annotations(scene, {}).data[0].z)
    d = len(c) // 2
    assert np.array_equal(c[:d], rows[-1][:d])
    assert np.array_equal(c[d:], rows[0][d:])


def test_all_weight_on_one_word_is_what_the_decoder_then_gets(scene) -> None:
    given = np.full((scene.row + 1, len(scene.keys)), np.nan)
    given[-1] = 0
    given[-1, scene.on] = 1
    source, target = ids(scene)
    p = scene.model.parameters
    made = steer(p, source, given, score="scaled_dot", target_ids=target)
    (best,) = likeliest(scene.steered, 1)
    assert best == made.next_ids[scene.row, 0]
    share = shares(scene.steered, [best])[0]
    assert share == pytest.approx(made.next_probabilities[scene.row, 0])
    context = scene.steered.context[scene.row]
    assert np.allclose(context, made.annotations[scene.on], atol=1e-6)


def test_both_rows_by_hand_show_the_same_words(scene) -> None:
    scene = replace(scene, row=0)  # which does not look at the last word
    words = likeliest(scene.free, 3)
    words += [k for k in likeliest(scene.steered, 3) if k not in words]
    free, steered = pictures.by_hand(scene, {}).data
    p, top = scene.model.parameters, len(scene.model.target)
    made = teacher_force(p, *ids(scene), score="scaled_dot", top=top)
    row = made.next_ids[scene.row], made.next_probabilities[scene.row]
    known = dict(zip(*(array.tolist() for array in row), strict=True))
    assert np.allclose(free.y, [known[k] for k in words])
    assert len(steered.y) == len(words)
    assert sum(steered.y) <= 1 + 1e-5


def test_the_softmax_lesson_shows_a_softmax(scene) -> None:
    by_hand = np.exp(pictures._row(scene) - pictures._row(scene).max())
    by_hand /= by_hand.sum()
    figure = pictures.shifted(scene, {"by": [0, 5]})
    assert all(np.allclose(trace.y, by_hand) for trace in figure.data)
    assert np.allclose(by_hand, scene.view.weights[scene.row])
    cold, warm = pictures.softened(scene, {"temperatures": [1e-9, 1]}).data
    assert max(cold.y) == pytest.approx(1)
    assert np.allclose(warm.y, by_hand)


def test_rows_of_self_attention_sum_to_one(scene) -> None:
    sentence, heads = scene.heads
    assert heads.shape[2:] == (len(sentence.words),) * 2
    assert np.allclose(heads.sum(axis=-1), 1, atol=1e-5)


@pytest.mark.parametrize("story", ["attention", "softmax"])
def test_every_step_can_be_drawn_and_said_of_every_pair(scene, story) -> None:
    for step in read_story(story, RULES).steps:
        figure = PICTURES[step.picture].figure(scene, step.settings)
        assert figure.data or figure.layout.shapes
        for entry in (step.title, step.says, step.do):
            for said in entry.values():
                assert not [
                    b for b in BLANKS if f"{{{b}}}" in fill(said, scene)
                ]


def test_what_is_typed_is_no_markup_in_a_text() -> None:
    model = load_translator("attention")
    scene = Scene(model, "*Tom* $x$ :cat:", "<b> $y$", "dot")
    said = fill("{source} $a_{i}$ {word}", scene)
    assert said.startswith(r"\*Tom\* \$x\$ \:cat\: $a_{i}$ ")
    assert r"\<b\>" in fill("{target}", scene)


GIVEN = {"rows": ["a"], "columns": ["b", "c"], "weights": [[0.5, 0.5]]}


@pytest.mark.parametrize("name", [*PICTURES])
def test_every_picture_can_be_drawn_and_told(scene, name) -> None:
    picture = PICTURES[name]
    settings = picture.read(GIVEN if name == "given" else {})
    figure = picture.figure(scene, settings)
    assert figure.data or figure.layout.shapes
    for said in read_content("texts/lesson")[f"alt_{name}"].values():
        assert "{" not in fill(said, scene, quote=lambda _: "x")
