"""What each system does if the source is shuffled, repeated or lengthened."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st
from ui.address import Choice, Field, Number

from attention_core.scores import cosine
from pages.encoder_decoder.pictures import BARS_HEIGHT, heatmap_of
from pages.encoder_decoder.plates import Plate, Plates
from pages.encoder_decoder.view import Walk, walk
from ui.inputs import choose, named
from ui.models import Translator
from ui.texts import plain, read_content, text
from worked.digits import fixed

Floats = npt.NDArray[np.floating]

CHANGES = ("shuffle", "repeat", "append", "lengthen")
ENDS = (".", "?", "!", "。", "？", "！")
TRIES = 20  # to find an order that differs
SEED, TIMES = Number(0, 99, 1, 0), Number(1, 5, 1, 1)
FIELDS: dict[str, Field] = {
    "change": Choice(CHANGES, "shuffle"),
    "seed": SEED,
    "times": TIMES,
}


def _split_end(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words, and the mark that ends the sentence, if any."""
    cut = len(words) - 1 if words and words[-1] in ENDS else len(words)
    return list(words[:cut]), list(words[cut:])


def shuffled(words: Sequence[str], seed: int) -> list[str]:
    """Return the words in another order; the mark at the end stays.

    Parameters
    ----------
    words : sequence of str
        The sentence.
    seed : int
        Which order.

    Returns
    -------
    list of str
        The same order only if there is no other.

    Examples
    --------
    >>> shuffled(["Hello", "!"], 3)
    ['Hello', '!']
    """
    inner, end = _split_end(words)
    order, generator = list(inner), random.Random(seed)  # noqa: S311
    for _ in range(TRIES):
        generator.shuffle(order)
        if order != inner:
            break
    return order + end


def repeated(words: Sequence[str], position: int, times: int) -> list[str]:
    """Return the sentence with one of its words said several times.

    Parameters
    ----------
    words : sequence of str
        The sentence.
    position : int
        Of the word, from 0.
    times : int
        How often it is said in addition.

    Returns
    -------
    list of str
        So many words more.

    Examples
    --------
    >>> repeated(["a", "b"], 0, 2)
    ['a', 'a', 'a', 'b']
    """
    new = list(words)
    new[position:position] = [words[position]] * times
    return new


def appended(words: Sequence[str], clause: str) -> list[str]:
    """Return the sentence with a clause before the mark at its end.

    Parameters
    ----------
    words : sequence of str
        The sentence.
    clause : str
        Words, separated by spaces.

    Returns
    -------
    list of str
        A longer sentence.

    Examples
    --------
    >>> appended(["I", "see", "."], "and hear")
    ['I', 'see', 'and', 'hear', '.']
    """
    inner, end = _split_end(words)
    return [*inner, *clause.split(), *end]


def lengthened(words: Sequence[str], joint: str, times: int) -> list[str]:
    """Return the sentence said several times in one.

    Parameters
    ----------
    words : sequence of str
        The sentence.
    joint : str
        The word between.
    times : int
        How often it is said in addition.

    Returns
    -------
    list of str
        A longer sentence.

    Examples
    --------
    >>> lengthened(["I", "see", "."], "and", 1)
    ['I', 'see', 'and', 'I', 'see', '.']
    """
    inner, end = _split_end(words)
    return inner + [joint, *inner] * times + end


def _slide(key: str, field: Number) -> None:
    """Draw a slider over whole numbers."""
    st.slider(
        text("what_if", key),
        int(field.low),
        int(field.high),
        key=key,
        width=240,
        persist_state="session",
    )


def _choices() -> str:
    """Draw the choice of the change and its number; return the change."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        change = choose("what_if", "change", named("what_if", CHANGES))
        if change == "shuffle":
            _slide("seed", SEED)
        elif change in ("repeat", "lengthen"):
            _slide("times", TIMES)
    return change


def changed_words(way: Walk, change: str, looked_at: int | None) -> list[str]:
    """Return the words of the source after a change.

    Parameters
    ----------
    way : Walk
        Of the system with attention, before the change.
    change : str
        One of `CHANGES`.
    looked_at : int or None
        The source piece, from 0, whose word is repeated; None: that with the
        heaviest weight at the first step.

    Returns
    -------
    list of str
        The words.
    """
    words, content = way.source.words, read_content("presets/what_if")
    seed, times = (int(st.session_state[key]) for key in ("seed", "times"))
    if change == "shuffle":
        return shuffled(words, seed)
    if change == "append":
        return appended(words, content["clause"])
    if change == "lengthen":
        return lengthened(words, content["joint"], times)
    j = int(way.weights[0].argmax()) if looked_at is None else looked_at
    return repeated(words, way.source.pieces.word_of_piece[j], times)


def _changed_source(way: Walk, change: str) -> str:
    """Return the source after a change, and say what it is."""
    wanted = st.session_state["h"]
    made = changed_words(way, change, None if wanted is None else wanted - 1)
    shown = " ".join(plain(word) for word in made)
    st.markdown(text("what_if", "changed", words=shown))
    if made == way.source.words:
        st.caption(text("what_if", "unchanged"))
    if change == "repeat":
        st.caption(text("what_if", "which_word"))
    return " ".join(made)


@dataclass(frozen=True)
class Comparison:
    """One system before and after a change of the source.

    Parameters
    ----------
    before, after : Walk
        What it writes itself, or is made to write.
    same : Walk
        After the change, made to write what it wrote before.
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


