"""Fixtures of the core's tests."""

import numpy as np
import pytest


@pytest.fixture
def rng():
    """Return a generator with a fixed seed."""
    return np.random.default_rng(20150319)
