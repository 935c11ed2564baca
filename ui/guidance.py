"""Which models a visitor sees: those of the pair of languages, and which.

The recurrent model may have two trainings: guided by word links, and unguided,
which shows what attention finds alone.
"""

from collections.abc import Mapping
from typing import Any

from pairs.languages import PAIRS, Pair
from pairs.models import (
    Translator,
    has_model,
    load_translator,
)
from texts.shown import text
from ui.inputs import choose, named
from ui.state import Lesson
from worked.digits import fixed


def chosen_pair(lesson: Lesson) -> Pair:
    """Return the pair of languages that a visitor chose."""
    return PAIRS[lesson["pair"]]


def chosen_translator(lesson: Lesson) -> Translator:
    """Return the recurrent model that a visitor chose.

    A pair that was trained in one way only has one model.
    """
    pair = chosen_pair(lesson)
    files = pair.recurrent
    return load_translator(
        files.get(lesson["model"], files["guided"]), pair.name
    )


def model_menu(lesson: Lesson) -> None:
    """Draw the choice of the training, if there is one.

    The model is loaded before: `chosen_translator` says so if it is missing.
    """
    files = chosen_pair(lesson).recurrent
    if len(files) > 1 and all(map(has_model, files.values())):
        called = text("common", "model")
        choose(lesson, "model", named("guidance", files), called=called)


def is_unguided(model: Translator) -> bool:
    """Tell whether a model is the pair's second training."""
    return model.name != PAIRS[model.pair].recurrent["guided"]


def training_of(model: Translator) -> str:
    """Say how a model's attention was trained."""
    name = "unguided" if is_unguided(model) else "guided"
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
    files = PAIRS[model.pair].recurrent
    said = f"{training_of(model)} {text('guidance', 'in_card')}"
    if len(files) == 1 or not all(map(has_model, files.values())):
        return said
    cards = {
        name: load_translator(file, model.pair).card
        for name, file in files.items()
    }
    if rates := error_rates(cards, query, score):
        blanks = {key: fixed(rate, 2) for key, rate in rates.items()}
        said += " " + text("guidance", "error_rates", **blanks)
    return said
