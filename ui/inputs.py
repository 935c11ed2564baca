"""Widgets that more than one lesson uses; each shows one field of a lesson."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import streamlit as st

from pairs.languages import examples
from pairs.models import SCORE_NAMES, TRAINED
from texts.shown import has_text, in_language, readable, text
from ui.fields import Text
from ui.pair_menu import boxes_and_menu
from ui.prepared import follow_source, keep_typed, taking
from ui.state import Lesson

Example = Mapping[str, Any]
Width = int | Literal["stretch"]


def label(lesson: Lesson, name: str) -> str:
    """Return what a field is called: by the lesson, or by all of them."""
    page = lesson.name if has_text(lesson.name, name) else "common"
    return text(page, name)


def function_names(names: Iterable[str]) -> dict[str, str]:
    """Return score functions and what they are called."""
    return {
        name: text("functions", name)
        if has_text("functions", name)
        else name.replace("_", " ")
        for name in names
    }


def trained_functions() -> dict[str, str]:
    """Return what trained vectors can be compared under, and its names.

    Those under which no model was trained say so.
    """
    names = function_names(SCORE_NAMES)
    return {
        name: called
        if name in TRAINED
        else text("functions", "untrained", name=called)
        for name, called in names.items()
    }


def named(page: str, keys: Iterable[str]) -> dict[str, str]:
    """Return options and their labels: the texts of the same names."""
    return {key: text(page, key) for key in keys}


def choose(
    lesson: Lesson,
    name: str,
    labels: Mapping[Any, str],
    label_visibility: Literal["visible", "collapsed"] = "visible",
    called: str = "",
) -> Any:  # noqa: ANN401  (an option, of the type that the field has)
    """Draw a row of buttons of which one is pressed; return the option.

    `called` is said in place of the field's own label.
    """
    return st.segmented_control(
        called or label(lesson, name),
        list(labels),
        format_func=lambda option: labels[option],
        key=lesson.key(name),
        required=True,
        label_visibility=label_visibility,
        persist_state="session",
    )


def switch(lesson: Lesson, name: str) -> bool:
    """Draw a switch; return whether it is on."""
    return st.toggle(
        label(lesson, name), key=lesson.key(name), persist_state="session"
    )


def slide(lesson: Lesson, name: str, width: int = 160) -> float:
    """Draw a slider over the range of a number; return it."""
    field: Any = lesson.field(name)
    kind = int if isinstance(field.step, int) else float
    return st.slider(
        label(lesson, name),
        kind(field.low),
        kind(field.high),
        step=kind(field.step),
        key=lesson.key(name),
        width=width,
        persist_state="session",
    )


def whole_number(lesson: Lesson, name: str) -> int:
    """Draw the box of a whole number; return it."""
    field: Any = lesson.field(name)
    number = st.number_input(
        f"{label(lesson, name)} ⏎",  # what is typed counts at Enter
        field.low,
        field.high,
        step=1,
        key=lesson.key(name),
        width=132,  # room for its buttons
        persist_state="session",
    )
    return int(number)


def text_box(
    lesson: Lesson, name: str, on_change: Callable[[], None] | None = None
) -> str:
    """Draw a box for a text; return what is typed.

    Text in the composition of an input method is not evaluated: Streamlit
    waits for its end (a browser test holds it to that).
    """
    return st.text_input(
        label(lesson, name),
        key=lesson.key(name),
        on_change=on_change,
        live="150ms",
        persist_state="session",
    )


def within(lesson: Lesson, name: str, count: int) -> int | None:
    """Return a chosen position, from 0; say so if there is none such.

    Called before the menu of the positions is drawn.
    """
    wanted = lesson[name]
    if wanted is not None and wanted > count:
        blanks = {
            "name": label(lesson, name),
            "value": int(wanted),
            "count": count,
        }
        st.warning(text("common", "no_such_position", **blanks))
        wanted = lesson[name] = lesson.default(name)
    return None if wanted is None else int(wanted) - 1


def position_menu(
    lesson: Lesson,
    name: str,
    labels: Sequence[str],
    none: str,
    width: Width = "stretch",
) -> int | None:
    """Draw a menu of words; return the position of the chosen one, from 0.

    `labels` are labels of `figures`; `none` says what is shown if nobody has
    chosen.
    """
    within(lesson, name, len(labels))
    names = [f"{k} · {readable(label)}" for k, label in enumerate(labels, 1)]
    chosen = st.selectbox(
        label(lesson, name),
        range(1, len(labels) + 1),
        index=None,
        format_func=lambda position: names[position - 1],
        key=lesson.key(name),
        placeholder=none,
        width=width,
        persist_state="session",
    )
    return None if chosen is None else int(chosen) - 1


def examples_of(lesson: Lesson, of: str = "") -> list[dict[str, Any]]:
    """Return a lesson's examples, or those `of` another, in the chosen pair."""
    return examples(of or lesson.name, lesson["pair"])


def _take_example(
    lesson: Lesson, take: Callable[[Example], None], of: str
) -> None:
    """Hand the chosen example to the lesson, before its script runs again."""
    chosen = st.session_state[lesson.key("example")]
    if chosen is not None:
        take(examples_of(lesson, of)[chosen])


def example_menu(
    lesson: Lesson, take: Callable[[Example], None], of: str = ""
) -> None:
    """Draw the menu of examples, the lesson's own or those `of` another one.

    `take` puts the chosen one into the fields (`Lesson.put`).
    """
    of = of or lesson.name
    names = [
        in_language(example["name"]) for example in examples_of(lesson, of)
    ]
    st.menu_button(
        text("common", "examples"),
        range(len(names)),
        format_func=names.__getitem__,
        key=lesson.key("example"),
        on_click=_take_example,
        args=(lesson, take, of),
        width="stretch",
    )


def example_note(lesson: Lesson, *names: str) -> str:
    """Return what to look at in an example, if the fields hold one.

    Parameters
    ----------
    lesson : Lesson
        Whose examples to take. What comes later in the file counts first.
    *names : str
        The fields that an example may set. Of those that it does not set,
        texts are expected to be empty, others may hold anything.

    Returns
    -------
    str
        Markdown; empty if nobody has prepared this.
    """
    for example in reversed(examples_of(lesson)):
        wanted = {
            name: example.get(name, "")
            for name in names
            if name in example or isinstance(lesson.field(name), Text)
        }
        if all(lesson[name] == value for name, value in wanted.items()):
            return in_language(example["note"])
    return ""


def closed_box(lesson: Lesson, name: str, label: str) -> Any:  # noqa: ANN401  (Streamlit's own type)
    """Draw a box that is closed at first; its `open` says if it is open."""
    return st.expander(label, key=lesson.key(name), on_change="rerun")


def pair_boxes(
    lesson: Lesson,
    take: Callable[[Example], None],
    names: tuple[str, str] = ("source", "target"),
    of: str = "",
) -> tuple[str, str]:
    """Draw two boxes for sentences and the menu of examples.

    Returns what is typed; `names` are the fields, `of` names another lesson
    whose examples are offered. An example's target goes with its source.
    """
    follow_source(lesson, names, examples_of(lesson, of))
    take = taking(lesson, names[1], take)
    left, middle, right = boxes_and_menu(lesson, 5, 5, 1.4)
    with right:
        example_menu(lesson, take, of)
    with left:
        first = text_box(lesson, names[0])
    with middle:
        second = text_box(lesson, names[1], keep_typed(lesson, names[1]))
    return first, second
