"""The trained Transformer with its vocabulary, read once for all visitors."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from attention_core import checkpoint
from attention_core.transformer import Settings, TransformerParameters
from language.joint import JointVocabulary
from ui.models import models_folder
from ui.texts import plain, text


@dataclass(frozen=True)
class Reader:
    """A Transformer that reads both languages.

    Parameters
    ----------
    name : str
        Name of its files, without suffix.
    parameters : TransformerParameters
        The learned arrays.
    vocabulary : JointVocabulary
        Words to pieces and ids.
    card : dict
        Data, license, sizes, measured quality.
    """

    name: str
    parameters: TransformerParameters
    vocabulary: JointVocabulary
    card: dict[str, Any]

    @property
    def layers(self) -> int:
        """Number of layers of the encoder."""
        return len(self.parameters.encoder)

    @property
    def heads(self) -> int:
        """Number of heads in each layer."""
        return self.parameters.settings.heads


@st.cache_resource(show_spinner=False)
def _read(folder: str, name: str) -> Reader:
    """Read a model and its vocabulary."""
    path = Path(folder) / f"{name}.npz"
    stored = checkpoint.load(path)
    settings = Settings(**stored.card["settings"])
    try:
        parameters = TransformerParameters.from_arrays(stored.arrays, settings)
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}") from None
    vocabulary = JointVocabulary.load(path.with_suffix(".pieces.json"))
    return Reader(name, parameters, vocabulary, stored.card)


def load_reader(name: str) -> Reader:
    """Return a Transformer; without it the page ends with a sentence.

    Parameters
    ----------
    name : str
        Name of its files in content/models, without suffix.

    Returns
    -------
    Reader
        The same one for all visitors.
    """
    try:
        return _read(str(models_folder()), name)
    except FileNotFoundError as error:
        missing = Path(str(error.filename)).name
        said = text("common", "no_model", file=plain(missing))
    except (KeyError, TypeError, ValueError) as error:
        said = text("common", "bad_model", reason=plain(str(error)))
    st.error(said)
    return st.stop()
