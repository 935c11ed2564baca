"""The reader of answers, and what is said about them."""

import numpy as np
import pytest

from exercises.answers import judge, read_answer
from exercises.drawing import clear_task, generator
from exercises.task import Task, numbers


@pytest.mark.parametrize(
    ("typed", "count", "wanted"),
    [
        ("0,6", 1, (0.6,)),
        ("0.6", 1, (0.6,)),
        (".6", 1, (0.6,)),
        ("3/5", 1, (0.6,)),
        ("3 / 5", 1, (0.6,)),
        ("60 %", 1, (0.6,)),
        ("60％", 1, (0.6,)),
        ("1e-1", 1, (0.1,)),
        ("０．６", 1, (0.6,)),
        ("−0,5", 1, (-0.5,)),
        ("c = 0.6", 1, (0.6,)),
        ("≈ 0.6", 1, (0.6,)),
        ("(0.6)", 1, (0.6,)),
        ("1,5 2,5", 2, (1.5, 2.5)),
        ("1,5; 2,5", 2, (1.5, 2.5)),
        ("1,5, 2,5", 2, (1.5, 2.5)),
        ("1,5，2,5", 2, (1.5, 2.5)),
        ("（1.5；2.5）", 2, (1.5, 2.5)),
        ("[1.5, 2.5]", 2, (1.5, 2.5)),
        ("1.5,2.5", 2, (1.5, 2.5)),
        ("1、2", 2, (1.0, 2.0)),
        ("60 % 40 %", 2, (0.6, 0.4)),
        ("3/5; 2 / 5", 2, (0.6, 0.4)),
        ("a = (0.6, 0.4)", 2, (0.6, 0.4)),
        ("1 | 2 | 3", 3, (1.0, 2.0, 3.0)),
    ],
)
def test_an_answer_is_read_in_any_usual_form(typed, count, wanted) -> None:
    assert read_answer(typed, count) == wanted


@pytest.mark.parametrize("typed", ["16384", "16,384", "16 384", "1.6384e4"])
def test_large_whole_numbers_are_read_in_groups(typed) -> None:
    assert read_answer(typed, 1, is_whole=True) == (16384,)


def test_a_comma_is_a_decimal_point_where_decimals_are_asked_for() -> None:
    assert read_answer("1,500", 1) == (1.5,)


@pytest.mark.parametrize(
    ("typed", "count", "problem"),
    [
        ("", 1, "empty"),
        ("  ", 2, "empty"),
        ("c =", 1, "empty"),
        ("many", 1, "no_number"),
        ("nan", 1, "no_number"),
        ("inf", 1, "no_number"),
        ("1/0", 1, "no_number"),
        ("1 2", 1, "no_number"),
        ("one two", 3, "no_number"),
        ("1; 2", 3, "count"),
        ("1; 2; 3", 2, "count"),
        ("9" * 201, 1, "no_number"),
    ],
)
def test_what_is_no_answer_is_said(typed, count, problem) -> None:
    with pytest.raises(ValueError, match=f"^{problem}$"):
        read_answer(typed, count)


TASK = Task(
    {"a": np.ones(2)},
    (0.237, -1.5),
    {"swap": (7.0, 8.0)},
    ("line",),
)


@pytest.mark.parametrize(
    ("typed", "outcome", "mistake", "places"),
    [
        ("0.24 -1.5", "right", "", ()),
        ("0.237 -1.50", "right", "", ()),
        ("0.23 -1.5", "right", "", ()),
        ("0.2 -1.5", "mistake", "digits", ()),
        ("0.26 -1.5", "wrong", "", (1,)),
        ("0.24 1.5", "wrong", "", (2,)),
        ("9 9", "wrong", "", ()),
        ("7 8", "mistake", "swap", ()),
        ("-0.24 1.5", "mistake", "sign", ()),
        ("-1.5 0.24", "mistake", "order", ()),
        ("23.7 -150", "mistake", "percent", ()),
        ("1", "count", "", ()),
        ("", "empty", "", ()),
    ],
)
def test_a_verdict_says_what_is_wrong(typed, outcome, mistake, places) -> None:
    verdict = judge(TASK, typed)
    assert (verdict.outcome, verdict.mistake) == (outcome, mistake)
    assert verdict.places == places
    assert verdict.is_right == (outcome == "right")
    assert verdict.is_judged == (outcome in ("right", "mistake", "wrong"))


def test_whole_numbers_have_to_be_exact() -> None:
    task = Task({}, (153.0,), {"half": (144.5,)}, (), decimals=0)
    assert judge(task, "153").is_right
    assert judge(task, "153.0").is_right
    assert not judge(task, "152").is_right
    assert not judge(task, "153.4").is_right


def test_an_option_is_right_or_a_mistake_or_wrong() -> None:
    task = Task({}, "b", {"first": "a"}, (), options=("a", "b", "c"))
    found = [judge(task, typed) for typed in ("a", "b", "c", "d", "")]
    assert [one.outcome for one in found] == [
        "mistake",
        "right",
        "wrong",
        "empty",
        "empty",
    ]


def test_a_task_whose_mistake_gives_the_answer_is_drawn_again() -> None:
    def draw(rng):
        x = float(rng.integers(3))
        return Task({}, numbers(x), {"zero": numbers(0)}, (), decimals=0)

    for seed in range(20):
        assert clear_task(generator(seed), draw).answer != (0.0,)


def test_a_kind_without_clear_tasks_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="No clear task in 500 tries"):
        clear_task(
            generator(1),
            lambda _: Task({}, (1.0,), {"same": (1.01,)}, ()),
        )
