"""The box in which two encoders are compared over long distances."""

import streamlit as st

from pages.self_attention import distance, pictures, tables
from pages.self_attention.choices import LESSON, PAGE, Place
from pages.self_attention.view import SelfView
from pairs.models import Reader, Translator
from texts.shown import text
from ui.chart import chart
from ui.inputs import closed_box


def box(
    models: tuple[Reader, Translator | None], typed: SelfView, place: Place
) -> None:
    """Draw it, if there are two encoders; `typed` is not shuffled."""
    reader, model = models
    if model is None:
        return
    closed = closed_box(LESSON, "distance_box", text(PAGE, "distance_box"))
    if not closed.open:
        return
    with closed:
        sentence = LESSON["sentence"]
        found = distance.reach((reader, model), sentence, typed, place)
        figure = pictures.reach_curves(found)
        chart(figure, key="reach", alt=text(PAGE, "reach_alt"))
        st.caption(text(PAGE, "reach_note"))
        tables.draw(tables.reach(found, typed), decimals=5)
