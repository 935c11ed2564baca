"""The lesson's fields and widgets."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from language.sentence import has_words
from pages.self_attention.habits import Habit, habits
from pages.self_attention.reading import MASKS, SOURCES, VIEWS, Options
from pages.self_attention.view import SelfView
from pairs.languages import DEFAULT_PAIR, examples, first_examples
from pairs.models import Reader, Translator, has_model, load_reader
from texts.shown import readable, text
from ui.chart import Click, Clickable
from ui.fields import Choice, Number, Position, Switch, Text, Whole
from ui.guidance import chosen_pair, chosen_translator, model_menu
from ui.inputs import (
    Example,
    choose,
    example_menu,
    examples_of,
    function_names,
    named,
    position_menu,
    slide,
    switch,
    text_box,
    within,
)
from ui.pair_menu import boxes_and_menu
from ui.state import Lesson

Floats = npt.NDArray[np.floating]
Place = tuple[int, int]

PAGE = "self_attention"
LAYOUTS = ("arcs", "circle", "nodes")
KEEPS = ("threshold", "top")
MOST_BESIDE = 24  # words; of more, the names overlap in half the width


def _first(name: str) -> Callable[[str], int]:
    """Return what is opened at first: a function of the pair's name."""
    return lambda pair: int(examples(PAGE, pair)[0].get(name, 1))


LESSON = Lesson(
    PAGE,
    own={
        "sentence": Text(),
        "written": Text(),
        "vectors": Choice(SOURCES, "transformer"),
        "mask": Choice(MASKS, "none"),
        "width": Whole(0, 10, 1, 2),
        "positions": Switch(default=True),
        "shuffle": Switch(),
        "view": Choice(VIEWS, "head"),
        "layer": Whole(1, 99, 1, 1),
        "head": Whole(1, 99, 1, 1),
        "layout": Choice(LAYOUTS, "arcs"),
        "arrows": Choice(KEEPS, "threshold"),
        "threshold": Number(0, 1, 0.01, 0.1),
        "top": Whole(1, 10, 1, 2),
        "word": Position(),
        "other": Position(),
    },
    shared=("pair", "temperature", "model"),
    needs=("transformer",),
    defaults=first_examples(PAGE, ("sentence",))
    | {"layer": _first("layer"), "head": _first("head")},
)


# ------------------------------------------- what the numbers depend on


def _take(example: Example) -> None:
    LESSON.put(sentence=example["sentence"], word=None, other=None)
    if "layer" in example:
        _open(example["layer"] - 1, example["head"] - 1)


def reader() -> Reader:
    """Return the Transformer of the pair of languages."""
    pair = chosen_pair(LESSON)
    return load_reader(pair.transformer, pair.name)


def translator() -> Translator | None:
    """Return the recurrent model of the pair; a second pair may have none."""
    pair = chosen_pair(LESSON)
    if pair.name != DEFAULT_PAIR and not has_model(pair.file("recurrent")):
        return None
    return chosen_translator(LESSON)


def sentence_box() -> None:
    """Draw the box of the sentence; without a word in it the page ends."""
    left, right = boxes_and_menu(LESSON, 9, 1.4)
    with right:
        example_menu(LESSON, _take)
    with left:
        typed = text_box(LESSON, "sentence")
    if not has_words(typed):
        st.info(text(PAGE, "no_sentence"))
        st.stop()


def _source(model: Translator | None) -> str:
    """Draw where the vectors come from, and return it."""
    offered = [s for s in SOURCES if s != "recurrent" or model is not None]
    if LESSON["vectors"] not in offered:
        LESSON["vectors"] = LESSON.default("vectors")
    chosen: str = choose(LESSON, "vectors", named(PAGE, offered))
    return chosen


def options(model: Translator | None) -> Options:
    """Draw what changes the numbers, and return it."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        source = _source(model)
        if source == "decoder":
            return _decoder_options()
        if source == "recurrent":
            model_menu(LESSON)
        if choose(LESSON, "mask", named(PAGE, MASKS)) == "window":
            slide(LESSON, "width")
        slide(LESSON, "temperature")
        switch(LESSON, "positions")
        switch(LESSON, "shuffle")
    return Options(
        source=source,
        mask=LESSON["mask"],
        width=LESSON["width"],
        positions=LESSON["positions"],
        temperature=LESSON["temperature"],
        shuffle=int(LESSON["shuffle"]),
    )


def _decoder_options() -> Options:
    """Draw what changes the decoder's numbers; its mask is what it is."""
    slide(LESSON, "temperature")
    typed = text_box(LESSON, "written")
    return Options.of_decoder(typed, LESSON["temperature"])


