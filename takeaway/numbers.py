"""Arrays as JSON and back, to the last digit, without `NaN` in the file."""

import json
import unicodedata
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating]

_NAMES = {"NaN": np.nan, "Infinity": np.inf, "-Infinity": -np.inf}
_INVISIBLE = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")


def to_lists(array: Any) -> Any:  # noqa: ANN401
    """Return an array as nested lists; what is not finite by its name.

    Python writes a double so that it is read back as the same double.

    Parameters
    ----------
    array : array_like of shape (...)
        Numbers, in any nesting.

    Returns
    -------
    float, str or list
        A number, "NaN", "Infinity", "-Infinity", or a list of such.

    Examples
    --------
    >>> to_lists(np.array([0.1, -np.inf]))
    [0.1, '-Infinity']
    """
    if isinstance(array, np.ndarray):
        array = array.astype(np.float64).tolist()
    if isinstance(array, list):
        return [to_lists(item) for item in array]
    number = float(array)
    return number if np.isfinite(number) else _name(number)


def _name(number: float) -> str:
    if np.isnan(number):
        return "NaN"
    return "Infinity" if number > 0 else "-Infinity"


def _number(item: object, name: str) -> float:
    """Return a number of the file."""
    if isinstance(item, str) and item in _NAMES:
        return _NAMES[item]
    if isinstance(item, bool) or not isinstance(item, int | float):
        shown = json.dumps(item)[:40]
        raise ValueError(f"{name} must hold numbers. Received: {shown}.")
    return float(item)


def from_lists(lists: object, name: str, ndim: int) -> Floats:
    """Return nested lists as an array.

    Parameters
    ----------
    lists : list
        As `to_lists` made it.
    name : str
        What the file calls it, for the message.
    ndim : int
        How deep it has to be nested, 1 or 2.

    Returns
    -------
    ndarray of float64
        The same numbers.

    Raises
    ------
    ValueError
        If it is nested otherwise, ragged, or holds anything but numbers.

    Examples
    --------
    >>> from_lists([0.1, "-Infinity"], "scores", 1)
    array([ 0.1, -inf])
    """
    if not isinstance(lists, list):
        raise ValueError(f"{name} must be a list.")
    if ndim == 1:
        return np.array([_number(item, name) for item in lists])
    rows = [from_lists(row, name, ndim - 1) for row in lists]
    if len({row.shape for row in rows}) > 1:
        raise ValueError(f"{name} must have rows of one length.")
    return np.stack(rows) if rows else np.zeros((0, 0))


def dumped(value: object, *, indent: int | None = None) -> str:
    r"""Return JSON in which letters stand as they are.

    Characters that nobody sees, or that turn text round, are written as
    numbers: a file must not look like something else than it is.

    Parameters
    ----------
    value : object
        Lists, dicts, strings and finite numbers.
    indent : int, optional
        As in `json.dumps`.

    Returns
    -------
    str
        The JSON.

    Examples
    --------
    >>> dumped({"key": ["猫", chr(0x202E)]})
    '{"key": ["猫", "\\u202e"]}'
    """
    written = json.dumps(
        value, ensure_ascii=False, allow_nan=False, indent=indent
    )
    return "".join(
        json.dumps(letter)[1:-1]
        if letter != "\n" and unicodedata.category(letter) in _INVISIBLE
        else letter
        for letter in written
    )
