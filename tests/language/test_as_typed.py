"""A piece that a model does not know is shown as it was typed."""

import pytest

from language.sentence import _joined_names


@pytest.mark.parametrize(
    ("typed", "strings", "names"),
    [
        ("1/2", ["1", "<unk>", "##2"], ["1·", "·/·", "·2"]),
        ("Été", ["<unk>", "##té"], ["É·", "·té"]),
        ("ab☃☃", ["ab", "<unk>"], ["ab·", "·☃☃"]),
        ("été", ["<unk>", "t", "<unk>"], ["é·", "·t·", "·é"]),
        ("☃☂", ["<unk>", "<unk>"], ["☃·", "·☂"]),
        ("☃A☂", ["<unk>", "##a", "<unk>"], ["☃·", "·A·", "·☂"]),
        # Of two neighbors nobody knows which signs are whose.
        ("☃☂☁", ["<unk>", "<unk>"], ["<unk>·", "·<unk>"]),
    ],
)
def test_an_unknown_piece_is_named_by_what_was_typed(
    typed, strings, names
) -> None:
    assert _joined_names(typed, strings) == names
