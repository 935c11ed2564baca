"""Where a word stands: attention alone does not know it.

Without positions a sentence is a bag: shuffle the words, and every row moves
along unchanged. So something that depends on the place is added to each word.
"""

from collections.abc import Callable

import numpy as np

from attention_core.arrays import FloatArray

WAVELENGTH = 10000.0
"""Vaswani et al. 2017, section 3.5: wavelengths from 2 pi to 10000 * 2 pi."""


def _check_sizes(n: int, d: int) -> None:
    """Raise ValueError unless both sizes are possible."""
    for size, name in ((n, "n"), (d, "d")):
        if size < 0:
            message = f"{name} must be at least 0. Received: {size}."
            raise ValueError(message)


def sinusoidal(n: int, d: int, *, start: int = 0) -> FloatArray:
    """Return sines and cosines of different wavelengths.

    Vaswani et al. 2017, section 3.5:
    p[pos, 2 i] = sin(pos / 10000 ** (2 i / d)), p[pos, 2 i + 1] = cos(same).

    Parameters
    ----------
    n : int
        Number of words.
    d : int
        Size of a word's vector. If it is odd, the last wave has no cosine.
    start : int, default 0
        Position of the first word.

    Returns
    -------
    ndarray of shape (n, d)
        One row for each position.

    Raises
    ------
    ValueError
        If a size is negative.

    Examples
    --------
    >>> sinusoidal(2, 2).round(3)
    array([[0.   , 1.   ],
           [0.841, 0.54 ]])
    """
    _check_sizes(n, d)
    even = np.arange(0, d, 2)
    place = np.arange(start, start + n)[:, None]
    angles = place / WAVELENGTH ** (even / max(d, 1))  # (n, ceil(d / 2))
    waves = np.empty((n, 2 * len(even)))
    waves[:, 0::2], waves[:, 1::2] = np.sin(angles), np.cos(angles)
    return waves[:, :d]


def no_positions(n: int, d: int, *, start: int = 0) -> FloatArray:
    """Return zeros: the words are a bag.

    Parameters
    ----------
    n : int
        Number of words.
    d : int
        Size of a word's vector.
    start : int, default 0
        Position of the first word; changes nothing.

    Returns
    -------
    ndarray of shape (n, d)
        Zeros.

    Raises
    ------
    ValueError
        If a size is negative.

    Examples
    --------
    >>> no_positions(1, 3)
    array([[0., 0., 0.]])
    """
    del start  # every position is the same
    _check_sizes(n, d)
    return np.zeros((n, d))


POSITIONS: dict[str, Callable[..., FloatArray]] = {
    "sinusoidal": sinusoidal,
    "none": no_positions,
}
