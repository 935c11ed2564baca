"""Tasks about weights: what becomes of a row of scores."""

from functools import partial

import numpy as np
import numpy.typing as npt

from attention_core.heads import row_entropy
from attention_core.masks import causal_mask
from attention_core.normalizers import sum_normalize
from attention_core.softmax import softmax
from attention_core.sparse import sparsemax
from exercises.drawing import (
    Generator,
    ended,
    row_latex,
    shares,
    tenths,
    whole,
    written_out,
)
from exercises.task import Floats, Task, numbers
from worked.lines import given
from worked.softmax import softmax_lines

Bools = npt.NDArray[np.bool_]


def _line(
    scores: Floats, i: int = 1, mask: Bools | None = None, T: float = 1.0
) -> str:
    """Return the softmax of row i, written out; masked keys are left out."""
    is_open = np.ones(scores.size, dtype=np.bool_) if mask is None else mask
    found = softmax_lines(
        given("e", scores[is_open]),
        i,
        (np.flatnonzero(is_open) + 1).tolist(),
        multiplier=1 / T,
        least=3,
    )
    return written_out(found.all_numbers)


def softmax_row(rng: Generator) -> Task:
    """Ask for the weights of three scores.

    The scores are positive, so that a plain share can be computed.
    """
    e = tenths(rng, 3, low=1, high=30)
    powers = np.exp(e)
    mistakes = {
        "share_of_scores": numbers(sum_normalize(e)),
        "not_divided": numbers(powers),
        "by_largest": numbers(powers / powers.max()),
        "base_two": numbers(softmax(e * np.log(2))),
    }
    return Task({"e": e}, numbers(softmax(e)), mistakes, (partial(_line, e),))


def softmax_masked(rng: Generator) -> Task:
    """Ask for the weights of a row in which one key is masked.

    Three scores.
    """
    e, j = tenths(rng, 3, low=-20, high=30), int(rng.integers(3))
    mask = np.arange(3) != j
    weights = softmax(e, mask=mask)
    mistakes = {
        "ignored_mask": numbers(softmax(e)),
        "score_zero": numbers(softmax(np.where(mask, e, 0))),
        "not_renewed": numbers(np.where(mask, softmax(e), 0)),
    }
    line = ended(rf"a_{{{j + 1}}} = 0;\quad a", weights, 3)
    blanks = {"j": str(j + 1)}
    lines = (partial(_line, e, mask=mask), line)
    return Task({"e": e}, numbers(weights), mistakes, lines, blanks=blanks)


def temperature(rng: Generator) -> Task:
    """Ask for a weight at a temperature other than 1.

    The first of two weights.
    """
    e = tenths(rng, 2, low=-20, high=20)
    T = float(rng.choice([0.2, 0.5, 2.0, 4.0]))
    mistakes = {
        "times_T": numbers(softmax(e * T)[0]),
        "ignored_T": numbers(softmax(e)[0]),
        "T_afterwards": numbers(softmax(e)[0] / T),
    }
    weight = numbers(softmax(e, temperature=T)[0])
    shown = {"e": e, "T": np.array(T)}
    first = rf"\mu = \frac{{1}}{{T}} = {1 / T:g}"
    return Task(shown, weight, mistakes, (first, partial(_line, e, T=T)))


def cold(rng: Generator) -> Task:
    """Ask for the weights in the limit of temperature 0.

    Three scores.
    """
    e = rng.choice(np.arange(-30, 31), 3, replace=False) / 10
    limit = softmax(e, temperature=0.0)
    mistakes = {
        "other_limit": numbers(np.full(3, 1 / 3)),
        "smallest": numbers(softmax(-e, temperature=0.0)),
        "ignored_T": numbers(softmax(e)),
    }
    top = f"e_{{{int(e.argmax()) + 1}}}"
    line = rf"\max e = {top} = {e.max():g},\quad a"
    lines = (ended(line, limit, 0),)
    return Task({"e": e}, numbers(limit), mistakes, lines)


def hot(rng: Generator) -> Task:
    """Ask for the weight of the best key when the temperature grows.

    Three to eight scores.
    """
    n = int(rng.integers(3, 9))
    e = tenths(rng, n, low=-30, high=30)
    limit = softmax(e, temperature=np.inf)
    mistakes = {
        "other_limit": numbers(1),
        "to_zero": numbers(0),
        "ignored_T": numbers(softmax(e).max()),
    }
    line = ended(rf"e_j / T \to 0,\quad a_j = \frac{{1}}{{{n}}}", limit[0], 2)
    return Task({"e": e}, numbers(limit[0]), mistakes, (line,))


def shift(rng: Generator) -> Task:
    """Ask what a weight becomes if all scores get a constant.

    The weights before are given.
    """
    a, c = shares(rng, 3), float(whole(rng, 1, low=1, high=5)[0])
    j = int(rng.integers(3))
    after = softmax(np.log(a) + c)
    mistakes = {
        "times_power": numbers(a[j] * np.exp(c)),
        "added_c": numbers(a[j] + c),
        "only_one": numbers(softmax(np.log(a) + c * (np.arange(3) == j))[j]),
    }
    line = rf"\frac{{e^c\, p_j}}{{e^c \sum_k p_k}} = a_{{{j + 1}}}"
    return Task(
        {"a": a, "c": np.array(c)},
        numbers(after[j]),
        mistakes,
        (ended(line, after[j], 2),),
        blanks={"j": str(j + 1)},
    )


