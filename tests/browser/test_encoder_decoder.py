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
    expect(slider(page)).to_have_value(str(step))
    wait_until_still(page)
    expect(slider(page)).to_have_value(str(step))


def press_at_last(page, key: str, step: int) -> None:
    """Press the first key of a visit, until the page listens.

    Streamlit's buttons hear keys a moment after the page stands still: in 1
    of 12 visits to a busy machine the browser sent nothing to the server.
    """
    for _ in range(20):
        if slider(page).input_value() == str(step):
            return
        page.keyboard.press(key)
        page.wait_for_timeout(2000)
        wait_until_still(page)
    raise AssertionError(f"{key} was never heard")


def test_a_sentence_is_walked_by_keys(visit) -> None:
    from playwright.sync_api import expect

    page = visit(ADDRESS)
    c = page.locator("[data-chart-key=left]")
    expect(c).to_be_visible(timeout=300_000)
    # Once the last part is there, the keys belong to the buttons that stay.
    expect(page.get_by_text("The code that just ran")).to_be_visible()
    wait_until_still(page)
    press_at_last(page, "ArrowRight", 2)
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


HAND = (
    "/encoder_decoder?source=Tom+chases+Jerry&part=hand&language=en"
    "&hand=0.6,0.2,0.3&forced="
    "%E6%B1%A4%E5%A7%86+%E8%BF%BD%E9%80%90+%E6%9D%B0%E7%91%9E"
)


def weight(page, column: int):
    label = f"weights, row 1, column {column}"
    return page.get_by_label(label, exact=True)


def test_weights_typed_fast_are_all_kept_and_survive_a_reload(visit) -> None:
    from playwright.sync_api import expect

    page = visit(HAND)
    expect(weight(page, 1)).to_have_value("0.6")
    wait_until_still(page)
    for column, typed in ((1, "0.5"), (2, "0.4"), (3, "0.1"), (1, "0.25")):
        weight(page, column).fill(typed)
        page.keyboard.press("Enter")
        page.wait_for_timeout(70)
    page.wait_for_url(re.compile("hand=0.25(,|%2C)0.4(,|%2C)0.1"))
    wait_until_still(page)
    page.reload()
    for column, typed in ((1, "0.25"), (2, "0.4"), (3, "0.1")):
        expect(weight(page, column)).to_have_value(typed)
    page.get_by_role("button", name="Normalize").click()
    page.wait_for_url(re.compile("hand=0.3333"))
    wait_until_still(page)
    page.reload()
    expect(weight(page, 1)).to_have_value("0.3333")
