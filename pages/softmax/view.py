"""Why softmax, and what else: all numbers of the page; nothing is drawn."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.normalizers import NORMALIZERS
from attention_core.scores import dot, scaled_dot
from attention_core.softmax import softmax
from ui.address import Choice, Number, Position, Whole
from worked.digits import enough_decimals, entropy, rounded
from worked.steps import Decimals, SoftmaxRow, row_decimals, softmax_row
from ui.tables import parse_number
from worked.terms import SCORE_NAMES
from ui.texts import plain, text

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]

PARTS = ("row", "shift", "root", "large")
PRECISIONS = ("float64", "float32", "float16")
WIDTHS = tuple(str(2**k) for k in range(10))  # 1 to 512
DRAWS, KEYS = 400, 8
DECIMALS = 4  # of weights
MOST = 12  # scores in a typed row
FIRST_ROW = "2, 1, 0.1, -1"
UP_TO = 8.0  # factors of the curve


@dataclass(frozen=True)
class Places:
    """Some of the keys, counted from 1: 2.4 in the address."""

    default: list[int] = field(default_factory=list)

    def read(self, raw: str) -> list[int]:
        """Return the places; ValueError if they are none."""
        places = sorted({int(part) for part in raw.split(".")})
        if not 0 < places[0] <= places[-1] < 1000:
            raise ValueError
        return places

    def write(self, value: Any) -> str:  # noqa: ANN401
        """Return the places as the address shows them."""
        return ".".join(str(place) for place in sorted(value))

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        return text("common", "allowed_positions")


FIELDS: dict[str, Any] = {
    "part": Choice(PARTS, "row"),
    "origin": Choice(("hand", "model"), "hand"),
    "score": Choice(SCORE_NAMES, "scaled_dot"),
    "query": Choice(("y", "s"), "y"),
    "row": Position(),
    "temperature": Number(0, 5, 0.05, 1),
    "constant": Number(-10.0, 10.0, 0.5, 3.0),
    "factor": Number(0.0, UP_TO, 0.25, 2.0),
    "width": Choice(WIDTHS, "64"),
    "seed": Whole(0, 9999, 1, 7),
    "offset": Number(-1000.0, 1000.0, 50.0, 1000.0),
    "precision": Choice(PRECISIONS, "float64"),
    "masked": Places(),
}


@dataclass(frozen=True)
class Row:
    """One row of scores.

    Parameters
    ----------
    names : list of str
        Of the keys, as typed.
    scores : ndarray of shape (n_k,)
        Before the normalizer.
    about : str
        Where they come from, in Markdown.
    """

    names: list[str]
    scores: Floats
    about: str


def read_row(typed: str) -> tuple[list[float], list[str]]:
    """Return the numbers in a typed row, and a sentence for each other part.

    Parameters
    ----------
    typed : str
        Numbers between commas, semicolons or spaces.

    Returns
    -------
    numbers : list of float
        At most `MOST`.
    sentences : list of str
        Markdown.
    """
    found, sentences = [], []
    for part in re.split(r"[\s,;，；]+", typed.strip()):
        if not part:
            continue
        try:
            found.append(parse_number(part))
        except ValueError as error:
            reason = text("tables", str(error)).format(
                typed=plain(part[:40]), most="1000"
            )
            sentences.append(text("softmax", "left_out", reason=reason))
    if len(found) > MOST:
        sentences.append(text("softmax", "too_many", most=MOST))
    return found[:MOST], sentences


@dataclass(frozen=True)
class Normalised:
    """A row under one normalizer.

    Parameters
    ----------
    name : str
        Of the normalizer.
    weights : ndarray of shape (n_k,)
        NaN everywhere if it failed.
    total : float or None
        The sum of the scores at which sum_normalize failed.
    """

    name: str
    weights: Floats
    total: float | None = None


def normalised(
    name: str, scores: Floats, temperature: float, mask: Bools
) -> Normalised:
    """Return a row under one normalizer, or why there is none.

    Parameters
    ----------
    name : str
        Of the normalizer.
    scores : ndarray of shape (n_k,)
        One row.
    temperature : float
        The scores are divided by it.
    mask : ndarray of bool, shape (n_k,)
        True = may be looked at.

    Returns
    -------
    Normalised
        The weights.
    """
    try:
        weights = NORMALIZERS[name](scores, temperature=temperature, mask=mask)
    except ValueError:
        total = math.fsum(scores[mask].tolist())
        return Normalised(name, np.full(len(scores), np.nan), total)
    return Normalised(name, weights)


def thresholds(row: SoftmaxRow, weights: dict[str, Floats]) -> dict[str, float]:
    """Return what sparsemax and entmax15 subtract.

    Parameters
    ----------
    row : SoftmaxRow
        The open keys.
    weights : dict of str to ndarray of shape (n_k,)
        By the names of the normalizers, of the open keys.

    Returns
    -------
    dict of str to float
        weights = max(z - tau, 0), and max(z / 2 - tau, 0) squared.
    """
    z = row.exponents
    best = int(z.argmax())
    sparse, half = weights["sparsemax"][best], weights["entmax15"][best]
    return {
        "sparsemax": float(z[best] - sparse),
        "entmax15": float(z[best] / 2 - math.sqrt(half)),
    }


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


def take_apart(
    scores: Floats, temperature: float, weights: dict[str, Floats]
) -> Taken:
    """Return a row with the digits that it takes to recompute it.

    Parameters
    ----------
    scores : ndarray of shape (n_k,)
        Of the open keys.
    temperature : float
        More than 0.
    weights : dict of str to ndarray of shape (n_k,)
        By the names of the normalizers, of the open keys.

    Returns
    -------
    Taken
        All columns of the table.
    """
    row = softmax_row(scores, 1.0, temperature)
    n = row_decimals(row, DECIMALS)
    tau = thresholds(row, weights)

    def sparse(digits: int) -> Floats:
        read = rounded(row.exponents, digits)
        return np.maximum(read - rounded(tau["sparsemax"], digits), 0)

    def half(digits: int) -> Floats:
        read = rounded(row.exponents, digits) / 2
        return np.maximum(read - rounded(tau["entmax15"], digits), 0) ** 2

    digits = max(n.exponent, DECIMALS)
    for name, recompute in (("sparsemax", sparse), ("entmax15", half)):
        digits = enough_decimals(recompute, weights[name], DECIMALS, digits)
    n_score = n.score
    if row.multiplier != 1:
        n_score = enough_decimals(
            lambda d: row.multiplier * rounded(row.scores, d),
            row.exponents,
            digits,
            n.score,
        )
    else:
        n_score = digits
    found = Decimals(n.weight, n.total, n.power, digits, n_score)
    return Taken(row, found, tau)


def gradient_size(weights: Floats) -> float:
    """Return the size of the gradient of softmax at a row.

    Parameters
    ----------
    weights : ndarray of shape (n_k,)
        The softmax of the row.

    Returns
    -------
    float
        The Frobenius norm of diag(a) - a a^T.

    Examples
    --------
    >>> gradient_size(np.array([0.5, 0.5]))
    0.5
    """
    jacobian = np.diag(weights) - np.outer(weights, weights)
    return float(np.sqrt((jacobian**2).sum()))


def sharpening(scores: Floats) -> tuple[Floats, Floats, Floats]:
    """Return entropy and gradient size while the scores are multiplied.

    Parameters
    ----------
    scores : ndarray of shape (n_k,)
        One row.

    Returns
    -------
    factors, bits, sizes : ndarray of shape (n,)
        The curves.
    """
    factors = np.linspace(0, UP_TO, 65)
    rows = softmax(factors[:, None] * scores)
    sizes = np.array([gradient_size(row) for row in rows])
    return factors, entropy(rows), sizes


@dataclass(frozen=True)
class Spread:
    """What many random draws of one dimension gave.

    Parameters
    ----------
    variance, scaled_variance : float
        Of the scores, measured.
    bits, scaled_bits : float
        Mean entropy of the rows.
    row, scaled_row : ndarray of shape (n_k,)
        The weights of the first draw.
    """

    variance: float
    scaled_variance: float
    bits: float
    scaled_bits: float
    row: Floats
    scaled_row: Floats


def draw(d: int, seed: int) -> Spread:
    """Draw queries and keys of independent entries with variance 1.

    Parameters
    ----------
    d : int
        Their dimension.
    seed : int
        Of the random numbers.

    Returns
    -------
    Spread
        `DRAWS` queries, each with `KEYS` keys of its own.
    """
    rng = np.random.default_rng([seed, d])
    query = rng.normal(size=(DRAWS, 1, d))
    key = rng.normal(size=(DRAWS, KEYS, d))
    scores, scaled = dot(query, key)[:, 0], scaled_dot(query, key)[:, 0]
    weights, scaled_weights = softmax(scores), softmax(scaled)
    return Spread(
        float(scores.var()),
        float(scaled.var()),
        float(entropy(weights).mean()),
        float(entropy(scaled_weights).mean()),
        weights[0],
        scaled_weights[0],
    )


@st.cache_resource(max_entries=50, show_spinner=False)
def draws(seed: int) -> dict[int, Spread]:
    """Return the draws of all dimensions.

    Parameters
    ----------
    seed : int
        Of the random numbers.

    Returns
    -------
    dict of int to Spread
        By dimension.
    """
    return {int(d): draw(int(d), seed) for d in WIDTHS}


def naive_softmax(scores: Floats) -> Floats:
    """Return exp(scores) divided by its sum, as the formula says.

    Parameters
    ----------
    scores : ndarray of shape (n_k,)
        One row.

    Returns
    -------
    ndarray of shape (n_k,)
        NaN where an exponential, or their sum, leaves the range of the type.
    """
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        powers = np.exp(scores)
        weights: Floats = powers / powers.sum()
    return weights


def names_of(count: int) -> list[str]:
    """Return names of typed scores.

    Parameters
    ----------
    count : int
        How many.

    Returns
    -------
    list of str
        k₁, k₂, and so on.
    """
    digits = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
    return [f"k{str(j).translate(digits)}" for j in range(1, count + 1)]


def open_keys(count: int, masked: Sequence[int]) -> Bools:
    """Return the mask of a row.

    Parameters
    ----------
    count : int
        Number of keys.
    masked : sequence of int
        Places from 1; those beyond the row do not count.

    Returns
    -------
    ndarray of bool, shape (n_k,)
        True = may be looked at.
    """
    mask: Bools = ~np.isin(np.arange(1, count + 1), list(masked))
    return mask
