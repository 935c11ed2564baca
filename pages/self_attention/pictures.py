"""From the numbers to the lesson's pictures."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from figures import Figure
from figures.curves import curves
from figures.graph import graph
from figures.graph_lines import GraphWords
from figures.grid import grid
from figures.grid_tiles import GridWords
from figures.heatmap import heatmap
from pages.self_attention.choices import LESSON, PAGE, Place, head_names
from pages.self_attention.distance import Reach
from pages.self_attention.view import SelfView
from pages.self_attention.words import influence_names
from texts.shown import text
from ui.figure_words import heatmap_words
from ui.notes import PIECES_MARK, UNKNOWN_MARK

Floats = npt.NDArray[np.floating]


def _marks(view: SelfView) -> list[str]:
    """Return what stands behind words that are unknown or in pieces."""
    return view.sentence.marked(PIECES_MARK, UNKNOWN_MARK)


def _grid_height(view: SelfView) -> int:
    return 50 + (125 if view.shape[0] > 1 else 170) * view.shape[0]


def _grid_words(view: SelfView) -> GridWords:
    return GridWords(
        value=text("figures", "weight"),
        masked=text("figures", "masked"),
        layer=text(PAGE, "grid_layer"),
        head=text(PAGE, "grid_head"),
        numbers_only=text(PAGE, "grid_numbers_only"),
        layers=("",) if view.is_plain else (),
        heads=tuple(head_names(view)) if view.is_plain else (),
    )


def all_heads(view: SelfView, place: Place, kind: str) -> Figure:
    """Draw all heads as small heatmaps; the one that is open is framed."""
    return grid(
        view.word_weights,
        view.words,
        view.words,
        mask=view.word_mask[:, None] if view.is_masked else None,
        selected=place if kind == "head" else None,
        height=_grid_height(view),
        words=_grid_words(view),
    )


_VALUES = {"head": ("figures", "weight")}


@dataclass(frozen=True)
class Shown:
    """What the large heatmap and the graph show.

    Parameters
    ----------
    matrix : ndarray of shape (n_words, n_words)
        Weights over words.
    kind : {"head", "mean", "rollout"}
        What they are.
    words : tuple of int
        The chosen pair, from 0.
    """

    matrix: Floats
    kind: str
    words: tuple[int, int]

    @property
    def value(self) -> str:
        """What a cell is called: only a head's is a weight of its own."""
        return text(*_VALUES.get(self.kind, (PAGE, self.kind)))

    @property
    def lit(self) -> int | None:
        """The word that a visitor has chosen; it lights up."""
        return self.words[0] if LESSON["word"] else None


def _heatmap_height(view: SelfView) -> int | None:
    """Return pixels with which it stands well beside the grid."""
    count = len(view.words)
    if count > 20:
        return None
    return max(_grid_height(view), min(110 + 24 * count, 480))


def one_matrix(view: SelfView, place: Place, shown: Shown) -> Figure:
    """Draw the chosen head, mean or rollout."""
    return heatmap(
        shown.matrix,
        view.words,
        view.words,
        mask=view.shown_mask(shown.kind, place),
        selected=shown.words,
        lit=shown.lit,
        row_title=text(PAGE, "row_title"),
        column_title=text(PAGE, "column_title"),
        row_marks=_marks(view),
        column_marks=_marks(view),
        height=_heatmap_height(view),
        words=heatmap_words(shown.value),
    )


def _graph_words(shown: Shown) -> GraphWords:
    said = ("back", "ahead", "itself", "faint_hidden", "others_hidden")
    return GraphWords(
        value=shown.value,
        not_numbers=text("figures", "not_numbers"),
        **{field: text("graph", field) for field in said},
    )


def sentence_graph(view: SelfView, shown: Shown) -> Figure:
    """Draw the words, and an arrow from each to those it looks at."""
    by_count = LESSON["arrows"] == "top"
    return graph(
        shown.matrix,
        view.words,
        layout=LESSON["layout"],
        least=0.0 if by_count else LESSON["threshold"],
        most=LESSON["top"] if by_count else None,
        selected=shown.lit,
        marks=_marks(view),
        words=_graph_words(shown),
    )


def reach_curves(found: Reach) -> Figure:
    """Draw what arrives over each distance; 0 is on no logarithmic axis."""
    pairs = zip(influence_names(), found.influences, strict=True)
    lines = {name: np.where(y > 0, y, np.nan) for name, y in pairs}
    return curves(
        found.distances,
        lines,
        logarithmic="y",
        x_title="|i − j|",
        y_title=text(PAGE, "share"),
    )
