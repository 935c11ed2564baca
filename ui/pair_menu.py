"""The choice of the pair of languages; with one pair there is none."""

from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pairs.languages import PAIRS, examples
from pairs.models import pairs_with
from texts.shown import text
from ui.fields import can_hold
from ui.state import Lesson

WIDTH = 2  # of the menu, beside boxes of 4 to 9


def _take_pair(lesson: Lesson, before: str) -> None:
    """Put the new pair's first example in place of one of the old pair.

    What a visitor typed stays. A pair that nobody offered is put back later.
    """
    if not can_hold(lesson.field("pair"), lesson["pair"]):
        return
    prepared = examples(lesson.name, before)
    for name, value in lesson.defaults.items():
        held = [example.get(name, "") for example in prepared]
        if callable(value) and lesson[name] in [*held, value(before)]:
            lesson.put(**{name: value(lesson["pair"])})


def boxes_and_menu(lesson: Lesson, *widths: float) -> Sequence[DeltaGenerator]:
    """Return columns of these widths, the menu of the pairs before the last.

    With one pair there is no menu.
    """
    offered = pairs_with(lesson.needs)
    names = {name: PAIRS[name].title for name in offered}
    if len(names) <= 1:
        return st.columns(widths, vertical_alignment="bottom")
    *boxes, last = widths
    *columns, right = st.columns(
        [*boxes, WIDTH + last], vertical_alignment="bottom"
    )
    # One line on a phone, too, where columns stand below each other.
    line = right.container(horizontal=True, vertical_alignment="bottom")
    with line:
        _pair_menu(lesson, names)
    return [*columns, line]


def _pair_menu(lesson: Lesson, names: Mapping[str, str]) -> None:
    """Draw the choice of the pair of languages."""
    st.selectbox(
        text("common", "pair"),
        list(names),
        format_func=lambda name: names.get(name, name),
        key=lesson.key("pair"),
        on_change=_take_pair,
        args=(lesson, lesson["pair"]),
        persist_state="session",
    )
