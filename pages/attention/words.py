"""From the numbers to sentences."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pairs.models import Translator
from pairs.view import PairView
from texts.shown import plain, readable, text
from ui.guidance import about_guidance
from ui.notes import cut_notes, named_words
from worked.digits import fixed

Floats = npt.NDArray[np.floating]


def _flagged(view: PairView, flag: str) -> str:
    """Return the words of both sides that are flagged."""
    words = [
        word
        for side in (view.source, view.target)
        for word, is_flagged in zip(
            side.words, getattr(side.pieces, flag), strict=True
        )
        if is_flagged
    ]
    return named_words(words)


def pair_notes(view: PairView, kind: str, failure: str) -> list[str]:
    """Say what was cut, read in pieces, not known, or not typed.

    `kind` is what the heatmap shows: weights or scores; `failure` says that
    the model's own translation has failed.
    """
    notes = cut_notes(view)
    notes[1:1] = [failure] * bool(failure)
    for flag in ("in_pieces", "unknown"):
        if words := _flagged(view, flag):
            notes.append(text("attention", flag, words=words))
    if kind == "scores" and not view.is_whole:
        notes.append(text("attention", "scores_of_pieces"))
    return notes


def row_maxima(
    matrix: Floats, rows: Sequence[str], columns: Sequence[str]
) -> str:
    """Return for each row the column with its largest number, and that.

    Plain text, for those who do not see the picture.
    """
    heaviest = matrix.argmax(axis=1).tolist()
    pairs = [
        f"{readable(row)} → {readable(columns[j])} {fixed(matrix[i, j], 2)}"
        for i, (row, j) in enumerate(zip(rows, heaviest, strict=True))
    ]
    return ", ".join(pairs)


def vectors_note(model: Translator, view: PairView, value: str) -> str:
    """Say where the vectors come from, what asks, and what c_i feeds."""
    name, d = plain(model.name), view.annotations.shape[1]
    parts = [text("attention", "about_vectors", model=name, d=d)]
    parts.append(text("attention", f"about_{view.query}"))
    used = "used" if view.query == "s" else "unused"
    if view.query == "s" and value != "h":
        used = "other"
    parts.append(text("attention", f"about_{used}"))
    parts.append(about_guidance(model, view.query, view.score))
    if view.temperature == 0:
        parts.append(text("attention", "about_hard"))
    elif view.scale != 1 or view.temperature != 1:
        scale, temperature = f"{view.scale:g}", f"{view.temperature:g}"
        blanks = {"scale": scale, "temperature": temperature}
        parts.append(text("attention", "about_scale", **blanks))
    return " ".join(parts)


def question(view: PairView, i: int) -> str:
    """Ask with the visitor's words where to look."""
    word = plain(view.target.words[i])
    return text("attention", "asked", word=word)


def answer(view: PairView, i: int, stage: int) -> str:
    """Say what the last stage shown does."""
    most = view.source.words[int(view.word_weights[i].argmax())]
    return text("attention", f"stage_{stage}", most=plain(most))


def stages_alt(view: PairView, pair: tuple[int, int]) -> str:
    """Return the stages in words: all weights of the row."""
    names, weights = view.source.piece_names(), view.weights[pair[0]].tolist()
    pairs = ", ".join(
        f"{name} {fixed(weight, 3)}"
        for name, weight in zip(names, weights, strict=True)
    )
    word = view.target.piece_names()[pair[0]]
    blanks = {"i": pair[0] + 1, "word": word, "pairs": pairs}
    return text("attention", "stages_alt", **blanks)


def merged(view: PairView, pair: tuple[int, int]) -> str:
    """Say that words and pieces differ; `pair` are the pieces shown."""
    row = view.target.piece_names()[pair[0]]
    column = view.source.piece_names()[pair[1]]
    return text("stages", "merged", row=plain(row), column=plain(column))
