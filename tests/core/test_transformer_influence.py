"""The influence of a word on an annotation, against plain differences."""

import numpy as np
import pytest

from attention_core.layers import encoder_layer
from attention_core.norm import layer_norm
from attention_core.transformer import annotation_influence, embed
from tests.core.transformer_tools import transformer

IDS = [3, 7, 9, 7, 2]


def annotations(parameters, x):
    for layer in parameters.encoder:
        x = encoder_layer(x, layer).output
    norm = parameters.encoder_norm
    return layer_norm(x, norm) if norm else x


@pytest.mark.parametrize("final_norms", [True, False])
def test_the_influence_is_the_norm_of_the_derivative(rng, final_norms) -> None:
    p = transformer(rng, dtype=np.float64, final_norms=final_norms)
    x, h = embed(p, IDS), 1e-5
    n, d = x.shape
    squares = np.zeros((n, n))
    for j in range(n):
        for way in np.eye(d):
            moved = x.copy()
            moved[j] += h * way
            back = x.copy()
            back[j] -= h * way
            change = annotations(p, moved) - annotations(p, back)
            squares[:, j] += ((change / (2 * h)) ** 2).sum(axis=-1)
    found = annotation_influence(p, IDS)
    np.testing.assert_allclose(found, np.sqrt(squares), rtol=1e-6)


def test_some_directions_estimate_all_of_them(rng) -> None:
    p = transformer(rng, dtype=np.float64)
    exact = annotation_influence(p, IDS)
    np.testing.assert_allclose(
        annotation_influence(p, IDS, directions=99), exact
    )
    some = annotation_influence(p, IDS, directions=8)
    assert not np.allclose(some, exact)
    np.testing.assert_allclose(some, exact, rtol=0.35)
    np.testing.assert_allclose(some.sum(), exact.sum(), rtol=0.1)


@pytest.mark.parametrize(
    "settings", [{"order": "post"}, {"activation": "gelu"}]
)
def test_a_model_that_it_cannot_follow_is_refused(rng, settings) -> None:
    p = transformer(rng, **settings)
    with pytest.raises(ValueError, match="must be"):
        annotation_influence(p, IDS)
