"""What is taken away: one head with its vectors, or a matrix of several."""

import numpy as np
import numpy.typing as npt

from pages.self_attention.choices import LESSON, PAGE, Place
from pages.self_attention.pictures import Shown, one_matrix
from pages.self_attention.view import SelfView
from takeaway.picture import Picture
from taking.box import Taken, take_box

Floats = npt.NDArray[np.floating]


def _of_head(view: SelfView, place: Place, origin: str) -> Picture:
    """Return a head over pieces, with all that its weights are made of."""
    heads, names = view.heads, tuple(view.sentence.piece_names())
    weights, values = heads.weights[place], heads.value[place]
    return Picture(
        page=PAGE,
        address=LESSON.written(),
        origin=origin,
        query_names=names,
        key_names=names,
        weights=weights,
        scores=heads.scores[place],
        score=heads.score[place[1]],
        temperature=view.options.temperature,
        mask=view.mask[place[0]] if view.is_masked else None,
        queries=heads.query[place],
        keys=heads.key[place],
        values=values,
        context=weights @ values,
        learned=heads.learned[place[1]],
    )


def _of_several(view: SelfView, matrix: Floats, origin: str) -> Picture:
    """Return a mean or a rollout over words: no one row of scores made it."""
    names = tuple(view.words)
    return Picture(
        page=PAGE,
        address=LESSON.written(),
        origin=origin,
        query_names=names,
        key_names=names,
        weights=matrix,
    )


def picture(view: SelfView, kind: str, place: Place, origin: str) -> Picture:
    """Return the numbers of the matrix that is shown."""
    if kind == "head":
        return _of_head(view, place, origin)
    return _of_several(view, view.matrix(kind, place), origin)


def box(view: SelfView, place: Place, shown: Shown, origin: str) -> None:
    """Draw the box of what is taken away."""
    made = Taken(
        lambda: picture(view, shown.kind, place, origin),
        lambda: one_matrix(view, place, shown),
    )
    take_box(LESSON, made, LESSON["sentence"])
