"""Students who make one mistake, and round to three decimals on the way.

Each is a formula of its own, from what is given to the wrong answer: kinds and
mistakes as `exercises` calls them.
"""

import math

from tests.exercises.oracles import column, dot, product, sigmoid


def r(value: float) -> float:
    """Round as on paper."""
    return round(float(value), 3)


def shares(row):
    powers = [r(math.exp(x - max(row))) for x in row]
    return [r(p / r(sum(powers))) for p in powers]


def wrong_axis_over_columns(given):
    i, j = given["i"] - 1, given["j"] - 1
    return [shares(column(given["E"], j))[i]]


def three_stages_forgot_root_d(given):
    weights = shares([dot(given["q"], key) for key in given["K"]])
    return [dot(weights, given["v"])]


def three_stages_scores_as_weights(given):
    scores = [r(dot(given["q"], k) / math.sqrt(2)) for k in given["K"]]
    return [dot(scores, given["v"])]


def masked_not_renewed(given):
    weights = shares(given["e"])
    weights[given["j"] - 1] = 0
    return weights


def masked_as_zero(given):
    row = list(given["e"])
    row[given["j"] - 1] = 0
    return shares(row)


def cosine_forgot_root(given):
    q, k = given["q"], given["k"]
    return [dot(q, k) / (dot(q, q) * dot(k, k))]


def cosine_one_length(given):
    q = given["q"]
    return [dot(q, given["k"]) / r(math.sqrt(dot(q, q)))]


def additive_forgot_tanh(given):
    (q,), (k,) = given["q"], given["k"]
    rows = zip(given["v"], given["W_q"][0], given["W_k"][0], strict=True)
    return [sum(v * (q * a + k * b) for v, a, b in rows)]


def gate_of(given, swap):
    x, h = given["x"], given["h"]
    z = r(sigmoid(x * given["W_z"] + h * given["U_z"]))
    gate = r(sigmoid(x * given["W_r"] + h * given["U_r"]))
    n = r(math.tanh(x * given["W_n"] + gate * float(h * given["U_n"])))
    z = 1 - z if swap else z
    return z, n, float(h)


def gru_swapped(given):
    z, n, h = gate_of(given, swap=True)
    return [r((1 - z) * n) + r(z * h)]


def gru_forgot_old(given):
    z, n, _ = gate_of(given, swap=False)
    return [(1 - z) * n]


def rollout_without_residual(given):
    return [product(given["A_2"], given["A_1"])[0][1]]


def norm_forgot_root(given):
    x = given["x"]
    mean = r(sum(x) / 3)
    variance = r(sum((float(y) - mean) ** 2 for y in x) / 3)
    return [(float(y) - mean) / variance for y in x]


def norm_n_minus_one(given):
    x = given["x"]
    mean = r(sum(x) / 3)
    variance = r(sum((float(y) - mean) ** 2 for y in x) / 2)
    return [(float(y) - mean) / r(math.sqrt(variance)) for y in x]


def from_scores_by_sum(given):
    e = given["e"]
    return [dot([r(x / sum(e)) for x in e], given["v"])]


STUDENTS = {
    ("wrong_axis", "over_columns"): wrong_axis_over_columns,
    ("three_stages", "forgot_root_d"): three_stages_forgot_root_d,
    ("three_stages", "scores_as_weights"): three_stages_scores_as_weights,
    ("softmax_masked", "not_renewed"): masked_not_renewed,
    ("softmax_masked", "score_zero"): masked_as_zero,
    ("softmax_masked", "ignored_mask"): lambda g: shares(g["e"]),
    ("cosine", "forgot_root"): cosine_forgot_root,
    ("cosine", "one_length"): cosine_one_length,
    ("cosine", "forgot_lengths"): lambda g: [dot(g["q"], g["k"])],
    ("scaled_dot", "forgot_root_d"): lambda g: [dot(g["q"], g["k"])],
    ("temperature", "ignored_T"): lambda g: shares(g["e"])[:1],
    ("temperature", "times_T"): lambda g: shares([x * g["T"] for x in g["e"]])[
        :1
    ],
    ("weighted_values", "summed_keys"): lambda g: [
        dot(g["a"], column(g["K"], m)) for m in range(2)
    ],
    ("weighted_values", "plain_mean"): lambda g: [
        r(sum(column(g["V"], m)) / 3) for m in range(2)
    ],
    ("softmax_row", "share_of_scores"): lambda g: [
        r(x / sum(g["e"])) for x in g["e"]
    ],
    ("from_scores", "share_of_scores"): from_scores_by_sum,
    ("general", "forgot_W"): lambda g: [dot(g["q"], g["k"])],
    ("additive", "forgot_tanh"): additive_forgot_tanh,
    ("gru_step", "swapped_gate"): gru_swapped,
    ("gru_step", "forgot_old"): gru_forgot_old,
    ("two_layers", "forgot_residual"): rollout_without_residual,
    ("normalized_row", "forgot_root"): norm_forgot_root,
    ("normalized_row", "n_minus_one"): norm_n_minus_one,
    ("missing_weight", "sum_of_others"): lambda g: [
        g["a_1"] + g["a_2"] + g["a_3"]
    ],
    ("causal_row", "looked_ahead"): lambda g: shares(g["e_2"])[:1],
    ("ratio", "ratio_of_scores"): lambda g: [g["e"][0] / g["e"][1]],
    ("cost_of_scores", "linear_in_n"): lambda g: [g["n"] * g["d"]],
}
