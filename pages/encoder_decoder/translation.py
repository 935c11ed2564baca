"""Draws two systems side by side on their way through a sentence."""

import html
from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st

from pages.encoder_decoder.view import Candidate, Walk, same_steps
from ui.about import card_rows, card_sentences
from ui.chart import Click
from ui.models import Translator
from ui.notes import PIECES_MARK, UNKNOWN_MARK, named_words
from ui.sentence import MOST_CHARACTERS, Sentence
from ui.texts import language, plain, read_content, readable, text
from worked.digits import enough_decimals, fixed, rounded
from worked.steps import Chosen, context_lines

PARTS = ("differ", "length", "what_if", "hand")  # of the page, below
MOST_TERMS = 6  # of c_i, written out with their weights
ON_LINE = 4  # of them on one line

STYLE = """
<style>
.next { width: 100%; border-collapse: collapse; font-size: 0.95rem; }
.next td { padding: 0.1rem 0.4rem; border: 0; white-space: nowrap; }
.next td:first-child { width: 35%; overflow: hidden; max-width: 9rem; }
.next td:last-child { width: 4.5rem; text-align: right; }
.next td:last-child { font-variant-numeric: tabular-nums; }
.next .share { height: 0.8rem; background: rgba(47, 128, 208, 0.55); }
.next tr.written { font-weight: 700; }
.next tr.written .share { background: rgba(194, 65, 12, 0.75); }
</style>
"""


# ------------------------------------------------------------------ choices


def _take_preset(presets: list[dict[str, Any]]) -> None:
    """Put the sentences of the chosen preset into the boxes."""
    chosen = st.session_state["preset"]
    if chosen is None:
        return
    preset = presets[chosen]
    for key in ("source", "forced"):
        st.session_state[key] = preset.get(key, "")
    for key in ("part", "change", "uniform"):
        if key in preset:
            st.session_state[key] = preset[key]
    st.session_state["step"] = preset.get("step", 1)
    st.session_state["h"] = None


def _preset_menu(presets: list[dict[str, Any]]) -> None:
    """Draw the menu of examples."""
    st.menu_button(
        text("encoder_decoder", "presets"),
        range(len(presets)),
        format_func=lambda k: presets[k]["name"][language()],
        key="preset",
        on_click=_take_preset,
        args=(presets,),
        width="stretch",
    )


def inputs(page: str) -> tuple[str, str]:
    """Draw the boxes of the source and of what is to be written.

    Parameters
    ----------
    page : str
        Whose texts and presets to take.

    Returns
    -------
    source, forced : str
        As typed.
    """
    presets = read_content(f"presets/{page}")["preset"]
    left, middle, right = st.columns([5, 5, 1.4], vertical_alignment="bottom")
    with right:
        _preset_menu(presets)
    typed = []
    for column, side in ((left, "source"), (middle, "forced")):
        typed.append(
            column.text_input(
                text(page, side),
                presets[0].get(side, ""),
                key=side,
                live="150ms",
                bind="query-params",
                persist_state="session",
            )
            or ""
        )
    return typed[0], typed[1]


def preset_note(page: str, source: str, forced: str) -> str:
    """Return what to look at in a preset, if this is one.

    Parameters
    ----------
    page : str
        Whose presets to take.
    source, forced : str
        As typed.

    Returns
    -------
    str
        Empty if nobody has prepared this.
    """
    state = st.session_state
    # What is prepared for one part comes later, and counts first.
    for preset in reversed(read_content(f"presets/{page}")["preset"]):
        typed = {"source": source, "forced": forced, "part": state["part"]}
        typed["uniform"] = state["uniform"]
        given = {"forced": "", **preset}
        if all(given.get(key, typed[key]) == typed[key] for key in typed):
            return str(preset["note"][language()])
    return ""


def _move(by: int, last: int) -> None:
    """Go some steps on or back."""
    step = int(st.session_state["step"]) + by
    st.session_state["step"] = min(max(step, 1), last)


