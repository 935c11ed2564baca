"""Blanks of a sentence pattern, filled in both languages at once.

Words that translate each other carry the same tag; a link is a shared tag.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from training import inflection
from training.lexicon import (
    Entry,
    Lexicon,
    UnfilledError,
    pick,
    translation,
)


@dataclass(frozen=True)
class Token:
    """A word; a weak one leans on the word before it (只, 里)."""

    text: str
    tags: frozenset[str] = frozenset()
    weak: bool = False


class Phrase(Protocol):
    """What a blank is filled with."""

    def english(self, form: str) -> list[Token]:
        """The English words in some form."""

    def chinese(self, form: str) -> list[Token]:
        """The Chinese words in some form."""


def tokens(text: str, *tags: str, weak: bool = False) -> list[Token]:
    """The words of a text, each with the same tags."""
    return [Token(word, frozenset(tags), weak) for word in text.split()]


# subject, object, possessive, own, Chinese
PRONOUNS = {
    "I": ("I", "me", "my", "mine", "我"),
    "you": ("you", "you", "your", "yours", "你"),
    "he": ("he", "him", "his", "his", "他"),
    "she": ("she", "her", "her", "hers", "她"),
    "it": ("it", "it", "its", "its", "它"),
    "we": ("we", "us", "our", "ours", "我们"),
    "you all": ("you", "you", "your", "yours", "你们"),
    "they": ("they", "them", "their", "theirs", "他们"),
    "they (she)": ("they", "them", "their", "theirs", "她们"),
    "they (it)": ("they", "them", "their", "theirs", "它们"),
}
CASES = {"he": 0, "him": 1, "his": 2, "own": 3}


@dataclass(frozen=True)
class NounPhrase:
    """A noun phrase with what agreement and pronouns need."""

    name: str
    words: tuple[list[Token], list[Token]]
    pronoun: str
    classes: frozenset[str]
    is_pronoun: bool = False
    quantified: bool = False
    measure: str = "个"

    def english(self, form: str) -> list[Token]:
        """Forms: subject, object, 's, whose, he, him, his, own, kind."""
        if form in CASES:
            return tokens(
                PRONOUNS[self.pronoun][CASES[form]], f"{self.name}.he"
            )
        if self.is_pronoun:
            case = {"subject": 0, "'s": 2, "whose": 3}.get(form, 1)
            return tokens(PRONOUNS[self.pronoun][case], self.name)
        words = list(self.words[0])
        if form == "kind":
            return self._kind(words)
        if form in {"'s", "whose"}:
            last = words[-1]
            words[-1] = replace(last, text=inflection.possessive(last.text))
        return words

    def chinese(self, form: str) -> list[Token]:
        """The same forms and measure; possessive 的 stands in the pattern."""
        if form == "kind":
            return self._kind(self.words[1])
        if form == "measure":
            return [Token(self.measure, frozenset(), weak=True)]
        if form in CASES:
            return tokens(PRONOUNS[self.pronoun][4], f"{self.name}.he")
        whole = self.quantified and form == "subject"
        extra = tokens("都", f"{self.name}.d") if whole else []
        return self.words[1] + extra

    def nouns(self) -> set[str]:
        """The Chinese of noun and owner; I and we, and both you, are one."""
        if self.is_pronoun:
            return {PRONOUNS[self.pronoun][4].removesuffix("们")}
        wanted = {self.name, f"{self.name}.p"}
        found = {word.text for word in self.words[1] if word.tags & wanted}
        return found - {"的", "们"} - {p[4] for p in PRONOUNS.values()}

    def _kind(self, words: list[Token]) -> list[Token]:
        """The noun and its adjective without determiner and owner."""
        wanted = {self.name, f"{self.name}.a"}
        return [w for w in words if w.tags & wanted and w.text != "们"]


