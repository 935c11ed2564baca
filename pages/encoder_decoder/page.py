"""One fixed C against a c_i for every word, step by step."""

import streamlit as st

from attention_core.attention import attend
from attention_core.seq2seq import summarize
from figures.labels import token_labels
from language.sentence import read_sentence
from pages.encoder_decoder import (
    by_hand,
    choices,
    differ,
    inside,
    pictures,
    quality,
    reading,
    taken,
    what_if,
    words,
)
from pages.encoder_decoder.choices import LESSON
from pages.encoder_decoder.forced import both_walks
from pages.encoder_decoder.view import steered, walk
from texts.shown import text
from ui import about
from ui.chart import chart
from ui.inputs import example_note
from ui.page import begin_page

begin_page(LESSON)
fixed, attention = choices.systems()

# Choices and numbers
source, forced = choices.sentence_boxes()
target = read_sentence(forced, attention.target)
with st.container(horizontal=True, vertical_alignment="bottom"):
    score, uniform = look = choices.weight_settings()
    left, right = both_walks((fixed, attention), source, target, look)
    typed = by_hand.typed_weights(right, forced)
    mine = steered(attention, right, source, typed.weights, look)
    step = choices.step_controls(left, right, mine)
labels = token_labels(right.source.piece_names())
looked_at = choices.chosen_annotation(labels)
verdict = reading.notes(attention, right, target, uniform)

# Pictures
*columns, picture = st.columns([3, 3, 4], gap="medium")
ways = (("left", left), ("right", right))
for column, (side, way) in zip(columns, ways, strict=True):
    with column:
        st.markdown(text("encoder_decoder", f"{side}_title"))
        st.markdown(reading.written(attention, way, step, verdict))
        figure = pictures.context_bars(side, way, step)
        chart(figure, key=side, alt=pictures.context_alt(side, way, step))
        if step <= way.n_steps:
            key = "would_say" if way.forced else "says"
            st.caption(text("encoder_decoder", key, step=step))
            st.html(words.candidate_table(way.candidates(step)))
with picture:
    figure = pictures.weights_so_far(right, step, looked_at)
    alt = pictures.weights_alt(right, step, labels)
    chart(figure, key="heatmap", alt=alt, cells=choices.cells(right, step))
    reading.agreement(left, right)
if note := example_note(LESSON, "source", "forced", "part", "uniform"):
    st.caption(note)

# One step in numbers
row = right.row(step)
first, second = st.columns([2, 3], gap="medium")
with first:
    choices.annotation_menu(labels)
    for line in words.context_sum(right, row, looked_at):
        st.latex(line)
with second:
    st.caption(text("encoder_decoder", "annotations_title"))
    alt = pictures.annotations_alt(right, labels)
    chart(pictures.annotations(right, looked_at), key="strip", alt=alt)
reading.numbers_box(right, row + 1)

# A closer look
part = choices.part_menu()
if part == "differ":
    differ.part(right)
elif part == "inside":
    inside.part(attention, right, row, right.heaviest(row, looked_at))
elif part == "length":
    quality.part(attention, fixed, right)
elif part == "what_if":
    what_if.part((fixed, attention), (left, right), step, looked_at, look)
else:
    by_hand.part((right, mine), typed, step, labels, uniform)

# Words
said = words.about_vectors((left, right), (fixed, attention), score)
st.caption(said)
taken.box(attention, right, step, uniform, said)
about.card_box(LESSON, fixed, attention)
about.code_box(LESSON, summarize, attend, walk)
