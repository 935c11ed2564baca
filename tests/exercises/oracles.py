"""The answer of each kind by a formula of its own, without attention_core.

Fractions are exact; whatever needs exp, sqrt or tanh is computed by `math`.
Each takes what is given: letters to nested lists of fractions, and the numbers
that stand in the question.
"""

import math
from fractions import Fraction
from itertools import permutations


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def length(a):
    return math.sqrt(dot(a, a))


def softmax(row):
    powers = [math.exp(x) for x in row]
    return [p / math.fsum(powers) for p in powers]


def column(matrix, j):
    return [row[j] for row in matrix]


def times(row, matrix):
    return [dot(row, column(matrix, j)) for j in range(len(matrix[0]))]


def product(A, B):
    return [times(row, B) for row in A]


def sigmoid(x):
    return 1 / (1 + math.exp(-x))


def keys(given):
    return [given[f"k_{n}"] for n in (1, 2, 3)]


def first_of(values):
    return f"k_{values.index(max(values)) + 1}"


def longer(given):
    found = [list(key) for key in keys(given)]
    j = int(given["j"]) - 1
    found[j] = [2 * x for x in found[j]]
    return found


def fixed_summary(given):
    (by,) = (x for letter, x in given.items() if "Delta" in letter)
    return [by / len(given["h"])]


def order_lost(given):
    return [sum(given["h"]) / len(given["h"])]


def gate(given):
    z, n, h = (given[x] for x in "znh")
    return [n + z * (h - n)]


def weighted_annotations(given):
    return [dot(given["a"], given["h"])]


def weighted_values(given):
    return times(given["a"], given["V"])


def from_scores(given):
    powers = [math.exp(x) for x in given["e"]]
    return [dot(powers, given["v"]) / sum(powers)]


def three_stages(given):
    q, (one, two), v = given["q"], given["K"], given["v"]
    # Of two keys the first weight is a sigmoid of the difference.
    a = sigmoid((dot(q, one) - dot(q, two)) / math.sqrt(2))
    return [a * v[0] + (1 - a) * v[1]]


def masked_context(given):
    kept = [x for n, x in enumerate(given["v"], 1) if n != int(given["j"])]
    return [sum(kept) / len(kept)]


def plain_dot(given):
    return [dot(given["q"], given["k"])]


def scaled_dot(given):
    return [dot(given["q"], given["k"]) / math.sqrt(len(given["q"]))]


def cosine(given):
    # cos(difference of angles) in two dimensions; else by law of cosines
    q, k = given["q"], given["k"]
    apart = length([x - y for x, y in zip(q, k, strict=True)])
    a, b = length(q), length(k)
    return [(a * a + b * b - apart * apart) / (2 * a * b)]


def general(given):
    q, k, W = given["q"], given["k"], given["W"]
    return [sum(q[m] * W[m][n] * k[n] for m in range(2) for n in range(2))]


def additive(given):
    (q,), (k,) = given["q"], given["k"]
    rows = zip(given["v"], given["W_q"][0], given["W_k"][0], strict=True)
    return [sum(v * math.tanh(q * a + k * b) for v, a, b in rows)]


def gaussian(given):
    pairs = zip(given["q"], given["k"], strict=True)
    return [-sum((x - y) ** 2 for x, y in pairs) / 2]


def location(given):
    return [dot(given["q"], column(given["W_p"], int(given["j"]) - 1))]


def row_of_scores(given):
    return [dot(given["q"], key) / math.sqrt(2) for key in given["K"]]


def doubled_dot(given):
    return first_of([dot(given["q"], k) for k in longer(given)])


def doubled_cosine(given):
    q = given["q"]
    return first_of([dot(q, k) / length(k) for k in keys(given)])


def root_of_d(given):
    return [math.isqrt(int(given["d"]))]


def softmax_row(given):
    # a_j = 1 / sum of exp(e_k - e_j)
    e = given["e"]
    return [1 / sum(math.exp(x - y) for x in e) for y in e]


