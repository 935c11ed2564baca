import inspect
import math

import numpy as np
import pytest

from attention_core.scores import (
    SCORES,
    ScoreFunction,
    additive,
    concat,
    cosine,
    dot,
    gaussian,
    general,
    location,
    scaled_dot,
)
from attention_core.scores.pairs import for_all_pairs, of_pairs
from attention_core.seq2seq import attend_pair, translate
from tests.core.tools import (
    D_A,
    D_K,
    D_Q,
    INFINITY,
    N_K,
    N_Q,
    NAN,
    learned,
    model,
    pair,
)

# Two queries, two keys, small enough for a pencil.
QUERY = [[1, 2], [0, -1]]
KEY = [[3, 4], [-2, 1]]
HIDDEN = [[5, 2], [4, 1]]  # 1 + 4, 1 + 1; 0 + 4, 0 + 1
ADDITIVE = [[2 * math.tanh(h) for h in row] for row in HIDDEN]
ROOT = math.sqrt(2)
BY_HAND = {
    "dot": ({}, [[11, 0], [-4, -1]]),
    "scaled_dot": ({}, [[11 / ROOT, 0], [-4 / ROOT, -1 / ROOT]]),
    "cosine": (
        {},
        [[11 / (5 * math.sqrt(5)), 0], [-4 / 5, -1 / math.sqrt(5)]],
    ),
    # W turns [1, 2] into [1, 4] and [0, -1] into [0, -2]
    "general": ({"W": [[1, 0], [0, 2]]}, [[19, 2], [-8, -2]]),
    "additive": ({"W_q": [[1], [0]], "W_k": [[0], [1]], "v": [2]}, ADDITIVE),
    "concat": ({"W_qk": [[1], [0], [0], [1]], "v": [2]}, ADDITIVE),
    # distances squared: 4 + 4, 9 + 1; 9 + 25, 4 + 4
    "gaussian": ({"sigma": 2}, [[-1, -10 / 8], [-34 / 8, -1]]),
    "location": ({"W_p": [[1, 0], [3, 2]]}, [[7, 4], [-3, -2]]),
}
# Query and key may differ in size.
WIDE = ("general", "additive", "concat", "location")


def one_score(name, q, k, parameters, j):
    """Return the score of one query and key j, straight from the paper."""
    p = parameters
    if name == "general":
        q = [sum(a * w for a, w in zip(q, W, strict=True)) for W in p["W"].T]
    if name == "location":
        k = p["W_p"][:, j]
    if name == "gaussian":
        return -sum((a - b) ** 2 for a, b in zip(q, k, strict=True)) / 2
    if name in {"additive", "concat"}:
        stacked = np.concatenate([p["W_q"], p["W_k"]]) if "W_q" in p else None
        W = p.get("W_qk", stacked)
        return sum(
            v * math.tanh(sum(a * b for a, b in zip([*q, *k], w, strict=True)))
            for v, w in zip(p["v"], W.T, strict=True)
        )
    products = sum(a * b for a, b in zip(q, k, strict=True))
    if name == "scaled_dot":
        return products / len(q) ** 0.5
    if name == "cosine":
        return products / math.hypot(*q) / math.hypot(*k)
    return products


def draw(rng, name, *leading, dtype=np.float64):
    """Return query, key and parameters for one score function."""
    d_q = D_Q if name in WIDE else D_K
    query, key = pair(rng, *leading, d_q=d_q, dtype=dtype)
    names = SCORES[name].parameters
    return query, key, learned(rng, names, d_q=d_q, dtype=dtype)


every_score = pytest.mark.parametrize("name", list(BY_HAND))


@every_score
def test_scores_of_a_two_by_two_case_done_by_hand(name):
    parameters, expected = BY_HAND[name]
    scores = SCORES[name](QUERY, KEY, **parameters)
    np.testing.assert_allclose(scores, expected, rtol=1e-15, atol=1e-16)


@every_score
def test_scores_are_those_of_a_loop_straight_from_the_paper(name, rng):
    query, key, parameters = draw(rng, name)
    loop = [
        [one_score(name, q, k, parameters, j) for j, k in enumerate(key)]
        for q in query
    ]
    scores = SCORES[name](query, key, **parameters)
    np.testing.assert_allclose(scores, loop, rtol=1e-12)


@every_score
def test_a_batch_gives_what_its_members_give_alone(name, rng):
    query, key, parameters = draw(rng, name, 2, 3)
    scores = SCORES[name](query, key, **parameters)
    assert scores.shape == (2, 3, N_Q, N_K)
    for i in np.ndindex(2, 3):
        alone = SCORES[name](query[i], key[i], **parameters)
        np.testing.assert_allclose(scores[i], alone, rtol=1e-12)