@dataclass(frozen=True)
class Verb:
    """A verb, its translation already chosen."""

    name: str
    entry: Entry
    translation: str

    def english(self, form: str) -> list[Token]:
        """Forms: base, third, past, part, ing."""
        first, *rest = self.entry.english.split()
        known = self.entry.facts.get
        forms: dict[str, str] = {
            "base": first,
            "third": known("third", inflection.add_s(first)),
            "past": known("past", inflection.add_ed(first)),
            "part": known("part", inflection.add_ed(first)),
            "ing": known("ing", inflection.add_ing(first)),
        }
        return tokens(" ".join([forms[form or "base"], *rest]), self.name)

    def chinese(self, form: str) -> list[Token]:
        """Forms: bare, or with the verb's own particle (拿 着)."""
        particle = self.entry.facts.get("particle", "")
        words = tokens(self.translation, self.name)
        if particle and form != "bare":
            words += [Token(particle, frozenset([self.name]))]
        return words


@dataclass(frozen=True)
class Adjective:
    """An adjective, before a noun or as a predicate."""

    name: str
    entry: Entry
    attribute: str

    def english(self, form: str) -> list[Token]:
        """Forms: plain, er, est."""
        word = self.entry.english
        if not form:
            return tokens(word, self.name)
        if self.entry.has("long"):
            degree = {"er": "more", "est": "most"}[form]
            return [*tokens(degree, f"{self.name}.d"), *tokens(word, self.name)]
        er = inflection.add_er(word)
        word = er if form == "er" else er[:-1] + "st"
        return tokens(word, self.name, f"{self.name}.d")

    def chinese(self, form: str) -> list[Token]:
        """Forms: plain (predicate); before (a noun); color (是 红色 的)."""
        if form == "color":
            return tokens(self.entry.facts["attribute"][0], self.name)
        if form == "before":
            return tokens(self.attribute, self.name)
        return tokens(self.entry.facts["predicate"], self.name)


@dataclass(frozen=True)
class Fixed:
    """A phrase without forms: a time or an adverb."""

    name: str
    entry: Entry
    translation: str

    def english(self, form: str) -> list[Token]:  # noqa: ARG002
        """The words as they are."""
        return tokens(self.entry.english, self.name)

    def chinese(self, form: str) -> list[Token]:  # noqa: ARG002
        """The words as they are."""
        return tokens(self.translation, self.name)


@dataclass(frozen=True)
class Place:
    """A place: preposition and noun, 在 and noun (and 里 or 上)."""

    name: str
    entry: Entry

    def english(self, form: str) -> list[Token]:
        """Forms: whole, or noun (without the preposition)."""
        preposition, *article, noun = self.entry.english.split()
        words = tokens(" ".join(article)) + tokens(noun, self.name)
        if form == "noun":
            return words
        return tokens(preposition, f"{self.name}.in") + words

    def chinese(self, form: str) -> list[Token]:
        """Forms: whole, noun (without 在), stem (without 里)."""
        noun = self.entry.chinese[0].removeprefix("在")
        stem = noun.rstrip("里上")
        words = tokens(stem, self.name)
        side = noun[len(stem) :]
        if form != "stem" or side != "里":
            words += tokens(side, f"{self.name}.in", weak=True)
        before = [] if form else tokens("在", f"{self.name}.in")
        return before + words


# --- noun phrases -----------------------------------------------------------

