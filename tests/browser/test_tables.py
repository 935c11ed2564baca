"""Tables typed into by keyboard: no edit is lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.tools import wait_until_still

pytestmark = pytest.mark.browser


def type_into(page, table: int, row: int, column: int, typed: str) -> None:
    """Choose a cell by a click and type, as a visitor does."""
    canvas = page.get_by_test_id("stDataFrame").nth(table)
    width = canvas.bounding_box()["width"]
    x = width * (column + 0.5) / 3  # names, then two columns
    canvas.click(position={"x": x, "y": 35 * (row + 1) + 17})
    page.keyboard.type(typed)
    page.keyboard.press("Enter")


def test_two_edits_in_a_row_are_both_kept(visit) -> None:
    page = visit("/scores")
    expect(page.get_by_test_id("stDataFrame").first).to_be_visible()
    type_into(page, 0, 0, 1, "5")
    type_into(page, 0, 0, 1, "7")  # the same cell again, at once
    type_into(page, 0, 0, 2, "-3")
    type_into(page, 1, 2, 1, "9")
    page.wait_for_url(re.compile("q=7%2C-3.*|.*q=7,-3.*"))
    page.wait_for_url(re.compile("[?&]k=[^&]*9"))
    wait_until_still(page)
    expect(page.locator(".st-key-pencil")).to_contain_text("7")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url(re.compile("^(?!.*[?&]k=)"))  # the key is as it was
    assert "q=7" in page.url


def test_a_typed_table_comes_back_from_its_address(visit) -> None:
    page = visit("/scores?q=7,-3&function=gaussian")
    pencil = page.locator(".st-key-pencil")
    expect(pencil).to_contain_text("7")
    text = pencil.inner_text()
    assert "σ" not in text or "2" in text
    assert "q=7" in page.url
