"""The lesson's fields and widgets."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from attention_core.scores import SCORES
from figures.labels import token_labels
from figures.multiples import GAP, cell_of
from pages.scores import view as numbers
from pages.scores.tables import TABLES, Sizes, row_names
from pages.scores.view import KINDS, Lab, View
from pairs.languages import first_examples
from pairs.view import pair_view
from texts.shown import readable, text
from ui import tables
from ui.chart import Click, Clickable
from ui.fields import Choice, Number, Position, Switch, Whole
from ui.guidance import chosen_translator, model_menu
from ui.inputs import (
    Example,
    choose,
    function_names,
    named,
    pair_boxes,
    position_menu,
    slide,
    switch,
    whole_number,
)
from ui.notes import cut_notes
from ui.state import Lesson
from ui.verdicts import warn_of_pair

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator


LESSON = Lesson(
    "scores",
    own={
        "vectors": Choice(KINDS, "hand"),
        "function": Choice(tuple(SCORES), "dot"),
        "d": Whole(2, 4, 1, 2),
        "n_q": Whole(1, 3, 1, 2),
        "n_k": Whole(2, 5, 1, 3),
        "seed": Whole(0, 9999, 1, 7),
        "sigma": Number(0.25, 8.0, 0.25, 1.0),
        "row": Position(),
        "column": Position(),
        "doubled": Position(),
        "unit": Switch(),
        "guess": Switch(),
        **TABLES,
    },
    shared=("pair", "source", "target", "query", "model"),
    defaults=first_examples("attention", ("source", "target")),
)

PER_ROW = 2  # tiles beside each other in one chart


def head() -> "DeltaGenerator":
    """Draw what is chosen for the whole page; return the bar below."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choose(LESSON, "vectors", named("scores", KINDS))
        choose(LESSON, "function", function_names(SCORES))
    return st.container(
        horizontal=True, vertical_alignment="bottom", key="bar", gap="small"
    )


def _sizes() -> Sizes:
    return Sizes(LESSON["n_q"], LESSON["n_k"], LESSON["d"])


def _needed() -> list[str]:
    """Return the tables of what the chosen function has learned."""
    parts = {"W_qk": ["W_q", "W_k"]}
    return [
        table
        for name in SCORES[LESSON["function"]].parameters
        for table in parts.get(name, [name])
    ]


def _editors() -> None:
    """Draw the tables that the chosen function needs."""
    shapes = _sizes().shapes()
    names = ["q", "k", "values", *_needed()]
    widths = [1.2 + shapes[name][1] for name in names]
    for place, name in zip(st.columns(widths), names, strict=True):
        with place:
            tables.table_editor(
                LESSON,
                name,
                shapes[name],
                title=text("scores", f"table_{name}"),
                rows=row_names(name),
            )
    if "W_qk" in SCORES[LESSON["function"]].parameters:
        st.caption(text("scores", "concat_tables"))


def _hand_lab() -> Lab:
    """Draw the tables; return what is typed in them."""
    _editors()
    found = {}
    for name, shape in _sizes().shapes().items():
        title = text("scores", f"table_{name}")
        found[name], said = tables.numbers(LESSON, name, shape, title)
        for sentence in said:
            st.warning(sentence)
    return numbers.lab_of_tables("hand", found, LESSON["sigma"])


def _take(example: Example) -> None:
    LESSON.put(source=example["source"], target=example["target"])
    LESSON.put(row=None, column=None, doubled=None)


def _model_lab(bar: "DeltaGenerator") -> Lab:
    """Draw the boxes of a pair; return its vectors."""
    model = chosen_translator(LESSON)
    source, target = pair_boxes(LESSON, _take, of="attention")
    with bar:
        asked = choose(LESSON, "query", named("queries", ("y", "s")))
        model_menu(LESSON)
        if not numbers.has_learned(model, asked, LESSON["function"]):
            whole_number(LESSON, "seed")
    if not source.split():
        st.info(text("attention", "no_source"))
        st.stop()
    pair = pair_view(
        model, source, target, score="dot", query=asked, temperature=1.0
    )
    said = warn_of_pair(LESSON, model, pair)
    for note in [said] * bool(said) + cut_notes(pair):
        st.caption(note)
    return numbers.model_lab(model, pair, LESSON["seed"], LESSON["sigma"])


def vectors(bar: "DeltaGenerator") -> Lab:
    """Draw where the vectors come from; return them, before the switches."""
    kind = LESSON["vectors"]
    if kind == "model":
        return _model_lab(bar)
    with bar:
        for name in ("d", "n_q", "n_k"):
            whole_number(LESSON, name)
        if kind == "hand":
            tables.edit_buttons(LESSON)
        else:
            whole_number(LESSON, "seed")
    if kind == "hand":
        return _hand_lab()
    make = numbers.random_lab if kind == "random" else numbers.one_hot_lab
    return make(_sizes(), LESSON["seed"], LESSON["sigma"])


def switches(bar: "DeltaGenerator", typed: Lab) -> Lab:
    """Draw the live switches; return the lab after them."""
    none = text("scores", "no_key")
    columns = token_labels(typed.columns)
    with bar:
        doubled = position_menu(LESSON, "doubled", columns, none, width=150)
        unit = switch(LESSON, "unit")
        switch(LESSON, "guess")
        if "sigma" in SCORES[LESSON["function"]].options:
            slide(LESSON, "sigma")
    return numbers.switched(typed, doubled, unit)


def chosen(bar: "DeltaGenerator", lab: Lab, typed: Lab) -> View:
    """Draw the menus of the cell; return all that is shown.

    What is not chosen is the first query, and the key that it looks at most
    under the chosen function.
    """
    rows, columns = token_labels(lab.rows), token_labels(lab.columns)
    function = LESSON["function"]
    with bar:
        none = text("scores", "first")
        i = position_menu(LESSON, "row", rows, none, width=150) or 0
        weights = lab.attention(function).weights[i]
        heaviest = int(np.nan_to_num(weights).argmax())
        none = text("scores", "heaviest", name=readable(columns[heaviest]))
        j = position_menu(LESSON, "column", columns, none, width=150)
    return View(lab, typed, function, i, heaviest if j is None else j)


def before(view: View) -> Lab | None:
    """Return the hand-typed lab before its last edit, if there was one."""
    if view.lab.kind != "hand":
        return None
    cells = tables.before_last_edit(LESSON)
    found = numbers.read_cells(cells, _sizes()) if cells else None
    if found is None:
        return None
    return numbers.lab_of_tables("hand", found, LESSON["sigma"])


def halves() -> tuple[Sequence[str], Sequence[str]]:
    """Return the functions of the left and of the right picture."""
    names = list(SCORES)
    middle = -(-len(names) // 2)
    return names[:middle], names[middle:]


def tile_chooser(view: View, names: Sequence[str]) -> Clickable:
    """Return what chooses function and cell of a clicked tile."""
    n_q, n_k = len(view.lab.rows), len(view.lab.columns)

    def choose_tile(click: Click) -> None:
        k, i, j = cell_of(click.y, click.x, n_q, n_k, PER_ROW)
        if k < len(names):
            LESSON.put(function=names[k], row=i + 1, column=j + 1)

    down = -(-len(names) // PER_ROW)
    size = (down * (n_q + GAP), PER_ROW * (n_k + GAP))
    return Clickable(*size, choose_tile)
