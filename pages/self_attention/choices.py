"""The page about self-attention: its widgets, and what figures are given."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.heads import measure_heads
from language.words import split_words
from pages.self_attention.stages import Pair
from pages.self_attention.view import MASKS, SOURCES, VIEWS, Choices, SelfView
from ui.address import Choice, Number, Position, Switch, Whole
from ui.chart import Click
from ui.inputs import choose, named, slide, switch
from ui.models import Translator
from ui.notes import PIECES_MARK, UNKNOWN_MARK, named_words
from worked.digits import fixed
from ui.pair import MOST_CHARACTERS
from ui.reader import Reader
from ui.texts import language, plain, read_content, readable, text

Floats = npt.NDArray[np.floating]

PAGE = "self_attention"
LAYOUTS = ("arcs", "circle", "nodes")
KEEPS = ("threshold", "top")
MOST_BESIDE = 24  # words; of more, the names overlap in half the width


FIELDS: dict[str, Any] = {
    "vectors": Choice(SOURCES, "transformer"),
    "mask": Choice(MASKS, "none"),
    "width": Whole(0, 10, 1, 2),
    "positions": Switch(default=True),
    "shuffle": Switch(),
    "temperature": Number(0, 5, 0.05, 1),
    "view": Choice(VIEWS, "head"),
    "layer": Whole(1, 99, 1, 1),
    "head": Whole(1, 99, 1, 1),
    "layout": Choice(LAYOUTS, "arcs"),
    "arrows": Choice(KEEPS, "threshold"),
    "threshold": Number(0, 1, 0.01, 0.1),
    "top": Whole(1, 10, 1, 2),
    "word": Position(),
    "other": Position(),
}


# ---------------------------------------------------------------- sentence


def _presets() -> list[dict[str, Any]]:
    pairs: list[dict[str, Any]] = read_content(f"presets/{PAGE}")["sentence"]
    return pairs


def _take_preset() -> None:
    """Put the chosen example into the box."""
    chosen = st.session_state["sentence_preset"]
    if chosen is not None:
        st.session_state["sentence"] = _presets()[chosen]["text"]
        st.session_state["word"] = st.session_state["other"] = None


def sentence_input() -> str:
    """Draw the box of the sentence, and the menu of examples.

    Returns
    -------
    str
        As typed.
    """
    presets = _presets()
    left, right = st.columns([9, 1.4], vertical_alignment="bottom")
    with right:
        st.menu_button(
            text(PAGE, "presets"),
            range(len(presets)),
            format_func=lambda k: presets[k]["name"][language()],
            key="sentence_preset",
            on_click=_take_preset,
            width="stretch",
        )
    typed = left.text_input(
        text(PAGE, "sentence"),
        presets[0]["text"],
        key="sentence",
        live="150ms",
        bind="query-params",
        persist_state="session",
    )
    return typed or ""


def stop_if_empty(typed: str) -> None:
    """End the page with a sentence if there is no word.

    Parameters
    ----------
    typed : str
        The sentence.
    """
    if not split_words(typed[:MOST_CHARACTERS]):
        st.info(text(PAGE, "no_sentence"))
        st.stop()


def _whole(key: str) -> int:
    """Draw a slider of whole numbers."""
    field = FIELDS[key]
    value = st.slider(
        text(PAGE, key),
        int(field.low),
        int(field.high),
        key=key,
        width=160,
        persist_state="session",
    )
    return int(value)


def choices() -> Choices:
    """Draw what changes the numbers.

    Returns
    -------
    Choices
        What was chosen.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        source = choose(PAGE, "vectors", named(PAGE, SOURCES))
        mask = choose(PAGE, "mask", named(PAGE, MASKS))
        width = 2
        if mask == "window":
            width = _whole("width")
        temperature = slide(PAGE, "temperature", FIELDS["temperature"])
        positions = switch(PAGE, "positions")
        shuffle = switch(PAGE, "shuffle")
    return Choices(source, mask, width, positions, temperature, int(shuffle))


def as_typed(chosen: Choices) -> Choices:
    """Return the same choices with the words in the order typed."""
    return replace(chosen, shuffle=0)


# ------------------------------------------------------------ what is shown


def _within(key: str, count: int, default: int | None) -> int | None:
    """Return a position, from 0; say so if there is none such."""
    wanted = st.session_state.get(key)
    if wanted is not None and wanted > count:
        blanks = {"value": int(wanted), "count": count}
        st.warning(text(PAGE, f"no_such_{key}", **blanks))
        wanted = st.session_state[key] = default
    return None if wanted is None else int(wanted) - 1


