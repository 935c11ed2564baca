"""A row under every normalizer, and what it takes to recompute it."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from attention_core.normalizers import NORMALIZERS
from pages.softmax.rows import Bools, Floats, Row
from worked.lines import Expression, Numbers, given, made
from worked.settle import settle
from worked.softmax import Softmax, softmax_lines

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
    softmax : Softmax
        The open keys under softmax.
    thresholds : dict of str to Numbers
        Of sparsemax and entmax15.
    decimals : dict of Numbers to int
        With which all of them are shown.
    """

    softmax: Softmax
    thresholds: dict[str, Numbers]
    decimals: dict[Numbers, int]


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


def thresholds(z: Floats, weights: Mapping[str, Floats]) -> dict[str, float]:
    """Return what sparsemax and entmax15 subtract from the exponents z.

    weights = max(z - tau, 0), and max(z / 2 - tau, 0) squared.
    """
    best = int(z.argmax())
    sparse, half = weights["sparsemax"][best], weights["entmax15"][best]
    return {
        "sparsemax": float(z[best] - sparse),
        "entmax15": float(z[best] / 2 - math.sqrt(half)),
    }


# What makes the weights of z and tau.
_ABOVE: dict[str, Callable[[Floats, Floats], Floats]] = {
    "sparsemax": lambda z, tau: np.maximum(z - tau, 0),
    "entmax15": lambda z, tau: np.maximum(z / 2 - tau, 0) ** 2,
}


def take_apart(
    scores: Floats, temperature: float, weights: Mapping[str, Floats]
) -> Taken:
    """Return a row with the digits that it takes to recompute it.

    Scores and weights, by the names of the normalizers, are those of the
    open keys; the temperature is more than 0.
    """
    row = given("s", scores, DECIMALS, typed=False)
    softmax = softmax_lines(
        row,
        1,
        range(1, len(scores) + 1),
        multiplier=1 / temperature,
        least=DECIMALS,
    )
    z = softmax.exponents
    tau = {
        name: given(r"\tau", [value], DECIMALS, typed=False)
        for name, value in thresholds(z.values, weights).items()
    }
    others = [
        made("a", Expression("", (z[None, :], tau[name][None, :]), above))
        for name, above in _ABOVE.items()
    ]
    decimals = settle([*softmax.all_numbers, *others])
    return Taken(softmax, tau, decimals)
