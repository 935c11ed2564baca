"""JSON that can be loaded again, to the last digit, or is refused."""

import json

import numpy as np
import pytest

from attention_core.scores import SCORES
from takeaway import document
from takeaway.document import NotReadableError, read_json, write_json
from takeaway.picture import largest_difference
from tests.takeaway.pictures import AWKWARD, random_picture

ARRAYS = ("weights", "scores", "queries", "keys", "values", "context", "mask")


@pytest.mark.parametrize("seed", range(50))
def test_a_picture_comes_back_to_the_last_digit(seed):
    score = [*SCORES][seed % len(SCORES)]
    before = random_picture(seed, score=score, masked=seed % 2 == 1)
    after = read_json(write_json(before))
    for name in ARRAYS:
        np.testing.assert_array_equal(
            getattr(after, name), getattr(before, name), strict=True
        )
    assert after.learned.keys() == before.learned.keys()
    for name, array in before.learned.items():
        np.testing.assert_array_equal(after.learned[name], array, strict=True)
    assert write_json(after) == write_json(before)


def test_the_numbers_of_a_file_give_its_weights_again():
    picture = read_json(write_json(random_picture(3, score="additive")))
    again = picture.recomputed()
    assert again is not None
    assert largest_difference(again.weights, picture.weights) < 1e-12
    assert largest_difference(again.context, picture.context) < 1e-12


def test_awkward_words_come_back():
    picture = random_picture(0, names=AWKWARD)
    content = write_json(picture)
    assert read_json(content).key_names == AWKWARD
    assert "\u202e" not in content.decode()  # turns no line of the file round
    assert "汤姆" in content.decode()


def test_what_is_not_finite_stays():
    picture = random_picture(0)
    picture.scores[0] = [np.nan, np.inf, -np.inf, 0, -0.0]
    content = write_json(picture)
    json.loads(content, parse_constant=pytest.fail)  # JSON has no NaN
    np.testing.assert_array_equal(read_json(content).scores, picture.scores)


def changed(**fields) -> bytes:
    said = json.loads(write_json(random_picture(0)))
    return json.dumps(said | fields).encode()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not_ours"),
        (b"\xff\xfe", "not_ours"),
        (b"[1, 2]", "not_ours"),
        (b"null", "not_ours"),
        (b'{"format": "other"}', "not_ours"),
        (b"[" * 100_000, "not_ours"),
        (changed(version=99), "newer"),
        (changed(version="1"), "damaged"),
        (changed(version=0), "damaged"),
        (changed(weights=[[1, 2], [3]]), "damaged"),
        (changed(weights=[[0.5] * 5] * 2), "damaged"),
        (changed(weights=None), "damaged"),
        (changed(scores=[["1"] * 5] * 3), "damaged"),
        (changed(query_names=[1, 2, 3]), "damaged"),
        (changed(mask=[[1] * 5] * 3), "damaged"),
        (changed(address={"i": 3}), "damaged"),
        (changed(learned=[]), "damaged"),
        (changed(scale=True), "damaged"),
        (changed(page=None), "damaged"),
        (b" " * 20_000_001, "too_large"),
    ],
)
def test_what_is_no_file_of_ours_is_refused(content, reason):
    with pytest.raises(NotReadableError) as refused:
        read_json(content)
    assert refused.value.reason == reason


def test_an_older_version_is_read(monkeypatch):
    def add_origin(said):
        return said | {"origin": "not said by version 1"}

    old = json.loads(write_json(random_picture(0)))
    del old["origin"]
    monkeypatch.setattr(document, "VERSION", 2)
    monkeypatch.setitem(document._OLDER, 1, add_origin)
    picture = read_json(json.dumps(old).encode())
    assert picture.origin == "not said by version 1"


@pytest.mark.parametrize("missing", ["weights", "key_names", "temperature"])
def test_a_file_that_lacks_something_is_refused(missing):
    said = json.loads(write_json(random_picture(0)))
    del said[missing]
    with pytest.raises(NotReadableError):
        read_json(json.dumps(said).encode())
