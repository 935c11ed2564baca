"""Texts in the visitor's language, from content/texts.

Each file holds one page's texts; each text stands in English and Chinese
side by side. What a visitor typed goes into a text only through `plain`.
"""

import functools
import html
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

CONTENT = Path(__file__).parents[1] / "content"
LANGUAGES = {
    "en": "English",
    "zh": "中文",
}
DEFAULT_LANGUAGE = "en"

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# Markdown makes links of addresses even where their signs are escaped; a word
# joiner, which is not seen and takes no room, keeps them from being one.
_ADDRESS = re.compile(r"(?i)(@|www(?=\.)|https?:(?=//))")
_JOINER = "\u2060"
# Invisible, but they make one sign of their neighbors: in emoji, in Persian.
_JOINERS = frozenset("\u200c\u200d") | frozenset(
    map(chr, range(0xE0020, 0xE0080))
)


@functools.cache
def read_content(name: str) -> dict[str, Any]:
    """Return a TOML file of content/.

    Parameters
    ----------
    name : str
        Path below content/, without suffix.

    Returns
    -------
    dict
        What it holds.
    """
    path = CONTENT / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def preferred_language() -> str:
    """Return the language that the visitor's browser asks for first."""
    asked = (st.context.locale or "").split("-")[0].lower()
    return asked if asked in LANGUAGES else DEFAULT_LANGUAGE


def language() -> str:
    """Return the language that is shown, "en" or "zh".

    The menu is built before the first page has read its address.
    """
    said = st.query_params.get("language", "")
    chosen = str(st.session_state.get("language", said))
    return chosen if chosen in LANGUAGES else preferred_language()


def has_text(page: str, key: str) -> bool:
    """Tell whether a page has a text of this name."""
    return key in read_content(f"texts/{page}")


def text(page: str, key: str, **blanks: object) -> str:
    """Return a text in the visitor's language.

    Parameters
    ----------
    page : str
        Name of the file in content/texts.
    key : str
        Name of the text.
    **blanks
        What fills the {blanks}.

    Returns
    -------
    str
        Markdown.
    """
    entry = read_content(f"texts/{page}")[key]
    found = in_language(entry)
    return found.format(**blanks) if blanks else found


def equation(name: str, said: str) -> str:
    """Return where in its paper a function stands; `said` if no text has it."""
    return text("equations", name) if has_text("equations", name) else said


def _seen(character: str, before: str) -> str:
    """Return a character, or what stands for one that cannot be seen."""
    joins = character in _JOINERS and before > "\x7f"
    if character.isprintable() or joins:
        return character
    number = ord(character)
    return chr(0x2400 + number) if number < 0x20 else f"‹U+{number:04X}›"


def plain(typed: str) -> str:
    r"""Return what a visitor typed, so that Markdown shows it as it is.

    Parameters
    ----------
    typed : str
        Anything.

    Returns
    -------
    str
        One line of Markdown without any markup.

    Examples
    --------
    >>> print(plain("*a* $x$ :cat:"))
    \*a\* \$x\$ \:cat\:
    """
    pairs = zip(typed, " " + typed, strict=False)
    seen = "".join(_seen(*pair) for pair in pairs)
    unlinked = _ADDRESS.sub(rf"\1{_JOINER}", seen)
    return _PUNCTUATION.sub(r"\\\1", unlinked)


def in_language(entry: Mapping[str, str]) -> str:
    """Return the text for the visitor out of one for each language."""
    return entry.get(language(), entry[DEFAULT_LANGUAGE])


def readable(label: str) -> str:
    """Return a label of `figures` for a place that reads no markup.

    Parameters
    ----------
    label : str
        Escaped, as `figures.labels` makes it.

    Returns
    -------
    str
        With `&`, `<` and `>` again.
    """
    return html.unescape(label)
