"""The three stages of one pair of words can be recomputed."""

import numpy as np
import pytest

from pages.self_attention import stages
from tests.pages.self_attention.tools import view_of
from tests.pages.shown import check_line
from worked.latex import stacked
from worked.stages import write_out


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({}, (1, 2)),
        ({"temperature": 0.5, "mask": "causal"}, (0, 1)),
        ({"mask": "window", "width": 1}, (1, 0)),
        ({"source": "recurrent"}, (0, 0)),
        ({"source": "embeddings"}, (0, 2)),
        ({"source": "recurrent"}, (0, 4)),
    ],
)
def test_every_line_can_be_recomputed(models, options, place):
    view = view_of(models, **options)
    i, j = pair = stages.pair_of(view, place, (5, 4))
    written = write_out(stages.cell_of(view, place, pair))
    n, column = written.decimals, written.cell.j
    results = [
        check_line(stacked(one, place, n))
        for one in [*written.score, written.context]
        for place in one.places
    ]
    score = view.heads.scores[place][i, j]
    assert min(abs(x - score) for x in results) < 1e-2
    line = stacked(written.weights, column, n)
    weight = view.heads.weights[place][i, j]
    assert check_line(line) == round(weight, n[written.weights])
    assert line.startswith(f"a_{{{i + 1},{j + 1}}}")


def test_the_softmax_of_a_window_leaves_masked_words_out(models):
    view = view_of(models, mask="window", width=1)
    pair = stages.pair_of(view, (1, 0), (5, 6))
    written = write_out(stages.cell_of(view, (1, 0), pair))
    seen = view.mask[1, pair[0]]
    assert 0 < seen.sum() < len(seen)
    np.testing.assert_allclose(
        written.softmax.weights.values,
        view.heads.weights[1, 0, pair[0], seen],
    )