@every_score
def test_one_key_for_a_batch_of_queries_is_repeated(name, rng):
    query, key, parameters = draw(rng, name, 2)
    scores = SCORES[name](query, key[0], **parameters)
    alone = SCORES[name](query[1], key[0], **parameters)
    np.testing.assert_allclose(scores[1], alone, rtol=1e-12)


@every_score
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_the_dtype_is_kept(name, dtype, rng):
    query, key, parameters = draw(rng, name, dtype=dtype)
    assert SCORES[name](query, key, **parameters).dtype == dtype


@every_score
def test_integers_and_lists_become_float64(name):
    parameters, _ = BY_HAND[name]
    assert SCORES[name](QUERY, KEY, **parameters).dtype == np.float64


@every_score
def test_half_precision_is_as_good_as_its_rounding(name, rng):
    query, key, parameters = draw(rng, name, dtype="float16")
    wide = [array.astype("float64") for array in (query, key)]
    exact = SCORES[name](
        *wide, **{n: a.astype("float64") for n, a in parameters.items()}
    )
    half = SCORES[name](query, key, **parameters)
    np.testing.assert_allclose(half, exact, rtol=1e-3, atol=1e-4)


@every_score
def test_no_queries_no_keys_and_one_key_are_no_errors(name, rng):
    query, key, parameters = draw(rng, name)
    function = SCORES[name]
    assert function(query[:0], key, **parameters).shape == (0, N_K)
    for n_k in (1, 0):
        if name == "location":  # one column for each position
            parameters["W_p"] = parameters["W_p"][:, :n_k]
        scores = function(query, key[:n_k], **parameters)
        assert scores.shape == (N_Q, n_k)


@every_score
def test_inputs_are_not_changed(name, rng):
    query, key, parameters = draw(rng, name)
    before = [a.copy() for a in (query, key, *parameters.values())]
    SCORES[name](query, key, **parameters)
    for old, new in zip(
        before, (query, key, *parameters.values()), strict=True
    ):
        np.testing.assert_array_equal(old, new)


@pytest.mark.parametrize("name", sorted(set(BY_HAND) - {"location"}))
def test_a_nan_spoils_only_its_own_scores(name, rng):
    query, key, parameters = draw(rng, name)
    key[2, 1] = np.nan
    spoiled = np.isnan(SCORES[name](query, key, **parameters))
    np.testing.assert_array_equal(
        spoiled, [[False, False, True, False, False]] * N_Q
    )


def test_scaled_dot_has_variance_one_when_the_entries_have(rng):
    query, key = rng.normal(size=(2, 1000, 512))
    assert np.std(dot(query, key)) == pytest.approx(512**0.5, rel=0.01)
    assert np.std(scaled_dot(query, key)) == pytest.approx(1, rel=0.01)


def test_scaled_dot_scales_before_the_product_can_overflow():
    large = np.full((1, 4), 1.2e19, np.float32)  # q k = 5.76e38 > 3.4e38
    assert scaled_dot(large, large)[0, 0] == pytest.approx(2.88e38, rel=1e-6)
    half = np.full((1, 64), 60, np.float16)  # q k = 230400 > 65504
    assert scaled_dot(half, half)[0, 0] == 28800


def test_half_precision_sums_are_not_made_in_half_precision():
    ones = np.ones((1, 4096), np.float16)  # 2048 + 1 = 2048 in halves
    assert dot(ones, ones)[0, 0] == 4096


def test_scaled_dot_of_vectors_without_entries_is_zero():
    scores = scaled_dot(np.ones((2, 0)), np.ones((3, 0)))
    np.testing.assert_array_equal(scores, np.zeros((2, 3)))


def test_a_product_too_large_for_its_dtype_is_infinite_without_warning():
    large = np.full((1, 4), 1e30, np.float32)
    assert dot(large, large)[0, 0] == np.inf
    assert general(large, large, W=np.eye(4, dtype="f"))[0, 0] == np.inf


def test_cosine_of_a_zero_vector_is_zero():
    scores = cosine([[0, 0], [1, 1]], [[0, 0], [2, 2]])
    np.testing.assert_allclose(scores, [[0, 0], [0, 1]], rtol=1e-15)


@pytest.mark.parametrize("size", [1e-30, 1e30, 1e-44])
def test_cosine_of_tiny_and_huge_vectors_is_right(size):
    vector = np.array([[1, 1]], np.float32) * np.float32(size)
    other = np.array([[1, 0]], np.float32)
    assert cosine(vector, vector)[0, 0] == pytest.approx(1, rel=1e-6)
    assert cosine(vector, other)[0, 0] == pytest.approx(0.5**0.5, rel=1e-6)


def test_cosine_of_half_precision_vectors_does_not_overflow():
    vector = np.full((1, 64), 300, np.float16)
    assert cosine(vector, vector)[0, 0] == 1


