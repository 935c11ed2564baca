import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import BPE

from language.merging import merge_weights
from language.pieces import Pieces, Vocabulary
from language.words import split_words
from tests.language.tools import chinese, english, made

# Words and pieces


def test_a_known_word_is_one_piece_and_others_are_read_in_pieces():
    pieces = english().encode(["Tom", "toms", "ru"])
    assert pieces == Pieces(
        ids=[7, 7, 9, 12, 13],
        word_of_piece=[0, 1, 1, 2, 2],
        strings=["tom", "tom", "##s", "r", "##u"],
        unknown=[False, False, False],
        in_pieces=[False, True, True],
    )


def test_a_word_with_a_strange_letter_is_unknown():
    pieces = english().encode(["汤姆", "toż", "tom"])
    assert pieces.strings == ["<unk>", "to", "<unk>", "tom"]
    assert pieces.unknown == [True, True, False]
    assert pieces.in_pieces == [False, True, False]


@pytest.mark.parametrize("word", ["", "\u200b", "\u00ad\u200f"])
def test_a_word_with_nothing_to_read_is_one_unknown_piece(word):
    pieces = english().encode([word, "tom"])
    assert pieces.ids == [0, 7]
    assert pieces.word_of_piece == [0, 1]
    assert pieces.unknown == [True, False]


@pytest.mark.parametrize("mark", ["<s>", "</s>", "<unk>"])
def test_a_typed_mark_is_text_and_no_mark(mark):
    pieces = english().encode([mark])
    assert pieces.strings[0] == "<"
    assert {1, 2}.isdisjoint(pieces.ids)
    assert len(pieces.ids) > 1


def test_no_words_are_no_pieces():
    assert english().encode([]) == Pieces([], [], [], [], [])
    assert english().target_words([]) == ([], [])
    assert chinese().target_words([]) == ([], [])


@given(st.text("Tomsru <>汤姆\u200b\u0301😀"), st.booleans())
def test_every_word_has_a_piece_and_every_piece_a_word(text, characters):
    words = split_words(text, characters=characters)
    for vocabulary in (english(), chinese()):
        pieces = vocabulary.encode(words)
        assert sorted(set(pieces.word_of_piece)) == list(range(len(words)))
        assert pieces.word_of_piece == sorted(pieces.word_of_piece)
        assert len(pieces.ids) == len(pieces.word_of_piece)
        assert len(pieces.unknown) == len(pieces.in_pieces) == len(words)


def test_what_is_saved_is_loaded(tmp_path):
    path = tmp_path / "a.source.json"
    english().save(path)
    for loaded in (Vocabulary.load(path), Vocabulary.load(str(path))):
        assert len(loaded) == len(english()) == 14
        assert loaded.encode(["Toms"]) == english().encode(["Toms"])
        assert loaded.target_words([7, 9]) == (["toms"], [0, 0])


# Pieces to words


def test_pieces_that_continue_belong_to_the_word_before():
    ids = english().encode(["tom", "toms", "s", "ru"]).ids
    words, word_of_piece = english().target_words(ids)
    assert words == ["tom", "toms", "s", "ru"]
    assert word_of_piece == [0, 1, 1, 2, 3, 3]


def test_a_piece_that_continues_nothing_is_a_word():
    assert english().target_words([9]) == (["s"], [0])
    assert english().target_words([0, 9, 9]) == (["<unk>", "ss"], [0, 1, 1])


def test_chinese_pieces_are_joined_to_words_of_the_dictionary():
    vocabulary = chinese()
    ids = vocabulary.encode(["汤姆", "正在", "追", "逐", "OK", "。"]).ids
    words, word_of_piece = vocabulary.target_words(ids)
    assert words == ["汤姆", "正在", "追逐", "OK", "。"]
    assert word_of_piece == [0, 1, 2, 2, 3, 3, 4]


def test_a_chinese_word_ends_only_where_a_piece_ends():
    vocabulary = made(["汤", "姆追", "逐", "杰瑞正在", "走"], [])
    assert vocabulary.target_words([3, 4, 5, 6, 7]) == (
        ["汤姆追逐", "杰瑞正在", "走"],
        [0, 0, 0, 1, 2],
    )


def test_a_phrase_is_cut_where_pieces_and_its_words_end():
    vocabulary = made(["我", "爱", "你", "我爱", "踢足", "球"], [])
    assert vocabulary.target_words([3, 4, 5])[0] == ["我", "爱", "你"]
    assert vocabulary.target_words([6, 5])[0] == ["我爱你"]
    assert vocabulary.target_words([7, 8]) == (["踢足球"], [0, 0])


def test_a_special_piece_is_a_word_of_its_own():
    words, word_of_piece = chinese().target_words([6, 0, 7, 2])
    assert words == ["追", "<unk>", "逐", "</s>"]
    assert word_of_piece == [0, 1, 2, 3]


