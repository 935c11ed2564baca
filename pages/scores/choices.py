"""Draws the parts of the page about score functions."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.attention import Attention
from attention_core.scores import SCORES
from pages.scores.view import (
    FIELDS,
    KINDS,
    TABLES,
    Lab,
    agreement,
    before,
    hand_lab,
    model_lab,
    one_hot_lab,
    random_lab,
    row_names,
    switched,
    table_shapes,
)
from ui.chart import Click
from ui.inputs import named, sentence_inputs, slide
from ui.models import load_translator
from worked.digits import entropy, fixed
from worked.pencil import (
    SCORE_STEPS,
    Step,
    block,
    context_steps,
    given,
    settle,
    softmax_steps,
)
from ui.tables import edit_buttons, link, table_editor, take_typed
from ui.texts import readable, text

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

Floats = npt.NDArray[np.floating]

PAGE = "scores"
PER_ROW = 2  # tiles beside each other in one chart
STAGES = 3
REACH = 3.0  # the sliders of the query go so far, if it is not longer
_OPENED = "_stages_opened"
_REACH = "_sliders_reach"  # grows only: no slider jumps under the hand

_SCROLL = """
<style>
.st-key-pencil .katex-display { overflow-x: auto; overflow-y: hidden;
  padding: 0.2rem 0; margin: 0.2rem 0; text-align: left; }
.st-key-pencil .katex-display > .katex { text-align: left; }
/* a sum of three products, with its result, on the screen of a phone */
@media (max-width: 640px) { .st-key-pencil .katex { font-size: 0.9em; } }
</style>
"""


def fields() -> dict[str, Any]:
    """Return what the page keeps in its address, with what was just typed."""
    take_typed(TABLES)
    return FIELDS


def whole_number(key: str) -> None:
    """Draw the box of a whole number.

    Parameters
    ----------
    key : str
        Of the widget, its label and its field.
    """
    field = FIELDS[key]
    st.number_input(
        text(PAGE, key),
        field.low,
        field.high,
        step=1,
        key=key,
        width=112,
        persist_state="session",
    )


def choices() -> "DeltaGenerator":
    """Draw what is chosen for the whole page.

    Returns
    -------
    DeltaGenerator
        The bar below, for the other choices.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for key, labels in (
            ("vectors", named(PAGE, KINDS)),
            ("function", named("functions", SCORES)),
        ):
            st.segmented_control(
                text(PAGE, key),
                list(labels),
                format_func=labels.__getitem__,
                key=key,
                required=True,
                persist_state="session",
            )
    return st.container(
        horizontal=True, vertical_alignment="bottom", key="bar", gap="small"
    )


def _needed() -> list[str]:
    """Return the tables of what the chosen function has learned."""
    entry = SCORES[st.session_state["function"]]
    names: list[str] = []
    for name in entry.parameters:
        names += ["W_q", "W_k"] if name == "W_qk" else [name]
    return names


def _hand_inputs() -> Lab:
    shapes = table_shapes()
    names = ["q", "k", "values", *_needed()]
    widths = [1.2 + shapes[name][1] for name in names]
    for column, name in zip(st.columns(widths), names, strict=True):
        with column:
            table_editor(
                name,
                shapes[name],
                title=text(PAGE, f"table_{name}"),
                rows=row_names(name),
            )
    if st.session_state["function"] == "concat":
        st.caption(text(PAGE, "concat_tables"))
    return hand_lab()


def _model_inputs(bar: "DeltaGenerator") -> Lab:
    model = load_translator("attention")
    source, target = sentence_inputs("attention")
    with bar:
        labels = named("queries", ("y", "s"))
        st.segmented_control(
            text(PAGE, "query"),
            list(labels),
            format_func=labels.__getitem__,
            key="query",
            required=True,
            persist_state="session",
        )
        if st.session_state["function"] == "location":
            whole_number("seed")
    if not source.split():
        st.info(text("attention", "no_source"))
        st.stop()
    return model_lab(model, source, target)


