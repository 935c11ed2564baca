"""Sentence patterns: the same thing said in two languages with blanks.

Words that translate each other share a tag (patterns/shapes.toml)::

    english = ["Do~q {s} {v:base} {o}"]
    chinese = ["{s} {v} {o} 吗~q"]

``{s}`` is a blank and its own tag, ``~q`` adds a tag, ``a|b`` is one of both,
``_`` stands for a space inside such a choice, ``{t?}`` may stay empty,
``{^t}`` and ``{t$}`` are the two places where a time may stand, and
``{am:s}`` is am, is or are, as ``s`` wants it. Each English alternative goes
with each Chinese one, unless the Chinese ones are listed by English one.
"""

import random
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SHAPES = Path(__file__).parent / "patterns" / "shapes.toml"
BLANK = re.compile(r"\{(\^?)([\w']+)(?::([\w']+))?([?$]?)\}")
SLOT = re.compile(r"[a-z]\d?")


@dataclass(frozen=True)
class Shape:
    """A pattern: alternatives in both languages and what fills the blanks."""

    name: str
    english: tuple[str, ...]
    chinese: tuple[str | list[str], ...]
    weight: float = 1.0
    slots: dict[str, str] = field(default_factory=dict)
    clause: tuple[str, ...] = ()
    mark: str = "."
    alone: bool = True

    def draw(self, rng: random.Random) -> tuple[str, str]:
        """One English and one Chinese alternative that belong together."""
        number = rng.randrange(len(self.english))
        chinese = self.chinese[number % len(self.chinese)]
        if isinstance(chinese, str):
            chinese = rng.choice(
                [c for c in self.chinese if isinstance(c, str)]
            )
        else:
            chinese = rng.choice(chinese)
        return self.english[number], chinese


def shapes() -> tuple[Shape, ...]:
    """All patterns of patterns/shapes.toml."""
    entries = tomllib.loads(SHAPES.read_text(encoding="utf-8"))["shape"]
    return tuple(_shape(entry) for entry in entries)


def _shape(entry: dict[str, Any]) -> Shape:
    lists = ("english", "chinese", "clause")
    return Shape(**entry | {k: tuple(entry.get(k, ())) for k in lists})
