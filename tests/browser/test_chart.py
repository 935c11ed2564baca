"""Charts in the browser: they stay, answer clicks, and can be read."""

import html
import itertools
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import _free_port
from tests.tools import wait_until_still
from texts.shown import read_content

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]

# Typing changes the first chart; a click on it frames the cell; the second
# holds what is hard to show.
SCRIPT = """
import numpy as np
import streamlit as st
from figures.heatmap import HeatmapWords, heatmap
from figures.links import links
from ui.chart import Clickable, chart

st.set_page_config(layout="wide")
words = st.text_input("words", "the cat <b> the", key="words").split()


def choose(click):
    st.session_state["cell"] = (click.y, click.x)


rows = ["汤姆", "追逐", "#1b1f24"]
weights = np.linspace(0, 1, 3 * len(words)).reshape(3, len(words))
click = chart(
    heatmap(
        weights,
        rows,
        words,
        selected=st.session_state.get("cell"),
        words=HeatmapWords(
            names_thinned="one in {step}", numbers_too_small="too small"
        ),
    ),
    key="weights",
    alt="Weights of <b>",
    cells=Clickable(3, len(words), choose),
)
st.text(f"clicked {click and (click.y, click.x)}")
st.text(f"chosen {st.session_state.get('cell')}")
columns = st.columns(2)
with columns[0]:
    mask = np.ones_like(weights, dtype=bool)
    mask[1] = False
    chart(heatmap(weights, rows, words, mask=mask), key="masked", alt="M")
with columns[1]:
    linked = chart(links(weights, rows, words), key="links", alt="Links")
st.text(f"linked {linked and (linked.y, linked.x)}")
"""


@pytest.fixture(scope="session")
def script(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("charts") / "charts.py"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def charts_url(serve: Callable[[Path], str], script: Path) -> str:
    return serve(script)


@pytest.fixture
def open_charts(browser, charts_url) -> Iterator[Callable[..., "Page"]]:
    contexts = []

    def start(address: str = "", *, block: str = "", **options) -> "Page":
        options.setdefault("viewport", {"width": 1280, "height": 1600})
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(300_000)  # the machine may be busy
        page = context.new_page()
        if block:
            page.route(block, lambda route: route.abort())
        page.goto(address or charts_url)
        wait_until_still(page)
        return page

    yield start
    for context in contexts:
        context.close()


def chart(page: "Page", key: str = "weights"):
    """Wait until a chart is drawn."""
    host = page.locator(f"[data-chart-key={key}][data-draws]")
    host.wait_for()
    return host


def figure(page: "Page", key: str = "weights") -> dict:
    """What Plotly has drawn."""
    return (
        chart(page, key)
        .locator(".js-plotly-plot")
        .evaluate("el => ({data: el.data, layout: el.layout})")
    )


def click_cell(page: "Page", i: int, j: int, n_q: int, n_k: int) -> None:
    box = chart(page).locator(".nsewdrag").bounding_box()
    page.mouse.click(
        box["x"] + box["width"] * (j + 0.5) / n_k,
        box["y"] + box["height"] * (i + 0.5) / n_q,
    )


def retype(page: "Page", text: str) -> None:
    draws = int(chart(page).get_attribute("data-draws"))
    page.get_by_label("words").fill(text)
    page.get_by_label("words").press("Enter")
    page.wait_for_function(
        "n => Number(document.querySelector('[data-chart-key=weights]')"
        ".dataset.draws) > n",
        arg=draws,
    )
    wait_until_still(page)


def test_the_picture_holds_the_words_as_typed(open_charts) -> None:
    page = open_charts()
    names = chart(page).locator(".xtick text").all_text_contents()
    assert names == ["the₁", "cat", "<b>", "the₄"]
    numbers = chart(page).locator(".heatmap-label text").all_text_contents()
    assert numbers[:2] == ["0.00", "0.09"]
    assert len(numbers) == 12


def test_the_first_row_is_drawn_on_top(open_charts) -> None:
    ticks = chart(open_charts()).locator(".ytick text")
    heights = [tick.bounding_box()["y"] for tick in ticks.all()]
    assert ticks.all_text_contents()[0] == "汤姆"
    assert heights == sorted(heights)


def test_the_zoom_goes_with_the_words_and_the_node_stays(open_charts) -> None:
    page = open_charts()
    plot = chart(page).locator(".js-plotly-plot")
    plot.evaluate("el => { el.mine = true }")
    box = chart(page).locator(".nsewdrag").bounding_box()
    x, y = box["x"] + 4, box["y"] + 4
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + box["width"] / 2, y + box["height"] / 2, steps=5)
    page.mouse.up()
    zoomed = plot.evaluate("el => el._fullLayout.xaxis.range")
    assert zoomed[1] - zoomed[0] < 3
    page.wait_for_timeout(600)  # or the drag and the click are a double click
    click_cell(page, 0, 0, 1, 1)  # frames a cell: the words are the same
    drawn = "document.querySelector('[data-chart-key=weights] .js-plotly-plot')"
    page.wait_for_function(f"{drawn}.layout.shapes?.length > 0")
    assert plot.evaluate("el => el._fullLayout.xaxis.range") == zoomed
    retype(page, "the dog <b> the")
    page.wait_for_function(f"{drawn}.layout.xaxis.ticktext[1] === 'dog'")
    assert plot.evaluate("el => el.mine")
    assert plot.evaluate("el => el._fullLayout.xaxis.range") == [-0.5, 3.5]
    assert figure(page)["layout"]["xaxis"]["ticktext"][1] == "dog"


