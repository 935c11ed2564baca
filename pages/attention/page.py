"""A typed pair under one score function: scores, weights, context."""

import streamlit as st

from attention_core import attention
from attention_core.scores import SCORES
from attention_core.softmax import softmax
from figures.bars import weighted_sum
from figures.heatmap import heatmap
from figures.labels import token_labels
from figures.links import links
from pages.attention import choices, pictures
from ui import about, figure_words, stages
from ui.address import Choice, Number, Position, Switch
from ui.chart import chart, show_first
from ui.inputs import choose, named, preset_note, sentence_inputs, slide, switch
from ui.models import load_translator
from ui.notes import pair_notes
from ui.page import begin_page
from ui.pair import pair_view
from ui.steps import steps
from ui.terms import SCORE_NAMES
from ui.texts import text

fields = begin_page(
    "attention",
    score=Choice(SCORE_NAMES, "scaled_dot"),
    query=Choice(("y", "s"), "y"),
    temperature=Number(0, 5, 0.05, 1),
    view=Choice(("weights", "scores"), "weights"),
    characters=Switch(),
    i=Position(),
    j=Position(),
)
page = "attention"
model = load_translator(page)

# Choices
source, target = sentence_inputs(page)
with st.container(horizontal=True, vertical_alignment="bottom"):
    score = choose(page, "score", named("scores", SCORE_NAMES))
    query = choose(page, "query", named("queries", ("y", "s")))
    temperature = slide(page, "temperature", fields["temperature"])
    shown = choose(page, "view", named(page, ("weights", "scores")))
    characters = switch(page, "characters")
if not source.split():
    st.info(text(page, "no_source"))
    st.stop()

# Numbers
options = {"score": score, "query": query, "temperature": temperature}
view = pair_view(model, source, target, characters=characters, **options)
i, j = choices.chosen_words(view)
pair = choices.heaviest_pieces(view, i, j)
for note in pair_notes(page, view, shown):
    st.caption(note)
rows = token_labels(view.target.words)
columns = token_labels(view.source.words)
common = figure_words.chart_words()
left, right = st.columns([3, 2])
with left:
    words = figure_words.heatmap_words(shown)
    numbers = pictures.heatmap_of(page, view, shown, (i, j), pair)
    alt = pictures.heatmap_alt(page, view, rows, columns)
    click = choices.cell_chooser(view, pictures.shows_pieces(view, shown))
    figure = heatmap(**numbers, words=words)
    chart(figure, key="heatmap", alt=alt, on_click=click, **common)
show_first()
step = steps(view, pair, text("stages", "others"))
words = figure_words.bar_words()
bars = weighted_sum(**pictures.sum_of(view, pair.row), words=words)
words = figure_words.link_words()
lines = links(**pictures.links_of(page, view, i), words=words)
with right:
    click = choices.cell_chooser(view, by_pieces=False)
    alt = text(page, "links_alt")
    chart(lines, key="links", alt=alt, on_click=click, **common)
if note := preset_note(page, source, target):
    st.caption(note)
st.caption(about.vectors_note(page, model, view))

# The three stages of one pair
st.markdown(text("stages", "chosen"))
choices.pair_selectors(view, rows, columns)
stages.merge_note(view, step, (i, j))
first, second, third = st.columns(3, gap="medium")
with first:
    stages.score_stage(view, step)
with second:
    stages.softmax_stage(view, step, token_labels(view.source.piece_names()))
with third:
    stages.context_stage(step)
chart(bars, key="context", alt=text("stages", "bars_alt"), **common)
st.caption(text("stages", "rounding"))

# Words
st.caption(text(page, "not_alignment"))
about.card_box(page, model)
functions = (softmax, attention.attend, attention.weighted_sum)
about.code_box(page, SCORES[score].function, *functions)
