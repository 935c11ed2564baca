"""The trained models, read once for all visitors."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st

from attention_core import checkpoint
from attention_core.scores import SCORES
from attention_core.seq2seq import Seq2SeqParameters
from attention_core.transformer import Settings, TransformerParameters
from language.joint import JointVocabulary
from language.pieces import Vocabulary
from pairs.languages import DEFAULT_PAIR, PAIRS
from pairs.shared import read_only
from texts.shown import CONTENT, plain, text

FOLDER_VARIABLE = "ATTENTION_LAB_MODELS"
Model = TypeVar("Model")

# Score functions for which the models have learned arrays; a test reads them.
LEARNED = ("general", "additive")
# Those under which the models were trained; a test reads it off their cards.
TRAINED = ("dot", "scaled_dot", "cosine", "general", "additive")
# What trained vectors can be compared with.
SCORE_NAMES = tuple(
    name
    for name, entry in SCORES.items()
    if not entry.needs_training or name in LEARNED
)


@dataclass(frozen=True)
class Translator:
    """A recurrent encoder-decoder with its two vocabularies, and its card."""

    name: str
    parameters: Seq2SeqParameters
    source: Vocabulary
    target: Vocabulary
    card: dict[str, Any]
    pair: str = DEFAULT_PAIR


@dataclass(frozen=True)
class Reader:
    """A Transformer that reads both languages, and its card."""

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


def models_folder() -> Path:
    """Return where the models are; ATTENTION_LAB_MODELS says it first."""
    given = os.environ.get(FOLDER_VARIABLE)
    return Path(given) if given else CONTENT / "models"


@st.cache_resource(show_spinner=False)
def _read_translator(folder: str, name: str, pair: str) -> Translator:
    """Read a recurrent model and its vocabularies."""
    path = Path(folder) / f"{name}.npz"
    first, second = PAIRS[pair].tongues
    stored = checkpoint.load(path)
    return read_only(
        Translator(
            name,
            stored.seq2seq(),
            Vocabulary.load(path.with_suffix(".source.json"), first),
            Vocabulary.load(path.with_suffix(".target.json"), second),
            stored.card,
            pair,
        )
    )


@st.cache_resource(show_spinner=False)
def _read_reader(folder: str, name: str, pair: str) -> Reader:
    """Read a Transformer and its vocabulary."""
    path = Path(folder) / f"{name}.npz"
    stored = checkpoint.load(path)
    settings = Settings(**stored.card["settings"])
    try:
        parameters = TransformerParameters.from_arrays(stored.arrays, settings)
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}") from None
    pieces, tongues = path.with_suffix(".pieces.json"), PAIRS[pair].tongues
    vocabulary = JointVocabulary.load(pieces, *tongues)
    return read_only(Reader(name, parameters, vocabulary, stored.card))


def _load(read: Callable[..., Model], name: str, pair: str) -> Model:
    """Read a model; without it the page ends with a sentence."""
    try:
        return read(str(models_folder()), name, pair)
    except FileNotFoundError as error:
        missing = Path(str(error.filename)).name
        said = text("common", "no_model", file=plain(missing))
    except (KeyError, TypeError, ValueError) as error:
        said = text("common", "bad_model", reason=plain(str(error)))
    st.error(said)
    return st.stop()


def has_model(name: str) -> bool:
    """Tell whether a model is here."""
    return (models_folder() / f"{name}.npz").exists()


def load_translator(name: str, pair: str = DEFAULT_PAIR) -> Translator:
    """Return a recurrent model, the same one for all visitors.

    `name` is that of its files in content/models, without suffix; `pair` says
    what its texts are. Without the files the page ends with a sentence.
    """
    return _load(_read_translator, name, pair)


def load_reader(name: str, pair: str = DEFAULT_PAIR) -> Reader:
    """Return a Transformer, the same one for all visitors.

    `name` is that of its files in content/models, without suffix; `pair` says
    what its texts are. Without the files the page ends with a sentence.
    """
    return _load(_read_reader, name, pair)
