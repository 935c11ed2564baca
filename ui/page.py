"""The frame of every page: menu, title, language, state in the address."""

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
from ui.texts import DEFAULT_LANGUAGE, LANGUAGES, has_texts, text

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

FOLDER = Path(__file__).parents[1] / "pages"
STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")


@cache
def limit_threads() -> None:
    """Let BLAS use one thread, also if NumPy was loaded before us."""
    threadpool_limits(limits=1)


@cache
def page_files() -> dict[str, Path]:
    """Return the pages that have texts, in teaching order, by their names."""
    files = sorted(FOLDER.glob("[0-9]_*.py"))
    named = {path.stem.split("_", 1)[1]: path.resolve() for path in files}
    return {name: path for name, path in named.items() if has_texts(name)}


def navigation() -> "StreamlitPage":
    """Build the menu.

    Called by app.py and, through `begin_page`, by each page: Streamlit opens
    a page that is asked for first without app.py.

    Returns
    -------
    StreamlitPage
        The page that was asked for; app.py runs it.
    """
    limit_threads()
    pages = [
        st.Page(
            path,
            title=text(name, "menu"),
            url_path=name,
            default=position == 0,
        )
        for position, (name, path) in enumerate(page_files().items())
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
    navigation()
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
