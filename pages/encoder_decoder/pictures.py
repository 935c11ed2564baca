"""What the figures of a walk are given: numbers, labels, words."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.encoder_decoder.plates import Plate, Plates
from pages.encoder_decoder.view import Closeness, Walk, closeness
from ui.notes import PIECES_MARK, UNKNOWN_MARK
from ui.texts import readable, text
from worked.digits import fixed

BARS_HEIGHT = 140
LIMIT = 1.05  # entries of a GRU's state lie between -1 and 1


def bars_of(side: str, walk: Walk, step: int) -> dict[str, Any]:
    """Return what `figures.bars.vector_bars` is given.

    Parameters
    ----------
    side : {"left", "right"}
        The system with one C, or that with a c_i for every word.
    walk : Walk
        Its way.
    step : int
        Counted from 1; beyond the last one, that is shown.

    Returns
    -------
    dict
        Its arguments, but for `words`. The scale is always the same.
    """
    row = min(step, walk.n_steps)
    title = text("encoder_decoder", f"{side}_bars").format(step=row)
    vectors = {title: walk.context[row - 1]}
    return {"vectors": vectors, "limit": LIMIT, "height": BARS_HEIGHT}


def bars_alt(side: str, step: int) -> str:
    """Return the bars in words.

    Parameters
    ----------
    side : {"left", "right"}
        The system with one C, or that with a c_i for every word.
    step : int
        Counted from 1.

    Returns
    -------
    str
        Plain text.
    """
    if side == "left":
        return text("encoder_decoder", "left_alt")
    return text("encoder_decoder", "right_alt", step=step)


def _piece_marks(walk: Walk) -> list[str]:
    """Return a mark for each source piece of a word not read whole."""
    marks = walk.source.marked(PIECES_MARK, UNKNOWN_MARK)
    return [marks[word] for word in walk.source.pieces.word_of_piece]


def heatmap_of(walk: Walk, step: int, looked_at: int | None) -> dict[str, Any]:
    """Return what `figures.heatmap.heatmap` is given: the rows so far.

    Parameters
    ----------
    walk : Walk
        Of the system with attention.
    step : int
        Counted from 1; beyond the last one, all rows are shown.
    looked_at : int or None
        The source piece to be framed; None: the heaviest of this step.

    Returns
    -------
    dict
        Its arguments, but for `words`.
    """
    rows = min(step, walk.n_steps)
    weights = walk.weights[:rows]
    j = int(weights[-1].argmax()) if looked_at is None else looked_at
    return {
        "values": weights,
        "rows": walk.names[:rows],
        "columns": walk.source.piece_names(),
        "column_marks": _piece_marks(walk),
        "selected": (rows - 1, j),
        "row_title": text("encoder_decoder", "row_title"),
        "column_title": text("encoder_decoder", "column_title"),
        "height": min(max(130 + 38 * rows, 220), 560),
    }


def heatmap_alt(walk: Walk, step: int, labels: Sequence[str]) -> str:
    """Return the newest row of the heatmap in words.

    Parameters
    ----------
    walk : Walk
        Of the system with attention.
    step : int
        Counted from 1.
    labels : sequence of str
        Of the source pieces, as `figures` makes them.

    Returns
    -------
    str
        Plain text.
    """
    row = walk.weights[min(step, walk.n_steps) - 1]
    j = int(row.argmax())
    blanks = {"step": step, "weight": fixed(row[j], 2)}
    word = readable(labels[j])
    return text("encoder_decoder", "heatmap_alt", word=word, **blanks)


def strip_of(walk: Walk, looked_at: int | None) -> dict[str, Any]:
    """Return what `figures.bars.vector_strip` is given: all h_j.

    Parameters
    ----------
    walk : Walk
        Of the system with attention.
    looked_at : int or None
        The source piece that is framed.

    Returns
    -------
    dict
        Its arguments, but for `words`.
    """
    return {
        "vectors": walk.annotations,
        "labels": walk.source.piece_names(),
        "marks": _piece_marks(walk),
        "selected": looked_at,
    }


def cosine_sentence(found: Closeness) -> str:
    """Say how close the contexts are to C and to one another.

    Parameters
    ----------
    found : Closeness
        All cosines.

    Returns
    -------
    str
        Markdown.
    """
    blanks = {
        f"{name}{of}": fixed(getattr(values, call)(), 2)
        for of, values in (("", found.to_summary), ("_among", found.among))
        for name, call in (("low", "min"), ("high", "max"))
    }
    return text("encoder_decoder", "differ_says").format(**blanks)


def cosines_of(found: Closeness, walk: Walk) -> dict[str, Any]:
    """Return what `figures.heatmap.heatmap` is given for the cosines.

    Parameters
    ----------
    found : Closeness
        All cosines.
    walk : Walk
        Of the system with attention.

    Returns
    -------
    dict
        Its arguments, but for `words`.
    """
    steps = enumerate(walk.names, start=1)
    names = ["C", *(f"c{i} {name}" for i, name in steps)]
    return {
        "values": found.matrix,
        "rows": names,
        "columns": names,
        "kind": "scores",
        "column_title": text("encoder_decoder", "cosine_title"),
        "height": min(130 + 38 * len(names), 620),
    }


def cosine_part(walk: Walk) -> Plates:
    """Draw what differs between C and the contexts.

    Parameters
    ----------
    walk : Walk
        Of the system with attention; its own annotations make both.

    Yields
    ------
    Plate
        The matrix of cosines.
    """
    found = closeness(walk.summary, walk.context)
    st.markdown(cosine_sentence(found))
    alt = text("encoder_decoder", "cosine_alt")
    yield Plate("heatmap", "cosines", alt, cosines_of(found, walk))
