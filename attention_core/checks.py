"""What is refused, in the caller's words: shapes, names, ids, NaN."""

from collections.abc import Iterable, Mapping

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    IntArray,
    all_finite,
    as_floats,
)


def as_parameters(array: ArrayLike, name: str) -> FloatArray:
    """Return a learned array as floats; each of them has to be finite.

    Parameters
    ----------
    array : array_like
        What was learned.
    name : str
        What the caller calls it, for the message.

    Returns
    -------
    ndarray
        The same numbers.

    Raises
    ------
    ValueError
        If one of them is NaN or infinite.
    """
    numbers = as_floats(array, name)
    if not all_finite(numbers):
        message = f"{name} must hold finite numbers."
        raise ValueError(f"{message} Received: NaN or infinity.")
    return numbers


def as_ids(ids: ArrayLike, name: str, size: int) -> IntArray:
    """Return a row of ids, each of them from 0 to size - 1.

    Parameters
    ----------
    ids : array_like of int, shape (n,)
        Positions in a vocabulary.
    name : str
        What the caller calls it, for the message.
    size : int
        Number of entries of the vocabulary.

    Returns
    -------
    ndarray of int, shape (n,)
        The ids.

    Raises
    ------
    ValueError
        If it is no row of integers, or one of them is out of range.
    """
    row = np.asarray(ids)
    if row.size == 0:
        row = row.astype(np.int64)
    if row.ndim != 1 or row.dtype.kind not in "iu":
        message = f"{name} must be a row of integers, shape (n,)."
        raise ValueError(
            f"{message} Received: {row.dtype} of shape {row.shape}."
        )
    if row.size and not 0 <= row.min() <= row.max() < size:
        message = f"{name} must lie in 0 ... {size - 1}."
        raise ValueError(f"{message} Received: {row.min()} ... {row.max()}.")
    return row


def check_shape(
    array: FloatArray, name: str, expected: tuple[int, ...], sizes: str
) -> None:
    """Raise ValueError unless a learned array has the shape it must have.

    Parameters
    ----------
    array : ndarray
        The learned array.
    name : str
        What the caller calls it.
    expected : tuple of int
        The shape it must have.
    sizes : str
        The same shape in letters, such as "(d_q, d_k)".

    Raises
    ------
    ValueError
        If the shape is another one.
    """
    if array.shape != expected:
        message = f"{name} must have shape {sizes} = {expected}."
        raise ValueError(f"{message} Received: {array.shape}.")


def check_leading(
    first: str, one: FloatArray, second: str, two: FloatArray
) -> tuple[int, ...]:
    """Return the leading dimensions that two arrays have together.

    Parameters
    ----------
    first : str
        What the caller calls the first array.
    one : ndarray of shape (..., n, d)
        The first array.
    second : str
        What the caller calls the second array.
    two : ndarray of shape (..., n, d)
        The second array.

    Returns
    -------
    tuple of int
        The dimensions before the last two, broadcast.

    Raises
    ------
    ValueError
        If they do not broadcast.

    Examples
    --------
    >>> check_leading("key", np.ones((3, 1, 5, 7)), "mask", np.ones((2, 5, 9)))
    (3, 2)
    """
    leading = one.shape[:-2]
    if leading == two.shape[:-2]:  # the usual case, and the quick one
        return leading
    try:
        return np.broadcast_shapes(leading, two.shape[:-2])
    except ValueError:
        message = f"The leading dimensions of {first} and {second} must fit."
        shapes = f"{one.shape} and {two.shape}"
        raise ValueError(f"{message} Received: {shapes}.") from None


def check_name(name: str, received: str, known: Iterable[str]) -> None:
    """Raise ValueError unless what a name stands for is known.

    Parameters
    ----------
    name : str
        What the caller calls it, such as "score".
    received : str
        What was asked for.
    known : iterable of str
        What there is.

    Raises
    ------
    ValueError
        If it is none of them.
    """
    if received not in known:
        message = f"{name} must be one of {', '.join(known)}."
        raise ValueError(f"{message} Received: {received!r}.")


def check_fields(
    parameters: object, shapes: Mapping[str, tuple[tuple[int, ...], str]]
) -> None:
    """Make fields arrays, and raise ValueError at the first wrong one.

    Parameters
    ----------
    parameters : dataclass
        The learned arrays of some part of a model.
    shapes : mapping of str to tuple
        The shape that each field must have, in numbers and in letters.

    Raises
    ------
    ValueError
        If a shape is another one, or a number is not finite.
    """
    for name, (shape, sizes) in shapes.items():
        array = as_parameters(getattr(parameters, name), name)
        check_shape(array, name, shape, sizes)
        object.__setattr__(parameters, name, array)


def as_square(weights: ArrayLike) -> FloatArray:
    """Return weights of a sentence that looks at itself, as floats.

    Parameters
    ----------
    weights : array_like of shape (..., n, n)
        One matrix, or several.

    Returns
    -------
    ndarray of shape (..., n, n)
        The same numbers.

    Raises
    ------
    ValueError
        If they are not square.
    """
    array = as_floats(weights, "weights")
    if array.ndim < 2 or array.shape[-1] != array.shape[-2]:
        message = "weights must have shape (..., n, n)."
        raise ValueError(f"{message} Received: {array.shape}.")
    return array
