"""Key and value apart: what is looked at, and what is fetched there."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import streamlit as st

from language.numbers import split_block
from pages.attention.choices import LESSON
from pairs.models import Translator
from pairs.view import PairView
from texts.shown import text
from ui.cells import parse_number, reason, understood

Floats = npt.NDArray[np.floating]

MOST_TYPED = 4  # numbers of one value
LETTERS = {"h": "h", "x": "x", "typed": "v"}


def _numbers(cells: Sequence[str], row: int) -> list[float]:
    """Return the numbers of a typed value; say what is none, and take 0."""
    found = []
    for cell in cells:
        try:
            found.append(parse_number(cell))
        except ValueError as error:
            blanks = {"row": row, "reason": reason(cell, error)}
            st.warning(text("values", "no_number", **blanks))
            found.append(0.0)
    for sentence in understood(cells):
        st.caption(sentence)
    return found


def typed_values(typed: str, n: int) -> Floats:
    """Return a value for each of n source pieces, (n, d_v).

    Pieces for which nothing is typed get 0; with nothing at all typed, each
    gets its position.
    """
    rows = [row[:MOST_TYPED] for row in split_block(typed)]
    if not rows:
        return np.arange(1.0, n + 1)[:, None]
    width = max(map(len, rows))
    if len(rows) != n or any(len(row) != width for row in rows):
        st.warning(text("values", "misfit", rows=len(rows), count=n))
    values = np.zeros((n, width))
    for j, row in enumerate(rows[:n]):
        values[j, : len(row)] = _numbers(row, j + 1)
    return values


def values_of(model: Translator, view: PairView) -> tuple[str, Floats]:
    """Return the letter of the values, and one for each source piece."""
    kind = LESSON["value"]
    if kind == "typed":
        found = typed_values(LESSON["values"], len(view.annotations))
    elif kind == "x":
        ids = view.source.pieces.ids
        found = model.parameters.source_embedding[ids].astype(np.float64)
    else:
        found = view.annotations
    return LETTERS[kind], found


def title() -> str:
    """Say what is summed, above the third stage."""
    if LESSON["value"] == "h":
        return text("stages", "context_title")
    return text("values", "context_title", letter=LETTERS[LESSON["value"]])


def note() -> str:
    """Say what is key and what is value."""
    return text("values", f"about_{LESSON['value']}")
