"""What an encoder-decoder has learned: its arrays, checked and in place."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

import numpy as np

from attention_core.arrays import ArrayLike, FloatArray, as_floats
from attention_core.gru import GRUParameters
from attention_core.named import (
    NamedArrays,
    Shapes,
    arrays_below,
    check_arrays,
    matrix_shape,
)

QUERIES = ("y", "s")
"""Who asks: the target word read in its sentence, or the decoder's state."""

Learned = Mapping[str, Mapping[str, Mapping[str, FloatArray]]]
Scales = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Encoder:
    """The learned arrays of a bidirectional encoder.

    Parameters
    ----------
    forward : GRUParameters
        Reads from the first word to the last.
    backward : GRUParameters
        Reads from the last word to the first.
    """

    forward: GRUParameters
    backward: GRUParameters


def _gru_shapes(prefix: str, d_in: int, d_h: int) -> Shapes:
    """Return the shapes of one GRU's ten arrays by their dotted names."""
    shapes: Shapes = {}
    for item in fields(GRUParameters):
        letter = item.name[0]
        shape = {"W": (d_in, d_h), "U": (d_h, d_h), "b": (d_h,)}[letter]
        shapes[f"{prefix}.{item.name}"] = shape
    return shapes


def _attention_shapes(query: str, d: int, d_a: int) -> Shapes:
    """Return the shapes of what the score functions learn for one query."""
    return {
        f"attention.{query}.general.W": (d, d),
        f"attention.{query}.additive.W_q": (d, d_a),
        f"attention.{query}.additive.W_k": (d, d_a),
        f"attention.{query}.additive.v": (d_a,),
    }


def expected_shapes(arrays: NamedArrays) -> Shapes:
    """Return the shape that every array of a model must have.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        The arrays of a model. The embeddings set d_e and the sizes of the
        vocabularies, source_encoder.forward.U_z sets d_h, and
        attention.y.additive.W_q sets d_a. Without any array of attention the
        model has c_i = C and no target encoder.

    Returns
    -------
    dict of str to tuple of int
        Dotted names and shapes, in reading order.

    Raises
    ------
    ValueError
        If an array that sets a size is missing or no matrix.
    """
    n_source, d_e = matrix_shape(arrays, "source_embedding")
    n_target, _ = matrix_shape(arrays, "target_embedding")
    d_h, _ = matrix_shape(arrays, "source_encoder.forward.U_z")
    d = 2 * d_h
    shapes: Shapes = {
        "source_embedding": (n_source, d_e),
        "target_embedding": (n_target, d_e),
        **_gru_shapes("source_encoder.forward", d_e, d_h),
        **_gru_shapes("source_encoder.backward", d_e, d_h),
        **_gru_shapes("decoder", d_e + d, d),
        "W_init": (d, d),
        "b_init": (d,),
        "W_out": (2 * d + d_e, d_e),
        "b_out": (d_e,),
        "b_vocab": (n_target,),
    }
    if any(name.startswith(("attention.", "target_enc")) for name in arrays):
        _, d_a = matrix_shape(arrays, "attention.y.additive.W_q")
        shapes |= _gru_shapes("target_encoder.forward", d_e, d_h)
        shapes |= _gru_shapes("target_encoder.backward", d_e, d_h)
        for query in QUERIES:
            shapes |= _attention_shapes(query, d, d_a)
    return shapes


def _encoder(arrays: NamedArrays, name: str) -> Encoder:
    """Return an encoder of its dotted arrays."""
    return Encoder(
        GRUParameters(**arrays_below(arrays, f"{name}.forward.")),
        GRUParameters(**arrays_below(arrays, f"{name}.backward.")),
    )


def _learned(arrays: NamedArrays) -> Learned:
    """Return attention's arrays by query, score function and name."""
    learned: dict[str, dict[str, dict[str, FloatArray]]] = {}
    for name, array in arrays_below(arrays, "attention.").items():
        query, score, parameter = name.split(".")
        by_score = learned.setdefault(query, {})
        by_score.setdefault(score, {})[parameter] = array
    return learned


@dataclass(frozen=True)
class Seq2SeqParameters:
    """The learned arrays of an encoder-decoder; make one by `from_arrays`.

    d_e is the size of an embedding, d_h that of one direction of the encoder,
    and d = 2 d_h that of annotations, decoder states and queries.

    Parameters
    ----------
    source_embedding : ndarray of shape (n_source, d_e)
        One row for each piece of the source vocabulary.
    target_embedding : ndarray of shape (n_target, d_e)
        One row for each piece of the target vocabulary.
    source_encoder : Encoder
        Makes the annotations h_j.
    decoder : GRUParameters
        Makes the states s_i; its input is [e_i; c_i].
    W_init : ndarray of shape (d, d)
        Makes the first state of the summary C.
    b_init : ndarray of shape (d,)
        Its bias.
    W_out : ndarray of shape (2 d + d_e, d_e)
        Makes the readout of [s_(i-1); c_i; e_(i-1)].
    b_out : ndarray of shape (d_e,)
        Its bias.
    b_vocab : ndarray of shape (n_target,)
        How common each target piece is.
    target_encoder : Encoder, optional
        Makes the queries y_i; a model without attention has none.
    attention : mapping, optional
        attention[query][score][name] is what a score function has learned.
    scales : mapping, optional
        scales[query][score]; a scale that is missing is 1.
    """

    source_embedding: FloatArray
    target_embedding: FloatArray
    source_encoder: Encoder
    decoder: GRUParameters
    W_init: FloatArray
    b_init: FloatArray
    W_out: FloatArray
    b_out: FloatArray
    b_vocab: FloatArray
    target_encoder: Encoder | None = None
    attention: Learned = field(default_factory=dict)
    scales: Scales = field(default_factory=dict)

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, ArrayLike], scales: Scales | None = None
    ) -> "Seq2SeqParameters":
        """Check the arrays of a model and put each into its place.

        Parameters
        ----------
        arrays : mapping of str to array_like
            By dotted names, such as "decoder.W_z".
        scales : mapping, optional
            scales[query][score], as in the model's card.

        Returns
        -------
        Seq2SeqParameters
            The model.

        Raises
        ------
        ValueError
            If an array is missing, unknown, not finite or of a wrong shape;
            the message names the first one.
        """
        floats = {name: as_floats(a, name) for name, a in arrays.items()}
        check_arrays(floats, expected_shapes(floats))
        # Stored by columns: the product with all its rows is twice as fast.
        table = np.asfortranarray(floats["target_embedding"])
        floats["target_embedding"] = table
        attention = _learned(floats)
        return cls(
            **{name: a for name, a in floats.items() if "." not in name},
            source_encoder=_encoder(floats, "source_encoder"),
            decoder=GRUParameters(**arrays_below(floats, "decoder.")),
            target_encoder=(
                _encoder(floats, "target_encoder") if attention else None
            ),
            attention=attention,
            scales=scales or {},
        )

    def scale(self, query: str, score: str) -> float:
        """Return what the scores are multiplied by before the softmax.

        Parameters
        ----------
        query : str
            "y" or "s".
        score : str
            Name of the score function.

        Returns
        -------
        float
            The learned scale; 1 where none was learned.
        """
        return float(self.scales.get(query, {}).get(score, 1.0))
