"""Where the words of a graph stand, and how its arrows run."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating]
Pairs = npt.NDArray[np.intp]

STEPS = 150  # of the forces
BEND = 0.18  # how far an arrow leaves the straight line, times its length
SHORT = 0.06  # how far from the word an arrow ends


@dataclass(frozen=True)
class Points:
    """The places of the words.

    Parameters
    ----------
    at : ndarray of shape (n, 2)
        Where each word stands.
    sides : list of str
        Where its name stands; empty if the names stand at the axis.
    ranges : tuple of two (low, high)
        What both axes show.
    height : int
        Of the figure, in pixels.
    is_line : bool
        Whether the arrows are arcs over a line of words.
    """

    at: Floats
    sides: list[str]
    ranges: tuple[tuple[float, float], tuple[float, float]]
    height: int
    is_line: bool = False

    def corners(self, pairs: Pairs) -> Floats:
        """Return the corners of each arrow's Bezier curve.

        Parameters
        ----------
        pairs : ndarray of int, shape (m, 2)
            Who looks, and at whom.

        Returns
        -------
        ndarray of shape (m, 4, 2)
            Start, two handles, end.
        """
        if not len(pairs):
            return np.empty((0, 4, 2))
        if self.is_line:
            return _arcs(pairs, self.ranges[1][1])
        return _bows(self.at, pairs)

    def curves(self, pairs: Pairs) -> list[str]:
        """Return each arrow as an SVG path.

        Parameters
        ----------
        pairs : ndarray of int, shape (m, 2)
            Who looks, and at whom.

        Returns
        -------
        list of str
            One for each pair.
        """
        written = []
        for curve in self.corners(pairs).tolist():
            a, b, c, d = (f"{x:.4g},{y:.4g}" for x, y in curve)
            written.append(f"M{a}C{b} {c} {d}")
        return written

    def middles(self, pairs: Pairs) -> Floats:
        """Return the middle of each arrow.

        Parameters
        ----------
        pairs : ndarray of int, shape (m, 2)
            Who looks, and at whom.

        Returns
        -------
        ndarray of shape (m, 2)
            Points.
        """
        middles: Floats = np.einsum(
            "k,mkx->mx", np.array([1, 3, 3, 1]) / 8, self.corners(pairs)
        )
        return middles

    def heads(self, pairs: Pairs) -> tuple[Floats, Floats]:
        """Return where the arrows end, and where they point to.

        Parameters
        ----------
        pairs : ndarray of int, shape (m, 2)
            Who looks, and at whom.

        Returns
        -------
        places : ndarray of shape (m, 2)
            Points.
        angles : ndarray of shape (m,)
            In degrees, clockwise from upwards.
        """
        corners = self.corners(pairs)
        way = corners[:, 3] - corners[:, 2]
        angles = np.degrees(np.arctan2(way[:, 0], way[:, 1]))
        if self.is_line:  # both axes have scales of their own
            angles = np.full(len(corners), 180.0)
        return corners[:, 3], angles


def _arcs(pairs: Pairs, top: float) -> Floats:
    """Return arcs: those that look ahead are a little higher."""
    start, end = pairs[:, 0].astype(float), pairs[:, 1].astype(float)
    far = np.abs(end - start)
    longest = max(float(far.max(initial=1)), 1.0)
    height = top * np.where(
        far > 0, 0.2 + 0.95 * far / longest + 0.07 * (end > start), 0.16
    )
    side = np.where(far > 0, 0.12 * np.sign(end - start), 0.16)
    near = np.where(far > 0, 0.12 * np.sign(start - end), -0.16)
    corners = np.empty((len(pairs), 4, 2))
    corners[:, 0] = np.stack([start + side, np.zeros_like(start)], axis=1)
    corners[:, 1] = np.stack([start + side, height], axis=1)
    corners[:, 2] = np.stack([end + near, height], axis=1)
    corners[:, 3] = np.stack([end + near, np.full_like(end, 0.02)], axis=1)
    loops = far == 0  # wider above than below
    corners[loops, 1, 0] += 0.25
    corners[loops, 2, 0] -= 0.25
    return corners


def _bows(at: Floats, pairs: Pairs) -> Floats:
    """Return arrows bent to their left, so that two ways are told apart."""
    start, end = at[pairs[:, 0]], at[pairs[:, 1]]
    way = end - start
    length = np.hypot(way[:, 0], way[:, 1])[:, None]
    unit = np.divide(way, length, out=np.zeros_like(way), where=length > 0)
    left = np.stack([-unit[:, 1], unit[:, 0]], axis=1) * length * BEND
    corners = np.stack(
        [start, start + way / 3 + left, end - way / 3 + left, end], axis=1
    )
    tip = end - corners[:, 2]
    size = np.hypot(tip[:, 0], tip[:, 1])[:, None]
    back = np.divide(tip, size, out=np.zeros_like(tip), where=size > 0)
    corners[:, 3] -= SHORT * back
    loops = pairs[:, 0] == pairs[:, 1]
    corners[loops] = _loops(at, start[loops])
    return corners


def _loops(at: Floats, places: Floats) -> Floats:
    """Return loops that leave a word towards the outside."""
    out = places - at.mean(axis=0)
    size = np.hypot(out[:, 0], out[:, 1])[:, None]
    up = np.broadcast_to([0.0, 1.0], out.shape)
    out = np.where(size > 1e-9, out / np.maximum(size, 1e-9), up)
    side = np.stack([-out[:, 1], out[:, 0]], axis=1)
    far = [0.02, 0.30, 0.30, 0.06]
    wide = [-0.03, -0.20, 0.20, 0.04]
    return np.stack(
        [places - a * out + b * side for a, b in zip(far, wide, strict=True)],
        axis=1,
    )


def line(n: int) -> Points:
    """Return words on a line, for arcs above it.

    Parameters
    ----------
    n : int
        Number of words.

    Returns
    -------
    Points
        At heights from 0 to 1.
    """
    at: Floats = np.stack([np.arange(n, dtype=float), np.zeros(n)], axis=1)
    edge = (-0.6, max(n, 1) - 0.4)
    return Points(at, [], (edge, (-0.03, 1.0)), 380, is_line=True)


def _name_sides(at: Floats) -> list[str]:
    """Return for each place on which side of it there is room for a name."""
    sides = []
    for x, y in at.tolist():
        row = "top" if y > 0.3 else "bottom" if y < -0.3 else "middle"
        column = "right" if x > 0.15 else "left" if x < -0.15 else "center"
        is_in_the_middle = (row, column) == ("middle", "center")
        sides.append("top center" if is_in_the_middle else f"{row} {column}")
    return sides


def circle(n: int) -> Points:
    """Return words around a circle, clockwise from the top.

    Parameters
    ----------
    n : int
        Number of words.

    Returns
    -------
    Points
        At distance 1 from the middle.
    """
    angle = 2 * np.pi * np.arange(n) / max(n, 1)
    at = np.stack([np.sin(angle), np.cos(angle)], axis=1)
    height = int(np.clip(320 + 10 * n, 400, 760))
    return Points(at, _name_sides(at), ((-1.6, 1.6), (-1.25, 1.25)), height)


def forces(weights: npt.ArrayLike) -> Points:
    """Return words that attract each other by their weights.

    Fruchterman and Reingold 1991: all words repel each other, and those that
    look at each other attract each other. The start is a circle, so that the
    same weights always give the same picture.

    Parameters
    ----------
    weights : array_like of shape (n, n)
        Both directions count alike.

    Returns
    -------
    Points
        Within -1 ... 1.
    """
    pull = np.nan_to_num(np.asarray(weights, dtype=np.float64))
    pull, n = pull + pull.T, len(pull)
    at, best = circle(n).at.copy(), 2 / max(n, 1) ** 0.5
    for step in range(STEPS):
        away = at[:, None] - at[None]  # (n, n, 2)
        far = np.maximum(np.hypot(away[..., 0], away[..., 1]), 1e-3)
        push = best**2 / far**2 - 2 * pull * far / best - 0.05
        np.fill_diagonal(push, 0)
        move = (away * push[..., None]).sum(axis=1)
        size = np.maximum(np.hypot(move[:, 0], move[:, 1]), 1e-9)[:, None]
        at += move / size * np.minimum(size, 0.15 * (1 - step / STEPS))
    at -= at.mean(axis=0) if n else 0
    at /= np.abs(at).max(initial=1e-9)
    height = int(np.clip(360 + 8 * n, 420, 760))
    return Points(at, _name_sides(at), ((-1.6, 1.6), (-1.25, 1.25)), height)