STYLES = {
    "name": 32,
    "pronoun": 20,
    "the": 22,
    "a": 11,
    "this": 7,
    "that": 4,
    "my": 8,
    "toms": 4,
    "the+s": 6,
    "these": 2,
    "those": 2,
    "my+s": 2,
    "number": 5,
    "bare+s": 2,
    "some": 2,
    "many": 1,
    "every": 2,
    "all": 2,
    "bare": 8,
    "portion": 3,
}
PLURAL = {
    "the+s",
    "these",
    "those",
    "my+s",
    "number",
    "bare+s",
    "some",
    "many",
    "all",
}
INDEFINITE = {
    "a",
    "number",
    "bare+s",
    "some",
    "many",
    "every",
    "bare",
    "portion",
}
QUANTIFIED = {"every", "all"}
MASS = {"the", "my", "toms", "bare", "some", "portion"}
FLAGS = {
    "definite": set(STYLES) - INDEFINITE,
    "indefinite": {"a", "number", "some", "bare", "portion"},
    "noun": set(STYLES) - {"name", "pronoun"},
    "plain": set(STYLES) - QUANTIFIED,
    "full": set(STYLES) - {"pronoun"},
    "negative": set(STYLES) - QUANTIFIED - {"some", "many", "number"},
    "plural": {*PLURAL, "pronoun"},
    "singular": set(STYLES) - PLURAL,
    "one": {"a", "portion"},
    "simple": {"name", "pronoun", "the"},
    "the": {"the"},
    "a": {"a"},
    "bare": {"bare+s", "bare"},
    "named": {"name"},
    "owner": {"name", "pronoun", "the", "my"},
    "pronoun": {"pronoun"},
    "crowd": {"some", "many"},
    "mine": {"my", "toms"},
    "my+s": {"my+s"},
    "owned": {"my", "toms"},
    "single": set(STYLES) - PLURAL,
    "several": {*PLURAL, "pronoun"},
    "you": {"pronoun"},
    "we": {"pronoun"},
    "others": set(STYLES),
    "relative": {"the", "that", "the+s"},
    "number": {"number"},
    "unowned": {"the", "this", "that", "these"},
    "unadorned": set(STYLES),
}
NUMBERS = {"two": "两", "three": "三", "four": "四", "five": "五", "ten": "十"}
THE_SHOWN = 0.12
ADJECTIVE = 0.2
PLURAL_SHOWN = 0.75
KINDS = {"person", "animal", "animate"}


def noun_phrase(
    lexicon: Lexicon, rng: random.Random, name: str, wanted: Iterable[str]
) -> NounPhrase:
    """A random noun phrase of wanted classes and flags.

    Raises
    ------
    UnfilledError
        If nothing in the table is of these classes.
    """
    wanted = set(wanted)
    styles = set(STYLES)
    for flag in wanted & set(FLAGS):
        styles &= FLAGS[flag]
    classes = wanted - set(FLAGS)
    while styles:
        style = _weighted(rng, styles)
        found = _in_style(lexicon, rng, name, style, wanted)
        if found is not None:
            return found
        styles.discard(style)
    raise UnfilledError(f"nothing in the table is one of {sorted(classes)}")


def _weighted(rng: random.Random, styles: set[str]) -> str:
    ordered = sorted(styles)
    return rng.choices(ordered, [STYLES[style] for style in ordered])[0]


def _in_style(
    lexicon: Lexicon,
    rng: random.Random,
    name: str,
    style: str,
    wanted: set[str],
) -> NounPhrase | None:
    classes = wanted - set(FLAGS)
    if style == "pronoun":
        return _pronoun(rng, name, wanted)
    nouns = [n for n in lexicon.nouns if n.is_a(classes) and _fits(n, style)]
    if not nouns:
        return None
    noun = rng.choice(nouns)
    plain = "unadorned" in wanted
    return Builder(lexicon, rng, name, noun, plain).build(style)


def _fits(noun: Entry, style: str) -> bool:
    if noun.kind == "name" or style == "name":
        return noun.kind == "name" and style == "name"
    if noun.has("mass"):
        portion = style != "portion" or "portion" in noun.facts
        idea = "idea" not in noun.facts["classes"] or style == "bare"
        return style in MASS and portion and idea
    if noun.has("kin"):
        return style in {"my", "toms"}
    if noun.has("owned"):
        return style in {"my", "toms", "my+s", "number", "a"}
    if style in {"my", "toms", "my+s"} and not noun.facts.get("own", True):
        return False
    return style not in {"bare", "portion"}


