"""Whether a wrong language is told, with the models that are shipped."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.common import COMMON, common_elsewhere
from language.joint import JointVocabulary
from language.pieces import Vocabulary
from language.reading import words_for
from language.tongues import CHINESE as ZH
from language.tongues import ENGLISH as EN
from language.verdict import Side, Verdict, failure, judge, repeats

HERE = Path(__file__).parent
MODELS = HERE.parents[1] / "content" / "models"
ENGLISH = Side(EN, Vocabulary.load(MODELS / "attention.source.json"))
CHINESE = Side(ZH, Vocabulary.load(MODELS / "attention.target.json"))
JOINT = JointVocabulary.load(MODELS / "transformer.pieces.json")
SIDES = [(ENGLISH, CHINESE), (Side(EN, JOINT), Side(ZH, JOINT))]


def lines(name):
    text = (HERE / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


# 300 sentences of four words or more: language, sentence.
FOREIGN = lines("foreign.tsv")
EVERYDAY = lines("everyday.tsv")


def judged(text, here, across=None):
    return judge(words_for(text, here.vocabulary), here, across)


def test_the_foreign_sentences_are_of_eight_languages():
    counts = Counter(language for language, _ in FOREIGN)
    assert set(counts) == {"de", "fr", "es", "it", "pt", "nl", "ru", "ja"}
    assert counts.total() == 300
    assert min(counts.values()) >= 37
    assert len({sentence for _, sentence in FOREIGN}) == 300


@pytest.mark.parametrize(("english", "chinese"), SIDES)
def test_nearly_every_foreign_sentence_is_warned_of(english, chinese):
    for here, across in ((english, chinese), (chinese, english)):
        kinds = Counter(judged(s, here, across).kind for _, s in FOREIGN)
        missed = kinds["reads"] + kinds["exchanged"]
        assert missed <= 0.01 * len(FOREIGN)


@pytest.mark.parametrize(("english", "chinese"), SIDES)
def test_hardly_an_everyday_sentence_is_warned_of(english, chinese):
    warned = [
        verdict
        for source, target in EVERYDAY
        for verdict in (
            judged(source, english, chinese),
            judged(target.replace(" ", ""), chinese, english),
        )
        if verdict.warns
    ]
    assert len(warned) <= 0.005 * 2 * len(EVERYDAY)


@pytest.mark.parametrize(("english", "chinese"), SIDES)
def test_exchanged_sides_are_called_so(english, chinese):
    kinds = Counter(
        verdict.kind
        for source, target in EVERYDAY
        for verdict in (
            judged(target.replace(" ", ""), english, chinese),
            judged(source, chinese, english),
        )
    )
    assert kinds["exchanged"] >= 0.995 * 2 * len(EVERYDAY)
    assert kinds["reads"] == 0


@pytest.mark.parametrize(
    ("text", "here", "verdict"),
    [
        ("Ich liebe dich.", ENGLISH, ("other_language", "en", "de", 3, 3)),
        ("Hola", ENGLISH, ("mostly_unknown", "en", None, 1, 1)),
        ("我爱你。", ENGLISH, ("exchanged", "en", "zh", 1, 1)),
        ("I love you.", CHINESE, ("exchanged", "zh", "en", 3, 3)),
        ("I love you.", ENGLISH, ("reads", "en", "en", 3, 0)),
        ("我爱你。", CHINESE, ("reads", "zh", "zh", 3, 0)),
        ("Tom爱Mary。", CHINESE, ("reads", "zh", "zh", 3, 0)),
        ("Tom and 玛丽", ENGLISH, ("reads", "en", "en", 3, 1)),
        ("食べるのは好きです", ENGLISH, ("other_language", "en", "ja", 4, 4)),
        ("漢字は好き", CHINESE, ("other_language", "zh", "ja", 5, 5)),
        ("Привет, мир", ENGLISH, ("other_language", "en", None, 2, 2)),
        ("xqzt wvbk", ENGLISH, ("mostly_unknown", "en", None, 2, 2)),
        ("纔纔", CHINESE, ("mostly_unknown", "zh", "zh", 2, 2)),
        ("", ENGLISH, ("reads", "en", "en", 0, 0)),
        ("12:30 ?!", CHINESE, ("reads", "zh", "zh", 0, 0)),
    ],
)
def test_what_is_typed_is_judged(text, here, verdict):
    across = CHINESE if here is ENGLISH else ENGLISH
    assert judged(text, here, across) == Verdict(*verdict)


def test_without_another_side_nothing_is_exchanged():
    assert judged("我爱你。", ENGLISH).kind == "other_language"
    assert judged("我爱你。", ENGLISH).found == "zh"


def test_a_curly_apostrophe_changes_nothing():
    curly, straight = "j’ai c’est", "j'ai c'est"
    assert judged(curly, ENGLISH).kind == "other_language"
    assert judged(curly, ENGLISH) == judged(straight, ENGLISH)


def test_a_few_rare_words_or_foreign_names_are_no_other_language():
    for text in (
        "She bought a kaleidoscope and a theodolite.",
        "Los Angeles is a big city.",
        "I met Frau von Braun at the station.",
    ):
        assert judged(text, ENGLISH, CHINESE).kind == "reads"


def test_names_are_not_held_against_a_sentence():
    for english, chinese in SIDES:
        for text in (
            "Michael Jordan plays football.",
            "We met Xu Zhimo in Bath.",
        ):
            assert judged(text, english, chinese).kind == "reads"
        for text in ("HOLA MUNDO", "Guten Tag", "Hasta La Vista"):
            assert judged(text, english, chinese).warns


def test_only_a_verdict_other_than_reads_warns():
    for kind in ("mostly_unknown", "exchanged", "other_language"):
        assert Verdict(kind, "en", None, 1, 1).warns
    assert not Verdict("reads", "en", "en", 1, 0).warns


@given(st.text("abИ愛我の 'é.1"))
def test_anything_is_judged(text):
    for here, across in ((ENGLISH, CHINESE), (CHINESE, ENGLISH)):
        verdict = judged(text, here, across)
        assert 0 <= verdict.n_strange <= verdict.n_words
        assert verdict.expected == here.tongue.code


def test_common_words_are_lower_case_and_of_no_two_languages_in_english():
    for words in COMMON.values():
        assert all(word == word.lower() for word in words)
    for language in COMMON:
        assert common_elsewhere(language).isdisjoint(COMMON[language])
    english = COMMON["en"]
    others = [w for name, w in COMMON.items() if name != "en"]
    assert english.isdisjoint(set().union(*others))


# Translations that failed


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("他 的 他 的 他 的 他 的", True),
        ("我 很 很 很 好", True),
        ("我 不 知道 他 我 不 知道 他", True),
        ("我 不 知道 我 不 知道", False),
        ("他 的 他 的", False),
        ("很 很 好", False),
        ("好 ！ ！ ！ ！", False),
        ("好 ！ 好 ！ 好 ！", True),
        ("10 10 10", False),
        ("", False),
    ],
)
def test_a_text_that_goes_round_in_a_circle_is_told(words, answer):
    assert repeats(words.split()) is answer


def test_no_everyday_sentence_goes_round_in_a_circle():
    for source, target in EVERYDAY:
        assert not repeats(source.split())
        assert not repeats(target.split())


def test_a_translation_fails_by_repeating_or_by_guessing():
    circle = ["他", "的"] * 4
    read, guessed = (judged(t, ENGLISH) for t in ("Hi", "Hola"))
    assert failure(["Hi"], circle, read) == "repeats"
    assert failure(["Hi"], ["嗨"], read) is None
    assert failure(["Hola"], ["。"], guessed) == "guesses"
    assert failure(["Hola"], circle, guessed) == "guesses"


@pytest.mark.parametrize(
    ("source", "probability", "answer"),
    [
        ("Hi.", 0.3, "unsure"),
        ("Hi there.", 0.34, "unsure"),
        ("Hi.", 0.36, None),
        ("Hi there Tom.", 0.1, None),
        ("Hola", 0.1, "guesses"),
    ],
)
def test_the_translation_of_a_short_text_may_be_unsure(
    source, probability, answer
):
    words, verdict = source.split(), judged(source, ENGLISH)
    assert failure(words, ["他", "的"], verdict, probability) == answer


def test_what_repeats_in_the_source_may_repeat_in_the_translation():
    said = judged("no no no", ENGLISH)
    assert failure(["no"] * 3, ["不"] * 3, said) is None
