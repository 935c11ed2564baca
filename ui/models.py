"""The trained models, read once for all visitors."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from attention_core import checkpoint
from attention_core.seq2seq import Seq2SeqParameters
from language.pieces import Vocabulary
from ui.texts import CONTENT, plain, text

FOLDER_VARIABLE = "ATTENTION_LAB_MODELS"


@dataclass(frozen=True)
class Translator:
    """A recurrent encoder-decoder with its two vocabularies.

    Parameters
    ----------
    name : str
        Name of its files, without suffix.
    parameters : Seq2SeqParameters
        The learned arrays.
    source, target : Vocabulary
        Words to pieces and ids.
    card : dict
        Data, license, sizes, measured quality.
    """

    name: str
    parameters: Seq2SeqParameters
    source: Vocabulary
    target: Vocabulary
    card: dict[str, Any]


def models_folder() -> Path:
    """Return where the models are; ATTENTION_LAB_MODELS says it first."""
    given = os.environ.get(FOLDER_VARIABLE)
    return Path(given) if given else CONTENT / "models"


@st.cache_resource(show_spinner=False)
def _read_translator(folder: str, name: str) -> Translator:
    """Read a model and its vocabularies."""
    path = Path(folder) / f"{name}.npz"
    stored = checkpoint.load(path)
    return Translator(
        name,
        stored.seq2seq(),
        Vocabulary.load(path.with_suffix(".source.json")),
        Vocabulary.load(path.with_suffix(".target.json")),
        stored.card,
    )


def load_translator(name: str) -> Translator:
    """Return a model; without it the page ends with a sentence.

    Parameters
    ----------
    name : str
        Name of its files in content/models, without suffix.

    Returns
    -------
    Translator
        The same one for all visitors.
    """
    try:
        return _read_translator(str(models_folder()), name)
    except FileNotFoundError as error:
        missing = Path(str(error.filename)).name
        said = text("common", "no_model", file=plain(missing))
    except ValueError as error:
        said = text("common", "bad_model", reason=plain(str(error)))
    st.error(said)
    return st.stop()
