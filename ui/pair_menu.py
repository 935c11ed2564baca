"""The choice of the pair of languages; with one pair there is none."""

import streamlit as st

from ui.models import has_model
from ui.pairs import PAIRS, examples
from ui.state import Lesson
from ui.texts import text


def offered_pairs() -> dict[str, str]:
    """Return the pairs whose models are here, and what they are called."""
    return {
        name: pair.title
        for name, pair in PAIRS.items()
        if has_model(pair.recurrent["guided"]) and has_model(pair.transformer)
    }


def _take_pair(lesson: Lesson, before: str) -> None:
    """Put the new pair's first example in place of one of the old pair.

    What a visitor typed stays.
    """
    prepared = examples(lesson.name, before)
    for name, value in lesson.defaults.items():
        held = {example.get(name, "") for example in prepared}
        if callable(value) and lesson[name] in held:
            lesson.put(**{name: value(lesson["pair"])})


def pair_menu(lesson: Lesson) -> None:
    """Draw the choice of the pair of languages, if there is one."""
    names = offered_pairs()
    if len(names) > 1:
        st.selectbox(
            text("common", "pair"),
            list(names),
            format_func=lambda name: names.get(name, name),
            key=lesson.key("pair"),
            on_change=_take_pair,
            args=(lesson, lesson["pair"]),
            persist_state="session",
        )
