"""What all heads do, in numbers: columns by their titles."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import streamlit as st

from attention_core.heads import measure_heads
from pages.self_attention.choices import PAGE, head_names
from pages.self_attention.distance import Reach
from pages.self_attention.habits import for_others
from pages.self_attention.view import SelfView
from pages.self_attention.words import influence_names, weight_names
from texts.shown import text

Columns = Mapping[str, list[Any]]


def draw(columns: Columns, decimals: int = 3) -> None:
    """Draw a table that a click on a title sorts."""
    shown = {
        title: st.column_config.NumberColumn(format=f"%.{decimals}f")
        for title, column in columns.items()
        if column and isinstance(column[0], float)
    }
    st.dataframe(
        dict(columns),
        hide_index=True,
        column_config=shown,
        width="stretch",
        height="content",
    )


def measures(view: SelfView) -> Columns:
    """Return what each head does, one row for each."""
    measured = measure_heads(view.word_weights, view.is_special)
    layers, heads = view.shape
    columns: dict[str, list[Any]] = {
        text(PAGE, "layer"): [
            k + 1 for k in range(layers) for _ in range(heads)
        ],
        text(PAGE, "head"): [*range(1, heads + 1)] * layers,
    }
    if view.is_plain:
        columns = {text(PAGE, "score_function"): head_names(view)}
    for name, values in vars(measured).items():
        title = text(PAGE, f"measure_{name}")
        columns[title] = np.round(values, 4).ravel().tolist()
    return columns


def asked(view: SelfView, pairs: Iterable[list[str]]) -> Columns:
    """Return what all heads say about pairs of words; empty if none is here."""
    rows = [
        _said_of(view, *pair)
        for pair in pairs
        if all(word in view.words for word in pair)
    ]
    titles = ("pair", "heaviest", "at", "for_others", "mean_of_heads")
    columns = zip(*rows, strict=True)
    return {
        text(PAGE, title): list(column)
        for title, column in zip(titles, columns, strict=False)
    }


def _said_of(view: SelfView, asks: str, other: str) -> tuple[Any, ...]:
    """Return the heaviest weight of a pair, where, a baseline, the mean."""
    i, j = view.words.index(asks), view.words.index(other)
    weights = view.word_weights[:, :, i, j]
    layer, head = np.unravel_index(int(weights.argmax()), weights.shape)
    where = head_names(view)[int(head)]
    if not view.is_plain:
        numbers = {"layer": int(layer) + 1, "head": int(head) + 1}
        where = text(PAGE, "where", **numbers)
    top, mean = float(weights.max()), float(weights.mean())
    return f"{asks} → {other}", top, where, for_others(view, i, j), mean


def reach(found: Reach, view: SelfView) -> Columns:
    """Return all numbers of the distance, one row for each."""
    columns: dict[str, list[Any]] = {
        text(PAGE, "distance"): found.distances,
        text(PAGE, "path_recurrent"): found.distances,
        text(PAGE, "path_attention"): [min(k, 1) for k in found.distances],
        text(PAGE, "pairs"): found.counts,
    }
    names = [*influence_names(), *weight_names(view)]
    shares = zip(names, (*found.influences, *found.weights), strict=True)
    return columns | {name: share.tolist() for name, share in shares}
