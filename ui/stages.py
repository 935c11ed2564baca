"""Draws the three stages of one cell: score, softmax, context."""

import re
from collections.abc import Sequence

import streamlit as st

from attention_core.scores import SCORES
from texts.shown import equation, text
from ui.inputs import closed_box
from ui.state import Lesson
from worked.digits import fixed
from worked.latex import stacked
from worked.lines import Numbers
from worked.softmax import softmax_formula
from worked.stages import Stages
from worked.tables import softmax_table, term_table

STYLE = """
<style>
.stages { overflow: auto; max-height: 23rem; }
.stages table { border-collapse: collapse; width: 100%; margin: 0; }
.stages table { font-size: 0.9rem; }
.stages th, .stages td {
  padding: 0.15rem 0.3rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid rgba(128, 128, 128, 0.3);
  font-variant-numeric: tabular-nums;
}
.stages th { font-weight: 600; }
.stages th:first-child, .stages td:first-child { text-align: left; }
.stages tr.chosen td { background: rgba(194, 65, 12, 0.16); }
.stages tr.sum td { border-bottom: 0; font-weight: 600; }
</style>
"""


def _draw_lines(numbers: Numbers, stages: Stages) -> None:
    """Draw a line for each number; long terms are drawn small."""
    widest = max((len(one.parts) for one in numbers.expressions), default=0)
    small = r"\small " if widest > 2 and numbers.expressions[0].remarks else ""
    for place in numbers.places:
        st.latex(small + stacked(numbers, place, stages.decimals))


def score_stage(lesson: Lesson, stages: Stages) -> None:
    """Draw how the score of a cell comes about."""
    cell, first = stages.cell, stages.score[0]
    st.markdown(text("stages", "score_title"))
    st.latex(f"{stages.scores.name(cell.j)} = {cell.formula()}")
    if note := cell.letters_note():
        st.latex(note)
    for numbers in stages.score:
        _draw_lines(numbers, stages)
    entry = SCORES[cell.function]
    st.caption(f"{entry.paper}, {equation(entry.name, entry.equation)}")
    if not first.expressions:  # its score is not written out
        return
    count = len(first.expressions[0].complete.terms())
    box = closed_box(lesson, "terms", text("stages", "all_terms", count=count))
    if box.open:
        n, term = stages.decimals[first], text("stages", "term")
        table = term_table(first, n, term)
        heads = {head: re.sub("[{}]", "", head) for head in table}
        box.dataframe({heads[head]: table[head] for head in table})


def _html(latex: str) -> str:
    """Return the head of a column in HTML."""
    lowered = re.sub(r"_\{([^}]*)\}", r"<sub>\1</sub>", latex)
    return lowered.replace("\\", "").replace("-", "−")


def _cells(tag: str, cells: Sequence[str], of: str = "") -> str:
    """Return a row of an HTML table."""
    inner = "".join(f"<{tag}>{cell}</{tag}>" for cell in cells)
    return f"<tr{of}>{inner}</tr>"


def softmax_html(stages: Stages, names: Sequence[str], by: str) -> str:
    """Return the table of a row's softmax in HTML.

    `names` are the labels of the keys, as `figures` makes them: escaped. `by`
    says what they are.
    """
    columns = softmax_table(stages)
    marks = {stages.cell.j: ' class="chosen"', len(names): ' class="sum"'}
    firsts = [f"<bdi>{name}</bdi>" for name in names]
    firsts.append(text("stages", "sum"))
    rows = [
        _cells("td", [first, *(cell.replace("-", "−") for cell in cells)], mark)
        for first, cells, mark in zip(
            firsts,
            zip(*columns.values(), strict=True),
            (marks.get(k, "") for k in range(len(firsts))),
            strict=True,
        )
    ]
    head = _cells("th", [by, *map(_html, columns)])
    table = f"<table>{head}{''.join(rows)}</table>"
    return f'{STYLE}<div class="stages">{table}</div>'


def softmax_stage(stages: Stages, names: Sequence[str], by: str) -> None:
    """Draw how the scores of a row become weights; see `softmax_html`."""
    cell, softmax = stages.cell, stages.softmax
    st.markdown(text("stages", "softmax_title"))
    if softmax is None:
        st.caption(text("stages", "temperature_zero"))
    else:
        st.latex(softmax_formula(cell.i + 1, cell.scale, cell.temperature))
    st.html(softmax_html(stages, names, by))
    if softmax is None:
        return
    st.latex(stacked(stages.weights, cell.j, stages.decimals))
    if softmax.is_shifted:
        shift = fixed(softmax.shift, stages.decimals[softmax.exponents])
        st.caption(text("stages", "shifted", shift=shift))


def context_stage(stages: Stages, title: str) -> None:
    """Draw how the context comes about, entry by entry."""
    i, letter = stages.cell.i + 1, stages.cell.letters[2]
    st.markdown(title)
    st.latex(rf"c_{{{i}}} = \sum_j a_{{{i},j}}\, {letter}_j")
    _draw_lines(stages.context, stages)