def test_a_click_on_a_cell_chooses_it(open_charts) -> None:
    page = open_charts()
    click_cell(page, 1, 2, 3, 4)
    page.get_by_text("clicked (1, 2)").wait_for()
    # The callback came first: the same run already frames the cell.
    page.get_by_text("chosen (1, 2)").wait_for()
    shape = figure(page)["layout"]["shapes"][0]
    assert (shape["x0"], shape["y0"]) == (1.5, 0.5)


def test_a_click_counts_once(open_charts) -> None:
    page = open_charts()
    click_cell(page, 0, 1, 3, 4)
    page.get_by_text("clicked (0, 1)").wait_for()
    retype(page, "a b c d")
    page.get_by_text("clicked None").wait_for()
    page.get_by_text("chosen (0, 1)").wait_for()


def test_a_click_on_a_word_or_line_chooses_its_pair(open_charts) -> None:
    page = open_charts()
    plot = chart(page, "links").locator(".js-plotly-plot")
    words = plot.locator(".scatterlayer .trace").nth(1).locator(".point")
    box = words.nth(5).bounding_box()  # the second target word
    page.mouse.move(box["x"] + 3, box["y"] + 3)
    page.mouse.click(box["x"] + 3, box["y"] + 3)
    page.get_by_text("linked (1, 3)").wait_for()


def test_the_keyboard_walks_over_cells_and_chooses(open_charts) -> None:
    page = open_charts()
    host = chart(page)
    host.get_by_role("application").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
    spoken = host.locator("[aria-live]")
    spoken.filter(has_text="追逐 → cat").wait_for(state="attached")
    page.keyboard.press("Enter")
    page.get_by_text("chosen (1, 1)").wait_for()


def test_the_keyboard_walks_over_lines_and_chooses(open_charts) -> None:
    page = open_charts()
    host = chart(page, "links")
    host.get_by_role("application").focus()
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
    spoken = host.locator("[aria-live]").filter(has_text=" → ")
    spoken.wait_for(state="attached")
    row, column = re.split(" → |\\. ", spoken.text_content())[:2]
    page.keyboard.press("Enter")
    i = ["汤姆", "追逐", "#1b1f24"].index(row)
    j = ["the₁", "cat", "<b>", "the₄"].index(column)
    page.get_by_text(f"linked {(i, j)}").wait_for()


