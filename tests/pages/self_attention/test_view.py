"""The numbers of a sentence that looks at itself."""

import numpy as np
import pytest

from attention_core.transformer import encode
from language.joint import framed
from language.words import split_words
from pages.self_attention import tables
from pages.self_attention.reading import MASKS, SOURCES, Options, word_mask
from pages.self_attention.view import moved
from tests.pages.joint_standin import HEADS, LAYERS
from tests.pages.self_attention.tools import CHINESE, ENGLISH, view_of
from ui.sentence import word_weights


def test_the_weights_are_those_of_the_encoder(models):
    reader, _ = models
    view = view_of(models)
    words = split_words(ENGLISH)
    names, pieces = framed(words, reader.vocabulary.encode(words))
    read = encode(reader.parameters, pieces.ids)
    assert view.words == names
    for layer, done in enumerate(read.layers):
        np.testing.assert_allclose(
            view.heads.weights[layer], done.attention.weights, atol=1e-6
        )


def test_keys_are_summed_and_queries_averaged(models):
    view = view_of(models)
    owners = np.array(view.sentence.pieces.word_of_piece)
    i, j = 4, 4  # unmouse, in pieces
    assert view.sentence.pieces.in_pieces[i]
    block = view.heads.weights[1, 2][owners == i][:, owners == j]
    expected = block.sum(axis=1).mean()
    np.testing.assert_allclose(view.word_weights[1, 2, i, j], expected)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("typed", [ENGLISH, CHINESE])
def test_rows_sum_to_one_and_masked_weights_are_zero(
    models, source, mask, typed
):
    view = view_of(models, typed, source=source, mask=mask, width=1)
    np.testing.assert_allclose(view.word_weights.sum(axis=-1), 1)
    assert not view.word_weights[..., ~view.word_mask].any()
    assert len(view.words) == view.word_weights.shape[-1]


def test_a_window_counts_words():
    mask = word_mask(Options(mask="window", width=1), 5)
    assert mask.sum(axis=1).tolist() == [2, 3, 3, 3, 2]


@pytest.mark.parametrize("source", ["transformer", "embeddings"])
@pytest.mark.parametrize("typed", [ENGLISH, CHINESE])
def test_without_positions_the_rows_move_along(models, source, typed):
    plain = {"source": source, "positions": False}
    shuffled = view_of(models, typed, shuffle=1, **plain)
    straight = view_of(models, typed, **plain)
    assert shuffled.words != straight.words
    assert moved(shuffled, straight) < 1e-6


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"source": "recurrent"},
        {"source": "embeddings"},
        {"positions": False, "mask": "causal"},
    ],
)
def test_what_knows_the_order_changes_when_it_is_shuffled(models, chosen):
    shuffled = view_of(models, shuffle=1, **chosen)
    assert moved(shuffled, view_of(models, **chosen)) > 1e-3


def test_a_shuffled_sentence_keeps_its_pieces_together(models):
    shuffled, straight = view_of(models, shuffle=1), view_of(models)
    for place, before in enumerate(shuffled.reading.order):
        assert shuffled.words[place] == straight.words[before]
        ids = [
            [v.sentence.pieces.ids[k] for k in v.sentence.pieces_of(word)]
            for v, word in ((shuffled, place), (straight, before))
        ]
        assert ids[0] == ids[1]


def test_mean_and_rollout_are_what_their_names_say(models):
    view = view_of(models)
    mean = view.matrix("mean", (1, 0))
    np.testing.assert_allclose(mean, view.word_weights[1].mean(axis=0))
    same, reached = np.eye(view.mask.shape[0]), np.eye(view.mask.shape[0])
    for layer in view.heads.weights:
        reached = (layer.mean(axis=0) + same) / 2 @ reached
    shown = view.matrix("rollout", (LAYERS - 1, 0))
    np.testing.assert_allclose(
        shown, word_weights(reached, view.sentence, view.sentence)
    )


def test_the_temperature_divides_the_scores(models):
    warm = view_of(models, source="embeddings", temperature=2.0)
    scores = warm.heads.scores[0, 0] / 2
    powers = np.exp(scores)
    expected = powers / powers.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(warm.heads.weights[0, 0], expected)


def test_marks_and_punctuation_are_special(models):
    view = view_of(models, "tom , don't")
    assert view.words == ["<2zh>", "tom", ",", "don't", "</s>"]
    assert view.is_special.tolist() == [True, False, True, False, True]


def test_the_table_measures_each_head(models):
    view = view_of(models)
    table = list(tables.measures(view).values())
    assert table[0] == [1] * HEADS + [2] * HEADS
    assert table[1] == [1, 2, 3] * LAYERS
    a = view.word_weights[1, 2]
    n = len(a)
    expected = [
        -np.sum(a * np.log2(a)) / n,
        sum(a[i, j] * abs(i - j) for i in range(n) for j in range(n)) / n,
        sum(a[i, i] for i in range(n)) / n,
        sum(a[i, i - 1] for i in range(1, n)) / n,
        sum(a[i, i + 1] for i in range(n - 1)) / n,
        a[:, view.is_special].sum() / n,
    ]
    shown = [column[-1] for column in table[2:]]
    np.testing.assert_allclose(shown, expected, atol=1e-4)


def test_no_visitor_can_change_what_all_see(models):
    view = view_of(models)
    for array in (view.word_weights, view.heads.query, view.mask):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
