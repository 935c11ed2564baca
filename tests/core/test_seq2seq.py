import dataclasses
import itertools

import numpy as np
import pytest

from attention_core.attention import attend
from attention_core.gru import gru_cell
from attention_core.scores import SCORES
from attention_core.seq2seq import (
    END,
    START,
    UNKNOWN,
    Seq2SeqParameters,
    attend_pair,
    encode_source,
    encode_target,
    pair_scores,
    summarize,
    teacher_force,
    translate,
)
from tests.core.tools import (
    D_A,
    D_E,
    D_H,
    N_SOURCE,
    N_TARGET,
    SCALES,
    model,
    model_arrays,
)

D = 2 * D_H
SOURCE, TARGET = [3, 11, 4, 30, 11], [5, 36, 7]
NAMES = ["dot", "scaled_dot", "cosine", "general", "additive"]

every_score = pytest.mark.parametrize("score", NAMES)
with_and_without = pytest.mark.parametrize("score", [*NAMES, None])


def loop_probabilities(p, source, target, score):
    """Return p(next word) before each target word, from the equations."""
    h = encode_source(p, source)
    C = np.concatenate([h[-1, :D_H], h[0, D_H:]])
    E = p.target_embedding
    c = np.zeros(D) if score else C
    s = gru_cell(
        np.concatenate([E[START], c]),
        np.tanh(C @ p.W_init + p.b_init),
        p.decoder,
    )
    e, result = E[START], []
    for word in [*target, END]:
        if score:
            learned = p.attention["s"].get(score, {})
            scores = SCORES[score](s[None], h, **learned)[0]
            exponentials = np.exp(p.scales["s"].get(score, 1) * scores)
            c = exponentials @ h / exponentials.sum()
        readout = np.tanh(np.concatenate([s, c, e]) @ p.W_out + p.b_out)
        exponentials = np.exp(readout @ E.T + p.b_vocab)
        result.append(exponentials / exponentials.sum())
        e = E[word]
        s = gru_cell(np.concatenate([e, c]), s, p.decoder)
    return np.array(result)


def test_annotations_have_read_both_ways(rng):
    p = model(rng, dtype="f8")
    h = encode_source(p, SOURCE)
    assert h.shape == (len(SOURCE), D)
    state = np.zeros(D_H)
    for j, word in enumerate(SOURCE):
        x = p.source_embedding[word]
        state = gru_cell(x, state, p.source_encoder.forward)
        np.testing.assert_allclose(h[j, :D_H], state, rtol=1e-12)
    state = np.zeros(D_H)
    for j, word in reversed(list(enumerate(SOURCE))):
        x = p.source_embedding[word]
        state = gru_cell(x, state, p.source_encoder.backward)
        np.testing.assert_allclose(h[j, D_H:], state, rtol=1e-12)


def test_the_target_is_read_by_its_own_encoder(rng):
    p = model(rng)
    y = encode_target(p, TARGET)
    swapped = dataclasses.replace(
        p,
        source_embedding=p.target_embedding,
        source_encoder=p.target_encoder,
    )
    np.testing.assert_array_equal(y, encode_source(swapped, TARGET))


def test_the_summary_is_what_each_direction_knows_last():
    h = np.arange(12).reshape(3, 4)
    np.testing.assert_array_equal(summarize(h), [8, 9, 2, 3])


@with_and_without
def test_forced_probabilities_are_those_of_a_loop(rng, score):
    p = model(rng, dtype="f8")
    expected = loop_probabilities(p, SOURCE, TARGET, score)
    forced = teacher_force(p, SOURCE, TARGET, score=score, top=N_TARGET)
    shown = np.take_along_axis(expected, forced.next_ids, -1)
    np.testing.assert_allclose(forced.next_probabilities, shown, rtol=1e-9)
    words = [*TARGET, END]
    chosen = np.log(expected[np.arange(len(words)), words])
    np.testing.assert_allclose(forced.log_probabilities, chosen, rtol=1e-9)
    assert forced.log_probability == pytest.approx(chosen.sum())
    np.testing.assert_array_equal(forced.ids, TARGET)
    assert forced.finished


@with_and_without
def test_greedy_takes_the_likeliest_word_that_may_be_written(rng, score):
    p = model(rng)
    result = translate(p, SOURCE, score=score, max_length=13)
    words = [*result.ids, END] if result.finished else [*result.ids]
    assert len(words) == len(result.weights)
    for step, word in enumerate(words):
        best = result.next_ids[step]
        assert word == (best[1] if step == 0 and best[0] == END else best[0])


