from pathlib import Path

import pytest

from language.joint import TO_ENGLISH, JointVocabulary
from language.words import split_words
from texts.shown import read_content
from training.joint_pieces import (
    SPECIAL,
    cut,
    load_pieces,
    read_pieces,
    train_pieces,
)

SHIPPED = Path(__file__).parents[2] / "content/models/transformer.pieces.json"

SENTENCES = [
    ["Tom", "chases", "the", "cat", "."],
    ["汤姆", "追逐", "那", "只", "猫", "，", "T恤", "。"],
    ["The", "cats", "don't", "chase", "Tom", "2019", "."],
] * 5


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("pieces") / "joint.json"
    train_pieces(SENTENCES, 97, path)
    return path


def test_both_languages_come_back_from_their_pieces(path):
    english, chinese = cut(load_pieces(path), SENTENCES[:2])
    tokenizer = load_pieces(path)
    assert read_pieces(tokenizer, english.ids) == "tom chases the cat."
    assert read_pieces(tokenizer, chinese.ids) == "汤姆追逐那只猫， t恤。"


def test_each_piece_knows_its_word_and_each_word_has_a_piece(path):
    words = ["Tom", "猫猫", "Q", "don't"]
    (found,) = cut(load_pieces(path), [words])
    assert len(found.ids) == len(found.words)
    assert sorted(set(found.words)) == [0, 1, 2, 3]


def test_the_app_reads_the_same_ids(path):
    check_same_ids(path, SENTENCES[:3])


def test_the_app_reads_the_same_ids_in_the_vocabulary_we_ship():
    examples = read_content("presets/self_attention")["example"]
    pairs = read_content("presets/attention")["example"]
    typed = [example["sentence"] for example in examples]
    typed += [pair[side] for pair in pairs for side in ("source", "target")]
    check_same_ids(SHIPPED, [split_words(text) for text in typed])


def check_same_ids(path, sentences):
    app, tokenizer = JointVocabulary.load(path), load_pieces(path)
    for words, found in zip(sentences, cut(tokenizer, sentences), strict=True):
        pieces = app.encode(words)
        assert pieces.ids == found.ids, words
        assert pieces.word_of_piece == found.words, words
        assert read_pieces(tokenizer, found.ids) == app.read(pieces.ids)


def test_the_marks_come_first_and_cannot_be_typed(path):
    tokenizer = load_pieces(path)
    assert [tokenizer.id_to_token(k) for k in range(5)] == SPECIAL
    (found,) = cut(tokenizer, [SPECIAL])
    assert not set(found.ids) & set(range(1, TO_ENGLISH + 1))


def test_full_width_punctuation_is_kept_and_apostrophes_are_one(path):
    tokenizer = load_pieces(path)
    full, half = cut(tokenizer, [["，"], [","]])
    assert full.ids != half.ids
    curly, straight = cut(tokenizer, [["don’t"], ["don't"]])
    assert curly.ids == straight.ids


def test_a_rare_character_is_unknown(path):
    (found,) = cut(load_pieces(path), [["龘"]])
    assert found.ids == [0]


def test_dropout_cuts_anew_and_keeps_the_text(path):
    tokenizer = load_pieces(path, dropout=0.5)
    found = {tuple(cut(tokenizer, [["chases"]])[0].ids) for _ in range(50)}
    assert len(found) > 1
    assert {read_pieces(tokenizer, ids) for ids in found} == {"chases"}
