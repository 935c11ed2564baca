"""Why softmax, and what else makes weights of scores."""

import streamlit as st

from attention_core.normalizers import NORMALIZERS
from attention_core.softmax import naive_softmax, softmax
from pages.softmax import choices, large, pictures, scaling, spread, words
from pages.softmax.choices import LESSON
from pages.softmax.taken import taken_box
from pages.softmax.view import view_of
from texts.shown import text
from ui import about
from ui.chart import chart
from ui.inputs import closed_box
from ui.page import begin_page

begin_page(LESSON)

# The question, and a row of scores
part, origin = choices.part_and_origin()
if origin:
    place, beside = choices.places(origin)
    with place:
        row = choices.row_input(origin)

if part == "row":
    with beside:
        mask, temperature = choices.mask_and_temperature(row)
    view = view_of(row, temperature, mask)
    for sentence in words.failures(view):
        st.warning(sentence)
    left, right = st.columns([5, 4])
    with left:
        st.dataframe(words.number_table(view), hide_index=True, key="numbers")
        for sentence in words.below_table(view):
            st.caption(sentence)
        if sentence := words.stress(view):
            st.markdown(sentence)
        st.markdown(text("softmax", "row_lesson"))
    with right:
        figure = pictures.normalizers(view)
        chart(figure, key="normalizers", alt=words.normalizers_alt(view))
    box = closed_box(LESSON, "facts", text("softmax", "facts"))
    if box.open:
        box.markdown(words.facts())
    taken_box(view)
    code = [entry.function for entry in NORMALIZERS.values()]
    about.code_box(LESSON, *code)

if part == "shift":
    constant, factor = choices.shift_and_scale()
    rows = scaling.variants(row.scores, constant, factor)
    table = words.shift_table(row, rows)
    st.dataframe(table, hide_index=True, key="variants")
    st.caption(text("softmax", "gradient_note"))
    left, right = st.columns(2)
    with left:
        figure = pictures.shifted(rows, row.names)
        alt = words.shifted_alt(rows, row.labels)
        chart(figure, key="shifted", alt=alt)
    with right:
        st.markdown(text("softmax", "sharpening"))
        found = scaling.sharpening(row.scores)
        figure, alt = pictures.sharper(found, factor), words.sharper_alt(found)
        chart(figure, key="sharper", alt=alt)
    st.markdown(text("softmax", "shift_lesson"))
    about.code_box(LESSON, softmax, scaling.gradient_size)

if part == "root":
    d, seed = choices.width_and_seed()
    drawn = spread.draws(seed)
    st.markdown(text("softmax", "variance"))
    st.markdown(words.root_note(d, drawn[d]))
    left, right = st.columns(2)
    with left:
        figure = pictures.spread(drawn, d)
        alt = words.over_widths("spread_alt", drawn)
        chart(figure, key="spread", alt=alt)
    with right:
        figure = pictures.entropies(drawn, d)
        alt = words.over_widths("entropy_alt", drawn)
        chart(figure, key="entropy", alt=alt)
    st.markdown(text("softmax", "one_draw"))
    figure = pictures.one_draw(drawn[d])
    chart(figure, key="draw", alt=words.draw_alt(drawn[d]))
    about.code_box(LESSON, spread.draw)

if part == "large":
    offset, precision = choices.offset_and_precision()
    both = large.both_ways(row.scores, offset, precision)
    table = words.large_table(row, both)
    st.dataframe(table, hide_index=True, key="large")
    (st.error if both.has_failed else st.success)(
        words.large_verdict(both, precision)
    )
    st.markdown(text("softmax", "large_lesson"))
    about.code_box(LESSON, naive_softmax, softmax)
