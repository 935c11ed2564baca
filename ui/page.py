"""The frame of every page: menu, title, language, state in the address."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np  # noqa: F401  (its BLAS has to be loaded to be limited)
import streamlit as st
from streamlit import net_util
from threadpoolctl import (  # type: ignore[import-untyped]
    threadpool_limits,
)

from texts.shown import LANGUAGES, language, text
from ui.border import close_border
from ui.fields import Text
from ui.inputs import choose
from ui.state import Lesson

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer
    from streamlit.navigation.page import StreamlitPage

_HERE = Path(__file__).parent
FOLDER = _HERE.parent / "pages"


@cache
def limit_threads() -> None:
    """Let BLAS use one thread, also if NumPy was loaded before us."""
    threadpool_limits(limits=1)


@cache
def ask_nobody() -> None:
    """Keep Streamlit from asking another machine for this one's address.

    It does so for every page of a stranger that knocks on the websocket, and
    all visitors wait. Without an answer the stranger is refused as before.
    """
    net_util.get_external_ip = lambda: None


def navigation(lessons: Sequence[str], home: str) -> "StreamlitPage":
    """Build the menu; app.py runs the page that was asked for.

    One of the lessons is the default page, `home`, served at /.
    """
    limit_threads()
    ask_nobody()
    close_border()
    pages = [
        st.Page(
            FOLDER / lesson / "page.py",
            title=text(lesson, "menu"),
            url_path=lesson,
            default=lesson == home,
        )
        for lesson in lessons
    ]
    return st.navigation(pages, position="top")


def lead_on(page: "StreamlitPage", lessons: Sequence[str], home: str) -> None:
    """Draw the way to the next lesson, at the foot; the pair comes along."""
    here = page.url_path or home  # the default page is served at /
    following = dict(pairwise(lessons)).get(here)
    if following is not None:
        title = text(following, "title")
        st.page_link(
            FOLDER / following / "page.py",
            label=text("common", "next", title=title),
            icon=":material/arrow_forward:",
        )


@cache
def _address() -> "ComponentRenderer":
    """Register what looks after the address and the style of all pages."""
    return st.components.v2.component(
        "attention_lab_address",
        js=(_HERE / "address.js").read_text(encoding="utf-8"),
        css=(_HERE / "page.css").read_text(encoding="utf-8"),
        isolate_styles=False,
    )


def _look_after_address(lesson: Lesson) -> None:
    """Tell the browser the language, and which fields are typed."""
    texts = [name for name in lesson if isinstance(lesson.field(name), Text)]
    html_language = _HTML_LANGUAGES.get(language(), language())
    _address()(
        key="address",
        data={
            "language": html_language,
            "lesson": lesson.name,
            "texts": texts,
        },
        on_woken_change=lambda: None,  # the run is all that is wanted
        height=0,
    )


_HTML_LANGUAGES = {"zh": "zh-CN"}


def begin_page(lesson: Lesson) -> None:
    """Draw what stands on top of every page, and read the address."""
    limit_threads()
    close_border()
    lesson.follow()
    st.set_page_config(page_title=text(lesson.name, "menu"), layout="wide")
    _look_after_address(lesson)
    with st.container(
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        gap="small",
    ):
        st.markdown(f"# {text(lesson.name, 'title')}", width="content")
        choose(lesson, "language", LANGUAGES, label_visibility="collapsed")
    for sentence in lesson.complaints():
        st.warning(sentence)
