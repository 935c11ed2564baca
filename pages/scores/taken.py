"""What is taken away: the chosen function's weights, and all they need."""

from figures import Figure
from figures.heatmap import heatmap
from pages.scores.choices import LESSON
from pages.scores.view import View
from takeaway.picture import Picture
from taking.box import Taken, take_box
from texts.shown import text
from ui.figure_words import heatmap_words
from ui.inputs import function_names


def picture(view: View, origin: str) -> Picture:
    """Return the numbers under the chosen function, after the switches."""
    lab, name = view.lab, view.function
    return Picture(
        page=LESSON.name,
        address=LESSON.written(),
        origin=origin,
        query_names=tuple(lab.rows),
        key_names=tuple(lab.columns),
        weights=view.weights,
        scores=lab.scores(name),
        score=name,
        scale=lab.scale(name),
        queries=lab.query,
        keys=lab.key,
        values=lab.value,
        context=view.attentions[name].context,
        learned=lab.learned[name],
    )


def figure(view: View) -> Figure:
    """Draw the weights under the chosen function."""
    title = function_names([view.function])[view.function]
    return heatmap(
        view.weights,
        view.lab.rows,
        view.lab.columns,
        row_title=text("scores", "asks"),
        column_title=f"{text('scores', 'looked_at')} · {title}",
        words=heatmap_words(),
    )


def box(view: View, origin: str) -> None:
    """Draw the box of what is taken away."""
    is_typed = view.lab.kind == "model"
    sentence = LESSON["source"] if is_typed else view.function
    made = Taken(lambda: picture(view, origin), lambda: figure(view))
    take_box(LESSON, made, sentence)
