"""Filling the blanks of a sentence pattern."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from training import inflection
from training.lexicon import (
    Entry,
    Lexicon,
    UnfilledError,
    pick,
    translation,
)
from training.phrases import (
    CASES,
    FLAGS,
    Adjective,
    Fixed,
    NounPhrase,
    Phrase,
    Place,
    Token,
    Verb,
    adjective,
    noun_phrase,
    tokens,
)
from training.shapes import BLANK, SLOT, Shape

HELPERS = {  # after I, after he, after they
    "am": ("am", "is", "are"),
    "was": ("was", "was", "were"),
    "do": ("do", "does", "do"),
    "has": ("have", "has", "have"),
    "will": ("will", "will", "will"),
    "isn't": ("am not", "isn't", "aren't"),
    "wasn't": ("wasn't", "wasn't", "weren't"),
    "own": ("have", "has", "have"),
    "go": ("go", "goes", "go"),
    "don't": ("don't", "doesn't", "don't"),
    "hasn't": ("haven't", "hasn't", "haven't"),
}
CLIPPING = {"am", "has", "will"}
YEARS = {
    "three": "三",
    "five": "五",
    "six": "六",
    "ten": "十",
    "twenty": "二十",
}
CLIPPED = {
    "am": "'m",
    "is": "'s",
    "are": "'re",
    "will": "'ll",
    "have": "'ve",
    "has": "'s",
}
OPTIONAL = 0.3  # how often a blank that may stay empty is filled
UNCLIPPED = 0.25
PRONOUNS_OF = {False: ["that"], True: ["that", "who"]}
FORBIDDEN = {  # facts of a verb that do not go with a use of it
    "ing": {"state", "result", "noing"},
    "le": {"state", "plain"},
    "action": {"state"},
    "nonresult": {"result"},
    "will": {"state", "result"},
}


def _order(name: str) -> tuple[int, str]:
    """Verbs first, then noun phrases, then what depends on these."""
    place = "vsroxpy".find(name[0])
    return (place if place >= 0 else 99, name)


def _echo(word: Token) -> Token:
    """The same word said again links to where it is said again."""
    return replace(word, tags=frozenset(f"{tag}.again" for tag in word.tags))


class Filling:
    """One random filling of one shape."""

    def __init__(
        self,
        lexicon: Lexicon,
        rng: random.Random,
        shape: Shape,
        patterns: Sequence[Shape],
        *,
        inside: bool = False,
    ) -> None:
        self.lexicon, self.rng, self.patterns = lexicon, rng, patterns
        self.shape = shape
        self.slots: dict[str, Phrase] = {}
        self.inside = inside
        self.english_pattern, self.chinese_pattern = shape.draw(rng)
        self.absent: set[str] = set()
        self._fill()

    def english(self) -> list[Token]:
        """The English words with their tags."""
        time = self.rng.choices(["^", "$"], [1, 3])[0]
        return self._say(self.english_pattern, "english", time)

    def chinese(self) -> list[Token]:
        """The Chinese words with their tags."""
        time = self.rng.choice(["^", "$"])
        if any(getattr(s, "quantified", False) for s in self.slots.values()):
            time = "^"
        return self._say(self.chinese_pattern, "chinese", time)

    def _fill(self) -> None:
        blanks = [
            *BLANK.finditer(f"{self.english_pattern} {self.chinese_pattern}")
        ]
        named = {m[2] for m in blanks} | {m[3] for m in blanks if m[3]}
        names = {n for n in named if SLOT.fullmatch(n)}
        optional = {m[2] for m in blanks if m[1] or m[4]}
        self.absent = {n for n in sorted(optional) if self._skips(n)}
        self.absent |= {n for n in optional if not self._in_both(n)}
        for name in sorted(names - self.absent, key=_order):
            self.slots[name] = self._slot(name)

    def _in_both(self, name: str) -> bool:
        return all(
            any(m[2] == name for m in BLANK.finditer(pattern))
            for pattern in (self.english_pattern, self.chinese_pattern)
        )

    def _skips(self, name: str) -> bool:
        """A blank that may stay empty; inside a clause no time is said."""
        return self.rng.random() > OPTIONAL or (self.inside and name[0] == "t")

    def _slot(self, name: str) -> Phrase:
        fill = {
            "v": self._verb,
            "a": self._adjective,
            "l": self._place,
            "t": self._time,
            "d": self._adverb,
            "c": self._clause,
            "n": self._number,
        }.get(name[0], self._noun_phrase)
        return fill(name, self.shape.slots.get(name, "").split())

    def _verb(self, name: str, wanted: list[str]) -> Phrase:
        index = name[1:]
        pattern = self.english_pattern + self.chinese_pattern
        has_object = re.search(rf"\{{o{index}[:}}?]", pattern) is not None
        two = has_object and "intransitive" not in wanted
        drawn = self.slots.values()
        entry = pick(
            self.rng,
            (v for v in self.lexicon.verbs if suits(v, wanted, two=two)),
        )
        if any(isinstance(s, Verb) and s.entry == entry for s in drawn):
            raise UnfilledError("the same verb is drawn twice")
        return Verb(name, entry, translation(self.rng, entry))

    def _adjective(self, name: str, wanted: list[str]) -> Phrase:
        about = [w.removeprefix("of:") for w in wanted if w[:3] == "of:"]
        flags = [w for w in wanted if w[:3] != "of:"]
        kinds: list[frozenset[str]] = [
            getattr(self.slots[n], "classes", frozenset()) for n in about
        ]
        fitting = [
            entry
            for entry in self.lexicon.adjectives
            if all(kind & {*entry.facts["of"]} for kind in kinds)
            and ("than" in flags or not entry.has("compared"))
            and all(_holds(entry, flag) for flag in flags)
            and entry.english not in self._adjectives()
        ]
        return adjective(self.rng, name, fitting)

    def _adjectives(self) -> set[str]:
        """Adjectives that were drawn for other blanks (big and big)."""
        drawn = self.slots.values()
        return {s.entry.english for s in drawn if isinstance(s, Adjective)}

    def _time(self, name: str, wanted: list[str]) -> Phrase:
        return self._fixed(name, wanted, self.lexicon.times)

    def _adverb(self, name: str, wanted: list[str]) -> Phrase:
        return self._fixed(name, wanted, self.lexicon.adverbs)

    def _fixed(
        self, name: str, wanted: list[str], entries: Sequence[Entry]
    ) -> Phrase:
        fitting = (e for e in entries if {e.kind, e.english} & {*wanted})
        entry = pick(self.rng, fitting)
        return Fixed(name, entry, self.rng.choice(entry.chinese))

    def _number(self, name: str, wanted: list[str]) -> Phrase:
        english = self.rng.choice(wanted or [*YEARS])
        entry = Entry(english, (YEARS[english],), "number")
        return Fixed(name, entry, YEARS[english])

    def _place(self, name: str, wanted: list[str]) -> Phrase:
        kinds = {"thing": ["thing"], "goal": ["any", "school"]}
        allowed = kinds.get(" ".join(wanted), ["any", "school", "home"])
        fitting = (p for p in self.lexicon.places if p.kind in allowed)
        return Place(name, pick(self.rng, fitting))

    def _noun_phrase(self, name: str, wanted: list[str]) -> Phrase:
        if not {*wanted} - {*FLAGS}:
            wanted = [*wanted, *self._classes(name)]
        if f"of:{name}" in " ".join(self.shape.slots.values()).split():
            wanted = [*wanted, "unadorned"]
        found = noun_phrase(self.lexicon, self.rng, name, wanted)
        if self._repeats(found):
            raise UnfilledError("the same noun is drawn twice")
        return found

    def _classes(self, name: str) -> Sequence[str]:
        """What the verb says about its subject or object."""
        role = {"s": "subject", "o": "object"}.get(name[0], "")
        verb = self.slots.get("v" + name[1:])
        if not isinstance(verb, Verb):
            return ["animate"]
        return [*verb.entry.facts.get(role, ["animate"])]

    def _repeats(self, found: NounPhrase) -> bool:
        """The same name, noun or pronoun in two blanks (Tom sees Tom)."""
        others = [s for s in self.slots.values() if isinstance(s, NounPhrase)]
        return any(other.nouns() & found.nouns() for other in others)

    def _clause(self, name: str, wanted: list[str]) -> Phrase:
        found = [p for p in self.patterns if {*p.clause} & {*wanted}]
        if not found:
            raise UnfilledError("no clause of this tense")
        shape = self.rng.choices(found, [p.weight for p in found])[0]
        filling = Filling(
            self.lexicon, self.rng, shape, self.patterns, inside=True
        )
        return clause(name, filling.english(), filling.chinese())

    def _say(self, pattern: str, side: str, time: str) -> list[Token]:
        said: list[Token] = []
        heard: set[tuple[str, bool]] = set()
        for item in pattern.split():
            choice, *tags = item.split("~")
            choice = self.rng.choice(choice.split("|"))
            match = BLANK.fullmatch(choice)
            if not match:
                new = tokens(choice.replace("_", " "))
            elif SLOT.fullmatch(match[2]):
                new = self._blank(match, side, time, heard)
            else:
                new = self._helper(match[2], match[3], said)
            said += [replace(t, tags=t.tags | {*tags}) for t in new]
        return said

    def _blank(
        self,
        match: re.Match[str],
        side: str,
        time: str,
        heard: set[tuple[str, bool]],
    ) -> list[Token]:
        front, name, form, end = match.groups()
        elsewhere = (front and time != "^") or (end == "$" and time != "$")
        if name in self.absent or elsewhere:
            return []
        key = (name, form in CASES)
        words = self._words(name, form or "", side)
        if form == "measure":
            return words
        if key in heard:
            return [_echo(word) for word in words]
        heard.add(key)
        return words

    def _words(self, name: str, form: str, side: str) -> list[Token]:
        slot = self.slots[name]
        if isinstance(slot, Verb) and SLOT.fullmatch(form):
            form = "third" if agreement(self.slots[form]) == 1 else "base"
        if isinstance(slot, NounPhrase) and not form:
            form = "subject" if name[0] == "s" else "object"
        return slot.english(form) if side == "english" else slot.chinese(form)

    def _helper(self, name: str, about: str, said: list[Token]) -> list[Token]:
        slot = self.slots[about]
        if name == "rel":
            people = "person" in getattr(slot, "classes", ())
            return tokens(self.rng.choice(PRONOUNS_OF[people]))
        forms = HELPERS.get(name, (name, inflection.add_s(name), name))
        text = forms[agreement(slot)]
        if name in CLIPPING and self._clips(about, said):
            before = said.pop()
            return [Token(before.text + CLIPPED[text], before.tags)]
        after = bool(said) and about in said[-1].tags
        if text[-3:] == "n't" and after and self.rng.random() < UNCLIPPED:
            text = text.removesuffix("n't") + " not"
        return tokens(text)

    def _clips(self, about: str, said: list[Token]) -> bool:
        """Whether I am is said as I'm."""
        slot = self.slots[about]
        pronoun = isinstance(slot, NounPhrase) and slot.is_pronoun
        near = bool(said) and about in said[-1].tags
        return pronoun and near and self.rng.random() < UNCLIPPED


