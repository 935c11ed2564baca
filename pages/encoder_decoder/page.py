"""One fixed C against a c_i for every word, step by step."""

import streamlit as st

from attention_core.attention import attend
from attention_core.seq2seq import summarize
from figures.bands import length_bands
from figures.bars import vector_bars, vector_strip
from figures.heatmap import heatmap
from figures.labels import token_labels
from pages.encoder_decoder import (
    by_hand,
    pictures,
    quality,
    translation,
    what_if,
)
from pages.encoder_decoder.choices import FIELDS
from pages.encoder_decoder.view import walk
from ui import about, figure_words
from ui.chart import chart
from ui.inputs import choose, named, switch
from ui.models import load_translator
from ui.page import begin_page
from ui.sentence import read_sentence
from ui.texts import text
from worked.terms import SCORE_NAMES

begin_page("encoder_decoder", **FIELDS)
page = "encoder_decoder"
fixed, attention = load_translator("fixed"), load_translator("attention")

# Choices and numbers
source, forced = translation.inputs(page)
if not source.split():
    st.info(text(page, "no_source"))
    st.stop()
target = read_sentence(forced, attention.target)
options = {"target_ids": target.pieces.ids}
with st.container(horizontal=True, vertical_alignment="bottom"):
    score = choose(page, "score", named("functions", SCORE_NAMES))
    look = {"score": score, "uniform": switch(page, "uniform")}
    left = walk(fixed, source, score=None, **options)
    right = walk(attention, source, **look, **options)
    step = translation.step_controls(left, right)
labels = token_labels(right.source.piece_names())
j = translation.looked_at(labels)

# Pictures
bar_words = figure_words.bar_words()
cell_words = figure_words.heatmap_words()
for note in translation.notes(right, target, look["uniform"]):
    st.caption(note)
*columns, picture = st.columns([3, 3, 4], gap="medium")
sides = (("left", left), ("right", right))
for column, (side, way) in zip(columns, sides, strict=True):
    with column:
        translation.side_title(side, way, step)
        given = pictures.bars_of(side, way, step)
        figure = vector_bars(**given, words=bar_words)
        chart(figure, key=side, alt=pictures.bars_alt(side, step))
        translation.next_words(way, step)
with picture:
    figure = heatmap(**pictures.heatmap_of(right, step, j), words=cell_words)
    alt = pictures.heatmap_alt(right, step, labels)
    click = translation.choose_cell
    chart(figure, key="heatmap", alt=alt, on_click=click)
    st.caption(translation.agreement(left, right))
if note := translation.preset_note(page, source, forced):
    st.caption(note)

# One step in numbers
first, second = st.columns([2, 3], gap="medium")
with first:
    translation.numbers(right, step, labels)
with second:
    st.caption(text(page, "annotations_title"))
    figure = vector_strip(**pictures.strip_of(right, j), words=bar_words)
    chart(figure, key="strip", alt=text(page, "annotations_alt"))
translation.number_box(right, step)

# A closer look
part = choose(page, "part", named(page, translation.PARTS))
plates = {
    "differ": pictures.cosine_part(right),
    "length": quality.part(attention, fixed, right),
    "what_if": what_if.part((fixed, attention), (left, right), look, step),
    "hand": by_hand.part(right, step, (token_labels(right.names), labels)),
}[part]
draw = {"bars": vector_bars, "heatmap": heatmap, "bands": length_bands}
worded = {"bars": {"words": bar_words}, "heatmap": {"words": cell_words}}
for plate in plates:
    figure = draw[plate.kind](**plate.numbers, **worded.get(plate.kind, {}))
    chart(figure, key=plate.key, alt=plate.alt)

st.caption(translation.about_vectors(left, right, fixed, attention))
translation.card_box(fixed, attention)
about.code_box(page, summarize, attend, walk)
