import json
import math
from dataclasses import fields

import numpy as np
import pytest

from attention_core.checkpoint import load
from attention_core.masks import padding_mask, window_mask
from attention_core.norm import layer_norm
from attention_core.positions import sinusoidal
from attention_core.transformer import (
    END,
    START,
    TO_CHINESE,
    TO_ENGLISH,
    Settings,
    TransformerParameters,
    decode,
    embed,
    encode,
    frame_source,
    teacher_force,
    transformer_shapes,
    translate,
)
from tests.core.test_records import documented_shapes
from tests.core.transformer_tools import (
    DECODERS,
    ENCODERS,
    HEADS,
    N_VOCAB,
    D,
    transformer,
    transformer_arrays,
)

SOURCE = frame_source([7, 11, 5, 11, 23, 30, 9, 8, 5], TO_CHINESE)  # 11 pieces
TARGET = [6, 13, 6, 29, 10]

MARKS = (0, 1, 3, 4)  # <unk>, <s>, <2zh>, <2en>: never written


def best_of_all(p, length):
    """Return the likeliest sentence of at most length pieces, by trying."""
    pieces = [k for k in range(N_VOCAB) if k not in (*MARKS, END)]
    sentences = [(k,) for k in pieces]
    if length == 2:
        sentences += [(a, b) for a in pieces for b in pieces]
    values = [
        teacher_force(p, SOURCE, ids).log_probability / (len(ids) + 1)
        for ids in sentences
    ]
    return list(sentences[int(np.argmax(values))])


def test_the_embedding_is_scaled_and_knows_its_place(rng):
    p = transformer(rng, dtype=np.float64)
    expected = math.sqrt(D) * p.embedding[SOURCE] + sinusoidal(11, D)
    np.testing.assert_allclose(embed(p, SOURCE), expected)
    bag = embed(p, SOURCE, positions="none")
    np.testing.assert_allclose(bag, math.sqrt(D) * p.embedding[SOURCE])


def test_without_positions_shuffled_words_take_their_rows_along(rng):
    p = transformer(rng, dtype=np.float64)
    order = rng.permutation(len(SOURCE))
    one = encode(p, SOURCE, positions="none")
    two = encode(p, SOURCE[order], positions="none")
    np.testing.assert_allclose(two.annotations, one.annotations[order])
    for before, after in zip(one.layers, two.layers, strict=True):
        weights = before.attention.weights[:, order][:, :, order]
        np.testing.assert_allclose(after.attention.weights, weights)


def test_with_positions_they_do_not(rng):
    p = transformer(rng, dtype=np.float64)
    order = np.arange(len(SOURCE))[::-1]
    one, two = encode(p, SOURCE), encode(p, SOURCE[order])
    gap = np.abs(two.annotations - one.annotations[order]).max()
    assert gap > 0.1


def test_equal_pieces_without_positions_have_equal_annotations(rng):
    h = encode(transformer(rng), SOURCE, positions="none").annotations
    np.testing.assert_allclose(h[2], h[4], atol=1e-6)


def test_128_words_are_read_in_one_pass(rng):
    p = transformer(rng)
    ids = rng.integers(5, N_VOCAB, size=128)
    encoding = encode(p, ids)
    weights = encoding.layers[-1].attention.weights
    assert weights.shape == (HEADS, 128, 128)
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-5)
    decoding = decode(p, ids, encoding.annotations)
    assert decoding.log_probabilities.shape == (128, N_VOCAB)


def test_padding_changes_nothing(rng):
    p = transformer(rng, dtype=np.float64)
    short = frame_source([7, 11], TO_ENGLISH)
    rows = np.stack([SOURCE, np.pad(short, (0, 7), constant_values=17)])
    mask = padding_mask([11, 4], 11)
    batch = encode(p, rows, mask=mask)
    alone = encode(p, short)
    np.testing.assert_allclose(batch.annotations[1, :4], alone.annotations)
    target = np.array([[START, *TARGET]] * 2)
    both = decode(p, target, batch.annotations, memory_mask=mask)
    one = decode(p, target[1], alone.annotations)
    np.testing.assert_allclose(both.log_probabilities[1], one.log_probabilities)


