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
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from training.clauses import (
    Clause,
    Ending,
    Maker,
    Noun,
    Table,
    both,
    linked,
    load,
    mark_of,
    marked,
    pronoun,
    spelled,
    together,
)

KEPT_OUT = 8
"""One of so many noun pairs, and of ending and shape, is for testing."""
ROLES = (
    ("animal", "place", 5),
    ("moved", "container", 4),
    ("moved", "place", 3),
)
SHAPES = {
    "plain": 50,
    "so": 10,
    "agent": 16,
    "they": 7,
    "one": 6,
    "relative": 6,
    "ask": 5,
}
Roles = tuple[str, str]
Nouns = tuple[Noun, Noun]


@dataclass(frozen=True)
class Sentence:
    """A pair with its links, and where it, antecedent and other noun are.

    kept_out tells of the pair of nouns, and of ending and shape, whether it
    is for testing.
    """

    english: tuple[str, ...]
    french: tuple[str, ...]
    links: tuple[tuple[int, int], ...]
    places: tuple[int, int, int]
    pronoun: str
    kept_out: tuple[bool, bool]


@dataclass(frozen=True)
class Plan:
    """What is drawn first: two nouns, which one "it" means, what is said."""

    roles: Roles
    nouns: Nouns
    which: int
    ending: Ending

    @property
    def gender(self) -> str:
        """That of the antecedent."""
        return self.nouns[self.which].gender

    def of_it(self, *, many: bool = False) -> Clause:
        """It was too tired."""
        return together(pronoun(self.gender, many=many), self.ending.clause)


def is_kept(*names: str) -> bool:
    """Whether a combination is one of those kept for testing."""
    return zlib.crc32("|".join(names).encode()) % KEPT_OUT == 0


def capitalized(words: Sequence[str]) -> tuple[str, ...]:
    """With a capital at the beginning and behind a full stop."""
    return tuple(
        word[:1].upper() + word[1:]
        if k == 0 or words[k - 1] in (".", "?")
        else word
        for k, word in enumerate(words)
    )


