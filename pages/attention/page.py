"""A typed pair under one score function: scores, weights, context."""

import streamlit as st

from attention_core.attention import attend, weighted_sum
from attention_core.scores import SCORES
from attention_core.softmax import softmax
from figures.labels import token_labels
from pages.attention import choices, pictures, words
from pages.attention.choices import LESSON
from ui import about, stages
from ui.chart import chart, show_first
from ui.inputs import example_note
from ui.models import load_translator
from ui.page import begin_page
from ui.pair import pair_view
from ui.sentence import heaviest_pieces
from ui.texts import text
from worked.steps import Chosen, steps

begin_page(LESSON)
model = load_translator("attention")

# Choices
choices.sentence_boxes()
choices.settings()

# Numbers
view = pair_view(
    model,
    LESSON["source"],
    LESSON["target"],
    score=LESSON["score"],
    query=LESSON["query"],
    temperature=LESSON["temperature"],
    characters=LESSON["characters"],
)
shown = LESSON["view"]
i, j = choices.chosen_words(view)
pieces = heaviest_pieces(view.weights, (i, j), view.target, view.source)
pair = Chosen(*pieces)
for note in words.pair_notes(view, shown):
    st.caption(note)

# Pictures, the heatmap first
rows = token_labels(view.target.words)
columns = token_labels(view.source.words)
left, right = st.columns([3, 2])
with left:
    figure = pictures.pair_heatmap(view, shown, (i, j), pair)
    alt = pictures.heatmap_alt(view, rows, columns)
    click = choices.cell_chooser(view, pictures.shows_pieces(view, shown))
    chart(figure, key="heatmap", alt=alt, on_click=click)
show_first()
step = steps(view, pair, text("stages", "others"))
bars = pictures.context_bars(view, pair.row)
lines = pictures.pair_links(view, i)
with right:
    click = choices.cell_chooser(view, by_pieces=False)
    alt = text("attention", "links_alt")
    chart(lines, key="links", alt=alt, on_click=click)
if note := example_note(LESSON, "source", "target"):
    st.caption(note)
st.caption(words.vectors_note(model, view))

# The three stages of one pair
st.markdown(text("stages", "chosen"))
choices.word_menus(view, rows, columns)
stages.merge_note(view, step, (i, j))
first, second, third = st.columns(3, gap="medium")
with first:
    stages.score_stage(LESSON, view, step)
with second:
    stages.softmax_stage(view, step, token_labels(view.source.piece_names()))
with third:
    stages.context_stage(step)
chart(bars, key="context", alt=text("stages", "bars_alt"))
st.caption(text("stages", "rounding"))

# Words
st.caption(text("attention", "not_alignment"))
about.card_box(LESSON, model)
about.code_box(
    LESSON, SCORES[view.score].function, softmax, attend, weighted_sum
)
