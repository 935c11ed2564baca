"""State in the address: links open the same picture, bad ones say so."""

import pytest
from streamlit.testing.v1 import AppTest

from ui.address import Choice, Number, Position, Switch


def script() -> None:
    import streamlit as st

    from ui.address import Choice, Number, Position, Switch, complaints, follow
    from ui.inputs import choose, named, slide, switch

    fields = {
        "score": Choice(
            ("dot", "cosine", "general"),
            st.session_state.get("default", "dot"),
        ),
        "temperature": Number(0, 5, 0.05, 1),
        "characters": Switch(),
        "i": Position(),
        "language": Choice(("en", "zh"), "en"),
    }
    follow(st.session_state.get("page", "attention"), fields)
    for sentence in complaints(fields):
        st.warning(sentence)
    choose("attention", "score", named("functions", fields["score"].options))
    slide("attention", "temperature", fields["temperature"])
    switch("attention", "characters")
    st.number_input("i", key="i", value=None, min_value=1)


def run(**address) -> AppTest:
    at = AppTest.from_function(script, default_timeout=30)
    for key, value in address.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    return at


def state(at: AppTest) -> tuple:
    keys = ("score", "temperature", "characters", "i")
    return tuple(at.session_state[key] for key in keys)


def test_without_an_address_there_are_the_defaults() -> None:
    at = run()
    assert state(at) == ("dot", 1.0, False, None)
    assert at.query_params == {}


def test_a_link_sets_the_widgets() -> None:
    at = run(score="cosine", temperature="0.35", characters="on", i="3")
    assert state(at) == ("cosine", 0.35, True, 3)
    assert at.segmented_control(key="score").value == "cosine"
    assert not at.warning


def test_widgets_write_the_address_and_leave_defaults_out() -> None:
    at = run(score="cosine", other="kept")
    at.slider(key="temperature").set_value(0.5).run()
    at.toggle(key="characters").set_value(True).run()
    at.segmented_control(key="score").set_value("dot").run()
    said = {key: at.query_params[key] for key in at.query_params}
    assert said == {
        "temperature": "0.5",
        "characters": "on",
        "other": "kept",
    }


def test_the_address_is_the_same_in_both_languages() -> None:
    english, chinese = run(score="cosine"), run(score="cosine", language="zh")
    assert english.query_params["score"] == chinese.query_params["score"]
    assert english.segmented_control(key="score").options[1] == "cosine"
    assert chinese.segmented_control(key="score").options[1] == "余弦"


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("score", "banana", "one of dot, cosine, general"),
        ("score", "余弦", "one of dot"),
        ("score", "", "one of dot"),
        ("temperature", "hot", "a number from 0 to 5"),
        ("temperature", "nan", "a number from 0 to 5"),
        ("temperature", "-1", "a number from 0 to 5"),
        ("temperature", "1e999", "a number from 0 to 5"),
        ("characters", "maybe", "one of on, off"),
        ("i", "0", "a position, counted from 1"),
        ("i", "-3", "a position"),
        ("i", "1.5", "a position"),
        ("i", "²", "a position"),
        ("i", "9" * 5000, "a position"),
    ],
)
def test_a_bad_value_gets_a_sentence_and_the_default(key, value, words) -> None:
    at = run(**{key: value})
    assert state(at) == ("dot", 1.0, False, None)
    assert len(at.warning) == 1
    assert words in at.warning[0].value
    assert key not in at.query_params


def test_a_bad_value_is_shown_without_markup_and_not_at_length() -> None:
    at = run(score="$x$ *b* :cat:\n<b>" + "y" * 5000)
    said = at.warning[0].value
    assert r"\$x\$ \*b\* \:cat\:" in said
    assert len(said) < 200


def test_the_sentence_goes_when_another_value_is_chosen() -> None:
    at = run(score="banana", temperature="hot")
    assert len(at.warning) == 2
    at.segmented_control(key="score").set_value("general").run()
    assert len(at.warning) == 1
    assert "temperature" in at.warning[0].value


def test_choices_stay_when_another_page_is_opened() -> None:
    at = run(score="cosine")
    at.session_state["page"] = "scores"
    del at.query_params["score"]
    at.run()
    assert state(at)[0] == "cosine"
    assert at.query_params["score"] == "cosine"


def test_what_another_page_calls_by_the_same_name_is_no_bad_value() -> None:
    at = run()
    at.session_state["page"] = "self_attention"
    at.session_state["score"] = "rollout"
    at.run()
    assert state(at)[0] == "dot"
    assert not at.warning


def test_the_default_of_another_page_is_no_choice() -> None:
    at = run()
    at.session_state["page"] = "scores"
    at.session_state["default"] = "cosine"
    at.run()
    assert state(at)[0] == "cosine"
    assert at.query_params == {}


def test_an_address_within_the_session_counts_on_another_page() -> None:
    at = run(score="cosine")
    at.session_state["page"] = "scores"
    at.query_params["score"] = "general"
    at.run()
    assert state(at)[0] == "general"


def test_back_takes_the_address_and_not_the_widgets(monkeypatch) -> None:
    at = run()
    at.segmented_control(key="score").set_value("general").run()
    monkeypatch.setattr("ui.address._is_history_navigation", lambda: True)
    at.query_params["score"] = "cosine"
    at.run()
    assert state(at)[0] == "cosine"


@pytest.mark.parametrize(("label", "position"), [("6 · cat", 6), ("cat", None)])
def test_the_label_of_a_word_that_has_changed_is_a_position(
    label, position
) -> None:
    at = AppTest.from_function(without_widgets, default_timeout=30).run()
    at.session_state["i"] = label
    at.run()
    assert not at.exception
    assert at.session_state["i"] == position


def without_widgets() -> None:
    from ui.address import Position, follow

    follow("attention", {"i": Position()})


def test_numbers_are_brought_to_a_step() -> None:
    field = Number(0, 5, 0.05, 1)
    assert field.read("0.333") == 0.35
    assert field.write(0.35) == "0.35"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (Choice(("a", "b"), "a"), "b"),
        (Number(0, 5, 0.05, 1), 0.15),
        (Switch(), True),
        (Position(), 12),
    ],
)
def test_what_is_written_is_read_again(field, value) -> None:
    assert field.read(field.write(value)) == value
