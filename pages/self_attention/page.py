"""One sentence looks at itself: all heads, one head, graphs, distance."""

import streamlit as st

from attention_core.attention import attend
from attention_core.multihead import multihead
from attention_core.rollout import rollout
from figures.labels import token_labels
from pages.self_attention import (
    choices,
    far,
    pictures,
    projections,
    pronoun,
    stages,
    tables,
    taken,
    words,
)
from pages.self_attention.choices import LESSON
from pages.self_attention.view import moved, self_view
from projector import room
from texts.shown import text
from ui import about
from ui.chart import chart, show_first
from ui.inputs import example_note
from ui.page import begin_page

begin_page(LESSON)
page = "self_attention"
models = choices.reader(), choices.translator()

# Choices
choices.sentence_box()
options = choices.options(models[1])

# Numbers
view = self_view(*models, LESSON["sentence"], options)
typed = self_view(*models, LESSON["sentence"], options.as_typed())
place = choices.place(view)
kind = choices.place_selectors(view)
matrix = view.matrix(kind, place)
i, j = choices.chosen_words(view, matrix)
labels = token_labels(view.words)

# One head, and beside it all of them
left, right = choices.places(view)
shown = pictures.Shown(matrix, kind, (i, j))
with right:
    figure = pictures.one_matrix(view, place, shown)
    alt, click = words.matrix_alt(view, matrix, labels), choices.pairs(view)
    chart(figure, key="heatmap", alt=alt, cells=click)
    room.said(words.matrix_note(view, kind, place), small=True)
show_first()
with left:
    figure, head = pictures.all_heads(view, place, kind), choices.heads(view)
    chart(figure, key="grid", alt=words.grid_alt(view, labels), cells=head)
    st.caption(words.grid_note(view))
for note in words.notes(view):
    st.caption(note)
st.caption(words.source_note(view, *models))
if options.shuffle:
    st.info(words.shuffle_note(moved(view, typed)))
if note := example_note(LESSON, "sentence", "vectors", "mask"):
    st.caption(note)
pronoun.draw(view, models[0])
if columns := tables.asked(view, choices.asked_pairs()):
    tables.draw(columns)

# The same as a graph
st.markdown(text(page, "as_graph"))
choices.graph_settings()
figure = pictures.sentence_graph(view, shown)
chart(figure, key="graph", alt=words.graph_alt(matrix, labels), cells=click)

# One pair
st.markdown(text("stages", "chosen"))
choices.word_menus(view, matrix, labels)
pair = stages.pair_of(view, place, (i, j))
if reason := words.no_stages(view, kind, place, pair):
    st.info(reason)
else:
    projections.draw(view, models[0], place, pair)
    names = token_labels(view.sentence.piece_names())
    stages.draw_stages(view, place, pair, names)

# All heads in numbers, and distance
st.markdown(text(page, "measures"))
tables.draw(tables.measures(view))
st.caption(text(page, "measures_note"))
far.box(models, typed, place)
taken.box(view, place, shown, words.source_note(view, *models))
about.card_box(LESSON, models[0])
about.code_box(LESSON, multihead, attend, rollout)
