"""What is taken away arrives: a file, a page that opens offline, a QR code."""

import io

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from takeaway.document import read_json

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
