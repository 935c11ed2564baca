"""Who asks the browser for larger text gets it, in charts too."""

import json

import pytest

from tests.conftest import CHROMIUM_ARGUMENTS, PATIENCE, _find_chromium
from tests.tools import wait_until_still

pytestmark = pytest.mark.browser
ASKED, USUAL = 24, 16  # pixels
SIZES = """() => {
  const size = (node) => parseFloat(getComputedStyle(node).fontSize);
  const plots = [...document.querySelectorAll("[data-draws]")];
  return {
    page: size(document.querySelector("h1")) / 28,
    names: plots.flatMap((plot) =>
      [...plot.querySelectorAll(".xtick text, .ytick text")].map(size)),
    cells: size(document.querySelector(".heatmap-label text")),
    cut: plots.filter((plot) => plot.scrollWidth > plot.clientWidth + 1).length,
  };
}"""


@pytest.fixture
def large_text(browser, app_url, tmp_path):
    """A browser whose visitor has chosen very large text."""
    (tmp_path / "Default").mkdir()
    choice = {"webkit": {"webprefs": {"default_font_size": ASKED}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(choice))
    context = browser.browser_type.launch_persistent_context(
        str(tmp_path),
        executable_path=_find_chromium(),
        args=CHROMIUM_ARGUMENTS,
        base_url=app_url,
        viewport={"width": 1280, "height": 1000},
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def sizes(page) -> dict:
    wait_until_still(page)
    page.locator(".heatmap-label text").first.wait_for()
    page.locator("[data-draws]").nth(1).wait_for()
    return page.evaluate(SIZES)


def test_larger_text_reaches_page_and_charts(large_text, visit) -> None:
    large_text.goto("/")
    larger, usual = sizes(large_text), sizes(visit("/"))
    scale = ASKED / USUAL
    assert larger["page"] == pytest.approx(scale * usual["page"])
    assert larger["names"] == pytest.approx([scale * n for n in usual["names"]])
    assert larger["cells"] >= scale * usual["cells"] - 0.5
    assert larger["cut"] == 0
