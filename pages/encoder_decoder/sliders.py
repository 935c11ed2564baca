"""A slider for each weight of a row that is set by hand."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt
import streamlit as st

from pages.encoder_decoder import rows
from pages.encoder_decoder.choices import LESSON
from ui.cells import number_or_zero
from ui.tables import waiting
from ui.texts import plain, readable, text

Floats = npt.NDArray[np.floating]
Put = Callable[[int, Sequence[str]], None]

MOST = 16  # sliders; longer rows are typed, or clicked


def _key(column: int) -> str:
    return LESSON.key(f"slide_{column}")


def _cells(own: Floats, row: int) -> list[str]:
    """Return what counts in a row: what is typed, or the model's own."""
    typed = LESSON["hand"][row][: len(own)]
    if rows.is_typed(typed):
        return list(typed)
    return rows.rounded_shares(own.tolist(), 2)


def _take(put: Put, own: Floats, row: int, column: int) -> None:
    """Put what a slider says into its row."""
    cells = _cells(own, row)
    cells[column] = f"{st.session_state[_key(column)]:g}"
    put(row, cells)


def draw(own: Floats, row: int, labels: Sequence[str], put: Put) -> None:
    """Draw the sliders of a row; `put` takes the cells of a whole row.

    What is typed beyond 0 and 1 stays, and its slider stands at that end. The
    first move of a slider makes the model's own row a typed one.
    """
    if len(own) > MOST:
        st.caption(text("by_hand", "no_sliders", most=MOST))
        return
    with st.container(horizontal=True):
        for column, cell in enumerate(_cells(own, row)):
            shown = min(max(number_or_zero(cell), 0.0), 1.0)
            st.session_state[_key(column)] = shown
            st.slider(
                f"{column + 1} {plain(readable(labels[column]))}",
                0.0,
                1.0,
                step=0.01,
                key=_key(column),
                on_change=waiting(LESSON).append,
                args=(partial(_take, put, own, row, column),),
                width=112,
            )
