"""What a page tells about its model and its code."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import streamlit as st

from ui.models import Translator
from ui.pair import PairView
from ui.texts import language, plain, text

# Long lists for tests, and what the page shows elsewhere.
NOT_SHOWN = ("golden", "scales")
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


def vectors_note(page: str, model: Translator, view: PairView) -> str:
    """Say where the vectors come from, and what asks.

    Parameters
    ----------
    page : str
        Whose texts to take.
    model : Translator
        The model.
    view : PairView
        All numbers of the picture.

    Returns
    -------
    str
        Markdown.
    """
    name, d = plain(model.name), view.annotations.shape[1]
    parts = [text(page, "about_vectors", model=name, d=d)]
    parts.append(text(page, f"about_{view.query}"))
    if "guided" in model.card:
        parts.append(text(page, "about_guided"))
    if view.scale != 1 or view.temperature != 1:
        parts.append(
            text(
                page,
                "about_scale",
                scale=f"{view.scale:g}",
                temperature=f"{view.temperature:g}",
            )
        )
    return " ".join(parts)


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


def card_box(page: str, model: Translator) -> None:
    """Draw the model's card, in a box that is closed at first.

    Parameters
    ----------
    page : str
        Whose texts to take.
    model : Translator
        The model.
    """
    box = st.expander(text(page, "card_title"), key="card", on_change="rerun")
    if not box.open:
        return
    for sentence in card_sentences(model.card):
        box.markdown(sentence)
    names, values = zip(*card_rows(model.card), strict=True)
    box.dataframe(
        {text(page, "card_entry"): names, text(page, "card_value"): values}
    )


def code_box(page: str, *functions: Callable[..., Any]) -> None:
    """Draw the source of functions, in a box that is closed at first.

    Parameters
    ----------
    page : str
        Whose texts to take.
    *functions : callable
        Those that just ran.
    """
    box = st.expander(text(page, "code_title"), key="code", on_change="rerun")
    if box.open:
        for function in functions:
            box.code(inspect.getsource(function))
