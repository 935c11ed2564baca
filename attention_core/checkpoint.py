"""Read a trained model from disk: arrays (npz) and a card (json) beside it.

Arrays are stored in half precision and computed in float32. Nothing is ever
unpickled: an npz that holds objects is refused.
"""

import json
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from attention_core.arrays import FloatArray
from attention_core.seq2seq import Seq2SeqParameters
from attention_core.transformer import Settings, TransformerParameters


@dataclass(frozen=True)
class Checkpoint:
    """A trained model as it was stored.

    Parameters
    ----------
    arrays : dict of str to ndarray
        By dotted names, float32.
    card : dict
        Data, license, seed, sizes, quality, golden outputs.
    path : Path
        Where it was read, for messages.
    """

    arrays: dict[str, FloatArray]
    card: dict[str, Any]
    path: Path

    def seq2seq(self) -> Seq2SeqParameters:
        """Return the recurrent encoder-decoder that the arrays make.

        Returns
        -------
        Seq2SeqParameters
            The model, with the scales of its card.

        Raises
        ------
        ValueError
            If an array does not fit; the message names the first one.
        """
        scales = self.card.get("scales", {})
        try:
            return Seq2SeqParameters.from_arrays(self.arrays, scales)
        except ValueError as error:
            raise ValueError(f"{self.path.name}: {error}") from None

    def transformer(self) -> TransformerParameters:
        """Return the Transformer that the arrays make.

        Returns
        -------
        TransformerParameters
            The model, with the settings of its card.

        Raises
        ------
        ValueError
            If an array or a setting does not fit; the message names it.
        """
        try:
            settings = Settings(**self.card["settings"])
            return TransformerParameters.from_arrays(self.arrays, settings)
        except (KeyError, TypeError) as error:
            message = f"{self.path.name}: its card has no valid settings:"
            raise ValueError(f"{message} {error}") from None
        except ValueError as error:
            raise ValueError(f"{self.path.name}: {error}") from None


def _read_arrays(path: Path) -> dict[str, FloatArray]:
    """Return the arrays of an npz file as float32."""
    arrays = {}
    with path.open("rb") as file:
        if not zipfile.is_zipfile(file):
            raise ValueError(f"{path.name} is no npz file, or a damaged one.")
        file.seek(0)
        stored = np.load(file, allow_pickle=False)
        for name in stored.files:
            try:
                array = stored[name]
            except zlib.error as error:
                message = f'{path.name}: array "{name}" is damaged:'
                raise ValueError(f"{message} {error}.") from None
            except ValueError:  # NumPy refuses to unpickle
                array = np.empty(0, dtype=object)
            if array.dtype.kind != "f":
                message = f'{path.name}: array "{name}" must hold floats.'
                raise ValueError(f"{message} Received: dtype {array.dtype}.")
            arrays[name] = array.astype(np.float32)
    return arrays


def _no_number(constant: str) -> float:
    raise ValueError(f"{constant} is no number")


def _read_card(path: Path) -> dict[str, Any]:
    """Return a card; NaN and Infinity, which are no JSON, are refused."""
    try:
        source = path.read_text(encoding="utf-8")
        card = json.loads(source, parse_constant=_no_number)
    except (RecursionError, ValueError) as error:
        raise ValueError(f"{path.name} is no JSON: {error}") from None
    if not isinstance(card, dict):
        message = f"{path.name} must be an object."
        raise ValueError(f"{message} Received: {type(card).__name__}.")
    return card


def load(path: str | Path) -> Checkpoint:
    """Read a model.

    Parameters
    ----------
    path : str or Path
        The npz file; its card has the same name and the suffix .json.

    Returns
    -------
    Checkpoint
        Arrays and card.

    Raises
    ------
    FileNotFoundError
        If one of the two files is missing.
    ValueError
        If a file is damaged, or an array holds anything but floats.
    """
    path = Path(path)
    try:
        arrays = _read_arrays(path)
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise ValueError(f"{path.name} is damaged: {error}.") from None
    return Checkpoint(arrays, _read_card(path.with_suffix(".json")), path)
