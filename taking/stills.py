"""PNG and SVG of a picture, made in the browser."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

import ui
from figures import Figure
from texts.shown import text
from ui.payload import payload

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_HERE, _KIT = Path(__file__).parent, Path(ui.__file__).parent
_SCRIPTS = (
    _KIT / "chart_colors.js",
    _KIT / "chart_text.js",
    _KIT / "still.js",
    _HERE / "stills.js",
)
_TEXTS = {
    "size": "still_size",
    "transparent": "still_transparent",
    "png": "png",
    "svg": "svg",
    "failed": "still_failed",
}


@cache
def _component() -> "ComponentRenderer":
    """Register the component, once per process."""
    return st.components.v2.component(
        "attention_lab_stills",
        js="".join(path.read_text("utf-8") for path in _SCRIPTS),
        css=(_HERE / "stills.css").read_text("utf-8"),
        isolate_styles=False,
    )


def still_buttons(figure: Figure, name: str, key: str) -> None:
    """Draw the buttons that save a figure, in its own light colors.

    They need a chart on the same page: it has brought plotly.js.
    """
    texts = {said: text("take", known) for said, known in _TEXTS.items()}
    _component()(key=key, data=payload(figure, name=name, texts=texts))
