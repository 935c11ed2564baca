"""Which edges of a graph are drawn, and how each of them runs."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from figures.graph_places import Layout, turned
from figures.link_lines import BUCKETS

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]

BACK, AHEAD, ITSELF = 0, 1, 2  # whither a word looks; also its color
LOOP = 0.32  # how far a loop reaches, in units between two words


def drawn_edges(weights: Floats, least: float, most: int | None) -> Bools:
    """Return which edges are drawn: heavy enough, and among the heaviest."""
    known = np.nan_to_num(weights)
    drawn = (known >= least) & (known > 0)
    if most is None:
        return drawn
    order = np.argsort(-known, axis=1, kind="stable")
    rank = np.argsort(order, axis=1, kind="stable")
    return np.logical_and(drawn, rank < most)


# Where the words stand, and how an edge runs: the four corners of a Bezier
# curve of shape (4, 2), from the word that looks to the word looked at.


def _arc(places: Floats, i: int, j: int) -> Floats:
    """Return an arc over the line of words; looking ahead, a flatter one."""
    start, end = places[i], places[j]
    if i == j:
        wide, high = np.array([LOOP, 0]), np.array([0, 2.2 * LOOP])
        return np.array([start, start - wide + high, start + wide + high, end])
    height = abs(i - j) * (0.75 if j < i else 0.6)
    up = np.array([0, height])
    return np.array([start, start + up, end + up, end])


def _chord(places: Floats, i: int, j: int) -> Floats:
    """Return a curve between two words that bends to its own left.

    The edge back bends the other way, so that the two can be told apart.
    """
    start, end = places[i], places[j]
    if i == j:
        out = -start / (np.linalg.norm(start) or 1)  # away from its name
        side = np.array([-out[1], out[0]])
        reach = LOOP * 0.9
        return np.array(
            [
                start,
                start + reach * (out - 0.8 * side),
                start + reach * (out + 0.8 * side),
                end,
            ]
        )
    across = end - start
    bend = 0.12 * np.array([-across[1], across[0]])
    return np.array(
        [start, start + across / 3 + bend, end - across / 3 + bend, end]
    )


@dataclass(frozen=True)
class Edges:
    """Edges that are drawn, the lightest first, so that heavy ones lie on top.

    Parameters
    ----------
    pairs : ndarray of int, shape (n, 2)
        Query i and key j.
    weights : ndarray of shape (n,)
    curves : ndarray of shape (n, 4, 2)
        Corners of Bezier curves.
    """

    pairs: npt.NDArray[np.int64]
    weights: Floats
    curves: Floats

    @property
    def kinds(self) -> npt.NDArray[np.int64]:
        """BACK, AHEAD or ITSELF."""
        i, j = self.pairs.T
        return np.where(j < i, BACK, np.where(j > i, AHEAD, ITSELF))

    @property
    def shades(self) -> npt.NDArray[np.int64]:
        """Shade of each edge: 0 to BUCKETS - 1."""
        share = np.clip(self.weights, 0, 1)
        return np.minimum((share * BUCKETS).astype(np.int64), BUCKETS - 1)

    def turned(self, is_upright: bool) -> "Edges":
        """Return the edges lying as they are, or set upright."""
        return replace(self, curves=turned(self.curves, is_upright))

    def at(self, t: float) -> Floats:
        """Return the points at t of all curves: (n, 2)."""
        basis = (
            (1 - t) ** 3,
            3 * t * (1 - t) ** 2,
            3 * t**2 * (1 - t),
            t**3,
        )
        return np.tensordot(self.curves, basis, axes=([1], [0]))


def edges_of(
    weights: Floats,
    choice: tuple[float, int | None],
    places: Floats,
    layout: Layout,
) -> Edges:
    """Return the edges that are drawn, the heaviest last.

    Parameters
    ----------
    weights : ndarray of shape (n, n)
        How much each word looks at each; NaN where it may not.
    choice : (float, int or None)
        The least weight that is drawn, and how many edges of a word at most.
    places : ndarray of shape (n, 2)
        Where the words stand.
    layout : {"arcs", "circle", "spring"}
        Arcs over a line, or straight chords.

    Returns
    -------
    Edges
        Pairs of words, weights and curves, in the order of drawing.
    """
    drawn = drawn_edges(weights, *choice)
    pairs = np.argwhere(drawn)
    heavy = weights[drawn]
    order = np.argsort(heavy, kind="stable")
    pairs = pairs[order]
    curve = _arc if layout == "arcs" else _chord
    curves = [curve(places, int(i), int(j)) for i, j in pairs]
    shaped = np.array(curves).reshape(len(pairs), 4, 2)
    return Edges(pairs, heavy[order], shaped)
