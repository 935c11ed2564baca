"""Exercises with the keyboard alone, in both languages."""

import pytest

from exercises.kinds import KINDS, make_task
from tests.exercises.forms import typed
from tests.tools import wait_until_still
from texts.shown import read_content

pytestmark = pytest.mark.browser

FOCUSED = "() => document.activeElement?.matches(%r)"
NAMED = "name => document.activeElement?.textContent.trim() === name"
ANSWER = '[data-testid="stForm"] input'


def word(page_name: str, key: str, language: str) -> str:
    return read_content(f"texts/{page_name}")[key][language]


def tab_until(page, condition: str, arg: object = None) -> None:
    for _ in range(80):
        if page.evaluate(condition, arg):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no Tab leads to {condition} {arg}")


def answer(page, said: str) -> None:
    tab_until(page, FOCUSED % ANSWER)
    page.keyboard.press("Control+A")
    page.keyboard.type(said)
    page.keyboard.press("Enter")
    wait_until_still(page)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_student_needs_no_mouse(visit, language) -> None:
    page = visit(f"/exercises?kind=scaled_dot&seed=7&language={language}")
    task = make_task("scaled_dot", "7")
    alert = page.get_by_test_id("stAlert")
    answer(page, typed(task.mistakes["forgot_root_d"], 2, 1))
    mistake = word("tasks", "mistake_forgot_root_d", language)
    alert.filter(has_text=mistake).wait_for()
    answer(page, typed(task.answer, 2, 6))
    alert.filter(has_text=word("practice", "right", language)).wait_for()
    tab_until(page, NAMED, word("exercises", "next_kind", language))
    page.keyboard.press("Enter")
    page.wait_for_function("location.search.includes('kind=cosine')")
    wait_until_still(page)
    ask = word("tasks", "cosine_ask", language)
    page.get_by_text(ask, exact=True).wait_for()
    assert list(KINDS).index("cosine") == list(KINDS).index("scaled_dot") + 1


def test_a_clicked_cell_is_an_answer(visit) -> None:
    page = visit("/exercises?kind=read_heatmap&seed=2")
    row, column = make_task("read_heatmap", "2").answer
    plot = page.locator(".js-plotly-plot .nsewdrag")
    box = plot.bounding_box()
    plot.click(
        position={
            "x": box["width"] * (column - 0.5) / 4,
            "y": box["height"] * (row - 0.5) / 4,
        }
    )
    page.get_by_test_id("stAlert").filter(has_text="Right.").wait_for()
    assert page.locator(ANSWER).input_value() == f"{row:g}, {column:g}"
