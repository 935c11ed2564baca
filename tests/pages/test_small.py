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
ADDRESSES: list[tuple[str, dict[str, str]]] = [
    ("attention", {}),
    ("attention", {"view": "scores", "beside": "lines"}),
    ("encoder_decoder", {}),
    ("encoder_decoder", {"part": "hand"}),
    ("encoder_decoder", {"part": "inside"}),
    ("encoder_decoder", {"part": "what_if"}),
    ("scores", {}),
    ("scores", {"vectors": "model"}),
    ("softmax", {}),
    ("softmax", {"part": "shift"}),
    ("softmax", {"part": "root"}),
    ("self_attention", {}),
]
# Kinds of widgets whose label is read out as it is.
NAMED = ("slider", "number_input", "selectbox", "text_input", "toggle")
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


@pytest.fixture(scope="module")
def opened() -> list[tuple[str, AppTest]]:
    """Every part of every lesson, in English."""
    return [(page, open_page(page, **address)) for page, address in ADDRESSES]


def test_no_two_pictures_are_described_alike(opened) -> None:
    said: dict[str, set[tuple[str, str]]] = {}
    for page, at in opened:
        for key, chart in charts(at).items():
            said.setdefault(chart["alt"], set()).add((page, key))
    assert len(said) > len(ADDRESSES)
    assert [who for who in said.values() if len(who) > 1] == []


def test_every_picture_is_described_with_numbers(opened) -> None:
    assert [
        (page, key)
        for page, at in opened
        for key, chart in charts(at).items()
        if not re.search(r"\d\.\d", chart["alt"])
    ] == []


def test_what_is_read_out_with_a_widget_holds_no_markup(opened) -> None:
    labels = [
        said
        for _, at in opened
        for kind in (*NAMED, at.button_group)
        for widget in (at.get(kind) if isinstance(kind, str) else kind)
        for said in (widget.label, *getattr(widget, "options", ()))
    ]
    assert len(labels) > 0
    assert [label for label in labels if set(label) & set("$\\`")] == []


def test_headings_begin_at_the_first_level_and_leave_none_out(opened) -> None:
    for page, at in opened:
        said = "\n".join(element.value for element in at.markdown)
        levels = [len(marks) for marks in re.findall(r"(?m)^(#+) ", said)]
        assert levels[0] == 1, page
        assert set(levels[1:]) <= {2}, page


def test_a_box_that_waits_for_enter_says_so(opened) -> None:
    boxes = [box.label for _, at in opened for box in at.number_input]
    assert len(boxes) >= 3
    assert all(label.endswith(" ⏎") for label in boxes)


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


@pytest.mark.parametrize(
    ("page", "address"),
    [("scores", {"vectors": "model"}), ("softmax", {"origin": "model"})],
)
def test_a_sentence_of_seventy_words_is_cut_and_it_is_said(
    page, address
) -> None:
    source = " ".join(["cat"] * 70)
    at = open_page(page, source=source, target="猫", language="en", **address)
    said = [note.value for note in at.caption]
    assert any("up to word 60" in sentence for sentence in said), said
