"""Tasks about contexts: the weighted sum, and the one fixed C."""

from functools import partial

import numpy as np

from attention_core.attention import attend, weighted_sum
from attention_core.normalizers import sum_normalize
from attention_core.scores import dot, scaled_dot
from attention_core.softmax import softmax
from exercises.drawing import (
    Generator,
    ended,
    shares,
    tenths,
    whole,
    written_out,
)
from exercises.task import Floats, Task, numbers
from worked.context import context_lines
from worked.lines import given
from worked.softmax import softmax_lines


def _line(a: Floats, values: Floats, letter: str = "v") -> str:
    """Return the context of row 1, written out."""
    row = given("a", a)
    line = written_out([context_lines(row, values, 1, least=2)])
    return line if letter == "v" else line.replace("v", letter)


def weighted_values(rng: Generator) -> Task:
    """Ask for a context; keys and values are two things."""
    a, K, V = shares(rng, 3), whole(rng, 3, 2), whole(rng, 3, 2)
    mistakes = {
        "summed_keys": numbers(weighted_sum(a[None], K)),
        "plain_sum": numbers(V.sum(axis=0)),
        "plain_mean": numbers(V.mean(axis=0)),
        "only_best": numbers(V[a.argmax()]),
    }
    context = numbers(weighted_sum(a[None], V))
    return Task(
        {"a": a, "K": K, "V": V}, context, mistakes, (partial(_line, a, V),)
    )


def weighted_annotations(rng: Generator) -> Task:
    """Ask for c_i of annotations with one dimension each."""
    a, h = shares(rng, 3), whole(rng, 3, low=-9, high=9)
    mistakes = {
        "plain_sum": numbers(h.sum()),
        "plain_mean": numbers(h.mean()),
        "only_best": numbers(h[a.argmax()]),
        "weights_plus": numbers((a + h).sum()),
    }
    context = numbers(weighted_sum(a[None], h[:, None]))
    line = partial(_line, a, h[:, None], "h")
    return Task({"a": a, "h": h}, context, mistakes, (line,))


def from_scores(rng: Generator) -> Task:
    """Ask for a context when only scores and values are given."""
    e, v = tenths(rng, 3, low=1, high=25), whole(rng, 3, low=-9, high=9)
    mistakes = {
        "scores_as_weights": numbers(e @ v),
        "share_of_scores": numbers(sum_normalize(e) @ v),
        "not_divided": numbers(np.exp(e) @ v),
        "only_best": numbers(v[e.argmax()]),
    }
    found = softmax_lines(given("e", e), 1, (1, 2, 3), least=3)
    context = context_lines(found.weights, v[:, None], 1, least=2)
    line = partial(written_out, [*found.lines, context])
    answer = numbers(attend(e[None], v[:, None]).context)
    return Task({"e": e, "v": v}, answer, mistakes, (line,))


def three_stages(rng: Generator) -> Task:
    """Ask for a context from query, keys and values; all three stages."""
    q, K, v = whole(rng, 2), whole(rng, 2, 2), whole(rng, 2, low=-9, high=9)
    scores = scaled_dot(q[None], K)
    plain = dot(q[None], K)[0]
    value = v[:, None]
    mistakes = {
        "forgot_root_d": numbers(attend(plain[None], value).context),
        "columns_as_keys": numbers(softmax(q @ K / np.sqrt(2)) @ v),
        "scores_as_weights": numbers(scores[0] @ v),
        "weights_not_used": numbers(v.mean()),
    }
    found = softmax_lines(given("e", scores[0]), 1, (1, 2), least=3)
    context = context_lines(found.weights, value, 1, least=2)
    first = ended(r"e = \frac{q\,K^\top}{\sqrt{2}}", scores, 3)
    lines = (first, partial(written_out, [*found.lines, context]))
    answer = numbers(attend(scores, value).context)
    return Task({"q": q, "K": K, "v": v}, answer, mistakes, lines)


def fixed_summary(rng: Generator) -> Task:
    """Ask by how much the fixed C changes when one annotation does."""
    n = int(rng.integers(3, 9))
    by = float(whole(rng, 1, low=-9, high=9)[0])
    h = whole(rng, n)
    j = int(rng.integers(n))
    changed = h + by * (np.arange(n) == j)
    even = np.full((1, n), 1 / n)
    before, after = (weighted_sum(even, x[:, None]) for x in (h, changed))
    mistakes = {
        "whole_change": numbers(by),
        "no_change": numbers(0),
        "new_mean": numbers(after),
    }
    line = rf"\frac{{1}}{{n}}\,\Delta h_{{{j + 1}}} = \frac{{{by:g}}}{{{n}}}"
    return Task(
        {"h": h, rf"\Delta h_{{{j + 1}}}": np.array(by)},
        numbers(after - before),
        mistakes,
        (ended(line, after - before, 2),),
        blanks={"j": str(j + 1), "n": str(n)},
    )


def order_lost(rng: Generator) -> Task:
    """Ask what C is for the same annotations in another order."""
    h = rng.choice(np.arange(-9, 10), 4, replace=False).astype(np.float64)
    even = np.full((1, 4), 1 / 4)
    C = weighted_sum(even, h[:, None])
    mistakes = {
        "opposite": numbers(-C),
        "weighted_by_place": numbers(h[::-1] @ [0.1, 0.2, 0.3, 0.4]),
        "plain_sum": numbers(h.sum()),
        "last_one": numbers(h[0]),
    }
    reversed_C = numbers(weighted_sum(even, h[::-1, None]))
    terms = " + ".join(f"({x:g})" for x in h[::-1].tolist())
    line = ended(rf"C = \frac{{{terms}}}{{4}}", C, 2)
    return Task({"h": h, "C": C.ravel()[0]}, reversed_C, mistakes, (line,))


def masked_context(rng: Generator) -> Task:
    """Ask for a context of equal scores when one key is masked."""
    n = int(rng.integers(3, 6))
    v = rng.choice(np.arange(-9, 10), n, replace=False).astype(np.float64)
    j = int(rng.integers(n))
    mask = np.arange(n) != j
    context = attend(np.zeros((1, n)), v[:, None], mask=mask).context
    mistakes = {
        "ignored_mask": numbers(v.mean()),
        "not_renewed": numbers((v * mask).mean()),
        "plain_sum": numbers(v[mask].sum()),
    }
    terms = " + ".join(f"({x:g})" for x in v[mask].tolist())
    line = ended(rf"c = \frac{{{terms}}}{{{n - 1}}}", context, 2)
    blanks = {"j": str(j + 1)}
    return Task({"v": v}, numbers(context), mistakes, (line,), blanks=blanks)
