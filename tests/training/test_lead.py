"""The lead of one model over another, and how sure its growth is."""

import numpy as np
import pytest

from training.lead import Texts, blocks_of, leads, measure
from training.lengths import Sentences, joined_pairs, joined_runs


def sentences(rng, lengths, share: float) -> Sentences:
    """Translations of which so large a share of the n-grams is right."""
    counts = []
    for n in lengths:
        total = np.maximum(n - np.arange(4), 0) + 3
        right = rng.binomial(total, share)
        counts.append([*right, *total, n, n])
    return Sentences(np.array(lengths), np.array(counts))


def texts(shares, n: int = 240) -> Texts:
    """Short and long texts; shares[model][is long] are right."""
    rng = np.random.default_rng(3)
    lengths = np.tile([3, 18], n // 2)
    both = []
    for short, long in shares:
        parts = [sentences(rng, [k], long if k > 9 else short) for k in lengths]
        both.append(sum(parts[1:], parts[0]))
    return Texts(*both, np.arange(n) // 4)


def test_a_lead_that_grows_has_an_interval_above_zero() -> None:
    found = measure(texts([(0.7, 0.7), (0.65, 0.3)]), samples=97, seed=1)
    assert found["growth"] == pytest.approx(
        found["lead"][-1] - found["lead"][0], abs=0.011
    )
    assert 0 < found["growth_interval"][0] < found["growth"]


def test_a_lead_that_stays_has_an_interval_around_zero() -> None:
    found = measure(texts([(0.7, 0.5), (0.6, 0.4)]), samples=97, seed=1)
    low, high = found["growth_interval"]
    assert low < 0 < high


def test_a_block_that_is_drawn_twice_counts_twice() -> None:
    some, bins = texts([(0.7, 0.5), (0.6, 0.4)], n=8), [(1, 40)]
    alone = leads(some, bins, np.array([1, 0]))
    twice = leads(some, bins, np.array([2, 0]))
    assert alone == pytest.approx(twice)
    assert alone != pytest.approx(leads(some, bins, np.array([0, 1])))


def test_no_joined_text_crosses_a_block() -> None:
    pairs = [("a b c d", "x")] * 127
    runs = joined_runs(pairs, 5)
    assert len(runs) == len(joined_pairs(pairs, 5)) > 100
    blocks = blocks_of(len(pairs), runs, 5)
    assert blocks.tolist()[:127] == [k // 60 for k in range(127)]
    for (first, last), block in zip(runs, blocks[127:], strict=True):
        assert {first // 60, last // 60} == {block}
    with pytest.raises(ValueError, match="crosses"):
        blocks_of(127, [(59, 60)], 5)
