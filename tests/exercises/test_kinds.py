"""Every kind: answers by another formula, forms accepted, mistakes named."""

import random
from fractions import Fraction

import pytest

from exercises.answers import judge, judge_value
from exercises.kinds import KINDS, make_task
from tests.exercises.forms import FORMS, typed
from tests.exercises.oracles import ORACLES
from tests.exercises.students import STUDENTS
from texts.shown import read_content

TASKS = 100  # of each kind; each is answered in 10 forms, rightly and wrongly
TIMES = len(FORMS)


@pytest.fixture(scope="module")
def tasks():
    made = {}

    def of(kind):
        if kind not in made:
            made[kind] = [make_task(kind, str(n)) for n in range(TASKS)]
        return made[kind]

    return of


def exact(values):
    """What is shown, as a reader reads it: exact fractions."""
    if isinstance(values, list):
        return [exact(one) for one in values]
    return Fraction(f"{values:g}")


def known(task):
    """What a student knows: the numbers given, and those in the question."""
    asked = {x: int(y) for x, y in task.blanks.items()}
    return asked | {x: exact(y.tolist()) for x, y in task.given.items()}


def test_there_are_at_least_thirty_kinds() -> None:
    assert len(KINDS) >= 30


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_is_that_of_another_formula(kind, tasks) -> None:
    for task in tasks(kind):
        wanted = ORACLES[kind](known(task))
        if isinstance(task.answer, str):
            assert task.answer == wanted
        else:
            # Layer norm adds 1e-5 to the variance, so that none is 0.
            error = 1e-5 if kind == "normalized_row" else 1e-9
            assert task.answer == pytest.approx(
                [float(x) for x in wanted], rel=error, abs=error
            )


@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_right_answers_are_accepted(kind, tasks) -> None:
    for task in tasks(kind):
        for n in range(TIMES):
            said = typed(task.answer, task.decimals, n)
            assert judge(task, said).is_right, (task.answer, said)


def wrong_answers(task, rng):
    """Each likely mistake, then others that are far enough off."""
    if isinstance(task.answer, str):
        others = [x for x in task.options if x != task.answer]
        return [rng.choice(others) for _ in range(TIMES)]
    found = list(task.mistakes.values())
    least = 1.6 * 10.0**-task.decimals
    while len(found) < TIMES:
        place = rng.randrange(len(task.answer))
        off = rng.choice([-1, 1]) * rng.uniform(least, 50 * least)
        spoiled = list(task.answer)
        spoiled[place] += off
        found.append(tuple(spoiled))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_wrong_answers_are_rejected(kind, tasks) -> None:
    rng = random.Random(kind)
    for task in tasks(kind):
        wrong = wrong_answers(task, rng)
        assert set(task.mistakes.values()) <= set(wrong) or task.options
        for n, value in enumerate(wrong):
            said = typed(value, task.decimals, n)
            assert not judge(task, said).is_right, (task.answer, said)


@pytest.mark.parametrize("kind", KINDS)
def test_a_likely_mistake_is_named_when_it_was_made(kind, tasks) -> None:
    for task in tasks(kind):
        assert task.mistakes
        for name, value in task.mistakes.items():
            for n in (0, 1, 3):
                said = typed(value, max(task.decimals, 2), n)
                verdict = judge(task, said)
                assert (verdict.outcome, verdict.mistake) == ("mistake", name)


@pytest.mark.parametrize("kind", KINDS)
def test_a_mistake_with_rounding_on_the_way_is_named_too(kind, tasks) -> None:
    """Somebody who made it, and was off by up to one unit of the last digit."""
    rng, named, made = random.Random(kind), 0, 0
    for task in tasks(kind):
        off = task.unit * task.slack
        for name, value in task.mistakes.items():
            if isinstance(value, str):
                spoiled = value
            else:
                spoiled = tuple(x + rng.uniform(-1, 1) * off for x in value)
            made += 1
            named += judge_value(task, spoiled).mistake == name
    assert named >= 0.9 * made


@pytest.mark.parametrize(("kind", "mistake"), STUDENTS)
def test_a_student_who_makes_a_mistake_on_paper_is_told(
    kind, mistake, tasks
) -> None:
    found = [
        judge_value(
            task,
            tuple(
                round(float(x), max(task.decimals, 2))
                for x in STUDENTS[kind, mistake](known(task))
            ),
        ).mistake
        for task in tasks(kind)
    ]
    assert found.count(mistake) >= 0.9 * TASKS


@pytest.mark.parametrize("kind", KINDS)
def test_the_full_line_ends_with_the_answer(kind) -> None:
    for seed in range(3):
        task = make_task(kind, str(seed))
        lines = " ".join(task.written)
        assert lines
        if isinstance(task.answer, str) or task.picture:
            continue
        for value in task.answer:
            size = abs(value)
            shown = {f"{size:.{n}f}" for n in range(5)}
            assert any(one in lines for one in shown), (value, lines)


def test_another_seed_or_number_makes_another_task() -> None:
    for kind in KINDS:
        seen = {
            str([x.tolist() for x in task.given.values()]) + str(task.blanks)
            for task in (
                *(make_task(kind, str(n)) for n in range(20)),
                *(make_task(kind, "Ada", n) for n in range(20)),
            )
        }
        assert len(seen) > 5, kind


def test_each_kind_and_each_mistake_has_its_texts(tasks) -> None:
    texts = read_content("texts/tasks")
    habits = {"sign", "percent", "order", "digits"}
    wanted = {f"{k}_{x}" for k in KINDS for x in ("name", "ask", "hint")}
    for kind in KINDS:
        for task in tasks(kind):
            wanted |= {f"mistake_{name}" for name in task.mistakes}
    assert wanted | {f"mistake_{name}" for name in habits} == set(texts)
