"""Two trainings of the recurrent model: guided by word links, and unguided.

The second one shows what attention finds alone.
"""

from collections.abc import Mapping
from typing import Any

from ui.inputs import choose, named
from ui.models import RECURRENT, Translator, has_model, load_translator
from ui.state import Lesson
from ui.texts import text
from worked.digits import fixed


def chosen_translator(lesson: Lesson) -> Translator:
    """Return the recurrent model that a visitor chose."""
    return load_translator(RECURRENT[lesson["model"]])


def model_menu(lesson: Lesson) -> None:
    """Draw the choice of the training, if there is one.

    The model is loaded before: `chosen_translator` says so if it is missing.
    """
    if all(map(has_model, RECURRENT.values())):
        called = text("common", "model")
        labels = named("guidance", RECURRENT)
        choose(lesson, "model", labels, called=called)


def training_of(model: Translator) -> str:
    """Say how a model's attention was trained."""
    name = {file: name for name, file in RECURRENT.items()}[model.name]
    return text("guidance", f"about_{name}")


def error_rates(
    cards: Mapping[str, Mapping[str, Any]], query: str, score: str
) -> dict[str, float]:
    """Return how badly each model's links fit hand-made ones.

    `cards` are by the names of the trainings. Empty if not all of them were
    measured on one file under this score function.
    """
    measured = [card.get("measured", {}) for card in cards.values()]
    for file in measured[0]:
        found = [
            each.get(file, {}).get("aer", {}).get(query, {}).get(score)
            for each in measured
        ]
        if None not in found:
            return dict(zip(cards, found, strict=True))
    return {}


def about_guidance(model: Translator, query: str, score: str) -> str:
    """Say how a model's attention was trained, and how well its links fit."""
    said = f"{training_of(model)} {text('guidance', 'in_card')}"
    if not all(map(has_model, RECURRENT.values())):
        return said
    cards = {name: load_translator(of).card for name, of in RECURRENT.items()}
    if rates := error_rates(cards, query, score):
        blanks = {key: fixed(rate, 2) for key, rate in rates.items()}
        said += " " + text("guidance", "error_rates", **blanks)
    return said