def test_the_picture_is_named_for_those_who_do_not_see_it(open_charts) -> None:
    page = open_charts()
    chart(page)
    named = page.get_by_role("figure", name="Weights of <b>", exact=True)
    assert named.count() == 1
    hint = read_content("texts/figures")["keys_hint"]["en"]
    assert named.get_by_role("application", name=hint).count() == 1


def test_the_whole_matrix_stands_in_a_table(open_charts) -> None:
    page = open_charts()
    rows = chart(page).get_by_role("row")
    cells = [row.locator("th, td").all_text_contents() for row in rows.all()]
    assert cells[0] == ["", "the₁", "cat", "<b>", "the₄"]
    assert [row[0] for row in cells[1:]] == ["汤姆", "追逐", "#1b1f24"]
    shown = chart(page).locator(".heatmap-label text").all_text_contents()
    assert [cell for row in cells[1:] for cell in row[1:]] == shown
    assert len(shown) == 12


def luminance(color: list[float]) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in color[:3])
    ]
    return sum(
        a * b for a, b in zip(linear, (0.2126, 0.7152, 0.0722), strict=True)
    )


def channels(color: str) -> list[float]:
    if color.startswith("#"):
        color = color[1:]
        width = len(color) // 3
        parts = [color[i : i + width] for i in range(0, len(color), width)]
        return [int(part * (2 // width), 16) for part in parts]
    return [float(part) for part in re.findall(r"[\d.]+", color)]


def contrast(one: list[float], other: list[float]) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def cell_color(scale: list, value: float) -> list[float]:
    for (low, start), (high, end) in itertools.pairwise(scale):
        if low <= value <= high:
            share = (value - low) / (high - low)
            pairs = zip(channels(start), channels(end), strict=True)
            return [a + share * (b - a) for a, b in pairs]
    raise AssertionError(value)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbers_and_names_can_be_read_in_both_themes(
    open_charts, scheme
) -> None:
    page = open_charts(color_scheme=scheme)
    scale = figure(page)["data"][0]["colorscale"]
    labels = (
        chart(page)
        .locator(".heatmap-label text")
        .evaluate_all(
            "all => all.map(el => [el.parentNode.__data__.z,"
            " getComputedStyle(el).fill])"
        )
    )
    assert len(labels) == 12
    for value, fill in labels:
        assert contrast(channels(fill), cell_color(scale, value)) >= 4.5
    paper = page.evaluate(
        "getComputedStyle(document.querySelector('[data-testid=stApp]'))"
        ".backgroundColor"
    )
    assert (luminance(channels(paper)) < 0.2) == (scheme == "dark")
    for name in (".ytick text", ".xtick text"):
        fill = (
            chart(page)
            .locator(name)
            .first.evaluate("el => getComputedStyle(el).fill")
        )
        assert contrast(channels(fill), channels(paper)) >= 7


def test_the_theme_can_change_while_the_page_is_open(open_charts) -> None:
    page = open_charts(color_scheme="light")
    light = figure(page)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(
        "before => document.querySelector("
        "'[data-chart-key=weights] .js-plotly-plot')"
        ".layout.paper_bgcolor !== before && document.querySelector("
        "'[data-chart-key=weights] .js-plotly-plot')"
        ".data[0].colorscale[0][1] !== '#f7fbfd'",
        arg=light["layout"].get("paper_bgcolor", ""),
    )
    dark = figure(page)
    assert dark["data"][0]["z"] == light["data"][0]["z"]


def test_a_token_that_looks_like_a_color_stays_in_the_dark(
    open_charts,
) -> None:
    page = open_charts(color_scheme="dark")
    names = chart(page).locator(".ytick text").all_text_contents()
    assert names[2] == "#1b1f24"


def test_masked_rows_are_announced_below_the_picture(open_charts) -> None:
    host = chart(open_charts(), "masked")
    assert "May look at nothing: 追逐 ∅." in host.inner_text()
    assert "追逐 ∅" in host.locator(".ytick text").all_text_contents()


def test_the_picture_is_as_wide_as_the_page_lets_it(open_charts) -> None:
    page = open_charts(viewport={"width": 390, "height": 844})
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 1000})
        page.wait_for_function(
            "() => { const host = document.querySelector("
            "'[data-chart-key=weights]');"
            " const svg = host && host.querySelector('.main-svg');"
            " return svg && Math.abs(svg.getBoundingClientRect().width"
            " - host.getBoundingClientRect().width) < 2; }"
        )
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
        assert chart(page).locator(".colorbar").count() == int(width > 480)


def test_numbers_too_small_to_read_are_left_out_and_announced(
    open_charts,
) -> None:
    page = open_charts(viewport={"width": 390, "height": 844})
    assert "too small" not in chart(page).inner_text()
    retype(page, " ".join("abcdefghijklmnopqrstuvwxyz"))
    label = chart(page).locator(".heatmap-label text").first
    assert label.evaluate("el => getComputedStyle(el).visibility") == "hidden"
    assert "too small" in chart(page).inner_text()


def test_names_that_would_overlap_are_thinned_and_it_is_announced(
    open_charts,
) -> None:
    page = open_charts(viewport={"width": 390, "height": 844})
    names = chart(page).locator(".xaxislayer-above .xtick")
    assert "one in" not in chart(page).inner_text()
    retype(page, " ".join(f"w{k}" for k in range(47)))
    assert "one in 3" in chart(page).inner_text()
    assert names.count() == 16
    page.set_viewport_size({"width": 1280, "height": 844})
    names.nth(46).wait_for()
    assert "one in" not in chart(page).inner_text()


def test_the_buttons_offer_the_picture_and_no_upload(open_charts) -> None:
    page = open_charts(locale="zh-CN")
    buttons = (
        chart(page)
        .locator(".modebar-btn")
        .evaluate_all("all => all.map(el => el.dataset.title)")
    )
    assert buttons.count("下载 SVG 图片") == 1
    assert not any("loud" in title or "Plotly" in title for title in buttons)


def test_the_picture_can_be_saved_as_svg(open_charts) -> None:
    page = open_charts()
    chart(page).hover()
    with page.expect_download() as saving:
        chart(page).locator(".modebar-btn[data-title*=SVG]").click()
    assert saving.value.suggested_filename == "weights.svg"
    text = Path(saving.value.path()).read_text(encoding="utf-8")
    names = [
        html.unescape(name) for name in re.findall(r">([^<>]+)</text>", text)
    ]
    assert names[names.index("the₁") :][:4] == ["the₁", "cat", "<b>", "the₄"]
    assert "汤姆" in names


def test_without_the_library_streamlit_draws_and_says_so(open_charts) -> None:
    page = open_charts(block="**/app/static/**")
    page.get_by_text("loses its zoom").first.wait_for()
    plots = page.get_by_test_id("stPlotlyChart")
    plots.first.wait_for()
    assert plots.count() == 3


def test_a_chart_is_drawn_under_a_base_path(open_charts, script) -> None:
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += ["--server.headless", "true", "--server.port", str(port)]
    command += ["--server.baseUrlPath", "some/lab"]
    server = subprocess.Popen(
        command, cwd=ROOT, env=os.environ, stdin=subprocess.DEVNULL
    )
    url = f"http://127.0.0.1:{port}/some/lab"
    try:
        wait_for(f"{url}/_stcore/health")
        page = open_charts(url)
        assert chart(page).locator(".main-svg").count() > 0
    finally:
        server.terminate()
        server.wait(timeout=20)


def wait_for(url: str, seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.2)
        else:
            return
    raise TimeoutError(url)
