"""Why softmax, and what else makes weights of scores."""

import streamlit as st

from attention_core.normalizers import NORMALIZERS
from attention_core.softmax import softmax
from figures.bars import bars
from figures.curves import curves
from figures.labels import token_labels
from pages.softmax import choices as softmax_view
from pages.softmax import view as softmax_lab
from ui import about, figure_words
from ui.chart import chart
from ui.page import begin_page
from ui.texts import text

begin_page("softmax", **softmax_lab.FIELDS)
page = "softmax"
words = figure_words.bar_words()

# Choices
with st.container(horizontal=True):
    part = softmax_view.part_choice()
    origin = softmax_view.origin_choice() if part != "root" else None
if origin:
    place, beside = softmax_view.places(origin)
    with place:
        row = softmax_view.row_input(origin)
        st.caption(row.about)
    names = token_labels(row.names)

if part == "row":
    with beside:
        mask, temperature = softmax_view.mask_and_temperature(names)
    found = softmax_view.all_normalised(row, temperature, mask)
    softmax_view.failures(found, row.names)
    left, right = st.columns([5, 4])
    with left:
        softmax_view.number_table(row, found, mask, temperature)
        st.markdown(text(page, "row_lesson"))
    with right:
        given = softmax_view.panels(found)
        figure = bars(**given, labels=row.names, mask=mask, words=words)
        alt = text(page, "bars_alt")
        chart(figure, key="normalizers", alt=alt)
    softmax_view.facts_box()
    functions = [entry.function for entry in NORMALIZERS.values()]

if part == "shift":
    constant, factor = softmax_view.shift_choices()
    rows = softmax_view.variants(row.scores, constant, factor)
    softmax_view.shift_table(row, rows)
    left, right = st.columns(2)
    with left:
        given = softmax_view.shift_panels(rows)
        figure = bars(**given, labels=row.names, words=words)
        chart(figure, key="shifted", alt=text(page, "shift_alt"))
    with right:
        st.markdown(text(page, "sharpening"))
        factors, bits, sizes = softmax_lab.sharpening(row.scores)
        figure = curves(
            factors,
            {text(page, "bits"): bits, text(page, "gradient"): sizes},
            x_title=text(page, "factor"),
            marked=factor,
        )
        chart(figure, key="sharper", alt=text(page, "sharper_alt"))
    st.markdown(text(page, "shift_lesson"))
    functions = [softmax, softmax_lab.gradient_size]

if part == "root":
    d, seed = softmax_view.root_choices()
    drawn = softmax_lab.draws(seed)
    st.markdown(text(page, "variance"))
    st.markdown(softmax_view.root_note(d, drawn[d]))
    left, right = st.columns(2)
    with left:
        figure = curves(**softmax_view.spread_curves(drawn), marked=d)
        chart(figure, key="spread", alt=text(page, "spread_alt"))
    with right:
        figure = curves(**softmax_view.entropy_curves(drawn), marked=d)
        chart(figure, key="entropy", alt=text(page, "entropy_alt"))
    panels = {text(page, "without"): drawn[d].row}
    panels[text(page, "with")] = drawn[d].scaled_row
    limits = dict.fromkeys(panels, (0.0, 1.19))
    labels = softmax_lab.names_of(softmax_lab.KEYS)
    st.markdown(text(page, "one_draw"))
    figure = bars(panels, labels, ranges=limits, words=words, height=300)
    chart(figure, key="draw", alt=text(page, "bars_alt"))
    functions = [softmax_lab.draw]

if part == "large":
    offset, precision = softmax_view.large_choices()
    softmax_view.large_table(row, offset, precision)
    st.markdown(text(page, "large_lesson"))
    functions = [softmax_lab.naive_softmax, softmax]

about.code_box("attention", *functions)
