"""Typed answers: read in any usual form, and judged."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from exercises.task import Task, Value
from language.numbers import read_number, split_row

_NAME = re.compile(r"^.*[=\u2248\uff1d]", re.DOTALL)  # "c = 0.6"
_WIDE = str.maketrans("\uff08\uff09\u3010\u3011\uff3b\uff3d", "()[][]")
_BRACKETS = " \t()[]{}"
_LISTED = re.compile(r"\s*[;\uff1b|\u3001]\s*|[,\uff0c]\s+|\s+")
_PARTED = re.compile(r"\s*[;\uff1b|\u3001\uff0c]\s*")  # never inside a number
_GROUPED = re.compile(r"[+-]?\d{1,3}([, \u00a0\u202f]\d{3})+")
_GLUED = re.compile(r"\s+(?=[%\uff05/\u2044])|(?<=[/\u2044])\s+")
LONGEST = 200  # characters that are read


@dataclass(frozen=True)
class Verdict:
    """What is said about an answer.

    Parameters
    ----------
    outcome : str
        "right", "mistake" (a likely one, named), "wrong", or what cannot be
        judged: "empty", "no_number", "count" (too few or too many numbers).
    mistake : str
        The name of the mistake.
    places : tuple of int
        Which numbers are wrong, from 1, if only some are.
    """

    outcome: str
    mistake: str = ""
    places: tuple[int, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether the answer is right."""
        return self.outcome == "right"

    @property
    def is_judged(self) -> bool:
        """Whether the answer could be read."""
        return self.outcome in {"right", "mistake", "wrong"}


def _one(typed: str, is_whole: bool) -> float:
    """Return one number; ValueError if it is none, or not finite."""
    if is_whole and _GROUPED.fullmatch(typed):
        typed = re.sub(r"[^\d+-]", "", typed)
    value = read_number(typed)
    if not math.isfinite(value):
        raise ValueError("no_number")
    return value


def read_answer(
    typed: str, count: int, is_whole: bool = False
) -> tuple[float, ...]:
    """Return the numbers that are typed.

    Parameters
    ----------
    typed : str
        With decimal point or comma, as fractions, in percent, with powers of
        ten, in digits of any script; several stand between blanks, commas or
        semicolons, with or without brackets. "c = " before them is skipped.
    count : int
        How many are expected.
    is_whole : bool, default False
        Whether 16,384 is a whole number, and not one with three decimals.

    Returns
    -------
    tuple of float
        As many as expected.

    Raises
    ------
    ValueError
        "empty", "no_number" or "count".

    Examples
    --------
    >>> [read_answer(typed, 1) for typed in ("0,6", "3/5", "60 %", "1e-1")]
    [(0.6,), (0.6,), (0.6,), (0.1,)]
    >>> read_answer("(0,2; 0,8)", 2), read_answer("0,2, 0,8", 2)
    ((0.2, 0.8), (0.2, 0.8))
    """
    if len(typed) > LONGEST:
        raise ValueError("no_number")
    bare = _NAME.sub("", typed.translate(_WIDE)).strip(_BRACKETS)
    if not bare:
        raise ValueError("empty")
    if count == 1:
        return (_one(bare, is_whole),)
    whole = _GLUED.sub("", bare)
    ways = [split_row(whole)[0]]
    ways += [list(filter(None, by.split(whole))) for by in (_LISTED, _PARTED)]
    parts = next((way for way in ways if len(way) == count), None)
    if parts is None:
        for part in ways[0]:  # words are no numbers, however many
            _one(part, is_whole)
        raise ValueError("count")
    return tuple(_one(part, is_whole) for part in parts)


def _by_habit(task: Task, value: tuple[float, ...]) -> dict[str, Value]:
    """Return the right answer, spoiled as any answer may be."""
    right = task.answer
    if isinstance(right, str):
        return {}
    near = task.is_near
    spoiled: dict[str, Value] = {
        "sign": tuple(-x for x in right),
        "percent": tuple(100 * x for x in right),
    }
    if 1 < len(right) <= 4:
        orders = [one for one in permutations(right) if one != right]
        spoiled["order"] = _first(one for one in orders if near(one, value))
    fewer = range(task.decimals - 1, -1, -1)
    short = (tuple(round(x, n) for x in right) for n in fewer)
    spoiled["digits"] = _first(one for one in short if one == value)
    return spoiled


def _first(found: Iterator[Value]) -> Value:
    """Return the first answer; one that nobody gives if there is none."""
    return next(found, "")


def _named_mistake(task: Task, value: Value) -> str:
    """Return the name of the mistake that leads to a value, or nothing."""
    likely = dict(task.mistakes)
    if not isinstance(value, str):
        likely |= {
            name: one
            for name, one in _by_habit(task, value).items()
            if name not in likely
        }
    near = (
        name
        for name, one in likely.items()
        if task.is_near(value, one, task.slack)
    )
    return next(near, "")


def judge_value(task: Task, value: Value) -> Verdict:
    """Judge an answer that has been read.

    Parameters
    ----------
    task : Task
        What was asked.
    value : tuple of float, or str
        The answer.

    Returns
    -------
    Verdict
        Right is what differs by at most one unit of the last digit asked
        for; a whole number has to be exact.
    """
    right = task.answer
    if task.is_near(value, right):
        return Verdict("right")
    if name := _named_mistake(task, value):
        return Verdict("mistake", name)
    if isinstance(value, str) or isinstance(right, str):
        return Verdict("wrong")
    pairs = enumerate(zip(value, right, strict=True), start=1)
    places = tuple(n for n, (a, b) in pairs if not task.is_near((a,), (b,)))
    return Verdict("wrong", places=places if len(places) < len(right) else ())


def judge(task: Task, typed: str) -> Verdict:
    """Judge what was typed, or which option was chosen.

    Parameters
    ----------
    task : Task
        What was asked.
    typed : str
        As it came.

    Returns
    -------
    Verdict
        What is said about it.
    """
    if isinstance(task.answer, str):
        if typed not in task.options:
            return Verdict("empty")
        return judge_value(task, typed)
    try:
        value = read_answer(typed, len(task.answer), not task.decimals)
    except ValueError as problem:
        return Verdict(str(problem))
    return judge_value(task, value)