def _button(key: str, by: int, step: int, last: int) -> None:
    """Draw the button of one step back or on, with its arrow key."""
    st.button(
        text("encoder_decoder", key),
        key=key,
        on_click=_move,
        args=(by, last),
        shortcut="Left" if by < 0 else "Right",
        disabled=not 1 <= step + by <= last,
    )


def step_controls(left: Walk, right: Walk) -> int:
    """Draw the buttons and the slider of the step.

    Parameters
    ----------
    left, right : Walk
        Of the two systems; the longer one says how many steps there are.

    Returns
    -------
    int
        The step, counted from 1.
    """
    last = max(left.n_steps, right.n_steps, 2)
    wanted = int(st.session_state["step"])
    if wanted > last:
        blanks = {"step": wanted, "count": last}
        st.caption(text("encoder_decoder", "no_such_step", **blanks))
    step = st.session_state["step"] = min(wanted, last)
    _button("back", -1, step, last)
    _button("on", 1, step, last)
    st.slider(
        text("encoder_decoder", "step"),
        1,
        last,
        key="step",
        width=230,
        persist_state="session",
    )
    return step


# -------------------------------------------------------------------- notes


def _typed_notes(side: Sentence, key: str) -> list[str]:
    """Say what of a typed sentence was cut, read in pieces or not known."""
    notes = []
    if side.cut:
        blanks = {"words": len(side.words), "most": MOST_CHARACTERS}
        notes.append(text("encoder_decoder", f"cut_{key}", **blanks))
    marks = side.marked(PIECES_MARK, UNKNOWN_MARK)
    for mark, name in ((PIECES_MARK, "in_pieces"), (UNKNOWN_MARK, "unknown")):
        words = [w for w, m in zip(side.words, marks, strict=True) if m == mark]
        if words:
            shown = named_words(words)
            notes.append(text("encoder_decoder", name, words=shown))
    return notes


def notes(right: Walk, target: Sentence, uniform: bool) -> list[str]:
    """Say how the two sentences were read, and what coincides.

    Parameters
    ----------
    right : Walk
        Of the system with attention.
    target : Sentence
        What was typed to be written; it may be empty.
    uniform : bool
        Whether every weight is 1 / n_s.

    Returns
    -------
    list of str
        Sentences in Markdown.
    """
    said = _typed_notes(right.source, "source")
    if target.words:
        said += _typed_notes(target, "target")
    said.append(coincidence(right, uniform))
    return [sentence for sentence in said if sentence]


def coincidence(right: Walk, uniform: bool) -> str:
    """Say what coincides with one source piece, or with uniform weights.

    Parameters
    ----------
    right : Walk
        Of the system with attention.
    uniform : bool
        Whether every weight is 1 / n_s.

    Returns
    -------
    str
        Markdown; empty if nothing has to coincide.
    """
    n = len(right.annotations)
    if n == 1:
        return text("encoder_decoder", "one_piece")
    if len(right.source.words) == 1:
        return text("encoder_decoder", "one_word_in_pieces", count=n)
    if uniform:
        return text("encoder_decoder", "uniform_says", count=n)
    if np.ptp(right.annotations, axis=0).max() < 1e-6:
        return text("encoder_decoder", "all_equal")
    return ""


# ---------------------------------------------------------------- one side


def _row(candidate: Candidate, label: str) -> str:
    """Return the HTML of one likely next word."""
    p = candidate.probability
    bar = f'<div class="share" style="width: {100 * p:.1f}%"></div>'
    of = ' class="written"' if candidate.written else ""
    cells = f"<td><bdi>{label}</bdi></td><td>{bar}</td><td>{fixed(p, 3)}</td>"
    return f"<tr{of}>{cells}</tr>"


def candidate_table(candidates: Sequence[Candidate]) -> str:
    """Return the HTML of the likeliest next words; the written one is bold.

    Parameters
    ----------
    candidates : sequence of Candidate
        The likeliest first; one that is only written comes last.

    Returns
    -------
    str
        A table.
    """
    rows = [_row(c, html.escape(c.name)) for c in candidates]
    return f'{STYLE}<table class="next">{"".join(rows)}</table>'


