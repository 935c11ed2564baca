"""The chart wrapper without a browser: library, payload, fallback."""

import json
import os
from importlib.metadata import version

import pytest
from streamlit.testing.v1 import AppTest

from texts.shown import text
from ui.chart import Click, _library, _read, lay_library
from ui.payload import payload


def charting() -> None:
    """Show one chart; run by AppTest, so all imports are inside."""
    import streamlit as st

    from figures.heatmap import heatmap
    from ui.chart import chart

    figure = heatmap([[1.0, 0.0]] * 49, ["<b>"] * 49, ["x", "y"])
    click = chart(figure, key="a", alt="Weights.", height=333)
    st.text(f"click: {click}")


def test_the_library_is_laid_once_and_whole(tmp_path) -> None:
    folder = tmp_path / "static"
    name = lay_library(folder)
    assert name == f"plotly-{version('plotly')}.min.js"
    assert (folder / name).stat().st_size > 1_000_000
    before = (folder / name).stat().st_mtime_ns
    assert lay_library(folder) == name
    assert (folder / name).stat().st_mtime_ns == before
    assert [path.name for path in folder.iterdir()] == [name]


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path) -> None:
    (tmp_path / "static").write_text("in the way")
    assert lay_library(tmp_path / "static") is None


def test_a_full_disk_keeps_no_half_file_and_is_tried_again(
    tmp_path, monkeypatch
) -> None:
    def full(original, copy) -> None:
        copy.write(original.read(1000))
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("shutil.copyfileobj", full)
        assert _library(str(tmp_path / "app.py"), 1) is None
        assert [*(tmp_path / "static").iterdir()] == []
    name = _library(str(tmp_path / "app.py"), 2)
    assert [path.name for path in (tmp_path / "static").iterdir()] == [name]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_is_no_error(tmp_path) -> None:
    tmp_path.chmod(0o500)
    assert lay_library(tmp_path / "static") is None


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        {},
        {"x": 1, "y": 2},
        {"x": "1", "y": 2, "serial": 3},
        {"x": 1.5, "y": 2, "serial": 3},
        {"x": True, "y": 2, "serial": 3},
    ],
)
def test_what_is_no_click_is_none(value) -> None:
    assert _read(value) is None


def test_a_click_is_read() -> None:
    click = Click(x=3, y=5, serial=7)
    assert _read({"x": 3, "y": 5, "serial": 7, "more": 11}) == click


def test_the_payload_is_one_json_object() -> None:
    from figures.heatmap import heatmap

    figure = heatmap([[1.0]], ['"</script>'], ["汤姆"])
    data = json.loads(payload(figure, alt='say "hi"', key="k"))
    assert set(data) == {"figure", "alt", "key"}
    assert data["alt"] == 'say "hi"'
    assert data["figure"]["layout"]["xaxis"]["ticktext"] == ["汤姆"]


def component(app: AppTest) -> dict:
    """What the browser is given."""
    return json.loads(app.get("bidi_component")[0].proto.bytes)


def test_the_component_is_given_figure_text_and_library(
    monkeypatch,
) -> None:
    monkeypatch.setattr("ui.chart._library", lambda *_: "plotly.min.js")
    monkeypatch.setattr("ui.chart._is_static_served", lambda: True)
    app = AppTest.from_function(charting).run()
    assert not app.exception
    data = component(app)
    assert data["alt"] == "Weights."
    assert data["library"] == "plotly.min.js"
    assert data["figure"]["layout"]["height"] == 333
    assert app.text[-1].value == "click: None"


@pytest.mark.parametrize("reason", ["off", "unwritable"])
def test_without_the_library_streamlit_draws_and_says_so(
    monkeypatch, reason
) -> None:
    monkeypatch.setattr("ui.chart._is_static_served", lambda: reason != "off")
    monkeypatch.setattr("ui.chart._library", lambda *_: None)
    app = AppTest.from_function(charting).run()
    assert not app.exception
    assert len(app.get("plotly_chart")) == 1
    assert not app.get("bidi_component")
    texts = [text.value for text in app.text]
    assert texts[-2:] == [text("common", "no_chart_library"), "click: None"]
    assert "Of the rows, one name in 2" in texts[0]
