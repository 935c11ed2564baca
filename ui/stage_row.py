"""One row of weights as the stage picture, on every page that explains one."""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from figures import Figure
from figures.stage_row import STAGES, StageWords
from figures.stages import stage_picture
from texts.shown import text
from worked.cell import Cell
from worked.softmax import is_plain

Floats = npt.NDArray[np.floating]


def _powers(cell: Cell) -> tuple[str, Floats]:
    """Return exp(z), or exp(z - the largest z), and the text that says which.

    As the written-out arithmetic does it; at temperature 0 nothing is divided.
    """
    if cell.is_hard:
        return "hard", cell.weights
    exponents = cell.scale / cell.temperature * cell.scores
    top = float(exponents.max())
    if is_plain(top):
        return "power", np.exp(exponents)
    return "shifted", np.exp(exponents - top)


def _words(cell: Cell, power: str) -> StageWords:
    query, _, value = (
        re.sub(r"_\{(.+?)\}", r"<sub>\1</sub>", letter)
        for letter in cell.letters
    )
    blanks = {"i": cell.i + 1, "query": query, "value": value}
    titles = {
        column: text("figures", f"stage_{column}", **blanks)
        for column in ("score", "weight", "context")
    }
    return StageWords(
        **titles,
        power=text("figures", f"stage_{power}"),
        total=text("stages", "sum"),
        masked=text("figures", "masked"),
        dimension=text("figures", "dimension"),
        others=text("stages", "others"),
    )


def stage_row(
    cell: Cell, names: Sequence[str], *, shown: int = STAGES
) -> Figure:
    """Draw the row of a cell from its scores over the weights to its context.

    `names` are those of the cell's keys; `shown` says how many stages.
    """
    power, powers = _powers(cell)
    rows = len(cell.scores)
    return stage_picture(
        cell.scores,
        powers,
        cell.weights,
        cell.values,
        names,
        selected=cell.j,
        shown=shown,
        words=_words(cell, power),
        # words and sum at once on a projector, as long as names stay readable
        height=max(min(150 + 34 * rows, 430), 60 + 24 * rows),
    )
