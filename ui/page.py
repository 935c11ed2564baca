"""The frame of every page: menu, title, language, state in the address."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np  # noqa: F401  (its BLAS has to be loaded to be limited)
import streamlit as st
from threadpoolctl import (  # type: ignore[import-untyped]
    threadpool_limits,
)

from ui.address import Choice, Field, complaints, follow
from ui.inputs import choose
from ui.texts import DEFAULT_LANGUAGE, LANGUAGES, text

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

FOLDER = Path(__file__).parents[1] / "pages"
STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")


@cache
def limit_threads() -> None:
    """Let BLAS use one thread, also if NumPy was loaded before us."""
    threadpool_limits(limits=1)


def navigation(lessons: Sequence[str]) -> "StreamlitPage":
    """Build the menu; app.py runs the page that was asked for.

    The first lesson is the default page, served at /.
    """
    limit_threads()
    pages = [
        st.Page(
            FOLDER / lesson / "page.py",
            title=text(lesson, "menu"),
            url_path=lesson,
            default=position == 0,
        )
        for position, lesson in enumerate(lessons)
    ]
    return st.navigation(pages, position="top")


def begin_page(name: str, **fields: Field) -> dict[str, Field]:
    """Draw what stands on top of every page.

    Parameters
    ----------
    name : str
        Name of the page: of its file, its texts and its address.
    **fields : Field
        What the page keeps in the address, besides its texts; each name is
        the key of a widget. The language is added.

    Returns
    -------
    dict of str to Field
        All that the page keeps in the address.
    """
    fields["language"] = Choice(tuple(LANGUAGES), DEFAULT_LANGUAGE)
    follow(name, fields)
    limit_threads()
    st.set_page_config(page_title=text(name, "menu"), layout="wide")
    st.html(f"<style>{STYLE}</style>")
    with st.container(
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        gap="small",
    ):
        st.markdown(f"### {text(name, 'title')}", width="content")
        choose("common", "language", LANGUAGES, label_visibility="collapsed")
    for sentence in complaints(fields):
        st.warning(sentence)
    return fields
