"""Pronouns agree with what they mean, and no link says what that is."""

import subprocess
import sys
from itertools import islice

import pytest

from language.french import join_french, split_french
from language.words import split_words
from training.antecedents import Sentence, is_test, sentences
from training.clauses import Maker, Word, agreeing, load, plural, spelled

TABLE = """# English	French	gender or use	kind
animal	animal	m	animal
cow	vache	f	animal
bee	abeille	f	animal
donkey	âne	m	animal
street	rue	f	thing
bridge	pont	m	thing
river	rivière	f	thing
island	île	f	thing
suitcase	valise	f	thing
trophy	trophée	m	thing
box	boîte	f	thing
boat	bateau	m	thing
basket	panier	m	thing
tired	fatigué	animal	adjective
old	vieux	animal,thing	adjective
lazy	paresseux	animal	adjective
wide	large	place	adjective
shallow	peu profond	place	adjective
dangerous	dangereux	place,animal	adjective
big	grand	moved	adjective
late	en retard	moved	adjective
small	petit	container	adjective
"""
GENDERS = {
    row.split("\t")[1]: row.split("\t")[2]
    for row in TABLE.splitlines()
    if row.endswith(("animal", "thing"))
}
NAMES = {
    row.split("\t")[0]: row.split("\t")[1]
    for row in TABLE.splitlines()
    if row.endswith(("animal", "thing"))
}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("table") / "words.tsv"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def found(table) -> list[Sentence]:
    return list(islice(sentences(load(table), 7), 2500))


def test_the_pronoun_has_the_gender_of_its_antecedent(found):
    for one in found:
        noun = one.english[one.places[1]].lower()
        if noun in NAMES:  # a plural is not in the table
            gender = GENDERS[NAMES[noun]]
            assert one.pronoun == {"m": "il", "f": "elle"}[gender]
        written = [word.lower() for word in one.french]
        assert {one.pronoun, f"{one.pronoun}s"} & {*written}


def test_the_other_position_names_the_other_noun(found):
    for one in found:
        it, antecedent, other = (one.english[k].lower() for k in one.places)
        assert it in ("it", "they")
        if one.places[2] >= 0:
            assert antecedent != other


def test_no_link_joins_the_pronoun_and_a_noun(found):
    for one in found:
        it, *nouns = one.places
        ends = {one.french[i].lower() for j, i in one.links if j == it}
        assert ends <= {"il", "elle", "ils", "elles"}
        assert ends
        for noun in nouns:
            ends = {one.french[i].lower() for j, i in one.links if j == noun}
            assert not ends & {"il", "elle", "ils", "elles"}


def test_an_ending_decides_and_both_genders_are_asked(found):
    asked = [one for one in found if one.places[2] >= 0]
    share = sum(one.pronoun == "elle" for one in asked) / len(asked)
    assert 0.3 < share < 0.7
    first = sum(one.places[1] < one.places[2] for one in asked) / len(asked)
    assert 0.4 < first < 0.75


def test_both_sides_are_words_as_the_splitters_make_them(found):
    for one in found:
        assert split_words(" ".join(one.english)) == [*one.english]
        text = join_french(one.french)
        assert split_french(text) == [*one.french]


def test_nearly_every_word_has_a_link(found):
    for one in found:
        linked = {j for j, _ in one.links}, {i for _, i in one.links}
        assert len(one.english) - len(linked[0]) <= 4
        assert len(one.french) - len(linked[1]) <= 4


def test_what_is_tested_has_a_pair_and_a_combination_never_trained(found):
    assert {one.kept_out for one in found} == {
        *((a, b) for a in (True, False) for b in (True, False))
    }
    for one in filter(is_test, found):
        assert all(one.kept_out)
        assert one.english[one.places[0]].lower() == "it"


def test_contractions_and_elisions_are_written():
    def spell(*words):
        roles = {"le": "determiner", "la": "determiner"}
        made = [Word(word, role=roles.get(word, "")) for word in words]
        return [word.text for word in spelled(made)]

    assert spell("de", "le", "pont") == ["du", "pont"]
    assert spell("à", "le", "pont") == ["au", "pont"]
    assert spell("de", "le", "âne") == ["de", "l'", "âne"]
    assert spell("de", "la", "rue") == ["de", "la", "rue"]
    assert spell("que", "il", "ne", "a", "pas") == [
        "qu'",
        "il",
        "n'",
        "a",
        "pas",
    ]
    assert spell("si", "elle") == ["si", "elle"]


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("fatigué", "fatiguée"),
        ("large", "large"),
        ("paresseux", "paresseuse"),
        ("vieux", "vieille"),
        ("en retard", "en retard"),
        ("gris", "grise"),
    ],
)
def test_adjectives_have_a_feminine(word, form):
    assert agreeing(word, "f") == form
    assert agreeing(word, "m") == word


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("cheval", "chevaux"),
        ("bateau", "bateaux"),
        ("souris", "souris"),
        ("vache", "vaches"),
        ("nerveux", "nerveux"),
    ],
)
def test_nouns_and_adjectives_have_a_plural(word, form):
    assert plural(word) == form


def test_the_command_writes_both_files_the_same_each_time(table, tmp_path):
    made = []
    for name in ("a", "b"):
        files = tmp_path / f"{name}.tsv", tmp_path / f"{name}.test.tsv"
        command = [sys.executable, "-m", "training.antecedents"]
        command += ["--words", str(table), "--count", "300"]
        command += ["--test-count", "5", "--output", str(files[0])]
        subprocess.run([*command, "--tests", str(files[1])], check=True)
        made.append([file.read_text(encoding="utf-8") for file in files])
    assert made[0] == made[1]
    pairs, tests = (text.splitlines() for text in made[0])
    assert (len(pairs), len(tests)) == (300, 5)
    assert all(len(line.split("\t")) == 3 for line in pairs)
    assert all(line.split("\t")[4] in ("il", "elle") for line in tests)
    trained = {line.split("\t")[0] for line in pairs}
    assert not trained & {line.split("\t")[0] for line in tests}


def test_bien_que_takes_the_subjunctive(table):
    words = [Word("était"), Word("large")]
    _, changed = Maker(load(table), 1).subjunctive(([], words))
    assert [word.text for word in changed] == ["soit", "large"]


def test_an_adjective_of_two_words_agrees_in_its_last_one():
    assert agreeing("peu profond", "f", many=True) == "peu profondes"
    assert agreeing("en retard", "f", many=True) == "en retard"
