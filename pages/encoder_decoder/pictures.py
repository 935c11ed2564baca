"""From the numbers to the lesson's pictures."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from figures import Figure
from figures.heatmap import heatmap
from figures.vectors import vector_bars, vector_strip
from pages.encoder_decoder.view import Closeness, Walk
from texts.shown import readable, text
from ui.figure_words import bar_words, heatmap_words
from ui.notes import PIECES_MARK, UNKNOWN_MARK
from worked.digits import fixed

Floats = npt.NDArray[np.floating]

BARS_HEIGHT = 140
LIMIT = 1.05  # entries of a GRU's state lie between -1 and 1
SAID = 3  # entries of a vector that are read out


def context_bars(side: str, walk: Walk, step: int) -> Figure:
    """Draw what the decoder gets at a step: C (left) or c_i (right).

    The scale is always the same; beyond the last step, that is shown.
    """
    row = walk.row(step)
    title = text("encoder_decoder", f"{side}_bars").format(step=row + 1)
    return vector_bars(
        {title: walk.context[row]},
        limit=LIMIT,
        height=BARS_HEIGHT,
        words=bar_words(),
    )


def largest(vector: Floats) -> str:
    """Return the largest entries of a vector, with their dimensions from 1."""
    places = np.argsort(-np.abs(vector), kind="stable")[:SAID].tolist()
    return ", ".join(f"{k + 1}: {fixed(vector[k], 2)}" for k in places)


def context_alt(side: str, walk: Walk, step: int) -> str:
    """Return these bars in words."""
    row = walk.row(step)
    blanks = {"step": row + 1, "entries": largest(walk.context[row])}
    return text("encoder_decoder", f"{side}_alt").format(**blanks)


def two_bars(vectors: Mapping[str, Floats]) -> Figure:
    """Draw two vectors one above the other."""
    return vector_bars(vectors, height=2 * BARS_HEIGHT, words=bar_words())


def change_bars(side: str, pair: tuple[Floats, Floats], step: int) -> Figure:
    """Draw C (fixed) or c_i (context) before and after a change."""
    vectors = {}
    for key, vector in zip(("before", "after"), pair, strict=True):
        blanks = {"when": text("what_if", key), "step": step}
        vectors[text("what_if", f"{side}_bars").format(**blanks)] = vector
    return two_bars(vectors)


def _piece_marks(walk: Walk) -> list[str]:
    """Return a mark for each source piece of a word not read whole."""
    marks = walk.source.marked(PIECES_MARK, UNKNOWN_MARK)
    return [marks[word] for word in walk.source.pieces.word_of_piece]


def weights(
    walk: Walk,
    step: int,
    selected: tuple[int, int] | None = None,
    row_marks: Sequence[str] | None = None,
    by_hand: bool = False,
) -> Figure:
    """Draw the weights of the system with attention, the rows so far.

    Of weights set by hand nobody says that they sum to 1.
    """
    rows = walk.row(step) + 1
    return heatmap(
        walk.weights[:rows],
        walk.names[:rows],
        walk.source.piece_names(),
        row_marks=row_marks,
        column_marks=_piece_marks(walk),
        selected=selected,
        row_title=text("by_hand" if by_hand else "encoder_decoder", "row_asks"),
        column_title=text("encoder_decoder", "column_title"),
        height=min(max(130 + 38 * rows, 220), 560),
        words=heatmap_words(),
    )


def weights_so_far(walk: Walk, step: int, looked_at: int | None) -> Figure:
    """Draw the weights up to a step, with the annotation that is looked at."""
    row = walk.row(step)
    return weights(walk, step, (row, walk.heaviest(row, looked_at)))


def weights_alt(walk: Walk, step: int, labels: Sequence[str]) -> str:
    """Return the newest row of the weights in words."""
    row = walk.weights[walk.row(step)]
    j = int(row.argmax())
    blanks = {"step": step, "weight": fixed(row[j], 2)}
    word = readable(labels[j])
    return text("encoder_decoder", "heatmap_alt", word=word, **blanks)


def annotations(walk: Walk, looked_at: int | None) -> Figure:
    """Draw all annotations h_j, one row each."""
    return vector_strip(
        walk.annotations,
        walk.source.piece_names(),
        marks=_piece_marks(walk),
        selected=looked_at,
        words=bar_words(),
    )


def annotations_alt(walk: Walk, labels: Sequence[str]) -> str:
    """Return the annotations in words."""
    pairs = zip(labels, walk.annotations, strict=True)
    said = [f"{readable(label)} {largest(vector)}" for label, vector in pairs]
    return text("encoder_decoder", "annotations_alt", entries="; ".join(said))


def cosines_alt(found: Closeness, walk: Walk) -> str:
    """Return how close C is to each context, in words."""
    pairs = zip(walk.names, found.to_summary.tolist(), strict=True)
    said = [
        f"c{i} {name} {fixed(value, 2)}"
        for i, (name, value) in enumerate(pairs, start=1)
    ]
    return text("encoder_decoder", "cosine_alt", pairs=", ".join(said))


def heaviest_alt(walk: Walk) -> str:
    """Return the heaviest annotation of every step, in words."""
    names = walk.source.piece_names()
    said = []
    for i, name in enumerate(walk.names):
        j = walk.heaviest(i)
        said.append(f"{name} → {names[j]} {fixed(walk.weights[i, j], 2)}")
    return ", ".join(said)


def cosines(found: Closeness, walk: Walk) -> Figure:
    """Draw how close C and the contexts are to one another."""
    names = ["C", *(f"c{i} {name}" for i, name in enumerate(walk.names, 1))]
    return heatmap(
        found.matrix,
        names,
        names,
        kind="scores",
        column_title=text("encoder_decoder", "cosine_title"),
        height=min(130 + 38 * len(names), 620),
        words=heatmap_words(text("encoder_decoder", "cosine")),
    )
