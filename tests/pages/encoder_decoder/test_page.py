"""One fixed C against a c_i for every word: the page and its numbers."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core import checkpoint
from attention_core.seq2seq import END, teacher_force, translate
from pages.encoder_decoder import by_hand, what_if
from pages.encoder_decoder.translation import (
    candidate_table,
    number_table,
    sum_line,
)
from pages.encoder_decoder.view import (
    Candidate,
    closeness,
    make_walk,
    same_steps,
)
from tests.pages.standin import write_standin
from ui.models import FOLDER_VARIABLE, load_translator
from ui.sentence import read_sentence
from ui.texts import read_content

PAGE = str(Path(__file__).parents[3] / "pages" / "encoder_decoder" / "page.py")
SOURCE = "The black cat is sleeping"
LENGTHS = {
    "bins": [[1, 5], [6, 9], [10, 19]],
    "bleu": [31.0, 30.0, 29.0],
    "low": [29.0, 28.0, 26.0],
    "high": [33.0, 32.0, 31.0],
    "pairs": [17, 13, 11],
    "by": {"<=5": 31.0, "6-9": 30.0, ">=10": 29.0},
    "overall": 30.1,
    "samples": 100,
    "command": "python -m training.lengths --model a",
}


def without_attention(folder: Path, *changes) -> None:
    """Write the same system without attention, as the model "fixed"."""
    stored = dict(np.load(folder / "attention.npz"))
    for change in changes:
        change(stored)
    np.savez(folder / "attention.npz", **stored)
    kept = {
        name: array
        for name, array in stored.items()
        if not name.startswith(("attention.", "target_encoder"))
    }
    np.savez(folder / "fixed.npz", **kept)
    for end in ("json", "source.json", "target.json"):
        copied = (folder / f"attention.{end}").read_text(encoding="utf-8")
        (folder / f"fixed.{end}").write_text(copied, encoding="utf-8")


@pytest.fixture(autouse=True)
def models(tmp_path, monkeypatch) -> Path:
    write_standin(tmp_path)
    without_attention(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


def page(**query: str) -> AppTest:
    app = AppTest.from_file(PAGE, default_timeout=120)
    for key, value in query.items():
        app.query_params[key] = value
    app.run()
    assert not app.exception
    return app


def said(app: AppTest) -> str:
    kinds = (app.markdown, app.caption, app.warning, app.info, app.error)
    return "\n".join(element.value for kind in kinds for element in kind)


def walks(source: str = SOURCE, target: str = "", **options):
    """Both walks of a sentence, without the page."""
    found = []
    for name, score in (("fixed", None), ("attention", "dot")):
        model = load_translator(name)
        read = read_sentence(source, model.source)
        ids = read_sentence(target, model.target).pieces.ids or None
        more = options if score else {}
        found.append(make_walk(model, read, ids, score=score, **more))
    return found


# ------------------------------------------------------------------ numbers


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
    assert left.names == right.names == ["黑", "猫", "睡觉", "</s>"]
    assert left.forced
    assert right.before(3) == ["黑", "猫"]


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
    assert "All annotations are equal" in said(app)


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


def test_words_are_escaped_in_the_table_of_next_words() -> None:
    table = candidate_table([Candidate("<b>&", 0.25, True)])
    assert "&lt;b&gt;&amp;" in table
    assert 'class="written"' in table
    assert "width: 25.0%" in table


# ------------------------------------------------------------------ the page


def test_the_page_shows_both_systems_in_both_languages() -> None:
    assert "One fixed $C$" in said(page())
    assert "一个固定的 $C$" in said(page(language="zh"))


def test_buttons_and_slider_move_the_step_and_the_address() -> None:
    app = page(source=SOURCE, forced="黑 猫 睡觉")
    assert app.button(key="back").disabled
    app.button(key="on").click().run()
    app.button(key="on").click().run()
    assert app.slider(key="step").value == 3
    assert app.query_params["step"] == "3"
    assert "Written so far: 黑 猫" in said(app)
    app.button(key="back").click().run()
    assert app.slider(key="step").value == 2
    app.slider(key="step").set_value(4).run()
    assert app.button(key="on").disabled
    assert app.query_params["step"] == "4"


def test_a_step_beyond_the_end_is_answered_by_a_sentence() -> None:
    app = page(source=SOURCE, forced="黑 猫", step="17")
    assert "There is no step 17, only 3" in said(app)
    assert app.slider(key="step").value == 3


@pytest.mark.parametrize("bad", ["0", "-1", "x", "1e9", ""])
def test_a_step_that_is_none_is_answered_by_a_sentence(bad) -> None:
    app = page(step=bad)
    assert "step" in app.warning[0].value
    assert app.slider(key="step").value == 1


def test_an_empty_source_is_answered_by_a_sentence() -> None:
    assert "nothing to translate" in page(source=" ").info[0].value


def test_a_missing_model_is_answered_by_a_sentence(models) -> None:
    (models / "fixed.npz").unlink()
    assert "fixed" in page(source="x").error[0].value


def test_markup_in_a_typed_target_stays_what_it_is() -> None:
    app = page(source="a *b* $c$", forced="*黑* $x$", step="4")
    so_far = [m.value for m in app.markdown if m.value.startswith("Written")]
    assert all("*" not in re.sub(r"\\\*", "", line) for line in so_far)


def test_an_annotation_beyond_the_end_is_answered_by_a_sentence() -> None:
    app = page(source=SOURCE, h="29")
    assert "There is no source word 29, only 5" in said(app)


def test_the_table_of_all_numbers_opens() -> None:
    app = page(source=SOURCE)
    app.session_state["all_numbers"] = True
    app.run()
    assert not app.exception


def test_both_cards_and_the_code_are_there(models) -> None:
    for name in ("fixed", "attention"):
        card = json.loads((models / f"{name}.json").read_text())
        content = json.dumps(card | {"license": f"that of {name}"})
        (models / f"{name}.json").write_text(content)
    app = page()
    app.session_state["card"] = app.session_state["code"] = True
    app.run()
    assert not app.exception
    assert "that of fixed" in said(app)
    assert "that of attention" in said(app)
    assert any("def summarize" in code.value for code in app.code)


def test_a_card_without_lengths_gets_a_sentence() -> None:
    app = page(part="length")
    assert "Not measured yet" in said(app)


def write_lengths(models: Path, attention: dict, fixed: dict) -> None:
    """Put figures by length into both cards."""
    for name, entry in (("attention", attention), ("fixed", fixed)):
        card = json.loads((models / f"{name}.json").read_text())
        content = json.dumps(card | {"lengths": entry})
        (models / f"{name}.json").write_text(content)


@pytest.mark.parametrize("joined", [1, 3])
def test_joined_sentences_are_said_to_be_joined(models, joined) -> None:
    lengths = {"lengths_of_test": {"5": 17, "9": 13}, "joined": joined}
    write_lengths(models, *[LENGTHS | lengths] * 2)
    sentence = "more than 9 words. Beyond that, up to 3 of its sentences"
    assert (sentence in said(page(part="length"))) == (joined > 1)


@pytest.mark.parametrize(
    ("values", "low", "high", "words"),
    [
        ([30.0, 25.0, 14.0], 10.0, 17.0, "The gap opens with length"),
        ([30.0, 25.0, 24.0], 20.0, 27.0, "it is no proof"),
        ([25.0, 27.0, 28.0], 20.0, 29.0, "do not show the widening gap"),
        ([35.0, 31.0, 29.5], 20.0, 30.0, "do not show the widening gap"),
    ],
)
def test_what_the_curves_show_is_said(models, values, low, high, words) -> None:
    lengths = LENGTHS | {"bleu": values}
    lengths |= {"low": [0, 0, low], "high": [99, 99, high]}
    write_lengths(models, LENGTHS, lengths)
    text = said(page(source="cat " * 23, part="length"))
    assert words in text
    assert f"{100 * values[2] / 29:.0f} % in the longest" in text
    assert "23 words, more than any that was measured (up to 19)" in text


def test_the_end_mark_is_a_step_of_its_own() -> None:
    left, _ = walks(target="黑")
    assert left.names == ["黑", "</s>"]
    assert left.record.finished
    assert END == 2


# ------------------------------------------------------------ weights by hand


LECTURE = (("0.6", "0.2", "0.3"), ("0.2", "0.7", "0.1"))


def test_the_weights_of_the_lecture_are_kept_and_flagged() -> None:
    typed = by_hand.read(LECTURE)
    np.testing.assert_array_equal(typed.weights, np.float64(LECTURE))
    (sentence,) = typed.complaints
    assert "Row 1: 0.6 + 0.2 + 0.3 = **1.1**, not 1" in sentence


def test_normalizing_divides_each_row_by_its_sum() -> None:
    cells, said_of_rows = by_hand.normalized(LECTURE)
    assert cells == (("0.5455", "0.1818", "0.2727"), LECTURE[1])
    assert by_hand.read(cells).complaints == said_of_rows == []


@pytest.mark.parametrize("row", [("0", "0"), ("-0.5", "2.5"), ("x", "")])
def test_a_row_that_cannot_be_normalized_is_left_and_named(row) -> None:
    cells, (sentence,) = by_hand.normalized((("1", "3"), row))
    assert cells == (("0.2500", "0.7500"), row)
    assert "Row 2" in sentence


@pytest.mark.parametrize(
    ("cell", "words", "counts"),
    [
        ("-0.5", "column 2: \\-0\\.5 is negative", -0.5),
        ("abc", "column 2: “abc” is no number; 0 counts", 0),
        ("", "column 2 is empty; 0 counts", 0),
        ("nan", "“nan” cannot be computed with", 0),
        ("inf", "“inf” cannot be computed with", 0),
        ("1e9", "only numbers from -1000 to 1000", 0),
    ],
)
def test_an_odd_cell_gets_a_sentence(cell, words, counts) -> None:
    typed = by_hand.read((("1", cell),))
    assert words in typed.complaints[0]
    assert typed.weights[0, 1] == counts


def test_rounded_shares_sum_to_one_and_are_close() -> None:
    rng = np.random.default_rng(5)
    for n in (2, 3, 7, 11):
        weights = rng.dirichlet(np.ones(n))
        shares = [float(s) for s in by_hand.rounded_shares(weights, 3)]
        assert sum(shares) == pytest.approx(1, abs=1e-12)
        np.testing.assert_allclose(shares, weights, atol=1.0001e-3)


def test_a_table_survives_its_way_through_the_address() -> None:
    cells = (("0.5", "a,b;c"), ("", "-1"))
    assert by_hand.from_address(by_hand.to_address(cells), cells) == cells
    assert by_hand.from_address("1,2,3", cells) is None


def by_hand_page(**query: str) -> AppTest:
    pair = {"source": "Tom chases Jerry", "forced": "汤姆 追逐 杰瑞"}
    return page(part="hand", **pair, **query)


def test_the_table_begins_with_the_lecture_and_is_normalized() -> None:
    app = by_hand_page()
    assert "0.6 + 0.2 + 0.3 = **1.1**" in app.warning[0].value
    assert "hand" not in app.query_params
    app.button(key="normalize").click().run()
    assert not app.warning
    assert app.query_params["hand"].startswith("0.5455,0.1818,0.2727;0.2,")
    app.button(key="hand_again").click().run()
    assert "1.1" in app.warning[0].value
    assert "hand" not in app.query_params


def test_a_table_of_another_shape_in_the_address_gets_a_sentence() -> None:
    app = by_hand_page(hand="1,2;3")
    said = [warning.value for warning in app.warning]
    (sentence,) = (one for one in said if "address" in one)
    assert "hand = “1\\,2\\;3”" in sentence
    assert "3 rows of 3 numbers" in sentence


def test_a_table_in_the_address_is_shown() -> None:
    app = by_hand_page(hand="1,0,0;0,1,0;0,0,-1")
    assert "is negative" in app.warning[0].value
    assert "= **-1**" in app.warning[1].value


def test_a_pair_too_large_for_a_table_gets_a_sentence() -> None:
    app = page(source="cat " * 13, part="hand")
    assert "at most 12 steps and 12 source words" in said(app)


# ---------------------------------------------------------------- what if


WORDS = ["the", "dog", "sees", "the", "cat", "."]


def test_shuffling_keeps_the_words_and_the_end() -> None:
    for seed in range(7):
        new = what_if.shuffled(WORDS, seed)
        assert sorted(new) == sorted(WORDS)
        assert new[-1] == "."
        assert new != WORDS
        assert new == what_if.shuffled(WORDS, seed)


def test_nothing_is_shuffled_where_there_is_one_order() -> None:
    assert what_if.shuffled(["no", "no"], 3) == ["no", "no"]
    text = said(page(source="cat cat", part="what_if"))
    assert "shuffling changes nothing" in text


@pytest.mark.parametrize(
    ("change", "end"),
    [
        ("repeat", "the dog dog dog sees the cat ."),
        (
            "append",
            "the old man was reading a book in the garden .",
        ),
        ("lengthen", "and the dog sees the cat ."),
    ],
)
def test_a_change_is_read_by_both_systems(change, end) -> None:
    query = {"times": "2", "change": change, "h": "2"}
    text = said(page(source=" ".join(WORDS), part="what_if", **query))
    shown = re.search(r"Source after the change: (.*)", text)[1]
    assert shown.replace("\\", "").endswith(end)


def test_before_and_after_are_compared_for_the_same_words() -> None:
    left, right = walks()
    for name, before in (("fixed", left), ("attention", right)):
        look = {"score": None if before is left else "dot"}
        model = load_translator(name)
        pair = what_if.compare(model, before, "sleeping is cat", look)
        # A way that was cut off before has no end mark; a forced one has.
        end = [] if before.record.finished else ["</s>"]
        assert pair.same.names == [*before.names, *end]
        a, b = before.context[1], pair.same.context[1]
        wanted = a @ b / np.sqrt((a @ a) * (b @ b))
        assert pair.cosines[1] == pytest.approx(wanted)
        assert not pair.after.forced


def test_an_unchanged_source_changes_nothing() -> None:
    _, right = walks()
    model = load_translator("attention")
    pair = what_if.compare(model, right, SOURCE, {"score": "dot"})
    np.testing.assert_allclose(pair.cosines, 1)


# ----------------------------------------------------------------- presets


@pytest.mark.parametrize("position", range(7))
def test_every_preset_can_be_shown(position) -> None:
    preset = read_content("presets/encoder_decoder")["preset"][position]
    keys = ("source", "forced", "part", "change")
    query = {key: preset[key] for key in keys if key in preset}
    if preset.get("uniform"):
        query["uniform"] = "on"
    app = page(**query)
    assert preset["note"]["en"] in said(app)