# ------------------------------------------------- which matrix is shown


def head_names(view: SelfView) -> list[str]:
    """Name the heads: numbers, or the score functions."""
    if view.is_plain:
        return [*function_names(view.heads.score).values()]
    return [str(k + 1) for k in range(view.shape[1])]


def place(view: SelfView) -> Place:
    """Return the chosen layer and head, from 0."""
    layers, heads = view.shape
    layer = 0  # the only one, if nothing is projected: nobody can choose
    if not view.is_plain:
        layer = within(LESSON, "layer", layers) or 0
    return layer, within(LESSON, "head", heads) or 0


def place_selectors(view: SelfView) -> str:
    """Draw which matrix is shown; return "head", "mean" or "rollout"."""
    heads = dict(enumerate(head_names(view), 1))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if view.is_plain:
            choose(LESSON, "head", heads, called=text(PAGE, "score_function"))
            return "head"
        shown: str = choose(LESSON, "view", named(PAGE, VIEWS))
        layers = range(1, view.shape[0] + 1)
        choose(LESSON, "layer", {k: str(k) for k in layers})
        if shown == "head":
            choose(LESSON, "head", heads)
        for habit in habits(view):
            _habit_button(habit)
    return shown


def _habit_button(habit: Habit) -> None:
    """Draw a button that opens the head which looks at a neighbor most."""
    st.button(
        text(PAGE, f"open_{habit.name}"),
        key=LESSON.key(f"open_{habit.name}"),
        on_click=_open,
        args=habit.place,
    )


def _open(layer: int, head: int) -> None:
    """Open a head, counted from 0."""
    LESSON.put(layer=layer + 1, head=head + 1, view="head")


def heads(view: SelfView) -> Clickable:
    """Return what opens the head whose tile is clicked."""
    layers, n_heads = view.word_weights.shape[:2]
    return Clickable(layers, n_heads, lambda click: _open(click.y, click.x))


def places(view: SelfView) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Make room for all heads and the heatmap, side by side if they fit."""
    if len(view.words) <= MOST_BESIDE:
        left, right = st.columns(2)
        return left, right
    return st.container(), st.container()


# --------------------------------------------------------- two words


def asked_pairs() -> list[list[str]]:
    """Return the pairs of words that the shown example asks about."""
    typed = LESSON["sentence"]
    found = [e for e in examples_of(LESSON) if e["sentence"] == typed]
    pairs: list[list[str]] = found[0].get("pairs", []) if found else []
    return pairs


def _automatic(view: SelfView) -> int:
    """Return the word that is shown if none is chosen."""
    asked = asked_pairs()
    if asked and asked[0][0] in view.words:
        return view.words.index(asked[0][0])
    marks = view.reading.is_mark
    return marks.index(False) if False in marks else 0


def chosen_words(view: SelfView, matrix: Floats) -> tuple[int, int]:
    """Return the chosen pair of words, from 0.

    What is not chosen is the word that the example asks about or the first
    typed one, and the word at which it looks most in `matrix`.
    """
    count = len(view.words)
    i, j = within(LESSON, "word", count), within(LESSON, "other", count)
    if i is None:
        i = _automatic(view)
    return i, int(matrix[i].argmax()) if j is None else j


def word_menus(view: SelfView, matrix: Floats, labels: Sequence[str]) -> None:
    """Draw the menus of the two words; `chosen_words` reads them."""
    i, _ = chosen_words(view, matrix)
    automatic = {"word": _automatic(view), "other": int(matrix[i].argmax())}
    for column, (name, at) in zip(
        st.columns(2), automatic.items(), strict=True
    ):
        shown = f"{at + 1} · {readable(labels[at])}"
        with column:
            none = text("stages", "automatic", name=shown)
            position_menu(LESSON, name, labels, none)


def pairs(view: SelfView) -> Clickable:
    """Return what chooses the two words whose cell or arrow is clicked."""

    def choose(click: Click) -> None:
        LESSON.put(word=click.y + 1, other=click.x + 1)

    return Clickable(len(view.words), len(view.words), choose)


# ------------------------------------------------------------ the graph


def graph_settings() -> None:
    """Draw the layout of the graph, and which arrows it shows."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choose(LESSON, "layout", named(PAGE, LAYOUTS))
        choose(LESSON, "arrows", named(PAGE, KEEPS))
        slide(LESSON, LESSON["arrows"])  # named as what it sets
