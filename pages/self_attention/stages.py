"""One pair of words in one head, step by step."""

from dataclasses import dataclass, replace

import streamlit as st

from pages.self_attention.choices import LESSON, PAGE, Place
from pages.self_attention.view import SelfView
from ui.pair import PairView
from ui.sentence import heaviest_pieces
from ui.stages import merge_line, score_stage, softmax_stage
from ui.texts import plain, text
from worked.digits import factor, fixed
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


def pair_of(view: SelfView, place: Place, words: tuple[int, int]) -> Pair:
    """Return the pieces of two words that look at each other most."""
    sentence, weights = view.sentence, view.heads.weights[place]
    return Pair(*heaviest_pieces(weights, words, sentence, sentence))


def head_as_pair(view: SelfView, place: Place) -> PairView:
    """Return a head as if the sentence were source and target.

    Its annotations are the head's keys.
    """
    heads, head = view.heads, place[1]
    return PairView(
        source=view.sentence,
        target=view.sentence,
        translated=False,
        score=heads.score[head],
        query=view.options.source,
        scale=1.0,
        temperature=view.options.temperature,
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
    view: SelfView, place: Place, pair: Pair
) -> tuple[PairView, Steps]:
    """Return the head as a pair of sentences, and all that is written out.

    The first piece of the pair may look at the second; the softmax runs over
    what may be looked at.
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
    view: SelfView, place: Place, pair: Pair, names: list[str]
) -> None:
    """Draw the three stages of a pair; `names` are labels of the pieces."""
    head, steps = self_steps(view, place, pair)
    _merge_note(view, head, pair, steps)
    first, second, third = st.columns(3, gap="medium")
    with first:
        score_stage(LESSON, head, steps)
        if view.is_plain and head.learned:
            st.caption(text(PAGE, f"learned_{view.options.source}"))
    with second:
        _softmax_stage(view, head, steps, names)
    with third:
        _context_stage(view, pair, steps)


def _softmax_stage(
    view: SelfView, head: PairView, steps: Steps, names: list[str]
) -> None:
    """Draw the softmax over what may be looked at."""
    row, column = steps.chosen.row, steps.chosen.column
    seen = view.mask[row]
    if steps.softmax is not None:
        names = [n for n, s in zip(names, seen, strict=True) if s]
        shown = Pair(row, int(seen[:column].sum()))
        steps = replace(steps, chosen=shown)
    softmax_stage(head, steps, names)
    if not seen.all():
        hidden = int((~seen).sum())
        st.caption(text(PAGE, "masked_keys", count=hidden))


def _context_stage(view: SelfView, pair: Pair, steps: Steps) -> None:
    """Draw how the context comes about, entry by entry."""
    letter = LETTERS[view.options.source][2]
    st.markdown(text(PAGE, "context_title", letter=letter))
    i = pair.row + 1
    st.latex(rf"c_{{{i}}} = \sum_j a_{{{i},j}}\, {letter}_j")
    for line in steps.context_lines:
        st.latex(line)


def _merge_note(
    view: SelfView, head: PairView, pair: Pair, steps: Steps
) -> None:
    """Say how weights over pieces become one over words, if they do."""
    if view.sentence.is_whole:
        return
    names = view.sentence.piece_names()
    owners = view.sentence.pieces.word_of_piece
    blanks = {"row": names[pair.row], "column": names[pair.column]}
    shown = {key: plain(name) for key, name in blanks.items()}
    st.caption(text(PAGE, "merged", **shown))
    words = owners[pair.row], owners[pair.column]
    if all(owners.count(word) == 1 for word in words):
        return
    if line := merge_line(head, *words, steps.decimals.weight):
        st.latex(line)
