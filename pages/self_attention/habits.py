"""What heads really do: the one that looks at the previous word, the next."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attention_core.heads import share_at
from pages.self_attention.view import SelfView

Floats = npt.NDArray[np.floating]
OFFSETS = {"previous": -1, "following": 1}


@dataclass(frozen=True)
class Habit:
    """The head that looks at a neighbor more than all others do.

    Parameters
    ----------
    name : {"previous", "following"}
        Which neighbor.
    place : tuple of int
        Its layer and head, from 0.
    share : float
        How much of all its weight lies there.
    even : float
        The same if each row were spread evenly over what it may look at.
    """

    name: str
    place: tuple[int, int]
    share: float
    even: float


def habits(view: SelfView) -> list[Habit]:
    """Find the heads; a neighbor that nobody may look at has none."""
    even = view.word_mask / view.word_mask.sum(axis=-1, keepdims=True)
    found = []
    for name, offset in OFFSETS.items():
        shares = share_at(view.word_weights, offset)
        layer, head = np.unravel_index(int(shares.argmax()), shares.shape)
        place = (int(layer), int(head))
        spread = float(share_at(even, offset)[layer])
        if spread > 0:
            found.append(Habit(name, place, float(shares[place]), spread))
    return found


def for_others(view: SelfView, i: int, j: int) -> float:
    """Return what the largest of all heads is for other pairs of word i.

    The mean over the words that i may look at, but for j and for i itself: a
    maximum over many heads is large for every pair.
    """
    largest = view.word_weights[:, :, i].max(axis=(0, 1))
    seen = view.word_mask[:, i].any(axis=0)
    others = [k for k in np.flatnonzero(seen).tolist() if k not in (i, j)]
    return float(largest[others].mean()) if others else 0.0
