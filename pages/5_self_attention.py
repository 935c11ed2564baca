"""One sentence looks at itself: all heads, one head, graphs, distance."""

import streamlit as st

from attention_core.attention import attend
from attention_core.heads import rollout
from attention_core.multihead import multihead
from figures.bars import BarWords, vector_bars
from figures.curves import curves
from figures.graph import GraphWords, graph
from figures.grid import GridWords, grid
from figures.heatmap import HeatmapWords, heatmap
from figures.labels import token_labels
from ui import about, figure_words, self_attention, self_distance, self_steps
from ui.chart import chart, show_first
from ui.models import load_translator
from ui.page import begin_page
from ui.reader import load_reader
from ui.self_view import moved, self_view
from ui.texts import text

begin_page("self_attention", **self_attention.FIELDS)
page = "self_attention"
reader, model = load_reader("transformer"), load_translator("attention")

# Choices
typed = self_attention.sentence_input()
chosen = self_attention.choices()
self_attention.stop_if_empty(typed)

# Numbers
view = self_view(reader, model, typed, chosen)
ordered = self_attention.as_typed(chosen)
as_typed = self_view(reader, model, typed, ordered)
place = self_attention.place(view)
labels = token_labels(view.words)
common = figure_words.chart_words()

# All heads, and one of them
shown = self_attention.place_selectors(view)
matrix = view.matrix(shown, *place)
i, j = self_attention.chosen_words(view, matrix)
left, right = self_attention.two_places(view)
with right:
    words = HeatmapWords(**figure_words.heatmap_words())
    numbers = self_attention.heatmap_of(view, matrix, shown, (i, j))
    figure = heatmap(**numbers, words=words)
    self_attention.light_up(figure, i)
    alt = self_attention.matrix_alt(view, matrix, labels)
    click = self_attention.choose_pair
    chart(figure, key="heatmap", alt=alt, on_click=click, **common)
    st.caption(self_attention.matrix_note(view, shown, place))
show_first()
with left:
    words = GridWords(**self_attention.grid_words(view))
    figure = grid(**self_attention.grid_of(view, place), words=words)
    self_attention.name_tiles(figure, view)
    head, alt = self_attention.open_head, text(page, "grid_alt")
    chart(figure, key="grid", alt=alt, on_click=head, **common)
    st.caption(self_attention.grid_note(view))
for note in self_attention.notes(view):
    st.caption(note)
st.caption(self_attention.source_note(view, reader, model))
if chosen.shuffle:
    st.info(self_attention.shuffle_note(moved(view, as_typed)))
self_attention.example_box(typed, view)

# The same as a graph
st.markdown(text(page, "as_graph"))
self_attention.graph_choices()
words = GraphWords(**self_attention.graph_words())
figure = graph(**self_attention.graph_of(view, matrix, i), words=words)
alt = text(page, "graph_alt")
chart(figure, key="graph", alt=alt, on_click=click, **common)

# One pair
st.markdown(text("stages", "chosen"))
self_attention.word_selectors(view, matrix, labels)
names = token_labels(view.sentence.piece_names())
pair = self_steps.heaviest_pieces(view, place, i, j)
if self_attention.has_stages(view, shown, pair):
    self_steps.draw_stages(view, place, pair, names)
    vectors = self_steps.vectors_of(view, place, pair, names)
    words = BarWords(**figure_words.bar_words())
    figure = vector_bars(vectors, words=words)
    chart(figure, key="qkv", alt=text(page, "bars_alt"), **common)

# All heads in numbers, and distance
self_attention.measures_box(view)
box = self_attention.closed_box("distance_box")
if box.open:
    with box:
        found = self_distance.reach(model, typed, as_typed, place)
        lines = self_distance.reach_lines(found, view)
        titles = {"x_title": "|i − j|", "y_title": text(page, "share")}
        figure = curves(found.distances, lines, logarithmic="y", **titles)
        chart(figure, key="reach", alt=text(page, "reach_alt"), **common)
        self_distance.explain(found, view)
about.card_box("attention", reader)
about.code_box("attention", multihead, attend, rollout)
