"""What the figures of a pair are given: numbers, labels, words."""

from typing import Any

from ui.notes import PIECES_MARK, UNKNOWN_MARK, row_maxima
from ui.pair import PairView
from ui.steps import Chosen
from ui.texts import text


def shows_pieces(view: PairView, kind: str) -> bool:
    """Tell whether the heatmap has to show pieces in place of words.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    kind : {"weights", "scores"}
        What the cells show.

    Returns
    -------
    bool
        Scores exist between pieces only.
    """
    return kind == "scores" and not view.is_whole


def word_labels(view: PairView) -> dict[str, Any]:
    """Return the words of both sides, and their marks.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.

    Returns
    -------
    dict
        For `figures.heatmap` and `figures.links`.
    """
    marks = (PIECES_MARK, UNKNOWN_MARK)
    return {
        "rows": view.target.words,
        "columns": view.source.words,
        "row_marks": view.target.marked(*marks),
        "column_marks": view.source.marked(*marks),
    }


def heatmap_of(
    page: str, view: PairView, kind: str, words: tuple[int, int], pair: Chosen
) -> dict[str, Any]:
    """Return what `figures.heatmap.heatmap` is given.

    Parameters
    ----------
    page : str
        Whose texts to take.
    view : PairView
        All numbers of the picture.
    kind : {"weights", "scores"}
        What the cells show.
    words : tuple of int
        Positions of the chosen words, from 0.
    pair : Chosen
        The chosen pieces.

    Returns
    -------
    dict
        Its arguments, but for `words`.
    """
    shown = word_labels(view) | {"selected": words}
    if shows_pieces(view, kind):
        shown = {
            "rows": view.target.piece_names(),
            "columns": view.source.piece_names(),
            "selected": (pair.row, pair.column),
        }
    return {
        "values": view.scores if kind == "scores" else view.word_weights,
        "kind": kind,
        "row_title": text(page, f"row_title_{kind}"),
        "column_title": text(page, "column_title"),
        "height": _height(len(shown["rows"])),
        **shown,
    }


def _height(rows: int) -> int | None:
    """Return pixels with which a projector shows all rows of a sentence."""
    return min(90 + 52 * rows, 380) if rows <= 12 else None


def links_of(page: str, view: PairView, row: int) -> dict[str, Any]:
    """Return what `figures.links.links` is given.

    Parameters
    ----------
    page : str
        Whose texts to take.
    view : PairView
        All numbers of the picture.
    row : int
        The chosen target word.

    Returns
    -------
    dict
        Its arguments, but for `words`.
    """
    longest = max(len(view.target.words), len(view.source.words))
    return {
        "weights": view.word_weights,
        "selected_row": row,
        "row_title": text(page, "links_row_title"),
        "column_title": text(page, "links_column_title"),
        "height": _height(longest),
        **word_labels(view),
    }


def sum_of(view: PairView, row: int) -> dict[str, Any]:
    """Return what `figures.bars.weighted_sum` is given.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    row : int
        The chosen target piece.

    Returns
    -------
    dict
        Its arguments, but for `words`.
    """
    return {
        "parts": view.weights[row][:, None] * view.annotations,
        "labels": view.source.piece_names(),
        "parts_title": text("stages", "parts_title"),
        "total_title": text("stages", "context_name"),
        "height": 340,
    }


def heatmap_alt(
    page: str, view: PairView, rows: list[str], columns: list[str]
) -> str:
    """Return the heatmap in words, for those who do not see it.

    Parameters
    ----------
    page : str
        Whose texts to take.
    view : PairView
        All numbers of the picture.
    rows, columns : list of str
        Labels of the words, as `figures` makes them.

    Returns
    -------
    str
        Plain text.
    """
    return text(
        page,
        "heatmap_alt",
        rows=len(rows),
        columns=len(columns),
        pairs=row_maxima(view, rows, columns),
    )