def softmax_masked(given):
    kept = list(given["e"])
    kept.pop(int(given["j"]) - 1)
    found = softmax(kept)
    found.insert(int(given["j"]) - 1, 0)
    return found


def wrong_axis(given):
    row = given["E"][int(given["i"]) - 1]
    return [softmax(row)[int(given["j"]) - 1]]


def temperature(given):
    one, two = given["e"]
    return [sigmoid((one - two) / given["T"])]


def cold(given):
    best = max(given["e"])
    return [int(x == best) for x in given["e"]]


def hot(given):
    return [Fraction(1, len(given["e"]))]


def shift(given):
    return [given["a"][int(given["j"]) - 1]]


def ratio(given):
    return [math.exp(given["e"][0] - given["e"][1])]


def missing_weight(given):
    return [1 - sum(given.values())]


def sparse_row(given):
    # Two keys share: their weights differ as their scores do.
    high, low, _ = sorted(given["e"], reverse=True)
    shared = {high: (1 + high - low) / 2, low: (1 - high + low) / 2}
    return [shared.get(x, 0) for x in given["e"]]


def entropy(given):
    return [sum(x * math.log2(1 / x) for x in given["a"])]


def bad_row(given):
    (bad,) = (n for n, row in enumerate(given["A"], 1) if sum(row) != 1)
    return str(bad)


def read_heatmap(given):
    i = int(given["i"])
    row = given["A"][i - 1]
    return [i, row.index(max(row)) + 1]


def cells_looked_at(given):
    return [int(given["i"]), int(given["j"])]


def stages_in_order(given):
    a = softmax(given["e"])
    wanted = (given["e"][0], a[0], dot(a, given["v"]))

    def off(order):
        return sum(
            abs(given["x"][place] - one)
            for place, one in zip(order, wanted, strict=True)
        )

    best = min(permutations(range(3)), key=off)
    return r" \to ".join(f"x_{place + 1}" for place in best)


def which_query(given):
    def off(n):
        made = softmax([dot(given[f"q_{n}"], key) for key in given["K"]])
        return sum(abs(x - y) for x, y in zip(made, given["a"], strict=True))

    return f"q_{min((1, 2, 3), key=off)}"


def projection(given):
    return times(given["x"], given["W_q"])


def causal_row(given):
    one, two, _ = given["e_2"]
    return [sigmoid(one - two)]


def causal_cells(given):
    return [sum(range(1, int(given["n"]) + 1))]


def number_of_weights(given):
    return [math.prod(given.values())]


def size_of_projection(given):
    return [given["d_{model}"] ** 2 / given["h"]]


def size_of_additive(given):
    return [(given["d_q"] + given["d_k"] + 1) * given["d_a"]]


def size_of_general(given):
    return [given["d_q"] * given["d_k"]]


def cost_of_scores(given):
    return [given["n"] ** 2 * given["d"]]


def cost_grows(given):
    return [given["t"] ** 2]


def steps_between(given):
    return [given["j"] - given["i"]]


def gru_step(given):
    x, h = given["x"], given["h"]
    z = sigmoid(x * given["W_z"] + h * given["U_z"])
    r = sigmoid(x * given["W_r"] + h * given["U_r"])
    n = math.tanh(x * given["W_n"] + r * h * given["U_n"])
    return [n + z * (h - n)]


def two_layers(given):
    # (I + A_2)(I + A_1) / 4, entry 1, 2
    one, two = given["A_1"], given["A_2"]
    return [(one[0][1] + two[0][1] + product(two, one)[0][1]) / 4]


def normalized_row(given):
    x = given["x"]
    mean = sum(x) / 3
    deviation = math.sqrt(sum(y * y for y in x) / 3 - mean * mean)
    return [(y - mean) / deviation for y in x]


def position_code(given):
    return [math.sin(given["p"]), math.cos(given["p"])]


ORACLES = {
    name: function
    for name, function in globals().items()
    if callable(function) and getattr(function, "__module__", "") == __name__
}
ORACLES["dot"] = plain_dot
