"""Nothing in a visitor's browser asks another machine."""

import pytest

pytestmark = pytest.mark.browser


def test_the_app_works_without_asking_other_machines(visit) -> None:
    page = visit("/")
    assert page.locator("[data-testid=stException]").count() == 0
    assert visit.strangers == []


def test_a_question_to_another_machine_would_be_seen(visit) -> None:
    page = visit("/")
    page.evaluate("fetch('http://example.com/a').catch(() => null)")
    assert visit.strangers == ["http://example.com/a"]
    visit.strangers.clear()
