"""The first page as a visitor sees it."""

import json
import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from tests.tools import wait_until_still

pytestmark = pytest.mark.browser

CHART = '[data-chart-key="heatmap"]'
READ = """(key) => {
  const host = document.querySelector(`[data-chart-key="${key}"]`);
  const plot = host?.querySelector(".js-plotly-plot");
  if (!plot?.layout?.yaxis) return null;
  return JSON.stringify({
    rows: plot.layout.yaxis.ticktext,
    columns: plot.layout.xaxis.ticktext,
    cells: plot.data[0].text,
  });
}"""
COLUMNS = f"""(columns) => {{
  const shown = JSON.parse(({READ})("heatmap") ?? "{{}}");
  return shown.columns?.join(" ") === columns;
}}"""


def heatmap(page) -> dict:
    """Return names and numbers of the heatmap on the screen."""
    return json.loads(page.evaluate(READ, "heatmap"))


def wait_for_columns(page, columns: str) -> None:
    """Wait until the heatmap has these source words."""
    page.wait_for_function(COLUMNS, arg=columns)
    wait_until_still(page)


def box(page, label: str):
    """Return the box of a sentence, by the beginning of its label."""
    return page.get_by_role("textbox", name=label)


def open_settings(page) -> None:
    """Unfold what changes the numbers: score function, query, temperature."""
    page.get_by_role("button", name=re.compile("· T =")).click()


def parameters(page) -> dict[str, str]:
    """Return what stands in the address."""
    query = parse_qs(urlsplit(page.url).query, keep_blank_values=True)
    return {key: values[0] for key, values in query.items()}


def wait_for_parameter(page, key: str, value: str | None) -> None:
    page.wait_for_function(
        "([key, value]) => "
        "new URLSearchParams(location.search).get(key) === value",
        arg=[key, value],
    )
    wait_until_still(page)


def test_a_visitor_types_a_pair_and_reads_its_picture(visit) -> None:
    page = visit("/")
    wait_for_columns(page, "Tom chases Jerry")
    assert heatmap(page)["rows"] == ["汤姆", "追逐", "杰瑞"]
    box(page, "Source").fill("The cat sees the dog")
    wait_for_columns(page, "The cat sees the dog")
    box(page, "Target").fill("猫 看见 狗")
    page.wait_for_function(
        f"() => JSON.parse(({READ})('heatmap')).rows.join('') === '猫看见狗'"
    )
    shown = heatmap(page)
    sums = [sum(float(cell) for cell in row) for row in shown["cells"]]
    assert all(abs(total - 1) < 0.03 for total in sums)
    cells = [[float(cell) for cell in row] for row in shown["cells"]]
    heaviest = [row.index(max(row)) for row in cells]
    assert [shown["columns"][j] for j in heaviest] == ["cat", "sees", "dog"]
    wait_for_parameter(page, "target", "猫 看见 狗")
    assert parameters(page) == {
        "source": "The cat sees the dog",
        "target": "猫 看见 狗",
    }


def test_a_deep_link_opens_its_picture_in_a_fresh_browser(visit) -> None:
    link = (
        f"/?source=Jerry%20chases%20Tom&target={quote('杰瑞 追逐 汤姆')}"
        "&score=cosine&query=s&language=zh&i=2"
    )
    page = visit(link)
    wait_for_columns(page, "Jerry chases Tom")
    open_settings(page)
    chosen = page.get_by_role("radio", checked=True).all_inner_texts()
    assert chosen[:2] == ["中文", "余弦"]
    assert "注意力" in page.get_by_role("heading").first.inner_text()
    assert parameters(page)["score"] == "cosine"


def test_text_in_composition_is_not_evaluated(visit) -> None:
    page = visit("/?source=Tom")
    wait_for_columns(page, "Tom")
    box(page, "Source").click()
    page.keyboard.press("End")
    keyboard = page.context.new_cdp_session(page)
    for text in ("n", "ni", "ni h", "ni hao"):
        keyboard.send(
            "Input.imeSetComposition",
            {
                "text": text,
                "selectionStart": len(text),
                "selectionEnd": len(text),
            },
        )
        page.wait_for_timeout(400)  # longer than the pause of live typing
        assert heatmap(page)["columns"] == ["Tom"]
        assert parameters(page)["source"] == "Tom"
    keyboard.send("Input.insertText", {"text": " 你好"})
    wait_for_columns(page, "Tom 你好†")
    assert box(page, "Source").input_value() == "Tom 你好"


def test_a_click_on_a_cell_chooses_the_pair(visit) -> None:
    page = visit("/")
    wait_for_columns(page, "Tom chases Jerry")
    at = page.evaluate(
        """() => {
          const plot = document.querySelector(
            '[data-chart-key="heatmap"] .js-plotly-plot');
          const { xaxis, yaxis } = plot._fullLayout;
          const box = plot.getBoundingClientRect();
          return [box.x + xaxis._offset + xaxis.c2p(2),
                  box.y + yaxis._offset + yaxis.c2p(1)];
        }"""
    )
    page.mouse.move(at[0] - 3, at[1] - 3)
    page.mouse.click(*at)
    wait_for_parameter(page, "i", "2")
    assert parameters(page) == {"i": "2", "j": "3"}
    chosen = page.locator(".st-key-attention-i").get_by_role("combobox")
    assert "2 · 追逐" in chosen.input_value()