def compare(
    model: Translator, before: Walk, source: str, look: dict[str, Any]
) -> Comparison:
    """Let a system translate a changed source.

    Parameters
    ----------
    model : Translator
        The system.
    before : Walk
        Its way before the change.
    source : str
        After the change.
    look : dict
        Of `view.walk`: the score function, and whether it is ignored.

    Returns
    -------
    Comparison
        A target that was forced before is forced again.
    """
    ids = before.record.ids.tolist()
    same = walk(model, source, ids, **look)
    after = same if before.forced else walk(model, source, **look)
    return Comparison(before, after, same)


def bars_of(side: str, pair: Comparison, step: int) -> dict[str, Any]:
    """Return what `figures.bars.vector_bars` is given.

    Parameters
    ----------
    side : {"fixed", "context"}
        Whether the system has one C, or a c_i for every word.
    pair : Comparison
        Its ways.
    step : int
        Counted from 1.

    Returns
    -------
    dict
        Its arguments, but for `words`.
    """
    row = pair.row(step)
    vectors = {}
    for key, way in (("before", pair.before), ("after", pair.same)):
        blanks = {"when": text("what_if", key), "step": row + 1}
        name = text("what_if", f"{side}_bars").format(**blanks)
        vectors[name] = way.context[row]
    return {"vectors": vectors, "height": 2 * BARS_HEIGHT}


def draw_words(side: str, pair: Comparison, step: int) -> None:
    """Draw what a system wrote before and after, and how its context moved.

    Parameters
    ----------
    side : {"fixed", "context"}
        Whether the system has one C, or a c_i for every word.
    pair : Comparison
        Its ways.
    step : int
        Counted from 1.
    """
    said = {
        key: " ".join(plain(name) for name in way.names)
        for key, way in (("before", pair.before), ("after", pair.after))
    }
    st.markdown(text("what_if", "wrote").format(**said))
    row, found = pair.row(step), pair.cosines
    blanks = {"step": row + 1, "value": fixed(float(found[row]), 3)}
    ends = {"low": fixed(found.min(), 3), "high": fixed(found.max(), 3)}
    st.markdown(text("what_if", f"{side}_cosine").format(**blanks, **ends))


def _column(side: str, pair: Comparison, step: int) -> Plates:
    """Draw one system before and after."""
    st.markdown(text("what_if", f"{side}_title"))
    draw_words(side, pair, step)
    alt = text("what_if", f"{side}_alt").format(step=step)
    yield Plate("bars", f"{side}_change", alt, bars_of(side, pair, step))


def part(
    models: tuple[Translator, Translator],
    walks: tuple[Walk, Walk],
    look: dict[str, Any],
    step: int,
) -> Plates:
    """Draw what a change of the source does to both systems.

    Parameters
    ----------
    models : tuple of Translator
        The system with one C, and that with a c_i for every word.
    walks : tuple of Walk
        Their ways before the change.
    look : dict
        Of `view.walk`: the score function, and whether it is ignored.
    step : int
        Counted from 1.

    Yields
    ------
    Plate
        C before and after, c_i before and after, the weights after.
    """
    source = _changed_source(walks[1], _choices())
    fixed_ = compare(models[0], walks[0], source, {"score": None})
    attention = compare(models[1], walks[1], source, look)
    left, right = st.columns(2, gap="medium")
    with left:
        yield from _column("fixed", fixed_, step)
    with right:
        yield from _column("context", attention, step)
    st.caption(text("what_if", "heatmap_note"))
    numbers = heatmap_of(attention.same, attention.same.n_steps, None)
    alt = text("what_if", "heatmap_alt")
    yield Plate("heatmap", "changed", alt, numbers | {"selected": None})
