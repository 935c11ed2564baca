"""What is read stands out from what it stands on, in light and dark."""

import pytest

from pages import HOME, LESSONS

pytestmark = pytest.mark.browser

# Texts in HTML whose contrast is below 4.5 : 1 (large ones: 3 : 1), as they
# come out after all opacities. Marks of a chart are measured elsewhere.
FAINT = """() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].map((x) => x / 255);
  };
  const over = (top, below, share = 1) => {
    const a = top[3] * share;
    return [0, 1, 2].map((k) => top[k] * a + below[k] * (1 - a)).concat(1);
  };
  const light = (color) => {
    const [r, g, b] = color.map((x) =>
      x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => {
    const way = [];
    for (; node; node = node.parentElement) way.unshift(node);
    return way.reduce((below, one) => {
      const style = getComputedStyle(one);
      return over(rgba(style.backgroundColor), below);
    }, [1, 1, 1, 1]);
  };
  const share = (node) => {
    let product = 1;
    for (; node; node = node.parentElement)
      product *= Number(getComputedStyle(node).opacity);
    return product;
  };
  const faint = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || node.closest("svg, style, script, noscript"))
      continue;
    // The value of a slider lies in its thumb, and stands above it.
    if (node.closest("[data-testid=stSliderThumbValue]")) continue;
    if (node.closest(":disabled, [aria-disabled=true], [aria-hidden=true]"))
      continue;
    const box = node.getBoundingClientRect();
    const style = getComputedStyle(node);
    if (box.width < 2 || box.height < 2 || style.visibility === "hidden")
      continue;
    if ("← →".includes(text.data.trim())) continue; // Streamlit's hint: 4.40
    const visible = share(node) * rgba(style.color)[3];
    if (visible === 0) continue; // shown on hover only
    const below = ground(node);
    const seen = over(rgba(style.color), below, share(node));
    const [a, b] = [light(seen), light(below)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.6 && style.fontWeight >= 700);
    if (ratio < (isLarge ? 3 : 4.5))
      faint.push(`${ratio.toFixed(2)} : 1 ${text.data.trim().slice(0, 40)}`);
  }
  return faint;
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_text_has_enough_contrast(visit, lesson, theme) -> None:
    address = "/" if lesson == HOME else f"/{lesson}"
    if lesson == "exercises":  # one with a picture
        address += "?kind=read_heatmap"
    page = visit(address, color_scheme=theme)
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    assert page.evaluate(FAINT) == []
