"""State and address: links open the same picture, bad ones say so."""

import pytest
from streamlit.testing.v1 import AppTest

from ui.fields import Choice, Number, Position, Switch, Text, Whole
from ui.state import SHARED, Lesson

DEFAULTS = ("scaled_dot", 1.0, False, None)


def script() -> None:
    """Two lessons with a field of the same name, and shared fields."""
    import streamlit as st

    from ui.fields import Choice, Position, Switch
    from ui.inputs import choose, named, slide, switch, text_box, within
    from ui.state import Lesson

    views = {"attention": ("weights", "scores"), "softmax": ("row", "shift")}
    name = st.session_state.get("page", "attention")
    lesson = Lesson(
        name,
        own={
            "view": Choice(views[name], views[name][0]),
            "characters": Switch(),
            "i": Position(),
        },
        shared=("source", "score", "temperature"),
        defaults={"source": f"the default of {name}"},
    )
    lesson.follow()
    for sentence in lesson.complaints():
        st.warning(sentence)
    place = within(lesson, "i", 5)
    st.text(f"place: {place}")
    text_box(lesson, "source")
    scores = lesson.field("score").options
    choose(lesson, "score", named("functions", scores))
    slide(lesson, "temperature")
    choose(lesson, "view", {view: view for view in views[name]})
    switch(lesson, "characters")
    st.number_input("i", key=lesson.key("i"), value=None, min_value=1)


@pytest.fixture(autouse=True)
def planted_labels(monkeypatch) -> None:
    """Give the planted fields labels of their own."""
    monkeypatch.setattr("ui.inputs.label", lambda _, name: name)


def run(**address) -> AppTest:
    at = AppTest.from_function(script, default_timeout=30)
    for key, value in address.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    return at


def open_lesson(at: AppTest, name: str, **address) -> None:
    """Go to another lesson, as the menu does: with a bare address."""
    for key in [*at.query_params]:
        del at.query_params[key]
    for key, value in address.items():
        at.query_params[key] = value
    at.session_state["page"] = name
    at.run()
    assert not at.exception


def state(at: AppTest) -> tuple:
    keys = ("score", "temperature", "attention.characters", "attention.i")
    return tuple(at.session_state[key] for key in keys)


def address(at: AppTest) -> dict[str, str]:
    return {key: at.query_params[key] for key in at.query_params}


def test_without_an_address_there_are_the_defaults() -> None:
    at = run()
    assert state(at) == DEFAULTS
    assert address(at) == {}


def test_a_link_sets_the_widgets() -> None:
    at = run(score="cosine", temperature="0.35", characters="on", i="3")
    assert state(at) == ("cosine", 0.35, True, 3)
    assert at.segmented_control(key="score").value == "cosine"
    assert not at.warning


def test_widgets_write_the_address_and_leave_defaults_out() -> None:
    at = run(score="cosine", utm_source="mail")
    at.slider(key="temperature").set_value(0.5).run()
    at.toggle(key="attention.characters").set_value(True).run()
    at.text_input(key="source").set_value("Tom & Jerry").run()
    at.segmented_control(key="score").set_value("scaled_dot").run()
    assert address(at) == {
        "temperature": "0.5",
        "characters": "on",
        "source": "Tom & Jerry",
        "utm_source": "mail",
    }


def test_the_address_is_the_same_in_both_languages() -> None:
    english, chinese = run(score="cosine"), run(score="cosine", language="zh")
    assert english.query_params["score"] == chinese.query_params["score"]
    assert english.segmented_control(key="score").options[2] == "cosine"
    assert chinese.segmented_control(key="score").options[2] == "余弦"


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("score", "banana", "one of dot, scaled_dot"),
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
    assert state(at) == DEFAULTS
    assert len(at.warning) == 1
    assert words in at.warning[0].value
    assert key not in at.query_params


def test_a_position_beyond_the_words_is_said_and_leaves_the_address() -> None:
    at = run(i="9")
    assert "was 9, but there are only 5" in at.warning[0].value
    assert at.text[0].value == "place: None"
    assert address(at) == {}


def test_a_bad_value_is_shown_without_markup_and_not_at_length() -> None:
    at = run(score="$x$ *b* :cat:\n<b>" + "y" * 5000)
    said = at.warning[0].value
    assert r"\$x\$ \*b\* \:cat\:" in said
    assert len(said) < 200


