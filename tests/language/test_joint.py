"""The vocabulary of both languages, and the marks around a sentence."""

import pytest
from tokenizers import Tokenizer, models

from language.joint import (
    MARKS,
    TO_CHINESE,
    TO_ENGLISH,
    JointVocabulary,
)
from tests.pages.joint_standin import joint_tokenizer


@pytest.fixture(scope="module")
def vocabulary() -> JointVocabulary:
    return JointVocabulary(joint_tokenizer())


def test_the_names_of_pieces_are_without_the_mark_of_a_word(vocabulary):
    pieces = vocabulary.encode(["Tom", "追逐", "tomcat"])
    assert pieces.strings[0] == "tom"
    assert "".join(pieces.strings) == "tom追逐tomcat"


def test_what_was_read_can_be_written_again(vocabulary):
    ids = vocabulary.encode(["tom", "likes", "the", "dog"]).ids
    assert vocabulary.read([TO_CHINESE, *ids, 2]) == "tom likes the dog"


def test_a_typed_mark_is_text(vocabulary):
    assert not {*vocabulary.encode(list(MARKS)).ids} & {TO_CHINESE, TO_ENGLISH}


def test_other_pieces_at_the_beginning_are_refused():
    names = ("<unk>", "<s>", "</s>", "a", "b")
    vocab = {name: k for k, name in enumerate(names)}
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=[]))
    words = "vocabulary must go on with <2zh>, <2en>. Received: \\('a', 'b'\\)."
    with pytest.raises(ValueError, match=words):
        JointVocabulary(tokenizer)


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        (["Tom", "runs"], TO_CHINESE),
        (["汤姆", "跑"], TO_ENGLISH),
        (["!"], TO_CHINESE),
        (["我", "喜欢", "Python"], TO_ENGLISH),
    ],
)
def test_the_mark_names_the_other_language(vocabulary, words, mark):
    assert vocabulary.mark_for(words) == mark


def test_marks_stand_around_the_sentence_as_words(vocabulary):
    typed = ["Tom", "tomcat"]
    words, pieces = vocabulary.framed(typed, vocabulary.encode(typed))
    assert words == ["<2zh>", "Tom", "tomcat", "</s>"]
    assert pieces.ids[0] == TO_CHINESE
    assert pieces.ids[-1] == 2
    assert pieces.word_of_piece[0] == 0
    assert pieces.word_of_piece[-1] == 3
    assert set(pieces.word_of_piece) == {0, 1, 2, 3}
    assert pieces.in_pieces == [False, False, True, False]
    assert len(pieces.unknown) == 4
    assert len(pieces.strings) == len(pieces.ids)
