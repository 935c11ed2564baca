"""HTML that needs nothing from outside."""

import json
import re

import plotly.graph_objects as go

from takeaway.pages import Step, write_html

LARGEST = 6_000_000


def page(*steps: Step) -> str:
    return write_html("Tom <b>", steps).decode()


def figure(word: str = "Tom") -> go.Figure:
    return go.Figure(go.Heatmap(z=[[0.25]], customdata=[[word]]))


def test_one_picture_has_no_buttons():
    held = page(Step("", [], figure()))
    assert "<nav>" not in held
    assert len(held.encode()) <= LARGEST


def test_a_lesson_holds_the_library_once():
    one, twelve = (
        len(page(*[Step("a", ["b"], figure())] * n)) for n in (1, 12)
    )
    assert twelve - one < 400_000  # plotly.js has 4.7 million


def test_words_end_no_script_and_make_no_markup():
    held = page(Step("<i>", ["</p><script>"], figure("</script><b>")))
    assert held.count("</script>") == 2
    assert "<i>" not in held
    said = re.search(r"const FIGURES = (.*);\n", held)
    word = json.loads(said[1])[0]["data"][0]["customdata"][0][0]
    assert word == "</script><b>"
