import json

import numpy as np
import pytest

from attention_core.transformer import TO_CHINESE, TO_ENGLISH
from tests.core.transformer_tools import HEADS, transformer_arrays
from training.evaluate_transformer import Model, evaluate, summary, write
from training.joint_pieces import train_pieces

GOLD = "Tom sees a cat .\t汤姆 看见 猫 。\t0-0 1-1 3-2 4-3\t2-2\n"
SENTENCES = [side.split() for side in GOLD.split("\t")[:2]] * 7


@pytest.fixture
def model(rng, tmp_path):
    train_pieces(SENTENCES, 31, tmp_path / "small.pieces.json")
    arrays = transformer_arrays(rng)
    np.savez(tmp_path / "small.npz", **arrays)
    card = {"name": "small", "settings": {"heads": HEADS}}
    (tmp_path / "small.json").write_text(json.dumps(card))
    return Model(str(tmp_path / "small"))


@pytest.fixture
def rng():
    return np.random.default_rng(2017)


@pytest.mark.parametrize("mark", [TO_CHINESE, TO_ENGLISH])
def test_weights_over_words_sum_to_one_without_the_marks(model, mark):
    source, target = ["Tom", "sees", "cats"], ["汤姆", "猫"]
    for weights in model.cross(source, target, mark).values():
        assert weights.shape == (1, HEADS, 2, 3)
        np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-5)


def test_read_is_one_row_behind_written(model):
    # One piece a word: the row that writes y_2 is the one that has read y_1.
    found = model.cross(["Tom", "sees"], ["猫", "。"], TO_CHINESE)
    np.testing.assert_array_equal(
        found["written"][:, :, 1], found["read"][:, :, 0]
    )


def test_all_figures_are_given_for_both_directions(model, tmp_path):
    gold = tmp_path / "gold.tsv"
    gold.write_text(GOLD, encoding="utf-8")
    test = tmp_path / "test.tsv"
    test.write_text("Tom.\t汤姆。\t1\t2\n", encoding="utf-8")
    found = evaluate(model, test, gold, beam=2)
    assert found["model"] == "small"
    assert set(found["bleu"]) == set(found["aer"]) == {"en-zh", "zh-en"}
    values = found["aer_all"]["zh-en"]
    assert len(values) == 2 * (1 + HEADS)
    assert all(0 <= value <= 1 for value in values.values())


def test_the_summary_names_the_best_layer_and_head():
    aer = {
        "read, mean of layer 1": 0.5,
        "read, mean of layer 2": 0.3,
        "read, layer 1 head 3": 0.2,
        "read, layer 2 head 2": 0.4,
        "written, mean of layer 1": 0.7,
        "written, layer 1 head 1": 0.6,
    }
    assert summary(aer) == {
        "read, best layer": ["mean of layer 2", 0.3],
        "read, best head": ["layer 1 head 3", 0.2],
        "written, best layer": ["mean of layer 1", 0.7],
        "written, best head": ["layer 1 head 1", 0.6],
    }


def test_figures_go_into_the_card_under_the_names_of_the_files(tmp_path):
    card = tmp_path / "small.json"
    card.write_text('{"name": "小"}', encoding="utf-8")
    files = tmp_path / "a.tsv", None
    for beam in (1, 4):
        result = {"beam": beam, "bleu": {"en-zh": 7.0}, "aer_all": {}}
        write(str(tmp_path / "small.npz"), result, *files)
    stored = json.loads(card.read_text(encoding="utf-8"))
    assert stored == {
        "name": "小",
        "measured": {
            "a.tsv": {"beam": 1, "bleu": {"en-zh": 7.0}},
            "a.tsv, beam 4": {"beam": 4, "bleu": {"en-zh": 7.0}},
        },
    }
