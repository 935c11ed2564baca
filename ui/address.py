"""The state of a page in its address, so that a link opens the same picture.

Widgets with translated labels cannot be bound to the address by Streamlit: it
would carry the label, and the link would break in the other language. So
choices, numbers, switches and positions go through `follow`, with values that
belong to no language. Texts are bound by Streamlit itself (see ui/inputs.py),
which replaces the address while one types and adds no step to the browser's
history; a choice adds one, and Back undoes it.

`follow` runs before the widgets. On arrival (a link, Back) the widgets get
the values of the address; from then on the address gets theirs. A value that
is none is answered by a sentence and the default.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui.texts import plain, text

_MEMORY = "_address"


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

    def write(self, value: object) -> str:
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

    def write(self, value: object) -> str:
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

    def write(self, value: object) -> str:
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

    def write(self, value: object) -> str:
        """Return the value as the address shows it."""
        return str(value)

    def allowed(self) -> str:
        """Return what is allowed, as a phrase."""
        return text("common", "allowed_positions")


Field = Choice | Number | Switch | Position


def _arrive(fields: Mapping[str, Field], received: Mapping[str, str]) -> None:
    """Give the widgets what the address says; note what makes no sense."""
    bad = st.session_state[_MEMORY]["bad"]
    bad.clear()
    for key, entry in fields.items():
        value: Any = entry.default
        if key in received:
            try:
                value = entry.read(received[key])
            except ValueError:
                bad[key] = received[key]
        st.session_state[key] = value


def _written(fields: Mapping[str, Field]) -> dict[str, str]:
    """Return the address that the widgets stand for; defaults are left out."""
    state = {key: st.session_state.get(key) for key in fields}
    return {
        key: entry.write(state[key])
        for key, entry in fields.items()
        if state[key] is not None and state[key] != entry.default
    }


def _kept(fields: Mapping[str, Field]) -> dict[str, str]:
    """Return what was chosen on another page, as far as it exists here.

    Another page's default, which may not be ours, was chosen by nobody. What
    another page keeps under the same name as another kind of field is not
    ours either.
    """
    kept, declared = {}, st.session_state[_MEMORY]["declared"]
    same = {
        key: entry
        for key, entry in fields.items()
        if type(declared.get(key, entry)) is type(entry)
    }
    for key, raw in _written(same).items():
        if key in declared and st.session_state[key] == declared[key].default:
            continue
        with suppress(ValueError):  # nobody has typed it: no complaint
            fields[key].read(raw)
            kept[key] = raw
    return kept


def _received(fields: Mapping[str, Field]) -> dict[str, str]:
    """Return what the address says about the fields."""
    said = st.query_params.to_dict()
    return {key: said[key] for key in fields if key in said}


def _send(fields: Mapping[str, Field], written: Mapping[str, str]) -> None:
    """Bring the address up to date, if it is not."""
    received = _received(fields)
    for key in received.keys() - written.keys():
        del st.query_params[key]
    if changed := written.items() - received.items():
        st.query_params.update(dict(sorted(changed)))


def _restore_positions(fields: Mapping[str, Field]) -> None:
    """Turn labels such as "6 · cat" back into positions.

    When the words change, the browser still sends the label that a menu of
    words had before; Streamlit finds no option of that name and hands the
    label on.
    """
    for key, entry in fields.items():
        label = st.session_state.get(key)
        if isinstance(entry, Position) and isinstance(label, str):
            first = label.split(" ", 1)[0]
            st.session_state[key] = int(first) if first.isdecimal() else None


def _is_history_navigation() -> bool:
    """Tell whether this run comes from the browser's Back or Forward."""
    return bool(getattr(get_script_run_ctx(), "is_history_navigation", False))


def follow(page: str, fields: Mapping[str, Field]) -> None:
    """Bring the widgets' values and the address together.

    Parameters
    ----------
    page : str
        Name of the page that runs.
    fields : mapping of str to Field
        Keys of the widgets, which are also the names in the address.
    """
    memory = st.session_state.setdefault(
        _MEMORY, {"bad": {}, "entered": {}, "declared": {}}
    )
    _restore_positions(fields)
    received = _received(fields)
    if _is_history_navigation():
        # The menu leaves an address without choices behind, before ours.
        received = received or memory["entered"].get(page, {})
        _arrive(fields, received)
    elif memory.get("page") != page:
        kept = _kept(fields)
        memory["entered"][page] = kept
        _arrive(fields, kept | received)
    _forget_corrected(fields)
    _send(fields, _written(fields))
    memory["page"] = page
    memory["declared"] |= fields


def _forget_corrected(fields: Mapping[str, Field]) -> None:
    """Drop the note on a bad value as soon as another one is chosen."""
    bad = st.session_state[_MEMORY]["bad"]
    for key in bad.keys() & fields.keys():
        if st.session_state[key] != fields[key].default:
            del bad[key]


def complaints(fields: Mapping[str, Field]) -> list[str]:
    """Say which values of the address make no sense.

    Parameters
    ----------
    fields : mapping of str to Field
        As given to `follow`.

    Returns
    -------
    list of str
        Sentences in Markdown.
    """
    bad = st.session_state.get(_MEMORY, {}).get("bad", {})
    return [
        text(
            "common",
            "bad_address",
            name=plain(key),
            value=plain(bad[key][:40]),
            allowed=entry.allowed(),
        )
        for key, entry in fields.items()
        if key in bad
    ]
