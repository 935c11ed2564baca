"""The Transformer in PyTorch, for training only.

The equations are those of `attention_core.transformer`, which runs the
shipped model: layer norm before each part ("pre-norm"), ReLU, sinusoidal
positions, one embedding for source, target and output. Products are computed
in bfloat16, everything that is summed up in float32.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.precision import HALF

POOL = 1 << 24


@dataclass(frozen=True)
class Sizes:
    """Sizes of the model; stored in the checkpoint and in the card."""

    n_vocab: int
    d_model: int = 192
    heads: int = 6
    d_ff: int = 512
    encoder_layers: int = 4
    decoder_layers: int = 3
    ahead: tuple[int | None, ...] = ()
    """How many pieces ahead each encoder layer sees, and none behind; None,
    or no entry: everything."""

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers."""
        return asdict(self)


class Dropout(nn.Module):
    """Dropout that cuts its masks out of a pool of random ones.

    Drawing one random number per entry would cost more than the products.
    """

    pools: dict[float, Tensor] = {}  # noqa: RUF012  (shared on purpose)

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    @classmethod
    def refill(cls) -> None:
        """Forget the masks; new ones are drawn when needed."""
        cls.pools.clear()

    def forward(self, x: Tensor) -> Tensor:
        """Entries become 0 at this rate, the others grow to make up."""
        if not self.training or self.rate == 0:
            return x
        if self.rate not in self.pools:
            keep = torch.rand(POOL) >= self.rate
            self.pools[self.rate] = keep.to(HALF) / (1 - self.rate)
        start = int(torch.randint(POOL - x.numel(), ()))
        mask = self.pools[self.rate][start : start + x.numel()]
        return x * mask.view(x.shape)


def linear(x: Tensor, layer: nn.Linear) -> Tensor:
    """The product in bfloat16 while training, else in float32."""
    if not layer.training:
        return layer(x)
    bias = layer.bias.to(HALF)
    return functional.linear(x.to(HALF), layer.weight.to(HALF), bias)