def test_a_window_reaches_every_layer_of_the_encoder(rng):
    mask = window_mask(11, 11, 2)
    for layer in encode(transformer(rng), SOURCE, mask=mask).layers:
        assert np.all(layer.attention.weights[:, ~mask] == 0)
        assert np.all(layer.attention.weights[:, mask] > 0)


def test_temperature_reaches_every_layer(rng):
    p = transformer(rng)
    done = teacher_force(p, SOURCE, TARGET, temperature=np.inf)
    for layer in done.encoding.layers:
        np.testing.assert_allclose(layer.attention.weights, 1 / 11, rtol=1e-6)
    for layer in done.decoding.layers:
        np.testing.assert_allclose(layer.cross.weights, 1 / 11, rtol=1e-6)


def test_the_decoder_does_not_see_what_comes_later(rng):
    p = transformer(rng)
    h = encode(p, SOURCE).annotations
    one = decode(p, [START, *TARGET], h).log_probabilities
    two = decode(p, [START, *TARGET[:3], 27, 28], h).log_probabilities
    np.testing.assert_array_equal(one[:4], two[:4])
    assert np.all(one[4:] != two[4:])


def test_log_probabilities_are_those_of_the_tied_embedding(rng):
    p = transformer(rng, dtype=np.float64)
    decoding = decode(p, [START, *TARGET], encode(p, SOURCE).annotations)
    logits = decoding.hidden @ p.embedding.T + p.b_vocab
    exponentials = np.exp(logits)
    expected = exponentials / exponentials.sum(axis=-1, keepdims=True)
    np.testing.assert_allclose(np.exp(decoding.log_probabilities), expected)


@pytest.mark.parametrize("final_norms", [True, False])
def test_the_last_norm_is_used_where_there_is_one(rng, final_norms):
    p = transformer(rng, final_norms=final_norms)
    encoding = encode(p, SOURCE)
    last = encoding.layers[-1].output
    expected = layer_norm(last, p.encoder_norm) if final_norms else last
    np.testing.assert_array_equal(encoding.annotations, expected)
    decoding = decode(p, TARGET, encoding.annotations)
    last = decoding.layers[-1].output
    expected = layer_norm(last, p.decoder_norm) if final_norms else last
    np.testing.assert_array_equal(decoding.hidden, expected)


def test_greedy_is_a_loop_over_the_likeliest_piece(rng):
    p = transformer(rng)
    done = translate(p, SOURCE, max_length=7)
    h, ids = encode(p, SOURCE).annotations, []
    while len(ids) < 7:
        logs = decode(p, [START, *ids], h).log_probabilities[-1].copy()
        logs[[*MARKS, *([] if ids else [END])]] = -np.inf
        if logs.argmax() == END:
            break
        ids.append(int(logs.argmax()))
    assert done.ids.tolist() == ids
    assert done.finished == (len(ids) < 7)


def test_a_wide_beam_finds_the_best_of_all_sentences(rng):
    p = transformer(rng)
    done = translate(p, SOURCE, beam=N_VOCAB**2, max_length=2)
    assert done.finished
    assert done.ids.tolist() == best_of_all(p, 2)


def test_a_wider_beam_is_not_worse_without_a_length_penalty():
    values = {1: [], 5: []}
    for seed in range(11):
        p = transformer(np.random.default_rng(seed))
        for beam, found in values.items():
            done = translate(
                p, SOURCE, beam=beam, max_length=3, length_penalty=0
            )
            found.append(done.log_probability)
    assert sum(values[5]) > sum(values[1])


def test_marks_are_never_written(rng):
    arrays = transformer_arrays(rng)
    arrays["b_vocab"][[*MARKS, END]] = 50
    p = TransformerParameters.from_arrays(arrays, Settings(heads=HEADS))
    done = translate(p, SOURCE, beam=3)
    assert not set(done.ids) & {*MARKS, END}
    assert len(done.ids) == 1  # no empty sentence, then at once the end


def test_a_sentence_that_was_not_ended_says_so(rng):
    arrays = transformer_arrays(rng)
    arrays["b_vocab"][END] = -50
    p = TransformerParameters.from_arrays(arrays, Settings(heads=HEADS))
    done = translate(p, SOURCE, beam=2)
    assert not done.finished
    assert len(done.ids) == 2 * len(SOURCE) + 10
    assert done.log_probability == pytest.approx(
        done.log_probabilities[:-1].sum()
    )


