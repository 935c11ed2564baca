"""Where the words of a graph stand: on a line, on a circle, by springs."""

from typing import Literal

import numpy as np
import numpy.typing as npt

Layout = Literal["arcs", "circle", "nodes"]
Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]
STEPS = 150  # of the layout by springs; it has long come to rest


def _line_places(n: int) -> Floats:
    return np.stack([np.arange(n), np.zeros(n)], axis=1)


def _circle_places(n: int) -> Floats:
    """Return words on a circle, clockwise, the first on top."""
    angles = 2 * np.pi * np.arange(n) / max(n, 1)
    return np.stack([np.sin(angles), np.cos(angles)], axis=1)


def _spring_places(weights: Floats) -> Floats:
    """Return words so that those who look at each other stand close.

    Fruchterman and Reingold 1991, from a circle, so that the same weights
    give the same picture.
    """
    n = len(weights)
    places = _circle_places(n)
    pull = np.nan_to_num(weights)
    pull = pull + pull.T
    ideal = 1.4 / np.sqrt(max(n, 1))
    for step in range(STEPS):
        gap = places[:, None] - places[None, :]
        distance = np.maximum(np.linalg.norm(gap, axis=-1), 0.01)
        force = ideal**2 / distance**2 - pull * distance / ideal
        move = (gap * force[..., None]).sum(axis=1) - 0.3 * places
        length = np.maximum(np.linalg.norm(move, axis=-1), 1e-9)
        longest = 0.12 * (1 - step / STEPS)
        places = places + move * np.minimum(1, longest / length)[:, None]
    return _spread(places)


def _spread(places: Floats) -> Floats:
    """Fill the picture: a far word leaves no room to the others otherwise.

    Half of each coordinate is where the springs came to rest, half is the
    order, in even steps.
    """
    if len(places) < 2:
        return places
    middle = (places.max(axis=0) + places.min(axis=0)) / 2
    extent = np.ptp(places, axis=0) / 2
    rest = (places - middle) / np.maximum(extent, 1e-6)
    order = rest.argsort(axis=0, kind="stable").argsort(axis=0, kind="stable")
    even = 2 * order / (len(places) - 1) - 1
    spread: Floats = (rest + even) / 2
    return spread


def places_of(weights: Floats, layout: Layout) -> Floats:
    """Return where the words of a sentence stand.

    Parameters
    ----------
    weights : ndarray of shape (n, n)
        How much each word looks at each; springs pull accordingly.
    layout : {"arcs", "circle", "spring"}
        A line, a circle, or near to what it looks at.

    Returns
    -------
    ndarray of shape (n, 2)
        Places in the plane.
    """
    if layout == "arcs":
        return _line_places(len(weights))
    if layout == "circle":
        return _circle_places(len(weights))
    return _spring_places(weights)


def turned(points: Floats, is_upright: bool) -> Floats:
    """Lay a line of words down, or set it upright with the first on top."""
    if not is_upright:
        return points
    return np.stack([points[..., 1], -points[..., 0]], axis=-1)
