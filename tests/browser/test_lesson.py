"""The lesson with the keyboard alone, as a presenter holds it."""

import pytest

from pages.lesson.choices import RULES
from pages.lesson.story import read_story
from tests.tools import wait_until_still

pytestmark = pytest.mark.browser

AT = """([step, shown]) => {
  const said = new URLSearchParams(location.search);
  return (said.get("step") ?? "1") === step
    && said.get("shown") === shown;
}"""


def press(page, key: str, step: int, shown: str | None) -> None:
    page.keyboard.press(key)
    page.wait_for_function(AT, arg=[str(step), shown])
    wait_until_still(page)


@pytest.mark.parametrize(
    ("language", "on", "back"),
    [("en", "PageDown", "PageUp"), ("zh", "ArrowRight", "ArrowLeft")],
)
def test_one_key_leads_through_the_whole_lesson(
    visit, language, on, back
) -> None:
    page = visit(f"/lesson?language={language}")
    steps = read_story("attention", RULES).steps
    pictures = page.locator(".js-plotly-plot")
    for number, step in enumerate(steps, 1):
        if number > 1:
            press(page, on, number, None)
        title = f"{number} / {len(steps)}"
        page.get_by_role("heading", level=2).filter(has_text=title).wait_for()
        if step.guess:
            assert pictures.count() == 0
            press(page, on, number, "on")
        pictures.locator(".main-svg").first.wait_for()
        assert page.get_by_test_id("stException").count() == 0
    press(page, back, len(steps) - 1, "on")
    pictures.locator(".main-svg").first.wait_for()


def test_a_step_leads_to_its_laboratory_and_back(visit) -> None:
    page = visit("/lesson?step=9&guess=off&word=1&source=Tom%20sleeps")
    page.evaluate("window.isSameSession = true")
    page.get_by_text("More in the laboratory").click()
    page.wait_for_function("location.pathname === '/encoder_decoder'")
    wait_until_still(page)
    assert "part=hand" in page.url
    assert page.get_by_role("textbox").first.input_value() == "Tom sleeps"
    page.get_by_text("Back to step 9 of the lesson").click()
    page.wait_for_function("location.pathname === '/lesson'")
    wait_until_still(page)
    assert "step=9" in page.url
    assert page.get_by_role("textbox").first.input_value() == "Tom sleeps"
    assert page.evaluate("window.isSameSession")
