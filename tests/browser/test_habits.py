"""What browsers and hosts do unasked: print, translate, force colors."""

import pytest

from tests.browser.test_walk import (
    choose_language,
    pictures,
    type_into,
    wait_for_lesson,
    word,
)

pytestmark = pytest.mark.browser

# A page is laid out for paper without a word to scripts: none may help.
DEAF = """() => {
  const Own = window.ResizeObserver;
  window.ResizeObserver = class extends Own {
    constructor(report) {
      super((...news) => window.isOnPaper || report(...news));
    }
  };
}"""
PAPER = {"portrait": 718, "landscape": 1047}  # A4 less the margins, in pixels

# Names of charts that lose something at the right, or whose picture is not as
# high as its frame.
CUT = """() => [...document.querySelectorAll("[data-draws]")]
  .filter((host) => {
    const frame = host.getBoundingClientRect();
    const plot = host.querySelector(".svg-container").getBoundingClientRect();
    return [...host.querySelectorAll(".main-svg")].some((svg) => {
      const [, , width, height] = (svg.getAttribute("viewBox") ?? "0 0 1e9 1")
        .split(" ").map(Number);
      const box = svg.getBoundingClientRect();
      const scale = Math.min(box.width / width, box.height / height);
      return box.right > frame.right + 1 || box.bottom > plot.bottom + 1
        || Math.abs(scale * width - frame.width) > 2;
    });
  })
  .map((host) => host.dataset.chartKey)"""

# What a browser that translates does: each text gets a node around it.
TRANSLATE = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walk.nextNode()) texts.push(walk.currentNode);
  for (const text of texts) {
    if (!text.data.trim() || !text.parentElement.translate) continue;
    const font = document.createElement("font");
    text.replaceWith(font);
    font.textContent = text.data;
  }
}"""

COLORS = "all => all.map(one => getComputedStyle(one).backgroundColor)"


def wait_for_charts(page) -> None:
    page.locator("[data-draws]").first.wait_for()
    assert pictures(page)


@pytest.mark.parametrize("paper", PAPER)
def test_a_printed_chart_is_whole(visit, paper) -> None:
    page = visit("/")
    page.add_init_script(f"({DEAF})()")
    page.reload()
    wait_for_charts(page)
    assert page.locator("[data-draws]").count() >= 2
    page.evaluate("window.isOnPaper = true")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": PAPER[paper], "height": 1000})
    assert page.evaluate(CUT) == []


def test_a_browser_finds_nothing_to_translate(visit) -> None:
    page = visit("/?source=Tom%20likes%20Jerry&target=")
    wait_for_charts(page)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.evaluate(TRANSLATE)
    assert page.locator("font").count() == 0
    type_into(page, word("common", "source"), "Tom sees the dog", "source")
    choose_language(page, "zh")
    wait_for_lesson(page, "attention", "zh")
    assert errors == []


def test_what_is_chosen_is_seen_where_colors_are_forced(visit) -> None:
    page = visit("/softmax?part=shift", forced_colors="active")
    wait_for_charts(page)
    canvas = page.evaluate("getComputedStyle(document.body).backgroundColor")
    buttons = page.get_by_test_id("stButtonGroup").get_by_role("radio")
    states = buttons.evaluate_all("all => all.map(one => one.ariaChecked)")
    colors = buttons.evaluate_all(COLORS)
    chosen, others = (
        {c for c, s in zip(colors, states, strict=True) if s == state}
        for state in ("true", "false")
    )
    assert len(chosen) == 1
    assert others
    assert not chosen & others
    slider = page.get_by_test_id("stSlider").first
    thumb = slider.get_by_test_id("stSliderThumbValue").locator("..")
    track = thumb.locator("xpath=preceding-sibling::div")
    for part in (thumb, track):
        [color] = part.evaluate_all(COLORS)
        assert color != canvas


def test_a_switch_is_seen_where_colors_are_forced(visit) -> None:
    page = visit("/self_attention", forced_colors="active")
    wait_for_charts(page)
    knobs = page.get_by_test_id("stCheckbox").locator(
        "label > div:first-of-type > div"
    )
    canvas = page.evaluate("getComputedStyle(document.body).backgroundColor")
    colors = knobs.evaluate_all(COLORS)
    assert colors
    assert canvas not in colors