def test_a_name_that_the_page_does_not_know_gets_a_sentence() -> None:
    at = run(**{"src": "Tom", "*b*": "x"})
    said = at.warning[0].value
    assert "src" in said
    assert r"\*b\*" in said
    assert "source" in said  # what it knows
    assert address(at) == {}


def test_the_sentence_goes_when_another_value_is_chosen() -> None:
    at = run(score="banana", temperature="hot")
    assert len(at.warning) == 2
    at.segmented_control(key="score").set_value("general").run()
    assert len(at.warning) == 1
    assert "temperature" in at.warning[0].value


def test_what_is_shared_follows_to_another_lesson_with_its_address() -> None:
    at = run(score="cosine")
    at.text_input(key="source").set_value("typed").run()
    open_lesson(at, "softmax")
    assert address(at) == {"score": "cosine", "source": "typed"}


def test_the_default_of_another_lesson_is_no_choice() -> None:
    at = run()
    open_lesson(at, "softmax")
    assert at.session_state["source"] == "the default of softmax"
    assert address(at) == {}


def test_a_choice_that_is_the_default_elsewhere_is_still_a_choice() -> None:
    at = run()
    typed = "the default of softmax"
    at.text_input(key="source").set_value(typed).run()
    open_lesson(at, "softmax")
    assert address(at) == {}
    open_lesson(at, "attention")
    assert at.text_input(key="source").value == typed
    assert address(at) == {"source": typed}


def test_own_fields_of_one_name_are_neither_mixed_up_nor_lost() -> None:
    at = run(view="scores", i="3")
    open_lesson(at, "softmax")
    assert at.session_state["softmax.view"] == "row"
    at.segmented_control(key="softmax.view").set_value("shift").run()
    open_lesson(at, "attention")
    assert address(at) == {"view": "scores", "i": "3"}
    open_lesson(at, "softmax")
    assert address(at) == {"view": "shift"}


def test_an_address_within_the_session_counts_on_another_page() -> None:
    at = run(score="cosine")
    open_lesson(at, "softmax", score="general")
    assert at.session_state["score"] == "general"


def test_back_takes_the_address_and_not_the_widgets(monkeypatch) -> None:
    at = run()
    at.segmented_control(key="score").set_value("general").run()
    at.text_input(key="source").set_value("typed").run()
    monkeypatch.setattr("ui.state._is_history_navigation", lambda: True)
    at.query_params["score"] = "cosine"
    del at.query_params["source"]
    at.run()
    assert at.session_state["score"] == "cosine"
    assert at.session_state["source"] == "the default of attention"
    monkeypatch.setattr("ui.state._is_history_navigation", lambda: False)
    at.session_state["page"] = "softmax"  # what Back took away stays away
    at.query_params.clear()
    at.run()
    assert at.session_state["source"] == "the default of softmax"


@pytest.mark.parametrize(("label", "position"), [("6 · cat", 6), ("cat", None)])
def test_the_label_of_a_word_that_has_changed_is_a_position(
    label, position
) -> None:
    at = AppTest.from_function(without_widgets, default_timeout=30).run()
    at.session_state["attention.i"] = label
    at.run()
    assert not at.exception
    assert at.session_state["attention.i"] == position


def without_widgets() -> None:
    from ui.fields import Position
    from ui.state import Lesson

    Lesson("attention", {"i": Position()}).follow()


def test_a_name_cannot_mean_two_things() -> None:
    with pytest.raises(ValueError, match=r"own fields must not.*: source\."):
        Lesson("a", {"source": Text()})
    with pytest.raises(ValueError, match=r"shared fields must be.*: view\."):
        Lesson("a", {}, shared=("view",))
    with pytest.raises(ValueError, match=r"shared fields must be.*: view\."):
        Lesson("a", {}, defaults={"view": 1})


def test_numbers_are_brought_to_a_step() -> None:
    field = Number(0, 5, 0.05, 1)
    assert field.read("0.333") == 0.35
    assert field.write(0.35) == "0.35"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (Choice(("a", "b"), "a"), "b"),
        (Number(0, 5, 0.05, 1), 0.15),
        (Whole(0, 9999, 1, 7), 1234),
        (Switch(), True),
        (Position(), 12),
        (Text(), "汤姆 & <b>"),
    ],
)
def test_what_is_written_is_read_again(field, value) -> None:
    assert field.read(field.write(value)) == value


@pytest.mark.parametrize("field", SHARED.values(), ids=SHARED)
def test_the_default_of_what_is_shared_is_allowed(field) -> None:
    assert field.read(field.write(field.default)) == field.default
