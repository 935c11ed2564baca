"""From the numbers to the lesson's pictures."""

from collections.abc import Sequence

from figures import Figure
from figures.heatmap import heatmap
from figures.labels import token_labels
from figures.link_lines import LinkWords
from figures.links import links
from pages.attention.words import Floats, row_maxima
from pairs.view import PairView
from texts.shown import text
from ui.figure_words import heatmap_words
from ui.notes import PIECES_MARK, UNKNOWN_MARK


def shows_pieces(view: PairView, kind: str) -> bool:
    """Tell whether the heatmap shows pieces: scores exist between pieces."""
    return kind == "scores" and not view.is_whole


def _marks(view: PairView) -> tuple[list[str], list[str]]:
    """Return the marks of target and source words."""
    target, source = (
        side.marked(PIECES_MARK, UNKNOWN_MARK)
        for side in (view.target, view.source)
    )
    return target, source


def _height(rows: int) -> int | None:
    """Return pixels with which a projector shows all rows of a sentence."""
    return min(90 + 52 * rows, 380) if rows <= 12 else None


def pair_heatmap(
    view: PairView,
    kind: str,
    words: tuple[int, int] | None,
    pair: tuple[int, int] | None,
    others: Sequence[str],
) -> Figure:
    """Draw weights between words, or scores between pieces.

    `words` and `pair` are the chosen words and pieces; `others` marks the
    words at which the other query looks elsewhere.
    """
    (rows, columns), selected = _names(view, kind), words
    row_marks, column_marks = _marks(view)
    row_marks = [a + b for a, b in zip(row_marks, others, strict=True)]
    if shows_pieces(view, kind):
        row_marks, column_marks = [""] * len(rows), [""] * len(columns)
        selected = pair
    return heatmap(
        _matrix(view, kind),
        rows,
        columns,
        kind="scores" if kind == "scores" else "weights",
        selected=selected,
        row_title=text("attention", f"row_title_{kind}"),
        column_title=text("attention", "column_title"),
        row_marks=row_marks,
        column_marks=column_marks,
        height=_height(len(rows)),
        words=heatmap_words(kind),
    )


def plain_heatmap(view: PairView, kind: str) -> Figure:
    """Draw the heatmap with nothing chosen and nothing marked."""
    return pair_heatmap(view, kind, None, None, [""] * len(view.target.words))


def _link_words() -> LinkWords:
    return LinkWords(
        value=text("figures", "weight"),
        faint_hidden=text("figures", "faint_hidden"),
        not_numbers=text("figures", "not_numbers"),
    )


def pair_links(view: PairView, row: int) -> Figure:
    """Draw a line for each weight; those of one target word stand out."""
    row_marks, column_marks = _marks(view)
    return links(
        view.word_weights,
        view.target.words,
        view.source.words,
        selected_row=row,
        row_title=text("attention", "links_row_title"),
        column_title=text("attention", "links_column_title"),
        row_marks=row_marks,
        column_marks=column_marks,
        height=_height(max(len(view.target.words), len(view.source.words))),
        words=_link_words(),
    )


def _names(view: PairView, kind: str) -> tuple[list[str], list[str]]:
    """Return what stands at rows and columns: words, or pieces."""
    if shows_pieces(view, kind):
        return view.target.piece_names(), view.source.piece_names()
    return view.target.words, view.source.words


def _matrix(view: PairView, kind: str) -> Floats:
    return view.scores if kind == "scores" else view.word_weights


def heatmap_alt(view: PairView, kind: str) -> str:
    """Return the heatmap in words, for those who do not see it."""
    rows, columns = (token_labels(side) for side in _names(view, kind))
    return text(
        "attention",
        f"heatmap_alt_{kind}",
        rows=len(rows),
        columns=len(columns),
        pairs=row_maxima(_matrix(view, kind), rows, columns),
    )


def links_alt(view: PairView) -> str:
    """Return the lines in words: the thickest of each target word."""
    rows, columns = token_labels(view.target.words), view.source.words
    said = row_maxima(view.word_weights, rows, token_labels(columns))
    return text("attention", "links_alt", pairs=said)
