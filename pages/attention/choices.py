"""The lesson's fields and widgets."""

from collections.abc import Sequence

import streamlit as st

from language.sentence import has_words, heaviest_pieces
from pairs.languages import first_examples
from pairs.view import PairView
from projector import room
from texts.shown import readable, text
from ui.chart import Click, Clickable
from ui.fields import Choice, Position, Switch, Text, Whole
from ui.guidance import model_menu
from ui.inputs import (
    Example,
    choose,
    named,
    pair_boxes,
    position_menu,
    slide,
    switch,
    text_box,
    trained_functions,
    within,
)
from ui.state import Lesson

BESIDE = ("stages", "lines")  # of the heatmap
STAGES = 4
VALUES = ("h", "x", "typed")  # beside the key h_j

LESSON = Lesson(
    "attention",
    own={
        "view": Choice(("weights", "scores"), "weights"),
        "characters": Switch(),
        "beside": Choice(BESIDE, "stages"),
        "stage": Whole(1, STAGES, 1, STAGES),
        "i": Position(),
        "j": Position(),
        "row_piece": Position(),
        "column_piece": Position(),
        "value": Choice(VALUES, "h"),
        "values": Text(),
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


_NO_PIECES = {"row_piece": None, "column_piece": None}


def _take(example: Example) -> None:
    LESSON.put(source=example["source"], target=example["target"])
    LESSON.put(i=None, j=None, **_NO_PIECES)


def boxes() -> None:
    """Draw the boxes of the pair; without a source the page ends."""
    source, _ = pair_boxes(LESSON, _take)
    if not has_words(source):
        st.info(text("attention", "no_source"))
        st.stop()


def _settings() -> None:
    """Draw what changes the numbers, folded into a line that says it."""
    state = {
        "score": trained_functions()[LESSON["score"]],
        "query": text("queries", LESSON["query"]),
        "temperature": f"{LESSON['temperature']:g}",
    }
    with st.popover(text("attention", "settings", **state)):
        choose(LESSON, "score", trained_functions())
        choose(LESSON, "query", named("queries", ("y", "s")))
        slide(LESSON, "temperature", 260)
        choose(LESSON, "view", named("attention", ("weights", "scores")))
        choose(LESSON, "beside", named("attention", BESIDE))
        switch(LESSON, "characters")
        model_menu(LESSON)
        if choose(LESSON, "value", named("attention", VALUES)) == "typed":
            text_box(LESSON, "values")


def _walk(by: int, rows: int) -> None:
    """Go one stage on or back; beyond the last one is the next word."""
    at = ((LESSON["i"] or 1) - 1) * STAGES + LESSON["stage"] - 1 + by
    row, stage = divmod(at % (rows * STAGES), STAGES)
    LESSON.put(i=row + 1, stage=stage + 1, j=None)


def question(view: PairView, asked: str) -> None:
    """Draw the question, the buttons that light the stages, the settings.

    The settings count before they are drawn: their values are kept.
    """
    rows = len(view.target.words)
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small"
    ):
        room.said(f"## {asked}", "question")
        for name, by, key in (("back", -1, "Left"), ("on", 1, "Right")):
            st.button(
                text("attention", name),
                key=LESSON.key(name),
                on_click=_walk,
                args=(by, rows),
                shortcut=key,
            )
        _settings()


def chosen_words(view: PairView) -> tuple[int, int]:
    """Return the chosen pair of words, from 0.

    What is not chosen is the first target word, and the source word at which
    it looks most.
    """
    i = within(LESSON, "i", len(view.target.words)) or 0
    j = within(LESSON, "j", len(view.source.words))
    return i, _heaviest(view, i) if j is None else j


def chosen_pieces(view: PairView, words: tuple[int, int]) -> tuple[int, int]:
    """Return the pieces, from 0, of two words: clicked, or with most weight."""
    clicked = [(LESSON[name] or 0) - 1 for name in _NO_PIECES]
    sides = (view.target, view.source)
    belongs = [
        piece in side.pieces_of(word)
        for piece, side, word in zip(clicked, sides, words, strict=True)
    ]
    if all(belongs):
        return clicked[0], clicked[1]
    return heaviest_pieces(view.weights, words, view.target, view.source)


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


def source_chooser(view: PairView, row: int) -> Clickable:
    """Return what chooses the source piece whose stages were clicked.

    `row` is the target piece that they are shown for.
    """
    owners = view.source.pieces.word_of_piece

    def choose_word(click: Click) -> None:
        pieces = {"row_piece": row + 1, "column_piece": click.y + 1}
        LESSON.put(j=owners[click.y] + 1, **pieces)

    return Clickable(len(owners), None, choose_word)  # and not the sum


def cell_chooser(view: PairView, by_pieces: bool) -> Clickable:
    """Return what chooses the pair of words whose cell was clicked.

    `by_pieces` says that rows and columns of the picture are pieces.
    """

    def word(owners: Sequence[int], place: int) -> int:
        return (owners[place] if by_pieces else place) + 1

    def choose_cell(click: Click) -> None:
        at = (click.y + 1, click.x + 1) if by_pieces else (None, None)
        LESSON.put(
            **dict(zip(_NO_PIECES, at, strict=True)),
            i=word(view.target.pieces.word_of_piece, click.y),
            j=word(view.source.pieces.word_of_piece, click.x),
        )

    rows, columns = (view.weights if by_pieces else view.word_weights).shape
    return Clickable(rows, columns, choose_cell)
