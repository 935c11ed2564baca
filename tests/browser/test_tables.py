"""Tables typed into by keyboard: no edit is lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.tools import wait_until_still

pytestmark = pytest.mark.browser


def shows(page, key: str, typed: str) -> None:
    """Wait until a cell shows a text, and nothing is on its way."""
    wanted = cell(page, key).and_(page.locator(f"[value='{typed}']"))
    expect(wanted).to_have_count(1)
    wait_until_still(page)
    expect(cell(page, key)).to_have_value(typed)


def cell(page, key: str):
    name, row, column = key.split("_")
    label = f"{name}, row {row}, column {column}"
    return page.get_by_label(label, exact=True)


def test_two_edits_of_a_cell_in_a_row_are_both_kept(visit) -> None:
    page = visit("/scores")
    for typed in ("5", "7"):  # the same cell again, at once
        cell(page, "q_1_1").fill(typed)
        page.keyboard.press("Enter")
    cell(page, "q_1_2").fill("-3")  # left by a click on another one
    cell(page, "k_3_1").click()
    page.keyboard.press("Control+A")
    page.keyboard.type("9")
    page.keyboard.press("Tab")
    page.wait_for_url(re.compile("[?&]k=[^&]*9.*[?&]q=7(,|%2C)-3"))
    for key, typed in (("q_1_1", "7"), ("q_1_2", "-3"), ("k_3_1", "9")):
        shows(page, key, typed)
    for gone in ("k_3_1", "q_1_2"):  # the last edit, then the one before
        page.get_by_role("button", name="Undo").click()
        shows(page, gone, "1")
    shows(page, "q_1_1", "7")


def test_a_typed_table_comes_back_from_its_address(visit) -> None:
    page = visit("/scores?q=7,-3")
    shows(page, "q_1_1", "7")
    shows(page, "q_1_2", "-3")


def test_what_is_no_number_stays_typed_and_is_named(visit) -> None:
    page = visit("/scores")
    cell(page, "q_1_1").fill("1e308")
    page.keyboard.press("Enter")
    warning = page.get_by_test_id("stAlert")
    expect(warning).to_contain_text("1e308")
    shows(page, "q_1_1", "1e308")
