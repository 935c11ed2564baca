"""The words that sentence patterns are filled with."""

import csv
import random
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from training import inflection

WORDS = Path(__file__).parent / "patterns" / "words.toml"
NOUNS = ("name", "animal", "person", "thing", "lecture")


@dataclass(frozen=True)
class Entry:
    """One word with its translations and what the grammar knows of it."""

    english: str
    chinese: tuple[str, ...]
    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def is_a(self, wanted: Iterable[str]) -> bool:
        """Whether one of its classes (or the word itself) is wanted."""
        return bool({self.english, *self.facts.get("classes", ())} & {*wanted})

    def has(self, fact: str) -> bool:
        """Whether a yes-no fact holds."""
        return bool(self.facts.get(fact, False))


@dataclass(frozen=True)
class Lexicon:
    """All entries, by kind."""

    nouns: tuple[Entry, ...]
    verbs: tuple[Entry, ...]
    adjectives: tuple[Entry, ...]
    times: tuple[Entry, ...]
    places: tuple[Entry, ...]
    adverbs: tuple[Entry, ...]


MORE = 0.15


def translation(rng: random.Random, entry: Entry) -> str:
    """One of the translations; now and then one beyond the table."""
    more = entry.facts.get("more", ())
    if more and rng.random() < MORE:
        return str(rng.choice(more))
    return rng.choice(entry.chinese)


class UnfilledError(LookupError):
    """No word of the table fits a blank."""


def pick(rng: random.Random, entries: Iterable[Entry]) -> Entry:
    """One of the entries, each as likely as the other.

    Raises
    ------
    UnfilledError
        If there is none.
    """
    found = list(entries)
    if not found:
        raise UnfilledError("no word of the table fits the blank")
    return rng.choice(found)


def load(words: Path) -> Lexicon:
    """Read the table (kind, English, Chinese / Chinese) and join our facts.

    Raises
    ------
    ValueError
        If a row has not three columns.
    """
    rows = _read(words)
    grammar = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    return Lexicon(
        nouns=tuple(_nouns(rows, grammar)),
        verbs=tuple(_merged(rows, grammar, "verb", ("verb", "lecture"))),
        adjectives=tuple(_merged(rows, grammar, "adjective", ("quality",))),
        times=tuple(_simple(rows, "time", grammar["time"])),
        places=tuple(_places(rows, grammar)),
        adverbs=tuple(_merged(rows, grammar, "adverb", ())),
    )


Row = tuple[str, str, tuple[str, ...]]


def _read(words: Path) -> list[Row]:
    with words.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t"))
    for number, row in enumerate(rows, start=1):
        if len(row) != 3:
            raise ValueError(
                f"line {number} of {words} must have 3 columns. "
                f"Received: {len(row)}."
            )
    return [(k, e, tuple(c.split(" / "))) for k, e, c in rows]


def _nouns(rows: list[Row], grammar: dict[str, Any]) -> Iterable[Entry]:
    for kind, english, chinese in rows:
        if kind in NOUNS and english not in grammar["verb"]:
            own = grammar["noun"].get(english, {})
            facts = {**grammar["defaults"][kind], **own}
            classes = {*facts["classes"], kind}
            if "goods" in classes and not classes & {"food", "drink"}:
                classes.add("durable")
            if "thing" in classes and not facts.get("mass"):
                classes.add("solid")
            facts["classes"] = tuple(sorted(classes))
            facts.setdefault("plural", inflection.add_s(english))
            facts["more"] = grammar["more"].get(english, ())
            yield Entry(english, chinese, kind, facts)


def _merged(
    rows: list[Row], grammar: dict[str, Any], part: str, kinds: Iterable[str]
) -> Iterable[Entry]:
    """Known words whose Chinese comes from the table or from themselves."""
    table = {
        english: chinese for kind, english, chinese in rows if kind in kinds
    }
    for name, facts in grammar[part].items():
        english = facts.get("english", name)
        chinese = facts.get("chinese", table.get(english, ()))
        if chinese:
            chinese = (chinese,) if isinstance(chinese, str) else tuple(chinese)
            facts["more"] = grammar["more"].get(english, ())
            yield Entry(english, chinese, facts.get("kind", "word"), facts)


def _simple(
    rows: list[Row], kind: str, kinds: Mapping[str, str]
) -> Iterable[Entry]:
    for row_kind, english, chinese in rows:
        if row_kind == kind:
            yield Entry(english, chinese, kinds.get(english, "any"))


def _places(rows: list[Row], grammar: dict[str, Any]) -> Iterable[Entry]:
    """The places of the table and the places for things that are ours."""
    yield from _simple(rows, "place", grammar["place"])
    nouns = {english for kind, english, _ in rows if kind in NOUNS}
    for english, chinese in grammar["own"].items():
        if english.split()[-1] in nouns:
            yield Entry(english, (chinese,), "thing")
