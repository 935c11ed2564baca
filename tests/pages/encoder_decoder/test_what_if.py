"""What each system does if the source is changed."""

import re

import numpy as np
import pytest

from pages.encoder_decoder import what_if
from pages.encoder_decoder.changes import shuffled
from pairs.models import load_translator
from tests.pages.encoder_decoder.tools import SOURCE, page, said, walks

WORDS = ["the", "dog", "sees", "the", "cat", "."]


def test_shuffling_keeps_the_words_and_the_end() -> None:
    for seed in range(7):
        new = shuffled(WORDS, seed)
        assert sorted(new) == sorted(WORDS)
        assert new[-1] == "."
        assert new != WORDS
        assert new == shuffled(WORDS, seed)


def test_nothing_is_shuffled_where_there_is_one_order() -> None:
    assert shuffled(["no", "no"], 3) == ["no", "no"]
    text = said(page(source="cat cat", part="what_if"))
    assert "shuffling changes nothing" in text


@pytest.mark.parametrize(
    ("change", "end"),
    [
        ("repeat", "the dog dog dog sees the cat ."),
        (
            "append",
            "the old man was reading a book in the garden .",
        ),
        ("lengthen", "and the dog sees the cat ."),
    ],
)
def test_a_change_is_read_by_both_systems(change, end) -> None:
    query = {"times": "2", "change": change, "h": "2"}
    text = said(page(source=" ".join(WORDS), part="what_if", **query))
    shown = re.search(r"Source after the change: (.*)", text)[1]
    assert shown.replace("\\", "").endswith(end)


def test_before_and_after_are_compared_for_the_same_words() -> None:
    left, right = walks()
    for name, before in (("fixed", left), ("attention", right)):
        score = None if before is left else "dot"
        model = load_translator(name)
        pair = what_if.compare(model, before, "sleeping is cat", score=score)
        # A way that was cut off before has no end mark; a forced one has.
        end = [] if before.record.finished else ["</s>"]
        assert pair.same.names == (*before.names, *end)
        a, b = before.context[1], pair.same.context[1]
        wanted = a @ b / np.sqrt((a @ a) * (b @ b))
        assert pair.cosines[1] == pytest.approx(wanted)
        assert not pair.after.forced


def test_an_unchanged_source_changes_nothing() -> None:
    _, right = walks()
    model = load_translator("attention")
    pair = what_if.compare(model, right, SOURCE, score="dot")
    np.testing.assert_allclose(pair.cosines, 1)