def test_an_example_fills_both_boxes(visit) -> None:
    page = visit("/?i=2")
    wait_for_columns(page, "Tom chases Jerry")
    page.get_by_role("button", name="Examples").click()
    page.get_by_text("Roles swapped").click()
    wait_for_columns(page, "Jerry chases Tom")
    assert box(page, "Target").input_value() == "杰瑞 追逐 汤姆"
    assert "i" not in parameters(page)
    page.get_by_text("swapped: the picture follows the words").wait_for()


def test_back_undoes_a_choice(visit) -> None:
    from playwright.sync_api import expect

    page = visit("/")
    wait_for_columns(page, "Tom chases Jerry")
    open_settings(page)
    page.get_by_role("radio", name="cosine").click()
    wait_for_parameter(page, "score", "cosine")
    page.get_by_role("radio", name="additive").click()
    wait_for_parameter(page, "score", "additive")
    page.go_back()
    wait_for_parameter(page, "score", "cosine")  # at once; the rest follows
    expect(page.get_by_role("radio", name="cosine")).to_be_checked()


def test_what_was_typed_stays_when_a_choice_is_made(visit) -> None:
    page = visit("/")
    wait_for_columns(page, "Tom chases Jerry")
    box(page, "Source").fill("Tom sees Jerry")
    wait_for_columns(page, "Tom sees Jerry")
    page.get_by_role("radio", name="中文").click()
    wait_for_parameter(page, "language", "zh")
    assert heatmap(page)["columns"] == ["Tom", "sees", "Jerry"]
    assert parameters(page)["source"] == "Tom sees Jerry"
    page.get_by_role("button", name="缩放点积 ·").wait_for()


def test_typed_markup_makes_no_element(visit) -> None:
    source = '<img src=x onerror="document.title=1"> $x$ **b** :red[c]'
    page = visit(f"/?source={quote(source)}")
    page.wait_for_selector(f"{CHART} .js-plotly-plot")
    wait_until_still(page)
    assert page.locator('img[src="x"]').count() == 0
    assert page.title() != "1"
    said = page.get_by_text("read in pieces").first
    assert said.locator("strong, .katex, [style*=color]").count() == 0
    cells = page.locator(".stages td:first-child")
    cells.first.wait_for()  # the table comes after the pictures
    names = cells.all_inner_texts()
    assert names[0] == "<"
    assert names[1].startswith("im")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_projector_shows_both_pictures_without_scrolling(
    visit, width, height, language
) -> None:
    page = visit(
        f"/?language={language}&source=My+sister+gave+him+a+new+book+."
        f"&target={quote('我 姐姐 给 了 他 一 本 新 书 。')}",
        viewport={"width": width, "height": height},
    )
    wait_for_columns(page, "My sister gave him a new book .")
    areas = []
    for key in ("heatmap", "stages"):
        plot = page.locator(f'[data-chart-key="{key}"] .js-plotly-plot')
        plot.wait_for()
        areas.append(plot.bounding_box())
    assert all(area["y"] + area["height"] <= height for area in areas)
    assert sum(area["width"] for area in areas) >= 0.85 * width


@pytest.mark.parametrize("beside", ["stages", "lines"])
def test_a_phone_shows_everything_in_one_column(visit, beside) -> None:
    page = visit(f"/?beside={beside}", viewport={"width": 390, "height": 844})
    wait_for_columns(page, "Tom chases Jerry")
    second = "links" if beside == "lines" else "stages"
    page.wait_for_selector(f'[data-chart-key="{second}"] .js-plotly-plot')
    boxes = [
        page.locator(f'[data-chart-key="{key}"]').bounding_box()
        for key in ("heatmap", second)
    ]
    assert boxes[0]["x"] == boxes[1]["x"]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    assert all(area["x"] + area["width"] <= 390 for area in boxes)
    width = page.evaluate("document.scrollingElement.scrollWidth")
    assert width <= 390


def test_a_source_typed_over_an_example_leaves_no_target_behind(visit) -> None:
    from playwright.sync_api import expect

    page = visit("/?language=en")
    source, target = (
        page.get_by_label(name).first
        for name in ("Source (is", "Target (looks")
    )
    expect(target).to_have_value("汤姆 追逐 杰瑞")
    source.fill("I see a cat.")
    expect(target).to_have_value("")
    source.press("Control+z")
    expect(source).to_have_value("Tom chases Jerry")
    expect(target).to_have_value("汤姆 追逐 杰瑞")
    target.fill("我 看见 猫")
    wait_until_still(page)
    source.fill("I see a cat.")
    wait_until_still(page)
    expect(target).to_have_value("我 看见 猫")
