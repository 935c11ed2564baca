"""The page of exercises: answer, verdict, hint, full line, results."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from exercises.kinds import KINDS, make_task
from tests.exercises.forms import typed
from texts.shown import read_content

ROOT = Path(__file__).parents[3]


def said(page: str, key: str, language: str = "en") -> str:
    return read_content(f"texts/{page}")[key][language]


def open_page(**address: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    app.switch_page("pages/exercises/page.py")
    for name, value in address.items():
        app.query_params[name] = value
    return healthy(app.run())


def healthy(app: AppTest) -> AppTest:
    assert [error.value for error in app.exception] == []
    assert [error.value for error in app.error] == []
    return app


def task_of(app: AppTest):
    return make_task(
        app.selectbox(key="exercises.kind").value,
        app.text_input(key="exercises.seed").value,
        app.number_input(key="exercises.number").value,
    )


def button(app: AppTest, label: str):
    (found,) = (one for one in app.button if one.label == label)
    return found


def box_of(app: AppTest, kind: str = "text_input"):
    """The place for the answer."""
    (box,) = (one for one in app.get(kind) if ".answer." in str(one.proto.id))
    return box


def answer(app: AppTest, value: str, kind: str = "text_input") -> None:
    box_of(app, kind).set_value(value)
    healthy(button(app, said("practice", "check")).click().run())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_kind_is_asked_in_both_languages(language) -> None:
    app = open_page(kind=next(iter(KINDS)), language=language)
    for kind in KINDS:
        shown = [one.value for one in app.markdown]
        ask = said("tasks", f"{kind}_ask", language)
        blanks = task_of(app).blanks
        assert (ask.format(**blanks) if blanks else ask) in shown
        healthy(app.button(key="exercises.next_kind").click().run())
    assert app.selectbox(key="exercises.kind").value == next(iter(KINDS))


@pytest.mark.parametrize("kind", ["dot", "weighted_values", "read_heatmap"])
def test_a_right_answer_is_right(kind) -> None:
    app = open_page(kind=kind)
    task = task_of(app)
    answer(app, typed(task.answer, task.decimals, 1))
    assert [one.value for one in app.success] == ["Right."]


def test_a_likely_mistake_is_named_then_comes_a_hint_then_the_line() -> None:
    app = open_page(kind="scaled_dot", seed="7")
    task = task_of(app)
    wrong = typed(task.mistakes["forgot_root_d"], 2, 0)
    name = said("tasks", "mistake_forgot_root_d")
    hint = f"Hint: {said('tasks', 'scaled_dot_hint')}"
    line = task.written[0]
    for hints, lines in ((0, 0), (1, 0), (1, 1)):
        answer(app, wrong)
        assert [one.value for one in app.warning] == [f"Not yet. {name}"]
        assert [one.value for one in app.info] == [hint] * hints
        assert [line in one.value for one in app.latex].count(True) == lines
    answer(app, typed(task.answer, 2, 0))
    assert app.success
    assert "solved on your own: 0" in app.expander[0].label


def test_hint_and_line_can_be_asked_for() -> None:
    app = open_page(kind="cosine")
    healthy(button(app, "Hint").click().run())
    assert [one.value for one in app.info] == [
        f"Hint: {said('tasks', 'cosine_hint')}"
    ]
    healthy(button(app, "The full line").click().run())
    assert any(task_of(app).written[0] in one.value for one in app.latex)


def test_what_is_no_number_is_not_counted() -> None:
    app = open_page(kind="dot")
    answer(app, "many")
    assert [one.value for one in app.info] == [
        said("practice", "cannot_no_number")
    ]
    assert not app.warning
    assert not app.expander


def test_an_option_is_chosen_and_checked() -> None:
    app = open_page(kind="which_query", seed="3")
    task = task_of(app)
    wrong = next(x for x in task.options if x != task.answer)
    for value, right in ((wrong, False), (task.answer, True)):
        answer(app, value, "button_group")
        assert bool(app.success) == right
        assert bool(app.warning) != right


def test_the_address_makes_the_task_and_next_changes_it() -> None:
    app = open_page(kind="entropy", seed="Ada", number="4")
    assert app.selectbox(key="exercises.kind").value == "entropy"
    first = [one.value for one in app.latex]
    again = open_page(kind="entropy", seed=" ADA", number="4")
    assert [one.value for one in again.latex] == first
    healthy(app.button(key="exercises.again").click().run())
    assert app.query_params["number"] in ("5", ["5"])
    healthy(app.button(key="exercises.next_kind").click().run())
    assert app.query_params["kind"] in ("bad_row", ["bad_row"])
    assert "number" not in app.query_params


def test_the_seed_name_asks_each_visitor_for_a_name() -> None:
    app = open_page(kind="dot", seed="name")
    assert [one.value for one in app.info] == [said("exercises", "who")]
    assert not app.latex
    healthy(app.text_input(key="exercises.name").set_value("Grace").run())
    mine = [one.value for one in app.latex]
    assert mine == [
        one.value for one in open_page(kind="dot", seed="Grace").latex
    ]
    assert mine != [
        one.value for one in open_page(kind="dot", seed="Ada").latex
    ]


def test_results_stay_in_the_session_and_can_be_copied() -> None:
    app = open_page(kind="dot", seed="5")
    answer(app, typed(task_of(app).mistakes["added"], 0, 0))
    answer(app, typed(task_of(app).answer, 0, 0))
    healthy(app.button(key="exercises.next_kind").click().run())
    task = task_of(app)
    answer(app, typed(task.answer, 2, 0))
    assert "Tasks: 2, kinds: 2, solved on your own: 2, of these at once: 1" in (
        app.expander[0].label
    )
    app.session_state["exercises.results"] = True
    healthy(app.run())
    lines = app.code[0].value.splitlines()
    named = said("tasks", "mistake_added")
    assert any(named in one.value for one in app.markdown)
    assert lines[1].split("\t")[1:] == ["5", "1", "1", "solved"]
    assert lines[2].split("\t")[1:] == ["5", "1", "0", "solved"]


def test_a_visitor_finds_the_own_answer_again() -> None:
    app = open_page(kind="dot", seed="5")
    answer(app, "999")
    healthy(app.button(key="exercises.next_kind").click().run())
    healthy(app.selectbox(key="exercises.kind").set_value("dot").run())
    assert box_of(app).value == "999"
    assert app.warning


def test_another_visitor_sees_no_results() -> None:
    answer(open_page(kind="dot"), "999")
    assert not open_page(kind="dot").expander
