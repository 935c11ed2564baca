"""Small inputs and small signs that once failed, on every page."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest

from tests.pages import forging
from tests.pages.shown import charts
from texts.shown import plain

ROOT = Path(__file__).parents[2]
ADDRESSES = [
    ("attention", {}),
    ("attention", {"view": "scores", "beside": "lines"}),
    ("encoder_decoder", {}),
    ("scores", {}),
    ("softmax", {}),
    ("softmax", {"part": "shift"}),
    ("softmax", {"part": "root"}),
    ("self_attention", {}),
]
# What GitHub's Markdown makes links of, after escapes are gone.
LINKED = re.compile(
    r"(?i)(?:https?://|www(?=\.))[-.\w]+|[-.\w+]+@[-\w]+(?:\.[-\w]+)+"
)


def open_page(page: str, **address: str) -> AppTest:
    at = AppTest.from_file(
        str(ROOT / "pages" / page / "page.py"), default_timeout=60
    )
    for key, value in address.items():
        at.query_params[key] = value
    at.run()
    assert [error.value for error in at.exception] == []
    return at


@pytest.mark.parametrize(
    "typed",
    [
        "www.example.com",
        "WWW.Example.com",
        "a@b.cc",
        "http://a.b",
        "https://example.com/x",
        "a@b@c.dd",
    ],
)
def test_an_address_that_somebody_types_is_no_link(typed) -> None:
    shown = re.sub(r"\\(.)", r"\1", plain(typed))
    assert LINKED.search(typed)
    assert LINKED.search(shown) is None
    assert shown.replace("\u2060", "") == typed


@pytest.mark.parametrize(("page", "address"), ADDRESSES)
def test_no_two_pictures_are_described_alike(page, address) -> None:
    said = [
        chart["alt"] for chart in charts(open_page(page, **address)).values()
    ]
    assert len(said) > 0
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(("page", "address"), ADDRESSES)
def test_what_is_read_out_with_a_widget_holds_no_latex(page, address) -> None:
    at = open_page(page, language="en", **address)
    kinds = (at.slider, at.number_input, at.selectbox, at.text_input)
    labels = [widget.label for kind in kinds for widget in kind]
    assert len(labels) > 0
    assert [label for label in labels if "$" in label] == []


def test_scores_are_described_by_scores() -> None:
    at = open_page("attention", view="scores")
    chart = charts(at)["heatmap"]
    numbers = [
        float(cell.replace("−", "-"))
        for cell in chart["figure"]["data"][0]["text"][0]
    ]
    first = chart["alt"].split(": ", 1)[1].split(", ")[0]
    assert float(first.split()[-1].replace("−", "-")) == max(numbers)


def send_click(at: AppTest, key: str, x: int, y: int) -> None:
    """What the browser sends when a cell of a chart is clicked."""
    (chart,) = (c for c in forging.charts(at) if c.endswith(f"-{key}"))
    click = {"event": "click", "value": {"x": x, "y": y, "serial": 1}}
    states = at._tree.get_widget_states()
    state = WidgetState(
        id=f"$$STREAMLIT_INTERNAL_KEY_{chart}__events",
        json_trigger_value=json.dumps([click]),
    )
    at._run(WidgetStates(widgets=[*states.widgets, state]))
    assert [error.value for error in at.exception] == []


def test_a_click_on_a_cell_of_pieces_opens_this_cell() -> None:
    at = open_page(
        "attention",
        view="scores",
        source="chases Tom animal",
        target="汤姆 追逐 动物园里",
    )
    rows, columns = (
        charts(at)["heatmap"]["figure"]["layout"][axis]["ticktext"]
        for axis in ("yaxis", "xaxis")
    )
    assert len(rows) > 3  # a word is read in pieces
    for y in range(len(rows)):
        for x in range(len(columns)):
            send_click(at, "heatmap", x, y)
            frame = charts(at)["heatmap"]["figure"]["layout"]["shapes"][0]
            assert (frame["y0"], frame["x0"]) == (y - 0.5, x - 0.5)


def test_all_that_plotly_says_is_said_in_the_readers_language() -> None:
    at = open_page("attention", language="zh")
    names = charts(at)["heatmap"]["buttons"]["names"]
    plotly = files("plotly") / "package_data" / "plotly.min.js"
    code = plotly.read_text(encoding="utf-8")
    said = {*re.findall(r'\.notifier\(\w+\(\w+,"([^"]+)"\)', code)}
    said |= {*re.findall(r'\.notifier\(\w+\._\(\w+,"([^"]+)"\)', code)}
    elsewhere = {s for s in said if "JSON" in s or "legend" in s}
    assert said - elsewhere
    assert said - elsewhere <= set(names)
    assert all(re.search("[\u4e00-\u9fff]", name) for name in names.values())
