"""A step that looks at one content word only writes that word."""

import pytest

from tests.rules.tree import ROOT
from training.evaluate import Model
from training.steer import Case, cases, hits, is_hit, outcome


def test_at_least_90_of_100_content_words_are_written() -> None:
    model, every = Model(str(ROOT / "content/models/attention")), cases()
    assert len({case.word for case in every}) == 100
    assert sum(hits(model, every, step=0)) >= 0.9 * len(every)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["猫", "在"], True),
        (["公", "共汽车"], True),
        (["公", "园"], False),
        (["公共"], False),
        ([], False),
    ],
)
def test_a_word_counts_whole_or_in_pieces(names, found) -> None:
    assert is_hit(names, ["猫", "公共汽车"]) == found


@pytest.mark.parametrize(
    ("word", "sentence", "meant", "expected"),
    [
        ("cat", "I saw the cat yesterday .", ("猫",), "word"),
        ("school", "Where is the school ?", ("学校",), "before"),
        ("song", "This song is in the room .", ("歌",), "form"),
        ("water", "She talked about the water .", ("火",), "other"),
    ],
)
def test_what_became_of_a_second_step_is_told(word, sentence, meant, expected):
    model = Model(str(ROOT / "content/models/attention"))
    case = Case(word, sentence, meant)
    assert outcome(model, case, 1, "scaled_dot") == expected