PEOPLE = {
    "I": 2,
    "you": 1,
    "he": 2,
    "she": 2,
    "we": 1,
    "you all": 1,
    "they": 2,
    "they (she)": 1,
}
BEASTS = {"it": 2, "they (it)": 1}
MANY = {"we", "you all", "they", "they (she)", "they (it)"}
IT = 0.15


def _pronoun(
    rng: random.Random, name: str, wanted: set[str]
) -> NounPhrase | None:
    """A pronoun for people or animals; a thing is seldom "it"."""
    if not wanted & KINDS and rng.random() > IT:
        return None
    people = bool(wanted & {"person", "animate"})
    keys = PEOPLE if people else BEASTS if "animal" in wanted else {"it": 1}
    if "single" in wanted or "several" in wanted:
        many = "several" in wanted
        keys = {k: n for k, n in keys.items() if (k in MANY) == many}
    if wanted & {"you", "we"}:
        keys = (
            {"you": 3, "you all": 1} if "you" in wanted else {"I": 3, "we": 2}
        )
    if "others" in wanted:
        keys = {k: n for k, n in keys.items() if not k.startswith("you")}
    if not keys:
        return None
    key = rng.choices(list(keys), list(keys.values()))[0]
    kinds = ["animate", "person" if people else "animal", "pronoun"]
    classes = frozenset(kinds if wanted & KINDS else ["it"])
    word = tokens(PRONOUNS[key][4], name)
    return NounPhrase(name, ([], word), key, classes, is_pronoun=True)


