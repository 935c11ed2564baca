"""The catalog of pictures, by the names that a lesson's file calls them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from attention_core.normalizers import NORMALIZERS
from figures import Figure
from pages.lesson import pictures
from pages.lesson.settings import (
    Said,
    Setting,
    checked,
    number,
    numbers,
    one_of,
    rows,
    some_of,
    words,
)
from pages.lesson.view import Scene


@dataclass(frozen=True)
class Picture:
    """A picture: how it is drawn, and what can be set about it.

    Parameters
    ----------
    draw : callable
        Of the scene and what the file says.
    controls : tuple of str
        The fields that change it, beside the pair.
    settings : mapping of str to Setting
        What a file may say about it.
    """

    draw: Callable[[Scene, Said], Figure]
    controls: tuple[str, ...] = ()
    settings: Mapping[str, Setting] = field(default_factory=dict)

    def read(self, said: Said) -> Said:
        """Return its settings; ValueError says what is wrong with them."""
        found = checked(self.settings, said)
        if self.draw is pictures.given:
            _check_size(found)
        return found

    def figure(self, scene: Scene, settings: Said) -> Figure:
        """Draw it."""
        return self.draw(scene, settings)


def _check_size(found: Said) -> None:
    """Refuse weights of another size than their names."""
    wanted = len(found["rows"]), len(found["columns"])
    sizes = len(found["weights"]), len(found["weights"][0])
    if sizes != wanted:
        message = f"must have {wanted[0]} rows of {wanted[1]} weights."
        raise ValueError(f"{message} Received: {sizes[0]} of {sizes[1]}.")


QUERY = {"query": one_of("y", "s")}
PICTURES: Mapping[str, Picture] = {
    "sentences": Picture(pictures.sentences),
    "annotations": Picture(pictures.annotations),
    "next_word": Picture(pictures.next_word, ("word",)),
    "same_context": Picture(pictures.same_context),
    "own_contexts": Picture(pictures.own_contexts, ("score",)),
    "closeness": Picture(pictures.closeness, ("score",)),
    "by_hand": Picture(pictures.by_hand, ("word", "alone")),
    "given": Picture(
        pictures.given,
        (),
        {"rows": words(), "columns": words(), "weights": rows()},
    ),
    "weights": Picture(pictures.weights, ("score",), QUERY),
    "stages": Picture(
        pictures.stages,
        ("word", "score"),
        {**QUERY, "shown": one_of(4, 3, 2, 1)},
    ),
    "normalized": Picture(
        pictures.normalized,
        ("word",),
        {"by": some_of(["sum_normalize", "softmax"], NORMALIZERS)},
    ),
    "softened": Picture(
        pictures.softened,
        ("word",),
        {"temperatures": numbers([0.25, 1, 4], 0, 100)},
    ),
    "shifted": Picture(
        pictures.shifted, ("word",), {"by": numbers([0, 5], -50, 50)}
    ),
    "itself": Picture(
        pictures.itself,
        (),
        {"layer": number(1, 1, 99), "least": number(0.1, 0, 1)},
    ),
    "all_heads": Picture(pictures.all_heads),
}
