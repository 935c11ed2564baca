"""The lesson's fields and widgets."""

from collections.abc import Sequence

import streamlit as st

from pages.encoder_decoder.rows import TypedRows
from pages.encoder_decoder.view import Walk
from pairs.languages import first_examples
from pairs.models import Translator, load_translator
from texts.shown import text
from ui.chart import Click, Clickable
from ui.fields import Choice, Position, Switch, Text, Whole
from ui.guidance import chosen_pair, chosen_translator, model_menu
from ui.inputs import (
    Example,
    choose,
    label,
    named,
    pair_boxes,
    position_menu,
    slide,
    switch,
    trained_functions,
    within,
)
from ui.state import Lesson

PARTS = ("differ", "inside", "length", "what_if", "hand")  # of the page, below
CHANGES = ("shuffle", "repeat", "append", "lengthen")  # of the source

LESSON = Lesson(
    "encoder_decoder",
    own={
        "forced": Text(),
        "uniform": Switch(),
        "step": Whole(1, 999, 1, 1),
        "h": Position(),
        "part": Choice(PARTS, "differ"),
        "m": Whole(1, 128, 1, 1),
        "change": Choice(CHANGES, "shuffle"),
        "seed": Whole(0, 99, 1, 0),
        "times": Whole(1, 5, 1, 1),
        "hand": TypedRows(),
    },
    shared=("pair", "source", "score", "model"),
    needs=("recurrent", "fixed"),
    defaults=first_examples("encoder_decoder", ("source", "forced")),
)


def _take(example: Example) -> None:
    LESSON.put(source=example["source"], forced=example.get("forced", ""))
    kept = ("part", "change", "uniform")
    LESSON.put(**{name: example[name] for name in kept if name in example})
    raw, field = example.get("hand", ""), LESSON.field("hand")
    LESSON.put(step=example.get("step", 1), h=None)
    LESSON.put(hand=field.read(raw) if raw else field.default)


def systems() -> tuple[Translator, Translator]:
    """Return the system without attention, and the chosen one with it."""
    pair = chosen_pair(LESSON)
    fixed = load_translator(pair.fixed, pair.name)
    return fixed, chosen_translator(LESSON)


def sentence_boxes() -> tuple[str, str]:
    """Draw the boxes of the source and of what is to be written.

    Returns what is typed; without a source the page ends.
    """
    source, forced = pair_boxes(LESSON, _take, names=("source", "forced"))
    if not source.split():
        st.info(text("encoder_decoder", "no_source"))
        st.stop()
    return source, forced


def weight_settings() -> tuple[str, bool]:
    """Draw what makes the weights: a score function, or nothing at all."""
    score = choose(LESSON, "score", trained_functions())
    return score, switch(LESSON, "uniform")


def _move(by: int, last: int) -> None:
    LESSON.put(step=min(max(int(LESSON["step"]) + by, 1), last))


def _button(name: str, by: int, step: int, last: int) -> None:
    """Draw the button of one step back or on, with its arrow key."""
    st.button(
        text("encoder_decoder", name),
        key=LESSON.key(name),
        on_click=_move,
        args=(by, last),
        shortcut="Left" if by < 0 else "Right",
        disabled=not 1 <= step + by <= last,
    )


def step_controls(*walks: Walk) -> int:
    """Draw the buttons and the slider of the step; return it, from 1.

    The longest of the ways says how many steps there are.
    """
    last = max(2, *(walk.n_steps for walk in walks))
    wanted = int(LESSON["step"])
    if wanted > last:
        blanks = {"step": wanted, "count": last}
        st.caption(text("encoder_decoder", "no_such_step", **blanks))
        LESSON["step"] = last
    step = min(wanted, last)
    _button("back", -1, step, last)
    _button("on", 1, step, last)
    st.slider(
        label(LESSON, "step"),
        1,
        last,
        key=LESSON.key("step"),
        width=230,
        persist_state="session",
    )
    return step


def chosen_annotation(labels: Sequence[str]) -> int | None:
    """Return the source piece whose h_j is looked at, from 0.

    None is "the heaviest of this step".
    """
    return within(LESSON, "h", len(labels))


def annotation_menu(labels: Sequence[str]) -> None:
    """Draw the menu that `chosen_annotation` reads."""
    position_menu(LESSON, "h", labels, text("encoder_decoder", "heaviest"))


def cells(walk: Walk, step: int) -> Clickable:
    """Return what chooses the step and the annotation that are clicked."""

    def choose(click: Click) -> None:
        LESSON.put(step=click.y + 1, h=click.x + 1)

    return Clickable(step, len(walk.annotations), choose)


def part_menu() -> str:
    """Draw the choice of what is looked at more closely; return it.

    Beside it that of the model, which was loaded before.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        part = choose(LESSON, "part", named("encoder_decoder", PARTS))
        model_menu(LESSON)
    return str(part)


def change_controls() -> tuple[str, int, int]:
    """Draw the choice of a change of the source, and its number.

    Returns the change, the seed of a shuffle, and how often something is
    said in addition.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        change = choose(LESSON, "change", named("encoder_decoder", CHANGES))
        if change == "shuffle":
            slide(LESSON, "seed", width=240)
        elif change in ("repeat", "lengthen"):
            slide(LESSON, "times", width=240)
    return str(change), int(LESSON["seed"]), int(LESSON["times"])
