"""A sentence is walked by keys, and nothing else moves."""

import re

import pytest

from tests.tools import wait_until_still

pytestmark = pytest.mark.browser

ADDRESS = (
    "/encoder_decoder?source=The+black+cat&forced="
    "%E9%BB%91+%E7%8C%AB+%E7%9D%A1%E8%A7%89&language=en"
)


def slider(page):
    return page.locator("[data-testid=stSlider] input").first


def press(page, key: str, step: int) -> None:
    """Press a key and wait for a step."""
    from playwright.sync_api import expect

    page.keyboard.press(key)
    expect(slider(page)).to_have_value(str(step), timeout=60_000)
    wait_until_still(page)
    expect(slider(page)).to_have_value(str(step))


def test_a_sentence_is_walked_by_keys(visit) -> None:
    from playwright.sync_api import expect

    page = visit(ADDRESS)
    c = page.locator("[data-chart-key=left]")
    expect(c).to_be_visible(timeout=60_000)
    press(page, "ArrowRight", 2)
    press(page, "ArrowRight", 3)
    expect(page.get_by_text("黑 猫", exact=False).first).to_be_visible()
    expect(page).to_have_url(re.compile("step=3"))
    press(page, "ArrowLeft", 2)
    slider(page).focus()
    press(page, "ArrowRight", 3)
    page.locator("input[type=text]").first.focus()
    page.keyboard.press("ArrowLeft")  # moves the cursor only
    wait_until_still(page)
    expect(slider(page)).to_have_value("3")
