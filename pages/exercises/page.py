"""Exercises: tasks made from a seed, whose answers are checked."""

import streamlit as st

from pages.exercises import results
from pages.exercises.choices import LESSON, next_buttons, which_task
from practice.attempts import progress
from practice.exercise import exercise
from texts.shown import text
from ui.inputs import closed_box
from ui.page import begin_page

begin_page(LESSON)

# Which task: everybody with the same seed gets the same numbers
kind, seed, number = which_task()

# The task, the answer, what is wrong with it, a hint, the full line
exercise(LESSON, kind, seed, number)
next_buttons(kind, number)

# What has been done
done = results.judged(progress())
if done:
    box = closed_box(LESSON, "results", results.summary(done))
    if box.open:
        with box:
            st.table(results.table(done))
            for line in results.mistakes_made(done):
                st.markdown(line)
            st.caption(text("exercises", "to_copy"))
            st.code(results.lines(done), language=None)
st.caption(text("exercises", "about"))
