"""What is taken away: the row under softmax, and the picture of all."""

from pages.softmax import pictures
from pages.softmax.choices import LESSON
from pages.softmax.view import View
from takeaway.picture import Picture
from taking.box import Taken, take_box

NAME = "softmax"


def picture(view: View) -> Picture:
    """Return the row under softmax; the others are made of the same scores."""
    weights = {one.name: one.weights for one in view.found}[NAME]
    return Picture(
        page=LESSON.name,
        address=LESSON.written(),
        origin=view.row.about,
        query_names=(NAME,),
        key_names=tuple(view.row.names),
        weights=weights[None],
        scores=view.row.scores[None],
        temperature=view.temperature,
        mask=None if view.mask.all() else view.mask[None],
    )


def taken_box(view: View) -> None:
    """Draw the box of what is taken away."""
    made = Taken(lambda: picture(view), lambda: pictures.normalizers(view))
    is_typed = LESSON["origin"] == "hand"
    take_box(LESSON, made, LESSON["scores" if is_typed else "source"])
