"""The core against SciPy and scikit-learn, live."""

import numpy as np
import pytest
from scipy import special
from sklearn.metrics import pairwise

from attention_core.attention import attend
from attention_core.scores import cosine, dot, gaussian, general
from attention_core.softmax import log_softmax, softmax
from tests.core.tools import D_K, pair

every_dtype = pytest.mark.parametrize("dtype", ["float32", "float64"])
TOLERANCE = {"float32": 1e-5, "float64": 1e-12}


@every_dtype
@pytest.mark.parametrize("size", [1e-3, 1, 1e2, 1e4])
@pytest.mark.parametrize("axis", [-1, 0, 1])
def test_softmax_is_that_of_scipy(rng, dtype, size, axis):
    scores = (size * rng.normal(size=(11, 13, 17))).astype(dtype)
    tolerance = TOLERANCE[dtype]
    np.testing.assert_allclose(
        softmax(scores, axis=axis),
        special.softmax(scores, axis=axis),
        atol=tolerance,
    )
    np.testing.assert_allclose(
        log_softmax(scores, axis=axis),
        special.log_softmax(scores, axis=axis),
        rtol=tolerance,
        atol=tolerance,
    )


@every_dtype
def test_dot_is_the_linear_kernel(rng, dtype):
    query, key = pair(rng, dtype=dtype)
    np.testing.assert_allclose(
        dot(query, key), pairwise.linear_kernel(query, key), rtol=1e-4
    )


@every_dtype
def test_cosine_is_the_cosine_similarity(rng, dtype):
    query, key = pair(rng, dtype=dtype)
    key[2] = 0
    np.testing.assert_allclose(
        cosine(query, key),
        pairwise.cosine_similarity(query, key),
        atol=TOLERANCE[dtype],
    )


@pytest.mark.parametrize("sigma", [0.5, 1, 3.7])
def test_gaussian_is_the_logarithm_of_the_rbf_kernel(rng, sigma):
    query, key = pair(rng)
    kernel = pairwise.rbf_kernel(query, key, gamma=1 / (2 * sigma**2))
    np.testing.assert_allclose(
        np.exp(gaussian(query, key, sigma=sigma)), kernel, rtol=1e-9
    )


def test_general_with_a_metric_is_the_kernel_of_transformed_vectors(rng):
    query, key = pair(rng)
    root = rng.normal(size=(D_K, 3))
    np.testing.assert_allclose(
        general(query, key, W=root @ root.T),
        pairwise.linear_kernel(query @ root, key @ root),
        rtol=1e-9,
    )


def test_gaussian_attention_is_kernel_regression(rng):
    query, key = pair(rng)
    value = rng.normal(size=(len(key), 1))
    kernel = pairwise.rbf_kernel(query, key, gamma=0.5)
    regression = kernel @ value / kernel.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(
        attend(gaussian(query, key), value).context, regression, rtol=1e-9
    )
