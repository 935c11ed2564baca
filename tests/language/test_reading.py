"""How the words of a picture are cut, with the models that are shipped."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.joint import JointVocabulary
from language.pieces import Vocabulary
from language.reading import cut_words, without_piece_marks, words_for
from language.words import split_words
from tests.language.tools import made

HERE = Path(__file__).parent
MODELS = HERE.parents[1] / "content" / "models"
CHINESE = Vocabulary.load(MODELS / "attention.target.json")
ENGLISH = Vocabulary.load(MODELS / "attention.source.json")
JOINT = JointVocabulary.load(MODELS / "transformer.pieces.json")
# 150 everyday pairs; the Chinese as a teacher would cut it.
EVERYDAY = [
    line.split("\t")
    for line in (HERE / "everyday.tsv").read_text("utf-8").splitlines()
]
texts = st.text("我爱你踢足球生日快乐很漂亮待在家里十七岁 \n。·Tom▁@#")


def as_taught(cut):
    """Return the everyday sentences that are cut as a teacher would."""
    sentences = [chinese.split() for _, chinese in EVERYDAY]
    return [words for words in sentences if cut("".join(words)) == words]


def test_everyday_sentences_are_cut_as_a_teacher_would():
    assert len(EVERYDAY) == 150
    assert len(as_taught(lambda text: words_for(text, CHINESE))) >= 147
    assert len(as_taught(lambda text: words_for(text, JOINT))) >= 144


def test_everyday_english_is_read_in_whole_words():
    words = [w for english, _ in EVERYDAY for w in split_words(english)]
    pieces = ENGLISH.encode(words)
    assert sum(pieces.in_pieces) <= 0.05 * len(words)
    assert not any(pieces.unknown)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我爱你。", "我|爱|你|。"),
        ("生日快乐！", "生日|快乐|！"),
        ("她很漂亮", "她|很|漂亮"),
        ("我们踢足球", "我们|踢|足球"),
        ("他待在家里", "他|待|在|家里"),
        ("给妈妈送花", "给|妈妈|送|花"),
        ("放学了", "放|学|了"),
        ("我写了一封信", "我|写|了|一|封|信"),  # a part is cut again
        ("我爱你 我们踢足球", "我|爱|你|我们|踢|足球"),
    ],
)
def test_the_first_thing_anybody_types_is_cut(text, words):
    assert words_for(text, CHINESE) == words.split("|")


def test_what_was_cut_by_hand_stays():
    words = ["我", "踢足球", "生日快乐", "。"]
    assert words_for(" ".join(words), CHINESE) == words


def test_one_character_is_one_word_if_that_is_asked_for():
    assert words_for("踢足球", CHINESE, characters=True) == ["踢", "足", "球"]


def test_what_the_model_reads_in_finer_pieces_is_not_cut():
    letters = made(["踢", "足", "球", "踢足球"], [])
    assert cut_words(["踢足球"], letters) == ["踢足球"]
    whole = made(["踢", "足", "球", "足球"], [("足", "球")])
    assert cut_words(["踢足球"], whole) == ["踢", "足球"]


def test_what_the_model_does_not_know_is_not_cut():
    assert cut_words(["生日快乐"], ENGLISH) == ["生日快乐"]
    assert cut_words(["一封信"], made(["一", "信"], [])) == ["一封信"]


def test_a_compound_is_no_phrase_though_its_parts_are_words():
    for word in ("打火机", "打印机", "洗发水"):
        assert cut_words([word], CHINESE) == [word]


def test_what_is_not_chinese_is_left_alone():
    words = ["don't", "Tom", "12", "。", "食べる"]
    assert cut_words(words, CHINESE) == words


@given(texts)
def test_words_joined_are_the_text_without_marks_and_white_space(text):
    for vocabulary in (CHINESE, JOINT):
        words = words_for(text, vocabulary)
        assert "".join(words) == "".join(without_piece_marks(text).split())
        assert "" not in words


@given(texts)
def test_cut_again_nothing_changes(text):
    words = cut_words(split_words(text), CHINESE)
    assert cut_words(words, CHINESE) == words


# Pieces of other tokenizers


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("Tom@@ my ran", "Tommy ran"),
        ("un ##believ ##able", "unbelievable"),
        ("▁Tom ▁chas es ▁Jerry .", "Tom chases Jerry."),
        ("Tom Ġchases ĠJerry", "Tom chases Jerry"),
        ("踢@@ 足@@ 球", "踢足球"),
        # No pieces:
        ("a ## b", "a ## b"),
        ("mail me @@ home", "mail me @@ home"),
        ("tom@x.com", "tom@x.com"),
        ("Tom@@\nmy", "Tom@@\nmy"),
        ("a▁b", "a▁b"),
        ("", ""),
    ],
)
def test_pieces_of_a_tokenizer_are_read_as_words(text, joined):
    assert without_piece_marks(text) == joined


def test_pieces_are_joined_before_words_are_cut():
    assert words_for("Tom@@ my un ##believ ##able", ENGLISH) == [
        "Tommy",
        "unbelievable",
    ]
