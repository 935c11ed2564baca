"""The same query and key under every score function, by pencil."""

import streamlit as st

from attention_core.attention import attend
from attention_core.scores import SCORES
from attention_core.softmax import softmax
from pages.scores import choices, pencil, pictures, taken, words
from pages.scores.choices import LESSON
from projector import room
from texts.shown import text
from ui import about
from ui.chart import chart
from ui.page import begin_page
from ui.tables import take_typed

begin_page(LESSON)
take_typed(LESSON)

# Choices
bar = choices.head()
typed = choices.vectors(bar)
lab = choices.switches(bar, typed)

# Numbers
view = choices.chosen(bar, lab, typed)
earlier = words.compared(view, choices.before(view))
is_open = pencil.opened(view) > 1
is_flat = lab.query.shape[1] == 2

# Pictures
room.said(words.vectors_note(view), small=True)
if not is_open:
    st.info(text("scores", "pictures_covered"))
halves = zip(st.columns(2), choices.halves(), strict=True)
for half, (place, names) in enumerate(halves if is_open else ()):
    with place:
        figure = pictures.tiles(view, names)
        click = choices.tile_chooser(view, names)
        alt = words.tiles_alt(view, names)
        chart(figure, key=f"tiles_{half}", alt=alt, cells=click)
if is_open:
    st.dataframe(words.results(view), hide_index=True, key="results")
    st.caption(words.agreement_note(view))
left, right = st.columns(2)
with left:
    if is_flat and is_open:
        st.markdown(text("scores", "arrows"))
        figure = pictures.query_and_keys(view)
        chart(figure, key="arrows", alt=words.row_alt(view))
    if is_flat and lab.kind == "hand":
        pencil.query_sliders(view)
with right:
    if earlier and is_open:
        st.markdown(text("scores", "changed"))
        st.caption(earlier[1])
        figure = pictures.difference(view, view.difference(earlier[0]))
        chart(figure, key="difference", alt=text("scores", "changed_alt"))

# Words
st.markdown(text("scores", "pencil"))
pencil.draw(view)
pencil.facts_box(words.facts())
if is_open:
    taken.box(view, words.vectors_note(view))
about.code_box(LESSON, SCORES[view.function].function, softmax, attend)
