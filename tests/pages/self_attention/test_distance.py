"""How far a word reaches."""

import numpy as np
import pytest

from attention_core.influence import encoder_influence
from attention_core.transformer import annotation_influence
from language.words import split_words
from pages.self_attention import distance
from pages.self_attention.reading import Options
from pages.self_attention.view import self_view
from tests.pages.self_attention.tools import view_of


def means(a):
    """The mean over each distance, of a matrix of three words."""
    return [
        np.trace(a) / 3,
        (a[0, 1] + a[1, 0] + a[1, 2] + a[2, 1]) / 4,
        (a[0, 2] + a[2, 0]) / 2,
    ]


def test_the_reach_is_the_mean_over_a_distance(models):
    reader, _ = models
    typed = "tom likes jerry"
    view = view_of(models, typed)
    found = distance.reach(models, typed, view, (1, 2))
    inner = view.word_weights[:, :, 1:-1, 1:-1]
    inner = inner / inner.sum(axis=-1, keepdims=True)
    moved = distance.transformer_influence(reader, "test", typed)
    for lines, a in (
        (found.weights[0], inner[1, 2]),
        (found.weights[1], inner.mean(axis=(0, 1))),
        (found.influences[1], moved / moved.sum(axis=1, keepdims=True)),
    ):
        np.testing.assert_allclose(lines, means(a), rtol=1e-6)
    assert found.counts == [3, 4, 2]


def test_the_influence_in_the_transformer_is_the_cores(models):
    reader, _ = models
    exact = distance.transformer_influence(reader, "test", "tom likes", None)
    ids = view_of(models, "tom likes").sentence.pieces.ids
    assert len(ids) == 4
    norms = annotation_influence(reader.parameters, ids)
    np.testing.assert_allclose(exact, norms[1:3, 1:3], rtol=1e-6)


def test_weights_of_other_words_stand_beside_no_influence(models):
    view = self_view(*models, "tom likes", Options.of_decoder("汤姆", 1.0))
    found = distance.reach(models, "tom likes", view, (0, 0))
    assert found.weights == ()
    assert len(found.influences[0]) == len(found.influences[1]) == 2


@pytest.mark.parametrize(
    ("typed", "side"), [("tom likes", "source"), ("汤姆喜欢", "target")]
)
def test_the_influence_is_that_of_the_encoder_of_the_language(
    models, typed, side
):
    _, model = models
    found = distance.reach(models, typed, view_of(models, typed), (0, 0))
    ids = getattr(model, side).encode(split_words(typed)).ids
    assert len(ids) == 2
    x = getattr(model.parameters, f"{side}_embedding")[ids]
    encoder = getattr(model.parameters, f"{side}_encoder")
    norms = encoder_influence(x, encoder.forward, encoder.backward)
    shares = norms / norms.sum(axis=1, keepdims=True)
    far = (shares[0, 1] + shares[1, 0]) / 2
    np.testing.assert_allclose(found.influences[0][1], far)


def test_the_influence_of_words_is_the_norm_over_their_pieces(models):
    view = view_of(models, "tom unmouse", source="recurrent")
    n = len(view.sentence.pieces.ids)
    norms = np.arange(1.0, n * n + 1).reshape(n, n)
    found = distance.word_influence(norms, view.sentence)
    expected = np.sqrt((norms[0, 1:] ** 2).sum())
    np.testing.assert_allclose(found[0, 1], expected)
