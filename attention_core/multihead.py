"""Several attentions side by side: projections, heads, and back.

Vaswani et al. 2017, section 3.2.2. Their W_i^Q of head i are columns
i d_k ... (i + 1) d_k of our W_q, so that one product serves all heads.

    query = x W_q + b_q          (n_q, d) -> (h, n_q, d_k)
    key = memory W_k + b_k       (n_k, d) -> (h, n_k, d_k)
    value = memory W_v + b_v     (n_k, d) -> (h, n_k, d_v)
    context = attend(scaled_dot(query, key), value)
    output = [context of head 1; ...; context of head h] W_o + b_o
"""

from dataclasses import dataclass, fields

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    Normalizer,
)
from attention_core.attention import attend
from attention_core.checks import as_parameters, check_shape
from attention_core.projections import merge_heads, project, split_heads
from attention_core.scores import scaled_dot
from attention_core.softmax import softmax


@dataclass(frozen=True)
class MultiHeadParameters:
    """The learned arrays of one attention with several heads.

    Parameters
    ----------
    W_q : ndarray of shape (d_q, d)
        Makes the queries of all heads; d = h d_k.
    W_k : ndarray of shape (d_m, d)
        Makes the keys of what is looked at.
    W_v : ndarray of shape (d_m, d)
        Makes the values of what is looked at.
    W_o : ndarray of shape (d, d_q)
        Mixes the contexts of all heads.
    b_q, b_k, b_v : ndarray of shape (d,)
        Biases.
    b_o : ndarray of shape (d_q,)
        The bias of the output.
    heads : int
        Number of heads h.

    Raises
    ------
    ValueError
        If a shape does not fit W_q and W_k, a number is not finite, or d is
        no multiple of heads.
    """

    W_q: FloatArray
    W_k: FloatArray
    W_v: FloatArray
    W_o: FloatArray
    b_q: FloatArray
    b_k: FloatArray
    b_v: FloatArray
    b_o: FloatArray
    heads: int

    def __post_init__(self) -> None:
        """Check the shapes."""
        for field in fields(self)[:-1]:
            array = as_parameters(getattr(self, field.name), field.name)
            object.__setattr__(self, field.name, array)
        for name, sizes in (("W_q", "(d_q, d)"), ("W_k", "(d_m, d)")):
            if getattr(self, name).ndim != 2:
                received = getattr(self, name).shape
                message = f"{name} must have shape {sizes}."
                raise ValueError(f"{message} Received: {received}.")
        for name, (shape, sizes) in self._shapes().items():
            check_shape(getattr(self, name), name, shape, sizes)
        if self.heads < 1 or self.W_q.shape[1] % self.heads:
            message = f"heads must divide d = {self.W_q.shape[1]} (set by W_q)."
            raise ValueError(f"{message} Received: {self.heads}.")

    def _shapes(self) -> dict[str, tuple[tuple[int, ...], str]]:
        """Return the shape of every array, in numbers and in letters."""
        (d_q, d), d_m = self.W_q.shape, len(self.W_k)
        return {
            "W_k": ((d_m, d), "(d_m, d)"),
            "W_v": ((d_m, d), "(d_m, d)"),
            "W_o": ((d, d_q), "(d, d_q)"),
            "b_q": ((d,), "(d,)"),
            "b_k": ((d,), "(d,)"),
            "b_v": ((d,), "(d,)"),
            "b_o": ((d_q,), "(d_q,)"),
        }


@dataclass(frozen=True)
class MultiHead:
    """Everything that happens in one attention with several heads.

    Parameters
    ----------
    query : ndarray of shape (..., h, n_q, d_k)
        Who asks.
    key : ndarray of shape (..., h, n_k, d_k)
        Who is looked at.
    value : ndarray of shape (..., h, n_k, d_k)
        What each has to give.
    scores : ndarray of shape (..., h, n_q, n_k)
        Scaled dot products, before the normalizer.
    weights : ndarray of shape (..., h, n_q, n_k)
        After it; each row sums to one.
    context : ndarray of shape (..., h, n_q, d_k)
        The weighted sums of the values, head by head.
    output : ndarray of shape (..., n_q, d_q)
        What the heads say together.
    """

    query: FloatArray
    key: FloatArray
    value: FloatArray
    scores: FloatArray
    weights: FloatArray
    context: FloatArray
    output: FloatArray


def _for_heads(mask: ArrayLike | None) -> ArrayLike | None:
    """Return the mask with an axis for the heads: one serves them all."""
    if mask is None or np.ndim(mask) < 2:
        return mask
    return np.expand_dims(np.asarray(mask), -3)


def multihead(
    x: ArrayLike,
    parameters: MultiHeadParameters,
    *,
    memory: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    temperature: float = 1.0,
    normalizer: Normalizer = softmax,
) -> MultiHead:
    """Let every head look, and mix what they found.

    Vaswani et al. 2017, section 3.2.2.

    Parameters
    ----------
    x : array_like of shape (..., n_q, d_q)
        Those who ask.
    parameters : MultiHeadParameters
        The learned arrays.
    memory : array_like of shape (..., n_k, d_m), optional
        Those who are looked at (cross-attention). If not given they are x
        itself: self-attention.
    mask : array_like of bool, shape (..., n_q, n_k), optional
        True = may be looked at; the same for every head.
    temperature : float, default 1
        The scores are divided by it.
    normalizer : callable, default softmax
        Makes weights of scores.

    Returns
    -------
    MultiHead
        Query, key, value, scores, weights and context of every head, and the
        output.

    Raises
    ------
    ValueError
        If the shapes do not fit.
    """
    p, seen = parameters, x if memory is None else memory
    query = split_heads(project(x, p.W_q, p.b_q), p.heads)
    key = split_heads(project(seen, p.W_k, p.b_k), p.heads)
    value = split_heads(project(seen, p.W_v, p.b_v), p.heads)
    scores = scaled_dot(query, key)
    step = attend(
        scores,
        value,
        mask=_for_heads(mask),
        temperature=temperature,
        normalizer=normalizer,
    )
    output = project(merge_heads(step.context), p.W_o, p.b_o)
    return MultiHead(
        query, key, value, scores, step.weights, step.context, output
    )
