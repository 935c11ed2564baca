"""The pairs of languages: each is a file of content/pairs, and nothing else.

The code knows no pair by name. Which one is shown is a field that lessons
share; its models, its examples and how its texts are cut into words follow.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from language.tongues import Tongue
from texts.shown import CONTENT, has_text, in_language, read_content, text

SIDES = ("source", "target")
Default = Callable[[str], str]  # of a pair, by its name
TRAININGS = ("guided", "unguided")  # of the recurrent model


@dataclass(frozen=True)
class Pair:
    """A pair of languages.

    Parameters
    ----------
    name : str
        That of its file, and in the address.
    place : int
        In the menu; the lowest is shown at first.
    tongues : tuple of Tongue
        What is typed as source and as target.
    names : tuple of mapping of str to str
        What both are called in each language of the interface.
    recurrent : mapping of str to str
        Names of the files of the recurrent model, by how it was trained:
        "guided", and perhaps "unguided".
    fixed, transformer : str
        Names of the files of the model without attention, and of the
        Transformer.
    presets : str
        The folder of content/ that holds its examples.
    """

    name: str
    place: int
    tongues: tuple[Tongue, Tongue]
    names: tuple[Mapping[str, str], Mapping[str, str]]
    recurrent: Mapping[str, str]
    fixed: str
    transformer: str
    presets: str

    def file(self, kind: str) -> str:
        """Return the name of the files of a kind of model."""
        found = getattr(self, kind)
        return str(found if kind != "recurrent" else found["guided"])

    @property
    def title(self) -> str:
        """What the pair is called."""
        first, second = map(in_language, self.names)
        return f"{first} → {second}"


def _tongue(side: Mapping[str, Any]) -> Tongue:
    """Return what a file says about one of its languages."""
    common = frozenset(side.get("more", "").split())
    return Tongue(side["language"], side["words"], side["script"], common)


def _read_pair(name: str) -> Pair:
    """Read a pair; ValueError names the file and what is missing in it."""
    said = read_content(f"pairs/{name}")
    try:
        first, second = (said[side] for side in SIDES)
        return Pair(
            name,
            said["place"],
            (_tongue(first), _tongue(second)),
            (first["name"], second["name"]),
            said["models"]["recurrent"],
            said["models"]["fixed"],
            said["models"]["transformer"],
            said["examples"],
        )
    except KeyError as error:
        message = f"content/pairs/{name}.toml must say {error.args[0]!r}."
        raise ValueError(f"{message} Received: {', '.join(said)}.") from None


def _read_pairs() -> dict[str, Pair]:
    """Read all pairs, in the order of the menu."""
    names = [path.stem for path in (CONTENT / "pairs").glob("*.toml")]
    pairs = sorted(map(_read_pair, names), key=lambda p: (p.place, p.name))
    return {pair.name: pair for pair in pairs}


PAIRS = _read_pairs()
DEFAULT_PAIR = next(iter(PAIRS))


def language_name(code: str | None) -> str:
    """Return what a language is called; "another language" if that is open."""
    for pair in PAIRS.values():
        for tongue, names in zip(pair.tongues, pair.names, strict=True):
            if tongue.code == code:
                return in_language(names)
    known = code is not None and has_text("languages", code)
    return text("languages", code if known and code else "other")


@functools.cache
def examples(lesson: str, pair: str = DEFAULT_PAIR) -> list[dict[str, Any]]:
    """Return the examples of a lesson; the first one is shown at the start.

    A pair that has none for a lesson shows those of the first page there.
    """
    folder = PAIRS[pair].presets
    has_own = (CONTENT / folder / f"{lesson}.toml").exists()
    name = f"{folder}/{lesson if has_own else 'attention'}"
    found: list[dict[str, Any]] = read_content(name)["example"]
    if has_own:
        return found
    return [{**one, "sentence": one["source"]} for one in found]


def first_examples(lesson: str, names: Sequence[str]) -> dict[str, Default]:
    """Return what fields hold at first: functions of the pair's name."""

    def first(name: str) -> Default:
        return lambda pair: str(examples(lesson, pair)[0].get(name, ""))

    return {name: first(name) for name in names}
