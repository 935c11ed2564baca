"""What a Transformer has learned: its arrays, checked and in place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from attention_core.arrays import ArrayLike, FloatArray, as_floats
from attention_core.checks import check_name
from attention_core.feed_forward import ACTIVATIONS, FeedForwardParameters
from attention_core.layers import (
    ORDERS,
    DecoderLayerParameters,
    EncoderLayerParameters,
)
from attention_core.multihead import MultiHeadParameters
from attention_core.named import (
    NamedArrays,
    Shapes,
    arrays_below,
    check_arrays,
    matrix_shape,
)
from attention_core.norm import NormParameters
from attention_core.positions import POSITIONS


@dataclass(frozen=True)
class Settings:
    """What the arrays of a Transformer do not tell; stands in its card.

    Parameters
    ----------
    heads : int
        Number of heads of every attention.
    order : str, default "pre"
        Where the layer norms stand: pre or post.
    activation : str, default "relu"
        Of the feed-forward networks: relu, gelu (exact) or gelu_tanh.
    positions : str, default "sinusoidal"
        What is added to the embeddings: sinusoidal or none.

    Raises
    ------
    ValueError
        If a name is unknown.
    """

    heads: int
    order: str = "pre"
    activation: str = "relu"
    positions: str = "sinusoidal"

    def __post_init__(self) -> None:
        """Check the names."""
        check_name("order", self.order, ORDERS)
        check_name("activation", self.activation, ACTIVATIONS)
        check_name("positions", self.positions, POSITIONS)


def _heads_shapes(prefix: str, d: int) -> Shapes:
    """Return the shapes of one attention by their dotted names."""
    matrices: Shapes = {f"{prefix}.W_{name}": (d, d) for name in "qkvo"}
    return matrices | {f"{prefix}.b_{name}": (d,) for name in "qkvo"}


def _norm_shapes(prefix: str, d: int) -> Shapes:
    """Return the shapes of one layer norm by their dotted names."""
    return {f"{prefix}.gain": (d,), f"{prefix}.bias": (d,)}


def _layer_shapes(prefix: str, d: int, d_ff: int, cross: bool) -> Shapes:
    """Return the shapes of one layer by their dotted names."""
    shapes = _heads_shapes(f"{prefix}.attention", d)
    if cross:
        shapes |= _heads_shapes(f"{prefix}.cross", d)
    shapes |= {
        f"{prefix}.feed_forward.W_1": (d, d_ff),
        f"{prefix}.feed_forward.b_1": (d_ff,),
        f"{prefix}.feed_forward.W_2": (d_ff, d),
        f"{prefix}.feed_forward.b_2": (d,),
    }
    for i in range(1, 4 if cross else 3):
        shapes |= _norm_shapes(f"{prefix}.norm_{i}", d)
    return shapes


def _count_layers(names: Iterable[str], side: str) -> int:
    """Return how many layers of an encoder or decoder are named; >= 1."""
    parts = [name.split(".") for name in names if name.startswith(f"{side}.")]
    numbers = [int(part[1]) for part in parts if part[1].isdecimal()]
    return max(numbers, default=0) + 1


def transformer_shapes(arrays: NamedArrays) -> Shapes:
    """Return the shape that every array of a Transformer must have.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        The arrays of a model. embedding sets d and the size of the
        vocabulary, encoder.0.feed_forward.W_1 sets d_ff, and the names tell
        the number of layers and whether a norm follows the last one.

    Returns
    -------
    dict of str to tuple of int
        Dotted names and shapes, in reading order.

    Raises
    ------
    ValueError
        If an array that sets a size is missing or no matrix.
    """
    n_vocab, d = matrix_shape(arrays, "embedding")
    _, d_ff = matrix_shape(arrays, "encoder.0.feed_forward.W_1")
    shapes: Shapes = {"embedding": (n_vocab, d), "b_vocab": (n_vocab,)}
    for side in ("encoder", "decoder"):
        for i in range(_count_layers(arrays, side)):
            cross = side == "decoder"
            shapes |= _layer_shapes(f"{side}.{i}", d, d_ff, cross)
        if any(name.startswith(f"{side}.norm.") for name in arrays):
            shapes |= _norm_shapes(f"{side}.norm", d)
    return shapes


def _part(arrays: NamedArrays, name: str, heads: int) -> Any:  # noqa: ANN401
    """Return one part of a layer, or None where there is no such norm."""
    below = arrays_below(arrays, f"{name}.")
    kind = name.rpartition(".")[2]
    if kind in ("attention", "cross"):
        return MultiHeadParameters(**below, heads=heads)
    if kind == "feed_forward":
        return FeedForwardParameters(**below)
    return NormParameters(**below) if below else None


def _layers(arrays: NamedArrays, side: str, kind: Any, heads: int) -> Any:  # noqa: ANN401
    """Return all layers of an encoder or decoder."""
    names = [field.name for field in fields(kind)]
    return tuple(
        kind(**{n: _part(arrays, f"{side}.{i}.{n}", heads) for n in names})
        for i in range(_count_layers(arrays, side))
    )


@dataclass(frozen=True)
class TransformerParameters:
    """The learned arrays of a Transformer; make one by `from_arrays`.

    Parameters
    ----------
    embedding : ndarray of shape (n_vocab, d)
        One row for each piece, of source, target and output.
    b_vocab : ndarray of shape (n_vocab,)
        How common each piece is.
    encoder : tuple of EncoderLayerParameters
        Its layers.
    decoder : tuple of DecoderLayerParameters
        Its layers.
    encoder_norm : NormParameters or None
        After the last layer; pre-norm models have one.
    decoder_norm : NormParameters or None
        The same for the decoder.
    settings : Settings
        What the arrays do not tell.
    """

    embedding: FloatArray
    b_vocab: FloatArray
    encoder: tuple[EncoderLayerParameters, ...]
    decoder: tuple[DecoderLayerParameters, ...]
    encoder_norm: NormParameters | None
    decoder_norm: NormParameters | None
    settings: Settings

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, ArrayLike], settings: Settings
    ) -> "TransformerParameters":
        """Check the arrays of a model and put each into its place.

        Parameters
        ----------
        arrays : mapping of str to array_like
            By dotted names, such as "encoder.0.attention.W_q".
        settings : Settings
            What the arrays do not tell; Settings(**card["settings"]).

        Returns
        -------
        TransformerParameters
            The model.

        Raises
        ------
        ValueError
            If an array is missing, unknown, not finite or of a wrong shape;
            the message names the first one.
        """
        floats = {name: as_floats(a, name) for name, a in arrays.items()}
        check_arrays(floats, transformer_shapes(floats))
        heads = settings.heads
        return cls(
            embedding=floats["embedding"],
            b_vocab=floats["b_vocab"],
            encoder=_layers(floats, "encoder", EncoderLayerParameters, heads),
            decoder=_layers(floats, "decoder", DecoderLayerParameters, heads),
            encoder_norm=_part(floats, "encoder.norm", heads),
            decoder_norm=_part(floats, "decoder.norm", heads),
            settings=settings,
        )
