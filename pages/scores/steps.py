"""Every step of the chosen cell: score, softmax, context."""

from pages.scores.view import View
from worked.pencil import (
    SCORE_STEPS,
    Step,
    context_steps,
    given,
    softmax_steps,
)

STAGES = 3


def _score_steps(view: View, name: str) -> list[Step]:
    """Return the steps of the score; of a new function its value alone."""
    lab, function, (i, j) = view.lab, view.function, (view.i, view.j)
    if function not in SCORE_STEPS:
        return [Step(name, float(lab.scores(function)[i, j]))]
    learned = {**lab.learned[function], "position": j}
    pair = given("q", lab.query[i]), given("k", lab.key[j])
    return SCORE_STEPS[function]((*pair, name), learned)


def stages(view: View) -> list[list[Step]]:
    """Return all lines of a cell, in order."""
    lab, i = view.lab, view.i
    names = [f"f_{{{i + 1},{k + 1}}}" for k in range(len(lab.columns))]
    first = _score_steps(view, names[view.j])
    values = lab.scores(view.function)[i].tolist()
    scores = [
        first[-1] if k == view.j else Step(name, value)
        for k, (name, value) in enumerate(zip(names, values, strict=True))
    ]
    second = softmax_steps(scores, i + 1)
    weights = second[-len(scores) :]
    return [first, second, context_steps(weights, lab.value, i + 1)]


def signature(view: View) -> str:
    """Return what a guess is about; with something else it starts anew."""
    lab = view.lab
    numbers = [array.tolist() for array in (lab.query, lab.key, lab.value)]
    learned = lab.learned[view.function]
    return repr((view.function, view.i, view.j, numbers, learned))
