"""The lesson's fields and widgets."""

import streamlit as st

from exercises.kinds import KINDS, SUBJECTS
from texts.shown import text
from ui.fields import Choice, Text, Whole
from ui.inputs import label, text_box, whole_number
from ui.state import Lesson

FIRST = "dot"
BY_NAME = "name"  # a seed that asks each visitor for a name

LESSON = Lesson(
    "exercises",
    own={
        "kind": Choice(tuple(KINDS), FIRST),
        "seed": Text("1"),
        "name": Text(),
        "number": Whole(1, 999, 1, 1),
    },
)
_SUBJECT = {
    draw.__name__: subject
    for subject, group in SUBJECTS.items()
    for draw in group
}


def kind_name(kind: str) -> str:
    """Return what a kind is called, behind its subject."""
    subject = text("exercises", f"subject_{_SUBJECT[kind]}")
    return f"{subject} · {text('tasks', f'{kind}_name')}"


def which_task() -> tuple[str, str, int]:
    """Draw the menu of kinds, seed and number; return them."""
    names = {kind: kind_name(kind) for kind in KINDS}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            label(LESSON, "kind"),
            list(names),
            format_func=names.__getitem__,
            key=LESSON.key("kind"),
            persist_state="session",
            width=380,
        )
        with st.container(width=160):
            seed = text_box(LESSON, "seed").strip()
        number = whole_number(LESSON, "number")
    if seed.casefold() == BY_NAME:
        seed = text_box(LESSON, "name").strip()
        if not seed:
            st.info(text("exercises", "who"))
            st.stop()
    return LESSON["kind"], seed, number


def _go(kind: str, number: int) -> None:
    LESSON.put(kind=kind, number=number)


def next_buttons(kind: str, number: int) -> None:
    """Draw the ways on: other numbers, or the next kind."""
    kinds = list(KINDS)
    after = kinds[(kinds.index(kind) + 1) % len(kinds)]
    with st.container(horizontal=True):
        st.button(
            text("exercises", "again"),
            key=LESSON.key("again"),
            on_click=_go,
            args=(kind, number % 999 + 1),
        )
        st.button(
            text("exercises", "next_kind"),
            key=LESSON.key("next_kind"),
            on_click=_go,
            args=(after, 1),
        )
