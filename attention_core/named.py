"""The arrays of a whole model, by dotted names such as "decoder.W_z".

This is how they are stored. What is missing, unknown or of a wrong shape is
refused by name before the model is put together.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from attention_core.arrays import FloatArray, all_finite

NamedArrays: TypeAlias = Mapping[str, FloatArray]
Shapes: TypeAlias = dict[str, tuple[int, ...]]


def matrix_shape(arrays: NamedArrays, name: str) -> tuple[int, int]:
    """Return both sizes of an array that has to be a matrix.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        The arrays of a model.
    name : str
        Which of them.

    Returns
    -------
    tuple of int
        Number of rows and of columns.

    Raises
    ------
    ValueError
        If it is missing or no matrix.

    Examples
    --------
    >>> matrix_shape({"W_init": np.ones((3, 5))}, "W_init")
    (3, 5)
    """
    if name not in arrays:
        raise ValueError(f'array "{name}" is missing.')
    shape = arrays[name].shape
    if len(shape) != 2:
        message = f'array "{name}" must be a matrix.'
        raise ValueError(f"{message} Received: {shape}.")
    return int(shape[0]), int(shape[1])


def check_arrays(arrays: NamedArrays, shapes: Shapes) -> None:
    """Raise ValueError and name the first array that is wrong.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        The arrays of a model.
    shapes : dict of str to tuple of int
        All the names there must be, each with its shape.

    Raises
    ------
    ValueError
        If an array is missing, unknown, not finite or of a wrong shape.
    """
    for name, shape in shapes.items():
        if name not in arrays:
            raise ValueError(f'array "{name}" is missing.')
        received = arrays[name].shape
        if received != shape:
            message = f'array "{name}" must have shape {shape}.'
            raise ValueError(f"{message} Received: {received}.")
        if not all_finite(arrays[name]):
            message = f'array "{name}" must hold finite numbers.'
            raise ValueError(f"{message} Received: NaN or infinity.")
    for name in arrays:
        if name not in shapes:
            raise ValueError(f'array "{name}" is not part of this model.')


def arrays_below(arrays: NamedArrays, prefix: str) -> dict[str, Any]:
    """Return the arrays whose dotted names begin so, by the rest.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        The arrays of a model.
    prefix : str
        The beginning of a name, with its dot.

    Returns
    -------
    dict of str to ndarray
        Those arrays.

    Examples
    --------
    >>> arrays_below({"decoder.b_z": np.ones(1), "W_init": 0}, "decoder.")
    {'b_z': array([1.])}
    """
    return {
        name.removeprefix(prefix): array
        for name, array in arrays.items()
        if name.startswith(prefix)
    }
