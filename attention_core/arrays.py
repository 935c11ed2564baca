"""What every function does with its inputs before it computes.

Lists and integers become float64, float32 stays float32, and half precision
is computed in float32 and handed back as half. What is no real number is
refused by name.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

ArrayLike: TypeAlias = npt.ArrayLike
FloatArray: TypeAlias = npt.NDArray[np.floating[Any]]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
IntArray: TypeAlias = npt.NDArray[np.integer[Any]]
Normalizer: TypeAlias = Callable[..., FloatArray]

BLOCK = 2**18
"""Numbers worked on at a time: 1 to 2 MB stay in the processor's cache while
several operations pass over them; a whole large array would travel each time.
"""


def as_floats(array: ArrayLike, name: str) -> FloatArray:
    """Return the array with a floating dtype; integers become float64.

    Parameters
    ----------
    array : array_like
        Numbers, in any nesting.
    name : str
        What the caller calls it, for the message.

    Returns
    -------
    ndarray
        The same numbers, not copied where they are floats already.

    Raises
    ------
    ValueError
        If the rows of a list differ in length.
    TypeError
        If it holds anything but real numbers.

    Examples
    --------
    >>> as_floats([[1, 2]], "key")
    array([[1., 2.]])
    """
    if type(array) is np.ndarray and array.dtype.kind == "f":
        return array  # the usual case, and the quick one
    try:
        numbers = np.asarray(array)
    except ValueError:
        message = f"{name} must be an array: its rows differ in length."
        raise ValueError(message) from None
    if numbers.dtype.kind in "iub":
        return numbers.astype(np.float64)
    if numbers.dtype.kind != "f":
        message = f"{name} must hold real numbers."
        raise TypeError(f"{message} Received: dtype {numbers.dtype}.")
    return numbers


def all_finite(numbers: FloatArray) -> bool:
    """Return whether no number is NaN or infinite.

    Parameters
    ----------
    numbers : ndarray
        Floats, in any shape.

    Returns
    -------
    bool
        True if there are no numbers at all.

    Examples
    --------
    >>> all_finite(np.array([1e300, 2])), all_finite(np.array([np.nan, 2]))
    (True, False)
    """
    # Quick, without a second array: a finite sum of squares has no other
    # terms. It is looked at one by one only if squares of large numbers, or
    # what is searched for, made the sum infinite.
    if math.isfinite(np.vdot(numbers, numbers)):
        return True
    return bool(np.isfinite(numbers).all())


def widen(array: FloatArray) -> FloatArray:
    """Return half precision as float32, everything else as it is.

    Products of halves overflow at 65504; their sums are too coarse.

    Parameters
    ----------
    array : ndarray
        Numbers of any floating dtype.

    Returns
    -------
    ndarray
        What one computes with.
    """
    return array.astype(np.float32) if array.dtype.char == "e" else array


def narrow(array: FloatArray, *inputs: FloatArray) -> FloatArray:
    """Return a result in the dtype that its inputs had before `widen`.

    Parameters
    ----------
    array : ndarray
        The result.
    *inputs : ndarray
        What it was computed from.

    Returns
    -------
    ndarray
        The result; beyond 65504 a half is infinite.
    """
    dtype = inputs[0].dtype
    for each in inputs[1:]:
        if each.dtype != dtype:  # result_type takes longer than a loop
            dtype = np.result_type(*inputs)
            break
    if array.dtype == dtype:
        return array
    with np.errstate(over="ignore"):
        return array.astype(dtype)


def row_blocks(n_rows: int, row_size: int) -> Iterator[slice]:
    """Give slices of rows that together hold at most `BLOCK` numbers.

    Parameters
    ----------
    n_rows : int
        Number of rows.
    row_size : int
        How many numbers one row makes.

    Yields
    ------
    slice
        At least one row, however many numbers it makes.

    Examples
    --------
    >>> list(row_blocks(3, 100_000))
    [slice(0, 2, None), slice(2, 4, None)]
    """
    step = max(1, BLOCK // max(row_size, 1))
    for start in range(0, n_rows, step):
        yield slice(start, start + step)