def test_forcing_a_translation_gives_the_same_record(rng):
    p = model(rng)
    own = translate(p, SOURCE, score="general", max_length=11)
    forced = teacher_force(p, SOURCE, own.ids, score="general")
    steps = len(own.weights)
    for name in ("scores", "weights", "context", "states", "next_ids"):
        np.testing.assert_allclose(
            getattr(own, name), getattr(forced, name)[:steps], rtol=1e-5
        )


def log_probability(p, words, score):
    """Return the log probability with or without an end mark, as forced."""
    finished = bool(words) and words[-1] == END
    forced = teacher_force(
        p, SOURCE, words[:-1] if finished else words, score=score
    )
    return forced.log_probabilities[: len(words)].sum()


def loop_beam(p, score, beam, max_length):
    """Return the best translation, scoring every beginning anew."""
    allowed = [word for word in range(N_TARGET) if word not in (UNKNOWN, START)]
    beams, done = [()], []
    while beams and len(beams[0]) <= max_length and beam > len(done):
        grown = [
            (*words, word)
            for words, word in itertools.product(beams, allowed)
            if words or word != END
        ]
        grown.sort(key=lambda words: -log_probability(p, list(words), score))
        best = grown[: beam - len(done)]
        done += [words for words in best if words[-1] == END]
        beams = [words for words in best if words[-1] != END] or beams
        if all(words[-1] == END for words in best):
            break
    return max(
        done or beams,
        key=lambda words: log_probability(p, list(words), score) / len(words),
    )


@pytest.mark.parametrize("beam", [1, 2, 3])
def test_beam_search_is_that_of_a_loop(rng, beam):
    p = ending_model(rng)
    found = translate(p, SOURCE, score="dot", beam=beam, max_length=4)
    words = [*found.ids, END] if found.finished else [*found.ids]
    assert tuple(words) == loop_beam(p, "dot", beam, 4)


def ending_model(rng):
    """Return a model that likes to end after a few words."""
    p = model(rng, dtype="f8")
    bias = p.b_vocab.copy()
    bias[END] += 6
    return dataclasses.replace(p, b_vocab=bias)


def test_a_beam_wide_enough_finds_the_best_of_all_short_sentences(rng):
    p = ending_model(rng)
    found = translate(
        p, SOURCE, score="dot", beam=1300, max_length=2, length_penalty=0
    )
    words = [w for w in range(N_TARGET) if w not in (UNKNOWN, START, END)]
    sentences = [[w] for w in words]
    best = max(
        sentences,
        key=lambda ids: (
            teacher_force(p, SOURCE, ids, score="dot").log_probability
        ),
    )
    assert found.finished
    assert found.log_probability >= (
        teacher_force(p, SOURCE, best, score="dot").log_probability - 1e-9
    )


def test_without_length_penalty_shorter_sentences_win(rng):
    p = ending_model(rng)
    lengths = [
        len(
            translate(
                p, SOURCE, score="dot", beam=7, length_penalty=penalty
            ).ids
        )
        for penalty in (0, 1, 3)
    ]
    assert lengths == sorted(lengths)


def test_the_record_of_a_beam_belongs_to_its_sentence(rng):
    p = model(rng, dtype="f8")
    found = translate(p, SOURCE, score="additive", beam=5, max_length=7)
    forced = teacher_force(p, SOURCE, found.ids, score="additive")
    steps = len(found.weights)
    for name in ("scores", "weights", "context", "states"):
        np.testing.assert_allclose(
            getattr(found, name), getattr(forced, name)[:steps], rtol=1e-9
        )
    np.testing.assert_allclose(
        found.log_probabilities, forced.log_probabilities[:steps], rtol=1e-9
    )
    assert found.log_probability == pytest.approx(found.log_probabilities.sum())


@pytest.mark.parametrize("beam", [1, 3])
def test_marks_and_unknown_words_are_never_written(rng, beam):
    p = model(rng)
    bias = p.b_vocab.copy()
    bias[[UNKNOWN, START]] += 100
    p = dataclasses.replace(p, b_vocab=bias)
    found = translate(p, SOURCE, score="dot", beam=beam, max_length=5)
    assert not {UNKNOWN, START} & set(found.ids.tolist())
    assert not {UNKNOWN, START} & set(found.next_ids.ravel().tolist())


