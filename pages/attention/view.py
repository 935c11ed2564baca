"""The numbers that only this lesson shows: one cell of the pair."""

import numpy as np
import numpy.typing as npt

from pairs.view import PairView
from worked.cell import Cell
from worked.tables import merge_line

Floats = npt.NDArray[np.floating]


def cell_of(
    view: PairView, i: int, j: int, others: str, fetched: tuple[str, Floats]
) -> Cell:
    """Return a pair of pieces, to be written out.

    The query is y_i, or the state s_(i-1) before the decoder wrote word i.
    `others` says that a number is the sum of {count} other terms; `fetched`
    are the values of all source pieces, with their letter.
    """
    letter, values = fetched
    asks = f"y_{{{i + 1}}}" if view.query == "y" else f"s_{{{i}}}"
    return Cell(
        view.score,
        i,
        j,
        query=view.queries[i],
        keys=view.annotations,
        values=values,
        scores=view.scores[i],
        weights=view.weights[i],
        scale=view.scale,
        temperature=view.temperature,
        learned=view.learned,
        letters=(asks, f"h_{{{j + 1}}}", letter),
        others=others,
    )


def merged_line(view: PairView, i: int, j: int, decimals: int) -> str:
    """Return how weights over pieces become that of two words, in LaTeX."""
    rows, columns = view.target.pieces_of(i), view.source.pieces_of(j)
    return merge_line(
        view.weights[np.ix_(rows, columns)],
        float(view.word_weights[i, j]),
        rf"\bar a_{{{i + 1},{j + 1}}}",
        decimals,
    )
