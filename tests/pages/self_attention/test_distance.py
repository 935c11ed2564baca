"""How far a word reaches."""

import numpy as np
import pytest

from attention_core.influence import encoder_influence
from language.words import split_words
from pages.self_attention import distance
from tests.pages.self_attention.tools import view_of


def test_the_reach_is_the_mean_over_a_distance(models):
    _, model = models
    typed = "tom likes jerry"
    view = view_of(models, typed)
    found = distance.reach(model, typed, view, (1, 2))
    inner = view.word_weights[:, :, 1:-1, 1:-1]
    inner = inner / inner.sum(axis=-1, keepdims=True)
    for lines, a in (
        (found.curves[1], inner[1, 2]),
        (found.curves[2], inner.mean(axis=(0, 1))),
    ):
        expected = [
            np.trace(a) / 3,
            (a[0, 1] + a[1, 0] + a[1, 2] + a[2, 1]) / 4,
            (a[0, 2] + a[2, 0]) / 2,
        ]
        np.testing.assert_allclose(lines, expected)
    assert found.counts == [3, 4, 2]


@pytest.mark.parametrize(
    ("typed", "side"), [("tom likes", "source"), ("汤姆喜欢", "target")]
)
def test_the_influence_is_that_of_the_encoder_of_the_language(
    models, typed, side
):
    _, model = models
    found = distance.reach(model, typed, view_of(models, typed), (0, 0))
    ids = getattr(model, side).encode(split_words(typed)).ids
    assert len(ids) == 2
    x = getattr(model.parameters, f"{side}_embedding")[ids]
    encoder = getattr(model.parameters, f"{side}_encoder")
    norms = encoder_influence(x, encoder.forward, encoder.backward)
    far = (norms[0, 1] + norms[1, 0]) / 2
    np.testing.assert_allclose(found.influence[1], far)


def test_the_influence_of_words_is_the_norm_over_their_pieces(models):
    view = view_of(models, "tom unmouse", source="recurrent")
    n = len(view.sentence.pieces.ids)
    norms = np.arange(1.0, n * n + 1).reshape(n, n)
    found = distance.word_influence(norms, view.sentence)
    expected = np.sqrt((norms[0, 1:] ** 2).sum())
    np.testing.assert_allclose(found[0, 1], expected)
