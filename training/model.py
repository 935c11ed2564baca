"""The recurrent encoder-decoder in PyTorch, for training only.

The equations are those of `attention_core.seq2seq`, which runs the shipped
model; `training.export` writes the arrays under the names used there.
"""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

SCORES = ("dot", "scaled_dot", "cosine", "general", "additive")
FIRST_COSINE_SCALE = 12.0
FIRST_EMBEDDING = 0.3


class Attention(nn.Module):
    """Learned arrays of one kind of query, for all five score functions."""

    def __init__(self, d: int, d_a: int) -> None:
        super().__init__()
        self.W = nn.Parameter(torch.eye(d) / math.sqrt(d))
        self.W_q = nn.Parameter(torch.empty(d, d_a))
        self.W_k = nn.Parameter(torch.empty(d, d_a))
        self.v = nn.Parameter(torch.randn(d_a) * 2 / math.sqrt(d_a))
        self.log_scale = nn.Parameter(
            torch.tensor(math.log(FIRST_COSINE_SCALE))
        )
        nn.init.xavier_uniform_(self.W_q)
        nn.init.xavier_uniform_(self.W_k)

    def prepare(self, score: str, h: Tensor) -> Tensor:
        """What depends on the keys alone, computed once a sentence."""
        h = h.float()
        if score == "scaled_dot":
            return h / math.sqrt(h.shape[-1])
        if score == "cosine":
            return functional.normalize(h, dim=-1) * self.log_scale.exp()
        if score == "general":
            return h @ self.W.T
        if score == "additive":
            return h @ self.W_k
        return h

    def forward(
        self, score: str, query: Tensor, keys: Tensor, mask: Tensor
    ) -> Tensor:
        """Log weights (b, n_t, n_s) of queries (b, n_t, d)."""
        query = query.float()
        if score == "additive":
            # (b, n_t, 1, d_a) + (b, 1, n_s, d_a) -> (b, n_t, n_s)
            mixed = (query @ self.W_q)[:, :, None] + keys[:, None]
            scores = torch.tanh(mixed) @ self.v
        else:
            if score == "cosine":
                query = functional.normalize(query, dim=-1)
            scores = query @ keys.transpose(1, 2)
        scores = scores.masked_fill(~mask[:, None], -math.inf)
        return scores.log_softmax(-1)