def _escaped(names: Sequence[str]) -> str:
    """Return pieces as one line of Markdown."""
    return " ".join(plain(name) for name in names)


def written_so_far(walk: Walk, step: int) -> str:
    """Return what is written before a step, as Markdown.

    Parameters
    ----------
    walk : Walk
        Of one system.
    step : int
        Counted from 1.

    Returns
    -------
    str
        The whole sentence once it has ended.
    """
    if step > walk.n_steps:
        key = "ended" if walk.record.finished else "broken_off"
        blanks = {"words": _escaped(walk.names), "steps": walk.n_steps}
        return text("encoder_decoder", key, **blanks)
    before = _escaped(walk.before(step)) or text("encoder_decoder", "nothing")
    return text("encoder_decoder", "so_far", words=before)


def side_title(side: str, walk: Walk, step: int) -> None:
    """Draw what one system computes, and what it has written so far.

    Parameters
    ----------
    side : {"left", "right"}
        The system with one C, or that with a c_i for every word.
    walk : Walk
        Its way.
    step : int
        Counted from 1.
    """
    st.markdown(text("encoder_decoder", f"{side}_title"))
    st.markdown(written_so_far(walk, step))


def next_words(walk: Walk, step: int) -> None:
    """Draw the likeliest next words of one system.

    Parameters
    ----------
    walk : Walk
        Of one system.
    step : int
        Counted from 1; beyond the last one nothing is drawn.
    """
    if step > walk.n_steps:
        return
    key = "would_say" if walk.forced else "says"
    st.caption(text("encoder_decoder", key, step=step))
    st.html(candidate_table(walk.candidates(step)))


def agreement(left: Walk, right: Walk) -> str:
    """Say from which step on the two systems write different sentences.

    Parameters
    ----------
    left, right : Walk
        Of the two systems.

    Returns
    -------
    str
        Markdown; empty if a visitor chose what is written.
    """
    if left.forced:
        return text("encoder_decoder", "both_forced")
    same = same_steps(left.names, right.names)
    if left.names == right.names:
        return text("encoder_decoder", "same_sentence")
    return text("encoder_decoder", "parting", step=same + 1)


# ---------------------------------------------------------------- numbers


def looked_at(labels: Sequence[str]) -> int | None:
    """Return the source piece whose h_j is looked at; say if there is none.

    Parameters
    ----------
    labels : sequence of str
        Of the source pieces.

    Returns
    -------
    int or None
        Its position from 0; None is "the heaviest of this step".
    """
    wanted = st.session_state.get("h")
    if wanted is not None and wanted > len(labels):
        blanks = {"wanted": wanted, "count": len(labels)}
        st.caption(text("encoder_decoder", "no_such_piece", **blanks))
        wanted = st.session_state["h"] = None
    return None if wanted is None else int(wanted) - 1


def choose_cell(click: Click) -> None:
    """Look at the step and the annotation whose cell was clicked.

    Parameters
    ----------
    click : Click
        In the heatmap.
    """
    st.session_state["step"] = click.y + 1
    st.session_state["h"] = click.x + 1


def _annotation_selector(labels: Sequence[str]) -> None:
    """Draw the selector that `looked_at` reads."""
    names = [f"{j} · {readable(name)}" for j, name in enumerate(labels, 1)]
    st.selectbox(
        text("encoder_decoder", "look_at"),
        range(1, len(labels) + 1),
        index=None,
        format_func=lambda j: names[j - 1],
        key="h",
        placeholder=text("encoder_decoder", "heaviest"),
        persist_state="session",
    )


def sum_line(weights: Sequence[float], step: int) -> str:
    """Write c_i as a weighted sum with the weights put in.

    Parameters
    ----------
    weights : sequence of float
        One row.
    step : int
        i.

    Returns
    -------
    str
        LaTeX: the heaviest terms, and how many others there are.
    """
    order = sorted(range(len(weights)), key=lambda j: -abs(weights[j]))
    large = [j for j in order if fixed(abs(weights[j]), 3) != "0.000"]
    kept = sorted(large[:MOST_TERMS] or order[:1])
    terms = [rf"{fixed(weights[j], 3)}\, h_{{{j + 1}}}" for j in kept]
    terms += [r"\dots"] * (len(weights) > len(kept))
    rows = [terms[k : k + ON_LINE] for k in range(0, len(terms), ON_LINE)]
    lines = r" \\ & + ".join(" + ".join(row) for row in rows)
    head = rf"c_{{{step}}} & = \sum_j a_{{{step},j}}\, h_j \\ & = {lines}"
    return rf"\begin{{aligned}} {head} \end{{aligned}}"


