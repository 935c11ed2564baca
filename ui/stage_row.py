"""One row of weights as the stage picture, on every page that explains one."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from figures import Figure
from figures.stages import STAGES, StageWords, stage_picture
from ui.texts import text
from worked.softmax import PLAIN

Floats = npt.NDArray[np.floating]


def _powers(exponents: Floats) -> tuple[str, Floats]:
    """Return exp(z), or exp(z - the largest z), and the text that says which.

    As the written-out arithmetic does it.
    """
    low, high = PLAIN
    top = float(exponents.max())
    if low <= top <= high:
        return "power", np.exp(exponents)
    return "power_shifted", np.exp(exponents - top)


def _words(i: int, asks: str, power: str) -> StageWords:
    blanks = {"i": i, "asks": asks}
    return StageWords(
        score=text("figures", "stage_score", **blanks),
        power=text("figures", f"stage_{power}", **blanks),
        weight=text("figures", "stage_weight", **blanks),
        context=text("figures", "stage_context", **blanks),
        total=text("stages", "sum"),
        masked=text("figures", "masked"),
        dimension=text("figures", "dimension"),
        others=text("stages", "others"),
    )


def _height(rows: int) -> int:
    """Return pixels so that a projector shows words and sum at once."""
    return max(min(150 + 34 * rows, 430), 60 + 24 * rows)


def stage_row(
    scores: Floats,
    weights: Floats,
    values: Floats,
    names: Sequence[str],
    *,
    multiplier: float | None,
    i: int,
    asks: str,
    selected: int | None = None,
    shown: int = STAGES,
) -> Figure:
    """Draw row i from its scores over the weights to its context.

    The softmax is taken of multiplier * scores; None says that nothing is
    divided (temperature 0). `asks` names the query, in Plotly's markup.
    """
    power, powers = "power_hard", weights
    if multiplier is not None:
        power, powers = _powers(multiplier * scores)
    return stage_picture(
        scores,
        powers,
        weights,
        values,
        names,
        selected=selected,
        shown=shown,
        words=_words(i, asks, power),
        height=_height(len(scores)),
    )
