"""What is taken away: the weights so far, and all that they are made of."""

import numpy as np

from pages.encoder_decoder import pictures
from pages.encoder_decoder.choices import LESSON
from pages.encoder_decoder.view import Walk
from pairs.models import Translator
from takeaway.picture import Picture
from taking.box import Taken, take_box


def picture(
    model: Translator, walk: Walk, step: int, uniform: bool, origin: str
) -> Picture:
    """Return the numbers of the heatmap: the steps up to this one."""
    rows, score = slice(walk.row(step) + 1), LESSON["score"]
    learned = model.parameters.attention.get("s", {}).get(score, {})
    record = walk.record
    return Picture(
        page=LESSON.name,
        address=LESSON.written(),
        origin=origin,
        query_names=walk.names[rows],
        key_names=tuple(walk.source.piece_names()),
        weights=walk.weights[rows],
        scores=record.scores[rows].astype(np.float64),
        score=score,
        scale=record.scale,
        temperature=np.inf if uniform else 1.0,
        queries=record.states[rows].astype(np.float64),
        keys=walk.annotations,
        values=walk.annotations,
        context=walk.context[rows],
        learned={n: a.astype(np.float64) for n, a in learned.items()},
    )


def box(
    model: Translator, walk: Walk, step: int, uniform: bool, origin: str
) -> None:
    """Draw the box of what is taken away: nothing is marked as chosen."""
    made = Taken(
        lambda: picture(model, walk, step, uniform, origin),
        lambda: pictures.weights(walk, step),
    )
    take_box(LESSON, made, LESSON["source"])
