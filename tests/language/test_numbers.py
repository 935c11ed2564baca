"""Numbers in every form that people type or paste."""

import math

import pytest

from language.numbers import is_plain, read_number, split_block, split_row


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("0.6", 0.6),
        (" -1,5 ", -1.5),
        ("\u22121.5", -1.5),
        ("\u20131", -1),
        ("\uff0d1", -1),
        ("１．５", 1.5),
        ("٣", 3),
        ("٣٫٥", 3.5),
        ("3/5", 0.6),
        ("-1 / 4", -0.25),
        ("½", 0.5),
        ("60 %", 0.6),
        ("60％", 0.6),
        ("1e-1", 0.1),
        ("[0.5]", 0.5),
        ("tensor(0.5, dtype=torch.float64)", 0.5),
        (".5", 0.5),
        ("5.", 5),
    ],
)
def test_a_number_in_any_usual_form_is_read(typed, number) -> None:
    assert read_number(typed) == pytest.approx(number, abs=1e-15)


@pytest.mark.parametrize(
    "typed", ["1_0", "one", "1/0", "1 2", "0x10", "1,2,3", "--1", "9" * 5000]
)
def test_what_is_no_number_is_refused(typed) -> None:
    with pytest.raises(ValueError, match="no_number"):
        read_number(typed)


@pytest.mark.parametrize("typed", ["", " ", "[]", "()"])
def test_nothing_is_named_as_nothing(typed) -> None:
    with pytest.raises(ValueError, match="empty"):
        read_number(typed)


def test_nan_and_infinity_are_read_as_what_they_are() -> None:
    assert math.isnan(read_number("nan"))
    assert read_number("-inf") == -math.inf


@pytest.mark.parametrize("typed", ["1", "-1.5", "+2", "1e3", "\u22121", " 3 "])
def test_plain_numbers_need_no_word(typed) -> None:
    assert is_plain(typed)


@pytest.mark.parametrize("typed", ["1,5", "１", "٣", "1/3", "60 %", "[1]", "x"])
def test_others_do(typed) -> None:
    assert not is_plain(typed)


@pytest.mark.parametrize(
    ("typed", "rows"),
    [
        ("2, 1, 0.1", [[2, 1, 0.1]]),
        ("2 1 0.1", [[2, 1, 0.1]]),
        ("2、1、0.1", [[2, 1, 0.1]]),
        ("2，1，0.1", [[2, 1, 0.1]]),
        ("1,5 2,5", [[1.5, 2.5]]),
        ("1,5\t2", [[1.5, 2]]),
        ("1,5; 2,5", [[1, 5], [2, 5]]),
        ("1,2", [[1, 2]]),
        ("1, 2", [[1, 2]]),
        ("1,2 3,4,5", [[1, 2, 3, 4, 5]]),
        ("[2, 1, 0.1]", [[2, 1, 0.1]]),
        ("tensor([2., 1.], device='cuda:0')", [[2, 1]]),
        ("tensor([[1., 2.],\n        [3., 4.]])", [[1, 2], [3, 4]]),
        ("array([[1, 2],[3, 4]], dtype=int64)", [[1, 2], [3, 4]]),
        ("[[1 2]\n [3 4]]", [[1, 2], [3, 4]]),
        ("1\t2\n3\t4\n", [[1, 2], [3, 4]]),
        ("1/3 2/3", [[1 / 3, 2 / 3]]),
        ("1 / 3, 60 %", [[1 / 3, 0.6]]),
        ("", []),
    ],
)
def test_rows_and_blocks_are_cut(typed, rows) -> None:
    found = [[read_number(part) for part in row] for row in split_block(typed)]
    assert found == [pytest.approx(row) for row in rows]


@pytest.mark.parametrize(
    ("typed", "numbers", "rows"),
    [
        ("1,5; 2,5", [1.5, 2.5], 1),
        ("1;2;3", [1, 2, 3], 1),
        ("1；2", [1, 2], 1),
        ("1\n2\n3", [1, 2, 3], 1),
        ("1,2", [1, 2], 1),
        ("[[1, 2], [3, 4]]", [1, 2], 2),
        ("1\t2\n3\t4\n5\t6", [1, 2], 3),
        ("", [], 1),
    ],
)
def test_one_row_is_cut(typed, numbers, rows) -> None:
    parts, count = split_row(typed)
    assert [read_number(part) for part in parts] == numbers
    assert count == rows