@pytest.mark.parametrize("beam", [1, 3])
def test_the_first_word_is_never_the_end(rng, beam):
    p = model(rng)
    bias = p.b_vocab.copy()
    bias[END] += 100
    p = dataclasses.replace(p, b_vocab=bias)
    found = translate(p, SOURCE, score="dot", beam=beam)
    assert len(found.ids) == 1
    assert found.finished
    assert found.weights.shape == (2, len(SOURCE))


def test_a_sentence_without_end_stops_at_the_longest_length(rng):
    p = model(rng)
    bias = p.b_vocab.copy()
    bias[END] -= 100
    p = dataclasses.replace(p, b_vocab=bias)
    for beam in (1, 3):
        found = translate(p, SOURCE, score="dot", beam=beam, max_length=4)
        assert len(found.ids) == 4
        assert not found.finished
        assert found.weights.shape == (4, len(SOURCE))
    assert len(translate(p, [3, 4], score="dot").ids) == 14


def test_a_sentence_may_end_right_after_the_longest_length(rng):
    p = model(rng)
    bias = p.b_vocab.copy()
    bias[END] += 100
    p = dataclasses.replace(p, b_vocab=bias)
    assert translate(p, SOURCE, score="dot", max_length=1).finished


@every_score
def test_weights_are_the_softmax_of_the_scaled_scores(rng, score):
    p = model(rng, dtype="f8")
    for query in ("y", "s"):
        pair = attend_pair(
            p, SOURCE, TARGET, score=score, query=query, temperature=0.7
        )
        scale = SCALES[query].get(score, 1)
        assert pair.scale == scale
        scores = pair_scores(
            p, pair.queries, pair.annotations, score=score, query=query
        )
        np.testing.assert_array_equal(pair.scores, scores)
        exponentials = np.exp(scale * scores / 0.7)
        weights = exponentials / exponentials.sum(-1, keepdims=True)
        np.testing.assert_allclose(pair.weights, weights, rtol=1e-9)
        np.testing.assert_allclose(
            pair.context, weights @ pair.annotations, rtol=1e-9
        )


def test_the_two_queries_have_their_own_learned_arrays(rng):
    p = model(rng)
    queries, h = encode_target(p, TARGET), encode_source(p, SOURCE)
    for query in ("y", "s"):
        W = p.attention[query]["general"]["W"]
        scores = pair_scores(p, queries, h, score="general", query=query)
        np.testing.assert_allclose(scores, queries @ W @ h.T, rtol=1e-4)


@every_score
def test_queries_of_a_pair_are_target_words_or_decoder_states(rng, score):
    p = model(rng)
    y = attend_pair(p, SOURCE, TARGET, score=score, query="y")
    np.testing.assert_array_equal(y.queries, encode_target(p, TARGET))
    s = attend_pair(p, SOURCE, TARGET, score=score, query="s", temperature=2)
    forced = teacher_force(p, SOURCE, TARGET, score=score, temperature=2)
    np.testing.assert_array_equal(s.queries, forced.states[:-1])
    np.testing.assert_allclose(s.weights, forced.weights[:-1], rtol=1e-4)


def test_a_state_has_not_seen_the_word_it_is_about_to_write(rng):
    p = model(rng)
    one, two = (
        attend_pair(p, SOURCE, ids, score="dot", query="s").queries
        for ids in ([5, 6, 7], [5, 6, 8])
    )
    np.testing.assert_array_equal(one, two)


def test_temperature_zero_looks_at_one_word_only(rng):
    p = model(rng)
    found = translate(p, SOURCE, score="general", temperature=0)
    best = found.weights.argmax(-1)
    np.testing.assert_array_equal(best, found.scores.argmax(-1))
    assert (found.weights.max(-1) == 1).all()


def test_without_attention_every_context_is_the_summary(rng):
    p = model(rng, attention=False)
    found = translate(p, SOURCE, score=None, max_length=7)
    summary = summarize(encode_source(p, SOURCE))
    assert found.weights.shape == found.scores.shape == (len(found.context), 0)
    np.testing.assert_array_equal(
        found.context, np.repeat(summary[None], len(found.context), 0)
    )
    np.testing.assert_array_equal(found.summary, summary)