def vector_inputs(bar: "DeltaGenerator") -> Lab:
    """Draw where the vectors come from, and return them.

    Parameters
    ----------
    bar : DeltaGenerator
        Where the numbers are chosen.

    Returns
    -------
    Lab
        Before the live switches.
    """
    kind = st.session_state["vectors"]
    if kind == "model":
        lab = _model_inputs(bar)
    else:
        with bar:
            for key in ("d", "n_q", "n_k"):
                whole_number(key)
            if kind != "hand":
                whole_number("seed")
            if kind == "hand":
                edit_buttons(TABLES)
        labs = {"random": random_lab, "onehot": one_hot_lab}
        lab = labs.get(kind, _hand_inputs)()
    for sentence in lab.complaints:
        st.warning(sentence)
    return lab


def _selector(key: str, labels: Sequence[str], none: str) -> int | None:
    """Draw the menu of a position; return it, from 0."""
    wanted = st.session_state[key]
    if wanted is not None and wanted > len(labels):
        blanks = {"name": key, "value": wanted, "count": len(labels)}
        st.warning(text(PAGE, "no_such_place", **blanks))
        st.session_state[key] = None
    names = [f"{k + 1} · {readable(name)}" for k, name in enumerate(labels)]
    chosen = st.selectbox(
        text(PAGE, key),
        range(1, len(labels) + 1),
        index=None,
        format_func=lambda position: names[position - 1],
        key=key,
        placeholder=none,
        width=150,
        persist_state="session",
    )
    return None if chosen is None else int(chosen) - 1


def switches(bar: "DeltaGenerator", lab: Lab, columns: Sequence[str]) -> Lab:
    """Draw the live switches; return the lab after them.

    Parameters
    ----------
    bar : DeltaGenerator
        Where they stand.
    lab : Lab
        As it comes from its source.
    columns : sequence of str
        Labels of the keys, as `figures` makes them.

    Returns
    -------
    Lab
        With other queries and keys, if a switch is on.
    """
    with bar:
        doubled = _selector("doubled", columns, text(PAGE, "no_key"))
        for key in ("unit", "guess"):
            st.toggle(text(PAGE, key), key=key, persist_state="session")
        if st.session_state["function"] == "gaussian":
            slide(PAGE, "sigma", FIELDS["sigma"])
    return switched(lab, doubled, st.session_state["unit"])


def chosen_cell(
    bar: "DeltaGenerator", lab: Lab, rows: Sequence[str], columns: Sequence[str]
) -> tuple[int, int]:
    """Draw the menus of the chosen cell.

    Parameters
    ----------
    bar : DeltaGenerator
        Where they stand.
    lab : Lab
        After the switches.
    rows, columns : sequence of str
        Labels of queries and keys, as `figures` makes them.

    Returns
    -------
    i, j : int
        From 0. What is not chosen is the first query, and the key that it
        looks at most under the chosen function.
    """
    with bar:
        i = _selector("row", rows, text(PAGE, "first")) or 0
    weights = lab.attention(st.session_state["function"]).weights
    heaviest = int(np.nan_to_num(weights[i]).argmax())
    with bar:
        none = text(PAGE, "heaviest", name=readable(columns[heaviest]))
        j = _selector("column", columns, none)
    return i, heaviest if j is None else j


def all_attention(lab: Lab) -> dict[str, Attention]:
    """Return scores, weights and context under every function.

    Parameters
    ----------
    lab : Lab
        After the switches.

    Returns
    -------
    dict of str to Attention
        By the names of the functions.
    """
    return {name: lab.attention(name) for name in SCORES}


