"""Layers of a Transformer: attention, feed-forward network, layer norm.

Every part is added to what came in (residual connection). Where the layer
norm stands is the `order`:

    pre     x + part(norm(x))      Xiong et al. 2020; our model
    post    norm(x + part(x))      Vaswani et al. 2017, section 3.1
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    as_floats,
    as_parameters,
    check_name,
    check_shape,
    narrow,
    widen,
)
from attention_core.multihead import (
    MultiHead,
    MultiHeadParameters,
    multihead,
    project,
)

EPSILON = 1e-5
"""Ba et al. 2016 leave it open; PyTorch's value, with which we trained."""
ORDERS = ("pre", "post")


def relu(x: ArrayLike) -> FloatArray:
    """Return max(0, x).

    Parameters
    ----------
    x : array_like of shape (...)
        Any numbers.

    Returns
    -------
    ndarray of shape (...)
        The same, negative ones replaced by 0.

    Examples
    --------
    >>> relu([-1, 2])
    array([0., 2.])
    """
    x = as_floats(x, "x")
    return np.maximum(x, x.dtype.type(0))


_ERF = np.frompyfunc(math.erf, 1, 1)


def gelu(x: ArrayLike) -> FloatArray:
    """Return x times the probability that a normal number is below x.

    Hendrycks and Gimpel 2016, section 2, the exact form with the error
    function. NumPy has none, so this one computes number by number.

    Parameters
    ----------
    x : array_like of shape (...)
        Any numbers.

    Returns
    -------
    ndarray of shape (...)
        A smooth version of max(0, x).

    Examples
    --------
    >>> gelu([-1, 0, 1]).round(4)
    array([-0.1587,  0.    ,  0.8413])
    """
    x = as_floats(x, "x")
    wide = x.astype(np.float64)
    error = np.asarray(_ERF(wide / math.sqrt(2)), dtype=np.float64)
    return narrow(0.5 * wide * (1 + error), x)


def gelu_tanh(x: ArrayLike) -> FloatArray:
    """Return the GELU as it is approximated with a tanh.

    Hendrycks and Gimpel 2016, section 2; up to 0.0005 from the exact form.

    Parameters
    ----------
    x : array_like of shape (...)
        Any numbers.

    Returns
    -------
    ndarray of shape (...)
        A smooth version of max(0, x).

    Examples
    --------
    >>> gelu_tanh([-1, 0, 1]).round(4)
    array([-0.1588,  0.    ,  0.8412])
    """
    given = as_floats(x, "x")
    x = widen(given)
    with np.errstate(over="ignore"):  # tanh of infinity is 1
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    return narrow(0.5 * x * (1 + np.tanh(inner)), given)


ACTIVATIONS: dict[str, Callable[[ArrayLike], FloatArray]] = {
    "relu": relu,
    "gelu": gelu,
    "gelu_tanh": gelu_tanh,
}


def _check_fields(parameters: Any, shapes: dict[str, Any]) -> None:  # noqa: ANN401
    """Make the fields arrays, and raise ValueError at the first wrong one."""
    for name, (shape, sizes) in shapes.items():
        array = as_parameters(getattr(parameters, name), name)
        check_shape(array, name, shape, sizes)
        object.__setattr__(parameters, name, array)


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
        _check_fields(self, {f.name: ((d,), "(d,)") for f in fields(self)})


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


@dataclass(frozen=True)
class FeedForwardParameters:
    """The learned arrays of a feed-forward network.

    Parameters
    ----------
    W_1 : ndarray of shape (d, d_ff)
        Takes a word into the hidden layer.
    b_1 : ndarray of shape (d_ff,)
        Its bias.
    W_2 : ndarray of shape (d_ff, d)
        Takes it back.
    b_2 : ndarray of shape (d,)
        Its bias.

    Raises
    ------
    ValueError
        If a shape does not fit W_1, or a number is not finite.
    """

    W_1: FloatArray
    b_1: FloatArray
    W_2: FloatArray
    b_2: FloatArray

    def __post_init__(self) -> None:
        """Check the shapes; W_1 sets d and d_ff."""
        if np.ndim(self.W_1) != 2:
            message = "W_1 must have shape (d, d_ff)."
            raise ValueError(f"{message} Received: {np.shape(self.W_1)}.")
        d, d_ff = np.shape(self.W_1)
        shapes = {
            "W_1": ((d, d_ff), "(d, d_ff)"),
            "b_1": ((d_ff,), "(d_ff,)"),
            "W_2": ((d_ff, d), "(d_ff, d)"),
            "b_2": ((d,), "(d,)"),
        }
        _check_fields(self, shapes)


def feed_forward(
    x: ArrayLike,
    parameters: FeedForwardParameters,
    *,
    activation: str = "relu",
) -> FloatArray:
    """Return activation(x W_1 + b_1) W_2 + b_2, for each word by itself.

    Vaswani et al. 2017, equation 2.

    Parameters
    ----------
    x : array_like of shape (..., n, d)
        One row for each word.
    parameters : FeedForwardParameters
        The learned arrays.
    activation : str, default "relu"
        One of `ACTIVATIONS`: relu, gelu (exact), gelu_tanh.

    Returns
    -------
    ndarray of shape (..., n, d)
        One row for each word.

    Raises
    ------
    ValueError
        If the shapes do not fit, or the activation is unknown.
    """
    check_name("activation", activation, ACTIVATIONS)
    p = parameters
    hidden = ACTIVATIONS[activation](project(x, p.W_1, p.b_1))
    return project(hidden, p.W_2, p.b_2)


