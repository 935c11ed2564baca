"""The lesson's fields and widgets."""

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from figures.labels import token_labels
from pages.softmax.large import PRECISIONS
from pages.softmax.rows import (
    FIRST_ROW,
    MOST,
    Bools,
    Places,
    Row,
    in_markdown,
    names_of,
    open_keys,
    read_row,
)
from pages.softmax.scaling import UP_TO
from pages.softmax.spread import WIDTHS
from pairs.languages import first_examples
from pairs.models import Translator
from pairs.view import PairView, pair_view
from texts.shown import plain, readable, text
from ui.fields import Choice, Number, Position, Text, Whole
from ui.guidance import chosen_translator, model_menu, training_of
from ui.inputs import (
    Example,
    choose,
    label,
    named,
    pair_boxes,
    position_menu,
    slide,
    text_box,
    trained_functions,
    whole_number,
)
from ui.notes import cut_notes
from ui.state import Lesson
from ui.verdicts import warn_of_pair

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

PARTS = ("row", "shift", "root", "large")

LESSON = Lesson(
    "softmax",
    own={
        "part": Choice(PARTS, "row"),
        "origin": Choice(("hand", "model"), "hand"),
        "scores": Text(FIRST_ROW),
        "row": Position(),
        "constant": Number(-10.0, 10.0, 0.5, 3.0),
        "factor": Number(0.0, UP_TO, 0.25, 2.0),
        "width": Choice(WIDTHS, "64"),
        "seed": Whole(0, 9999, 1, 7),
        "offset": Number(-1000.0, 1000.0, 50.0, 1000.0),
        "precision": Choice(PRECISIONS, "float64"),
        "masked": Places(),
    },
    shared=(
        "pair",
        "source",
        "target",
        "score",
        "query",
        "temperature",
        "model",
    ),
    defaults=first_examples("attention", ("source", "target")),
)


def part_and_origin() -> tuple[str, str]:
    """Draw the question, and where the scores come from; return both."""
    with st.container(horizontal=True):
        labels = {part: text("softmax", f"part_{part}") for part in PARTS}
        part: str = choose(LESSON, "part", labels)
        if part == "root":  # it draws its own numbers
            return part, ""
        origin = choose(LESSON, "origin", named("softmax", ("hand", "model")))
    return part, origin


def places(origin: str) -> list["DeltaGenerator"]:
    """Return where the row and the choices about it stand.

    Side by side, or one below the other: a pair needs the whole width.
    """
    if origin == "hand":
        return st.columns([3, 2])
    return [st.container(), st.container()]


def row_input(origin: str) -> Row:
    """Draw the boxes of the row of scores; return the row."""
    row = _model_row() if origin == "model" else _typed_row()
    st.caption(row.about)
    return row


def _typed_row() -> Row:
    """Draw the box of the scores."""
    numbers, sentences = read_row(text_box(LESSON, "scores"))
    for sentence in sentences:
        st.warning(sentence)
    if not numbers:
        st.info(text("softmax", "no_scores"))
        st.stop()
    names = names_of(len(numbers))
    return Row(names, np.array(numbers), text("softmax", "by_hand"))


def _take(example: Example) -> None:
    LESSON.put(source=example["source"], target=example["target"])
    LESSON.put(row=None, masked=())


def _pair(model: Translator) -> tuple[PairView, "DeltaGenerator"]:
    """Draw the boxes of a pair; return it, and room for one more choice."""
    source, target = pair_boxes(LESSON, _take, of="attention")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        score = choose(LESSON, "score", trained_functions())
        query = choose(LESSON, "query", named("queries", ("y", "s")))
        model_menu(LESSON)
        place = st.container(width=220)
    if not source.split():
        st.info(text("attention", "no_source"))
        st.stop()
    return pair_view(
        model, source, target, score=score, query=query, temperature=1.0
    ), place


def _model_row() -> Row:
    """Draw the boxes of a pair, and take one row of its scores."""
    model = chosen_translator(LESSON)
    view, place = _pair(model)
    said = warn_of_pair(LESSON, model, view)
    for note in [said] * bool(said) + cut_notes(view):
        st.caption(note)
    asking, names = view.target.piece_names(), view.source.piece_names()
    with place:
        labels = token_labels(asking)
        first = text("softmax", "first", name=readable(labels[0]))
        i = position_menu(LESSON, "row", labels, first) or 0
    blanks = {"word": plain(asking[i]), "scale": f"{view.scale:g}"}
    about = f"{text('softmax', 'by_model', **blanks)} {training_of(model)}"
    if len(names) > MOST:
        st.caption(text("softmax", "too_many", most=MOST))
    return Row(names[:MOST], view.scale * view.scores[i][:MOST], about)


def mask_and_temperature(row: Row) -> tuple[Bools, float]:
    """Draw the masks on single keys and the temperature; return both."""
    count, labels = len(row.names), row.labels
    kept = tuple(place for place in LESSON["masked"] if place <= count)
    if kept != tuple(LESSON["masked"]):
        LESSON["masked"] = kept
    with st.container(horizontal=True, vertical_alignment="bottom"):
        masked = st.pills(
            label(LESSON, "masked"),
            range(1, count + 1),
            selection_mode="multi",
            format_func=lambda place: in_markdown(labels[place - 1]),
            key=LESSON.key("masked"),
            persist_state="session",
        )
        temperature = slide(LESSON, "temperature", 220)
    return open_keys(count, masked), temperature


def shift_and_scale() -> tuple[float, float]:
    """Draw the constant and the factor; return them."""
    with st.container(horizontal=True):
        return slide(LESSON, "constant", 300), slide(LESSON, "factor", 300)


def width_and_seed() -> tuple[int, int]:
    """Draw the dimension and the seed; return them."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        width = st.select_slider(
            label(LESSON, "width"),
            WIDTHS,
            key=LESSON.key("width"),
            width=420,
            persist_state="session",
        )
        return int(str(width)), whole_number(LESSON, "seed")


def offset_and_precision() -> tuple[float, str]:
    """Draw the offset and the number type; return them."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        offset = slide(LESSON, "offset", 420)
        return offset, choose(
            LESSON, "precision", dict(zip(PRECISIONS, PRECISIONS, strict=True))
        )
