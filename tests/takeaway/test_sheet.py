"""CSV that a spreadsheet leaves alone, NPZ that NumPy reads."""

import csv
import io
import json

import numpy as np

from takeaway.sheet import HEAD, write_csv, write_npz
from tests.takeaway.pictures import AWKWARD, random_picture


def rows_of(picture):
    text = write_csv(picture).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


def test_each_pair_has_a_line_with_its_numbers():
    picture = random_picture(1)
    head, *rows = rows_of(picture)
    assert tuple(head) == HEAD
    assert len(rows) == picture.weights.size
    for _, i, _, j, score, weight in rows:
        at = int(i) - 1, int(j) - 1
        assert float(score) == picture.scores[at]
        assert float(weight) == picture.weights[at]


def test_no_word_is_run_or_changed_by_a_spreadsheet():
    rows = rows_of(random_picture(1, names=AWKWARD))[1:]
    assert [row[2] for row in rows[: len(AWKWARD)]] == [
        f'"{word}"' for word in AWKWARD
    ]


def test_a_masked_pair_has_no_score():
    picture = random_picture(1, masked=True)
    empty = [row[4] == "" for row in rows_of(picture)[1:]]
    assert empty == (~picture.mask).ravel().tolist()


def test_arrays_come_back_without_pickle():
    picture = random_picture(2, score="general", names=AWKWARD[:-1])
    with np.load(io.BytesIO(write_npz(picture)), allow_pickle=False) as file:
        assert file["key_names"].tolist() == list(AWKWARD[:-1])
        np.testing.assert_array_equal(file["weights"], picture.weights)
        np.testing.assert_array_equal(file["learned_W"], picture.learned["W"])
        assert json.loads(str(file["settings"]))["score"] == "general"
