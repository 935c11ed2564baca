"""The chosen cell by pencil: every step, open or to be guessed."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from attention_core.scores import SCORES
from pages.scores.choices import LESSON
from pages.scores.pictures import REACH
from pages.scores.view import View
from texts.shown import text
from ui.inputs import closed_box
from ui.tables import link
from worked.cell import Cell
from worked.latex import block
from worked.lines import Numbers
from worked.scores import WRITTEN
from worked.stages import write_out

STAGES = 3
_OPENED = LESSON.key("_opened")  # what is guessed, and how far
_REACH = LESSON.key("_reach")  # grows only: no slider jumps under the hand

_SCROLL = """
<style>
.st-key-pencil .katex-display { overflow-x: auto; overflow-y: hidden;
  padding: 0.2rem 0; margin: 0.2rem 0; text-align: left; }
.st-key-pencil .katex-display > .katex { text-align: left; }
/* a sum of three products, with its result, on the screen of a phone */
@media (max-width: 640px) { .st-key-pencil .katex { font-size: 0.9em; } }
</style>
"""


def cell_of(view: View) -> Cell:
    """Return the chosen cell, to be written out."""
    lab, function, i = view.lab, view.function, view.i
    return Cell(
        function,
        i,
        view.j,
        query=lab.query[i],
        keys=lab.key,
        values=lab.value,
        scores=lab.scores(function)[i],
        weights=view.weights[i],
        scale=lab.scale(function),
        learned=lab.learned[function],
    )


def signature(view: View) -> str:
    """Return what a guess is about; with something else it starts anew."""
    lab = view.lab
    numbers = [array.tolist() for array in (lab.query, lab.key, lab.value)]
    learned = lab.learned[view.function]
    return repr((view.function, view.i, view.j, numbers, learned))


def query_sliders(view: View) -> None:
    """Draw two sliders that turn the chosen query, as it is typed."""
    query = view.typed.query[view.i]
    longest = float(math.ceil(float(np.abs(query).max())))
    reach = max(float(st.session_state.get(_REACH, REACH)), longest)
    st.session_state[_REACH] = reach
    for m, (place, value) in enumerate(
        zip(st.columns(2), query.tolist(), strict=True)
    ):
        name = f"query_{view.i + 1}_{m + 1}_{reach:g}"  # another range, anew
        place.slider(
            f"{view.lab.rows[view.i]}[{m + 1}]",
            -reach,
            reach,
            step=0.05,
            format="%.4g",
            **link(LESSON, name, ("q", view.i, m), value),
        )


def opened(view: View) -> int:
    """Return how many stages may be seen: all, unless one guesses first."""
    if not LESSON["guess"]:
        return STAGES
    about, count = st.session_state.get(_OPENED, ("", 0))
    return int(count) if about == signature(view) else 0


def _open(about: str, count: int) -> None:
    """Uncover the next stage."""
    st.session_state[_OPENED] = (about, count)


def draw(view: View) -> None:
    """Draw all steps of a cell, or cover them until they are guessed."""
    d = view.lab.query.shape[1]
    if view.lab.kind == "model":
        st.info(text("scores", "no_pencil", d=d))
        return
    st.html(_SCROLL)
    written = write_out(cell_of(view))
    with st.container(key="pencil"):
        places: Sequence[Any] = [st.container()] * STAGES
        if d == 2:
            left, right = st.columns(2)
            places = (left, right, st.container())
        for k, place in enumerate(places):
            with place:
                _stage(view, k, written.lines[k], written.decimals)
    st.caption(text("stages", "rounding"))


def _stage(
    view: View,
    k: int,
    lines: Sequence[Numbers],
    decimals: Mapping[Numbers, int],
) -> None:
    """Draw one stage: open, to be guessed, or covered."""
    st.markdown(text("scores", ("stage_1", "stage_2", "stage_3")[k]))
    count = opened(view)
    if k > count:
        st.caption(text("scores", "covered"))
        return
    st.latex(block(lines, decimals, cover=k == count))
    if k < count:
        _remarks(view, k, lines)
        return
    st.button(
        text("scores", "reveal"),
        key=LESSON.key(f"reveal_{k}"),
        on_click=_open,
        args=(signature(view), k + 1),
    )


def _remarks(view: View, k: int, lines: Sequence[Numbers]) -> None:
    """Say what the lines do not say themselves."""
    is_written = view.function in WRITTEN
    if k == 0 and is_written and not lines[-1].expressions:
        st.caption(text("scores", "zero_vector"))
    if k == 0 and not is_written:
        st.caption(text("scores", "no_steps"))
    if k == 0 and "W_qk" in SCORES[view.function].parameters:
        st.caption(text("scores", "concat_steps"))
    if k == 1 and len(lines[0].expressions[0].parts) > 1:
        st.caption(text("scores", "shifted"))


def facts_box(facts: str) -> None:
    """Draw what is known of every function, in a box closed at first."""
    box = closed_box(LESSON, "facts", text("scores", "facts"))
    if box.open:
        box.markdown(facts)
        box.caption(text("scores", "facts_note"))
