"""What a lesson's file may say about a picture, and how that is checked."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

Said = Mapping[str, Any]


@dataclass(frozen=True)
class Setting:
    """One thing that a file may say about a picture.

    Parameters
    ----------
    default : object
        What holds if it does not; None: it has to.
    allowed : str
        What it may be, as a phrase.
    is_good : callable
        Tells whether a value is that.
    """

    default: object
    allowed: str
    is_good: Callable[[Any], bool]


def one_of(*names: object) -> Setting:
    """Return a setting that is one of some names; the first is the default."""
    allowed = f"one of {', '.join(map(str, names))}"
    return Setting(names[0], allowed, lambda v: _among(v, names))


def some_of(default: list[str], names: Collection[str]) -> Setting:
    """Return a setting that is a list of some names."""
    allowed = f"a list of some of {', '.join(names)}"
    return Setting(default, allowed, lambda v: _all(v, lambda n: n in names))


def number(default: float, low: float, high: float) -> Setting:
    """Return a setting that is a number between two others."""
    allowed = f"a number from {low:g} to {high:g}"
    return Setting(default, allowed, lambda v: _is_number(v, low, high))


def numbers(default: list[float] | None, low: float, high: float) -> Setting:
    """Return a setting that is a list of numbers between two others."""
    allowed = f"a list of numbers from {low:g} to {high:g}"
    return Setting(
        default, allowed, lambda v: _all(v, lambda x: _is_number(x, low, high))
    )


def words() -> Setting:
    """Return a setting that is a list of words, which has to be there."""
    allowed = "a list of words"
    return Setting(None, allowed, lambda v: _all(v, lambda w: type(w) is str))


def rows() -> Setting:
    """Return a setting that is a list of rows of numbers, of one length."""
    return Setting(None, "a list of rows of numbers", _are_rows)


def _among(value: object, names: Collection[object]) -> bool:
    """Tell whether a value is one of some, and of its type: 1 is no True."""
    return any(type(value) is type(n) and value == n for n in names)


def _all(value: object, is_good: Callable[[Any], bool]) -> bool:
    """Tell whether a value is a list, not empty, of good ones."""
    if not isinstance(value, list) or not value:
        return False
    return all(is_good(one) for one in value)


def _is_number(value: object, low: float, high: float) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return low <= value <= high  # so NaN is refused, too


def _is_row(value: object) -> bool:
    return _all(value, lambda x: _is_number(x, -1e6, 1e6))


def _are_rows(value: Any) -> bool:  # noqa: ANN401
    return _all(value, _is_row) and len({len(row) for row in value}) == 1


def checked(known: Mapping[str, Setting], said: Said) -> Said:
    """Return all settings of a picture; ValueError says what is wrong."""
    if unknown := [name for name in said if name not in known]:
        names = ", ".join(known) or "nothing but its name"
        raise ValueError(f"may say {names}. Received: {', '.join(unknown)}.")
    found = {n: said.get(n, setting.default) for n, setting in known.items()}
    for name, setting in known.items():
        if not setting.is_good(found[name]):
            message = f"must say {name}, {setting.allowed}."
            raise ValueError(f"{message} Received: {found[name]!r}.")
    return found
