import json
import os

import numpy as np
import pytest

from attention_core.checkpoint import load
from attention_core.seq2seq import translate
from tests.core.tools import SCALES, model_arrays


@pytest.fixture
def stored(rng, tmp_path):
    """Store a random model in half precision and return its path."""
    path = tmp_path / "random.npz"
    arrays = model_arrays(rng)
    np.savez(path, **{n: a.astype(np.float16) for n, a in arrays.items()})
    card = {"scales": SCALES, "seed": 7, "汉": "字"}
    path.with_suffix(".json").write_text(json.dumps(card), encoding="utf-8")
    return path


def store(path, **arrays):
    np.savez(path, **arrays)
    path.with_suffix(".json").write_text("{}", encoding="utf-8")
    return path


def test_a_stored_model_comes_back_in_float32_with_its_card(stored):
    checkpoint = load(stored)
    assert checkpoint.card["汉"] == "字"
    assert {a.dtype for a in checkpoint.arrays.values()} == {np.dtype("f4")}
    expected = model_arrays(np.random.default_rng(20150319))
    assert list(checkpoint.arrays) == list(expected)
    for name, array in expected.items():
        np.testing.assert_array_equal(
            checkpoint.arrays[name], array.astype(np.float16)
        )


def test_a_path_may_be_a_string(stored):
    assert load(str(stored)).card["seed"] == 7


def test_a_stored_model_translates_with_the_scales_of_its_card(stored):
    parameters = load(stored).seq2seq()
    assert parameters.scale("s", "cosine") == 2
    assert parameters.scale("y", "cosine") == 3
    assert parameters.scale("s", "dot") == 1
    assert translate(parameters, [3, 4], score="cosine").scale == 2


def test_a_card_without_scales_means_scales_of_one(stored):
    stored.with_suffix(".json").write_text("{}")
    assert load(stored).seq2seq().scale("s", "cosine") == 1


def test_the_first_wrong_array_is_named_with_the_file(rng, tmp_path):
    arrays = model_arrays(rng)
    arrays["decoder.W_r"] = arrays["decoder.W_r"].T
    path = store(tmp_path / "broken.npz", **arrays)
    words = r'broken.npz: array "decoder.W_r" must have shape \(17, 10\)'
    with pytest.raises(ValueError, match=words):
        load(path).seq2seq()


class Evil:
    """Makes a folder when it is unpickled."""

    def __init__(self, folder):
        self.folder = folder

    def __reduce__(self):
        return os.mkdir, (self.folder,)


def test_nothing_is_unpickled(tmp_path):
    folder = tmp_path / "made by the file"
    evil = np.array([Evil(str(folder))], dtype=object)
    path = store(tmp_path / "evil.npz", W=evil)
    words = 'evil.npz: array "W" must hold floats. Received: dtype object.'
    with pytest.raises(ValueError, match=words):
        load(path)
    assert not folder.exists()


def test_integers_are_no_learned_arrays(tmp_path):
    path = store(tmp_path / "ints.npz", W=np.arange(3))
    words = 'ints.npz: array "W" must hold floats. Received: dtype int64.'
    with pytest.raises(ValueError, match=words):
        load(path)


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04 damaged"])
def test_a_damaged_file_is_named(tmp_path, content):
    path = tmp_path / "damaged.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"damaged.npz is no npz file, or a d"):
        load(path)


def test_a_cut_file_is_named(stored):
    stored.write_bytes(stored.read_bytes()[:-100])
    with pytest.raises(ValueError, match=r"random.npz is no npz file, or a d"):
        load(stored)


def test_a_changed_byte_is_found(stored):
    content = bytearray(stored.read_bytes())
    content[len(content) // 3] ^= 255
    stored.write_bytes(content)
    with pytest.raises(ValueError, match=r"random.npz is damaged: Bad CRC"):
        load(stored)


def test_a_card_that_is_no_json_is_named(stored):
    stored.with_suffix(".json").write_text("{")
    with pytest.raises(ValueError, match=r"random.json is no JSON: "):
        load(stored)


def test_a_missing_file_is_named(stored):
    stored.with_suffix(".json").unlink()
    with pytest.raises(FileNotFoundError, match=r"random.json"):
        load(stored)
    stored.unlink()
    with pytest.raises(FileNotFoundError, match=r"random.npz"):
        load(stored)
