"""Layer norm: every row gets mean 0 and variance 1."""

from dataclasses import dataclass, fields

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    as_floats,
    narrow,
    widen,
)
from attention_core.checks import check_fields

EPSILON = 1e-5
"""Ba et al. 2016 leave it open; PyTorch's value, with which we trained."""


@dataclass(frozen=True)
class NormParameters:
    """The learned arrays of a layer norm.

    Parameters
    ----------
    gain : ndarray of shape (d,)
        What each entry is multiplied by.
    bias : ndarray of shape (d,)
        What is added to it.

    Raises
    ------
    ValueError
        If the two differ in shape, or a number is not finite.
    """

    gain: FloatArray
    bias: FloatArray

    def __post_init__(self) -> None:
        """Check the shapes; gain sets d."""
        d = np.size(self.gain)
        check_fields(self, {f.name: ((d,), "(d,)") for f in fields(self)})


def layer_norm(x: ArrayLike, parameters: NormParameters) -> FloatArray:
    """Bring every row to mean 0 and variance 1, then scale and shift it.

    Ba et al. 2016, equation 4; their g and b are our gain and bias.

    Parameters
    ----------
    x : array_like of shape (..., n, d)
        One row for each word.
    parameters : NormParameters
        Gain and bias.

    Returns
    -------
    ndarray of shape (..., n, d)
        One row for each word.

    Raises
    ------
    ValueError
        If d is not the size of gain.

    Examples
    --------
    >>> layer_norm([[1, 3]], NormParameters([1, 1], [0, 10])).round(3)
    array([[-1., 11.]])
    """
    given, p = as_floats(x, "x"), parameters
    if given.ndim < 1 or given.shape[-1] != p.gain.size:
        raise ValueError(
            f"x must have shape (..., n, d) with d = {p.gain.size} "
            f"(set by gain). Received: {given.shape}."
        )
    x = widen(given)
    centered = x - x.mean(axis=-1, keepdims=True)
    variance = (centered * centered).mean(axis=-1, keepdims=True)
    normal = centered / np.sqrt(variance + x.dtype.type(EPSILON))
    return narrow(normal * p.gain + p.bias, given, p.gain)
