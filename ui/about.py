"""What a page tells about its model and its code."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import streamlit as st

from ui.models import Translator
from ui.pair import PairView
from ui.texts import plain, text

# Long lists for tests, and what the page shows elsewhere.
NOT_SHOWN = ("golden", "scales")


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
            yield f"{prefix}{key}", value


def card_rows(card: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what is to be read of a model's card.

    Parameters
    ----------
    card : mapping
        The card.

    Returns
    -------
    list of (str, str)
        Names and values.
    """
    kept = {key: card[key] for key in card if key not in NOT_SHOWN}
    return [(name, str(value)) for name, value in _flat(kept)]


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
    if box.open:
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