def test_the_record_of_a_translation_is_that_of_forcing_it(rng):
    p = transformer(rng)
    done = translate(p, SOURCE, beam=3, max_length=5)
    forced = teacher_force(p, SOURCE, done.ids)
    for name in ("ids", "log_probabilities"):
        np.testing.assert_array_equal(
            getattr(done, name), getattr(forced, name)
        )
    for ours, theirs in zip(
        done.decoding.layers, forced.decoding.layers, strict=True
    ):
        np.testing.assert_array_equal(ours.cross.weights, theirs.cross.weights)
    total = forced.log_probabilities.sum()
    assert forced.log_probability == pytest.approx(total, rel=1e-6)


def test_forcing_reads_each_piece_and_writes_the_next(rng):
    p = transformer(rng)
    done = teacher_force(p, SOURCE, TARGET)
    h = encode(p, SOURCE).annotations
    logs = decode(p, [START, *TARGET], h).log_probabilities
    for i, word in enumerate([*TARGET, END]):
        assert done.log_probabilities[i] == logs[i, word]


def test_an_empty_target_can_be_forced(rng):
    done = teacher_force(transformer(rng), SOURCE, [])
    assert done.finished
    assert done.log_probabilities.shape == (1,)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_dtype_is_kept_to_the_end(rng, dtype):
    done = teacher_force(transformer(rng, dtype=dtype), SOURCE, TARGET)
    assert done.log_probabilities.dtype == dtype
    for layer in done.encoding.layers:
        for field in fields(layer.attention):
            assert getattr(layer.attention, field.name).dtype == dtype


def test_settings_reach_the_layers(rng):
    one = encode(transformer(rng, order="pre"), SOURCE).annotations
    rng = np.random.default_rng(20150319)
    two = encode(transformer(rng, order="post"), SOURCE).annotations
    rng = np.random.default_rng(20150319)
    p = transformer(rng, activation="gelu", positions="none")
    three = encode(p, SOURCE).annotations
    assert np.abs(one - two).max() > 0.1
    assert np.abs(one - three).max() > 0.1
    np.testing.assert_array_equal(
        embed(p, SOURCE), embed(p, SOURCE, positions="none")
    )


def test_records_have_the_shapes_of_their_docstrings(rng):
    p = transformer(rng)
    done = teacher_force(p, SOURCE, TARGET)
    sizes = {"n_vocab": N_VOCAB, "d": D, "n_s": len(SOURCE)}
    for record, n_t, count in (
        (p, None, 2),
        (done, len(TARGET), 2),
        (done.encoding, None, 2),
        (done.decoding, len(TARGET) + 1, 2),
        (done.encoding.layers[0], None, 1),
        (done.decoding.layers[0], None, 1),
    ):
        n = len(SOURCE) if record is done.encoding.layers[0] else 6
        found = documented_shapes(record, sizes | {"n_t": n_t, "n": n})
        assert len(found) == count
        for real, promised in found.values():
            assert real == tuple(size for size in promised if size is not ...)


def test_the_number_of_layers_is_that_of_the_names(rng):
    p = transformer(rng)
    assert (len(p.encoder), len(p.decoder)) == (ENCODERS, DECODERS)


def test_arrays_keep_their_reading_order(rng):
    arrays = transformer_arrays(rng)
    assert list(transformer_shapes(arrays)) == list(arrays)
    backwards = dict(reversed(arrays.items()))
    assert list(transformer_shapes(backwards)) == list(arrays)


