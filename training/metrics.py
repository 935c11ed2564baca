"""Figures by which a model or an aligner is judged."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Links = AbstractSet[tuple[int, int]]

LINK_THRESHOLD = 0.25
"""A target word is linked to every source word weighing more than this."""


def links_of(
    weights: NDArray[np.floating], threshold: float = LINK_THRESHOLD
) -> set[tuple[int, int]]:
    """Links (source word, target word) of weights (n_target, n_source)."""
    return {(int(j), int(i)) for i, j in np.argwhere(weights > threshold)}


def read_links(field: str) -> set[tuple[int, int]]:
    """The links of a field such as "0-0 2-1"."""
    pairs = (link.split("-") for link in field.split())
    return {(int(j), int(i)) for j, i in pairs}


def rows(path: Path) -> Iterator[list[str]]:
    """The fields of every line that is not empty."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield line.split("\t")


class AlignmentErrorRate:
    """AER over a whole set: 1 - (|A n S| + |A n (S u P)|) / (|A| + |S|).

    Och and Ney (2003), section 6; counted over all pairs, not averaged.
    """

    def __init__(self) -> None:
        self.agreed = 0
        self.total = 0

    def add(self, links: Links, sure: Links, possible: Links) -> None:
        """Count one sentence pair."""
        self.agreed += len(links & sure) + len(links & (sure | possible))
        self.total += len(links) + len(sure)

    @property
    def value(self) -> float:
        """The rate so far; 0 for nothing counted."""
        return 1 - self.agreed / self.total if self.total else 0.0


def alignment_error_rate(links: Links, sure: Links, possible: Links) -> float:
    """AER of one sentence pair, or of one set of renumbered links."""
    rate = AlignmentErrorRate()
    rate.add(links, sure, possible)
    return rate.value
