"""A step that looks at one content word only writes that word."""

import pytest

from tests.rules.tree import ROOT
from training.evaluate import Model
from training.steer import cases, hits, is_hit


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
