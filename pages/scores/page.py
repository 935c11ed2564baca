"""The same query and key under every score function, by pencil."""

import streamlit as st

from attention_core.attention import attend
from attention_core.scores import SCORES
from attention_core.softmax import softmax
from figures.arrows import arrows
from figures.heatmap import heatmap
from figures.labels import token_labels
from figures.multiples import cell_of, multiples
from pages.scores import choices as scores_view
from ui import about, figure_words
from ui.chart import chart
from ui.page import begin_page
from ui.texts import text

begin_page("scores", **scores_view.fields())
page = "scores"
function = st.session_state["function"]

# Choices
bar = scores_view.choices()
typed = scores_view.vector_inputs(bar)
rows, columns = token_labels(typed.rows), token_labels(typed.columns)
lab = scores_view.switches(bar, typed, columns)
i, j = scores_view.chosen_cell(bar, lab, rows, columns)

# Numbers
attentions = scores_view.all_attention(lab)
weights = attentions[function].weights
difference = scores_view.compared(lab, typed)
is_open = scores_view.opened(lab, i, j) > 1

# Pictures
st.caption(scores_view.vectors_note(lab))
if not is_open:
    st.info(text(page, "pictures_covered"))
for half, place in enumerate(st.columns(2) if is_open else ()):
    with place:
        figure = multiples(
            scores_view.tiles(attentions, half),
            lab.rows,
            lab.columns,
            per_row=scores_view.PER_ROW,
            selected=(i, j),
            words=figure_words.heatmap_words(),
        )
        alt = scores_view.tiles_alt(lab, attentions, columns, i)
        click = scores_view.tile_chooser(cell_of, lab, half)
        chart(figure, key=f"tiles_{half}", alt=alt, on_click=click)
if is_open:
    scores_view.results_table(attentions, rows, columns, i)
left, right = st.columns(2)
with left:
    if lab.query.shape[1] == 2 and is_open:
        st.markdown(text(page, "arrows"))
        figure = arrows(
            lab.query[i],
            lab.key,
            weights[i],
            query_name=lab.rows[i],
            key_names=lab.columns,
            limit=scores_view.reach_of(lab),
        )
        alt = scores_view.row_alt(lab, weights[i], i)
        chart(figure, key="arrows", alt=alt)
    if lab.query.shape[1] == 2 and lab.kind == "hand":
        scores_view.query_sliders(typed, i)
with right:
    if difference is not None and is_open:
        st.markdown(text(page, "changed"))
        st.caption(difference[1])
        words = figure_words.heatmap_words(text(page, "difference"))
        figure = heatmap(
            difference[0],
            lab.rows,
            lab.columns,
            kind="scores",
            row_title=text(page, "asks"),
            column_title=text(page, "looked_at"),
            words=words,
        )
        alt = text(page, "changed_alt")
        chart(figure, key="difference", alt=alt)

# Words
st.markdown(text(page, "pencil"))
scores_view.pencil(lab, i, j)
scores_view.facts_box()
about.code_box("attention", SCORES[function].function, softmax, attend)
