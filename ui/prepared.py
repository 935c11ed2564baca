"""An example's target goes with its source, and comes back with it.

A new source typed over an example would leave the old target standing against
it, as if it were its translation. What a visitor typed, or a link says, stays.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from ui.state import Lesson

Names = tuple[str, str]
Take = Callable[[Mapping[str, Any]], None]


@dataclass
class _Memory:
    """What a visitor put into the second box, and what was taken from it."""

    typed: str = ""
    gone: str = ""


def _memory(lesson: Lesson, name: str) -> _Memory:
    """Return what is known of a box; at first, what a link says counts."""
    key = f"{lesson.key(name)}.prepared"
    if key not in st.session_state:
        said = lesson[name] if name in st.query_params else ""
        st.session_state[key] = _Memory(typed=said)
    memory: _Memory = st.session_state[key]
    return memory


def follow_source(
    lesson: Lesson, names: Names, prepared: Sequence[Mapping[str, Any]]
) -> None:
    """Empty the second box if it holds the target of another source's example.

    Before the boxes are drawn. `prepared` are the examples that count.
    """
    first, second = names
    memory = _memory(lesson, second)
    pairs = [(e.get(first, ""), e.get(second, "")) for e in prepared]
    source, target = lesson[first], lesson[second]
    is_prepared = target in {pair[1] for pair in pairs if pair[1]}
    if is_prepared and (source, target) not in pairs:
        if target != memory.typed:
            memory.gone, lesson[second] = target, ""
    elif not target and memory.gone and (source, memory.gone) in pairs:
        memory.gone, lesson[second] = "", memory.gone


def keep_typed(lesson: Lesson, name: str) -> Callable[[], None]:
    """Return what remembers that a visitor typed what a box holds."""
    memory = _memory(lesson, name)

    def keep() -> None:
        memory.typed, memory.gone = lesson[name], ""

    return keep


def taking(lesson: Lesson, name: str, take: Take) -> Take:
    """Return what takes an example, whose target is nobody's typing."""
    memory = _memory(lesson, name)

    def take_and_forget(example: Mapping[str, Any]) -> None:
        memory.typed = memory.gone = ""
        take(example)

    return take_and_forget