@given(st.lists(st.integers(0, 13)))
def test_target_words_joined_are_the_pieces_joined(ids):
    for vocabulary, prefix in ((english(), "##"), (chinese(), "##")):
        words, word_of_piece = vocabulary.target_words(ids)
        pieces = vocabulary.decode_ids(ids)
        joined = "".join(piece.removeprefix(prefix) for piece in pieces)
        assert "".join(words) == joined
        assert "" not in words
        assert sorted(set(word_of_piece)) == list(range(len(words)))
        assert len(word_of_piece) == len(ids)


# Errors


@pytest.mark.parametrize("id_", [-1, 14])
def test_an_id_of_no_piece_is_refused(id_):
    with pytest.raises(
        ValueError, match=rf"^ids must lie in 0 ... 13. Received: {id_}.$"
    ):
        english().decode_ids([3, id_])


def test_a_vocabulary_without_the_marks_is_refused():
    message = r"vocabulary must begin with <unk>, <s>, </s>. Received: .*'a'"
    with pytest.raises(ValueError, match=message):
        Vocabulary(Tokenizer(BPE(vocab={"a": 0}, merges=[])))


# Weights


SOURCE = [0, 0, 1, 2, 3, 3, 3, 4, 5, 6, 6]
TARGET = [0, 1, 1, 2, 2, 2, 4 - 1]
N_SOURCE, N_TARGET = 7, 4


def weights(*leading, dtype=np.float64):
    """Return random weights over pieces whose rows sum to 1."""
    rng = np.random.default_rng(2)
    w = rng.exponential(size=(*leading, len(TARGET), len(SOURCE)))
    return (w / w.sum(-1, keepdims=True)).astype(dtype)


def test_sources_are_summed_and_targets_averaged_by_hand():
    w = np.array([[0.5, 0.25, 0.25], [0.0, 0.5, 0.5]])
    merged = merge_weights(w, [0, 0, 1], [0, 0], 2, 1)
    np.testing.assert_array_equal(merged, [[0.625, 0.375]])


@pytest.mark.parametrize("leading", [(), (2,), (2, 3)])
def test_merged_weights_are_those_of_a_loop(leading):
    w = weights(*leading)
    merged = merge_weights(w, SOURCE, TARGET, N_SOURCE, N_TARGET)
    assert merged.shape == (*leading, N_TARGET, N_SOURCE)
    for i in range(N_TARGET):
        for j in range(N_SOURCE):
            rows = [r for r, word in enumerate(TARGET) if word == i]
            columns = [c for c, word in enumerate(SOURCE) if word == j]
            block = w[..., rows, :][..., columns]
            expected = block.sum((-2, -1)) / len(rows)
            np.testing.assert_allclose(merged[..., i, j], expected)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_merged_rows_still_sum_to_one_in_the_same_dtype(dtype):
    w = weights(dtype=dtype)
    before = w.copy()
    merged = merge_weights(w, SOURCE, TARGET, N_SOURCE, N_TARGET)
    assert merged.dtype == dtype
    np.testing.assert_allclose(merged.sum(-1), 1, rtol=1e-6)
    np.testing.assert_array_equal(w, before)  # the input is not touched


def test_words_of_one_piece_change_nothing():
    w = weights()
    same = merge_weights(w, range(11), np.arange(7), 11, 7)
    np.testing.assert_array_equal(same, w)


def test_a_row_that_looks_at_nothing_stays_zero():
    merged = merge_weights(np.zeros((2, 3), int), [0, 1, 1], [0, 1], 2, 2)
    np.testing.assert_array_equal(merged, np.zeros((2, 2)))


def test_no_words_have_no_weights():
    assert merge_weights(np.zeros((0, 0)), [], [], 0, 0).shape == (0, 0)
    assert merge_weights(np.zeros((0, 2)), [0, 0], [], 1, 0).shape == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            (np.zeros((3, 2)), [0, 0, 1], [0, 1], 2, 2),
            (
                r"weights must have shape (..., 2, 3) (set by the pieces). "
                r"Received: (3, 2)."
            ),
        ),
        (
            (np.zeros((2, 3)), [0, 0, 2], [0, 1], 3, 2),
            (
                "source_words_of_piece must hold each of 0 ... 2. "
                "Received: [0, 0, 2]."
            ),
        ),
        (
            (np.zeros((2, 3)), [0, 0, 1], [1, 2], 2, 2),
            (
                "target_words_of_piece must hold each of 0 ... 1. "
                "Received: [1, 2]."
            ),
        ),
    ],
)
def test_weights_that_do_not_fit_are_refused(arguments, words):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        merge_weights(*arguments)
    assert str(caught.value) == words