def ratio(rng: Generator) -> Task:
    """Ask how many times as large one weight is as another.

    Of three scores, the largest and another one.
    """
    e = np.sort(tenths(rng, 3, low=5, high=30))[::-1]
    a = softmax(e)
    mistakes = {
        "ratio_of_scores": numbers(e[0] / e[1]),
        "difference": numbers(e[0] - e[1]),
        "upside_down": numbers(a[1] / a[0]),
    }
    line = rf"\frac{{a_1}}{{a_2}} = e^{{{e[0]:g} - {e[1]:g}}}"
    value = a[0] / a[1]
    return Task({"e": e}, numbers(value), mistakes, (ended(line, value, 2),))


def wrong_axis(rng: Generator) -> Task:
    """Ask for one weight of a matrix of scores.

    Two queries and two keys.
    """
    E = tenths(rng, 2, 2, low=1, high=30)
    i, j = (int(n) for n in rng.integers(2, size=2))
    weight = softmax(E)[i, j]
    mistakes = {
        "over_columns": numbers(softmax(E, axis=0)[i, j]),
        "over_all": numbers(softmax(E.ravel())[2 * i + j]),
        "share_of_scores": numbers(E[i, j] / E[i].sum()),
    }
    blanks = {"i": str(i + 1), "j": str(j + 1)}
    first = f"e_{{{i + 1}}} = {row_latex(E[i].tolist())}"
    end = ended(f"a_{{{i + 1},{j + 1}}}", weight, 3)
    lines = (first, partial(_line, E[i], i + 1), end)
    return Task({"E": E}, numbers(weight), mistakes, lines, blanks=blanks)


def causal_row(rng: Generator) -> Task:
    """Ask for a weight under the causal mask.

    The second of three words, and its weight on the first.
    """
    e = tenths(rng, 3, low=-15, high=25)
    mask = causal_mask(3, 3)[1]
    weight = softmax(e, mask=mask)[0]
    mistakes = {
        "looked_ahead": numbers(softmax(e)[0]),
        "not_itself": numbers(1),
        "score_zero": numbers(softmax(e * [1, 1, 0])[0]),
    }
    lines = (partial(_line, e, 2, mask),)
    return Task({"e_2": e}, numbers(weight), mistakes, lines)


def sparse_row(rng: Generator) -> Task:
    """Ask for the sparsemax of three scores.

    One key gets nothing, two share the weight.
    """
    while True:
        e = tenths(rng, 3, low=0, high=20)
        weights = sparsemax(e)
        if np.count_nonzero(weights > 1e-9) == 2:
            break
    tau_of_all = (e.sum() - 1) / 3
    mistakes = {
        "took_softmax": numbers(softmax(e)),
        "tau_of_all": numbers(np.maximum(e - tau_of_all, 0)),
        "below_zero": numbers(e - tau_of_all),
        "all_to_best": numbers(softmax(e, temperature=0.0)),
    }
    kept = e[weights > 1e-9]
    tau = (kept.sum() - 1) / 2
    sum_kept = " + ".join(f"{one:g}" for one in kept.tolist())
    first = ended(rf"\tau = \frac{{{sum_kept} - 1}}{{2}}", tau, 2)
    lines = (first, ended(r"a_j = \max(e_j - \tau,\, 0),\; a", weights, 2))
    return Task({"e": e}, numbers(weights), mistakes, lines)


def missing_weight(rng: Generator) -> Task:
    """Ask for the weight that is missing in a row.

    The last of four.
    """
    a = np.round(softmax(tenths(rng, 4, low=-10, high=10)), 2)
    known, last = a[:3], 1 - a[:3].sum()
    mistakes = {
        "sum_of_others": numbers(known.sum()),
        "mean_of_others": numbers(known.mean()),
    }
    terms = " - ".join(f"{one:g}" for one in known.tolist())
    line = ended(f"a_4 = 1 - {terms}", last, 2)
    shown = {f"a_{n}": np.array(one) for n, one in enumerate(known, 1)}
    return Task(shown, numbers(last), mistakes, (line,))


def entropy(rng: Generator) -> Task:
    """Ask how spread out a row of weights is, in bits.

    Two to four weights that are powers of 1/2.
    """
    rows = ([1, 1], [2, 1, 1], [4, 2, 1, 1], [1, 1, 1, 1], [1, 3], [1, 4])
    row = np.array(rows[int(rng.integers(len(rows)))], dtype=np.float64)
    a = rng.permutation(row / row.sum())
    bits = float(row_entropy(a))
    mistakes = {
        "nats": numbers(bits * np.log(2)),
        "forgot_minus": numbers(-bits),
        "without_weights": numbers(-np.log2(a).sum()),
    }
    terms = (rf"{x:g} \cdot \log_2 {x:g}" for x in a.tolist())
    line = ended(f"H = -({' + '.join(terms)})", bits, 2)
    return Task({"a": a}, numbers(bits), mistakes, (line,))
