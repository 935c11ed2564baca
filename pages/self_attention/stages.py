"""One pair of words in one head, step by step."""

import numpy as np
import streamlit as st

from language.sentence import heaviest_pieces
from pages.self_attention.choices import LESSON, PAGE, Place
from pages.self_attention.view import SelfView
from texts.shown import plain, text
from ui.chart import chart
from ui.stage_row import stage_row
from ui.stages import context_stage, score_stage, softmax_stage
from worked.cell import Cell
from worked.digits import fixed
from worked.stages import Stages, write_out
from worked.tables import merge_line

# What query, key and value are called, by where the vectors come from.
LETTERS = {
    "transformer": ("q", "k", "v"),
    "decoder": ("q", "k", "v"),
    "embeddings": ("x", "x", "x"),
    "recurrent": ("h", "h", "h"),
}


def pair_of(
    view: SelfView, place: Place, words: tuple[int, int]
) -> tuple[int, int]:
    """Return the pieces of two words that look at each other most."""
    sentence, weights = view.sentence, view.heads.weights[place]
    return heaviest_pieces(weights, words, sentence, sentence)


def cell_of(view: SelfView, place: Place, pair: tuple[int, int]) -> Cell:
    """Return a pair of pieces, to be written out.

    The first may look at the second. What it may not look at is no part of
    its row.
    """
    (i, j), heads, head = pair, view.heads, place[1]
    seen = np.flatnonzero(view.mask[place[0], i])
    q, k, v = LETTERS[view.options.source]
    return Cell(
        heads.score[head],
        i,
        int(np.searchsorted(seen, j)),
        query=heads.query[place][i],
        keys=heads.key[place][seen],
        values=heads.value[place][seen],
        scores=heads.scores[place][i, seen],
        weights=heads.weights[place][i, seen],
        temperature=view.options.temperature,
        learned=heads.learned[head],
        letters=(f"{q}_{{{i + 1}}}", f"{k}_{{{j + 1}}}", v),
        columns=seen.tolist(),
        others=text("stages", "others"),
    )


def draw_stages(
    view: SelfView, place: Place, pair: tuple[int, int], names: list[str]
) -> None:
    """Draw the three stages of a pair; `names` are labels of the pieces."""
    cell = cell_of(view, place, pair)
    seen = [view.sentence.piece_names()[k] for k in cell.columns]
    pairs = zip(seen, cell.weights.tolist(), strict=True)
    said = ", ".join(f"{name} {fixed(weight, 3)}" for name, weight in pairs)
    alt = text(PAGE, "stages_alt", pairs=said)
    chart(stage_row(cell, seen), key="stages", alt=alt)
    stages = write_out(cell)
    _merge_note(view, place, pair, stages)
    first, second, third = st.columns(3, gap="medium")
    with first:
        score_stage(LESSON, stages)
        if view.is_plain and stages.cell.learned:
            st.caption(text(PAGE, f"learned_{view.options.source}"))
    with second:
        by = text("stages", "word" if view.sentence.is_whole else "piece")
        softmax_stage(stages, [names[k] for k in cell.columns], by)
        if hidden := len(names) - len(seen):
            st.caption(text(PAGE, "masked_keys", count=hidden))
    with third:
        letter = stages.cell.letters[2]
        context_stage(stages, text(PAGE, "context_title", letter=letter))


def _merge_note(
    view: SelfView, place: Place, pair: tuple[int, int], stages: Stages
) -> None:
    """Say how weights over pieces become one over words, if they do."""
    if view.sentence.is_whole:
        return
    names = view.sentence.piece_names()
    row, column = (plain(names[piece]) for piece in pair)
    st.caption(text(PAGE, "merged", row=row, column=column))
    owners = view.sentence.pieces.word_of_piece
    i, j = (owners[piece] for piece in pair)
    rows, columns = (view.sentence.pieces_of(word) for word in (i, j))
    if len(rows) == len(columns) == 1:
        return
    line = merge_line(
        view.heads.weights[place][np.ix_(rows, columns)],
        float(view.word_weights[place][i, j]),
        rf"\bar a_{{{i + 1},{j + 1}}}",
        stages.decimals[stages.weights],
    )
    if line:
        st.latex(line)
