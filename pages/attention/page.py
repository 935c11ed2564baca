"""A typed pair under one score function: scores, weights, context."""

import streamlit as st

from attention_core.attention import attend, weighted_sum
from attention_core.scores import SCORES
from attention_core.softmax import softmax
from figures.labels import token_labels
from pages.attention import (
    choices,
    pictures,
    queries,
    taken,
    values,
    words,
)
from pages.attention.choices import LESSON
from pages.attention.view import cell_of, merged_line
from projector import room
from texts.shown import text
from ui import about, stages
from ui.chart import chart, show_first
from ui.guidance import chosen_translator
from ui.inputs import example_note
from ui.page import begin_page
from ui.stage_row import stage_row
from ui.verdicts import warn_of_pair
from worked.stages import write_out

begin_page(LESSON)
model = chosen_translator(LESSON)

# Choices
choices.boxes()

# Numbers
view, other = queries.views(model)
shown, stage = LESSON["view"], LESSON["stage"]
i, j = choices.chosen_words(view)
pair = choices.chosen_pieces(view, (i, j))
failure = warn_of_pair(LESSON, model, view)
for note in words.pair_notes(view, shown, failure):
    st.caption(note)

# Pictures, the heatmap first
rows = token_labels(view.target.words)
columns = token_labels(view.source.words)
left, right = st.columns([5, 6], gap="medium")
with left:
    choices.question(view, words.question(view, i))
    marks = queries.marks(view, other)
    figure = pictures.pair_heatmap(view, shown, (i, j), pair, marks)
    alt = pictures.heatmap_alt(view, shown)
    click = choices.cell_chooser(view, pictures.shows_pieces(view, shown))
    chart(figure, key="heatmap", alt=alt, cells=click)
    st.caption(queries.says(view, other))
show_first()
fetched = values.values_of(model, view)
cell = cell_of(view, *pair, text("stages", "others"), fetched)
with right:
    if LESSON["beside"] == "stages":
        room.said(words.answer(view, i, stage))
        figure = stage_row(cell, view.source.piece_names(), shown=stage)
        alt = words.stages_alt(view, pair)
        click = choices.source_chooser(view, pair[0])
        chart(figure, key="stages", alt=alt, cells=click)
    else:
        figure, alt = pictures.pair_links(view, i), pictures.links_alt(view)
        click = choices.cell_chooser(view, by_pieces=False)
        chart(figure, key="links", alt=alt, cells=click)
if note := example_note(LESSON, "source", "target"):
    st.caption(note)
said = words.vectors_note(model, view, LESSON["value"])
st.caption(f"{said} {values.note()}")

# The three stages of one pair, number by number
written = write_out(cell)
st.markdown(text("stages", "chosen"))
choices.word_menus(view, rows, columns)
if not view.is_whole:
    st.caption(words.merged(view, pair))
    if line := merged_line(view, i, j, written.decimals[written.weights]):
        st.latex(line)
first, second, third = st.columns(3, gap="medium")
with first:
    stages.score_stage(LESSON, written)
with second:
    names = token_labels(view.source.piece_names())
    by = text("stages", "word" if view.source.is_whole else "piece")
    stages.softmax_stage(written, names, by)
with third:
    stages.context_stage(written, values.title())
st.caption(text("stages", "rounding"))

# Words
st.caption(text("attention", "not_alignment"))
taken.box(view, shown, fetched[1], said)
about.card_box(LESSON, model)
function = SCORES[view.score].function
about.code_box(LESSON, function, softmax, attend, weighted_sum)
