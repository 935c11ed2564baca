"""English-French sentences in which a pronoun has a known antecedent.

    python -m training.antecedents --words ../shared/pronoun_words.tsv \
        --count 60000 --output patterns.tsv --tests pronouns.tsv

Two nouns, and an ending with "it" that only one of them can mean: what is
too tired is the animal, what is too wide is the place. French has to say il
or elle. The links join words that translate each other, "it" and "il" among
them; which noun the pronoun means stands in no link.

Nothing is tested that was trained on: of the pairs of nouns, and of the
combinations of ending and shape, a part is kept for `--tests` alone. A test
sentence has such a pair *and* such a combination. Its columns: English, the
positions of "it", of the antecedent and of the other noun (from 0), il or
elle.
"""

import argparse
import random
import tomllib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parent / "patterns" / "antecedents.toml"
KEPT_OUT = 8
"""One of so many noun pairs, and of ending and shape, is for testing."""
VOWELS = "aeéèêiîouyàâô"
ELIDED = frozenset(["le", "la", "de", "que", "ne", "se", "je", "me", "si"])
CONTRACTED = {("de", "le"): "du", ("à", "le"): "au"}
DETERMINERS = {
    "the": ("le", "la"), "a": ("un", "une"), "my": ("mon", "ma"),
    "this": ("ce", "cette"), "our": ("notre", "notre"),
    "your": ("votre", "votre"), "his": ("son", "sa"),
}  # fmt: skip
THE_SHARE = 0.75


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
    kind: str


@dataclass(frozen=True)
class Table:
    """Nouns by role, adjectives by what they point at, and the patterns."""

    nouns: dict[str, list[Noun]]
    adjectives: dict[str, list[tuple[str, str]]]
    data: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Sentence:
    """A pair with its links, and where it, antecedent and other noun are."""

    english: tuple[str, ...]
    french: tuple[str, ...]
    links: tuple[tuple[int, int], ...]
    places: tuple[int, int, int]
    pronoun: str
    kept_out: tuple[bool, bool]


