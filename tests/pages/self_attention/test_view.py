"""The numbers of a sentence that looks at itself."""

from dataclasses import replace

import numpy as np
import pytest

from attention_core.transformer import encode, teacher_force, translate
from language.sentence import word_weights
from language.words import split_words
from pages.self_attention import tables
from pages.self_attention.habits import for_others, habits
from pages.self_attention.projections import first_entries, projections
from pages.self_attention.reading import MASKS, Options, word_mask
from pages.self_attention.view import PLAIN, moved, self_view
from tests.pages.joint_standin import HEADS, LAYERS
from tests.pages.self_attention.tools import CHINESE, ENGLISH, view_of


def test_the_weights_are_those_of_the_encoder(models):
    reader, _ = models
    view = view_of(models)
    words = split_words(ENGLISH)
    pieces = reader.vocabulary.encode(words)
    names, pieces = reader.vocabulary.framed(words, pieces)
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


def every_head(view):
    """What each head may look at: as the weights over words."""
    return np.broadcast_to(view.word_mask[:, None], view.word_weights.shape)


@pytest.mark.parametrize("source", ["transformer", *PLAIN])
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("typed", [ENGLISH, CHINESE])
def test_rows_sum_to_one_and_masked_weights_are_zero(
    models, source, mask, typed
):
    view = view_of(models, typed, source=source, mask=mask, width=1)
    np.testing.assert_allclose(view.word_weights.sum(axis=-1), 1)
    assert not view.word_weights[~every_head(view)].any()
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
    same, reached = np.eye(view.mask.shape[1]), np.eye(view.mask.shape[1])
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


@pytest.mark.parametrize(("mask", "reach"), [("causal", None), ("window", 2)])
def test_what_a_rollout_cannot_reach_is_masked(models, mask, reach):
    view = view_of(models, mask=mask, width=1)
    shown = view.shown_mask("rollout", (LAYERS - 1, 0))
    n = len(view.words)
    rows, columns = np.indices((n, n))
    expected = columns <= rows
    if reach is not None:
        expected = abs(rows - columns) <= reach
    np.testing.assert_array_equal(shown, expected)
    assert not view.matrix("rollout", (LAYERS - 1, 0))[~shown].any()
    one = view.shown_mask("head", (LAYERS - 1, 0))
    np.testing.assert_array_equal(one, view.word_mask[-1])
    assert view_of(models).shown_mask("rollout", (0, 0)) is None


@pytest.mark.parametrize("mask", MASKS)
def test_a_layer_that_was_trained_to_see_little_shows_no_more(models, mask):
    reader, model = models
    settings = replace(reader.parameters.settings, ahead=(1,))
    parameters = replace(reader.parameters, settings=settings)
    near = replace(reader, name=f"near {mask}", parameters=parameters)
    view = view_of((near, model), mask=mask, width=1)
    read = encode(parameters, view.sentence.pieces.ids, mask=view.mask[-1])
    for told, layer in zip(view.heads.weights, read.layers, strict=True):
        np.testing.assert_allclose(told, layer.attention.weights, atol=1e-6)
    assert not np.tril(view.heads.weights[0], -1).any()
    assert not np.triu(view.heads.weights[0], 2).any()
    assert not view.word_weights[~every_head(view)].any()
    assert view.is_masked
    shown = view.shown_mask("head", (0, 0))
    assert not np.tril(shown, -2).any()
    whole = view_of(models, mask=mask, width=1).shown_mask("head", (1, 0))
    np.testing.assert_array_equal(view.shown_mask("head", (1, 0)), whole)


# ---------------------------------------------------------- the decoder


def decoder_view(models, target, typed=ENGLISH):
    return self_view(*models, typed, Options.of_decoder(target, 1.0))


