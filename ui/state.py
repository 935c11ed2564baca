"""What a lesson keeps for a visitor, and how it stands in the address.

Each field belongs to one lesson: its widget has the key `lesson.field`, so
that two lessons may use one word for two things. What means the same in every
lesson is declared once, in `SHARED`, under a plain key, and follows the
visitor from page to page. In the address all fields have short names, for
only one lesson is shown at a time.

`Lesson.follow` runs before the widgets. On arrival (a link, the menu, Back)
the widgets get the values of the address; from then on the address gets
theirs, so that a link always opens the picture that is on the screen. What
cannot be read is answered by a sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pairs.languages import DEFAULT_PAIR, PAIRS, TRAININGS
from pairs.models import SCORE_NAMES, pairs_with
from texts.shown import LANGUAGES, plain, preferred_language, text
from ui.fields import Choice, Field, Number, Position, Text, can_hold

SHARED: dict[str, Field] = {
    "language": Choice(tuple(LANGUAGES), "en"),
    "source": Text(),
    "target": Text(),
    "score": Choice(SCORE_NAMES, "scaled_dot"),
    "query": Choice(("y", "s"), "y"),
    "temperature": Number(0, 5, 0.05, 1),
    "pair": Choice(tuple(PAIRS), DEFAULT_PAIR),
    "model": Choice(TRAININGS, "guided"),
    "screen": Choice(("page", "projector"), "page"),
}

_MEMORY = "_state"
_FOREIGN = ("utm_", "fbclid", "gclid")  # what others hang onto a link


@dataclass
class _Memory:
    """What is remembered of one visitor, besides the values themselves.

    Parameters
    ----------
    lesson : str
        The one shown last.
    chosen : dict
        What the visitor chose of what lessons share.
    drawn : dict
        What the widgets of all fields held when they were drawn last, by
        their keys: Streamlit forgets a widget that is not drawn.
    bad : dict of str to str
        What the address said and no field could read.
    unknown : list of str
        Names in the address that the lesson does not know.
    """

    lesson: str = ""
    chosen: dict[str, Any] = field(default_factory=dict)
    drawn: dict[str, Any] = field(default_factory=dict)
    bad: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


def _memory() -> _Memory:
    memory: _Memory = st.session_state.setdefault(_MEMORY, _Memory())
    return memory


def _is_history_navigation() -> bool:
    """Tell whether this run comes from the browser's Back or Forward."""
    return bool(getattr(get_script_run_ctx(), "is_history_navigation", False))