def tiles(attentions: Mapping[str, Attention], half: int) -> dict[str, Floats]:
    """Return half of the weights, by the functions' titles.

    Parameters
    ----------
    attentions : mapping of str to Attention
        Under every function.
    half : {0, 1}
        The first or the second half.

    Returns
    -------
    dict of str to ndarray of shape (n_q, n_k)
        The chosen function has a bold title.
    """
    names = list(attentions)
    middle = -(-len(names) // 2)
    chosen = names[:middle] if half == 0 else names[middle:]
    return {_title(name): attentions[name].weights for name in chosen}


def _title(name: str) -> str:
    title = text("functions", name)
    is_chosen = st.session_state["function"] == name
    return f"<b>{title}</b>" if is_chosen else title


def tile_chooser(
    place: Callable[..., tuple[int, int, int]], lab: Lab, half: int
) -> Callable[[Click], None]:
    """Return what chooses function and cell of a clicked tile.

    Parameters
    ----------
    place : callable
        `figures.multiples.cell_of`.
    lab : Lab
        After the switches.
    half : {0, 1}
        Which half of the functions is shown.

    Returns
    -------
    callable
        Takes a click.
    """
    names = list(SCORES)
    middle = -(-len(names) // 2)

    def choose(click: Click) -> None:
        size = len(lab.rows), len(lab.columns)
        k, i, j = place(click.y, click.x, *size, PER_ROW)
        if half * middle + k < len(names):
            st.session_state["function"] = names[half * middle + k]
            st.session_state["row"] = i + 1
            st.session_state["column"] = j + 1

    return choose


def tiles_alt(
    lab: Lab,
    attentions: Mapping[str, Attention],
    columns: Sequence[str],
    i: int,
) -> str:
    """Return the small multiples in words.

    Parameters
    ----------
    lab : Lab
        After the switches.
    attentions : mapping of str to Attention
        Under every function.
    columns : sequence of str
        Labels of the keys.
    i : int
        The chosen row.

    Returns
    -------
    str
        Plain text.
    """
    pairs = [
        f"{text('scores', name)} → {_heaviest(step.weights[i], columns)}"
        for name, step in attentions.items()
    ]
    return text(PAGE, "tiles_alt", row=lab.rows[i], pairs=", ".join(pairs))


def _heaviest(weights: Floats, columns: Sequence[str]) -> str:
    """Return the name of the heaviest key and its weight; ties are named."""
    if not np.isfinite(weights).all():
        return "–"
    top = float(weights.max())
    at = np.flatnonzero(weights >= top * (1 - 1e-9)).tolist()
    names = "=".join(readable(columns[j]) for j in at[:3])
    return f"{names} {fixed(top, 2)}"


def results_table(
    attentions: Mapping[str, Attention],
    rows: Sequence[str],
    columns: Sequence[str],
    i: int,
) -> None:
    """Draw heaviest keys, entropies and agreement for every function.

    Parameters
    ----------
    attentions : mapping of str to Attention
        Under every function.
    rows, columns : sequence of str
        Labels of queries and keys, as `figures` makes them.
    i : int
        The chosen row.
    """
    reference = attentions[st.session_state["function"]].weights
    table: dict[str, list[str]] = {text(PAGE, "function"): []}
    heads = [readable(row) for row in rows]
    bits = text(PAGE, "entropy", row=heads[i])
    agrees = text(PAGE, "agreement")
    for name, attention in attentions.items():
        weights = attention.weights
        line = {text(PAGE, "function"): text("functions", name)}
        for head, row in zip(heads, weights, strict=True):
            line[f"{head} → {text(PAGE, 'at_most')}"] = _heaviest(row, columns)
        line[bits] = fixed(float(entropy(weights[i])), 3)
        count = agreement(weights, reference)
        line[agrees] = f"{count} / {len(weights)}"
        for head, cell in line.items():
            table.setdefault(head, []).append(cell)
    st.dataframe(table, hide_index=True, key="results")
    chosen = text("functions", st.session_state["function"])
    st.caption(text(PAGE, "agreement_note", function=chosen))


def facts_box() -> None:
    """Draw what is known of every function, in a box closed at first."""
    box = st.expander(text(PAGE, "facts"), key="facts", on_change="rerun")
    if not box.open:
        return
    heads = ["function", "formula", "paper", "operations", "memory"]
    heads += ["learned", "length"]
    lines = [
        "| " + " | ".join(text(PAGE, head) for head in heads) + " |",
        "|" + " --- |" * len(heads),
    ]
    lines += [_facts(name) for name in SCORES]
    box.markdown("\n".join(lines))
    box.caption(text(PAGE, "facts_note"))


def _facts(name: str) -> str:
    entry = SCORES[name]
    given_names = ", ".join(f"${one}$" for one in entry.parameters)
    if entry.options:
        given_names = rf"$\sigma$ {text(PAGE, 'may_be_learned')}"
    matters = "matters" if entry.length_matters else "ignored"
    cells = (
        text("functions", name),
        f"${entry.formula}$",
        f"{entry.paper}, {entry.equation}",
        f"${entry.operations}$",
        f"${entry.memory}$",
        given_names or "–",
        text(PAGE, matters),
    )
    return "| " + " | ".join(cells) + " |"


def vectors_note(lab: Lab) -> str:
    """Say where the vectors come from.

    Parameters
    ----------
    lab : Lab
        After the switches.

    Returns
    -------
    str
        Markdown.
    """
    seed = st.session_state["seed"]
    d = lab.query.shape[1]
    if lab.kind == "model":
        asked = text("attention", f"about_{st.session_state['query']}")
        said = text(PAGE, "about_model", d=d, seed=seed)
        scale = lab.scale(st.session_state["function"])
        return " ".join([said, asked, text(PAGE, "about_scale", scale=scale)])
    return text(PAGE, f"about_{lab.kind}").format(d=d, seed=seed)


def compared(lab: Lab, plain_lab: Lab) -> tuple[Floats, str] | None:
    """Return how the weights of the chosen function have changed.

    Parameters
    ----------
    lab, plain_lab : Lab
        After and before the live switches.

    Returns
    -------
    (ndarray of shape (n_q, n_k), str) or None
        The difference, and a sentence that says from what; None if there is
        nothing to compare with.
    """
    state = st.session_state
    earlier, said = None, ""
    if state["doubled"] is not None or state["unit"]:
        earlier, said = plain_lab, text(PAGE, "since_switches")
    elif (old := before(plain_lab)) is not None:
        earlier, said = old, text(PAGE, "since_edit")
    if earlier is None:
        return None
    function = state["function"]
    now, then = lab.attention(function), earlier.attention(function)
    return now.weights - then.weights, said


def query_sliders(lab: Lab, i: int) -> None:
    """Draw two sliders that turn the chosen query.

    Parameters
    ----------
    lab : Lab
        Before the live switches; its query has two dimensions.
    i : int
        The chosen row.
    """
    longest = float(np.abs(lab.query[i]).max())
    before = float(st.session_state.get(_REACH, REACH))
    reach = st.session_state[_REACH] = max(before, float(math.ceil(longest)))
    for m, column in enumerate(st.columns(2)):
        value = float(lab.query[i, m])
        name = f"query_{i + 1}_{m + 1}_{reach:g}"  # another range, a new one
        column.slider(
            rf"$q_{{{i + 1}}}[{m + 1}]$",
            -reach,
            reach,
            step=0.05,
            **link(name, ("q", i, m), value),
        )


def stages(lab: Lab, i: int, j: int) -> list[list[Step]]:
    """Return the steps of a cell: score, softmax, context.

    Parameters
    ----------
    lab : Lab
        After the switches.
    i, j : int
        The cell.

    Returns
    -------
    list of list of Step
        All lines, in order.
    """
    function = st.session_state["function"]
    learned = {**lab.learned.get(function, {}), "position": j}
    pair = given("q", lab.query[i]), given("k", lab.key[j])
    name = f"f_{{{i + 1},{j + 1}}}"
    first = SCORE_STEPS[function]((*pair, name), learned)
    scores = [
        first[-1] if k == j else Step(f"f_{{{i + 1},{k + 1}}}", value)
        for k, value in enumerate(lab.scores(function)[i].tolist())
    ]
    second = softmax_steps(scores, i + 1)
    weights = second[-len(scores) :]
    return [first, second, context_steps(weights, lab.value, i + 1)]


def signature(lab: Lab, i: int, j: int) -> str:
    """Return what a guess is about; with something else it starts anew.

    Parameters
    ----------
    lab : Lab
        After the switches.
    i, j : int
        The cell.

    Returns
    -------
    str
        Different for different numbers.
    """
    arrays = (lab.query, lab.key, lab.value)
    numbers = [array.tolist() for array in arrays]
    learned = lab.learned.get(st.session_state["function"], {})
    return repr((st.session_state["function"], i, j, numbers, learned))


def opened(lab: Lab, i: int, j: int) -> int:
    """Return how many stages may be seen.

    Parameters
    ----------
    lab : Lab
        After the switches.
    i, j : int
        The cell.

    Returns
    -------
    int
        All of them, unless one guesses first.
    """
    if not st.session_state["guess"]:
        return STAGES
    about, count = st.session_state.get(_OPENED, ("", 0))
    return int(count) if about == signature(lab, i, j) else 0


def _open(about: str, count: int) -> None:
    """Uncover the next stage."""
    st.session_state[_OPENED] = (about, count)


def pencil(lab: Lab, i: int, j: int) -> None:
    """Draw all steps of a cell, or cover them until they are guessed.

    Parameters
    ----------
    lab : Lab
        After the switches.
    i, j : int
        The cell.
    """
    if lab.kind == "model":
        st.info(text(PAGE, "no_pencil", d=lab.query.shape[1]))
        return
    st.html(_SCROLL)
    drawn = stages(lab, i, j)
    decimals = settle([line for lines in drawn for line in lines])
    count = opened(lab, i, j)
    is_narrow = lab.query.shape[1] == 2
    with st.container(key="pencil"):
        places: Sequence[Any] = [st.container()] * STAGES
        if is_narrow:
            left, right = st.columns(2)
            places = (left, right, st.container())
        for k, (place, lines) in enumerate(zip(places, drawn, strict=True)):
            with place:
                _stage(k, lines, decimals, count, signature(lab, i, j))
    st.caption(text("stages", "rounding"))


def _stage(
    k: int,
    lines: list[Step],
    decimals: Mapping[Step, int],
    count: int,
    about: str,
) -> None:
    """Draw one stage: open, to be guessed, or covered."""
    st.markdown(text(PAGE, ("stage_1", "stage_2", "stage_3")[k]))
    if k > count:
        st.caption(text(PAGE, "covered"))
        return
    shown = lines if k < count else lines[:1]
    covers = k == count
    st.latex(block(shown, decimals, covers))
    if k < count:
        _remarks(k, lines)
        return
    st.button(
        text(PAGE, "reveal"),
        key=f"reveal_{k}",
        on_click=_open,
        args=(about, k + 1),
    )


def _remarks(k: int, lines: Sequence[Step]) -> None:
    """Say what a line does not say itself."""
    function = st.session_state["function"]
    if k == 0 and not lines[-1].parts:
        st.caption(text(PAGE, "zero_vector"))
    if k == 0 and function == "concat":
        st.caption(text(PAGE, "concat_steps"))
    if k == 1 and len(lines[0].parts) > 1:
        st.caption(text(PAGE, "shifted"))


def row_alt(lab: Lab, weights: Floats, i: int) -> str:
    """Return the arrows in words.

    Parameters
    ----------
    lab : Lab
        After the switches.
    weights : ndarray of shape (n_k,)
        Of the chosen row.
    i : int
        The chosen row.

    Returns
    -------
    str
        Plain text.
    """
    pairs = [
        f"{name} {fixed(weight, 2)}"
        for name, weight in zip(lab.columns, weights.tolist(), strict=True)
    ]
    return text(PAGE, "arrows_alt", row=lab.rows[i], pairs=", ".join(pairs))


def reach_of(lab: Lab) -> float:
    """Return how far the axes of the arrows go.

    Parameters
    ----------
    lab : Lab
        After the switches.

    Returns
    -------
    float
        The same while the query is turned, as long as nothing is longer.
    """
    longest = max(np.abs(lab.query).max(), np.abs(lab.key).max(), 0.8 * REACH)
    return 1.25 * math.ceil(float(longest))
