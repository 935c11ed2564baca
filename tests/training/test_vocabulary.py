import random
from collections import Counter

import pytest

from language.pieces import Vocabulary
from language.words import split_words
from training.vocabulary import sample_pieces, train_vocabulary

ENGLISH = split_words("Tom chases Jerry. Don't chase the cat’s mouse! " * 5)
CHINESE = split_words("汤姆追逐杰瑞，他们在花园里。「你好！」 ３个OK。" * 5)


@pytest.fixture(scope="module")
def source():
    """Return a vocabulary of English words."""
    return train_vocabulary(ENGLISH, 53, continuing="##", lowercase=True)


@pytest.fixture(scope="module")
def target():
    """Return a vocabulary of Chinese words."""
    return train_vocabulary(CHINESE, 61)


def test_all_words_of_the_training_text_can_be_read(source, target):
    for vocabulary, words in ((source, ENGLISH), (target, CHINESE)):
        assert not any(vocabulary.encode(words).unknown)


def test_a_vocabulary_is_as_large_as_asked_for(source, target):
    assert len(source) == 53
    assert len(target) <= 61
    assert source.decode_ids([0, 1, 2]) == ["<unk>", "<s>", "</s>"]


def test_only_pieces_inside_a_source_word_carry_the_mark(source):
    pieces = source.encode(["Tom", "mouses", "catom"])
    first = [True]
    first += [
        a != b
        for a, b in zip(
            pieces.word_of_piece, pieces.word_of_piece[1:], strict=False
        )
    ]
    marked = [piece.startswith("##") for piece in pieces.strings]
    assert marked == [not is_first for is_first in first]


def test_a_rare_character_is_unknown():
    vocabulary = train_vocabulary(["aab", "aab", "xb"], 13)
    pieces = vocabulary.encode(["a", "b", "x"])
    assert pieces.unknown == [False, False, True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tom", "tOM"),
        ("Tom", "Ｔｏｍ"),
        ("don't", "don’t"),
        ("don't", "don\u00ad't\u200b"),
        (".", "．"),
        ("!", "！"),
    ],
)
def test_forms_of_an_english_word_are_read_alike(source, one, other):
    assert source.encode([one]) == source.encode([other])
    assert not any(source.encode([one]).unknown)


@pytest.mark.parametrize(
    ("one", "other"), [("3", "３"), ("OK", "ＯＫ"), ("，", ","), ("。", ".")]
)
def test_forms_of_a_chinese_word_are_read_alike(target, one, other):
    assert target.encode([one]) == target.encode([other])
    assert not any(target.encode([one]).unknown)


def test_chinese_keeps_case_and_full_width_marks(target):
    pieces = target.encode(["OK", "，", "！", "「", "。"])
    assert pieces.strings == ["OK", "，", "！", "「", "。"]
    assert all(target.encode(["ok", "3.1"]).unknown)


@pytest.mark.parametrize("mark", ["<s>", "</s>", "<unk>"])
def test_a_typed_mark_is_no_mark(source, target, mark, tmp_path):
    for vocabulary in (source, target):
        vocabulary.save(tmp_path / "v.json")
        loaded = Vocabulary.load(tmp_path / "v.json")
        assert {1, 2}.isdisjoint(loaded.encode([mark]).ids)


# Dropout


def test_a_word_is_cut_as_ever_when_nothing_is_dropped(source, target):
    strange = ["Tomchases", "", "汤姆😀😀x", "\u200b"]
    for vocabulary, words in ((source, ENGLISH), (target, CHINESE)):
        pieces = vocabulary.encode(words + strange)
        for nearly_never in (0, 1e-12):
            sampled = sample_pieces(vocabulary, words + strange, nearly_never)
            assert sampled == pieces


def test_all_letters_stand_alone_when_everything_is_dropped(source):
    pieces = sample_pieces(source, ["Tom", "cat"], 1)
    assert pieces.strings == ["t", "##o", "##m", "c", "##a", "##t"]
    assert pieces.word_of_piece == [0, 0, 0, 1, 1, 1]


def test_a_seed_repeats_what_it_did_and_all_cuts_spell_the_word(source):
    def draw(seed):
        generator = random.Random(seed)
        return [
            sample_pieces(source, ["Chases"], 0.5, generator) for _ in range(23)
        ]

    assert draw(3) == draw(3)
    cuts = Counter(tuple(pieces.strings) for pieces in draw(3))
    assert len(cuts) > 3
    assert {source.target_words(p.ids)[0][0] for p in draw(3)} == {"chases"}


def test_a_pair_is_merged_as_often_as_the_dropout_says():
    vocabulary = train_vocabulary(["ab"] * 5, 7)
    generator = random.Random(1)
    n = 2003
    apart = sum(
        len(sample_pieces(vocabulary, ["ab"], 0.3, generator).ids) == 2
        for _ in range(n)
    )
    assert abs(apart / n - 0.3) < 0.04
