"""What the models do not read, and all numbers of a step: parts of the page."""

import numpy as np
import streamlit as st

from language.sentence import Sentence
from language.verdict import Verdict
from pages.encoder_decoder import words
from pages.encoder_decoder.choices import LESSON
from pages.encoder_decoder.view import Walk, number_table
from pages.encoder_decoder.words import reading_notes, written_so_far
from pairs.models import Translator
from projector import room
from texts.shown import text
from ui.inputs import closed_box
from ui.verdicts import failed, judged, warn


def notes(
    model: Translator, right: Walk, target: Sentence, uniform: bool
) -> Verdict:
    """Draw what is to be said of the typed sentences; return the source's.

    `target` is what was typed to be written; it may be empty.
    """
    verdicts = judged(model, right.source, target)
    warn(LESSON, verdicts, ("source", "forced"))
    for note in reading_notes(right, target, uniform):
        st.caption(note)
    return verdicts[0]


def agreement(left: Walk, right: Walk) -> None:
    """Draw whether both systems write the same; the room reads it, too."""
    room.said(words.agreement(left, right), small=True)


def written(model: Translator, way: Walk, step: int, verdict: Verdict) -> str:
    """Say what is written before a step, and whether it failed."""
    said = [written_so_far(way, step), _failure(model, way, verdict)]
    return "  \n".join(filter(None, said))


def _failure(model: Translator, way: Walk, verdict: Verdict) -> str:
    """Say beside a system's own translation that it failed, in Markdown.

    Empty if a visitor said what has to be written, or nothing can be seen.
    """
    if way.forced:
        return ""
    words, _ = model.target.target_words(way.record.ids.tolist())
    probability = float(np.exp(way.record.log_probabilities.mean()))
    return failed(way.source, words, verdict, probability)


def numbers_box(walk: Walk, step: int) -> None:
    """Draw the box with all numbers of c_i, step from 1."""
    title = text("encoder_decoder", "all_numbers", step=step)
    box = closed_box(LESSON, "all_numbers", title)
    if box.open:
        box.dataframe(number_table(walk, step))
        box.caption(text("encoder_decoder", "recompute", step=step))