@dataclass(frozen=True)
class EncoderLayerParameters:
    """The learned arrays of one encoder layer.

    Parameters
    ----------
    attention : MultiHeadParameters
        The words look at each other.
    feed_forward : FeedForwardParameters
        Each word by itself.
    norm_1 : NormParameters
        The norm of the attention.
    norm_2 : NormParameters
        The norm of the feed-forward network.
    """

    attention: MultiHeadParameters
    feed_forward: FeedForwardParameters
    norm_1: NormParameters
    norm_2: NormParameters


@dataclass(frozen=True)
class DecoderLayerParameters:
    """The learned arrays of one decoder layer.

    Parameters
    ----------
    attention : MultiHeadParameters
        The target words look at those before them and at themselves.
    cross : MultiHeadParameters
        The target words look at the source.
    feed_forward : FeedForwardParameters
        Each word by itself.
    norm_1 : NormParameters
        The norm of the self-attention.
    norm_2 : NormParameters
        The norm of the cross-attention.
    norm_3 : NormParameters
        The norm of the feed-forward network.
    """

    attention: MultiHeadParameters
    cross: MultiHeadParameters
    feed_forward: FeedForwardParameters
    norm_1: NormParameters
    norm_2: NormParameters
    norm_3: NormParameters


@dataclass(frozen=True)
class EncoderLayer:
    """What one encoder layer did.

    Parameters
    ----------
    attention : MultiHead
        Its heads.
    output : ndarray of shape (..., n, d)
        What the next layer reads.
    """

    attention: MultiHead
    output: FloatArray


@dataclass(frozen=True)
class DecoderLayer:
    """What one decoder layer did.

    Parameters
    ----------
    attention : MultiHead
        Its heads on the target.
    cross : MultiHead
        Its heads on the source.
    output : ndarray of shape (..., n, d)
        What the next layer reads.
    """

    attention: MultiHead
    cross: MultiHead
    output: FloatArray


def _is_pre(order: str) -> bool:
    """Return whether norms come first; raise ValueError for other words."""
    check_name("order", order, ORDERS)
    return order == "pre"


def _attend_and_add(
    x: FloatArray,
    parameters: MultiHeadParameters,
    norm: NormParameters,
    order: str,
    **options: Any,  # noqa: ANN401
) -> tuple[MultiHead, FloatArray]:
    """Return what the heads did, and x with their output added."""
    if _is_pre(order):
        heads = multihead(layer_norm(x, norm), parameters, **options)
        return heads, x + heads.output
    heads = multihead(x, parameters, **options)
    return heads, layer_norm(x + heads.output, norm)


def _feed_and_add(
    x: FloatArray,
    parameters: FeedForwardParameters,
    norm: NormParameters,
    order: str,
    activation: str,
) -> FloatArray:
    """Return x with the output of the feed-forward network added."""
    if _is_pre(order):
        normal = layer_norm(x, norm)
        return x + feed_forward(normal, parameters, activation=activation)
    added = x + feed_forward(x, parameters, activation=activation)
    return layer_norm(added, norm)


def encoder_layer(
    x: ArrayLike,
    parameters: EncoderLayerParameters,
    *,
    mask: ArrayLike | None = None,
    temperature: float = 1.0,
    order: str = "pre",
    activation: str = "relu",
) -> EncoderLayer:
    """Let the words look at each other, then work on each by itself.

    Parameters
    ----------
    x : array_like of shape (..., n, d)
        One row for each word.
    parameters : EncoderLayerParameters
        The learned arrays.
    mask : array_like of bool, shape (..., n, n), optional
        True = may be looked at.
    temperature : float, default 1
        Of the attention weights.
    order : str, default "pre"
        Where the layer norms stand: pre or post.
    activation : str, default "relu"
        One of `ACTIVATIONS`.

    Returns
    -------
    EncoderLayer
        What the heads did, and the output.

    Raises
    ------
    ValueError
        If the shapes do not fit, or a name is unknown.
    """
    p = parameters
    heads, x = _attend_and_add(
        as_floats(x, "x"),
        p.attention,
        p.norm_1,
        order,
        mask=mask,
        temperature=temperature,
    )
    x = _feed_and_add(x, p.feed_forward, p.norm_2, order, activation)
    return EncoderLayer(heads, x)


def decoder_layer(
    x: ArrayLike,
    memory: ArrayLike,
    parameters: DecoderLayerParameters,
    *,
    mask: ArrayLike | None = None,
    memory_mask: ArrayLike | None = None,
    temperature: float = 1.0,
    order: str = "pre",
    activation: str = "relu",
) -> DecoderLayer:
    """Look at the target so far, then at the source, then work on each word.

    Parameters
    ----------
    x : array_like of shape (..., n_t, d)
        One row for each target word.
    memory : array_like of shape (..., n_s, d_m)
        The annotations of the source.
    parameters : DecoderLayerParameters
        The learned arrays.
    mask : array_like of bool, shape (..., n_t, n_t), optional
        True = may be looked at; usually the causal mask.
    memory_mask : array_like of bool, shape (..., n_t, n_s), optional
        The same for the source; usually its padding.
    temperature : float, default 1
        Of the attention weights, in both.
    order : str, default "pre"
        Where the layer norms stand: pre or post.
    activation : str, default "relu"
        One of `ACTIVATIONS`.

    Returns
    -------
    DecoderLayer
        What the heads did, and the output.

    Raises
    ------
    ValueError
        If the shapes do not fit, or a name is unknown.
    """
    p, x = parameters, as_floats(x, "x")
    own: dict[str, Any] = {"mask": mask, "temperature": temperature}
    heads, x = _attend_and_add(x, p.attention, p.norm_1, order, **own)
    other = own | {"mask": memory_mask, "memory": memory}
    cross, x = _attend_and_add(x, p.cross, p.norm_2, order, **other)
    x = _feed_and_add(x, p.feed_forward, p.norm_3, order, activation)
    return DecoderLayer(heads, cross, x)
