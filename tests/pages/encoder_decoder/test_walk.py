"""The numbers of two ways through a sentence."""

import numpy as np
import pytest

from attention_core import checkpoint
from attention_core.seq2seq import END, teacher_force, translate
from language.sentence import read_sentence
from pages.encoder_decoder.forced import both_walks
from pages.encoder_decoder.view import (
    closeness,
    number_table,
    same_steps,
    walk,
)
from pages.encoder_decoder.words import sum_line
from pairs.models import load_translator
from tests.pages.encoder_decoder.tools import (
    SOURCE,
    page,
    said,
    walks,
    without_attention,
)


def test_a_walk_holds_what_the_core_says(models) -> None:
    left, right = walks()
    for name, way, score in (
        ("fixed", left, None),
        ("attention", right, "dot"),
    ):
        parameters = checkpoint.load(models / f"{name}.npz").seq2seq()
        ids = way.source.pieces.ids
        record = translate(parameters, ids, score=score, max_length=60)
        assert way.record.ids.tolist() == record.ids.tolist()
        np.testing.assert_allclose(way.context, record.context, atol=1e-5)
        np.testing.assert_array_equal(way.summary, record.summary)


def test_the_fixed_c_is_the_same_at_every_step() -> None:
    left, _ = walks()
    assert left.n_steps > 1
    for context in left.context:
        np.testing.assert_array_equal(context, left.summary)


@pytest.mark.parametrize("step", [1, 2, 3])
def test_c_i_can_be_recomputed_from_the_shown_weights_and_annotations(
    step,
) -> None:
    _, right = walks(target="黑 猫 睡觉")
    table = number_table(right, step)
    labels, *columns, context = list(table.values())
    weights = np.array([float(column[0]) for column in columns])
    h = np.array([[float(x) for x in column[1:]] for column in columns])
    shown = np.array([float(value) for value in context[1:]])
    np.testing.assert_allclose(weights @ h, shown, atol=1.0001e-3)
    np.testing.assert_allclose(shown, right.context[step - 1], atol=5.001e-4)
    assert labels[1:] == [str(m + 1) for m in range(len(shown))]


def test_a_forced_target_is_what_is_written() -> None:
    left, right = walks(target="黑 猫 睡觉")
    assert left.names == right.names == ("黑", "猫", "睡觉", "</s>")
    assert left.forced
    assert right.before(3) == ("黑", "猫")


def test_the_probability_of_a_forced_word_is_that_of_the_core(models) -> None:
    _, right = walks(target="黑 猫 睡觉")
    parameters = checkpoint.load(models / "attention.npz").seq2seq()
    ids = right.record.ids.tolist()
    record = teacher_force(
        parameters, right.source.pieces.ids, ids, score="dot", top=9
    )
    for step in range(1, right.n_steps + 1):
        found = right.candidates(step)
        (written,) = [one for one in found if one.written]
        log = record.log_probabilities[step - 1]
        assert written.probability == pytest.approx(np.exp(log), rel=1e-5)
        assert written.name == right.names[step - 1]
        first = record.next_probabilities[step - 1][:3]
        assert [c.probability for c in found[:3]] == pytest.approx(first)


def equal_annotations(arrays) -> None:
    """Let every h_j be the same vector, whatever is read."""
    for side in ("forward", "backward"):
        for gate in "zrn":
            arrays[f"source_encoder.{side}.W_{gate}"] *= 0
            arrays[f"source_encoder.{side}.U_{gate}"] *= 0
        arrays[f"source_encoder.{side}.b_z"] += (
            -arrays[f"source_encoder.{side}.b_z"] - 60
        )
        arrays[f"source_encoder.{side}.b_nh"] *= 0


def ignored_start(arrays) -> None:
    """Let the decoder's state ignore c_0, which differs: C, or zero."""
    d_e = arrays["target_embedding"].shape[1]
    for gate in "zrn":
        arrays[f"decoder.W_{gate}"][d_e:] = 0