def place(view: SelfView) -> tuple[int, int]:
    """Return the chosen layer and head, from 0.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.

    Returns
    -------
    tuple of int
        The first ones if there are no such.
    """
    layers, heads = view.shape
    layer = 0  # the only one, if nothing is projected: nobody can choose
    if not view.is_plain:
        layer = _within("layer", layers, 1) or 0
    return layer, _within("head", heads, 1) or 0


def chosen_words(view: SelfView, matrix: Floats) -> tuple[int, int]:
    """Return the chosen pair of words.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    matrix : ndarray of shape (n_words, n_words)
        What the heatmap shows.

    Returns
    -------
    i, j : int
        From 0. What is not chosen is the word that the example asks about or
        the first typed one, and the word it looks at most.
    """
    count = len(view.words)
    i, j = _within("word", count, None), _within("other", count, None)
    if i is None:
        i = _automatic(view)
    return i, int(matrix[i].argmax()) if j is None else j


def _automatic(view: SelfView) -> int:
    """Return the word that is shown if none is chosen."""
    asked = _asked(st.session_state["sentence"])
    if asked and asked[0][0] in view.words:
        return view.words.index(asked[0][0])
    return view.is_mark.index(False)


def _numbered(key: str, names: Sequence[str], label: str) -> None:
    """Draw a row of buttons whose options are positions, from 1."""
    st.segmented_control(
        text(PAGE, label),
        range(1, len(names) + 1),
        format_func=lambda position: names[int(position) - 1],
        key=key,
        required=True,
        persist_state="session",
    )


