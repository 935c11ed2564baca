"""A lesson in steps: read from a file of content/lesson, and checked.

Whoever writes a file wants to be told what is wrong with it, and where: each
refusal is one sentence that names the file, the step and what is allowed.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from exercises.kinds import KINDS
from texts.shown import CONTENT, DEFAULT_LANGUAGE, LANGUAGES
from ui.page import FOLDER

Text = Mapping[str, str]
Table = Mapping[str, Any]

LAST = 99  # where a lesson stands in the menu that does not say it
_FORMULA = re.compile(r"\$[^$]+\$")
_BLANK = re.compile(r"\{([a-z_]\w*)\}")


@dataclass(frozen=True)
class Guess:
    """What is asked before the picture is shown.

    Parameters
    ----------
    ask : mapping of str to str
        The question, by language.
    options : tuple of mapping
        What can be answered.
    right : int
        The right one, counted from 1.
    """

    ask: Text
    options: tuple[Text, ...]
    right: int


@dataclass(frozen=True)
class Step:
    """One step: a picture, a sentence or two, one thing to do.

    Parameters
    ----------
    title, says, do : mapping of str to str
        By language.
    picture : str
        One of `PICTURES`.
    settings : mapping of str to object
        What the file says about the picture.
    guess : Guess or None
        Asked before the picture is shown.
    exercise : str
        A kind of task; empty: none.
    laboratory : str
        The page that shows more; empty: none.
    state : mapping of str to str
        What its address says besides.
    short : bool
        Whether the step belongs to the short look.
    """

    title: Text
    says: Text
    do: Text
    picture: str
    settings: Mapping[str, Any]
    guess: Guess | None
    exercise: str
    laboratory: str
    state: Mapping[str, str]
    short: bool


@dataclass(frozen=True)
class Story:
    """A lesson: its title, and its steps in order."""

    title: Text
    steps: tuple[Step, ...]

    def shown(self, short: bool) -> list[int]:
        """Return which steps are walked through, counted from 1."""
        numbers = range(1, len(self.steps) + 1)
        chosen = [n for n in numbers if self.steps[n - 1].short or not short]
        return chosen or [*numbers]


def _folder() -> Path:
    return CONTENT / "lesson"


def _place(path: Path) -> float:
    """Return where a lesson stands in the menu; a broken one comes last."""
    try:
        place = tomllib.loads(path.read_text(encoding="utf-8")).get("place")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return LAST
    return place if isinstance(place, int) else LAST


def stories() -> list[str]:
    """Return the names of all lessons, in the order of the menu."""
    paths = _folder().glob("*.toml")
    return [p.stem for p in sorted(paths, key=lambda p: (_place(p), p.stem))]


def _refuse(where: str, wants: str, received: object) -> NoReturn:
    raise ValueError(f"{where} {wants} Received: {received}.")


def _keys(
    where: str, said: object, needed: Sequence[str], more: Sequence[str] = ()
) -> Table:
    """Return a table; refuse what it lacks and what nobody knows."""
    if not isinstance(said, dict):
        _refuse(where, "must be a table.", repr(said))
    table: Table = said
    if lacking := [name for name in needed if name not in table]:
        _refuse(where, f"must say {', '.join(lacking)}.", ", ".join(table))
    known = (*needed, *more)
    if unknown := [name for name in table if name not in known]:
        allowed = f"may say {', '.join(known)}."
        _refuse(where, allowed, ", ".join(unknown))
    return table


def _one_of(where: str, name: object, allowed: Iterable[str]) -> str:
    """Return a name that is allowed."""
    known = sorted(allowed)
    if name not in known:
        _refuse(where, f"must be one of {', '.join(known)}.", repr(name))
    return str(name)


def _text(where: str, said: object, blanks: Iterable[str]) -> Text:
    """Return a text in all languages, whose blanks can be filled."""
    table = _keys(where, said, (DEFAULT_LANGUAGE,), [*LANGUAGES])
    for language, written in table.items():
        if not isinstance(written, str) or not written.strip():
            _refuse(f"{where}, {language}", "must be a text.", repr(written))
        for blank in _BLANK.findall(_FORMULA.sub("", written)):
            _one_of(f"{where}, blank", blank, blanks)
    return table


def _guess(where: str, said: object, blanks: Iterable[str]) -> Guess:
    table = _keys(where, said, ("ask", "options", "right"))
    options = table["options"]
    if not isinstance(options, list) or len(options) < 2:
        _refuse(f"{where}, options", "must be two texts or more.", options)
    right, count = table["right"], len(options)
    if type(right) is not int or not 1 <= right <= count:
        _refuse(f"{where}, right", f"must be from 1 to {count}.", right)
    texts = (_text(f"{where}, options", one, blanks) for one in options)
    return Guess(_text(f"{where}, ask", table["ask"], blanks), (*texts,), right)


@dataclass(frozen=True)
class Rules:
    """What a step may name.

    Parameters
    ----------
    pictures : mapping of str to callable
        The pictures; each returns its settings from what a file says, and
        raises ValueError if it cannot be drawn so.
    blanks : sequence of str
        What is filled into texts.
    links : sequence of str
        What is filled into addresses.
    """

    pictures: Mapping[str, Callable[[Table], Table]]
    blanks: Sequence[str]
    links: Sequence[str]


def _state(where: str, said: object, links: Iterable[str]) -> Text:
    """Return what the address of a laboratory says."""
    table = _keys(where, said, (), [*said] if isinstance(said, dict) else ())
    for name, value in table.items():
        if not isinstance(value, str):
            _refuse(f"{where}, {name}", "must be a text.", repr(value))
        for blank in _BLANK.findall(value):
            _one_of(f"{where}, {name}, blank", blank, links)
    return table


def _picture(where: str, said: object, rules: Rules) -> Table:
    """Return what a file says about a picture, its name among it."""
    if not isinstance(said, dict) or "name" not in said:
        _refuse(where, "must be a table with a name.", repr(said))
    rest = {k: v for k, v in said.items() if k != "name"}
    name = _one_of(f"{where}, name", said["name"], rules.pictures)
    try:
        return {"name": name, **rules.pictures[name](rest)}
    except ValueError as error:
        raise ValueError(f"{where} {error}") from None


_MORE = ("guess", "exercise", "laboratory", "state", "short")


def _check_names(where: str, table: Table) -> None:
    """Refuse what a step says beside its texts and its picture."""
    if laboratory := table.get("laboratory", ""):
        pages = [path.parent.name for path in FOLDER.glob("*/page.py")]
        _one_of(f"{where}, laboratory", laboratory, pages)
    if exercise := table.get("exercise", ""):
        _one_of(f"{where}, exercise", exercise, KINDS)
    if not isinstance(table.get("short", False), bool):
        _refuse(f"{where}, short", "must be true or false.", table["short"])


def _step(where: str, said: object, rules: Rules) -> Step:
    table = _keys(where, said, ("title", "says", "do", "picture"), _MORE)
    _check_names(where, table)
    texts = {
        name: _text(f"{where}, {name}", table[name], rules.blanks)
        for name in ("title", "says", "do")
    }
    settings = _picture(f"{where}, picture", table["picture"], rules)
    asked, guess = table.get("guess"), None
    if asked is not None:
        guess = _guess(f"{where}, guess", asked, rules.blanks)
    return Step(
        **texts,
        picture=settings["name"],
        settings=settings,
        guess=guess,
        exercise=table.get("exercise", ""),
        laboratory=table.get("laboratory", ""),
        state=_state(f"{where}, state", table.get("state", {}), rules.links),
        short=table.get("short", False),
    )


def read_story(name: str, rules: Rules) -> Story:
    """Read a lesson; ValueError says in a sentence what is wrong with it."""
    where = f"content/lesson/{name}.toml"
    raw = (_folder() / f"{name}.toml").read_bytes()
    try:
        said = tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{where} is no TOML: {error}.") from None
    table = _keys(where, said, ("title", "step"), ("place",))
    steps = table["step"]
    if not isinstance(steps, list) or not steps:
        _refuse(where, "must have a [[step]].", repr(steps))
    return Story(
        _text(f"{where}, title", table["title"], ()),
        tuple(
            _step(f"{where}, step {number}", step, rules)
            for number, step in enumerate(steps, 1)
        ),
    )
