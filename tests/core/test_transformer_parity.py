"""The shipped Transformer gives what PyTorch gave when it was exported."""

from pathlib import Path

import numpy as np
import pytest

from attention_core import checkpoint
from attention_core.transformer import (
    frame_source,
    teacher_force,
    translate,
)
from language.pieces import Vocabulary

MODELS = Path(__file__).parents[2] / "content" / "models"
PATH = MODELS / "transformer.npz"
pytestmark = pytest.mark.skipif(not PATH.exists(), reason="no model yet")


@pytest.fixture(scope="module")
def loaded():
    return checkpoint.load(PATH)


@pytest.fixture(scope="module")
def model(loaded):
    return loaded.transformer()


@pytest.fixture(scope="module")
def vocabulary():
    return Vocabulary.load(MODELS / "transformer.pieces.json")


@pytest.mark.parametrize("k", range(3))
def test_the_golden_outputs_are_reproduced(loaded, model, vocabulary, k):
    golden = loaded.card["golden"][k]
    source = frame_source(
        vocabulary.encode(golden["source"]).ids, golden["mark"]
    )
    done = teacher_force(model, source, vocabulary.encode(golden["target"]).ids)
    layer = loaded.card["guided_heads"]["read"]["layer"] - 1
    ours = {
        "annotations_norm": np.linalg.norm(done.encoding.annotations, axis=-1),
        "log_probabilities": done.log_probabilities,
        "self_last": done.encoding.layers[-1].attention.weights,
        "cross_read": done.decoding.layers[layer].cross.weights,
    }
    for name, value in ours.items():
        assert value.dtype == np.float32
        np.testing.assert_allclose(value, golden[name], atol=2e-5, rtol=1e-5)
    assert translate(model, source).ids.tolist() == golden["greedy"]


def test_the_card_tells_where_the_model_comes_from(loaded):
    card = loaded.card
    assert "tatoeba.org (CC BY 2.0 FR)" in card["license"]["en"]
    assert {"seed", "minutes", "dropout"} <= card["training"].keys()
    assert card["sizes"]["parameters"] == sum(
        array.size for array in loaded.arrays.values()
    )
    assert {"data", "command", "measured"} <= card.keys()


def test_the_file_is_of_at_most_ten_megabytes():
    assert PATH.stat().st_size < 10_000_000
