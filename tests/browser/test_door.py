"""Where the page stays gray, it is said why; loading is said at once."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PATIENCE
from tests.tools import wait_until_still
from texts.shown import read_content

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
SAID = read_content("texts/door")


def close(page: "Page") -> None:
    page.route_web_socket("**/*", lambda socket: socket.close())


def swallow(page: "Page") -> None:
    page.route_web_socket("**/*", lambda _: None)


def lose_scripts(page: "Page") -> None:
    page.route("**/static/js/**", lambda route: route.abort())


@pytest.fixture
def fresh(browser, app_url) -> Iterator[Callable[..., "Page"]]:
    contexts = []

    def make(**options) -> "Page":
        contexts.append(browser.new_context(base_url=app_url, **options))
        contexts[-1].set_default_timeout(PATIENCE)
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.mark.parametrize(
    ("break_it", "key", "language"),
    [
        (close, "blocked", "en"),
        (swallow, "silent", "zh"),
        (lose_scripts, "missing", "en"),
    ],
)
def test_it_is_said_what_keeps_the_page_gray(fresh, break_it, key, language):
    page = fresh(locale={"en": "en-US", "zh": "zh-CN"}[language])
    break_it(page)
    page.goto("/scores", wait_until="commit")
    page.get_by_text(SAID["loading"][language]).wait_for()
    page.get_by_text(SAID[key][language]).wait_for()


def test_what_was_said_goes_when_the_page_is_there(fresh) -> None:
    page, held = fresh(), []
    page.route("**/static/js/index*", lambda route: held.append(route))  # noqa: PLW0108
    page.goto("/", wait_until="commit")
    page.get_by_text(SAID["loading"]["en"]).wait_for()
    for route in held:
        route.continue_()
    wait_until_still(page)
    page.locator("#attention-lab-door").wait_for(state="detached")


def test_the_name_of_the_first_lesson_leads_to_it(visit, app_url) -> None:
    from playwright.sync_api import expect

    page = visit("/attention?source=Tom%20sees%20Jerry&target=")
    assert page.url.startswith(f"{app_url}/?source=Tom")
    box = page.get_by_role("textbox", name="Source (is looked at)")
    expect(box).to_have_value("Tom sees Jerry")
    assert page.get_by_text(re.compile("not found", re.IGNORECASE)).count() == 0