def place_selectors(view: SelfView) -> str:
    """Draw which matrix is shown.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.

    Returns
    -------
    str
        "head", "mean" or "rollout".
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if view.is_plain:
            _numbered("head", head_names(view), "score_function")
            return "head"
        shown = choose(PAGE, "view", named(PAGE, VIEWS))
        layers = [str(k + 1) for k in range(view.shape[0])]
        _numbered("layer", layers, "layer")
        if shown == "head":
            _numbered("head", head_names(view), "head")
    return shown


def word_selectors(
    view: SelfView, matrix: Floats, labels: Sequence[str]
) -> None:
    """Draw the selectors of the two words; `chosen_words` reads them.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    matrix : ndarray of shape (n_words, n_words)
        What the heatmap shows.
    labels : sequence of str
        The words, as `figures` makes them.
    """
    names = [f"{k + 1} · {readable(name)}" for k, name in enumerate(labels)]
    i, _ = chosen_words(view, matrix)
    first, heaviest = _automatic(view), int(matrix[i].argmax())
    for column, key, automatic in zip(
        st.columns(2), ("word", "other"), (first, heaviest), strict=True
    ):
        column.selectbox(
            text(PAGE, key),
            range(1, len(names) + 1),
            index=None,
            format_func=lambda position: names[position - 1],
            key=key,
            placeholder=text("stages", "automatic", name=names[automatic]),
            persist_state="session",
        )


def head_names(view: SelfView) -> list[str]:
    """Name the heads.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.

    Returns
    -------
    list of str
        Numbers, or the score functions.
    """
    if view.is_plain:
        return [text("functions", name) for name in view.heads.score]
    return [str(k + 1) for k in range(view.shape[1])]


# ------------------------------------------------------------------ figures


def marks(view: SelfView) -> list[str]:
    """Return what stands behind words that are unknown or in pieces."""
    return view.sentence.marked(PIECES_MARK, UNKNOWN_MARK)


def _grid_height(view: SelfView) -> int:
    return 50 + (125 if view.shape[0] > 1 else 170) * view.shape[0]


def grid_of(view: SelfView, selected: tuple[int, int]) -> dict[str, Any]:
    """Return what `figures.grid.grid` is given.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    selected : tuple of int
        Layer and head, from 0.

    Returns
    -------
    dict
        Its arguments, but for `words`.
    """
    return {
        "weights": view.word_weights,
        "rows": view.words,
        "columns": view.words,
        "mask": None if view.choices.mask == "none" else view.word_mask,
        "selected": selected,
        "height": _grid_height(view),
    }


def grid_words(view: SelfView) -> dict[str, str]:
    """Return the fields of `figures.grid.GridWords`.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.

    Returns
    -------
    dict of str to str
        By the names of the fields.
    """
    layer, head = (
        text(PAGE, f"plain_{key}")
        if view.is_plain
        else text(PAGE, f"grid_{key}")
        for key in ("layer", "head")
    )
    return {
        "value": text("figures", "weight"),
        "masked": text("figures", "masked"),
        "layer": layer,
        "head": head,
        "numbers_only": text(PAGE, "grid_numbers_only"),
    }


def grid_note(view: SelfView) -> str:
    """Say what the tiles are, and what a click does.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.

    Returns
    -------
    str
        Markdown.
    """
    return text(PAGE, "all_scores" if view.is_plain else "all_heads")


def name_tiles(figure: Any, view: SelfView) -> None:  # noqa: ANN401
    """Put the names of score functions over the tiles of a grid.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
        From `figures.grid`.
    view : SelfView
        All numbers of the picture.
    """
    if view.is_plain:
        figure.update_layout(xaxis_ticktext=head_names(view))
        figure.update_layout(yaxis_ticktext=[""])


def two_places(view: SelfView) -> Any:  # noqa: ANN401  (Streamlit's own type)
    """Make room for the grid of heads and the heatmap of one of them.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.

    Returns
    -------
    tuple of DeltaGenerator
        Side by side; below each other if the names of the words would
        overlap in half the width.
    """
    if len(view.words) <= MOST_BESIDE:
        return st.columns(2)
    return st.container(), st.container()


def light_up(figure: Any, i: int) -> None:  # noqa: ANN401
    """Frame the row of the chosen word, and set its names in bold.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
        From `figures.heatmap`, with a selected cell.
    i : int
        The word; nothing changes unless a visitor has chosen it.
    """
    if not st.session_state.get("word"):
        return
    color = figure.layout.shapes[-1].line.color
    count = len(figure.data[0].z[0])
    edges = {"x0": -0.5, "x1": count - 0.5, "y0": i - 0.5, "y1": i + 0.5}
    figure.add_shape(line={"color": color, "width": 1.5}, **edges)
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        axis.ticktext = [
            f"<b>{name}</b>" if at == i else name
            for at, name in zip(axis.tickvals, axis.ticktext, strict=True)
        ]


def heatmap_of(
    view: SelfView, matrix: Floats, shown: str, chosen: tuple[int, int]
) -> dict[str, Any]:
    """Return what `figures.heatmap.heatmap` is given.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    matrix : ndarray of shape (n_words, n_words)
        What is shown.
    shown : {"head", "mean", "rollout"}
        What it is.
    chosen : tuple of int
        The two words.

    Returns
    -------
    dict
        Its arguments, but for `words`.
    """
    is_masked = view.choices.mask != "none" and shown != "rollout"
    count = len(view.words)
    return {
        "values": matrix,
        "rows": view.words,
        "columns": view.words,
        "mask": view.word_mask if is_masked else None,
        "selected": chosen,
        "row_title": text(PAGE, "row_title"),
        "column_title": text(PAGE, "column_title"),
        "row_marks": marks(view),
        "column_marks": marks(view),
        "height": max(_grid_height(view), min(110 + 24 * count, 480))
        if count <= 20
        else None,
    }


def graph_of(view: SelfView, matrix: Floats, i: int) -> dict[str, Any]:
    """Return what `figures.graph.graph` is given.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    matrix : ndarray of shape (n_words, n_words)
        What is shown.
    i : int
        The chosen word.

    Returns
    -------
    dict
        Its arguments, but for `words`.
    """
    state, given = st.session_state, {"least": 0.0, "most": None}
    if state["arrows"] == "top":
        given["most"] = state.get("top", FIELDS["top"].default)
    else:
        given["least"] = state.get("threshold", FIELDS["threshold"].default)
    return {
        "weights": matrix,
        "tokens": view.words,
        "layout": state["layout"],
        "selected": i if state.get("word") else None,
        "marks": marks(view),
        **given,
    }


def graph_choices() -> None:
    """Draw the layout of the graph, and which arrows it shows."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choose(PAGE, "layout", named(PAGE, LAYOUTS))
        arrows = choose(PAGE, "arrows", named(PAGE, KEEPS))
        if arrows == "top":
            _whole("top")
        else:
            slide(PAGE, "threshold", FIELDS["threshold"])


