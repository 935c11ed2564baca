"""The three stages of one pair of words can be recomputed."""

import numpy as np
import pytest

from pages.self_attention import stages
from tests.pages.self_attention.tools import view_of
from tests.pages.shown import check_line, is_numeric


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
    pair = stages.pair_of(view, place, (5, 4))
    head, steps = stages.self_steps(view, place, pair)
    results = [
        check_line(line)
        for line in [
            *steps.score_lines,
            steps.weight_line,
            *steps.context_lines,
        ]
        if is_numeric(line)
    ]
    weight = head.weights[pair.row, pair.column]
    score = head.scores[pair.row, pair.column]
    assert min(abs(x - weight) for x in results) < 1e-2
    assert min(abs(x - score) for x in results) < 1e-2


def test_the_softmax_of_a_window_leaves_masked_words_out(models):
    view = view_of(models, mask="window", width=1)
    pair = stages.pair_of(view, (1, 0), (5, 6))
    _, steps = stages.self_steps(view, (1, 0), pair)
    seen = view.mask[pair.row]
    shown = steps.softmax.weights
    np.testing.assert_allclose(shown, view.heads.weights[1, 0, pair.row, seen])
