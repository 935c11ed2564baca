"""A walk through the menu, from every page to every other, in one session."""

from itertools import permutations
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages import LESSONS

ROOT = Path(__file__).parents[2]
PAGES = [f"pages/{lesson}/page.py" for lesson in LESSONS]

pytestmark = pytest.mark.usefixtures("use_standin")


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()


def go(app: AppTest, page: str) -> None:
    """Open a page through the menu."""
    app.switch_page(page).run()
    assert [error.value for error in app.exception] == []


@pytest.mark.parametrize(("first", "second"), list(permutations(PAGES, 2)))
def test_no_page_falls_over_what_another_one_keeps(app, first, second) -> None:
    for page in (first, second, first):
        go(app, page)