class Seq2Seq(nn.Module):
    """Encoder, target encoder and decoder; sizes as in the model card."""

    def __init__(
        self,
        n_source: int,
        n_target: int,
        *,
        d_e: int,
        d_h: int,
        d_a: int,
        dropout: float,
        attention: bool = True,
    ) -> None:
        super().__init__()
        d = 2 * d_h
        self.sizes = {
            "n_source": n_source,
            "n_target": n_target,
            "d_e": d_e,
            "d_h": d_h,
            "d_a": d_a,
        }
        self.attention = attention
        self.source_embedding = nn.Embedding(n_source, d_e)
        self.target_embedding = nn.Embedding(n_target, d_e)
        for embedding in (self.source_embedding, self.target_embedding):
            nn.init.normal_(embedding.weight, std=FIRST_EMBEDDING)
        self.source_encoder = nn.GRU(
            d_e, d_h, batch_first=True, bidirectional=True
        )
        self.decoder = nn.GRU(d_e + d, d, batch_first=True)
        self.init = nn.Linear(d, d)
        self.out = nn.Linear(d + d + d_e, d_e)
        self.b_vocab = nn.Parameter(torch.zeros(n_target))
        self.dropout = nn.Dropout(dropout)
        if attention:
            self.target_encoder = nn.GRU(
                d_e, d_h, batch_first=True, bidirectional=True
            )
            self.y = Attention(d, d_a)
            self.s = Attention(d, d_a)
            # Only while training: names y_i from its context c_i.
            self.guess = nn.Linear(d, d_e)
        self.start()

    def start(self) -> None:
        """Wide input and orthogonal state matrices: states of some length.

        PyTorch's own start keeps states so short that a scaled dot product
        is flat for many epochs.
        """
        for module in self.modules():
            if isinstance(module, nn.GRU):
                for name, values in module.named_parameters():
                    for gate in values.chunk(3):
                        if "weight_ih" in name:
                            nn.init.xavier_uniform_(gate, gain=1.5)
                        elif "weight_hh" in name:
                            nn.init.orthogonal_(gate)
                        else:
                            nn.init.zeros_(gate)

    def embed(self, embedding: nn.Embedding, ids: Tensor) -> Tensor:
        """Embeddings (b, n, d_e) with dropout."""
        return self.dropout(embedding(ids))

    def encode(
        self, encoder: nn.GRU, x: Tensor, lengths: Tensor
    ) -> tuple[Tensor, Tensor]:
        """States (b, n, d) and the last ones of both directions (b, d)."""
        packed = pack_padded_sequence(
            x, lengths, batch_first=True, enforce_sorted=False
        )
        states, last = encoder(packed)
        h, _ = pad_packed_sequence(states, batch_first=True)
        return self.dropout(h), self.dropout(torch.cat([*last], -1))

    def cell(self, inputs: Tensor, s: Tensor) -> Tensor:
        """One decoder step from W x + b, already computed, and s."""
        gru = self.decoder
        hidden = s @ gru.weight_hh_l0.T + gru.bias_hh_l0
        i_r, i_z, i_n = inputs.chunk(3, -1)
        h_r, h_z, h_n = hidden.chunk(3, -1)
        r, z = torch.sigmoid(i_r + h_r), torch.sigmoid(i_z + h_z)
        n = torch.tanh(i_n + r * h_n)
        return n + z * (s - n)

    def decode(
        self,
        e: Tensor,
        h: Tensor,
        c_fixed: Tensor,
        mask: Tensor,
        score: str,
    ) -> tuple[Tensor, Tensor]:
        """Logits (b, n_t, V) and log weights (b, n_t, n_s); e starts at <s>."""
        d_e = e.shape[-1]
        W_e, W_c = self.decoder.weight_ih_l0.split([d_e, h.shape[-1]], 1)
        read = e @ W_e.T + self.decoder.bias_ih_l0
        s = torch.tanh(self.init(c_fixed))
        if not self.attention:
            return self.decode_fixed(e, s, c_fixed), h.new_zeros(0)
        c = torch.zeros_like(s)
        with torch.autocast("cpu", enabled=False):
            keys = self.s.prepare(score, h)
        states, contexts, logs = [], [], []
        for i in range(e.shape[1]):
            s = self.cell(read[:, i] + c @ W_c.T, s)
            with torch.autocast("cpu", enabled=False):
                log = self.s(score, s[:, None], keys, mask)
            c = (log.exp() @ h)[:, 0]
            logs.append(log)
            states.append(s)
            contexts.append(c)
        parts = torch.stack(states, 1), torch.stack(contexts, 1), e
        return self.read(*parts), torch.cat(logs, 1)

    def decode_fixed(self, e: Tensor, s: Tensor, c: Tensor) -> Tensor:
        """Logits (b, n_t, V) with the same context c (b, d) at every step."""
        contexts = c[:, None].expand(-1, e.shape[1], -1)
        states, _ = self.decoder(torch.cat([e, contexts], -1), s[None])
        return self.read(states, contexts, e)

    def read(self, s: Tensor, c: Tensor, e: Tensor) -> Tensor:
        """Logits (b, n_t, V) of states, contexts and what was written."""
        together = torch.tanh(self.out(torch.cat([s, c, e], -1)))
        return self.logits(self.dropout(together))

    def logits(self, readout: Tensor) -> Tensor:
        """Scores of the whole vocabulary, tied to the embedding."""
        return readout @ self.target_embedding.weight.T + self.b_vocab