def test_cosine_does_not_care_about_length(rng):
    query, key = pair(rng)
    longer = key * np.array([[1], [2], [3], [0.5], [100]])
    np.testing.assert_allclose(
        cosine(query, longer), cosine(query, key), rtol=1e-12
    )


def test_general_with_the_identity_is_dot(rng):
    query, key = pair(rng)
    same = general(query, key, W=np.eye(D_K))
    np.testing.assert_allclose(same, dot(query, key), rtol=1e-12)


def test_additive_scores_cannot_exceed_the_sum_of_v(rng):
    query, key, parameters = draw(rng, "additive")
    scores = additive(1e4 * query, 1e4 * key, **parameters)
    assert np.abs(scores).max() <= np.abs(parameters["v"]).sum()


def test_concat_is_additive_with_both_arrays_in_one(rng):
    query, key, parameters = draw(rng, "additive")
    W_qk = np.concatenate([parameters["W_q"], parameters["W_k"]])
    np.testing.assert_allclose(
        concat(query, key, W_qk=W_qk, v=parameters["v"]),
        additive(query, key, **parameters),
        rtol=1e-12,
    )


@pytest.mark.parametrize("name", ["additive", "concat", "gaussian"])
def test_many_queries_in_blocks_give_what_each_gives_alone(rng, name):
    d_k = D_A if name == "gaussian" else D_K
    query, key = rng.normal(size=(2, 307, d_k))
    parameters = learned(rng, SCORES[name].parameters)
    scores = SCORES[name](query, key, **parameters)
    assert 307 * 307 * D_A > 2**18  # more than one block
    for i in range(307):
        alone = SCORES[name](query[i : i + 1], key, **parameters)
        np.testing.assert_allclose(scores[i], alone[0], rtol=1e-9)


def test_a_gaussian_is_zero_only_at_the_query_itself(rng):
    query, key = pair(rng)
    key[1] = query[0]
    scores = gaussian(query, key)
    assert scores[0, 1] == 0
    assert (np.delete(scores[0], 1) < 0).all()


def test_location_looks_at_positions_and_not_at_keys(rng):
    query, key, parameters = draw(rng, "location", 2)
    np.testing.assert_array_equal(
        location(query, key, **parameters),
        location(query, np.zeros_like(key), **parameters),
    )
    assert location(query[0], key, **parameters).shape == (2, N_Q, N_K)


@pytest.mark.parametrize("size", [0, -1.0, INFINITY, NAN])
def test_a_width_that_is_not_positive_is_an_error(size):
    words = f"sigma must be a positive number. Received: {size}."
    with pytest.raises(ValueError, match=words):
        gaussian([[1]], [[1]], sigma=size)


@pytest.mark.parametrize("bad", [NAN, INFINITY])
@pytest.mark.parametrize(
    ("name", "parameter"),
    [(n, p) for n in SCORES for p in SCORES[n].parameters],
)
def test_learned_arrays_that_are_not_finite_are_named(
    rng, name, parameter, bad
):
    query, key, parameters = draw(rng, name)
    parameters[parameter].flat[1] = bad
    words = f"{parameter} must hold finite numbers. Received: NaN or infinity"
    with pytest.raises(ValueError, match=words):
        SCORES[name](query, key, **parameters)


SHAPES = {
    r"query must have shape \(..., n_q, d_q\). Received: \(7,\)": (
        dot,
        {"query": (7,), "key": (5, 7)},
    ),
    r"key must have shape \(..., n_k, d_k\). Received: \(7,\)": (
        cosine,
        {"query": (3, 7), "key": (7,)},
    ),
    r"key must have shape \(..., n_k, d_k\) with d_k = 7 \(set by query\). "
    r"Received: \(5, 11\)": (scaled_dot, {"query": (3, 7), "key": (5, 11)}),
    r"The leading dimensions of query and key must fit. "
    r"Received: \(2, 3, 7\) and \(5, 3, 7\)": (
        dot,
        {"query": (2, 3, 7), "key": (5, 3, 7)},
    ),
    r"W must have shape \(d_q, d_k\) = \(11, 7\). Received: \(7, 11\)": (
        general,
        {"query": (3, 11), "key": (5, 7), "W": (7, 11)},
    ),
    r"v must have shape \(d_a,\). Received: \(17, 1\)": (
        additive,
        {
            "query": (3, 11),
            "key": (5, 7),
            "W_q": (11, 17),
            "W_k": (7, 17),
            "v": (17, 1),
        },
    ),
    r"W_q must have shape \(d_q, d_a\) = \(11, 17\). Received: \(17, 11\)": (
        additive,
        {
            "query": (3, 11),
            "key": (5, 7),
            "W_q": (17, 11),
            "W_k": (7, 17),
            "v": (17,),
        },
    ),
    r"W_k must have shape \(d_k, d_a\) = \(7, 17\). Received: \(11, 17\)": (
        additive,
        {
            "query": (3, 11),
            "key": (5, 7),
            "W_q": (11, 17),
            "W_k": (11, 17),
            "v": (17,),
        },
    ),
    r"v must have shape \(d_a,\). Received: \(1, 17\)": (
        concat,
        {"query": (3, 11), "key": (5, 7), "W_qk": (18, 17), "v": (1, 17)},
    ),
    r"W_qk must have shape \(d_q \+ d_k, d_a\) = \(18, 17\). Rec": (
        concat,
        {"query": (3, 11), "key": (5, 7), "W_qk": (11, 17), "v": (17,)},
    ),
    r"W_p must have shape \(d_q, n_k\) = \(11, 5\). Received: \(5, 11\)": (
        location,
        {"query": (3, 11), "key": (5, 7), "W_p": (5, 11)},
    ),
    r"with d_k = 7 \(set by query\). Received: \(7, 11\)": (
        gaussian,
        {"query": (3, 7), "key": (7, 11)},
    ),
}


