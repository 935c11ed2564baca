"""Draws the three stages of one pair: score, softmax, context."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from attention_core.scores import SCORES
from ui.inputs import closed_box
from ui.pair import PairView
from ui.state import Lesson
from ui.texts import plain, text
from worked.digits import enough_decimals, factor, fixed, rounded
from worked.steps import SoftmaxRow, Steps
from worked.terms import LETTERS, Terms

MOST_MERGED = 12  # weights of pieces that one line can hold

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


def score_stage(lesson: Lesson, view: PairView, steps: Steps) -> None:
    """Draw how the score of the chosen pair comes about.

    Parameters
    ----------
    lesson : Lesson
        On whose page.
    view : PairView
        All numbers of the picture.
    steps : Steps
        Those of the chosen pair.
    """
    st.markdown(text("stages", "score_title"))
    names = steps.chosen.symbols(view.query)
    st.latex(f"{names.score} = {names.formula(view.score)}")
    if view.score in LETTERS:
        st.latex(LETTERS[view.score].format(query=names.query, key=names.key))
    small = r"\small " if view.score == "additive" else ""  # long lines
    for line in steps.score_lines:
        st.latex(small + line)
    entry = SCORES[view.score]
    st.caption(f"{entry.paper}, {entry.equation}")
    label = text("stages", "all_terms", count=len(steps.terms.values))
    box = closed_box(lesson, "terms", label)
    if box.open:
        box.dataframe(term_table(steps.terms, steps.total_decimals))


def term_table(terms: Terms, decimals: int) -> dict[str, list[str]]:
    """Return all terms of a sum; they can be recomputed and added up.

    Parameters
    ----------
    terms : Terms
        The sum.
    decimals : int
        With which the sum is shown elsewhere.

    Returns
    -------
    dict of str to list of str
        Columns: the dimension, the factors, the term.
    """
    values = terms.values
    n = enough_decimals(
        lambda n: rounded(values, n).sum(), terms.total, decimals, decimals
    )
    n_factor = enough_decimals(
        lambda n: terms.product(*(rounded(c, n) for c in terms.factors)),
        values,
        n,
        n,
    )
    columns = {"m": [str(m + 1) for m in range(len(values))]}
    for name, column in zip(terms.names, terms.factors, strict=True):
        shown = [fixed(value, n_factor) for value in column.tolist()]
        columns[name.replace("{", "").replace("}", "")] = shown
    shown = [fixed(value, n) for value in values.tolist()]
    return columns | {text("stages", "term"): shown}


def _cells(tag: str, cells: Sequence[str], of: str = "") -> str:
    """Return a row of an HTML table."""
    inner = "".join(f"<{tag}>{cell}</{tag}>" for cell in cells)
    return f"<tr{of}>{inner}</tr>"


def softmax_columns(row: SoftmaxRow, steps: Steps) -> dict[str, list[str]]:
    """Return the table of a softmax, the last line with the sums.

    Parameters
    ----------
    row : SoftmaxRow
        The row.
    steps : Steps
        Which says the decimals.

    Returns
    -------
    dict of str to list of str
        Heads in HTML, and what stands below them.
    """
    n, i = steps.decimals, steps.chosen.row + 1
    columns = {f"f<sub>{i},j</sub>": (row.scores, n.score, "")}
    power = f"f<sub>{i},j</sub>"
    if row.multiplier != 1:
        power = "z<sub>j</sub>"
        columns[power] = (row.exponents, n.exponent, "")
    if row.shift:
        power = f"{power} - {factor(row.shift, n.exponent)}"
    total = fixed(row.total, n.total)
    columns[f"e<sup>{power}</sup>"] = (row.powers, n.power, total)
    columns[f"a<sub>{i},j</sub>"] = (row.weights, n.weight, "1")
    return {
        head: [*(fixed(v, decimals) for v in values.tolist()), last]
        for head, (values, decimals, last) in columns.items()
    }


def _hard_columns(view: PairView, steps: Steps) -> dict[str, list[str]]:
    """Return the table at temperature 0: scores and weights only."""
    i, n = steps.chosen.row, steps.decimals
    columns = {
        "f": (view.scores, n.score, ""),
        "a": (view.weights, n.weight, "1"),
    }
    return {
        f"{letter}<sub>{i + 1},j</sub>": [
            *(fixed(value, decimals) for value in matrix[i].tolist()),
            last,
        ]
        for letter, (matrix, decimals, last) in columns.items()
    }


def _table(
    names: Sequence[str], columns: dict[str, list[str]], chosen: int, by: str
) -> str:
    """Return HTML of a table whose first column holds escaped labels."""
    marks = {chosen: ' class="chosen"', len(names): ' class="sum"'}
    firsts = [f"<bdi>{name}</bdi>" for name in names]
    firsts.append(text("stages", "sum"))
    signed = [
        [cell.replace("-", "−") for cell in column]
        for column in columns.values()
    ]
    rows = [
        _cells(
            "td", [first, *(column[k] for column in signed)], marks.get(k, "")
        )
        for k, first in enumerate(firsts)
    ]
    head = _cells("th", [by, *(head.replace("-", "−") for head in columns)])
    table = f"<table>{head}{''.join(rows)}</table>"
    return f'{STYLE}<div class="stages">{table}</div>'


def _softmax_formula(view: PairView, steps: Steps, row: SoftmaxRow) -> str:
    """Return the softmax of the row in LaTeX, scale and temperature put in."""
    i = steps.chosen.row + 1
    if row.multiplier == 1:
        powers = [f"e^{{f_{{{i},{k}}}}}" for k in "jk"]
        inner = ""
    else:
        powers = [f"e^{{z_{k}}}" for k in "jk"]
        scale = f"{view.scale!r} \\cdot " if view.scale != 1 else ""
        inner = f"{scale}f_{{{i},j}}"
        if view.temperature != 1:
            inner = rf"\frac{{{inner}}}{{{view.temperature!r}}}"
        inner = rf",\quad z_j = {inner}"
    return rf"a_{{{i},j}} = \frac{{{powers[0]}}}{{\sum_k {powers[1]}}}{inner}"


def softmax_table(view: PairView, steps: Steps, names: Sequence[str]) -> str:
    """Return the table of a row's softmax.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    steps : Steps
        Those of the chosen pair.
    names : sequence of str
        Labels of the source pieces, as `figures` makes them: escaped.

    Returns
    -------
    str
        HTML.
    """
    by = text("stages", "word" if view.source.is_whole else "piece")
    if steps.softmax is None:
        columns = _hard_columns(view, steps)
    else:
        columns = softmax_columns(steps.softmax, steps)
    return _table(names, columns, steps.chosen.column, by)


def softmax_stage(view: PairView, steps: Steps, names: Sequence[str]) -> None:
    """Draw how the scores of a row become weights.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    steps : Steps
        Those of the chosen pair.
    names : sequence of str
        Labels of the source pieces, as `figures` makes them: escaped.
    """
    st.markdown(text("stages", "softmax_title"))
    row, table = steps.softmax, softmax_table(view, steps, names)
    if row is None:
        st.caption(text("stages", "temperature_zero"))
        st.html(table)
        return
    st.latex(_softmax_formula(view, steps, row))
    st.html(table)
    st.latex(steps.weight_line)
    if row.shift:
        shift = fixed(row.shift, steps.decimals.exponent)
        st.caption(text("stages", "shifted", shift=shift))


def context_stage(steps: Steps) -> None:
    """Draw how the context comes about, entry by entry.

    Parameters
    ----------
    steps : Steps
        Those of the chosen pair.
    """
    i = steps.chosen.row + 1
    st.markdown(text("stages", "context_title"))
    st.latex(rf"c_{{{i}}} = \sum_j a_{{{i},j}}\, h_j")
    for line in steps.context_lines:
        st.latex(line)


def merge_line(view: PairView, i: int, j: int, decimals: int) -> str:
    """Write out how weights over pieces become the weight of a pair of words.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    i, j : int
        Positions of the words, from 0.
    decimals : int
        Of the weight.

    Returns
    -------
    str
        LaTeX; empty if there are too many pieces to be read.
    """
    rows, columns = view.target.pieces_of(i), view.source.pieces_of(j)
    block = view.weights[np.ix_(rows, columns)]
    if block.size > MOST_MERGED:
        return ""
    weight = float(view.word_weights[i, j])
    n = enough_decimals(
        lambda n: rounded(block, n).sum() / len(rows),
        weight,
        decimals,
        decimals,
    )
    sums = [" + ".join(fixed(a, n) for a in row) for row in block.tolist()]
    if len(rows) > 1:
        inner = " + ".join(f"({one})" for one in sums)
        sums = [rf"\frac{{1}}{{{len(rows)}}} \cdot \left( {inner} \right)"]
    result = rf"\mathbf{{{fixed(weight, decimals)}}}"
    return rf"\bar a_{{{i + 1},{j + 1}}} = {sums[0]} = {result}"


def merge_note(view: PairView, steps: Steps, words: tuple[int, int]) -> None:
    """Say that words and pieces differ, if they do, and how weights merge.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    steps : Steps
        Those of the chosen pieces.
    words : tuple of int
        Positions of the chosen words, from 0.
    """
    if view.is_whole:
        return
    pair = steps.chosen
    row = view.target.piece_names()[pair.row]
    column = view.source.piece_names()[pair.column]
    st.caption(text("stages", "merged", row=plain(row), column=plain(column)))
    if line := merge_line(view, *words, steps.decimals.weight):
        st.latex(line)
