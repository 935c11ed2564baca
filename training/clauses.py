"""English clauses and the same in French, word by word.

Words that translate each other carry the same mark, so that links can be read
off. What is drawn by chance comes from one generator.
"""

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parent / "patterns" / "antecedents.toml"
VOWELS = "aeéèêiîouyàâô"
ELIDED = frozenset(("le", "la", "de", "que", "ne", "se", "je", "me", "si"))
CONTRACTED = {("de", "le"): "du", ("à", "le"): "au"}
BEFORE_VOWEL = {"ma": "mon", "sa": "son", "ce": "cet"}
DETERMINERS = {
    "the": ("le", "la"),
    "a": ("un", "une"),
    "my": ("mon", "ma"),
    "this": ("ce", "cette"),
    "our": ("notre", "notre"),
    "your": ("votre", "votre"),
    "his": ("son", "sa"),
}
THE_SHARE = 0.75
COLOR_SHARE = 0.06
PHRASE_SHARE = 0.15
"""How often something else is said of "it" than an adjective."""
LATE = "en retard"
"""The one adjective without gender and number."""


@dataclass(frozen=True)
class Word:
    """A word as written, and marks of what it translates."""

    text: str
    marks: frozenset[str] = frozenset()
    role: str = ""


Words = list[Word]
Clause = tuple[Words, Words]
"""The same in English and French."""


@dataclass(frozen=True)
class Noun:
    """A noun of the table with its gender, m or f."""

    english: str
    french: str
    gender: str


@dataclass(frozen=True)
class Table:
    """Nouns by role, adjectives by what they point at, and the patterns."""

    nouns: dict[str, list[Noun]]
    adjectives: dict[str, list[tuple[str, str]]]
    data: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Ending:
    """What is said of the pronoun, and what names it in the split."""

    clause: Clause
    name: str


