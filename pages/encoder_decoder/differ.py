"""How C and the contexts differ: a part of the page."""

import streamlit as st

from pages.encoder_decoder import pictures, words
from pages.encoder_decoder.view import Walk, closeness
from ui.chart import chart


def part(way: Walk) -> None:
    """Draw the cosines of C and all contexts with one another."""
    found = closeness(way.summary, way.context)
    st.markdown(words.closeness_says(found))
    alt = pictures.cosines_alt(found, way)
    chart(pictures.cosines(found, way), key="cosines", alt=alt)