def test_with_equal_annotations_both_systems_have_the_same_context(rng):
    """Constructed: a source encoder that ignores what it reads."""
    arrays = model_arrays(rng)
    for name in arrays:
        if name.startswith("source_encoder"):
            arrays[name] = np.zeros_like(arrays[name])
    for side in ("forward", "backward"):
        arrays[f"source_encoder.{side}.b_z"] -= 1e4  # z = 0: h' = n
        arrays[f"source_encoder.{side}.b_n"] += 0.5
    p = Seq2SeqParameters.from_arrays(arrays)
    for score in NAMES:
        with_attention = translate(p, SOURCE, score=score, max_length=3)
        np.testing.assert_allclose(
            with_attention.context,
            np.full_like(with_attention.context, np.tanh(0.5)),
            rtol=1e-6,
        )
        np.testing.assert_allclose(
            with_attention.summary, with_attention.context[0], rtol=1e-6
        )


def test_probabilities_fall_and_sum_to_at_most_one(rng):
    found = translate(model(rng), SOURCE, score="dot", top=N_TARGET)
    assert found.next_ids.shape[1] == N_TARGET - 2  # without <unk> and <s>
    assert (np.diff(found.next_probabilities, axis=-1) <= 0).all()
    assert (found.next_probabilities.sum(-1) <= 1 + 1e-6).all()


def test_float32_stays_float32_everywhere(rng):
    p = model(rng)
    pair = attend_pair(p, SOURCE, TARGET, score="cosine")
    found = translate(p, SOURCE, score="cosine", beam=2, max_length=3)
    for array in (
        pair.scores,
        pair.weights,
        pair.context,
        pair.queries,
        found.weights,
        found.context,
        found.states,
        found.next_probabilities,
    ):
        assert array.dtype == np.float32


def test_float32_is_as_good_as_float64(rng):
    arrays = model_arrays(rng, dtype="f8")
    arrays = {name: 0.3 * array for name, array in arrays.items()}
    wide = Seq2SeqParameters.from_arrays(arrays, SCALES)
    narrow = Seq2SeqParameters.from_arrays(
        {name: array.astype("f4") for name, array in arrays.items()}, SCALES
    )
    for score in NAMES:
        a, b = (
            teacher_force(p, SOURCE, TARGET, score=score)
            for p in (wide, narrow)
        )
        np.testing.assert_allclose(a.weights, b.weights, atol=1e-5)
        np.testing.assert_allclose(a.context, b.context, atol=1e-5)


def test_no_target_words_give_no_rows(rng):
    p = model(rng)
    for query in ("y", "s"):
        pair = attend_pair(p, SOURCE, [], score="dot", query=query)
        assert pair.weights.shape == (0, len(SOURCE))
        assert pair.context.shape == (0, D)
    assert teacher_force(p, SOURCE, [], score="dot").weights.shape == (
        1,
        len(SOURCE),
    )


def test_one_source_word_gets_all_the_weight(rng):
    found = translate(model(rng), [3], score="additive", max_length=5)
    np.testing.assert_array_equal(
        found.weights, np.ones((len(found.weights), 1))
    )


def test_a_decoder_step_is_attention_over_the_annotations(rng):
    p = model(rng, dtype="f8")
    found = translate(p, SOURCE, score="dot", max_length=3)
    step = attend(found.states @ found.annotations.T, found.annotations)
    np.testing.assert_allclose(found.weights, step.weights, rtol=1e-12)
    np.testing.assert_allclose(found.context, step.context, rtol=1e-9)


def test_parameters_are_made_of_dotted_arrays(rng):
    arrays = model_arrays(rng)
    p = Seq2SeqParameters.from_arrays(arrays, SCALES)
    for name, array in arrays.items():
        found = p
        for part in name.split("."):
            if isinstance(found, dict):
                found = found[part]
            else:
                found = getattr(found, part)
        np.testing.assert_array_equal(found, array)


def test_a_model_without_attention_needs_no_array_of_it(rng):
    p = model(rng, attention=False)
    assert p.attention == {}
    assert p.target_encoder is None


def test_every_missing_array_is_named(rng):
    arrays = model_arrays(rng)
    for name in arrays:
        rest = {n: a for n, a in arrays.items() if n != name}
        with pytest.raises(ValueError, match=rf'^array "{name}" is missing.$'):
            Seq2SeqParameters.from_arrays(rest)


