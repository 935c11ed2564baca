"""From the numbers to the lesson's pictures."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from figures import Figure
from figures.arrows import arrows
from figures.heatmap import heatmap
from figures.multiples import multiples
from pages.scores.choices import PER_ROW
from pages.scores.view import Floats, Lab, View
from texts.shown import text
from ui.figure_words import heatmap_words
from ui.inputs import function_names

REACH = 3.0  # the sliders of the query go so far, if it is not longer


def titles_of(lab: Lab, names: Iterable[str]) -> dict[str, str]:
    """Return what functions are called; an untrained one is marked."""
    return {
        name: text("scores", "untrained", name=title)
        if name in lab.untrained
        else title
        for name, title in function_names(names).items()
    }


def _titles(view: View, names: Sequence[str]) -> dict[str, str]:
    """Return what functions are called; the chosen one is bold."""
    titles = titles_of(view.lab, names)
    if view.function in titles:
        titles[view.function] = f"<b>{titles[view.function]}</b>"
    return titles


def tiles(view: View, names: Sequence[str]) -> Figure:
    """Draw the weights under some functions, each in a tile."""
    return multiples(
        {
            title: view.attentions[name].weights
            for name, title in _titles(view, names).items()
        },
        view.lab.rows,
        view.lab.columns,
        per_row=PER_ROW,
        selected=(view.i, view.j),
        row_title=text("scores", "asks"),
        column_title=text("scores", "looked_at"),
        words=heatmap_words(),
    )


def query_and_keys(view: View) -> Figure:
    """Draw the chosen query and all keys as arrows."""
    lab, i = view.lab, view.i
    return arrows(
        lab.query[i],
        lab.key,
        view.weights[i],
        query_name=lab.rows[i],
        key_names=lab.columns,
        limit=_limit(lab),
    )


def _limit(lab: Lab) -> float:
    """Return how far the axes of the arrows go.

    The same while the query is turned, as long as nothing is longer.
    """
    longest = max(np.abs(lab.query).max(), np.abs(lab.key).max(), 0.8 * REACH)
    return 1.25 * math.ceil(float(longest))


def difference(view: View, changes: Floats) -> Figure:
    """Draw how much each weight has changed."""
    return heatmap(
        changes,
        view.lab.rows,
        view.lab.columns,
        kind="scores",
        row_title=text("scores", "asks"),
        column_title=text("scores", "looked_at"),
        words=heatmap_words(text("scores", "difference")),
    )
