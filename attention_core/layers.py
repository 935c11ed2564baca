"""Layers of a Transformer: attention, feed-forward network, layer norm.

Every part is added to what came in (residual connection). Where the layer
norm stands is the `order`:

    pre     x + part(norm(x))      Xiong et al. 2020; our model
    post    norm(x + part(x))      Vaswani et al. 2017, section 3.1
"""

from dataclasses import dataclass
from typing import Any

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    as_floats,
)
from attention_core.checks import check_name
from attention_core.feed_forward import FeedForwardParameters, feed_forward
from attention_core.multihead import MultiHead, MultiHeadParameters, multihead
from attention_core.norm import NormParameters, layer_norm

"""Ba et al. 2016 leave it open; PyTorch's value, with which we trained."""
ORDERS = ("pre", "post")


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