@pytest.mark.parametrize("words", list(SHAPES))
def test_shapes_that_do_not_fit_are_named(words):
    function, shapes = SHAPES[words]
    with pytest.raises(ValueError, match=words):
        function(**{name: np.ones(shape) for name, shape in shapes.items()})


def test_the_registry_is_in_the_order_of_the_lesson():
    names = ["dot", "scaled_dot", "cosine", "general", "additive"]
    assert list(SCORES)[:5] == names
    assert all(name == entry.name for name, entry in SCORES.items())


def test_the_sizes_of_these_tests_are_different_primes():
    sizes = [N_Q, N_K, D_Q, D_K, D_A]
    assert len(set(sizes)) == len(sizes)
    assert all(n % i for n in sizes for i in range(2, n))


@every_score
def test_what_is_forgotten_or_too_much_is_named_by_python(rng, name):
    query, key, parameters = draw(rng, name)
    with pytest.raises(TypeError, match="required positional argument"):
        SCORES[name].function(query)
    with pytest.raises(TypeError, match="unexpected keyword argument 'U'"):
        SCORES[name](query, key, **parameters, U=1)
    for missing in parameters:
        rest = {n: a for n, a in parameters.items() if n != missing}
        with pytest.raises(TypeError, match=f"argument: '{missing}'"):
            SCORES[name](query, key, **rest)
    with pytest.raises(TypeError, match="positional arguments"):
        SCORES[name].function(query, key, *parameters.values(), 1)


@every_score
def test_the_registry_knows_which_vectors_must_be_equally_long(rng, name):
    query, key = pair(rng, d_q=D_Q)
    parameters = learned(rng, SCORES[name].parameters, d_q=D_Q)
    if SCORES[name].same_width:
        with pytest.raises(ValueError, match=f"with d_k = {D_Q}"):
            SCORES[name](query, key, **parameters)
    else:
        assert SCORES[name](query, key, **parameters).shape == (N_Q, N_K)


@every_score
def test_the_registry_knows_what_has_to_be_learned(name):
    names = inspect.signature(SCORES[name].function).parameters
    kinds = {n: p.default is inspect.Parameter.empty for n, p in names.items()}
    asked = [n for n in kinds if n not in ("query", "key")]
    assert [n for n in asked if kinds[n]] == list(SCORES[name].parameters)
    assert [n for n in asked if not kinds[n]] == list(SCORES[name].options)
    assert SCORES[name].needs_training == bool(SCORES[name].parameters)


def test_a_planted_score_function_is_one_function_and_one_entry(monkeypatch):
    @of_pairs(same_width=True)
    def euclidean(query, key):
        return for_all_pairs(
            lambda q_i, k_j: -np.linalg.norm(q_i - k_j, axis=-1), query, key
        )

    entry = ScoreFunction(
        name="euclidean",
        function=euclidean,
        formula=r"-\lVert q_i - k_j\rVert",
        paper="nobody",
        equation="",
        operations="n_q n_k d_k",
        memory="n_q n_k d_k",
        by_difference=True,
    )
    monkeypatch.setitem(SCORES, "euclidean", entry)
    scores = SCORES["euclidean"](np.float16([[0, 0]]), np.float16([[3, 4]]))
    np.testing.assert_array_equal(scores, np.float16([[-5]]))
    system = model(np.random.default_rng(0))
    found = translate(system, [3, 4], score="euclidean")
    pair_of = attend_pair(system, [3, 4], [5], score="euclidean", query="s")
    assert not entry.needs_training
    np.testing.assert_allclose(found.weights.sum(-1), 1, rtol=1e-6)
    np.testing.assert_allclose(pair_of.weights.sum(-1), 1, rtol=1e-6)
