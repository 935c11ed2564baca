"""The story in steps: each a picture, a sentence or two, a thing to do."""

import streamlit as st

from pages.lesson import choices
from pages.lesson.catalog import PICTURES
from pages.lesson.choices import LESSON
from pages.lesson.links import to_laboratory
from pages.lesson.words import fill, mark_notes
from practice.exercise import exercise
from projector import room
from texts.shown import in_language, text
from ui.chart import chart
from ui.inputs import closed_box
from ui.notes import cut_notes
from ui.page import begin_page
from ui.verdicts import warn_of_pair

begin_page(LESSON)

# Which lesson, which pair, which step
story = choices.chosen_story()
scene = choices.scene()
if failure := warn_of_pair(LESSON, scene.model, scene.view):
    st.caption(failure)
step = choices.chosen_step(story)

# The question first; then what is to be seen, and what it says
left, right = st.columns([2, 3], gap="medium")
with left:
    is_due = choices.asks(step, scene)
    if is_due:
        room.said(fill(in_language(step.says), scene))
        do = fill(in_language(step.do), scene)
        st.markdown(text("lesson", "do", do=do))
        picture = PICTURES[step.picture]
        choices.controls(picture.controls, scene)
        to_laboratory(step, scene)
if is_due:
    with right:
        figure = picture.figure(scene, step.settings)
        alt = fill(text("lesson", f"alt_{step.picture}"), scene, quote=str)
        chart(figure, key="picture", alt=alt)
        notes = cut_notes(scene.view) + mark_notes(step.picture, scene)
        for note in notes:
            st.caption(note)

# An exercise at its end
if step.exercise and is_due:
    box = closed_box(LESSON, "exercise", text("lesson", "exercise"))
    if box.open:
        with box:
            seed = f"{LESSON['story']} {LESSON['step']}"
            exercise(LESSON, step.exercise, seed)
