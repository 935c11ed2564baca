"""On the wall: large, one picture, walked by arrow keys and remote control."""

import pytest

from tests.tools import wait_until_still

pytestmark = pytest.mark.browser
SIZES = ((1280, 720), (1920, 1080))
LEAST = 0.025  # of the height of the window: read from the last row
PICTURES = {
    "/": ["stages"],
    "/encoder_decoder": ["heatmap"],
    "/scores": ["tiles_0", "tiles_1"],
    "/softmax": ["normalizers"],
    "/self_attention": ["heatmap"],
}
# Everything that is read, but for what is lowered or raised, with its size.
SEEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const skipped = "style, script, .katex, sub, sup, tspan[dy], .hoverlayer, "
    + ".attention-chart-spoken, [data-testid=stSkipLink]";
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: parent, textContent: said } = walker.currentNode;
    if (!said.trim() || parent.closest(skipped)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const { width, height, bottom } = parent.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (width > 1 && height > 1 && bottom > 0) found.push([size, said]);
  }
  return found;
}"""
SHOWN = """() => [...document.querySelectorAll("[data-draws]")]
  .filter((host) => host.checkVisibility())"""
CHARTS = f"() => ({SHOWN})().map((host) => host.dataset.chartKey)"
SHARE = f"""() => ({SHOWN})()
  .map((host) => host.getBoundingClientRect())
  .reduce((sum, box) => sum + box.width * box.height, 0)
  / (innerWidth * innerHeight)"""


SAID = "[class*=st-key-projector_said]"


@pytest.mark.parametrize("path", PICTURES)
def test_one_picture_is_there_and_all_of_it_can_be_read(visit, path) -> None:
    page = visit(f"{path}?screen=projector")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wanted = " ".join(PICTURES[path])
        page.wait_for_function(f"({CHARTS})().join(' ') === '{wanted}'")
        wait_until_still(page)
        assert page.locator("[data-testid=stHeader]").is_visible() is False
        sizes = page.evaluate(SEEN)
        assert sizes
        too_small = [one for one in sizes if one[0] < LEAST * height]
        assert not too_small, too_small
        assert page.evaluate(SHARE) >= 0.6


def test_the_keys_walk_and_come_back(visit) -> None:
    page = visit("/")
    wait_until_still(page)
    page.get_by_role("button", name="Projector").click()
    page.wait_for_url("**screen=projector**")
    page.wait_for_function(f"({CHARTS})().join() === 'stages'")
    question, answer = page.locator(SAID).first, page.locator(SAID).last
    question.filter(has_text="汤姆").wait_for()
    page.keyboard.press("PageDown")  # beyond the sum: the next word's score
    question.filter(has_text="追逐").wait_for()
    answer.filter(has_text="Score:").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**stage=2**")
    answer.filter(has_not_text="Score:").wait_for()
    page.keyboard.press("PageUp")
    page.wait_for_url("**stage=1**")
    page.keyboard.press("Escape")
    page.wait_for_function("!location.search.includes('screen')")
    page.locator("[data-testid=stHeader]").wait_for()
    page.locator(".st-key-heatmap").wait_for()
    page.keyboard.press("p")
    page.wait_for_url("**screen=projector**")
