"""Tables typed into by keyboard: no edit is lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.tools import wait_until_still

pytestmark = pytest.mark.browser


def cell(page, key: str):
    return page.locator(f".st-key-{key} input")


def test_two_edits_of_a_cell_in_a_row_are_both_kept(visit) -> None:
    page = visit("/scores")
    for typed in ("5", "7"):  # the same cell again, at once
        cell(page, "q_1_1").fill(typed)
        page.keyboard.press("Enter")
    cell(page, "q_1_2").fill("-3")  # left by a click on the next one
    cell(page, "k_3_1").click()
    page.keyboard.press("Control+A")
    page.keyboard.type("9")
    page.keyboard.press("Tab")
    page.wait_for_url(re.compile("[?&]k=[^&]*9"))
    wait_until_still(page)
    values = [cell(page, key).input_value() for key in ("q_1_1", "q_1_2")]
    assert [*values, cell(page, "k_3_1").input_value()] == ["7", "-3", "9"]
    assert re.search("[?&]q=7(,|%2C)-3", page.url)
    for gone in ("k_3_1", "q_1_2"):  # the last edit, then the one before
        page.get_by_role("button", name="Undo").click()
        expect(cell(page, gone)).to_have_value("1")
    expect(cell(page, "q_1_1")).to_have_value("7")


def test_a_typed_table_comes_back_from_its_address(visit) -> None:
    page = visit("/scores?q=7,-3")
    expect(cell(page, "q_1_1")).to_have_value("7")
    expect(cell(page, "q_1_2")).to_have_value("-3")


def test_what_is_no_number_stays_typed_and_is_named(visit) -> None:
    page = visit("/scores")
    cell(page, "q_1_1").fill("1e308")
    page.keyboard.press("Enter")
    warning = page.get_by_test_id("stAlert")
    expect(warning).to_contain_text("1e308")
    expect(cell(page, "q_1_1")).to_have_value("1e308")
