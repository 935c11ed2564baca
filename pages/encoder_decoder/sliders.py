"""A slider for each weight of a row that is set by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from pages.encoder_decoder import rows
from pages.encoder_decoder.choices import LESSON
from texts.shown import plain, readable, text
from ui.cells import number_or_zero
from ui.tables import link

Floats = npt.NDArray[np.floating]

MOST = 16  # sliders; longer rows are typed, or clicked


def _cells(own: Floats, row: int) -> list[str]:
    """Return what counts in a row: what is typed, or the model's own."""
    typed = LESSON["hand"][row][: len(own)]
    if rows.is_typed(typed):
        return list(typed)
    return rows.rounded_shares(own.tolist(), 2)


def _slider(name: str, made: Mapping[str, Any]) -> None:
    """Draw one slider; its name is read out as it is, without Markdown."""
    with st.container(width=112, gap=None):
        st.markdown(plain(name))
        st.slider(
            name, 0.0, 1.0, step=0.01, label_visibility="collapsed", **made
        )


def draw(own: Floats, row: int, labels: Sequence[str]) -> None:
    """Draw the sliders of a row.

    What is typed beyond 0 and 1 stays, and its slider stands at that end. The
    first move of a slider makes the model's own row a typed one.
    """
    if len(own) > MOST:
        st.caption(text("by_hand", "no_sliders", most=MOST))
        return
    cells = _cells(own, row)
    with st.container(horizontal=True):
        for column, cell in enumerate(cells):
            shown = min(max(number_or_zero(cell), 0.0), 1.0)
            place = ("hand", row, column)
            made = link(LESSON, f"slide_{column}", place, shown, cells)
            _slider(f"{column + 1} {readable(labels[column])}", made)
