"""Tables typed by hand: cells, undo, and whose they are."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from ui.cells import Table, parse_number, reason, understood, with_cell


def two_lessons(lesson: str) -> None:
    """A page with a table; the other lesson has one of the same name."""
    import streamlit as st

    from ui.cells import Table
    from ui.state import Lesson
    from ui.tables import (
        edit_buttons,
        link,
        numbers,
        table_editor,
        take_typed,
    )

    chosen = st.session_state.get("chosen", lesson)
    here = Lesson(chosen, own={"w": Table((("1", "2"), ("3", "x")))})
    here.follow()
    take_typed(here)
    edit_buttons(here)
    table_editor(here, "w", (2, 2), title="W")
    found, sentences = numbers(here, "w", (2, 2), "W")
    for sentence in sentences:
        st.warning(sentence)
    st.slider(
        "s", -9.0, 9.0, **link(here, "s", ("w", 0, 0), float(found[0, 0]))
    )
    st.json({"cells": here["w"], "numbers": found.tolist()})


def open_page(lesson: str = "scores") -> AppTest:
    app = AppTest.from_function(two_lessons, kwargs={"lesson": lesson})
    return checked(app.run())


def checked(app: AppTest) -> AppTest:
    assert [error.value for error in app.exception] == []
    return app


def shown(app: AppTest) -> list[str]:
    return [cell.value for cell in app.text_input]


def read(app: AppTest) -> np.ndarray:
    import json

    return np.array(json.loads(app.json[0].value)["numbers"])


def type_into(app: AppTest, k: int, typed: str) -> AppTest:
    return checked(app.text_input[k].set_value(typed).run())


def go_to(app: AppTest, lesson: str) -> None:
    """Choose a lesson in the menu: a new address without fields."""
    app.session_state["chosen"] = lesson
    app.query_params.clear()
    checked(app.run())


def test_a_typed_cell_counts_at_once_and_stands_in_the_address() -> None:
    app = type_into(open_page(), 1, "7,5")
    assert read(app)[0].tolist() == [1, 7.5]
    assert shown(app)[:2] == ["1", "7,5"]
    assert "".join(app.query_params["w"]) == "1,7%2C5;3,x"


def test_of_a_bad_cell_the_last_good_number_counts() -> None:
    app = open_page()
    assert read(app)[1].tolist() == [3, 0]  # nothing good stood there yet
    app = type_into(type_into(app, 3, "4"), 3, "1e308")
    assert read(app)[1].tolist() == [3, 4]
    assert shown(app)[3] == "1e308"
    assert ["1e308" in warning.value for warning in app.warning] == [True]


def test_each_edit_can_be_undone_and_so_can_reset() -> None:
    app = type_into(type_into(open_page(), 0, "5"), 0, "6")
    for typed in ("5", "1"):
        checked(app.button(key="scores.undo").click().run())
        assert shown(app)[0] == typed
    assert app.button(key="scores.undo").disabled
    type_into(app, 0, "8")
    checked(app.button(key="scores.reset").click().run())
    assert shown(app)[0] == "1"
    assert app.button(key="scores.reset").disabled
    checked(app.button(key="scores.undo").click().run())
    assert shown(app)[0] == "8"


def test_two_widgets_of_one_cell_follow_each_other() -> None:
    app = open_page()
    checked(app.slider[0].set_value(-2.5).run())
    assert shown(app)[0] == "-2.5"
    type_into(app, 0, "4")
    assert app.slider[0].value == 4


def test_a_table_of_another_lesson_is_another_table() -> None:
    app = type_into(open_page("scores"), 0, "5")
    go_to(app, "softmax")
    assert shown(app)[0] == "1"
    assert app.button(key="softmax.undo").disabled
    type_into(app, 0, "6")
    go_to(app, "scores")
    assert shown(app)[0] == "5"
    checked(app.button(key="scores.undo").click().run())
    assert shown(app)[0] == "1"


def test_all_that_is_kept_stands_under_the_name_of_the_lesson() -> None:
    app = type_into(open_page(), 0, "5")
    kept = set(app.session_state)
    foreign = {key for key in kept if not key.startswith("scores.")}
    assert foreign <= {"_state", "language", "screen"}


@pytest.mark.parametrize("typed", ["1.5", " 1,5 ", "15e-1", "+1.5"])
def test_numbers_are_read_as_they_are_typed(typed) -> None:
    assert parse_number(typed) == 1.5


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "nothing is typed"),
        ("a$b", r"“a\$b” is no number"),
        ("nan", "not a number"),
        ("-inf", "is infinite"),
        ("1e308", "too large"),
    ],
)
def test_what_is_no_number_is_told_why(typed, words) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011  (a key of a text)
        parse_number(typed)
    assert words in reason(typed, error.value)


def test_a_smaller_table_is_completed() -> None:
    field = Table((("1", "2", "3"), ("4", "5", "6")))
    assert field.read("7,8") == (("7", "8", "3"), ("4", "5", "6"))


@pytest.mark.parametrize("raw", ["1,2;3", "1;2;3", "1,2,3,4"])
def test_a_table_that_does_not_fit_is_refused(raw) -> None:
    with pytest.raises(ValueError, match=r"^$"):
        Table((("1", "2", "3"), ("4", "5", "6"))).read(raw)


def test_what_is_not_plain_is_shown_as_understood() -> None:
    (said,) = understood(["1", "0,5", "１", "x", "1/4"])
    assert said == r"Read as: “0\,5” = 0.5, “１” = 1, “1\/4” = 0.25."
    assert understood(["1", "-2.5", "\u22121", "x"]) == []


SMALL = (("1", "2", "3"), ("4", "5", "6"))


@pytest.mark.parametrize(
    ("place", "typed", "table"),
    [
        ((0, 0), "0,5", (("0,5", "2", "3"), ("4", "5", "6"))),
        ((0, 1), "8\t9", (("1", "8", "9"), ("4", "5", "6"))),
        ((0, 0), "[[7,8],[9,0]]", (("7", "8", "3"), ("9", "0", "6"))),
        ((1, 1), "1 2 3", (("1", "2", "3"), ("4", "1 2 3", "6"))),
        ((1, 2), "[[1],[2]]", (("1", "2", "3"), ("4", "5", "[[1],[2]]"))),
        ((0, 0), "", (("", "2", "3"), ("4", "5", "6"))),
        ((0, 0), "two", (("two", "2", "3"), ("4", "5", "6"))),
    ],
)
def test_a_pasted_block_fills_the_cells_or_stays(place, typed, table) -> None:
    assert with_cell(SMALL, *place, typed) == table


def test_a_block_pasted_on_the_page_counts_and_is_undone() -> None:
    app = type_into(open_page(), 0, "[[7, 8], [9, 0.5]]")
    assert shown(app)[:2] == ["7", "8"]
    checked(app.button(key="scores.undo").click().run())
    assert shown(app)[0] == "1"