def test_with_all_annotations_equal_the_two_columns_agree(models) -> None:
    without_attention(models, equal_annotations, ignored_start)
    left, right = walks()
    assert np.ptp(right.annotations, axis=0).max() == 0
    assert np.abs(right.summary).max() > 0.1
    np.testing.assert_allclose(right.context, left.context, atol=1e-6)
    assert right.names == left.names
    np.testing.assert_allclose(
        right.record.next_probabilities,
        left.record.next_probabilities,
        rtol=1e-4,
    )
    app = page(source=SOURCE)
    assert "All annotations of a system are equal" in said(app)


def test_with_one_source_piece_every_context_is_h_1_and_so_is_c() -> None:
    _, right = walks("cat")
    assert len(right.annotations) == 1
    every = right.annotations.repeat(right.n_steps, 0)
    np.testing.assert_allclose(right.context, every, atol=1e-6)
    np.testing.assert_array_equal(right.summary, right.annotations[0])
    assert "nothing to choose" in said(page(source="cat"))


def test_uniform_attention_makes_equal_contexts_that_are_not_c() -> None:
    _, right = walks(uniform=True)
    np.testing.assert_allclose(right.weights, 1 / len(right.annotations))
    found = closeness(right.summary, right.context)
    np.testing.assert_allclose(found.among, 1)
    assert found.to_summary.max() < 0.99
    text = said(page(source=SOURCE, uniform="on"))
    assert "They do not coincide with $C$" in text


def test_one_word_in_pieces_is_not_called_one_annotation() -> None:
    text = said(page(source="catcat"))
    assert "nothing to choose" not in text
    assert "need not equal $C$" in text


def test_cosines_by_hand() -> None:
    found = closeness(np.array([1.0, 0]), np.array([[0, 2.0], [3, 0], [1, 1]]))
    half = 2**-0.5
    np.testing.assert_allclose(found.to_summary, [0, 1, half])
    np.testing.assert_allclose(found.among, [0, half, half])


@pytest.mark.parametrize(
    ("left", "right", "count"),
    [("ab", "ab", 2), ("ab", "ac", 1), ("abc", "ab", 2), ("b", "ab", 0)],
)
def test_common_steps_are_counted(left, right, count) -> None:
    assert same_steps([*left], [*right]) == count


def test_the_sum_holds_the_heaviest_weights_and_says_there_are_more() -> None:
    line = sum_line([0.0001, 0.75, 0.0, 0.2499], 5)
    assert r"& = 0.750\, h_{2} + 0.250\, h_{4} + \dots \end" in line
    assert r"& = 1.000\, h_{1} \end" in sum_line([1.0], 3)


def test_the_end_mark_is_a_step_of_its_own() -> None:
    left, _ = walks(target="黑")
    assert left.names == ("黑", "</s>")
    assert left.record.finished
    assert END == 2


def test_what_all_visitors_share_cannot_be_changed() -> None:
    right = walk(load_translator("attention"), SOURCE, score="dot")
    for array in (right.record.weights, right.record.annotations):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    assert isinstance(right.names, tuple)


@pytest.mark.parametrize(
    "typed", ["汤姆👩‍🏫追逐e\u0301杰瑞", "<", "我 été ☃☂☁"]
)
def test_a_forced_target_is_shown_as_typed(typed: str) -> None:
    models = load_translator("fixed"), load_translator("attention")
    target = read_sentence(typed, models[1].target)
    assert "<unk>" in target.pieces.strings
    for way in both_walks(models, SOURCE, target, ("dot", False)):
        *names, end = way.names
        assert end == "</s>"
        unknown = [name == "<unk>" for name in target.pieces.strings]
        assert [name.endswith("†") for name in names] == unknown
        if len(target.words) == len(names):  # each word is one piece
            assert [name.removesuffix("†") for name in names] == target.words
        for step in range(1, len(way.names) + 1):
            written = [c for c in way.candidates(step) if c.written]
            assert [c.name for c in written] == [way.names[step - 1]]
