"""The lesson's fields and widgets."""

from collections.abc import Callable, Sequence

import streamlit as st

from ui.chart import Click
from ui.fields import Choice, Position, Switch
from ui.inputs import (
    Example,
    choose,
    examples,
    function_names,
    named,
    pair_boxes,
    position_menu,
    slide,
    switch,
    within,
)
from ui.pair import PairView
from ui.state import Lesson
from ui.texts import readable, text
from worked.terms import SCORE_NAMES

_FIRST = examples("attention")[0]

LESSON = Lesson(
    "attention",
    own={
        "view": Choice(("weights", "scores"), "weights"),
        "characters": Switch(),
        "i": Position(),
        "j": Position(),
    },
    shared=("source", "target", "score", "query", "temperature"),
    defaults={"source": _FIRST["source"], "target": _FIRST["target"]},
)


def _take(example: Example) -> None:
    LESSON.put(source=example["source"], target=example["target"])
    LESSON.put(i=None, j=None)


def sentence_boxes() -> None:
    """Draw the boxes of both sentences; without a source the page ends."""
    source, _ = pair_boxes(LESSON, _take)
    if not source.split():
        st.info(text("attention", "no_source"))
        st.stop()


def settings() -> None:
    """Draw what changes the numbers, and which of them are shown."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choose(LESSON, "score", function_names(SCORE_NAMES))
        choose(LESSON, "query", named("queries", ("y", "s")))
        slide(LESSON, "temperature")
        choose(LESSON, "view", named("attention", ("weights", "scores")))
        switch(LESSON, "characters")


def chosen_words(view: PairView) -> tuple[int, int]:
    """Return the chosen pair of words, from 0.

    What is not chosen is the first target word, and the source word at which
    it looks most.
    """
    i = within(LESSON, "i", len(view.target.words)) or 0
    j = within(LESSON, "j", len(view.source.words))
    return i, _heaviest(view, i) if j is None else j


def _heaviest(view: PairView, i: int) -> int:
    return int(view.word_weights[i].argmax())


def word_menus(
    view: PairView, rows: Sequence[str], columns: Sequence[str]
) -> None:
    """Draw the menus of the two words; `chosen_words` reads them."""
    i, _ = chosen_words(view)
    automatic = {"i": (rows, 0), "j": (columns, _heaviest(view, i))}
    for place, (name, (labels, at)) in zip(
        st.columns(2), automatic.items(), strict=True
    ):
        shown = f"{at + 1} · {readable(labels[at])}"
        with place:
            none = text("stages", "automatic", name=shown)
            position_menu(LESSON, name, labels, none)


def cell_chooser(view: PairView, by_pieces: bool) -> Callable[[Click], None]:
    """Return what chooses the pair of words whose cell was clicked.

    `by_pieces` says that rows and columns of the picture are pieces.
    """

    def word(owners: Sequence[int], place: int) -> int:
        return (owners[place] if by_pieces else place) + 1

    def choose_cell(click: Click) -> None:
        LESSON.put(
            i=word(view.target.pieces.word_of_piece, click.y),
            j=word(view.source.pieces.word_of_piece, click.x),
        )

    return choose_cell
