"""Damaged files of a model: one sentence each, and none goes unnoticed."""

import json
import random
import shutil
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pairs import models
from pairs.models import FOLDER_VARIABLE
from tests.pages.joint_standin import write_joint_standin
from tests.pages.standin import sign, write_standin

PAGE = str(Path(__file__).parents[2] / "pages" / "attention" / "page.py")
FILES = {
    "attention": ("npz", "json", "source.json", "target.json"),
    "transformer": ("npz", "json", "pieces.json"),
}
DEEP = b"[" * 100_000
CONTENTS = {
    "empty": b"",
    "null": b"null",
    "list": b"[]",
    "number": b"5",
    "object": b"{}",
    "deep": DEEP,
    "not text": b"\xff\xfe\x00",
    "zip of nothing": b"PK\x05\x06" + bytes(18),
    "nan": b'{"name": NaN}',
}


@pytest.fixture(scope="module")
def healthy(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("healthy")
    return write_joint_standin(write_standin(folder))


@pytest.fixture
def folder(healthy, tmp_path) -> Path:
    return shutil.copytree(healthy, tmp_path / "models")


def read(folder: Path, name: str) -> object:
    """Read a model as the app does, past what is cached."""
    reads = {
        "attention": models._read_translator,
        "transformer": models._read_reader,
    }
    return reads[name].__wrapped__(str(folder), name, "en-zh")


def refused(folder: Path, name: str) -> str:
    """What is said of a damaged model; only these errors become a sentence."""
    with pytest.raises((OSError, ValueError)) as error:
        read(folder, name)
    return str(error.value)


ALL = [(name, end) for name, ends in FILES.items() for end in ends]


def test_healthy_models_are_read(folder) -> None:
    for name in FILES:
        assert read(folder, name).card["name"] == name


@pytest.mark.parametrize("content", [*CONTENTS.values()], ids=[*CONTENTS])
@pytest.mark.parametrize(("name", "end"), ALL)
def test_other_contents_are_refused_by_name(folder, name, end, content) -> None:
    path = folder / f"{name}.{end}"
    path.write_bytes(content)
    assert path.name in refused(folder, name)


@pytest.mark.parametrize(("name", "end"), ALL)
def test_a_missing_file_and_a_folder_are_named(folder, name, end) -> None:
    path = folder / f"{name}.{end}"
    path.unlink()
    assert path.name in refused(folder, name)
    path.mkdir()
    assert path.name in refused(folder, name)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
@pytest.mark.parametrize(("name", "end"), ALL)
def test_a_cut_file_is_refused(folder, name, end, share) -> None:
    path = folder / f"{name}.{end}"
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    assert path.name in refused(folder, name)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("name", "end"), [one for one in ALL if one[1] != "json"]
)
def test_a_changed_byte_is_noticed(folder, name, end, seed) -> None:
    path = folder / f"{name}.{end}"
    content = bytearray(path.read_bytes())
    content[random.Random(seed).randrange(len(content))] ^= 0x55
    path.write_bytes(content)
    assert path.name in refused(folder, name)


SCALE = {"cosine": 2.0}
WRONG = {
    "attention": [
        {"scales": None},
        {"scales": {}},
        {"scales": {"y": SCALE}},
        {"scales": {"y": SCALE, "s": {}}},
        *(
            {"scales": {"y": SCALE, "s": {"cosine": value}}}
            for value in ("12", -1, 0, None, [1], True)
        ),
        {"name": 5},
        {"license": {"en": "only"}},
        {"sha256": {}},
        {"sha256": {"npz": "0" * 64}},
        {"lengths": []},
        {"lengths": {"bins": [[1, 2]], "bleu": ["x"]}},
        {
            "lengths": {
                "bins": [[1, 2]],
                "bleu": [1, 2],
                "low": [1],
                "high": [1],
                "pairs": [1],
                "overall": 1,
            }
        },
        {"lead": {"bins": 5}},
        {"measured": [1]},
        {"measured": {"a file": {"aer": 5}}},
    ],
    "transformer": [
        {"settings": None},
        {"settings": {}},
        {"settings": {"heads": "3"}},
        {"settings": {"heads": 0, "order": "pre"}},
        {"sha256": 5},
        {"held_out": "x"},
    ],
}
CARDS = [(name, change) for name in WRONG for change in WRONG[name]]


@pytest.mark.parametrize(("name", "change"), CARDS)
def test_a_wrong_card_is_refused(folder, name, change) -> None:
    path = folder / f"{name}.json"
    card = json.loads(path.read_text("utf-8")) | change
    kept = {key: value for key, value in card.items() if value is not None}
    path.write_text(json.dumps(kept), encoding="utf-8")
    said = refused(folder, name)
    assert f"{name}.json" in said or f"{name}.npz" in said


@pytest.mark.parametrize("key", ["source_embedding", "target_embedding"])
def test_embeddings_of_another_vocabulary_are_refused(folder, key) -> None:
    path = folder / "attention.npz"
    arrays = dict(np.load(path))
    arrays[key] = arrays[key][:-2]
    if key == "target_embedding":
        arrays["b_vocab"] = arrays["b_vocab"][:-2]
    np.savez(path, **arrays)
    sign(folder, "attention")
    assert "attention.npz has" in refused(folder, "attention")


def test_a_damaged_array_is_named(folder) -> None:
    """The checksum is right: the file was damaged before it was signed."""
    path = folder / "attention.npz"
    content = bytearray(path.read_bytes())
    at = content.find(b"W_init.npy") + 200
    content[at : at + 40] = bytes(40)
    path.write_bytes(content)
    sign(folder, "attention")
    assert "attention.npz" in refused(folder, "attention")


@pytest.mark.parametrize(
    ("end", "content"),
    [("npz", b"PK"), ("json", b"[]"), ("source.json", b""), ("json", DEEP)],
)
def test_a_visitor_reads_one_sentence(
    folder, monkeypatch, end, content
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    (folder / f"attention.{end}").write_bytes(content)
    app = AppTest.from_file(PAGE, default_timeout=120).run()
    assert not app.exception
    (said,) = app.error
    assert f"attention\\.{end.replace('.', chr(92) + '.')}" in said.value