def numbers(walk: Walk, step: int, labels: Sequence[str]) -> None:
    """Draw c_i = sum_j a_ij h_j with its numbers.

    Parameters
    ----------
    walk : Walk
        Of the system with attention.
    step : int
        Counted from 1; beyond the last one, that is shown.
    labels : sequence of str
        Of the source pieces.
    """
    _annotation_selector(labels)
    row = min(step, walk.n_steps) - 1
    weights, j = walk.weights[row], looked_at(labels)
    st.latex(sum_line(weights.tolist(), row + 1))
    chosen = Chosen(row, int(weights.argmax()) if j is None else j)
    others = text("stages", "others")
    lines, _ = context_lines(weights, walk.annotations, chosen, others)
    for line in lines:
        st.latex(line)


def number_table(walk: Walk, step: int) -> dict[str, list[str]]:
    """Return all numbers of c_i; each line can be recomputed.

    Parameters
    ----------
    walk : Walk
        Of the system with attention.
    step : int
        Counted from 1; not beyond its last one.

    Returns
    -------
    dict of str to list of str
        The first line holds the weights, the others one dimension each.
    """
    weights, h = walk.weights[step - 1], walk.annotations
    context = walk.context[step - 1]
    n = enough_decimals(
        lambda n: rounded(weights, n) @ rounded(h, n), context, 3, 3
    )
    columns = {"m": ["a", *(str(m + 1) for m in range(len(context)))]}
    for j, name in enumerate(walk.source.piece_names()):
        cells = [fixed(v, n) for v in (weights[j], *h[j].tolist())]
        columns[f"h{j + 1} {name}"] = cells
    last = ["", *(fixed(value, 3) for value in context.tolist())]
    return columns | {f"c{step}": last}


def number_box(walk: Walk, step: int) -> None:
    """Draw the table of all numbers, in a box that is closed at first.

    Parameters
    ----------
    walk : Walk
        Of the system with attention.
    step : int
        Counted from 1; beyond the last one, that is shown.
    """
    step = min(step, walk.n_steps)
    label = text("encoder_decoder", "all_numbers", step=step)
    box = st.expander(label, key="all_numbers", on_change="rerun")
    if box.open:
        box.dataframe(number_table(walk, step))
        box.caption(text("encoder_decoder", "recompute", step=step))


def about_vectors(
    left: Walk, right: Walk, fixed_: Translator, attention: Translator
) -> str:
    """Say where the vectors come from, and what asks.

    Parameters
    ----------
    left, right : Walk
        Of the two systems.
    fixed_, attention : Translator
        The systems.

    Returns
    -------
    str
        Markdown.
    """
    blanks = {"left": plain(fixed_.name), "right": plain(attention.name)}
    sizes = {"d_left": len(left.summary), "d": len(right.summary)}
    said = text("encoder_decoder", "query_says", **blanks, **sizes)
    if "guided" in attention.card:
        said += " " + text("attention", "about_guided")
    return said


def card_box(*models: Translator) -> None:
    """Draw the models' cards, in a box that is closed at first.

    Parameters
    ----------
    *models : Translator
        The systems.
    """
    label = text("encoder_decoder", "card_title")
    box = st.expander(label, key="card", on_change="rerun")
    if not box.open:
        return
    heads = [text("encoder_decoder", f"card_{k}") for k in ("entry", "value")]
    for model in models:
        for sentence in card_sentences(model.card):
            box.markdown(sentence)
        rows = card_rows(model.card)
        columns = ([row[k] for row in rows] for k in (0, 1))
        box.dataframe(dict(zip(heads, columns, strict=True)))
