"""A zoom belongs to words: other words begin without one."""

import numpy as np
import pytest

from figures.bars import bars
from figures.graph import graph
from figures.grid import grid
from figures.heatmap import heatmap
from figures.links import links
from figures.multiples import multiples
from figures.vectors import vector_strip

N = 3
PICTURES = {
    "bars": lambda w, z: bars({"a": z[0]}, w),
    "graph": lambda w, z: graph(z, w),
    "grid": lambda w, z: grid(z[None, None], w, w),
    "heatmap": lambda w, z: heatmap(z, w, w),
    "links": lambda w, z: links(z, w, w),
    "multiples": lambda w, z: multiples({"a": z}, w, w),
    "vector_strip": lambda w, z: vector_strip(z, w),
}


def can_be_zoomed(figure) -> bool:
    axes = [*figure.select_xaxes(), *figure.select_yaxes()]
    return not all(axis.fixedrange for axis in axes)


@pytest.mark.parametrize("name", PICTURES)
def test_other_words_begin_without_the_zoom_of_these(name) -> None:
    draw, rng = PICTURES[name], np.random.default_rng(7)
    one, again = (rng.dirichlet(np.ones(N), N) for _ in range(2))
    first = draw(["a", "b", "c"], one)
    same, other = draw(["a", "b", "c"], again), draw(["a", "b", "d"], one)
    assert first.layout.uirevision == same.layout.uirevision
    if can_be_zoomed(first):
        assert first.layout.uirevision != other.layout.uirevision


def test_only_pictures_with_numbers_at_their_words_can_be_zoomed() -> None:
    z, words = np.eye(N), ["a", "b", "c"]
    zoomed = {
        n for n, draw in PICTURES.items() if can_be_zoomed(draw(words, z))
    }
    assert zoomed == {"bars", "heatmap", "vector_strip"}
