"""The softmax of a row, taken apart and written out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from worked.lines import SHOWN, Expression, Numbers, made

Floats = npt.NDArray[np.floating]

# Exponents between which exp(z) is shown as it is; beyond, the largest
# exponent of the row is subtracted first.
PLAIN = (-3.0, 8.0)
EXPONENT = 3  # fewest decimals of an exponent
DIGITS = 4  # of the largest power, as far as they stand behind the point


@dataclass(frozen=True, eq=False)
class Softmax:
    """A row of scores on its way to weights.

    Parameters
    ----------
    scores : Numbers
        One for each key.
    exponents : Numbers
        The scores with scale and temperature; the scores themselves if
        neither changes them.
    powers : Numbers
        Of Euler's number; the largest exponent may be subtracted first.
    total : Numbers
        Their sum.
    weights : Numbers
        The share of each power.
    multiplier : float
        exponents = multiplier * scores.
    """

    scores: Numbers
    exponents: Numbers
    powers: Numbers
    total: Numbers
    weights: Numbers
    multiplier: float

    @property
    def is_shifted(self) -> bool:
        """Whether the largest exponent is subtracted first."""
        return len(self.powers.expressions[0].parts) > 1

    @property
    def shift(self) -> float:
        """What is subtracted; 0 if nothing is."""
        return float(self.exponents.values.max()) if self.is_shifted else 0.0

    @property
    def is_scaled(self) -> bool:
        """Whether scale and temperature change the scores."""
        return self.exponents is not self.scores

    @property
    def lines(self) -> list[Numbers]:
        """What is written out."""
        return [self.powers, self.total, self.weights]

    @property
    def all_numbers(self) -> list[Numbers]:
        """What has to hold, also where it is shown in a table only."""
        return [self.exponents] * self.is_scaled + self.lines


def _named(letter: str, places: Sequence[int]) -> list[str]:
    return [f"{letter}_{{{place}}}" for place in places]


def _exponents(
    scores: Numbers, multiplier: float, places: Sequence[int]
) -> Numbers:
    """Return the scores with scale and temperature."""
    if multiplier == 1:
        return scores
    scaled = Expression(
        r"\mu \cdot {}",
        (scores[None, :],),
        lambda scores: multiplier * scores,
    )
    return made("z", scaled, names=_named("z", places), least=EXPONENT)


def is_plain(largest: float) -> bool:
    """Tell whether exp(z) of a row is shown as it is, or with z shifted.

    Parameters
    ----------
    largest : float
        The largest z of the row.

    Returns
    -------
    bool
        Whether no power of the row is too large or too small to be read.
    """
    low, high = PLAIN
    return low <= largest <= high


def _power(exponents: Numbers) -> Expression:
    """Return exp(z), or exp(z - the largest z)."""
    values = exponents.values
    top = int(values.argmax())
    if is_plain(float(values[top])):
        return Expression(r"\exp(<{}>)", (exponents[None, :],), np.exp)
    return Expression(
        r"\exp(<{}> - {})",
        (exponents[None, :], exponents[None, top : top + 1]),
        lambda exponents, largest: np.exp(exponents - largest),
    )


def _digits(powers: Floats) -> int:
    """Return the decimals that show `DIGITS` digits of the largest power."""
    before = int(max(math.log10(powers.max()), 0))
    return max(DIGITS - 1 - before, 0)


def _shares(
    power: Expression, powers: Numbers, total: Numbers, from_exponents: bool
) -> list[Expression]:
    """Return what makes the weights: the powers, each over their sum."""
    below = total[None, :]
    share = Expression(
        r"\frac{<{}>}{<{}>}", (powers[None, :], below), np.divide
    )
    direct = Expression(
        rf"\frac{{{power.pattern}}}{{<{{}}>}}",
        (*power.parts, below),
        lambda *read: power.compute(*read[:-1]) / read[-1],
    )
    return [direct, share] if from_exponents else [share]


def softmax_lines(
    scores: Numbers,
    i: int,
    places: Sequence[int],
    *,
    multiplier: float = 1.0,
    from_exponents: bool = False,
    least: int = SHOWN,
) -> Softmax:
    """Take the softmax of a row apart.

    Parameters
    ----------
    scores : Numbers
        One for each key.
    i : int
        The row, from 1.
    places : sequence of int
        Where the keys stand, from 1.
    multiplier : float, default 1
        exponents = multiplier * scores: scale / temperature.
    from_exponents : bool, default False
        Whether the line of a weight begins with its exponent.
    least : int, default SHOWN
        Fewest decimals of the weights.

    Returns
    -------
    Softmax
        All columns of its table.

    Examples
    --------
    >>> from worked.lines import given
    >>> softmax_lines(given("e", [0.0, 0.0]), 1, [1, 2]).weights.values
    array([0.5, 0.5])
    """
    exponents = _exponents(scores, multiplier, places)
    power = _power(exponents)
    digits = _digits(power.result())
    powers = made("p", power, names=_named("p", places), least=digits)
    one = Expression("{}", (powers[:, None],), np.positive)
    total = made(r"\sum_k p_k", one, least=max(digits - 1, 0))
    weights = made(
        "a",
        *_shares(power, powers, total, from_exponents),
        names=[f"a_{{{i},{place}}}" for place in places],
        least=least,
    )
    return Softmax(scores, exponents, powers, total, weights, multiplier)


def softmax_formula(i: int, scale: float, temperature: float) -> str:
    r"""Return the softmax of a row with scale and temperature put in.

    Parameters
    ----------
    i : int
        The row, from 1.
    scale, temperature : float
        exponents = scale * scores / temperature.

    Returns
    -------
    str
        LaTeX.

    Examples
    --------
    >>> print(softmax_formula(2, 1.0, 1.0))
    a_{2,j} = \frac{\exp(e_{2,j})}{\sum_k \exp(e_{2,k})}
    """
    inner, said = [f"e_{{{i},{k}}}" for k in "jk"], ""
    if scale != temperature:
        factor = rf"{scale!r} \cdot " if scale != 1 else ""
        said = factor + inner[0]
        if temperature != 1:
            said = rf"\frac{{{said}}}{{{temperature!r}}}"
        said, inner = rf",\quad z_j = {said}", ["z_j", "z_k"]
    above, below = (rf"\exp({one})" for one in inner)
    return rf"a_{{{i},j}} = \frac{{{above}}}{{\sum_k {below}}}{said}"