@dataclass
class Builder:
    """Puts determiner, adjective and noun together in both languages."""

    lexicon: Lexicon
    rng: random.Random
    name: str
    noun: Entry
    unadorned: bool = False
    front: list[Token] = field(default_factory=list)

    def build(self, style: str) -> NounPhrase:
        """The noun phrase in one of the styles."""
        plural = style in PLURAL and not self.noun.has("mass")
        determiner = self._determiner(style)
        adjective = self._adjective(style)
        noun = self.noun.facts["plural"] if plural else self.noun.english
        after = self._after(plural=plural and not determiner)
        english = [*self._spoken(style, adjective), *tokens(noun, self.name)]
        chinese = [
            *determiner,
            *(adjective.chinese("before") if adjective else []),
        ]
        chinese += [
            *tokens(translation(self.rng, self.noun), self.name),
            *after,
        ]
        return NounPhrase(
            self.name,
            (english, chinese),
            self._pronoun(plural=plural),
            frozenset([self.noun.english, *self.noun.facts["classes"]]),
            quantified=style in QUANTIFIED,
            measure=self._measure(),
        )

    def _pronoun(self, *, plural: bool) -> str:
        people = self.noun.is_a(["person"])
        if plural:
            return "they" if people else "they (it)"
        default = "he" if people else "it"
        return str(self.noun.facts.get("gender", default))

    def _after(self, *, plural: bool) -> list[Token]:
        """们 after several people who are neither counted nor pointed at."""
        if not plural or not self.noun.has("people"):
            return []
        return (
            tokens("们", self.name) if self.rng.random() < PLURAL_SHOWN else []
        )

    def _spoken(self, style: str, adjective: Adjective | None) -> list[Token]:
        words = list(self.front)
        if adjective:
            words += adjective.english("")
        if style == "a":
            words = [*tokens("a", f"{self.name}.d"), *words]
        return words

    def _adjective(self, style: str) -> Adjective | None:
        plain = style in {"name", "bare", "all", "every", "bare+s", "portion"}
        if (
            plain
            or self.unadorned
            or self.noun.has("owned")
            or self.rng.random() > ADJECTIVE
        ):
            return None
        fitting = [
            entry
            for entry in self.lexicon.adjectives
            if self.noun.is_a(entry.facts["of"]) and not entry.has("compared")
        ]
        if not fitting:
            return None
        return adjective(self.rng, f"{self.name}.a", fitting)

    def _determiner(self, style: str) -> list[Token]:
        """Set the English front; return the Chinese one."""
        makers: dict[str, Callable[[], list[Token]]] = {
            "the": self._the,
            "a": self._a,
            "this": lambda: self._pointing("this", "这"),
            "that": lambda: self._pointing("that", "那"),
            "these": lambda: self._counted("these", "这些"),
            "those": lambda: self._counted("those", "那些"),
            "some": lambda: self._counted("some", "一些"),
            "many": lambda: self._counted(
                "many", self.rng.choice(["很多", "许多"])
            ),
            "all": self._all,
            "every": lambda: self._pointing("every", "每"),
            "number": self._number,
            "the+s": self._the_plural,
            "portion": self._portion,
        }
        if style.startswith("my") or style == "toms":
            return self._owned(style)
        return makers.get(style, list)()

    def _measure(self) -> str:
        measure = self.noun.facts.get("measure", "个")
        return measure if isinstance(measure, str) else self.rng.choice(measure)

    def _classified(self, chinese: str) -> list[Token]:
        tag = f"{self.name}.d"
        return [*tokens(chinese, tag), *tokens(self._measure(), tag, weak=True)]

    def _the(self) -> list[Token]:
        shown = self.rng.random() < THE_SHOWN and not self.noun.has("mass")
        self.front = tokens("the", f"{self.name}.d")
        return self._classified(self.rng.choice("这那")) if shown else []

    def _the_plural(self) -> list[Token]:
        self.front = tokens("the", f"{self.name}.d")
        shown = self.rng.random() < 2 * THE_SHOWN
        return (
            self._counted("the", self.rng.choice(["这些", "那些"]))
            if shown
            else []
        )

    def _a(self) -> list[Token]:
        return self._classified("一")

    def _pointing(self, english: str, chinese: str) -> list[Token]:
        self.front = tokens(english, f"{self.name}.d")
        return self._classified(chinese)

    def _counted(self, english: str, chinese: str) -> list[Token]:
        self.front = tokens(english, f"{self.name}.d")
        return tokens(chinese, f"{self.name}.d")

    def _all(self) -> list[Token]:
        self.front = [*tokens("all", f"{self.name}.d"), *tokens("the")]
        return tokens("所有 的", f"{self.name}.d")

    def _number(self) -> list[Token]:
        english = self.rng.choices(list(NUMBERS), [8, 5, 2, 2, 1])[0]
        self.front = tokens(english, f"{self.name}.d")
        return self._classified(NUMBERS[english])

    def _portion(self) -> list[Token]:
        english, chinese = self.noun.facts["portion"]
        tag, cup = f"{self.name}.d", f"{self.name}.m"
        self.front = [
            *tokens("a", tag),
            *tokens(english, cup),
            *tokens("of", f"{cup}.of"),
        ]
        return [*tokens("一", tag), *tokens(chinese, cup)]

    def _owned(self, style: str) -> list[Token]:
        flags = ["person", "named" if style == "toms" else "pronoun"]
        if style == "toms" and self.rng.random() < 0.4:
            flags[1:] = ["the"]
        name = f"{self.name}.p"
        owner = noun_phrase(self.lexicon, self.rng, name, flags)
        self.front = owner.english("'s")
        mine = owner.pronoun not in MANY and owner.is_pronoun
        bare = mine and self.noun.has("kin") and self.rng.random() < 0.6
        return owner.chinese("") + ([] if bare else tokens("的", name))


def adjective(
    rng: random.Random, name: str, fitting: Iterable[Entry]
) -> Adjective:
    """A random one of the fitting adjectives."""
    entry = pick(rng, fitting)
    return Adjective(name, entry, rng.choice(entry.facts["attribute"]))
