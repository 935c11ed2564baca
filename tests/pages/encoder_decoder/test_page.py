"""One fixed C against a c_i for every word: the page."""

import json
import re
from itertools import pairwise

import numpy as np
import pytest

from pages.encoder_decoder.choices import LESSON
from pages.encoder_decoder.view import Candidate, closeness, walk
from pages.encoder_decoder.words import candidate_table
from pairs.models import FOLDER_VARIABLE, load_translator
from tests.pages.encoder_decoder.tools import SOURCE, page, press, said
from texts.shown import read_content


def test_words_are_escaped_in_the_table_of_next_words() -> None:
    table = candidate_table([Candidate("<b>&", 0.25, True)])
    assert "&lt;b&gt;&amp;" in table
    assert 'class="written"' in table
    assert "width: 25.0%" in table


def test_the_page_shows_both_systems_in_both_languages() -> None:
    assert "One fixed $C$" in said(page())
    assert "一个固定的 $C$" in said(page(language="zh"))


def test_buttons_and_slider_move_the_step_and_the_address() -> None:
    app = page(source=SOURCE, forced="黑 猫 睡觉")
    assert app.button(key=LESSON.key("back")).disabled
    press(app, "on")
    press(app, "on")
    assert app.slider(key=LESSON.key("step")).value == 3
    assert app.query_params["step"] == "3"
    assert "Written so far: 黑 猫" in said(app)
    press(app, "back")
    assert app.slider(key=LESSON.key("step")).value == 2
    app.slider(key=LESSON.key("step")).set_value(4).run()
    assert app.button(key=LESSON.key("on")).disabled
    assert app.query_params["step"] == "4"


def test_a_step_beyond_the_end_is_answered_by_a_sentence() -> None:
    app = page(source=SOURCE, forced="黑 猫", step="17")
    assert "There is no step 17, only 3" in said(app)
    assert app.query_params["step"] == "3"
    assert app.slider(key=LESSON.key("step")).value == 3


@pytest.mark.parametrize("bad", ["0", "-1", "x", "1e9", ""])
def test_a_step_that_is_none_is_answered_by_a_sentence(bad) -> None:
    app = page(step=bad)
    assert "step" in app.warning[0].value
    assert app.slider(key=LESSON.key("step")).value == 1


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
    assert "was 29, but there are only 5" in said(app)
    assert "h" not in app.query_params


def test_the_table_of_all_numbers_opens() -> None:
    app = page(source=SOURCE)
    app.session_state[LESSON.key("all_numbers")] = True
    app.run()
    assert not app.exception


def test_both_cards_and_the_code_are_there(models) -> None:
    for name in ("fixed", "attention"):
        card = json.loads((models / f"{name}.json").read_text())
        content = json.dumps(card | {"license": f"that of {name}"})
        (models / f"{name}.json").write_text(content)
    app = page()
    for box in ("card", "code"):
        app.session_state[LESSON.key(box)] = True
    app.run()
    assert not app.exception
    assert "that of fixed" in said(app)
    assert "that of attention" in said(app)
    assert any("def summarize" in code.value for code in app.code)


@pytest.mark.parametrize("position", range(7))
def test_every_example_can_be_shown(position) -> None:
    example = read_content("presets/encoder_decoder")["example"][position]
    keys = ("source", "forced", "part", "change")
    query = {key: example[key] for key in keys if key in example}
    if example.get("uniform"):
        query["uniform"] = "on"
    app = page(**query)
    assert example["note"]["en"] in said(app)


# ------------------------------------------------ what the sentences claim


def shipped(source: str, monkeypatch):
    """Both ways of the models that ship."""
    monkeypatch.delenv(FOLDER_VARIABLE)
    fixed, attention = map(load_translator, ("fixed", "attention"))
    return (
        walk(fixed, source, score=None),
        walk(attention, source, score="scaled_dot"),
    )


def test_one_word_s_two_bars_are_two_vectors_and_said_to_be(
    monkeypatch,
) -> None:
    assert "no copy of those on the right" in said(page(source="cat"))
    left, right = shipped("Hello", monkeypatch)
    assert len(right.annotations) == 1
    for context in right.context:
        np.testing.assert_allclose(context, right.summary, atol=1e-6)
    assert abs(closeness(left.summary, right.context[:1]).to_summary[0]) < 0.5


def test_on_the_left_c_stays_and_the_next_words_change(monkeypatch) -> None:
    first = read_content("presets/encoder_decoder")["example"][0]
    assert "only the next words change" in first["note"]["en"]
    left, right = shipped(first["source"], monkeypatch)
    assert np.ptp(left.context, axis=0).max() == 0
    for before, after in pairwise(range(1, left.n_steps + 1)):
        assert left.candidates(before) != left.candidates(after)
    for before, after in pairwise(right.context):
        assert np.abs(before - after).max() > 1e-3


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_heading_reads_as_a_product(language) -> None:
    headings = [
        m.value for m in page(language=language).markdown if "= g(" in m.value
    ]
    assert len(headings) == 2
    assert not any("·" in heading for heading in headings)