@dataclass(frozen=True)
class Lesson:
    """The fields of one lesson.

    Parameters
    ----------
    name : str
        Of its folder, its texts and its address.
    own : mapping of str to Field
        What no other lesson knows.
    shared : sequence of str
        Which of `SHARED` it uses; the language always.
    defaults : mapping of str to object
        What fields hold here at first, where that is not what they declare;
        of what depends on the pair of languages, a function of its name.
    needs : sequence of str
        The models it shows; a pair without one of them is not offered here.
    """

    name: str
    own: Mapping[str, Field]
    shared: Sequence[str] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)
    needs: Sequence[str] = ("recurrent",)

    def __post_init__(self) -> None:
        """Refuse names with two meanings."""
        for name in self.own:
            if name in SHARED:
                raise ValueError(
                    f"{self.name}: own fields must not be named as shared "
                    f"ones ({', '.join(SHARED)}). Received: {name}."
                )
        for name in (*self.shared, *self.defaults):
            if name not in {*SHARED, *self.own}:
                raise ValueError(
                    f"{self.name}: shared fields must be among "
                    f"{', '.join(SHARED)}. Received: {name}."
                )

    def __iter__(self) -> Iterator[str]:
        """Give the names of all fields; others depend on the pair."""
        names = (*self.own, *self.shared, "language", "screen")
        yield from sorted(names, key=lambda name: name != "pair")

    def field(self, name: str) -> Field:
        """Return how a field stands in the address."""
        if name == "pair":
            return Choice(pairs_with(self.needs), DEFAULT_PAIR)
        return self.own[name] if name in self.own else SHARED[name]

    def key(self, name: str) -> str:
        """Return the key of a field's widget; other widgets have one too."""
        return name if name in SHARED else f"{self.name}.{name}"

    def default(self, name: str) -> Any:  # noqa: ANN401
        """Return what a field holds before anybody has chosen."""
        if name == "language":
            return preferred_language()
        pair = st.session_state.get("pair", DEFAULT_PAIR)
        return self.default_of(name, pair if "pair" in self else DEFAULT_PAIR)

    def default_of(self, name: str, pair: str) -> Any:  # noqa: ANN401
        """Return what a field holds at first in a pair of languages."""
        value = self.defaults.get(name, self.field(name).default)
        return value(pair) if callable(value) else value

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401
        """Return what a field holds."""
        return st.session_state[self.key(name)]

    def __setitem__(self, name: str, value: object) -> None:
        """Set a field, before its widget is drawn, and the address."""
        st.session_state[self.key(name)] = value
        if name in self.own:  # there may be no widget that would report it
            _memory().drawn[self.key(name)] = value
        self._send()

    def put(self, **values: object) -> None:
        """Set fields, in a callback: the next run brings the address."""
        for name, value in values.items():
            st.session_state[self.key(name)] = value

    def follow(self) -> None:
        """Bring the widgets' values and the address together."""
        memory = _memory()
        is_history = _is_history_navigation()
        self._restore_positions()
        self._forget_impossible(memory)
        if is_history or memory.lesson != self.name:
            self._arrive(memory, is_history)
        else:
            self._notice_choices(memory)
        self._forget_corrected(memory)
        self._send()
        memory.drawn |= {self.key(name): self[name] for name in self}
        memory.lesson = self.name

    def complaints(self) -> list[str]:
        """Say which parts of the address make no sense, in Markdown."""
        memory = _memory()
        said = [
            text(
                "common",
                "bad_address",
                name=plain(name),
                value=plain(raw[:40]),
                allowed=self.field(name).allowed(),
            )
            for name, raw in memory.bad.items()
            if name in self
        ]
        if memory.unknown:
            names = ", ".join(plain(name[:40]) for name in memory.unknown[:5])
            known = ", ".join(self)
            blanks = {"names": names, "known": known}
            said.append(text("common", "unknown_address", **blanks))
        return said

    def _arrive(self, memory: _Memory, is_history: bool) -> None:
        """Give the widgets what the address says, or what was kept."""
        said = st.query_params.to_dict()
        memory.bad = {}
        memory.unknown = [
            name
            for name in said
            if name not in self and not name.startswith(_FOREIGN)
        ]
        for name in self:
            if name in said:
                value = self._read(name, said[name], memory)
            elif is_history:  # an address that does not say it: the default
                memory.chosen.pop(name, None)
                value = self.default(name)
            else:
                value = self._kept(name, memory)
            st.session_state[self.key(name)] = value

    def _read(self, name: str, raw: str, memory: _Memory) -> object:
        """Return what the address says about a field, or its default."""
        try:
            value = self.field(name).read(raw)
        except ValueError:
            memory.bad[name] = raw
            return self.default(name)
        if name in SHARED:
            memory.chosen[name] = value
        return value

    def _kept(self, name: str, memory: _Memory) -> object:
        """Return what the visitor has chosen of a field, or its default.

        Another lesson's default, which may not be ours, was chosen by nobody;
        nor was the default of another pair of languages.
        """
        kept = memory.chosen if name in SHARED else memory.drawn
        value = kept.get(self.key(name), self.default(name))
        has_texts = callable(self.defaults.get(name)) and isinstance(value, str)
        nobodys = [self.default_of(name, p) for p in PAIRS if has_texts]
        if value in nobodys or not can_hold(self.field(name), value):
            return self.default(name)
        return value

    def _notice_choices(self, memory: _Memory) -> None:
        """Remember what has been chosen of what lessons share."""
        memory.unknown = []
        for name in self:
            key = self.key(name)
            if name in SHARED and self[name] != memory.drawn[key]:
                memory.chosen[name] = self[name]

    def _forget_impossible(self, memory: _Memory) -> None:
        """Put back what no widget of ours could have sent."""
        for name in self:
            key = self.key(name)
            if key not in st.session_state:
                continue
            if not can_hold(self.field(name), st.session_state[key]):
                kept = memory.drawn.get(key, self.default(name))
                st.session_state[key] = kept

    def _restore_positions(self) -> None:
        """Turn labels such as "6 · cat" back into positions.

        When the words change, the browser still sends the label that a menu
        of words had before; Streamlit finds no option of that name and hands
        the label on.
        """
        for name, entry in self.own.items():
            label = st.session_state.get(self.key(name))
            if isinstance(entry, Position) and isinstance(label, str):
                first = label.split(" ", 1)[0]
                can_be = first.isascii() and first.isdecimal()
                place = int(first) if can_be and len(first) < 5 else None
                st.session_state[self.key(name)] = place

    def _forget_corrected(self, memory: _Memory) -> None:
        """Drop the note on a bad value as soon as another one is chosen."""
        for name in [*memory.bad]:
            if name in self and self[name] != self.default(name):
                del memory.bad[name]

    def written(self) -> dict[str, str]:
        """Return the address that the fields stand for, without defaults."""
        said = {}
        for name in self:
            write, value = self.field(name).write, self[name]
            # Compared as written: a widget may give a list for a tuple.
            if value is not None and write(value) != write(self.default(name)):
                said[name] = write(value)
        return said

    def _send(self) -> None:
        """Bring the address up to date, if it is not."""
        written, said = self.written(), st.query_params.to_dict()
        kept = {n: v for n, v in said.items() if n.startswith(_FOREIGN)}
        if said == kept | written:
            return
        if kept | written:
            st.query_params.from_dict(dict(sorted((kept | written).items())))
        else:
            st.query_params.clear()
