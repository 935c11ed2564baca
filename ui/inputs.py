"""Widgets that more than one page uses; their keys are names in the address."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import streamlit as st

from ui.address import Number
from ui.texts import language, read_content, text


def named(page: str, keys: Iterable[str]) -> dict[str, str]:
    """Return the labels of options.

    Parameters
    ----------
    page : str
        Whose texts to take.
    keys : iterable of str
        The options, which are the keys of their texts.

    Returns
    -------
    dict of str to str
        Options and labels.
    """
    return {key: text(page, key) for key in keys}


def choose(
    page: str,
    key: str,
    labels: Mapping[str, str],
    label_visibility: Literal["visible", "collapsed"] = "visible",
) -> str:
    """Draw a row of buttons of which one is pressed.

    Parameters
    ----------
    page : str
        Whose texts to take.
    key : str
        Key of the widget and of its label.
    labels : mapping of str to str
        What each option is called on its button.
    label_visibility : {"visible", "collapsed"}
        Whether the label stands over the buttons.

    Returns
    -------
    str
        The option chosen.
    """
    chosen = st.segmented_control(
        text(page, key),
        list(labels),
        format_func=lambda option: labels[option],
        key=key,
        required=True,
        label_visibility=label_visibility,
        persist_state="session",
    )
    return str(chosen)


def switch(page: str, key: str) -> bool:
    """Draw a switch.

    Parameters
    ----------
    page : str
        Whose texts to take.
    key : str
        Key of the widget and of its label.

    Returns
    -------
    bool
        Whether it is on.
    """
    return st.toggle(text(page, key), key=key, persist_state="session")


def slide(page: str, key: str, field: Number, width: int = 160) -> float:
    """Draw a slider.

    Parameters
    ----------
    page : str
        Whose texts to take.
    key : str
        Key of the widget and of its label.
    field : Number
        Range and steps, as the address has them.
    width : int, default 160
        In pixels.

    Returns
    -------
    float
        The number chosen.
    """
    value = st.slider(
        text(page, key),
        float(field.low),
        float(field.high),
        step=field.step,
        key=key,
        width=width,
        persist_state="session",
    )
    return float(value)


def _take_preset(pairs: list[dict[str, Any]]) -> None:
    """Put the sentences of the chosen preset into the boxes."""
    chosen = st.session_state["preset"]
    if chosen is not None:
        for side in ("source", "target"):
            st.session_state[side] = pairs[chosen][side]
        for position in ("i", "j"):
            st.session_state[position] = None


def _preset_menu(page: str, pairs: list[dict[str, Any]]) -> None:
    """Draw the menu of examples."""
    st.menu_button(
        text(page, "presets"),
        range(len(pairs)),
        format_func=lambda k: pairs[k]["name"][language()],
        key="preset",
        on_click=_take_preset,
        args=(pairs,),
        width="stretch",
    )


def _sentence_box(page: str, side: str, default: str) -> str:
    """Draw the box of one sentence.

    Text in the composition of an input method is not evaluated: Streamlit
    waits for its end (a browser test holds it to that).
    """
    typed = st.text_input(
        text(page, side),
        default,
        key=side,
        live="150ms",
        bind="query-params",
        persist_state="session",
    )
    return typed or ""


def sentence_inputs(page: str) -> tuple[str, str]:
    """Draw the boxes of both sentences, and the menu of examples.

    Parameters
    ----------
    page : str
        Whose texts and presets to take.

    Returns
    -------
    source, target : str
        As typed.
    """
    pairs = read_content(f"presets/{page}")["pair"]
    left, middle, right = st.columns([5, 5, 1.4], vertical_alignment="bottom")
    with right:
        _preset_menu(page, pairs)
    with left:
        source = _sentence_box(page, "source", pairs[0]["source"])
    with middle:
        target = _sentence_box(page, "target", pairs[0]["target"])
    return source, target


def preset_note(page: str, source: str, target: str) -> str:
    """Return what to look at in a preset, if these are its sentences.

    Parameters
    ----------
    page : str
        Whose presets to take.
    source, target : str
        As typed.

    Returns
    -------
    str
        Empty if nobody has prepared this pair.
    """
    for pair in read_content(f"presets/{page}")["pair"]:
        if (pair["source"], pair["target"]) == (source, target):
            return str(pair["note"][language()])
    return ""
