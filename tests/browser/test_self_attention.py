"""The graph shows what the heatmap shows: its arrows are read back."""

import numpy as np
import pytest

from pairs.models import models_folder
from tests.tools import wait_until_still

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not (models_folder() / "transformer.npz").exists(),
        reason="no Transformer to read with",
    ),
]

SENTENCE = "/self_attention?sentence=The%20dog%20sees%20the%20cat%20.&layer=2"

READ = """() => {
  const plot = (key) => document.querySelector(
    `[data-chart-key=${key}] .js-plotly-plot`);
  const rows = plot("heatmap").calcdata[0][0].z.map((row) => Array.from(row));
  const edges = plot("graph").data.find(({ name }) => name === "edges");
  return { rows, cells: edges.meta.cells, weights: edges.meta.weights,
           drawn: plot("graph").layout.shapes.length };
}"""


def read_back(page):
    """Weights of the heatmap, and weights by the arrows of the graph."""
    for key in ("heatmap", "graph"):
        page.wait_for_selector(f"[data-chart-key={key}][data-draws]")
    shown = page.evaluate(READ)
    arrows = {
        tuple(cell): weight
        for cell, weight in zip(shown["cells"], shown["weights"], strict=True)
    }
    return np.array(shown["rows"]), arrows


@pytest.mark.parametrize("layout", ["arcs", "circle", "nodes"])
def test_arrows_are_the_weights_above_the_threshold(visit, layout) -> None:
    page = visit(f"{SENTENCE}&threshold=0.2&layout={layout}")
    weights, arrows = read_back(page)
    heavy = {(int(i), int(j)) for i, j in np.argwhere(weights >= 0.2)}
    assert heavy
    assert set(arrows) == heavy
    for pair, weight in arrows.items():
        assert abs(weights[pair] - weight) < 1e-6


def test_arrows_are_the_heaviest_of_each_word(visit) -> None:
    page = visit(f"{SENTENCE}&arrows=top&top=1")
    weights, arrows = read_back(page)
    expected = {(i, int(row.argmax())) for i, row in enumerate(weights)}
    assert set(arrows) == expected


def test_a_click_on_a_tile_opens_its_head(visit) -> None:
    page = visit(SENTENCE)
    page.wait_for_selector("[data-chart-key=grid][data-draws]")
    plot = page.locator("[data-chart-key=grid] .nsewdrag").first
    box = plot.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 9, box["y"] + 9)
    page.wait_for_url("**head=6**")
    assert "layer=2" not in page.url


def test_a_chosen_word_survives_that_the_words_change_places(visit) -> None:
    page = visit(f"{SENTENCE}&word=3")
    page.wait_for_selector("[data-chart-key=stages][data-draws]")
    for label, said in (
        ("shuffle the words", "shuffle=on"),
        ("positions", "positions=off"),
    ):
        page.get_by_text(label, exact=True).click()
        page.wait_for_url(f"**{said}**")
        wait_until_still(page)
    assert not page.locator("[data-testid=stException]").count()
    assert "word=3" in page.url


LONG = (
    "Pneumonoultramicroscopicsilicovolcanoconiosis "
    "Pneumonoultramicroscopicsilicovolcanic is bad"
)
NARROW = """() => {
  const host = document.querySelector("[data-chart-key=heatmap]");
  const box = (node) => node.getBoundingClientRect();
  const plot = host.querySelector(".js-plotly-plot");
  const hover = [...host.querySelectorAll(".hoverlayer text")].map(box);
  return {
    share: plot._fullLayout._size.w / box(host).width,
    names: plot.layout.yaxis.ticktext,
    left: Math.min(...hover.map((one) => one.left)) - box(host).left,
    right: box(host).right - Math.max(...hover.map((one) => one.right)),
  };
}"""


def test_on_a_phone_long_names_leave_room_to_the_cells(visit) -> None:
    phone = {"width": 390, "height": 844}
    page = visit(f"/self_attention?sentence={LONG}", viewport=phone)
    page.wait_for_selector("[data-chart-key=heatmap][data-draws]")
    page.locator("[data-chart-key=heatmap] [role=application]").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.locator("[data-chart-key=heatmap] .hoverlayer text").first.wait_for()
    seen = page.evaluate(NARROW)
    assert seen["share"] >= 0.55
    assert len(set(seen["names"])) == len(seen["names"])
    assert all(len(name) <= 20 for name in seen["names"])
    assert seen["left"] >= 0
    assert seen["right"] >= 0
