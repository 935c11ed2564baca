"""The trained models, read once for all visitors."""

import os
from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st

from attention_core import checkpoint
from attention_core.scores import SCORES
from attention_core.seq2seq import Seq2SeqParameters
from attention_core.transformer import TransformerParameters
from language.joint import JointVocabulary
from language.pieces import Vocabulary
from pairs.cards import Kind, check_card, check_files, kind_of
from pairs.languages import DEFAULT_PAIR, PAIRS, SIDES
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


def _check(
    path: Path, card: dict[str, Any], kind: Kind, vocabularies: Sequence[str]
) -> None:
    """Refuse a model whose card or files are not what they should be."""
    card_path = path.with_suffix(".json")
    ends = {"npz", *(f"{name}.json" for name in vocabularies)}
    check_card(card_path, card, "any")
    check_files(card_path, card, ends)
    check_card(card_path, card, kind)


def _fit(path: Path, vocabulary: Vocabulary, embedding: Sized) -> None:
    """Refuse embeddings that are not those of a vocabulary."""
    if len(embedding) != len(vocabulary):
        message = f"{path.name} has {len(embedding)} embeddings for"
        raise ValueError(f"{message} {len(vocabulary)} pieces.")


@st.cache_resource(show_spinner=False)
def _read_translator(folder: str, name: str, pair: str) -> Translator:
    """Read a recurrent model and its vocabularies."""
    path = Path(folder) / f"{name}.npz"
    stored = checkpoint.load(path)
    _check(path, stored.card, kind_of(stored.arrays), ("source", "target"))
    parameters = stored.seq2seq()
    source, target = (
        Vocabulary.load(path.with_suffix(f".{side}.json"), tongue)
        for side, tongue in zip(SIDES, PAIRS[pair].tongues, strict=True)
    )
    _fit(path, source, parameters.source_embedding)
    _fit(path, target, parameters.target_embedding)
    card = stored.card
    return read_only(Translator(name, parameters, source, target, card, pair))


@st.cache_resource(show_spinner=False)
def _read_reader(folder: str, name: str, pair: str) -> Reader:
    """Read a Transformer and its vocabulary."""
    path = Path(folder) / f"{name}.npz"
    stored = checkpoint.load(path)
    _check(path, stored.card, "transformer", ("pieces",))
    parameters = stored.transformer()
    pieces, tongues = path.with_suffix(".pieces.json"), PAIRS[pair].tongues
    vocabulary = JointVocabulary.load(pieces, *tongues)
    _fit(path, vocabulary, parameters.embedding)
    return read_only(Reader(name, parameters, vocabulary, stored.card))


def _load(read: Callable[..., Model], name: str, pair: str) -> Model:
    """Read a model; without it the page ends with a sentence."""
    try:
        return read(str(models_folder()), name, pair)
    except FileNotFoundError as error:
        missing = Path(str(error.filename)).name
        said = text("common", "no_model", file=plain(missing))
    except (OSError, ValueError) as error:
        said = text("common", "bad_model", reason=plain(str(error)))
    st.error(said)
    return st.stop()


def has_model(name: str) -> bool:
    """Tell whether a model is here."""
    return (models_folder() / f"{name}.npz").exists()


def pairs_with(needs: Sequence[str]) -> tuple[str, ...]:
    """Return the pairs of languages that have all these models here.

    `needs` are names from the pair's file: "recurrent", "fixed" and
    "transformer". The default pair is always among them: a page whose models
    are missing says so.
    """
    return tuple(
        name
        for name, pair in PAIRS.items()
        if name == DEFAULT_PAIR or all(has_model(pair.file(n)) for n in needs)
    )


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
