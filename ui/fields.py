"""The kinds of fields that a lesson can keep: how each stands in an address.

An address carries values that belong to no language: a widget bound to it by
Streamlit would write its translated label, and the link would break in the
other language.
"""

from dataclasses import dataclass
from typing import Any, Protocol

from texts.shown import text


class Field(Protocol):
    """What one kind of field can do."""

    @property
    def default(self) -> Any:  # noqa: ANN401  (each kind has its own)
        """What it holds before anybody has chosen."""

    def read(self, raw: str) -> Any:  # noqa: ANN401
        """Return the value; ValueError if it is none."""

    def write(self, value: Any) -> str:  # noqa: ANN401
        """Return the value as the address shows it."""

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""


@dataclass(frozen=True)
class Choice:
    """One of several names.

    Parameters
    ----------
    options : tuple of str
        The names.
    default : str
        One of them.
    """

    options: tuple[str, ...]
    default: str

    def read(self, raw: str) -> str:
        """Return the value; ValueError if it is none."""
        if raw not in self.options:
            raise ValueError
        return raw

    def write(self, value: Any) -> str:  # noqa: ANN401
        """Return the value as the address shows it."""
        return str(value)

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        return text("common", "allowed_names", names=", ".join(self.options))


@dataclass(frozen=True)
class Number:
    """A number between two others, in steps.

    Parameters
    ----------
    low, high : float
        Smallest and largest.
    step : float
        What lies between is rounded to a multiple of it.
    default : float
        One of them.
    """

    low: float
    high: float
    step: float
    default: float

    def read(self, raw: str) -> float:
        """Return the value; ValueError if it is none."""
        value = float(raw)
        if not self.low <= value <= self.high:  # so NaN is refused too
            raise ValueError
        return round(round(value / self.step) * self.step, 10)

    def write(self, value: Any) -> str:  # noqa: ANN401
        """Return the value as the address shows it."""
        return f"{value:g}"

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        blanks = {"low": f"{self.low:g}", "high": f"{self.high:g}"}
        return text("common", "allowed_numbers", **blanks)


@dataclass(frozen=True)
class Whole(Number):
    """A whole number between two others."""

    def read(self, raw: str) -> int:
        """Return the value; ValueError if it is none."""
        return round(super().read(raw))


@dataclass(frozen=True)
class Switch:
    """On or off; off is the default."""

    default: bool = False

    def read(self, raw: str) -> bool:
        """Return the value; ValueError if it is none."""
        return bool(("off", "on").index(raw))

    def write(self, value: Any) -> str:  # noqa: ANN401
        """Return the value as the address shows it."""
        return "on" if value else "off"

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        return text("common", "allowed_names", names="on, off")


@dataclass(frozen=True)
class Position:
    """A place in a sentence, counted from 1; None is "choose for me"."""

    default: None = None

    def read(self, raw: str) -> int:
        """Return the value; ValueError if it is none."""
        if not (raw.isascii() and raw.isdigit() and 0 < int(raw) < 10_000):
            raise ValueError
        return int(raw)

    def write(self, value: Any) -> str:  # noqa: ANN401
        """Return the value as the address shows it."""
        return str(value)

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        return text("common", "allowed_positions")


@dataclass(frozen=True)
class Text:
    """What somebody types; everything is allowed.

    Parameters
    ----------
    default : str
        What stands in the box at first.
    """

    default: str = ""

    def read(self, raw: str) -> str:
        """Return the value."""
        return raw

    def write(self, value: Any) -> str:  # noqa: ANN401
        """Return the value as the address shows it."""
        return str(value)

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        return text("common", "allowed_text")


def can_hold(field: Field, value: object) -> bool:
    """Tell whether a field can hold a value: then its address can be read."""
    if value is None:
        return field.default is None
    try:
        read = field.read(field.write(value))
    except (TypeError, ValueError):
        return False
    return isinstance(read, type(value)) or isinstance(
        value, list | int | float
    )