def test_every_array_of_a_wrong_shape_is_named(rng):
    arrays = model_arrays(rng)
    sizes = {"source_embedding", "source_encoder.forward.U_z"}
    for name in set(arrays) - sizes - {"attention.y.additive.W_q"}:
        wrong = {**arrays, name: np.zeros((41, 43))}
        if name == "target_embedding":
            wrong[name] = np.zeros((N_TARGET, 43))
        words = (
            rf'^array "{name}" must have shape \(.*\). Received: \(\d+, 43\)'
        )
        with pytest.raises(ValueError, match=words):
            Seq2SeqParameters.from_arrays(wrong)


def test_the_first_wrong_array_is_the_one_named(rng):
    arrays = model_arrays(rng)
    arrays["W_out"] = arrays["W_out"].T
    arrays["decoder.U_r"] = arrays["decoder.U_r"][1:]
    words = (
        rf'array "decoder.U_r" must have shape \({D}, {D}\). '
        rf"Received: \({D - 1}, {D}\)."
    )
    with pytest.raises(ValueError, match=words):
        Seq2SeqParameters.from_arrays(arrays)


def change(name, array):
    return lambda arrays: arrays | {name: array}


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (
            change("source_embedding", np.ones(3)),
            r'array "source_embedding" must be a matrix. Received: \(3,\).',
        ),
        (
            change("W_init", np.full((D, D), np.nan)),
            'array "W_init" must hold finite numbers. Received: NaN or inf',
        ),
        (
            change("attention.s.dot.W", np.ones((D, D))),
            'array "attention.s.dot.W" is not part of this model.',
        ),
        (
            change("attention.y.additive.W_q", np.ones((D, D_A + 2))),
            rf'array "attention.y.additive.W_k" must have shape \({D}, 19\)',
        ),
    ],
)
def test_arrays_that_make_no_model_are_named(rng, spoil, words):
    with pytest.raises(ValueError, match=words):
        Seq2SeqParameters.from_arrays(spoil(model_arrays(rng)))


def test_arrays_that_are_no_numbers_are_named(rng):
    arrays = model_arrays(rng) | {"b_out": np.ones(D_E, complex)}
    with pytest.raises(TypeError, match="b_out must hold real numbers"):
        Seq2SeqParameters.from_arrays(arrays)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda p: encode_source(p, []),
            r"source_ids must hold at least one id\.",
        ),
        (
            lambda p: encode_source(p, [N_SOURCE]),
            "source_ids must lie in 0 ... 30. Received: 31 ... 31.",
        ),
        (
            lambda p: encode_target(p, [[3]]),
            r"target_ids must be a row of integers, shape \(n,\). ",
        ),
        (
            lambda p: teacher_force(p, SOURCE, [N_TARGET], score="dot"),
            "target_ids must lie in 0 ... 36. Received: 37 ... 37.",
        ),
        (
            lambda p: attend_pair(p, SOURCE, TARGET, score="dto"),
            "score must be one of dot, scaled_dot, .*Received: 'dto'.",
        ),
        (
            lambda p: attend_pair(p, SOURCE, TARGET, score="dot", query="z"),
            "query must be one of y, s. Received: 'z'.",
        ),
        (
            lambda p: translate(p, SOURCE, score="dot", beam=0),
            "beam must be at least 1. Received: 0.",
        ),
        (
            lambda p: translate(p, SOURCE, score="dot", max_length=0),
            "max_length must be at least 1. Received: 0.",
        ),
        (
            lambda _: summarize(np.ones((0, 4))),
            r"annotations must have shape \(n_s, d\) with n_s > 0. Received",
        ),
    ],
)
def test_inputs_that_make_no_sense_are_named(rng, call, words):
    with pytest.raises(ValueError, match=words):
        call(model(rng))


@pytest.mark.parametrize(
    ("score", "words"),
    [
        ("general", "score = 'general' needs W, which this model has not"),
        ("additive", "score = 'additive' needs W_q, W_k, v, which this model"),
    ],
)
def test_what_a_model_has_not_learned_is_named(rng, score, words):
    p = model(rng, attention=False)
    with pytest.raises(ValueError, match=words):
        translate(p, SOURCE, score=score)


def test_a_model_without_target_encoder_says_so(rng):
    words = "This model was trained without a target encoder."
    with pytest.raises(ValueError, match=words):
        encode_target(model(rng, attention=False), TARGET)
