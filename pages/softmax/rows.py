"""One row of scores: as it is typed, and as the trained model gives it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from figures.labels import token_labels
from language.numbers import has_lone_comma, split_row
from texts.shown import plain, readable, text
from ui.cells import parse_number, reason, understood

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]

MOST = 12  # scores in a row
# Sparsemax, entmax and hardmax differ on it, and with the temperature softmax
# gives the largest score more or less than its share of the sum.
FIRST_ROW = "2, 1.5, 1, 0.5"
_OPENS, _CLOSES = "\u2068", "\u2069"


@dataclass(frozen=True)
class Places:
    """A field: some of the keys, counted from 1; 2.4 in the address."""

    default: tuple[int, ...] = ()

    def read(self, raw: str) -> tuple[int, ...]:
        """Return the places; ValueError if they are none."""
        places = sorted({int(part) for part in raw.split(".")})
        if not 0 < places[0] <= places[-1] < 1000:
            raise ValueError
        return tuple(places)

    def write(self, value: Any) -> str:  # noqa: ANN401
        """Return the places as the address shows them."""
        return ".".join(str(place) for place in sorted(value))

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        return text("common", "allowed_positions")


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

    @property
    def labels(self) -> list[str]:
        """The names, each a different one, for places without markup."""
        return different(self.names)


def different(names: Sequence[str]) -> list[str]:
    """Return names of which equal ones carry their positions."""
    return [readable(label) for label in token_labels(names, longest=None)]


def in_markdown(name: str) -> str:
    """Return one of `different` names, so that Markdown shows it as it is.

    Its neighbors do not move, whatever its direction.
    """
    return _OPENS + plain(name.strip(_OPENS + _CLOSES)) + _CLOSES


def read_row(typed: str) -> tuple[list[float], list[str]]:
    """Return the numbers in a typed row, and a sentence for what is odd.

    At most `MOST` count.
    """
    parts, count = split_row(typed)
    found, sentences = [], []
    for part in parts:
        try:
            found.append(parse_number(part))
        except ValueError as error:
            said = reason(part, error)
            sentences.append(text("softmax", "left_out", reason=said))
    sentences += understood(parts)
    if has_lone_comma(typed):
        blanks = {"count": len(parts), "scores": plain(" · ".join(parts))}
        sentences.append(text("softmax", "as_two", **blanks))
    if count > 1:
        sentences.append(text("softmax", "first_row", rows=count))
    if len(found) > MOST:
        sentences.append(text("softmax", "too_many", most=MOST))
    return found[:MOST], sentences


def names_of(count: int) -> list[str]:
    """Return names of typed scores: k₁, k₂, and so on."""
    digits = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
    return [f"k{str(j).translate(digits)}" for j in range(1, count + 1)]


def open_keys(count: int, masked: Sequence[int]) -> Bools:
    """Return the mask of a row: True = may be looked at.

    Of the masked places, from 1, those beyond the row do not count.
    """
    mask: Bools = ~np.isin(np.arange(1, count + 1), list(masked))
    return mask