@dataclass(frozen=True)
class Clause:
    """A whole filled pattern inside another."""

    name: str
    words: tuple[list[Token], list[Token]]

    def english(self, form: str) -> list[Token]:  # noqa: ARG002
        """The words as they are."""
        return self.words[0]

    def chinese(self, form: str) -> list[Token]:  # noqa: ARG002
        """The words as they are."""
        return self.words[1]


def clause(name: str, english: list[Token], chinese: list[Token]) -> "Clause":
    """A clause whose tags are its own."""

    def own(words: list[Token]) -> list[Token]:
        return [
            replace(w, tags=frozenset(f"{name}.{tag}" for tag in w.tags))
            for w in words
        ]

    return Clause(name, (own(english), own(chinese)))


def suits(verb: Entry, wanted: list[str], *, two: bool) -> bool:
    """Whether a verb fits a description (ing, le, =buy|wait_for)."""
    named = [w[1:].split("|") for w in wanted if w[0] == "="]
    if named:
        return verb.english.replace(" ", "_") in named[0]
    if verb.has("two") or two != ("object" in verb.facts):
        return False
    flags = [w for w in wanted if w not in {"transitive", "intransitive"}]
    return all(_verb_may(verb, flag) for flag in flags)


def _verb_may(verb: Entry, flag: str) -> bool:
    if flag in FORBIDDEN:
        return not any(map(verb.has, FORBIDDEN[flag]))
    if flag == "person":
        return bool({*verb.facts["subject"]} & {"person", "animate"})
    return verb.has(flag)


def _holds(entry: Entry, flag: str) -> bool:
    if flag == "than":
        return entry.has("degree")
    return (
        "predicate" in entry.facts if flag == "predicate" else entry.has(flag)
    )


def agreement(slot: Phrase) -> int:
    """0 after I, 1 after he, 2 after they."""
    pronoun = getattr(slot, "pronoun", "he")
    third = pronoun in {"he", "she", "it"}
    return 0 if pronoun == "I" else 1 if third else 2
