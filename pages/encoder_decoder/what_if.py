"""What each system does if the source is changed: a part of the page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.scores import cosine
from pages.encoder_decoder import pictures
from pages.encoder_decoder.changes import (
    appended,
    lengthened,
    repeated,
    shuffled,
)
from pages.encoder_decoder.choices import change_controls
from pages.encoder_decoder.view import Walk, walk
from pages.encoder_decoder.words import escaped
from pairs.models import Translator
from texts.shown import read_content, text
from ui.chart import chart
from worked.digits import fixed

Floats = npt.NDArray[np.floating]


@dataclass(frozen=True)
class Comparison:
    """One system before and after a change of the source.

    `before` and `after` are what it writes itself, or is made to write;
    `same` is after the change, made to write what it wrote before.
    """

    before: Walk
    after: Walk
    same: Walk

    @property
    def cosines(self) -> Floats:
        """Cosine of c_i (or C) before and after, at each step both have."""
        n = min(self.before.n_steps, self.same.n_steps)
        pairs = zip(self.before.context[:n], self.same.context[:n], strict=True)
        return np.array([cosine(a[None], b[None])[0, 0] for a, b in pairs])

    def row(self, step: int) -> int:
        """Return the row that is shown at a step, from 0."""
        return min(step, self.before.n_steps, self.same.n_steps) - 1

    def vectors(self, row: int) -> tuple[Floats, Floats]:
        """Return what the decoder gets at a step, before and after."""
        return self.before.context[row], self.same.context[row]


def changed_words(
    words: Sequence[str], change: str, word: int, seed: int, times: int
) -> list[str]:
    """Return the words of the source after a change.

    `word` is the one that is repeated, from 0.
    """
    content = read_content("presets/what_if")
    if change == "shuffle":
        return shuffled(words, seed)
    if change == "append":
        return appended(words, content["clause"])
    if change == "lengthen":
        return lengthened(words, content["joint"], times)
    return repeated(words, word, times)


def compare(
    model: Translator,
    before: Walk,
    source: str,
    *,
    score: str | None,
    uniform: bool = False,
) -> Comparison:
    """Let a system translate a changed source.

    A target that was forced before is forced again.
    """
    ids = before.record.ids.tolist()
    same = walk(model, source, ids, score=score, uniform=uniform)
    if before.forced:
        same = replace(same, names=before.names)
    after = same
    if not before.forced:
        after = walk(model, source, score=score, uniform=uniform)
    return Comparison(before, after, same)


def _changed_source(way: Walk, looked_at: int | None) -> str:
    """Draw the choices, return the source after the change, and say what it is.

    The word that is looked at is repeated, or else the heaviest of step 1.
    """
    change, seed, times = change_controls()
    j = int(way.weights[0].argmax()) if looked_at is None else looked_at
    word = way.source.pieces.word_of_piece[j]
    made = changed_words(way.source.words, change, word, seed, times)
    st.markdown(text("what_if", "changed", words=escaped(made)))
    if made == way.source.words:
        st.caption(text("what_if", "unchanged"))
    if change == "repeat":
        st.caption(text("what_if", "which_word"))
    return " ".join(made)


def _column(side: str, pair: Comparison, step: int) -> None:
    """Draw what one system wrote, and how its context moved."""
    st.markdown(text("what_if", f"{side}_title"))
    before, after = escaped(pair.before.names), escaped(pair.after.names)
    st.markdown(text("what_if", "wrote", before=before, after=after))
    row, found = pair.row(step), pair.cosines
    blanks = {"step": row + 1, "value": fixed(float(found[row]), 3)}
    ends = {"low": fixed(found.min(), 3), "high": fixed(found.max(), 3)}
    st.markdown(text("what_if", f"{side}_cosine").format(**blanks, **ends))
    figure = pictures.change_bars(side, pair.vectors(row), row + 1)
    before, after = map(pictures.largest, pair.vectors(row))
    blanks = {"step": row + 1, "before": before, "after": after}
    alt = text("what_if", f"{side}_alt").format(**blanks)
    chart(figure, key=f"{side}_change", alt=alt)


def part(
    models: tuple[Translator, Translator],
    walks: tuple[Walk, Walk],
    step: int,
    looked_at: int | None,
    look: tuple[str, bool],
) -> None:
    """Draw what a change of the source does to both systems.

    `look` holds the score function, and whether it is ignored.
    """
    source = _changed_source(walks[1], looked_at)
    fixed_ = compare(models[0], walks[0], source, score=None)
    score, uniform = look
    attention = compare(
        models[1], walks[1], source, score=score, uniform=uniform
    )
    left, right = st.columns(2, gap="medium")
    with left:
        _column("fixed", fixed_, step)
    with right:
        _column("context", attention, step)
    st.caption(text("what_if", "heatmap_note"))
    figure = pictures.weights(attention.same, attention.same.n_steps)
    pairs = pictures.heaviest_alt(attention.same)
    alt = text("what_if", "heatmap_alt", pairs=pairs)
    chart(figure, key="changed", alt=alt)