class Shapes(Maker):
    """Draws sentences: main clause, join, ending, in some order."""

    def draw(self) -> Sentence | None:
        """One random sentence, or none if the drawn nouns are the same."""
        names, weights = list(SHAPES), list(SHAPES.values())
        shape = self.rng.choices(names, weights)[0]
        found = self.two() if shape != "one" else ()
        if found is None:
            return None
        made: Sentence | None = getattr(self, f"draw_{shape}")(*found)
        return made

    def two(self) -> tuple[Roles, Nouns] | None:
        """Two roles, and two different nouns for them."""
        weights = [row[-1] for row in ROLES]
        first, second, _ = self.rng.choices(ROLES, weights)[0]
        nouns = (
            self.rng.choice(self.table.nouns[first]),
            self.rng.choice(self.table.nouns[second]),
        )
        return None if nouns[0] == nouns[1] else ((first, second), nouns)

    def target(self, roles: Roles) -> tuple[int, str]:
        """Which noun the pronoun means, and what is said of such."""
        which = self.rng.randrange(2)
        use = roles[which]
        if use == "container" and self.rng.random() < 0.35:
            use = "place"
        return which, use

    def plan(self, roles: Roles, nouns: Nouns, *, past: bool = True) -> Plan:
        """An ending that only one of the nouns can mean."""
        which, use = self.target(roles)
        ending = self.ending(use, past, nouns[which].gender)
        return Plan(roles, nouns, which, ending)

    def around(
        self, nouns: Nouns, between: Clause, *, many: bool = False
    ) -> Clause:
        """First noun, what stands between, second noun."""
        first = self.phrase(nouns[0], "A", many=many)
        return together(first, between, self.phrase(nouns[1], "B"))

    def main(self, plan: Plan, past: bool, no: bool) -> Clause:
        """The animal did not cross the street."""
        nouns = plan.nouns
        verb = self.verb(plan.roles, past, no, nouns[0].gender)
        main = self.around(nouns, verb)
        if self.rng.random() < 0.08 and past:
            time = self.rng.choice(self.fillers["times"])
            main = together(main, both(time))
        return main

    def joined(
        self, main: Clause, ending: Clause, join: Sequence[str], front: bool
    ) -> Clause:
        """Two clauses with what joins them."""
        if join[1].startswith("bien"):
            ending = self.subjunctive(ending)
        if front:
            comma = mark_of(",", "comma")
            return together(both(join), ending, comma, main)
        return together(main, both(join), ending)

    def draw_plain(self, roles: Roles, nouns: Nouns) -> Sentence:
        """Main clause and ending in either order."""
        past = self.rng.random() < 0.65
        no = self.rng.random() < 0.7
        plan = self.plan(roles, nouns, past=past)
        join = self.pick(self.fillers["joins"])
        front = join[2] and self.rng.random() < 0.2
        main = self.main(plan, past, no)
        if self.rng.random() < 0.06 and not front:
            opening = self.rng.choice(self.fillers["openings"])
            main = together(both(opening, "x"), main)
        clause = self.joined(main, plan.of_it(), join, front)
        return self.finish(clause, plan, f"plain {join[0]} {front} {no}")

    def draw_ask(self, roles: Roles, nouns: Nouns) -> Sentence:
        """Why did the animal not cross the street? Because it was tired."""
        plan = self.plan(roles, nouns)
        verb = self.pick(self.verbs(roles))
        first, second = self.phrase(nouns[0], "A"), self.phrase(nouns[1], "B")
        why, no, pourquoi = self.forms["asked"][self.rng.random() >= 0.5]
        # Of "did not cross" only "not cross" stands behind the first noun.
        form = ("{base}/v", self.forms["denied"][0][1])
        crossed = self.worded(verb, form, nouns[0].gender)
        clause = together(
            (marked(why), marked(pourquoi)),
            first,
            (marked(no), []),
            crossed,
            second,
            mark_of("?", "ask"),
            both(("because/b", "parce/b que/b")),
            plan.of_it(),
        )
        return self.finish(clause, plan, "ask")

    def draw_so(self, roles: Roles, nouns: Nouns) -> Sentence:
        """The animal was too tired, so it did not cross the street."""
        past = self.rng.random() < 0.65
        gender = nouns[0].gender
        adjectives = self.table.adjectives
        fitting = [*adjectives[roles[0]], *adjectives["any"]]
        adjective = self.rng.choice(fitting)
        state = self.state(adjective, self.degree(), past, gender)
        no = self.rng.random() < 0.75
        verb = self.verb(roles, past, no, gender)
        first, second = self.phrase(nouns[0], "A"), self.phrase(nouns[1], "B")
        so = self.rng.choice(self.fillers["sequels"])
        it = pronoun(gender)
        clause = together(first, state.clause, both(so), it, verb, second)
        plan = Plan(roles, nouns, 0, state)
        return self.finish(clause, plan, f"so {so[0]} {no}")

    def draw_agent(self, roles: Roles, nouns: Nouns) -> Sentence:
        """Tom could not put the trophy in the suitcase because it was big."""
        which, use = self.target(roles)
        wanted = " ".join(roles)
        deeds = [d for d in self.table.data["deed"] if wanted in d["roles"]]
        deed = self.pick(deeds)
        ending = self.ending(use, True, nouns[which].gender)
        plan = Plan(roles, nouns, which, ending)
        join = self.pick(self.fillers["joins"])
        front = join[2] and self.rng.random() < 0.15
        main = self.deed(deed, nouns)
        clause = self.joined(main, plan.of_it(), join, front)
        return self.finish(clause, plan, f"agent {join[0]} {front}")

    def deed(self, deed: dict[str, list[str]], nouns: Nouns) -> Clause:
        """Somebody does something, or does not, with the first noun."""
        agents = self.table.data["agents"]
        who, qui, person = self.rng.choice(agents["names"])
        values = {n: agents[n][person] for n in ("have", "could", "wanted")}
        base, was, where = deed["en"]
        infinitive, done, dans = deed["fr"]
        values |= {"base": base, "was": was, "inf": infinitive, "done": done}
        form = self.pick(self.forms["deed"])
        said = both([text.format(**values) for text in form[:2]])
        named = [name if "/" in name else f"{name}/w" for name in (who, qui)]
        there = linked(where, "o"), linked(dans, "o")
        first, second = self.phrase(nouns[0], "A"), self.phrase(nouns[1], "B")
        return together(both(named, "w"), said, first, there, second)

    def draw_they(self, roles: Roles, nouns: Nouns) -> Sentence | None:
        """Several of the first: number alone tells what it or they mean."""
        if nouns[0].english in self.forms["uncountable"]:
            return None
        which, use = self.target(roles)
        many, gender = which == 0, nouns[which].gender
        use = self.rng.choice((use, "any")) if use == "animal" else use
        adjective = self.rng.choice(self.table.adjectives[use])
        ending = self.state(adjective, self.degree(), True, gender, many=many)
        plan = Plan(roles, nouns, which, ending)
        verb = self.pick(self.verbs(roles))
        first = self.phrase(nouns[0], "A", many=True)
        second = self.phrase(nouns[1], "B")
        form = self.rng.choice(self.forms["denied"])
        crossed = self.worded(verb, form, nouns[0].gender, many=True)
        join = self.pick(self.fillers["joins"])
        main = together(first, crossed, second)
        clause = self.joined(main, plan.of_it(many=many), join, False)
        return self.finish(clause, plan, f"they {join[0]} {many}")

    def draw_one(self) -> Sentence:
        """A single noun: I like the car. It is fast."""
        role = self.rng.choice(("animal", "thing", "thing"))
        noun = self.rng.choice(self.table.nouns[role])
        uses = ["place", "moved", "any", "container"]
        uses = ["animal", "any"] if role == "animal" else uses
        use = self.rng.choice(uses)
        adjective = self.rng.choice(self.table.adjectives[use])
        degree, past = self.degree(), self.rng.random() < 0.4
        ending = self.state(adjective, degree, past, noun.gender)
        phrase = self.phrase(noun, "A")
        head = self.rng.choice(self.fillers["heads"])
        stop = "?" if head[0].startswith("where") else "."
        plan = Plan((role, role), (noun, noun), 0, ending)
        clause = together(
            both(head), phrase, mark_of(stop, "middle"), plan.of_it()
        )
        return self.finish(clause, plan, "one")

    def draw_relative(self, roles: Roles, nouns: Nouns) -> Sentence | None:
        """Three nouns: the dog that saw the fox did not cross the street."""
        third = self.rng.choice(self.table.nouns["animal"])
        if third in nouns:
            return None
        plan = self.plan(roles, nouns)
        main = self.main(plan, True, self.rng.random() < 0.7)
        other = self.phrase(third, "C")
        how = self.rng.choice(self.fillers["relatives"])
        join = self.pick(self.fillers["joins"])
        inserted = together(both(how, "z"), other)
        # Behind the first noun, and in French behind its color.
        first = {"An", "Ac", "Ad"}
        sides = []
        for words, more in zip(main, inserted, strict=True):
            at = sum(bool(word.marks & first) for word in words)
            sides.append([*words[:at], *more, *words[at:]])
        clause = self.joined((sides[0], sides[1]), plan.of_it(), join, False)
        return self.finish(clause, plan, f"relative {how[0]} {join[0]}")

    def finish(self, clause: Clause, plan: Plan, shape: str) -> Sentence:
        """Spell both sides, begin with a capital, read the links off."""
        english, french = together(clause, mark_of(".", "stop"))
        french = spelled(french)
        links = tuple(
            (j, i)
            for i, target in enumerate(french)
            for j, source in enumerate(english)
            if source.marks & target.marks
        )
        where = {word.role: k for k, word in enumerate(english) if word.role}
        chosen, other = ("A", "B") if plan.which == 0 else ("B", "A")
        pair = "|".join(sorted(noun.english for noun in plan.nouns))
        return Sentence(
            capitalized([word.text for word in english]),
            capitalized([word.text for word in french]),
            links,
            (where["it"], where[chosen], where.get(other, -1)),
            "elle" if plan.gender == "f" else "il",
            (is_kept(pair), is_kept(plan.ending.name, shape)),
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
