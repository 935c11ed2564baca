"""The switch between page and projector, and what the room sees."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from texts.shown import text

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_HERE = Path(__file__).parent
_SCREEN = "screen"  # shared by all lessons, and in the address

# The pictures that the room sees, by lesson: all of a row that are there.
# A lesson that is not listed is shown whole, only larger.
MAIN = {
    "attention": (("stages",), ("links",)),
    "encoder_decoder": (("heatmap",),),
    "scores": (("tiles_0", "tiles_1"),),
    "softmax": (("normalizers",), ("shifted", "sharper"), ("draw",)),
    "self_attention": (("heatmap",),),
    "lesson": (("picture",),),
}


@cache
def _component() -> "ComponentRenderer":
    """Register what turns a page into a projector's, and back."""
    return st.components.v2.component(
        "attention_lab_projector",
        js=(_HERE / "room.js").read_text(encoding="utf-8"),
        css=(_HERE / "room.css").read_text(encoding="utf-8"),
        isolate_styles=False,
    )


def is_on() -> bool:
    """Tell whether the page is shown on a projector."""
    return st.session_state.get(_SCREEN) == "projector"


def _turn() -> None:
    """Go to the projector, or back to the page."""
    st.session_state[_SCREEN] = "page" if is_on() else "projector"


def said(sentence: str, name: str = "answer", *, small: bool = False) -> None:
    """Draw a sentence that the room reads as well, in Markdown.

    `name` tells it from others of the page; on the page it may be `small`.
    """
    place = st.container(key=f"projector_said_{name}")
    (place.caption if small else place.markdown)(sentence)


def draw(lesson: str) -> None:
    """Draw the switch, and tell the browser what the room sees.

    Parameters
    ----------
    lesson : str
        The page that is open.
    """
    with st.container(key="projector"):
        st.button(
            text("projector", "back" if is_on() else "start"),
            key="projector_turn",
            icon=":material/cast:",
            on_click=_turn,
            shortcut="P",
            help=text("projector", "keys"),
        )
    _component()(
        key="projector_room",
        data={
            "on": is_on(),
            "lesson": lesson,
            "rows": [list(row) for row in MAIN.get(lesson, ())],
        },
        height=0,
    )
