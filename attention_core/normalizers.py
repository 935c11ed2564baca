"""Other ways to make weights of scores, and why softmax is the usual one.

All take scores, temperature, axis and mask as `softmax` does, and give exactly
0 to a masked key. Where ties, limits and rows without keys are concerned they
do as softmax does.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    all_finite,
)
from attention_core.rows import by_rows
from attention_core.softmax import softmax
from attention_core.sparse import entmax15, sparsemax

TIES = ("share", "first")


@by_rows()
def hardmax(
    scores: FloatArray,
    *,
    temperature: float = 1.0,
    axis: int = -1,
    mask: ArrayLike | None = None,
    ties: str = "share",
) -> FloatArray:
    """Give all the weight to the largest score.

    The limit of softmax at temperature 0. A small change of the scores changes
    nothing, or everything: there is no slope to learn from.

    Parameters
    ----------
    scores : array_like of shape (..., n_q, n_k)
        One row for each query.
    temperature : float, default 1
        Changes nothing, unless it is infinite.
    axis : int, default -1
        The axis of the keys.
    mask : array_like of bool, shape (..., n_q, n_k), optional
        True = may be looked at.
    ties : str, default "share"
        Equal scores "share" the weight, or the "first" gets it.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The weights.

    Raises
    ------
    ValueError
        If the temperature is negative or NaN, the mask does not fit, or ties
        is unknown.

    Examples
    --------
    >>> hardmax([1, 3, 3])
    array([0. , 0.5, 0.5])
    """
    if ties not in TIES:
        message = f'ties must be "share" or "first". Received: {ties!r}.'
        raise ValueError(message)
    won = (scores == 0).astype(scores.dtype)  # `by_rows`: the largest are 0
    if ties == "first":
        won *= won.cumsum(axis=axis) == 1
    weights: FloatArray = won / won.sum(axis=axis, keepdims=True)
    return weights


def _check_sums(rows: FloatArray) -> None:
    """Raise ValueError where a row cannot be divided by its sum."""
    if not all_finite(rows) and np.isinf(rows).any():
        message = "sum_normalize needs finite scores. Received: infinity."
        raise ValueError(message)
    total = rows.sum(axis=-1)
    bad = total <= 0
    if bad.any():
        bad &= (rows != 0).any(axis=-1)
    if bad.any():
        raise ValueError(
            "sum_normalize needs rows whose sum is positive. Received: a sum "
            f"of {total[bad][0]}. This is why softmax takes exp first: it "
            "makes every score positive."
        )


def _compare_with_largest(
    scores: FloatArray, temperature: float, out: FloatArray
) -> FloatArray | None:
    """Divide by the largest number of each row, so that no sum overflows."""
    del temperature  # cancels out
    _check_sums(scores)
    largest = np.abs(scores).max(axis=-1, keepdims=True, initial=0)
    np.divide(scores, largest, out=out)
    if largest.min() > 0:  # not so with NaN either
        return None
    return np.where(largest == 0, -np.inf, largest)  # of zeros: zeros


@by_rows(_compare_with_largest, masked=0)
def sum_normalize(
    scores: FloatArray,
    *,
    temperature: float = 1.0,
    axis: int = -1,
    mask: ArrayLike | None = None,
) -> FloatArray:
    """Return the scores divided by their sum: what one would try first.

    It fails when the sum is negative or zero, gives negative weights to
    negative scores, and changes when a constant is added to all scores.

    Parameters
    ----------
    scores : array_like of shape (..., n_q, n_k)
        One row for each query.
    temperature : float, default 1
        Cancels out.
    axis : int, default -1
        The axis of the keys.
    mask : array_like of bool, shape (..., n_q, n_k), optional
        True = may be looked at.

    Returns
    -------
    ndarray of shape (..., n_q, n_k)
        The weights; zeros where all scores are 0.

    Raises
    ------
    ValueError
        If the sum of a row is not positive, or a score is infinite.

    Examples
    --------
    >>> sum_normalize([1, 3])
    array([0.25, 0.75])
    """
    weights: FloatArray = scores / scores.sum(axis=axis, keepdims=True)
    return weights


@dataclass(frozen=True)
class NormalizerFunction:
    """What menus, tables and texts need to know of a normalizer.

    Parameters
    ----------
    name : str
        Its name in menus' options and addresses.
    function : callable
        `function(scores, *, temperature, axis, mask) -> weights`.
    formula : str
        LaTeX, for the weight a_ij made of the scores e_i.
    paper : str
        Where it comes from.
    equation : str
        Where in that paper.
    sparse : bool
        Whether a key that is not masked can get exactly 0.
    shift_invariant : bool, default True
        Whether a constant added to all scores changes nothing.
    """

    name: str
    function: Callable[..., FloatArray]
    formula: str
    paper: str
    equation: str
    sparse: bool
    shift_invariant: bool = True

    def __call__(
        self,
        scores: ArrayLike,
        *,
        temperature: float = 1.0,
        axis: int = -1,
        mask: ArrayLike | None = None,
    ) -> FloatArray:
        """Return the weights."""
        return self.function(
            scores, temperature=temperature, axis=axis, mask=mask
        )


NORMALIZERS: dict[str, NormalizerFunction] = {
    entry.name: entry
    for entry in (
        NormalizerFunction(
            name="softmax",
            function=softmax,
            formula=r"\frac{e^{e_{ij} / T}}{\sum_k e^{e_{ik} / T}}",
            paper="Bridle 1990; Bahdanau, Cho & Bengio 2015",
            equation="equation 6 of the latter",
            sparse=False,
        ),
        NormalizerFunction(
            name="sum_normalize",
            function=sum_normalize,
            formula=r"\frac{e_{ij}}{\sum_k e_{ik}}",
            paper="what one would try first",
            equation="",
            sparse=False,
            shift_invariant=False,
        ),
        NormalizerFunction(
            name="hardmax",
            function=hardmax,
            formula=r"\lim_{T \to 0} \operatorname{softmax}(e_i / T)_j",
            paper="the limit of softmax",
            equation="",
            sparse=True,
        ),
        NormalizerFunction(
            name="sparsemax",
            function=sparsemax,
            formula=r"\max(e_{ij} / T - \tau_i,\, 0)",
            paper="Martins & Astudillo 2016",
            equation="equation 2, algorithm 1",
            sparse=True,
        ),
        NormalizerFunction(
            name="entmax15",
            function=entmax15,
            formula=r"\max(e_{ij} / 2T - \tau_i,\, 0)^2",
            paper="Peters, Niculae & Martins 2019",
            equation="algorithm 2",
            sparse=True,
        ),
    )
}