def graph_words() -> dict[str, str]:
    """Return the fields of `figures.graph.GraphWords`."""
    said = ("back", "ahead", "itself", "faint_hidden", "others_hidden")
    words = {field: text("graph", field) for field in said}
    return words | {
        "value": text("figures", "weight"),
        "not_numbers": text("figures", "not_numbers"),
    }


def matrix_alt(view: SelfView, matrix: Floats, labels: Sequence[str]) -> str:
    """Return a matrix in words, for those who do not see it.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    matrix : ndarray of shape (n_words, n_words)
        What is shown.
    labels : sequence of str
        The words, as `figures` makes them.

    Returns
    -------
    str
        Plain text.
    """
    pairs = [
        f"{readable(labels[i])} → {readable(labels[j])} "
        f"{fixed(matrix[i, j], 2)}"
        for i, j in enumerate(matrix.argmax(axis=1).tolist())
    ]
    blanks = {"count": len(view.words), "pairs": ", ".join(pairs)}
    return text(PAGE, "heatmap_alt", **blanks)


def choose_pair(click: Click) -> None:
    """Choose the two words whose cell or arrow was clicked."""
    st.session_state["word"] = click.y + 1
    st.session_state["other"] = click.x + 1


def open_head(click: Click) -> None:
    """Open the head whose tile was clicked."""
    st.session_state["layer"] = click.y + 1
    st.session_state["head"] = click.x + 1
    st.session_state["view"] = "head"


# -------------------------------------------------------------------- words


def _flagged(view: SelfView, flags: Sequence[bool]) -> str:
    """Return the flagged words as Markdown; of many, the first ones."""
    pairs = zip(view.words, flags, strict=True)
    return named_words([word for word, flag in pairs if flag])


def notes(view: SelfView) -> list[str]:
    """Say what was cut, read in pieces, not known, or merged.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.

    Returns
    -------
    list of str
        Sentences in Markdown.
    """
    said, sentence = [], view.sentence
    if sentence.cut:
        counts = {"words": view.is_mark.count(False)}
        said.append(text(PAGE, "cut", **counts))
    if words := _flagged(view, sentence.pieces.in_pieces):
        said.append(text(PAGE, "in_pieces", words=words))
    if words := _flagged(view, sentence.pieces.unknown):
        said.append(text(PAGE, "unknown", words=words))
    if view.choices.mask != "none":
        said.append(text(PAGE, f"said_{view.choices.mask}"))
    return said


def source_note(view: SelfView, reader: Reader, model: Translator) -> str:
    """Say where the vectors come from, and what was done to them.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    reader, model : Reader, Translator
        The models.

    Returns
    -------
    str
        Markdown.
    """
    chosen, d = view.choices, view.heads.query.shape[-1]
    name = model.name if chosen.source == "recurrent" else reader.name
    said = [text(PAGE, f"about_{chosen.source}", model=plain(name), d=d)]
    if chosen.source == "transformer":
        said.append(text(PAGE, "zh_mark" if view.is_chinese else "en_mark"))
    if chosen.source == "recurrent":
        said.append(text(PAGE, "no_positions_needed"))
    elif not chosen.positions:
        said.append(text(PAGE, "without_positions"))
    if chosen.temperature != 1:
        said.append(
            text(PAGE, "about_temperature", temperature=chosen.temperature)
        )
    return " ".join(said)


def matrix_note(view: SelfView, shown: str, where: tuple[int, int]) -> str:
    """Say what the heatmap shows.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    shown : {"head", "mean", "rollout"}
        What is shown.
    where : tuple of int
        Layer and head, from 0.

    Returns
    -------
    str
        Markdown.
    """
    if view.is_plain:
        return text(PAGE, "shows_plain", name=head_names(view)[where[1]])
    numbers = {"layer": where[0] + 1, "head": where[1] + 1}
    if shown == "head":
        return text(PAGE, "shows_head", **numbers)
    return text(PAGE, f"shows_{shown}", layer=numbers["layer"])


def shuffle_note(difference: float) -> str:
    """Say whether the rows moved along with the words.

    Parameters
    ----------
    difference : float
        The largest one, from `pages.self_attention.view.moved`.

    Returns
    -------
    str
        Markdown.
    """
    moved = "same" if difference < 1e-5 else "different"
    return text(PAGE, f"shuffled_{moved}", difference=f"{difference:.1e}")


def preset_note(typed: str) -> str:
    """Return what to look at in an example, if this is its sentence."""
    for preset in _presets():
        if preset["text"] == typed:
            return str(preset["note"][language()])
    return ""