def load(path: Path) -> Table:
    """Read the word table, and what belongs to the patterns."""
    data = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    nouns: dict[str, list[Noun]] = {"animal": [], "thing": []}
    adjectives: dict[str, list[tuple[str, str]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        english, french, use, kind = line.split("\t")[:4]
        if kind != "adjective":
            nouns[kind].append(Noun(english, french, use, kind))
            continue
        adjectives.setdefault(points_at(use), []).append((english, french))
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
    irregular = {"vieux": "vieille", "en retard": "en retard"}
    if gender == "m" or adjective.endswith("e"):
        return adjective
    if adjective in irregular:
        return irregular[adjective]
    if adjective.endswith("eux"):
        return adjective[:-1] + "se"
    return adjective + "e"


def plural(word: str) -> str:
    """The plural of a French noun, adjective or participle."""
    if word.endswith(("s", "x")) or word == "en retard":
        return word
    if word.endswith("al"):
        return word[:-1] + "ux"
    return word + ("x" if word.endswith("eau") else "s")


def marked(text: str, prefix: str = "") -> Words:
    """Words such as `did/n not/n`, the marks after the slash."""
    words = []
    for item in text.split():
        written, _, mark = item.rpartition("/") if item[1:] else ("", "", item)
        if not written:
            written, mark = item, ""
        marks = frozenset({prefix + mark}) if mark else frozenset()
        words.append(Word(written, marks))
    return words


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


class Maker:
    """Draws sentences; everything drawn comes from one generator."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.rng = table, random.Random(seed)
        self.fillers = table.data["words"]

    def noun(self, role: str, mark: str, *, many: bool = False) -> Clause:
        """Draw a noun of a role with its determiner; see `phrase`."""
        return self.phrase(self.rng.choice(self.table.nouns[role]), mark, many)

    def phrase(self, noun: Noun, mark: str, many: bool = False) -> Clause:
        """A noun with a determiner, and now and then a color."""
        given = self.rng.random() < THE_SHARE or many
        name = "the" if given else self.rng.choice(list(DETERMINERS))
        colors = self.fillers["colors"] if self.rng.random() < 0.06 else ()
        color = self.rng.choice(colors) if colors else None
        english, french = noun.english, noun.french
        determiner = DETERMINERS[name][noun.gender == "f"]
        if many:
            english, french = self.plural(english), plural(french)
            determiner = "les"
        vowel = french[0] in VOWELS
        if vowel and determiner in ("ma", "sa", "ce"):
            determiner = {"ma": "mon", "sa": "son", "ce": "cet"}[determiner]
        first = english if color is None else color[0]
        if name == "a" and first[0] in "aeiou":
            name = "an"
        d, c, n = (frozenset({mark + part}) for part in "dcn")
        one = [Word(name, d), Word(english, n, mark)]
        two = [Word(determiner, d, "determiner"), Word(french, n)]
        if color:
            form = feminine(color[1], noun.gender)
            one.insert(1, Word(color[0], c))
            two.append(Word(plural(form) if many else form, c))
        return one, two

    def plural(self, english: str) -> str:
        """The plural of an English noun."""
        irregular = dict(self.table.data["forms"]["plurals"])
        return str(irregular.get(english, english + "s"))

    def pick(self, rows: Sequence[Any]) -> Any:  # noqa: ANN401  (of a table)
        """Draw a row of a table by its weight."""
        weights = [self.weight(row) for row in rows]
        return self.rng.choices(rows, weights)[0]

    @staticmethod
    def weight(row: Any) -> float:  # noqa: ANN401
        """How often a row is drawn."""
        return float(row.get("often", 1) if isinstance(row, dict) else row[-1])

    def verb(
        self, verb: dict[str, Any], past: bool, no: bool, gender: str
    ) -> Clause:
        """A verb in the third person, denied or not."""
        base, was = verb["en"]
        infinitive, participle, now = verb["fr"]
        etre = verb.get("etre", False)
        done = feminine(participle, gender) if etre else participle
        have = "est" if etre else "a"
        s = base + ("es" if base.endswith(("s", "sh", "ch", "x", "o")) else "s")
        if no and past:
            forms = [
                ("did/n not/n {b}", f"ne/n {have}/v pas/n {done}/v", 4),
                ("didn't/n {b}", f"ne/n {have}/v pas/n {done}/v", 2),
                (
                    "could/k not/n {b}",
                    f"ne/n pouvait/k pas/n {infinitive}/v",
                    2,
                ),
                ("couldn't/kn {b}", f"ne/n pouvait/k pas/n {infinitive}/v", 2),
                ("could/k not/n {b}", f"ne/n a/k pas/n pu/k {infinitive}/v", 1),
                ("refused/k to/k {b}", f"a/k refusé/k de/k {infinitive}/v", 1),
            ]
        elif no:
            forms = [
                ("does/n not/n {b}", f"ne/n {now}/v pas/n", 4),
                ("doesn't/n {b}", f"ne/n {now}/v pas/n", 3),
                ("can/k not/n {b}", f"ne/n peut/k pas/n {infinitive}/v", 1),
                ("cannot/kn {b}", f"ne/n peut/k pas/n {infinitive}/v", 2),
                ("can't/kn {b}", f"ne/n peut/k pas/n {infinitive}/v", 2),
                ("won't/kn {b}", f"ne/n va/k pas/n {infinitive}/v", 1),
            ]
        elif past:
            forms = [
                (f"{was}/v", f"{have}/v {done}/v", 5),
                ("wanted/k to/k {b}", f"voulait/k {infinitive}/v", 1),
                ("could/k {b}", f"pouvait/k {infinitive}/v", 1),
            ]
        else:
            forms = [
                (f"{s}/v", f"{now}/v", 4),
                ("wants/k to/k {b}", f"veut/k {infinitive}/v", 1),
                ("can/k {b}", f"peut/k {infinitive}/v", 1),
            ]
        english, french, _ = self.pick(forms)
        after = verb.get("after", ["", ""])
        one = self.several(english.format(b=f"{base}/v"))
        two = self.several(french)
        return (
            one + [Word(w, frozenset("o")) for w in after[0].split()],
            two + [Word(w, frozenset("o")) for w in after[1].split()],
        )

    def several(self, text: str) -> Words:
        """Words whose marks may be several letters, each a mark."""
        return [
            replace(word, marks=frozenset("".join(word.marks)))
            for word in marked(text)
        ]

    def ending(self, use: str, past: bool, gender: str) -> "Ending":
        """What is said of "it", pointing at a role; the gender of it."""
        said = self.table.data["predicate"]
        phrases = [p for p in said if p["use"] == use]
        if phrases and self.rng.random() < 0.15:
            chosen = self.rng.choice(phrases)
            k = 0 if past else 1
            english, french = marked(chosen["en"][k]), marked(chosen["fr"][k])
            french = [
                replace(w, text=feminine(w.text[:-1], gender))
                if w.text.endswith("+")
                else w
                for w in french
            ]
            return Ending(english, french, chosen["en"][0])
        adjective = self.rng.choice(self.table.adjectives[use])
        degree = self.rng.choice(self.fillers["degrees"])
        return self.being(adjective, degree, past, gender)

    def being(
        self,
        adjective: tuple[str, str],
        degree: Sequence[str],
        past: bool,
        gender: str,
        many: bool = False,
    ) -> "Ending":
        """It was too tired."""
        form = self.form(adjective[1], gender, many)
        be = {
            (True, False): ("was", "était"),
            (False, False): ("is", "est"),
            (True, True): ("were", "étaient"),
            (False, True): ("are", "sont"),
        }
        english, french = be[past, many]
        if degree[0] == "too" and adjective[1] == "en retard":
            degree = ("very", "très")
        how = [f"{word}/g" if word else "" for word in degree]
        one = marked(f"{english}/e {how[0]} {adjective[0]}/a")
        two = marked(f"{french}/e {how[1]}")
        words = [Word(w, frozenset("a")) for w in form.split()]
        return Ending(one, [*two, *words], adjective[0])

    def form(self, adjective: str, gender: str, many: bool = False) -> str:
        """An adjective in gender and number (only its last word changes)."""
        if adjective == "en retard":
            return adjective
        *first, last = adjective.split()
        last = feminine(last, gender)
        return " ".join([*first, plural(last) if many else last])


@dataclass(frozen=True)
class Ending:
    """What is said of the pronoun; what names it in the split."""

    english: Words
    french: Words
    name: str


def pronoun(gender: str, many: bool = False) -> tuple[Word, Word]:
    """It, they; il, elle, ils, elles."""
    french = {"m": "il", "f": "elle"}[gender] + "s" * many
    mark = frozenset({"it"})
    english = "they" if many else "it"
    return Word(english, mark, "it"), Word(french, mark)


def combined(english: Words, french: Words, end: str = ".") -> Clause:
    """A whole sentence with its full stop."""
    stop = Word(end, frozenset({"stop"}))
    return [*english, stop], [*french, stop]


def is_kept(*names: str) -> bool:
    """Whether a combination is one of those kept for testing."""
    return zlib.crc32("|".join(names).encode()) % KEPT_OUT == 0


def said(clause: Clause, pronouns: tuple[Word, Word]) -> Clause:
    """The pronouns before what is said of them."""
    return [pronouns[0], *clause[0]], [pronouns[1], *clause[1]]


def subjunctive(words: Words) -> Words:
    """What follows `bien que`."""
    forms = {
        "était": "soit",
        "est": "soit",
        "étaient": "soient",
        "sont": "soient",
        "voulait": "veuille",
        "veut": "veuille",
        "savait": "sache",
        "sait": "sache",
        "avait": "ait",
        "a": "ait",
    }
    return [replace(w, text=forms.get(w.text, w.text)) for w in words]


class Shapes(Maker):
    """The sentences themselves: main clause, join, ending, in some order."""

    ROLES = (
        ("animal", "place", 5),
        ("moved", "container", 4),
        ("moved", "place", 3),
    )

    def draw(self) -> Sentence | None:
        """One random sentence, or none if the drawn words do not go."""
        shape = self.rng.choices(
            ("plain", "so", "agent", "they", "one", "relative", "ask"),
            (50, 10, 16, 7, 6, 6, 5),
        )[0]
        return getattr(self, f"draw_{shape}")()

    def two(self) -> tuple[tuple[str, str], tuple[Noun, Noun]] | None:
        """Two roles, and two different nouns for them."""
        first, second, _ = self.rng.choices(
            self.ROLES, [row[-1] for row in self.ROLES]
        )[0]
        nouns = tuple(
            self.rng.choice(self.table.nouns[role]) for role in (first, second)
        )
        if nouns[0] == nouns[1]:
            return None
        return (first, second), (nouns[0], nouns[1])

    def main(
        self,
        roles: tuple[str, str],
        nouns: tuple[Noun, Noun],
        past: bool,
        no: bool,
    ) -> Clause:
        """The animal did not cross the street."""
        verbs = [
            v for v in self.table.data["verb"] if v["roles"] == " ".join(roles)
        ]
        verb = self.verb(self.pick(verbs), past, no, nouns[0].gender)
        first = self.phrase(nouns[0], "A")
        second = self.phrase(nouns[1], "B")
        english = [*first[0], *verb[0], *second[0]]
        french = [*first[1], *verb[1], *second[1]]
        if self.rng.random() < 0.08 and past:
            time = self.rng.choice(self.fillers["times"])
            english += marked(time[0])
            french += marked(time[1])
        return english, french

    def target(self, roles: tuple[str, str]) -> tuple[int, str]:
        """Which noun the pronoun means, and what is said of such."""
        which = self.rng.randrange(2)
        use = roles[which]
        if use == "container" and self.rng.random() < 0.35:
            use = "place"
        return which, use

    def joined(
        self, main: Clause, ending: Clause, row: Sequence[Any], front: bool
    ) -> Clause:
        """Two clauses with what joins them."""
        english, french = (marked(text) for text in row[:2])
        last = ending[1]
        if row[1].startswith("bien"):
            last = subjunctive(last)
        if front:
            comma = Word(",", frozenset({"comma"}))
            return combined(
                [*english, *ending[0], comma, *main[0]],
                [*french, *last, comma, *main[1]],
            )
        return combined(
            [*main[0], *english, *ending[0]], [*main[1], *french, *last]
        )

    def draw_plain(self) -> Sentence | None:
        """Main clause and ending in either order."""
        found = self.two()
        if found is None:
            return None
        roles, nouns = found
        past = self.rng.random() < 0.65
        no = self.rng.random() < 0.7
        which, use = self.target(roles)
        gender = nouns[which].gender
        end = self.ending(use, past, gender)
        row = self.rng.choices(
            self.fillers["joins"], [r[3] for r in self.fillers["joins"]]
        )[0]
        front = row[2] and self.rng.random() < 0.2
        main = self.main(roles, nouns, past, no)
        if self.rng.random() < 0.06 and not front:
            opening = self.rng.choice(self.fillers["openings"])
            main = (
                [*marked(opening[0], "x"), *main[0]],
                [*marked(opening[1], "x"), *main[1]],
            )
        ending = said((end.english, end.french), pronoun(gender))
        clause = self.joined(main, ending, row, front)
        shape = f"plain {row[0]} {front} {no}"
        return self.finish(clause, nouns, which, end.name, shape)

    def draw_ask(self) -> Sentence | None:
        """Why did the animal not cross the street? Because it was tired."""
        found = self.two()
        if found is None:
            return None
        roles, nouns = found
        which, use = self.target(roles)
        gender = nouns[which].gender
        end = self.ending(use, True, gender)
        verbs = [
            v for v in self.table.data["verb"] if v["roles"] == " ".join(roles)
        ]
        verb = self.pick(verbs)
        etre = verb.get("etre", False)
        done = (
            feminine(verb["fr"][1], gender if which == 0 else nouns[0].gender)
            if etre
            else verb["fr"][1]
        )
        have = "est" if etre else "a"
        first, second = self.phrase(nouns[0], "A"), self.phrase(nouns[1], "B")
        after = verb.get("after", ["", ""])
        contracted = self.rng.random() < 0.5
        start, no = (
            ("why/y didn't/n", "") if contracted else ("why/y did/n", "not/n")
        )
        english = [
            *marked(start),
            *first[0],
            *marked(no),
            Word(verb["en"][0], frozenset("v")),
        ]
        english += [Word(w, frozenset("o")) for w in after[0].split()]
        english += second[0]
        french = [
            *marked("pourquoi/y est/y -ce/y que/y"),
            *first[1],
            *marked(f"ne/n {have}/v pas/n {done}/v"),
        ]
        french += [Word(w, frozenset("o")) for w in after[1].split()]
        french += second[1]
        mark = Word("?", frozenset({"ask"}))
        ending = said((end.english, end.french), pronoun(gender))
        clause = combined(
            [*english, mark, *marked("because/b"), *ending[0]],
            [*french, mark, *marked("parce/b que/b"), *ending[1]],
        )
        return self.finish(clause, nouns, which, end.name, "ask")

    def draw_so(self) -> Sentence | None:
        """The animal was too tired, so it did not cross the street."""
        found = self.two()
        if found is None:
            return None
        roles, nouns = found
        past = self.rng.random() < 0.65
        gender = nouns[0].gender
        adjectives = [
            *self.table.adjectives[roles[0]],
            *self.table.adjectives["any"],
        ]
        adjective = self.rng.choice(adjectives)
        degree = self.rng.choice(self.fillers["degrees"])
        state = self.being(adjective, degree, past, gender)
        verbs = [
            v for v in self.table.data["verb"] if v["roles"] == " ".join(roles)
        ]
        no = self.rng.random() < 0.75
        verb = self.verb(self.pick(verbs), past, no, gender)
        first, second = self.phrase(nouns[0], "A"), self.phrase(nouns[1], "B")
        it = pronoun(gender)
        so = self.rng.choice(
            (
                (",/c so/b", ",/c donc/b"),
                (",/c and/b", "et/b"),
                ("and/b", "et/b"),
                (".", "."),
            )
        )
        clause = combined(
            [
                *first[0],
                *state.english,
                *marked(so[0]),
                it[0],
                *verb[0],
                *second[0],
            ],
            [
                *first[1],
                *state.french,
                *marked(so[1]),
                it[1],
                *verb[1],
                *second[1],
            ],
        )
        return self.finish(clause, nouns, 0, state.name, f"so {so[0]} {no}")

    def draw_agent(self) -> Sentence | None:
        """Tom could not put the trophy in the suitcase because it was big."""
        found = self.two()
        if found is None:
            return None
        roles, nouns = found
        which, use = self.target(roles)
        gender = nouns[which].gender
        deeds = [
            d for d in self.table.data["deed"] if " ".join(roles) in d["roles"]
        ]
        deed = self.pick(deeds)
        end = self.ending(use, True, gender)
        row = self.rng.choices(
            self.fillers["joins"], [r[3] for r in self.fillers["joins"]]
        )[0]
        front = row[2] and self.rng.random() < 0.15
        main = self.deed(deed, nouns)
        ending = said((end.english, end.french), pronoun(gender))
        clause = self.joined(main, ending, row, front)
        shape = f"agent {row[0]} {front}"
        return self.finish(clause, nouns, which, end.name, shape)

    def deed(self, deed: dict[str, Any], nouns: tuple[Noun, Noun]) -> Clause:
        """Somebody does something, or does not, with the first noun."""
        agents = self.table.data["agents"]
        who, qui, person = self.rng.choice(agents["names"])
        have, could, wanted = (
            agents[n][person] for n in ("have", "could", "wanted")
        )
        base, past, where = deed["en"]
        infinitive, done, dans = deed["fr"]
        forms = [
            (f"{past}/v", f"{have}/v {done}/v", 3),
            (f"did/n not/n {base}/v", f"ne/n {have}/v pas/n {done}/v", 2),
            (f"didn't/n {base}/v", f"ne/n {have}/v pas/n {done}/v", 2),
            (
                f"could/k not/n {base}/v",
                f"ne/n {could}/k pas/n {infinitive}/v",
                2,
            ),
            (
                f"couldn't/kn {base}/v",
                f"ne/n {could}/k pas/n {infinitive}/v",
                2,
            ),
            (f"wanted/k to/k {base}/v", f"{wanted}/k {infinitive}/v", 1),
        ]
        english, french, _ = self.pick(forms)
        first, second = self.phrase(nouns[0], "A"), self.phrase(nouns[1], "B")
        who_marks = who if "/" in who else f"{who}/w"
        qui_marks = qui if "/" in qui else f"{qui}/w"
        one = [*marked(who_marks, "w"), *self.several(english), *first[0]]
        two = [*marked(qui_marks, "w"), *self.several(french), *first[1]]
        one += [Word(w, frozenset("o")) for w in where.split()]
        two += [Word(w, frozenset("o")) for w in dans.split()]
        return one + second[0], two + second[1]

    def draw_they(self) -> Sentence | None:
        """Several of the first: number alone tells what it or they mean."""
        found = self.two()
        if found is None or found[1][0].english in ("bread", "cheese"):
            return None
        roles, nouns = found
        which, use = self.target(roles)
        many = which == 0
        gender = nouns[which].gender
        use = self.rng.choice((use, "any")) if use == "animal" else use
        adjective = self.rng.choice(self.table.adjectives[use])
        degree = self.rng.choice(self.fillers["degrees"])
        end = self.being(adjective, degree, True, gender, many)
        verbs = [
            v for v in self.table.data["verb"] if v["roles"] == " ".join(roles)
        ]
        verb = self.pick(verbs)
        done, have = verb["fr"][1], "ont"
        if verb.get("etre"):
            done, have = plural(feminine(done, nouns[0].gender)), "sont"
        first = self.phrase(nouns[0], "A", many=True)
        second = self.phrase(nouns[1], "B")
        after = verb.get("after", ["", ""])
        n = self.rng.choice(("did/n not/n", "didn't/n"))
        english = [
            *first[0],
            *marked(f"{n} {verb['en'][0]}/v"),
            *[Word(w, frozenset("o")) for w in after[0].split()],
            *second[0],
        ]
        french = [
            *first[1],
            *marked(f"ne/n {have}/v pas/n {done}/v"),
            *[Word(w, frozenset("o")) for w in after[1].split()],
            *second[1],
        ]
        ending = said((end.english, end.french), pronoun(gender, many))
        row = self.rng.choices(
            self.fillers["joins"], [r[3] for r in self.fillers["joins"]]
        )[0]
        clause = self.joined((english, french), ending, row, False)
        shape = f"they {row[0]} {many}"
        return self.finish(clause, nouns, which, end.name, shape)

    def draw_one(self) -> Sentence | None:
        """A single noun: I like the car. It is fast."""
        role = self.rng.choice(("animal", "thing", "thing"))
        noun = self.rng.choice(self.table.nouns[role])
        uses = (
            ["animal", "any"]
            if role == "animal"
            else ["place", "moved", "any", "container"]
        )
        adjective = self.rng.choice(
            self.table.adjectives[self.rng.choice(uses)]
        )
        degree = self.rng.choice(self.fillers["degrees"])
        past = self.rng.random() < 0.4
        end = self.being(adjective, degree, past, noun.gender)
        phrase = self.phrase(noun, "A")
        heads = (
            ("I/j see/v", "je/j vois/v"),
            ("I/j like/v", "j'/j aime/v"),
            ("Tom/j has/v seen/v", "Tom/j a/v vu/v"),
            ("look/v at/v", "regarde/v"),
            ("I/j don't/n like/v", "je/j ne/n aime/v pas/n"),
            ("Mary/j sold/v", "Mary/j a/v vendu/v"),
            ("she/j bought/v", "elle/j a/v acheté/v"),
            ("where/v is/j", "où/v est/j"),
            ("we/j found/v", "nous/j avons/v trouvé/v"),
        )
        head = self.rng.choice(heads)
        stop = "?" if head[0].startswith("where") else "."
        mark = Word(stop, frozenset({"middle"}))
        french = marked(head[1])
        tail = Words()
        if french[-1].text == "pas":  # stands behind the verb
            tail = []
        it = pronoun(noun.gender)
        clause = combined(
            [*marked(head[0]), *phrase[0], mark, it[0], *end.english],
            [*french, *phrase[1], *tail, mark, it[1], *end.french],
        )
        return self.finish(clause, (noun, noun), 0, end.name, "one")

    def draw_relative(self) -> Sentence | None:
        """Three nouns: the dog that saw the fox did not cross the street."""
        found = self.two()
        if found is None:
            return None
        roles, nouns = found
        third = self.rng.choice(self.table.nouns["animal"])
        if third in nouns:
            return None
        past = True
        which, use = self.target(roles)
        gender = nouns[which].gender
        end = self.ending(use, past, gender)
        main = self.main(roles, nouns, past, self.rng.random() < 0.7)
        other = self.phrase(third, "C")
        at = next(k for k, w in enumerate(main[0]) if "An" in w.marks) + 1
        to = next(k for k, w in enumerate(main[1]) if "An" in w.marks) + 1
        if main[1][to].marks & {"Ac"}:
            to += 1
        how = self.rng.choice(
            (
                ("near/r", "près/r de/r"),
                ("that/r saw/s", "qui/r a/s vu/s"),
                ("behind/r", "derrière/r"),
                ("of/r", "de/r"),
                ("that/r followed/s", "qui/r suivait/s"),
            )
        )
        english = [
            *main[0][:at],
            *marked(how[0], "z"),
            *other[0],
            *main[0][at:],
        ]
        french = [*main[1][:to], *marked(how[1], "z"), *other[1], *main[1][to:]]
        row = self.rng.choices(
            self.fillers["joins"], [r[3] for r in self.fillers["joins"]]
        )[0]
        ending = said((end.english, end.french), pronoun(gender))
        clause = self.joined((english, french), ending, row, False)
        return self.finish(
            clause, nouns, which, end.name, f"relative {how[0]} {row[0]}"
        )

    def finish(
        self,
        clause: Clause,
        nouns: tuple[Noun, Noun],
        which: int,
        name: str,
        shape: str,
    ) -> Sentence:
        """Spell both sides, begin with a capital, read the links off."""
        english, french = clause[0], spelled(clause[1])
        texts = [[word.text for word in side] for side in (english, french)]
        for side, full in zip(texts, ({".", "?"},) * 2, strict=True):
            for k, text in enumerate(side):
                if k == 0 or side[k - 1] in full:
                    side[k] = text[:1].upper() + text[1:]
        links = tuple(
            (j, i)
            for i, target in enumerate(french)
            for j, source in enumerate(english)
            if source.marks & target.marks
        )
        where = {w.role: k for k, w in enumerate(english) if w.role}
        chosen, other = ("A", "B") if which == 0 else ("B", "A")
        pair = "|".join(sorted(noun.english for noun in nouns))
        return Sentence(
            tuple(texts[0]),
            tuple(texts[1]),
            links,
            (where["it"], where[chosen], where.get(other, -1)),
            "elle" if nouns[which].gender == "f" else "il",
            (is_kept(pair), is_kept(name, shape)),
        )


def sentences(table: Table, seed: int) -> Iterator[Sentence]:
    """Distinct random sentences, without end."""
    shapes, seen = Shapes(table, seed), set[tuple[str, ...]]()
    while True:
        found = shapes.draw()
        if found and found.english not in seen:
            seen.add(found.english)
            yield found


def is_test(sentence: Sentence) -> bool:
    """Whether pair and combination are new, and il or elle is asked."""
    it, _, other = sentence.places
    one = sentence.english[it].lower() == "it"
    return all(sentence.kept_out) and one and other >= 0


def write_pairs(found: Sequence[Sentence], path: Path) -> None:
    """English, French and links i-j, tab-separated, a pair a line."""
    lines = (
        "\t".join(
            (
                " ".join(one.english),
                " ".join(one.french),
                " ".join(f"{j}-{i}" for j, i in sorted(one.links)),
            )
        )
        for one in found
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_tests(found: Sequence[Sentence], path: Path) -> None:
    """English, positions of it, antecedent and other noun, il or elle."""
    lines = (
        "\t".join((" ".join(one.english), *map(str, one.places), one.pronoun))
        for one in found
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Write sentences to train on, and others to test with."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--words", type=Path, required=True)
    parser.add_argument("--count", type=int, default=60_000)
    parser.add_argument("--test-count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--tests", type=Path)
    given = parser.parse_args()
    trained, tested = list[Sentence](), list[Sentence]()
    for one in sentences(load(given.words), given.seed):
        if not any(one.kept_out):
            trained.append(one)
        elif is_test(one) and len(tested) < given.test_count:
            tested.append(one)
        if len(trained) >= given.count and len(tested) >= given.test_count:
            break
    write_pairs(trained[: given.count], given.output)
    if given.tests:
        write_tests(tested, given.tests)


if __name__ == "__main__":
    main()
