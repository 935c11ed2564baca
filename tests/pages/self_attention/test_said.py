"""What the notes say of masks and pieces is computed here."""

import re

import numpy as np
import pytest

from attention_core.scores import scaled_dot
from attention_core.transformer import decoder as core
from attention_core.transformer import frame_source, teacher_force
from pairs.models import FOLDER_VARIABLE, load_reader
from tests.pages.self_attention.tools import ENGLISH, figures, page, view_of
from tests.pages.shown import Table, last_table
from texts.shown import read_content

TEXTS = read_content("texts/self_attention")


def log_probabilities(reader, golden) -> np.ndarray:
    """What the shipped decoder gives the pieces of a golden sentence."""
    source, target = (
        reader.vocabulary.encode(golden[side]).ids
        for side in ("source", "target")
    )
    framed = frame_source(source, golden["mark"])
    return teacher_force(reader.parameters, framed, target).log_probabilities


def no_mask(n_q: int, n_k: int) -> np.ndarray:
    return np.ones((n_q, n_k), bool)


def test_the_decoder_was_trained_with_the_causal_mask(monkeypatch) -> None:
    assert "trained" in TEXTS["said_decoder"]["en"]
    assert "decoder was" in TEXTS["said_causal"]["en"]
    monkeypatch.delenv(FOLDER_VARIABLE)
    reader = load_reader("transformer")
    for golden in reader.card["golden"]:  # as PyTorch computed it in training
        expected = golden["log_probabilities"]
        found = log_probabilities(reader, golden)
        np.testing.assert_allclose(found, expected, atol=2e-3)
    seeing = []
    monkeypatch.setattr(core, "causal_mask", no_mask)
    for golden in reader.card["golden"]:
        found = log_probabilities(reader, golden)
        seeing.append(np.abs(found - golden["log_probabilities"]).max())
    assert min(seeing) > 0.1


def test_what_reads_the_sentence_was_not_trained_with_it(models) -> None:
    """Read as in training, a word looks at what stands behind it, too."""
    weights = view_of(models).word_weights
    assert np.triu(weights, k=1).max() > 0
    masked = view_of(models, mask="causal").word_weights
    assert np.triu(masked, k=1).max() == 0


def test_the_transformer_scores_by_the_scaled_dot_product(models) -> None:
    """What the page on score functions says is used most."""
    heads = view_of(models).heads
    expected = scaled_dot(heads.query[1, 2], heads.key[1, 2])
    np.testing.assert_allclose(heads.scores[1, 2], expected, atol=1e-9)
    said = read_content("texts/scores")["used_most"]["en"]
    assert "Transformer" in said


@pytest.mark.parametrize("language", ["en", "zh"])
def test_pictures_are_over_words_and_stages_over_pieces(models, language):
    view = view_of(models)
    n_words, n_pieces = len(view.words), len(view.sentence.pieces.ids)
    assert n_words < n_pieces
    app = page(sentence=ENGLISH, language=language)
    shown = figures(app)
    ticks = shown["heatmap"]["layout"]["xaxis"]["ticktext"]
    assert len(ticks) == n_words
    rows = Table(last_table(app)).rows[1:-1]  # without head and sum
    assert len(rows) == n_pieces
    said = {
        "en": "over words; the three stages of one pair are over pieces",
        "zh": "图和表以词为单位；一对词的三个步骤以子词为单位",
    }[language]
    assert any(said in caption.value for caption in app.caption)
    assert re.search(re.escape(said), TEXTS["in_pieces"][language])
