"""The ways from a step to its laboratory, and back."""

from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.errors import StreamlitAPIException

from pages.lesson.choices import LESSON
from pages.lesson.story import Step
from pages.lesson.view import Scene
from pages.lesson.words import address
from texts.shown import text
from ui.page import FOLDER

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

_LEFT = "lesson.left_at"  # the step from which a visitor may come back


def to_laboratory(step: Step, scene: Scene) -> None:
    """Draw the way to the page that shows more, in the same state.

    Without a menu, where the page is run alone, there is none.
    """
    st.session_state[_LEFT] = int(LESSON["step"])
    if not step.laboratory:
        return
    title = text(step.laboratory, "menu")
    with suppress(StreamlitAPIException):
        st.page_link(
            FOLDER / step.laboratory / "page.py",
            label=text("lesson", "to_laboratory", title=title),
            icon=":material/science:",
            query_params=address(step.state, scene),
        )


def way_back(page: "StreamlitPage") -> None:
    """Draw the way back to the step that a visitor has left."""
    number = st.session_state.get(_LEFT)
    if number is None or page.url_path == LESSON.name:
        return
    st.page_link(
        FOLDER / LESSON.name / "page.py",
        label=text("lesson", "way_back", step=number),
        icon=":material/arrow_back:",
    )
