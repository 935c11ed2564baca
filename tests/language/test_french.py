import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from language.french import french_spans, join_french, split_french
from language.words import split_words

SPICY = "lLdqujn'’ʼ-ethomiAÉàçœ«» \u00a0\u202f?!:;.,\u0301\u200d汤1"
texts = st.one_of(st.text(), st.text(SPICY))
SENTENCES = (
    ("L'homme l'aime.", ["L'", "homme", "l'", "aime", "."]),
    ("Qu'est-ce que c'est?", ["Qu'", "est", "-ce", "que", "c'", "est", "?"]),
    ("A-t-elle faim?", ["A", "-t-elle", "faim", "?"]),
    ("Où es-tu?", ["Où", "es", "-tu", "?"]),
    ("Donne-le-moi!", ["Donne", "-le", "-moi", "!"]),
    (
        "Donne-m'en; va-t'en!",
        ["Donne", "-m'", "en", ";", "va", "-t'", "en", "!"],
    ),
    ("Vas-y, dit-on.", ["Vas", "-y", ",", "dit", "-on", "."]),
    ("Jusqu'à quand?", ["Jusqu'", "à", "quand", "?"]),
    ("Lorsqu'il puisqu'elle", ["Lorsqu'", "il", "puisqu'", "elle"]),
    ("D'ACCORD, AVEZ-VOUS", ["D'", "ACCORD", ",", "AVEZ", "-VOUS"]),
    ("S'il n'y a qu'un", ["S'", "il", "n'", "y", "a", "qu'", "un"]),
    ("«L'ami» : «oui»", ["«", "L'", "ami", "»", ":", "«", "oui", "»"]),
)
WHOLE = (
    "aujourd'hui",
    "quelqu'un",
    "presqu'île",
    "rendez-vous",
    "arc-en-ciel",
    "peut-être",
    "celui-ci",
    "grand-mère",
    "moi-même",
    "là-bas",
    "week-end",
    "États-Unis",
    "vis-à-vis",
)


def without_space(text):
    return "".join(text.split())


@pytest.mark.parametrize(("text", "words"), SENTENCES)
def test_what_is_elided_and_what_is_a_clitic_stands_alone(text, words):
    assert split_french(text) == words


@pytest.mark.parametrize(("text", "words"), SENTENCES)
@pytest.mark.parametrize("mark", ["'", "’", "ʼ"])
def test_every_apostrophe_elides(text, words, mark):
    typed = split_french(text.replace("'", mark))
    assert [word.replace(mark, "'") for word in typed] == words


@pytest.mark.parametrize(("text", "words"), SENTENCES)
@pytest.mark.parametrize("space", ["", " ", "\u00a0", "\u202f"])
def test_a_space_before_a_high_mark_may_be_typed_or_not(text, words, space):
    spaced = regex.sub(r"\s*([?!:;»])", rf"{space}\1", text)
    assert split_french(spaced) == words


@pytest.mark.parametrize("words", [words for _, words in SENTENCES])
def test_words_that_were_typed_apart_stay_as_they_are(words):
    assert split_french(" ".join(words)) == words


@pytest.mark.parametrize("words", [words for _, words in SENTENCES])
def test_joined_words_are_split_as_before(words):
    assert split_french(join_french(words)) == words


@pytest.mark.parametrize("word", WHOLE)
def test_a_word_with_apostrophe_or_hyphen_stays_whole(word):
    assert split_french(f"Un {word}.") == ["Un", word, "."]


def test_a_hyphen_that_joins_nothing_is_a_word():
    assert split_french("Tom - il dort - là") == [
        *("Tom", "-", "il", "dort", "-", "là")
    ]


def test_joined_words_read_as_french_is_written():
    words = ["L'", "a", "-t-il", "dit", ",", "Tom", "?", '"', "Oui", '"', "."]
    assert join_french(words) == 'L\'a-t-il dit, Tom\u00a0? "Oui".'
    assert join_french(["«", "Oui", "!", "»"]) == "«\u00a0Oui\u00a0!\u00a0»"
    assert join_french(["Donne", "-m'", "en", "(", "là", ")"]) == (
        "Donne-m'en (là)"
    )
    assert join_french([]) == ""


def test_english_is_split_without_these_rules():
    assert split_words("Don't!") == ["Don't", "!"]


@given(texts)
@example("-il -t'en l'")
def test_french_words_joined_are_the_text_without_its_white_space(text):
    words = split_french(text)
    assert "".join(words) == without_space(text)
    assert "" not in words


@given(texts)
def test_french_spans_stand_in_order(text):
    spans = french_spans(text)
    ends = [0, *(end for _, end in spans)]
    assert all(e <= start for e, (start, _) in zip(ends, spans, strict=False))


@given(texts)
def test_no_grapheme_of_a_french_text_is_cut(text):
    for chunk in text.split():
        allowed = {g.end() for g in regex.finditer(r"\X", chunk)}
        assert {end for _, end in french_spans(chunk)} <= allowed
