"""One pair of words in one head, step by step; `worked.steps` for one sentence."""

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from pages.self_attention.view import SelfView
from worked.digits import factor, fixed
from ui.pair import PairView
from ui.stages import merge_line, score_stage, softmax_stage
from worked.steps import (
    Chosen,
    Decimals,
    SoftmaxRow,
    Steps,
    context_lines,
    row_decimals,
    score_lines,
    softmax_row,
)
from worked.terms import Symbols
from ui.texts import plain, text

# What query, key and value are called, by where the vectors come from.
LETTERS = {
    "transformer": ("q", "k", "v"),
    "embeddings": ("x", "x", "x"),
    "recurrent": ("h", "h", "h"),
}


@dataclass(frozen=True)
class Pair(Chosen):
    """Two pieces of one sentence."""

    def symbols(self, query: str) -> Symbols:
        """Return the LaTeX names of score, query and key."""
        i, j = self.row + 1, self.column + 1
        letters = LETTERS[query]
        names = (f"{letters[0]}_{{{i}}}", f"{letters[1]}_{{{j}}}")
        return Symbols(f"f_{{{i},{j}}}", *names)


def heaviest_pieces(
    view: SelfView, place: tuple[int, int], i: int, j: int
) -> Pair:
    """Return the pieces of two words that look at each other most.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    place : tuple of int
        Layer and head, from 0.
    i, j : int
        Positions of the words, from 0.

    Returns
    -------
    Pair
        The words themselves if they are not read in pieces.
    """
    rows, columns = view.sentence.pieces_of(i), view.sentence.pieces_of(j)
    block = view.heads.weights[place][np.ix_(rows, columns)]
    p, q = np.unravel_index(block.argmax(), block.shape)
    return Pair(rows[int(p)], columns[int(q)])


def head_as_pair(view: SelfView, place: tuple[int, int]) -> PairView:
    """Return a head as if the sentence were source and target.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    place : tuple of int
        Layer and head, from 0.

    Returns
    -------
    PairView
        Its annotations are the head's keys.
    """
    heads, head = view.heads, place[1]
    return PairView(
        source=view.sentence,
        target=view.sentence,
        translated=False,
        score=heads.score[head],
        query=view.choices.source,
        scale=1.0,
        temperature=view.choices.temperature,
        scores=heads.scores[place],
        weights=heads.weights[place],
        context=heads.weights[place] @ heads.value[place],
        queries=heads.query[place],
        annotations=heads.key[place],
        word_weights=view.word_weights[place],
        learned=dict(heads.learned[head]),
    )


def _weight_line(row: SoftmaxRow, pair: Pair, column: int, n: Decimals) -> str:
    """Write the weight of the chosen pair out."""
    exponent = fixed(row.exponents[column], n.exponent)
    if row.shift:
        exponent += f" - {factor(row.shift, n.exponent)}"
    total = fixed(row.total, n.total)
    power = fixed(row.powers[column], n.power)
    result = rf"\mathbf{{{fixed(row.weights[column], n.weight)}}}"
    fractions = (
        rf"\frac{{e^{{{exponent}}}}}{{{total}}} = \frac{{{power}}}{{{total}}}"
    )
    head = f"a_{{{pair.row + 1},{pair.column + 1}}}"
    return f"{head} = {fractions} = {result}"


def self_steps(
    view: SelfView, place: tuple[int, int], pair: Pair
) -> tuple[PairView, Steps]:
    """Return all that the three stages show of a pair.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    place : tuple of int
        Layer and head, from 0.
    pair : Pair
        Two pieces, of which the first may look at the second.

    Returns
    -------
    PairView
        The head.
    Steps
        LaTeX and numbers; the softmax runs over what may be looked at.
    """
    head, others = head_as_pair(view, place), text("stages", "others")
    weights, value = head.weights[pair.row], view.heads.value[place]
    last, n_weight = context_lines(weights, value, pair, others)
    row, decimals, line = None, Decimals(n_weight, score=4), ""
    if head.temperature > 0:
        seen = view.mask[pair.row]
        scores = head.scores[pair.row][seen]
        row = softmax_row(scores, 1.0, head.temperature)
        decimals = row_decimals(row, n_weight)
        column = int(seen[: pair.column].sum())
        line = _weight_line(row, pair, column, decimals)
    first, terms, n = score_lines(head, pair, decimals.score, others)
    return head, Steps(pair, decimals, first, terms, n, row, line, last)


def draw_stages(
    view: SelfView, place: tuple[int, int], pair: Pair, names: list[str]
) -> None:
    """Draw the three stages of a pair.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    place : tuple of int
        Layer and head, from 0.
    pair : Pair
        Two pieces, of which the first may look at the second.
    names : list of str
        Labels of the pieces, as `figures` makes them: escaped.
    """
    head, steps = self_steps(view, place, pair)
    _merge_note(view, place, pair, steps)
    first, second, third = st.columns(3, gap="medium")
    with first:
        score_stage(head, steps)
        if view.is_plain and head.learned:
            source = view.choices.source
            st.caption(text("self_attention", f"learned_{source}"))
    with second:
        seen = view.mask[pair.row]
        if steps.softmax is not None:
            names = [n for n, s in zip(names, seen, strict=True) if s]
            shown = Pair(pair.row, int(seen[: pair.column].sum()))
            steps = replace(steps, chosen=shown)
        softmax_stage(head, steps, names)
        if not seen.all():
            hidden = int((~seen).sum())
            said = text("self_attention", "masked_keys", count=hidden)
            st.caption(said)
    with third:
        _context_stage(view, pair, steps)


def _context_stage(view: SelfView, pair: Pair, steps: Steps) -> None:
    """Draw how the context comes about, entry by entry."""
    letter = LETTERS[view.choices.source][2]
    st.markdown(text("self_attention", "context_title", letter=letter))
    i = pair.row + 1
    st.latex(rf"c_{{{i}}} = \sum_j a_{{{i},j}}\, {letter}_j")
    for line in steps.context_lines:
        st.latex(line)


def _merge_note(
    view: SelfView, place: tuple[int, int], pair: Pair, steps: Steps
) -> None:
    """Say how weights over pieces become one over words, if they do."""
    if view.sentence.is_whole:
        return
    names = view.sentence.piece_names()
    owners = view.sentence.pieces.word_of_piece
    blanks = {"row": names[pair.row], "column": names[pair.column]}
    shown = {key: plain(name) for key, name in blanks.items()}
    st.caption(text("self_attention", "merged", **shown))
    words = owners[pair.row], owners[pair.column]
    head = head_as_pair(view, place)
    if all(owners.count(word) == 1 for word in words):
        return
    if line := merge_line(head, *words, steps.decimals.weight):
        st.latex(line)


def vectors_of(
    view: SelfView, place: tuple[int, int], pair: Pair, names: list[str]
) -> dict[str, list[float]]:
    """Return the vectors of a pair, by their titles.

    Parameters
    ----------
    view : SelfView
        All numbers of the picture.
    place : tuple of int
        Layer and head, from 0.
    pair : Pair
        Two pieces.
    names : list of str
        Labels of the pieces, as `figures` makes them: escaped.

    Returns
    -------
    dict of str to list of float
        For `figures.bars.vector_bars`.
    """
    heads, letters = view.heads, LETTERS[view.choices.source]
    shown = zip(
        letters,
        (heads.query, heads.key, heads.value),
        (pair.row, pair.column, pair.column),
        strict=True,
    )
    return {
        f"<i>{letter}</i><sub>{at + 1}</sub>  {names[at]}": array[place][
            at
        ].tolist()
        for letter, array, at in shown
    }
