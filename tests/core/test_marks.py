"""The ids of marks, which core and language declare apart."""

from attention_core import marks
from language import joint, pieces


def test_core_and_language_give_the_marks_the_same_ids():
    names = ("UNKNOWN", "START", "END")
    assert [getattr(marks, n) for n in names] == [0, 1, 2]
    assert [getattr(pieces, n) for n in names] == [0, 1, 2]
    names = ("TO_CHINESE", "TO_ENGLISH")
    assert [getattr(marks, n) for n in names] == [3, 4]
    assert [getattr(joint, n) for n in names] == [3, 4]
