"""A row under every normalizer, and what it takes to recompute it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attention_core.normalizers import NORMALIZERS
from pages.softmax.rows import Bools, Floats, Row
from worked.digits import enough_decimals, rounded
from worked.steps import Decimals, SoftmaxRow, row_decimals, softmax_row

DECIMALS = 4  # of weights


@dataclass(frozen=True)
class Normalized:
    """A row under one normalizer.

    Parameters
    ----------
    name : str
        Of the normalizer.
    weights : ndarray of shape (n_k,)
        NaN everywhere if it failed.
    total : float or None
        The sum of the scores at which dividing by it failed.
    """

    name: str
    weights: Floats
    total: float | None = None


@dataclass(frozen=True)
class Taken:
    """A row taken apart: what its table shows.

    Parameters
    ----------
    row : SoftmaxRow
        The open keys under softmax.
    decimals : Decimals
        Digits behind the point.
    thresholds : dict of str to float
        Of sparsemax and entmax15.
    """

    row: SoftmaxRow
    decimals: Decimals
    thresholds: dict[str, float]


@dataclass(frozen=True)
class View:
    """A row under every normalizer, in the order of the registry.

    Parameters
    ----------
    row : Row
        The scores.
    mask : ndarray of bool, shape (n_k,)
        True = may be looked at.
    temperature : float
        The scores are divided by it.
    found : list of Normalized
        The weights.
    taken : Taken or None
        None if no key is open, or at temperature 0, where nothing is divided.
    """

    row: Row
    mask: Bools
    temperature: float
    found: list[Normalized]
    taken: Taken | None


def view_of(row: Row, temperature: float, mask: Bools) -> View:
    """Return all numbers of a row."""
    found = [
        normalized(name, row.scores, temperature, mask) for name in NORMALIZERS
    ]
    taken = None
    if temperature > 0 and mask.any():
        weights = {one.name: one.weights[mask] for one in found}
        taken = take_apart(row.scores[mask], temperature, weights)
    return View(row, mask, temperature, found, taken)


def normalized(
    name: str, scores: Floats, temperature: float, mask: Bools
) -> Normalized:
    """Return a row under one normalizer, or why there is none."""
    try:
        weights = NORMALIZERS[name](scores, temperature=temperature, mask=mask)
    except ValueError:
        total = math.fsum(scores[mask].tolist())
        return Normalized(name, np.full(len(scores), np.nan), total)
    return Normalized(name, weights)


def thresholds(
    row: SoftmaxRow, weights: Mapping[str, Floats]
) -> dict[str, float]:
    """Return what sparsemax and entmax15 subtract.

    weights = max(z - tau, 0), and max(z / 2 - tau, 0) squared.
    """
    z = row.exponents
    best = int(z.argmax())
    sparse, half = weights["sparsemax"][best], weights["entmax15"][best]
    return {
        "sparsemax": float(z[best] - sparse),
        "entmax15": float(z[best] / 2 - math.sqrt(half)),
    }


def take_apart(
    scores: Floats, temperature: float, weights: Mapping[str, Floats]
) -> Taken:
    """Return a row with the digits that it takes to recompute it.

    Scores and weights, by the names of the normalizers, are those of the
    open keys; the temperature is more than 0.
    """
    row = softmax_row(scores, 1.0, temperature)
    n, tau = row_decimals(row, DECIMALS), thresholds(row, weights)
    digits = max(n.exponent, DECIMALS)

    def sparse(digits: int) -> Floats:
        read = rounded(row.exponents, digits)
        return np.maximum(read - rounded(tau["sparsemax"], digits), 0)

    def half(digits: int) -> Floats:
        read = rounded(row.exponents, digits) / 2
        return np.maximum(read - rounded(tau["entmax15"], digits), 0) ** 2

    for name, recompute in (("sparsemax", sparse), ("entmax15", half)):
        digits = enough_decimals(recompute, weights[name], DECIMALS, digits)
    score = _score_decimals(row, digits, n.score)
    return Taken(row, Decimals(n.weight, n.total, n.power, digits, score), tau)


def _score_decimals(row: SoftmaxRow, digits: int, least: int) -> int:
    """Return digits of the scores, so that z = s / T holds as it is shown."""
    if row.multiplier == 1:
        return digits
    return enough_decimals(
        lambda n: row.multiplier * rounded(row.scores, n),
        row.exponents,
        digits,
        least,
    )
