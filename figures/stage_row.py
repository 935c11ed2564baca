"""The arrays of the stage picture, checked, and what is read in it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from figures.labels import token_labels

Floats = npt.NDArray[np.floating]

STAGES = 4
FOOT = 0.45  # rows between the last word and its foot


@dataclass(frozen=True)
class StageWords:
    """What a reader reads in the picture; {blanks} are filled in.

    Parameters
    ----------
    score, power, weight, context : str
        Titles of the columns. They may hold Plotly's markup.
    total : str
        Names the foot.
    masked : str
        Stands where a word may not be looked at.
    dimension : str
        Names a component of a vector, on hover.
    others : str
        Says that a number is the sum of {count} other products.
    """

    score: str = "score"
    power: str = "e<sup>score</sup>"
    weight: str = "weight"
    context: str = "weight × vector"
    total: str = "sum"
    masked: str = "masked"
    dimension: str = "dimension"
    others: str = "{count} others"


@dataclass(frozen=True)
class Row:
    """The arrays of one row of attention, checked.

    Parameters
    ----------
    scores, powers, weights : ndarray of shape (n,)
        The three stages; 0 where a word is masked.
    vectors : ndarray of shape (n, d)
        What is summed.
    mask : ndarray of bool, shape (n,)
        True = may be looked at.
    names : list of str
        Escaped labels.
    """

    scores: Floats
    powers: Floats
    weights: Floats
    vectors: Floats
    mask: npt.NDArray[np.bool_]
    names: list[str]

    @property
    def foot(self) -> float:
        """Where the foot stands on the vertical axis."""
        return len(self.names) + FOOT


def checked_row(
    stages: Sequence[npt.ArrayLike],
    vectors: npt.ArrayLike,
    mask: npt.ArrayLike | None,
    labels: Sequence[str],
    marks: Sequence[str] | None,
) -> Row:
    """Return the row of the picture, checked.

    Parameters
    ----------
    stages : sequence of array_like of shape (n,)
        Scores, powers and weights.
    vectors : array_like of shape (n, d)
        What is summed.
    mask : array_like of bool, shape (n,), optional
        True = may be looked at.
    labels : sequence of str
        The words, as typed.
    marks : sequence of str, optional
        What stands beside the words.

    Returns
    -------
    Row
        The same numbers; masked ones are 0.

    Raises
    ------
    ValueError
        If a shape does not fit the labels.
    """
    n = len(labels)
    columns = [np.asarray(stage, dtype=np.float64) for stage in stages]
    for name, column in zip(
        ("scores", "powers", "weights"), columns, strict=True
    ):
        if column.shape != (n,):
            message = f"{name} must have shape (n,) with n = {n} (set by "
            raise ValueError(f"{message}labels). Received: {column.shape}.")
    given = np.asarray(vectors, dtype=np.float64)
    if given.ndim != 2 or len(given) != n:
        message = f"vectors must have shape (n, d) with n = {n} (set by "
        raise ValueError(f"{message}labels). Received: {given.shape}.")
    is_open = np.ones(n, bool) if mask is None else np.asarray(mask, bool)
    if is_open.shape != (n,):
        message = f"mask must have shape (n,) with n = {n} (set by labels)."
        raise ValueError(f"{message} Received: {is_open.shape}.")
    scores, powers, weights = (np.where(is_open, c, 0) for c in columns)
    names = token_labels(labels, marks=marks)
    return Row(scores, powers, weights, given, is_open, names)


def axis_name(axis: str, column: int) -> str:
    """Return what Plotly calls the axis of a column.

    Parameters
    ----------
    axis : {"x", "y"}
        Which of the two.
    column : int
        From 0.

    Returns
    -------
    str
        Such as x, x2, x3.
    """
    return axis if column == 0 else f"{axis}{column + 1}"