def load(path: Path) -> Table:
    """Read the word table, and what belongs to the patterns."""
    data = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    nouns: dict[str, list[Noun]] = {"animal": [], "thing": []}
    adjectives: dict[str, list[tuple[str, str]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        english, french, use, kind = line.split("\t")[:4]
        if kind == "adjective":
            pointing = adjectives.setdefault(points_at(use), [])
            pointing.append((english, french))
        else:
            nouns[kind].append(Noun(english, french, use))
    by_name = {noun.english: noun for noun in nouns["thing"]}
    for role, names in data["roles"].items():
        nouns[role] = [by_name[name] for name in names if name in by_name]
    return Table(nouns, adjectives, data)


def points_at(use: str) -> str:
    """The role that an adjective points at; "any" for several."""
    uses = use.split(",")
    if "place" in uses:
        return "place"
    return uses[0] if len(uses) == 1 else "any"


def feminine(adjective: str, gender: str = "f") -> str:
    """The form of an adjective or participle."""
    if gender == "m" or adjective.endswith("e"):
        return adjective
    if adjective == "vieux":
        return "vieille"
    if adjective.endswith("eux"):
        return adjective[:-1] + "se"
    return adjective + "e"


def plural(word: str) -> str:
    """The plural of a French noun, adjective or participle."""
    if word.endswith(("s", "x")):
        return word
    if word.endswith("al"):
        return word[:-1] + "ux"
    return word + ("x" if word.endswith("eau") else "s")


def agreeing(adjective: str, gender: str, *, many: bool = False) -> str:
    """An adjective in gender and number (only its last word changes)."""
    if adjective == LATE:
        return adjective
    *first, last = adjective.split()
    last = feminine(last, gender)
    return " ".join([*first, plural(last) if many else last])


def marked(text: str, prefix: str = "") -> Words:
    """Words such as `did/n couldn't/kn`, a mark for each letter behind /."""
    words = []
    for item in text.split():
        written, slash, letters = item.partition("/")
        if not written:
            written, slash, letters = item, "", ""
        marks = frozenset(prefix + letter for letter in letters)
        words.append(Word(written, marks if slash else frozenset()))
    return words


def linked(text: str, mark: str) -> Words:
    """Words that all carry one mark."""
    return [Word(word, frozenset({mark})) for word in text.split()]


def spelled(words: Sequence[Word]) -> Words:
    """French as it is written: au, du, l', qu' and the like."""
    done: Words = []
    for word in words:
        before = done[-1] if done else Word("")
        both = CONTRACTED.get((before.text, word.text))
        if both and word.role == "determiner":
            marks = before.marks | word.marks
            done[-1] = Word(both, marks, "contracted")
            continue
        vowel = word.text[:1].lower() in VOWELS
        if before.text == "si":
            vowel = word.text in ("il", "ils")
        if before.text in ELIDED and vowel:
            done[-1] = replace(before, text=before.text[:-1] + "'")
        done.append(word)
    return _uncontracted(done)


def _uncontracted(words: Words) -> Words:
    """Take `du` back where a vowel follows: de l'âne."""
    done: Words = []
    for word in words:
        before = done[-1] if done else Word("")
        if before.role == "contracted" and word.text[0].lower() in VOWELS:
            first = "de" if before.text == "du" else "à"
            done[-1:] = [Word(first, before.marks), Word("l'", before.marks)]
        done.append(word)
    return done


def pronoun(gender: str, *, many: bool = False) -> Clause:
    """It, they; il, elle, ils, elles."""
    french = {"m": "il", "f": "elle"}[gender] + "s" * many
    mark = frozenset({"it"})
    english = "they" if many else "it"
    return [Word(english, mark, "it")], [Word(french, mark)]


def together(*clauses: Clause) -> Clause:
    """Clauses one after the other, in the same order in both languages."""
    sides = ([word for c in clauses for word in c[side]] for side in (0, 1))
    english, french = sides
    return english, french


def both(row: Sequence[Any], prefix: str = "") -> Clause:
    """The first two fields of a row of the patterns."""
    return marked(row[0], prefix), marked(row[1], prefix)


def mark_of(text: str, mark: str) -> Clause:
    """A punctuation mark, the same in both languages."""
    return linked(text, mark), linked(text, mark)


class Maker:
    """Draws phrases and clauses; see `training.antecedents` for sentences."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.rng = table, random.Random(seed)
        self.fillers, self.forms = table.data["words"], table.data["forms"]

    def pick(self, rows: Sequence[Any]) -> Any:  # noqa: ANN401  (of a table)
        """Draw a row by the weight that stands in it."""
        weights = [
            row.get("often", 1) if isinstance(row, dict) else row[-1]
            for row in rows
        ]
        return self.rng.choices(rows, weights)[0]

    def phrase(self, noun: Noun, mark: str, *, many: bool = False) -> Clause:
        """A noun with a determiner, and now and then a color."""
        given = self.rng.random() < THE_SHARE or many
        name = "the" if given else self.rng.choice(list(DETERMINERS))
        colored = self.rng.random() < COLOR_SHARE
        color = self.rng.choice(self.fillers["colors"]) if colored else None
        first = color[0] if color else noun.english
        english = linked(self.determiner(name, first), mark + "d")
        french = [self.french_determiner(name, noun, mark, many)]
        word = plural(noun.french) if many else noun.french
        french += linked(word, mark + "n")
        if color:
            english += linked(color[0], mark + "c")
            form = agreeing(color[1], noun.gender, many=many)
            french += linked(form, mark + "c")
        word = self.plural(noun.english) if many else noun.english
        return [*english, Word(word, frozenset({mark + "n"}), mark)], french

    @staticmethod
    def determiner(name: str, following: str) -> str:
        """The English word; `an` before a vowel."""
        return "an" if name == "a" and following[0] in "aeiou" else name

    @staticmethod
    def french_determiner(name: str, noun: Noun, mark: str, many: bool) -> Word:
        """The French word: gender, number, and mon before a vowel."""
        written = "les" if many else DETERMINERS[name][noun.gender == "f"]
        if noun.french[0] in VOWELS:
            written = BEFORE_VOWEL.get(written, written)
        return Word(written, frozenset({mark + "d"}), "determiner")

    def plural(self, english: str) -> str:
        """The plural of an English noun."""
        irregular = dict(self.forms["plurals"])
        return str(irregular.get(english, english + "s"))

    def verbs(self, roles: tuple[str, str]) -> list[dict[str, Any]]:
        """The verbs between two roles."""
        wanted = " ".join(roles)
        return [v for v in self.table.data["verb"] if v["roles"] == wanted]

    def worded(
        self,
        verb: dict[str, Any],
        form: Sequence[Any],
        gender: str,
        *,
        many: bool = False,
    ) -> Clause:
        """A verb in a form, in the third person, with its preposition."""
        base, was = verb["en"]
        infinitive, done, now = verb["fr"]
        etre = verb.get("etre", False)
        if etre:
            done = agreeing(done, gender, many=many)
        hissing = base.endswith(("s", "sh", "ch", "x", "o"))
        values = {
            "base": base,
            "was": was,
            "s": base + ("es" if hissing else "s"),
            "inf": infinitive,
            "done": done,
            "now": now,
            "have": ("ont", "a", "sont", "est")[2 * etre + (not many)],
        }
        after = verb.get("after", ["", ""])
        said = both([text.format(**values) for text in form[:2]])
        return together(said, (linked(after[0], "o"), linked(after[1], "o")))

    def verb(
        self, roles: tuple[str, str], past: bool, no: bool, gender: str
    ) -> Clause:
        """A verb between two roles, denied or not."""
        verb = self.pick(self.verbs(roles))
        name = ("past" if past else "now") + ("_denied" if no else "")
        return self.worded(verb, self.pick(self.forms[name]), gender)

    def ending(self, use: str, past: bool, gender: str) -> Ending:
        """What is said of "it", pointing at a role; the gender of it."""
        said = self.table.data["predicate"]
        phrases = [p for p in said if p["use"] == use]
        if not phrases or self.rng.random() >= PHRASE_SHARE:
            adjective = self.rng.choice(self.table.adjectives[use])
            return self.state(adjective, self.degree(), past, gender)
        chosen = self.rng.choice(phrases)
        k = 0 if past else 1
        english, french = both((chosen["en"][k], chosen["fr"][k]))
        french = [
            replace(word, text=feminine(word.text[:-1], gender))
            if word.text.endswith("+")
            else word
            for word in french
        ]
        return Ending((english, french), chosen["en"][0])

    def degree(self) -> tuple[str, str]:
        """Too, very, or nothing."""
        english, french = self.rng.choice(self.fillers["degrees"])
        return english, french

    def state(
        self,
        adjective: tuple[str, str],
        degree: tuple[str, str],
        past: bool,
        gender: str,
        *,
        many: bool = False,
    ) -> Ending:
        """Was too tired."""
        if degree[0] == "too" and adjective[1] == LATE:
            degree = ("very", "très")
        english = {
            (True, False): "was",
            (False, False): "is",
            (True, True): "were",
            (False, True): "are",
        }[past, many]
        french = self.forms["being"][english]
        form = agreeing(adjective[1], gender, many=many)
        one = linked(english, "e") + linked(degree[0], "g")
        two = linked(french, "e") + linked(degree[1], "g")
        one += linked(adjective[0], "a")
        return Ending((one, two + linked(form, "a")), adjective[0])

    def subjunctive(self, clause: Clause) -> Clause:
        """What follows `bien que`."""
        forms = self.table.data["subjunctive"]
        french = [replace(w, text=forms.get(w.text, w.text)) for w in clause[1]]
        return clause[0], french
