"""From the numbers to sentences and tables."""

from collections.abc import Sequence

import numpy as np

from attention_core.heads import row_entropy
from attention_core.scores import SCORES, ScoreFunction
from figures.labels import token_labels
from pages.scores.choices import LESSON
from pages.scores.pictures import titles_of
from pages.scores.view import Floats, Lab, View
from texts.shown import equation, readable, text
from ui.guidance import chosen_translator, training_of
from ui.inputs import function_names
from worked.digits import fixed


def vectors_note(view: View) -> str:
    """Say where the vectors come from, in Markdown."""
    lab, seed = view.lab, LESSON["seed"]
    d = lab.query.shape[1]
    if lab.kind != "model":
        return text("scores", f"about_{lab.kind}").format(d=d, seed=seed)
    said = text("scores", "about_model", d=d, seed=seed)
    asked = text("attention", f"about_{LESSON['query']}")
    scale = text("scores", "about_scale", scale=lab.scale(view.function))
    training = training_of(chosen_translator(LESSON))
    return f"{said} {training} {asked} {scale}"


def compared(view: View, edited: Lab | None) -> tuple[Lab, str] | None:
    """Return what the weights are compared with, and a sentence on it.

    `edited` is the lab before the last edit, if there was one.
    """
    if LESSON["doubled"] is not None or LESSON["unit"]:
        return view.typed, text("scores", "since_switches")
    return (edited, text("scores", "since_edit")) if edited else None


def _heaviest(weights: Floats, columns: Sequence[str]) -> str:
    """Return the name of the heaviest key and its weight; ties are named."""
    if not np.isfinite(weights).all():
        return "–"
    top = float(weights.max())
    at = np.flatnonzero(weights >= top * (1 - 1e-9)).tolist()
    names = "=".join(readable(columns[j]) for j in at[:3])
    return f"{names} {fixed(top, 2)}"


def tiles_alt(view: View, names: Sequence[str]) -> str:
    """Return the small multiples in words, as plain text."""
    columns = token_labels(view.lab.columns)
    pairs = [
        f"{title} → {_heaviest(view.attentions[name].weights[view.i], columns)}"
        for name, title in titles_of(view.lab, names).items()
    ]
    row = view.lab.rows[view.i]
    return text("scores", "tiles_alt", row=row, pairs=", ".join(pairs))


def row_alt(view: View) -> str:
    """Return the arrows in words, as plain text."""
    pairs = [
        f"{name} {fixed(weight, 2)}"
        for name, weight in zip(
            view.lab.columns, view.weights[view.i].tolist(), strict=True
        )
    ]
    row = view.lab.rows[view.i]
    return text("scores", "arrows_alt", row=row, pairs=", ".join(pairs))


def results(view: View) -> dict[str, list[str]]:
    """Return heaviest keys, entropies and agreement for every function."""
    columns = token_labels(view.lab.columns)
    heads = [readable(row) for row in token_labels(view.lab.rows)]
    most, first = text("scores", "at_most"), text("scores", "function")
    bits = text("scores", "entropy", row=heads[view.i])
    agrees = text("scores", "agreement")
    names = [first, *(f"{head} → {most}" for head in heads), bits, agrees]
    table: dict[str, list[str]] = {name: [] for name in names}
    for function, title in titles_of(view.lab, SCORES).items():
        weights = view.attentions[function].weights
        line = [title, *(_heaviest(row, columns) for row in weights)]
        line.append(fixed(float(row_entropy(weights[view.i])), 3))
        count = view.compared(function)
        line.append("–" if count is None else f"{count} / {len(weights)}")
        for name, cell in zip(names, line, strict=True):
            table[name].append(cell)
    return table


def agreement_note(view: View) -> str:
    """Say what it means that two functions agree in a row."""
    chosen = function_names([view.function])[view.function]
    said = text("scores", "agreement_note", function=chosen)
    if view.lab.untrained:
        said += " " + text("scores", "not_compared")
    return f"{said} {text('scores', 'used_most')}"


def facts() -> str:
    """Return what is known of every function, as a table in Markdown."""
    heads = ["function", "formula", "paper", "operations", "memory"]
    heads += ["learned", "length"]
    lines = [
        "| " + " | ".join(text("scores", head) for head in heads) + " |",
        "|" + " --- |" * len(heads),
    ]
    return "\n".join(lines + [_facts(name) for name in SCORES])


def _memory(entry: ScoreFunction) -> str:
    """Return how many numbers are held; less if q - k is not written out."""
    said = f"${entry.memory}$"
    if entry.by_difference:
        said += " " + text("scores", "by_difference")
    return said


def _facts(name: str) -> str:
    entry = SCORES[name]
    learned = ", ".join(f"${one}$" for one in entry.parameters)
    if entry.options:
        learned = rf"$\sigma$ {text('scores', 'may_be_learned')}"
    matters = "matters" if entry.length_matters else "ignored"
    cells = (
        function_names([name])[name],
        f"${entry.formula}$",
        f"{entry.paper}, {equation(entry.name, entry.equation)}",
        f"${entry.operations}$",
        _memory(entry),
        learned or "–",
        text("scores", matters),
    )
    return "| " + " | ".join(cells) + " |"
