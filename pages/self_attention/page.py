"""One sentence looks at itself: all heads, one head, graphs, distance."""

import streamlit as st

from attention_core.attention import attend
from attention_core.multihead import multihead
from attention_core.rollout import rollout
from figures.bars import vector_bars
from figures.curves import curves
from figures.graph import GraphWords, graph
from figures.grid import GridWords, grid
from figures.heatmap import heatmap
from figures.labels import token_labels
from pages.self_attention import choices, distance, stages
from pages.self_attention.view import moved, self_view
from ui import about, figure_words
from ui.chart import chart, show_first
from ui.models import load_translator
from ui.page import begin_page
from ui.reader import load_reader
from ui.texts import text

begin_page("self_attention", **choices.FIELDS)
page = "self_attention"
reader, model = load_reader("transformer"), load_translator("attention")

# Choices
typed = choices.sentence_input()
chosen = choices.choices()
choices.stop_if_empty(typed)

# Numbers
view = self_view(reader, model, typed, chosen)
ordered = choices.as_typed(chosen)
as_typed = self_view(reader, model, typed, ordered)
place = choices.place(view)
labels = token_labels(view.words)

# All heads, and one of them
shown = choices.place_selectors(view)
matrix = view.matrix(shown, *place)
i, j = choices.chosen_words(view, matrix)
left, right = choices.two_places(view)
with right:
    words = figure_words.heatmap_words()
    numbers = choices.heatmap_of(view, matrix, shown, (i, j))
    figure = heatmap(**numbers, words=words)
    choices.light_up(figure, i)
    alt = choices.matrix_alt(view, matrix, labels)
    click = choices.choose_pair
    chart(figure, key="heatmap", alt=alt, on_click=click)
    st.caption(choices.matrix_note(view, shown, place))
show_first()
with left:
    words = GridWords(**choices.grid_words(view))
    figure = grid(**choices.grid_of(view, place), words=words)
    choices.name_tiles(figure, view)
    head, alt = choices.open_head, text(page, "grid_alt")
    chart(figure, key="grid", alt=alt, on_click=head)
    st.caption(choices.grid_note(view))
for note in choices.notes(view):
    st.caption(note)
st.caption(choices.source_note(view, reader, model))
if chosen.shuffle:
    st.info(choices.shuffle_note(moved(view, as_typed)))
choices.example_box(typed, view)

# The same as a graph
st.markdown(text(page, "as_graph"))
choices.graph_choices()
words = GraphWords(**choices.graph_words())
figure = graph(**choices.graph_of(view, matrix, i), words=words)
alt = text(page, "graph_alt")
chart(figure, key="graph", alt=alt, on_click=click)

# One pair
st.markdown(text("stages", "chosen"))
choices.word_selectors(view, matrix, labels)
names = token_labels(view.sentence.piece_names())
pair = stages.heaviest_pieces(view, place, i, j)
if choices.has_stages(view, shown, pair):
    stages.draw_stages(view, place, pair, names)
    vectors = stages.vectors_of(view, place, pair, names)
    words = figure_words.bar_words()
    figure = vector_bars(vectors, words=words)
    chart(figure, key="qkv", alt=text(page, "bars_alt"))

# All heads in numbers, and distance
choices.measures_box(view)
if (box := choices.closed_box("distance_box")).open:
    with box:
        found = distance.reach(model, typed, as_typed, place)
        lines = distance.reach_lines(found, view)
        titles = {"x_title": "|i − j|", "y_title": text(page, "share")}
        figure = curves(found.distances, lines, logarithmic="y", **titles)
        chart(figure, key="reach", alt=text(page, "reach_alt"))
        distance.explain(found, view)
about.card_box("attention", reader)
about.code_box("attention", multihead, attend, rollout)