def test_the_first_wrong_array_is_named(rng):
    arrays = transformer_arrays(rng)
    names = list(arrays)
    for name in names[::3]:
        bad = dict(arrays)
        for later in names[names.index(name) :]:
            bad[later] = np.ones((*arrays[later].shape, 3), np.float32)
        words = f'array "{name}" must '
        if name.startswith("encoder.0.") or name == "embedding":
            continue  # also sets a size
        with pytest.raises(ValueError, match=words):
            TransformerParameters.from_arrays(bad, Settings(heads=HEADS))


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("embedding", None, '"embedding" is missing'),
        ("b_vocab", None, '"b_vocab" is missing'),
        ("encoder.1.attention.b_q", None, '"encoder.1.attention.b_q" is miss'),
        ("encoder.0.feed_forward.W_1", None, "W_1. is missing"),
        ("embedding", np.ones(3), 'array "embedding" must be a matrix. Rec'),
        (
            "decoder.0.cross.W_v",
            np.ones((15, 13)),
            r'"decoder.0.cross.W_v" must have shape \(15, 15\). Received: \(15',
        ),
        (
            "decoder.0.norm_3.gain",
            np.full(15, np.nan),
            '"decoder.0.norm_3.gain" must hold finite numbers. Received: NaN',
        ),
        ("decoder.0.norm_4.gain", np.ones(15), "is not part of this model"),
    ],
)
def test_wrong_arrays_are_named(rng, name, value, words):
    arrays = transformer_arrays(rng)
    if value is None:
        del arrays[name]
    else:
        arrays[name] = value
    with pytest.raises(ValueError, match=words):
        TransformerParameters.from_arrays(arrays, Settings(heads=HEADS))


def test_heads_that_do_not_divide_are_refused(rng):
    with pytest.raises(ValueError, match="heads must divide d = 15"):
        TransformerParameters.from_arrays(
            transformer_arrays(rng), Settings(heads=2)
        )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("order", "order must be one of pre, post. Received: 'x'."),
        ("activation", "activation must be one of relu, gelu, gelu_tanh"),
        ("positions", "positions must be one of sinusoidal, none"),
    ],
)
def test_unknown_settings_are_named(name, words):
    with pytest.raises(ValueError, match=words):
        Settings(heads=3, **{name: "x"})


def test_unknown_positions_are_named(rng):
    with pytest.raises(ValueError, match="positions must be one of"):
        encode(transformer(rng), SOURCE, positions="learned")


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        ([], r"shape \(..., n\) with n > 0. Received: float64 of shape \(0,\)"),
        (7, "ids must be integers of shape"),
        ([1.5], "Received: float64 of shape"),
        ([3, 31], "ids must lie in 0 ... 30. Received: 3 ... 31."),
        ([-1], "Received: -1 ... -1."),
    ],
)
def test_bad_ids_are_named(rng, ids, words):
    with pytest.raises(ValueError, match=words):
        encode(transformer(rng), ids)


@pytest.mark.parametrize("name", ["beam", "max_length"])
def test_a_beam_or_length_of_zero_is_refused(rng, name):
    words = f"{name} must be at least 1. Received: 0."
    with pytest.raises(ValueError, match=words):
        translate(transformer(rng), SOURCE, **{name: 0})


def test_a_mark_that_names_no_language_is_refused():
    with pytest.raises(ValueError, match=r"mark must be 3 or 4\. Received: 2"):
        frame_source([7], END)


def store(path, arrays, card):
    halves = {name: a.astype(np.float16) for name, a in arrays.items()}
    np.savez(path, **halves)
    path.with_suffix(".json").write_text(json.dumps(card))
    return load(path)


def test_a_stored_model_comes_back_with_the_settings_of_its_card(rng, tmp_path):
    arrays = transformer_arrays(rng)
    card = {"settings": {"heads": HEADS, "order": "post"}}
    p = store(tmp_path / "small.npz", arrays, card).transformer()
    assert p.settings == Settings(heads=HEADS, order="post")
    halves = arrays["encoder.1.attention.W_k"].astype(np.float16)
    np.testing.assert_array_equal(p.encoder[1].attention.W_k, halves)
    assert (
        teacher_force(p, SOURCE, TARGET).log_probabilities.dtype == np.float32
    )


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ({}, "small.npz: its card has no valid settings: 'settings'"),
        ({"settings": {"tails": 3}}, "no valid settings: .*'tails'"),
        ({"settings": {"heads": 2}}, "small.npz: heads must divide d = 15"),
    ],
)
def test_a_card_without_fitting_settings_is_named(rng, tmp_path, card, words):
    stored = store(tmp_path / "small.npz", transformer_arrays(rng), card)
    with pytest.raises(ValueError, match=words):
        stored.transformer()
