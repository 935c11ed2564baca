"""What is taken away arrives: a file, a page that opens offline, a QR code."""

import io
import re
from urllib.parse import urlencode

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from figures.heatmap import heatmap
from figures.theme import WEIGHT_COLORS
from takeaway.document import read_json
from takeaway.handout import Words, write_handout
from takeaway.picture import Picture
from tests.takeaway.pictures import AWKWARD, random_picture

pytestmark = pytest.mark.browser


@pytest.fixture
def box(visit):
    """The page with the open box of what can be taken away."""
    page = visit("/?source=the%20cat&target=%E7%8C%AB")
    page.get_by_text("Take it away").click()
    page.get_by_text("This address opens").wait_for()
    return page


def downloaded(page, name: str) -> bytes:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name).click()
    return waiting.value.path().read_bytes()


def test_a_file_holds_what_is_shown(box) -> None:
    picture = read_json(downloaded(box, "JSON"))
    assert picture.query_names == ("猫",)
    assert picture.key_names == ("the", "cat")
    np.testing.assert_allclose(picture.weights.sum(axis=1), 1)


def test_the_interactive_page_opens_with_the_network_off(box, browser) -> None:
    content = downloaded(box, "HTML")
    context = browser.new_context(offline=True)
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(content.decode())
    page.locator(".js-plotly-plot .heatmaplayer").wait_for(state="attached")
    assert "cat" in page.locator(".xaxislayer-above").text_content()
    assert [url for url in asked if not url.startswith(("data", "blob"))] == []
    context.close()


def test_a_phone_reads_the_address_from_the_screen(box) -> None:
    shown = box.get_by_test_id("stImage").locator("img")
    shown.scroll_into_view_if_needed()
    image = Image.open(io.BytesIO(shown.screenshot())).convert("RGB")
    codes = zxingcpp.read_barcodes(np.asarray(image))
    assert [code.text for code in codes] == [box.url]


def saved(page, name: str):
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name, exact=True).click()
    return waiting.value.suggested_filename, waiting.value.path().read_bytes()


def luminance(red: float, green: float, blue: float) -> float:
    parts = np.array([red, green, blue]) / 255
    low, high = parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4
    return float(
        np.where(parts <= 0.04045, low, high) @ (0.2126, 0.7152, 0.0722)
    )


def of_weight(weight: float) -> float:
    """The luminance of a cell in the light colors."""
    stops = [[int(c[k : k + 2], 16) for k in (1, 3, 5)] for c in WEIGHT_COLORS]
    at, scale = weight, np.linspace(0, 1, len(stops))
    channels = [np.interp(at, scale, column) for column in np.transpose(stops)]
    return luminance(*channels)


def test_pictures_are_light_sharp_and_as_typed_in_the_dark(visit) -> None:
    typed = {"source": "the שלום", "target": "猫 😀"}
    page = visit(f"/?{urlencode(typed)}", color_scheme="dark")
    page.get_by_text("Take it away").click()
    name, content = saved(page, "SVG")
    svg = content.decode()
    assert name == "attention-the-שלום.svg"
    assert all(word in svg for word in ("the", "שלום", "猫", "😀"))
    numbers = re.findall(
        r'"heatmap-label"><text[^>]*(fill: rgb[^;]*);[^>]*>([\d.]+)<', svg
    )
    assert len(numbers) == 4
    for fill, number in numbers:
        assert fill in ("fill: rgb(0, 0, 0)", "fill: rgb(255, 255, 255)")
        pair = sorted(
            (
                luminance(*map(int, re.findall(r"\d+", fill))),
                of_weight(float(number)),
            )
        )
        assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 4.45, (fill, number)
    page.get_by_label("Size of a PNG").select_option("4")
    page.get_by_label("Transparent").check()
    name, content = saved(page, "PNG")
    image = Image.open(io.BytesIO(content))
    assert (name, image.width, image.mode) == (
        "attention-the-שלום.png",
        3600,
        "RGBA",
    )
    assert image.getpixel((0, 0))[3] == 0


def test_long_names_and_a_long_link_stay_on_one_sheet(browser) -> None:
    names = tuple(f"Donaudampfschifffahrt{k}" for k in range(12))
    weights = np.eye(12)
    address = f"http://localhost:8501/?source={'x' * 1000}"
    said = {"source": "the cat " * 99, "target": "猫 " * 99}
    picture = Picture("attention", said, "", names, names, weights)
    figure = heatmap(weights, names, names)
    content = write_handout(picture, figure, address, Words("Attention", ""))
    page = browser.new_context(offline=True).new_page()
    page.set_content(content.decode())
    page.locator(".js-plotly-plot .heatmaplayer").wait_for(state="attached")
    printed = page.pdf(format="Letter")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    page.context.close()


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_a_handout_is_one_sheet_of_paper(browser, size) -> None:
    picture = random_picture(0, names=AWKWARD)
    figure = heatmap(picture.weights, picture.query_names, AWKWARD)
    words = Words("Attention", "too many")
    address = "http://localhost:8501/?source=the%20cat"
    page = browser.new_context(offline=True).new_page()
    page.set_content(write_handout(picture, figure, address, words).decode())
    page.locator(".js-plotly-plot .heatmaplayer").wait_for(state="attached")
    cells = page.locator("td").all_text_contents()
    shown = [f"{weight:.3f}" for weight in picture.weights.ravel()]
    assert cells == shown
    assert "<b>$x_1$</b>" in page.locator("table").text_content()
    assert address in page.locator("footer").text_content()
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format=size))
    assert len(sheets) == 1
    codes = zxingcpp.read_barcodes(
        np.asarray(
            Image.open(io.BytesIO(page.locator("footer img").screenshot()))
        )
    )
    assert [code.text for code in codes] == [address]
    page.context.close()
