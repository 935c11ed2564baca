"""How strongly word j moves the annotation at word i of the encoder.

The influence is the norm of the derivative of annotation i by x_j, what the
first layer reads of word j: the same question that `attention_core.influence`
asks a recurrent encoder. A small change of x_j is sent through the layers
(forward mode), along every direction of x_j, or along some of them.
"""

import numpy as np

from attention_core.arrays import ArrayLike, FloatArray
from attention_core.checks import check_name
from attention_core.feed_forward import FeedForwardParameters
from attention_core.layers import EncoderLayerParameters, encoder_layer
from attention_core.multihead import MultiHead, MultiHeadParameters
from attention_core.norm import EPSILON, NormParameters, layer_norm
from attention_core.projections import merge_heads, project, split_heads
from attention_core.transformer.encoder import embed
from attention_core.transformer.parameters import TransformerParameters


def _norm_change(
    x: FloatArray, dx: FloatArray, norm: NormParameters
) -> FloatArray:
    """Return how layer_norm(x) changes if x (n, d) does by dx (m, n, d)."""
    centered = x - x.mean(axis=-1, keepdims=True)
    size = np.sqrt((centered**2).mean(axis=-1, keepdims=True) + EPSILON)
    normal = centered / size
    along = normal * (normal * dx).mean(axis=-1, keepdims=True)
    change: FloatArray = dx - dx.mean(axis=-1, keepdims=True) - along
    change *= norm.gain / size
    return change


def _heads_change(
    heads: MultiHead, dx: FloatArray, parameters: MultiHeadParameters
) -> FloatArray:
    """Return how the output of the heads changes with what they read."""
    p = parameters
    dq, dk, dv = (split_heads(dx @ W, p.heads) for W in (p.W_q, p.W_k, p.W_v))
    q, k, v, a = heads.query, heads.key, heads.value, heads.weights
    # (m, h, n, n): of the scores, then of the softmax of each row.
    ds = (dq @ k.swapaxes(-1, -2) + q @ dk.swapaxes(-1, -2)) / q.shape[
        -1
    ] ** 0.5
    da = a * (ds - (a * ds).sum(axis=-1, keepdims=True))
    change: FloatArray = merge_heads(da @ v + a @ dv) @ p.W_o
    return change


def _feed_change(
    x: FloatArray, dx: FloatArray, parameters: FeedForwardParameters
) -> FloatArray:
    """Return how the feed-forward network's output changes."""
    p = parameters
    change: FloatArray = (dx @ p.W_1) * (project(x, p.W_1, p.b_1) > 0) @ p.W_2
    return change


def _layer_change(
    x: FloatArray, dx: FloatArray, layer: EncoderLayerParameters
) -> tuple[FloatArray, FloatArray]:
    """Return the output of a layer, and how it changes."""
    done = encoder_layer(x, layer)
    between = x + done.attention.output
    normal = _norm_change(x, dx, layer.norm_1)
    dx = dx + _heads_change(done.attention, normal, layer.attention)
    normal = _norm_change(between, dx, layer.norm_2)
    read = layer_norm(between, layer.norm_2)
    return done.output, dx + _feed_change(read, normal, layer.feed_forward)


def _directions(d: int, count: int | None) -> FloatArray:
    """Return the axes, or so many orthogonal directions drawn at random.

    The latter are so long that squares along them estimate those along all.
    """
    if count is None or count >= d:
        return np.eye(d)
    drawn = np.random.default_rng(0).normal(size=(d, count))
    basis: FloatArray = np.linalg.qr(drawn).Q
    basis *= (d / count) ** 0.5
    return basis.T


def annotation_influence(
    parameters: TransformerParameters,
    source_ids: ArrayLike,
    *,
    directions: int | None = None,
) -> FloatArray:
    """Return how strongly each piece moves each annotation.

    Parameters
    ----------
    parameters : TransformerParameters
        The model, with the norms first and relu.
    source_ids : array_like of int, shape (n,)
        The sentence with its marks, as `frame_source` makes it.
    directions : int, optional
        Along so many random directions of each x_j the change is measured,
        always the same ones: an estimate. By default all: exact.

    Returns
    -------
    ndarray of shape (n, n)
        Entry [i, j]: the Frobenius norm of the derivative of annotation i by
        x_j, the vector that the first layer reads at j.

    Raises
    ------
    ValueError
        If the model has another order or activation.
    """
    p = parameters
    check_name("order", p.settings.order, ("pre",))
    check_name("activation", p.settings.activation, ("relu",))
    x = embed(p, source_ids)
    n, d = x.shape
    ways = _directions(d, directions).astype(x.dtype)
    norms = np.empty((n, n), x.dtype)
    for j in range(n):
        dx = np.zeros((len(ways), n, d), x.dtype)
        dx[:, j] = ways
        norms[:, j] = np.sqrt((_change(p, x, dx) ** 2).sum(axis=(0, 2)))
    return norms


def _change(
    parameters: TransformerParameters, x: FloatArray, dx: FloatArray
) -> FloatArray:
    """Return how all annotations change: (m, n, d)."""
    for layer in parameters.encoder:
        x, dx = _layer_change(x, dx, layer)
    norm = parameters.encoder_norm
    return _norm_change(x, dx, norm) if norm else dx
