"""What a visitor has done with each task, kept in the session only."""

from dataclasses import dataclass, field

import streamlit as st

from exercises.answers import Verdict, judge
from exercises.kinds import make_task
from exercises.task import Task

_STORE = "_exercises"
HINT_AFTER, LINE_AFTER = 2, 3  # wrong answers


@dataclass(frozen=True)
class Which:
    """Which task: its kind, the seed, and its number with this seed."""

    kind: str
    seed: str
    number: int = 1

    def task(self) -> Task:
        """Make the task."""
        return make_task(self.kind, self.seed, self.number)


@dataclass
class Attempt:
    """What was done with one task.

    Parameters
    ----------
    typed : str
        The last answer.
    verdict : Verdict
        What was said about it; empty before the first one.
    named : list of str
        The mistakes of all wrong answers; "" for those without a name.
    is_solved : bool
        Whether a right answer was among them.
    is_helped : bool
        Whether the full line was shown before.
    wants_hint, wants_line : bool
        What the visitor asked for.
    """

    typed: str = ""
    verdict: Verdict = field(default_factory=lambda: Verdict("empty"))
    named: list[str] = field(default_factory=list)
    is_solved: bool = False
    is_helped: bool = False
    wants_hint: bool = False
    wants_line: bool = False

    @property
    def shows_hint(self) -> bool:
        """Whether the hint stands there."""
        return self.wants_hint or len(self.named) >= HINT_AFTER

    @property
    def shows_line(self) -> bool:
        """Whether the full line stands there."""
        return self.wants_line or len(self.named) >= LINE_AFTER

    def take(self, task: Task, typed: str) -> None:
        """Judge an answer and remember what came of it."""
        self.typed, self.verdict = typed, judge(task, typed)
        if self.verdict.is_right:
            self.is_helped |= self.shows_line and not self.is_solved
            self.is_solved = True
        elif self.verdict.is_judged and not self.is_solved:
            self.named.append(self.verdict.mistake)


def progress() -> dict[Which, Attempt]:
    """Return what the visitor has done, the first task first."""
    done: dict[Which, Attempt] = st.session_state.setdefault(_STORE, {})
    return done


def attempt_at(which: Which) -> Attempt:
    """Return what was done with a task; nothing yet if it is new."""
    return progress().get(which) or Attempt()


def keep(which: Which, attempt: Attempt) -> None:
    """Remember what was done with a task."""
    progress()[which] = attempt
