"""What a page tells about its model and its code."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from takeaway.sources import source_of
from texts.shown import language, plain, text
from ui.inputs import closed_box
from ui.state import Lesson


class HasCard(Protocol):
    """A model, whatever its kind: it has a card."""

    @property
    def card(self) -> dict[str, Any]:
        """Data, license, sizes, measured quality."""


# Long lists for tests, and what the page shows elsewhere.
NOT_SHOWN = ("golden", "scales", "sha256")
# Entries whose names are known in both languages.
LABELED = (
    "name",
    "license",
    "task",
    "data",
    "guided",
    "command",
    "link_rule",
)


def _flat(card: Mapping[str, Any], prefix: str = "") -> Iterator[Any]:
    """Give the entries of nested mappings with dotted names."""
    for key, value in card.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


def _label(key: str) -> str:
    """Return what an entry of a card is called."""
    return text("card", key) if key in LABELED else plain(key)


def card_sentences(card: Mapping[str, Any]) -> list[str]:
    """Return the entries of a card that are sentences, in Markdown.

    Parameters
    ----------
    card : mapping
        The card. A sentence is a text, or one for each language.

    Returns
    -------
    list of str
        Each with its label.
    """
    said = {
        key: value.get(language()) if isinstance(value, Mapping) else value
        for key, value in card.items()
        if key not in NOT_SHOWN
    }
    return [
        f"**{_label(key)}**: {plain(value)}"
        for key, value in said.items()
        if isinstance(value, str)
    ]


def card_rows(card: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the entries of a card that are numbers.

    Parameters
    ----------
    card : mapping
        The card.

    Returns
    -------
    list of (str, str)
        Dotted names and values.
    """
    numbers = {
        key: value
        for key, value in card.items()
        if key not in NOT_SHOWN
        and not isinstance(value, str)
        and not (isinstance(value, Mapping) and language() in value)
    }
    return list(_flat(numbers))


def card_box(lesson: Lesson, *models: HasCard) -> None:
    """Draw the cards of models, in a box that is closed at first."""
    box = closed_box(lesson, "card", text("common", "card_title"))
    if not box.open:
        return
    for model in models:
        for sentence in card_sentences(model.card):
            box.markdown(sentence)
        names, values = zip(*card_rows(model.card), strict=True)
        entry, value = (
            text("common", "card_entry"),
            text("common", "card_value"),
        )
        box.dataframe({entry: names, value: values})


def code_box(lesson: Lesson, *functions: Callable[..., Any]) -> None:
    """Draw the source of what just ran, in a box that is closed at first."""
    box = closed_box(lesson, "code", text("common", "code_title"))
    if box.open:
        for function in functions:
            box.code(source_of(function))