def test_the_decoder_asks_as_the_core_says(models):
    reader, _ = models
    view = decoder_view(models, "汤姆追逐杰瑞")
    source = view_of(models).sentence.pieces.ids
    target = reader.vocabulary.encode(split_words("汤姆追逐杰瑞")).ids
    done = teacher_force(reader.parameters, source, target)
    assert view.words == ["<s>", *split_words("汤姆追逐杰瑞")]
    for layer, told in enumerate(done.decoding.layers):
        np.testing.assert_allclose(
            view.heads.weights[layer], told.attention.weights, atol=1e-6
        )


def test_the_decoder_looks_back_only_piece_by_piece(models):
    view = decoder_view(models, "tom unmouse tom", CHINESE)
    n = len(view.sentence.pieces.ids)
    assert n > len(view.words)
    for mask in view.mask:
        np.testing.assert_array_equal(mask, np.tri(n, dtype=bool))
    np.testing.assert_allclose(view.heads.weights.sum(axis=-1), 1)
    assert not view.word_weights[~every_head(view)].any()
    m = len(view.words)
    for mask in view.word_mask:
        np.testing.assert_array_equal(mask, np.tri(m, dtype=bool))


def test_without_a_target_the_model_writes_one(models):
    reader, _ = models
    view = decoder_view(models, " ")
    source = view_of(models).sentence.pieces.ids
    written = translate(reader.parameters, source, max_length=60)
    said = split_words(reader.vocabulary.read(written.ids.tolist()))
    assert view.words == ["<s>", *said]


# -------------------------------------------------------- what heads do


def test_habits_are_the_heads_with_the_largest_shares(models):
    view = view_of(models)
    found = {habit.name: habit for habit in habits(view)}
    a, n = view.word_weights, len(view.words)
    for name, at in (("previous", -1), ("following", 1)):
        pairs = [(i, i + at) for i in range(n) if 0 <= i + at < n]
        shares = sum(a[:, :, i, j] for i, j in pairs) / n
        habit = found[name]
        np.testing.assert_allclose(habit.share, shares.max())
        np.testing.assert_allclose(shares[habit.place], shares.max())
        np.testing.assert_allclose(habit.even, (n - 1) / n / n)


def test_behind_a_causal_mask_nobody_looks_at_the_next_word(models):
    found = habits(view_of(models, mask="causal"))
    assert [habit.name for habit in found] == ["previous"]


def test_the_baseline_of_a_pair_is_what_other_pairs_get(models):
    view = view_of(models, "tom likes jerry", mask="causal")
    a = view.word_weights[:, :, 3].max(axis=(0, 1))
    expected = (a[0] + a[1]) / 2  # not 2, asked about; not 3, itself
    np.testing.assert_allclose(for_others(view, 3, 2), expected)
    assert for_others(view, 0, 0) == 0


# ------------------------------------------------------------ projections


@pytest.mark.parametrize("side", ["encoder", "decoder"])
def test_query_key_and_value_are_projections_of_what_is_read(models, side):
    view = view_of(models, temperature=0.5)
    if side == "decoder":
        view = decoder_view(models, "汤姆追逐杰瑞")
    place, pair = (1, 2), (3, 2)
    made = projections(view, models[0], place, pair)
    arrays = (view.heads.query, view.heads.key, view.heads.value)
    for p, array, at in zip(made, arrays, (3, 2, 2), strict=True):
        np.testing.assert_allclose(p.result, array[place][at], atol=1e-5)


def test_the_products_of_a_first_entry_add_up(models):
    view = view_of(models)
    made = projections(view, models[0], (0, 1), (2, 4))
    columns = first_entries(made)
    for name in ("q3", "k5", "v5"):
        *parts, total = (float(v) for v in columns[name])
        assert abs(sum(parts) - total) < 1e-3
    x, weight, product = (
        [float(v) for v in columns[name][:21]]
        for name in ("x3 (q3)", "W_q", "q3")
    )
    np.testing.assert_allclose(np.array(x) * weight, product, atol=1e-4)