class MultiHead(nn.Module):
    """Attention with several heads; returns its log weights on request."""

    def __init__(self, d: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key = nn.Linear(d, d), nn.Linear(d, d)
        self.value, self.out = nn.Linear(d, d), nn.Linear(d, d)
        self.dropout = Dropout(dropout)
        for layer in (self.query, self.key, self.value, self.out):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)

    def split(self, x: Tensor) -> Tensor:
        """(b, n, h d_k) -> (b, h, n, d_k)."""
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(
        self, x: Tensor, memory: Tensor, bias: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Output (b, n_q, d) and scores (b, h, n_q, n_k)."""
        q = self.split(linear(x, self.query))
        k = self.split(linear(memory, self.key))
        v = self.split(linear(memory, self.value))
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]) + bias
        weights = self.dropout(scores.softmax(-1))
        context = (weights.to(v.dtype) @ v).transpose(1, 2).flatten(2)
        return linear(context, self.out), scores


class FeedForward(nn.Module):
    """max(0, x W_1 + b_1) W_2 + b_2."""

    def __init__(self, d: int, d_ff: int, dropout: float) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(d, d_ff), nn.Linear(d_ff, d)
        self.dropout = Dropout(dropout)
        for layer in (self.first, self.second):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(self, x: Tensor) -> Tensor:
        """Output (b, n, d)."""
        hidden = self.dropout(linear(x, self.first).relu())
        return linear(hidden, self.second)


class Layer(nn.Module):
    """One encoder layer, or with `cross` one decoder layer."""

    def __init__(self, sizes: Sizes, dropout: float, *, cross: bool) -> None:
        super().__init__()
        d, inner = sizes.d_model, min(dropout, 0.1)
        self.attention = MultiHead(d, sizes.heads, inner)
        self.cross = MultiHead(d, sizes.heads, inner) if cross else None
        self.feed_forward = FeedForward(d, sizes.d_ff, dropout)
        self.norms = nn.ModuleList(
            nn.LayerNorm(d) for _ in range(3 if cross else 2)
        )
        self.dropout = Dropout(dropout)

    def forward(
        self, x: Tensor, own: Tensor, memory: Tensor, other: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Output (b, n, d), and the scores of the last attention in it."""
        normed = self.norms[0](x)
        out, scores = self.attention(normed, normed, own)
        x = x + self.dropout(out)
        if self.cross is not None:
            out, scores = self.cross(self.norms[1](x), memory, other)
            x = x + self.dropout(out)
        return x + self.dropout(self.feed_forward(self.norms[-1](x))), scores


def sinusoids(n: int, d: int) -> Tensor:
    """Positions of Vaswani et al. 2017, section 3.5: (n, d)."""
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    table = np.stack([np.sin(angles), np.cos(angles)], -1).reshape(n, d)
    return torch.from_numpy(table.astype(np.float32))


class Transformer(nn.Module):
    """Encoder and decoder with one embedding."""

    def __init__(self, sizes: Sizes, dropout: float) -> None:
        super().__init__()
        self.sizes, d = sizes, sizes.d_model
        self.embedding = nn.Parameter(torch.randn(sizes.n_vocab, d) / d**0.5)
        self.b_vocab = nn.Parameter(torch.zeros(sizes.n_vocab))
        self.encoder = nn.ModuleList(
            Layer(sizes, dropout, cross=False)
            for _ in range(sizes.encoder_layers)
        )
        self.decoder = nn.ModuleList(
            Layer(sizes, dropout, cross=True)
            for _ in range(sizes.decoder_layers)
        )
        self.encoder_norm, self.decoder_norm = nn.LayerNorm(d), nn.LayerNorm(d)
        self.dropout = Dropout(dropout)
        self.register_buffer("positions", sinusoids(512, d), persistent=False)

    def embed(self, ids: Tensor) -> Tensor:
        """Scaled embeddings plus positions (b, n, d)."""
        d, n = self.sizes.d_model, ids.shape[1]
        words = functional.embedding(ids, self.embedding) * math.sqrt(d)
        return self.dropout(words + self.positions[:n])

    def bias(self, mask: Tensor) -> Tensor:
        """0 where the mask is True and -inf elsewhere, to be added."""
        zeros = torch.zeros(mask.shape, dtype=HALF if self.training else None)
        return zeros.masked_fill(~mask, -math.inf)

    def open(self, mask: Tensor, layer: int) -> Tensor:
        """What an encoder layer may look at: (b, 1, n or 1, n)."""
        limits = self.sizes.ahead
        if layer >= len(limits) or limits[layer] is None:
            return mask[:, None, None]
        n = mask.shape[1]
        near = torch.ones(n, n, dtype=torch.bool).triu().tril(limits[layer])
        # Padding sees itself, so that no row is without an open place.
        return (mask[:, None, None] & near) | torch.eye(n, dtype=torch.bool)

    def encode(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Annotations (b, n_s, d) and the scores of every layer.

        mask (b, n_s) is True for pieces.
        """
        x, scores = self.embed(ids), list[Tensor]()
        for number, layer in enumerate(self.encoder):
            bias = self.bias(self.open(mask, number))
            x, own = layer(x, bias, x, bias)
            scores.append(own)
        return self.encoder_norm(x), scores

    def decode(
        self, ids: Tensor, memory: Tensor, mask: Tensor
    ) -> tuple[Tensor, list[Tensor]]:
        """Hidden states (b, n_t, d) and cross scores of every layer."""
        n = ids.shape[1]
        causal = self.bias(torch.ones(n, n, dtype=torch.bool).tril())
        bias, x, scores = self.bias(mask[:, None, None]), self.embed(ids), []
        for layer in self.decoder:
            x, cross = layer(x, causal, memory, bias)
            scores.append(cross)
        return self.decoder_norm(x), scores

    def logits(self, hidden: Tensor) -> Tensor:
        """Scores of the whole vocabulary (..., V), tied to the embedding."""
        if not self.training:
            return hidden @ self.embedding.T + self.b_vocab
        product = functional.linear(hidden.to(HALF), self.embedding.to(HALF))
        return product + self.b_vocab
