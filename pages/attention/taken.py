"""What is taken away: the weights over pieces, and all they are made of."""

import numpy as np
import numpy.typing as npt

from pages.attention.choices import LESSON
from pages.attention.pictures import plain_heatmap
from pairs.view import PairView
from takeaway.picture import Picture
from taking.box import Taken, take_box

Floats = npt.NDArray[np.floating]


def picture(view: PairView, values: Floats, origin: str) -> Picture:
    """Return the numbers of the picture; `values` are of all source pieces."""
    return Picture(
        page=LESSON.name,
        address=LESSON.written(),
        origin=origin,
        query_names=tuple(view.target.piece_names()),
        key_names=tuple(view.source.piece_names()),
        weights=view.weights,
        scores=view.scores,
        score=view.score,
        scale=view.scale,
        temperature=view.temperature,
        queries=view.queries,
        keys=view.annotations,
        values=values,
        context=view.weights @ values,
        learned=view.learned,
    )


def box(view: PairView, kind: str, values: Floats, origin: str) -> None:
    """Draw the box of what is taken away: nothing is marked as chosen."""
    made = Taken(
        lambda: picture(view, values, origin), lambda: plain_heatmap(view, kind)
    )
    take_box(LESSON, made, LESSON["source"])