def _asked(typed: str) -> list[list[str]]:
    """Return the pairs of words that an example asks about."""
    asked = [p.get("pairs", []) for p in _presets() if p["text"] == typed]
    return asked[0] if asked else []


def asked_pairs(typed: str, view: SelfView) -> dict[str, list[Any]]:
    """Return what all heads say about the pairs an example asks about.

    Parameters
    ----------
    typed : str
        The sentence.
    view : SelfView
        All numbers of the picture.

    Returns
    -------
    dict of str to list
        Columns by their titles; empty if nobody has asked.
    """
    rows = [
        _said_of(view, *pair)
        for pair in _asked(typed)
        if all(word in view.words for word in pair)
    ]
    titles = ("pair", "heaviest", "at", "mean_of_heads")
    columns = zip(*rows, strict=True)
    return {
        text(PAGE, title): list(column)
        for title, column in zip(titles, columns, strict=False)
    }


def _said_of(view: SelfView, asks: str, other: str) -> tuple[Any, ...]:
    """Return the heaviest weight of a pair, where it is, and the mean."""
    i, j = view.words.index(asks), view.words.index(other)
    weights = view.word_weights[:, :, i, j]
    layer, head = np.unravel_index(int(weights.argmax()), weights.shape)
    where = head_names(view)[int(head)]
    if not view.is_plain:
        numbers = {"layer": int(layer) + 1, "head": int(head) + 1}
        where = text(PAGE, "where", **numbers)
    top, mean = float(weights.max()), float(weights.mean())
    return f"{asks} → {other}", top, where, mean


def example_box(typed: str, view: SelfView) -> None:
    """Say what to look at in an example, and what the heads say about it.

    Parameters
    ----------
    typed : str
        The sentence.
    view : SelfView
        All numbers of the picture.
    """
    if note := preset_note(typed):
        st.caption(note)
    if columns := asked_pairs(typed, view):
        draw_table(columns)


def has_stages(view: SelfView, shown: str, pair: Pair) -> bool:
    """Tell whether a pair has a score and a weight; say so if not.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    shown : {"head", "mean", "rollout"}
        What the heatmap shows.
    pair : Pair
        Two pieces.

    Returns
    -------
    bool
        Means and products of heads have no scores, masked pairs no weight.
    """
    if shown != "head":
        st.info(text(PAGE, "no_stages"))
    elif not view.mask[pair.row, pair.column]:
        st.info(text(PAGE, "masked_pair"))
    else:
        return True
    return False


# -------------------------------------------------------------------- table


def head_table(view: SelfView) -> dict[str, list[Any]]:
    """Return what each head does, one row for each.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.

    Returns
    -------
    dict of str to list
        Columns by their titles.
    """
    measured = measure_heads(view.word_weights, view.is_special)
    layers, heads = view.shape
    columns: dict[str, list[Any]] = {
        text(PAGE, "layer"): [
            k + 1 for k in range(layers) for _ in range(heads)
        ],
        text(PAGE, "head"): [*range(1, heads + 1)] * layers,
    }
    if view.is_plain:
        columns = {text(PAGE, "score_function"): head_names(view)}
    for name, values in vars(measured).items():
        title = text(PAGE, f"measure_{name}")
        columns[title] = np.round(values, 4).ravel().tolist()
    return columns


def draw_table(columns: Mapping[str, list[Any]]) -> None:
    """Draw a table that a click on a title sorts.

    Parameters
    ----------
    columns : mapping of str to list
        Columns by their titles.
    """
    shown = {
        title: st.column_config.NumberColumn(format="%.3f")
        for title, column in columns.items()
        if column and isinstance(column[0], float)
    }
    st.dataframe(
        dict(columns),
        hide_index=True,
        column_config=shown,
        width="stretch",
        height="content",
    )


def measures_box(view: SelfView) -> None:
    """Draw what each head does, and how that is measured.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    """
    st.markdown(text(PAGE, "measures"))
    draw_table(head_table(view))
    st.caption(text(PAGE, "measures_note"))


def closed_box(key: str) -> Any:  # noqa: ANN401  (Streamlit's own type)
    """Draw a box that is closed at first.

    Parameters
    ----------
    key : str
        Of the widget and of its label.

    Returns
    -------
    DeltaGenerator
        Its `open` tells whether to fill it.
    """
    return st.expander(text(PAGE, key), key=key, on_change="rerun")
