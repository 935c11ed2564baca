"""The one place for colors, fonts and sizes, and the one figure factory.

A figure is complete as it is: light, for a notebook, a print or an export.
It also carries, in `layout.meta`, what a page needs to show it in the dark:
`roles` names the colors that follow the page, `dark` pairs each other color
with its dark counterpart.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

import plotly.graph_objects as go

INK = "#1b1f24"  # text
MUTED = "#57606a"  # axis titles and lines: 6.4 : 1 on white
PAPER = "#ffffff"
GRID = "#d7dce1"
ACCENT = "#c2410c"  # the selected cell: seen on both ends of the scale
MASKED = "#e6e8eb"
HATCH = "#8b949e"
REST = "#aab4be"  # what has no color of its own

# Chinese names first choose the simplified forms; all fonts are local.
FONT = (
    "'Source Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', "
    "'Segoe UI', Helvetica, Arial, sans-serif"
)
FONT_SIZE = 14  # readable from the last row of a lecture hall

# Even steps of lightness in OKLab (0.985 down to 0.28), so that the order
# survives a grey print; a single hue, so that it survives color blindness.
WEIGHT_COLORS = (
    "#f7fbfd",
    "#b4e5fe",
    "#73ccfe",
    "#38aff6",
    "#1e90de",
    "#1d73bd",
    "#235796",
    "#243f6a",
    "#1f283d",
)
_DARK_WEIGHT_COLORS = (
    "#1d222b",
    "#1c385e",
    "#02538a",
    "#0670a3",
    "#098fbd",
    "#0cafd6",
    "#4ecee6",
    "#9be7ee",
    "#e7faf9",
)
# Below and above zero: orange and blue, told apart by all common forms of
# color blindness. On a grey print the sign of the number tells them apart.
SCORE_COLORS = (
    "#723302",
    "#a55827",
    "#c68b6a",
    "#e3bfac",
    "#f7f7f7",
    "#b1caea",
    "#739dd3",
    "#3771b8",
    "#00468c",
)
_DARK_SCORE_COLORS = (
    "#ffae81",
    "#d38252",
    "#986141",
    "#604231",
    "#262626",
    "#364b66",
    "#4a72a5",
    "#609be6",
    "#9dc7fe",
)
# For a few curves or bars side by side (Okabe and Ito 2008, darkened where
# the contrast on white was below 3 : 1).
SERIES_COLORS = (
    "#0b5cad",
    "#c2570a",
    "#00805c",
    "#7b2a6f",
    "#6b5d00",
    "#2a83b5",
    "#5f4bb6",
    "#7d3c1f",
)
_DARK_SERIES_COLORS = (
    "#5aa7f0",
    "#f0954a",
    "#6fe3bd",
    "#b455b0",
    "#d5c33f",
    "#6fc5ea",
    "#a99af2",
    "#d69a7c",
)

ROLES = {
    "--st-text-color": INK,
    "--st-background-color": PAPER,
}
DARK = {
    MUTED: "#a6b0bb",
    GRID: "#39424d",
    ACCENT: "#ffb454",
    MASKED: "#2b323b",
    HATCH: "#6e7a86",
    REST: "#5d6874",
    **dict(zip(WEIGHT_COLORS, _DARK_WEIGHT_COLORS, strict=True)),
    **dict(zip(SCORE_COLORS, _DARK_SCORE_COLORS, strict=True)),
    **dict(zip(SERIES_COLORS, _DARK_SERIES_COLORS, strict=True)),
}


def color_scale(colors: tuple[str, ...]) -> list[list[float | str]]:
    """Return a Plotly color scale with its colors at even steps.

    Parameters
    ----------
    colors : tuple of str
        Two or more colors, from the smallest value to the largest.

    Returns
    -------
    list of [float, str]
        Positions from 0 to 1 with their colors.
    """
    last = len(colors) - 1
    return [[i / last, color] for i, color in enumerate(colors)]


def _axis() -> dict[str, Any]:
    """Return what all axes share; `tickfont` is set, or pages shrink it."""
    return {
        "automargin": True,
        "color": INK,
        "gridcolor": GRID,
        "linecolor": MUTED,
        "showgrid": False,
        "zeroline": False,
        "zerolinecolor": MUTED,
        "ticks": "",
        "ticklabelstandoff": 6,
        "ticklabeloverflow": "allow",  # the margin grows; no name is hidden
        "tickfont": {"color": INK, "family": FONT, "size": FONT_SIZE},
        "title": {
            "font": {"color": MUTED, "family": FONT, "size": FONT_SIZE},
            "standoff": 10,
        },
    }


@cache
def _template() -> go.layout.Template:
    """Return the template; each figure copies it, whatever the default is."""
    layout = {
        "colorway": list(SERIES_COLORS),
        "font": {"color": INK, "family": FONT, "size": FONT_SIZE},
        "hoverlabel": {
            "align": "left",
            "bgcolor": PAPER,
            "bordercolor": MUTED,
            "font": {"color": INK, "family": FONT, "size": FONT_SIZE},
            "namelength": -1,
        },
        "paper_bgcolor": PAPER,
        "plot_bgcolor": PAPER,
        "xaxis": _axis(),
        "yaxis": _axis(),
    }
    return go.layout.Template(layout=layout)


def width_of(text: str) -> float:
    """Return about how wide a text is.

    Parameters
    ----------
    text : str
        In one line.

    Returns
    -------
    float
        Pixels at FONT_SIZE; Chinese characters are wider than Latin ones.
    """
    wide = sum(unicodedata.east_asian_width(c) in {"W", "F"} for c in text)
    return FONT_SIZE * (wide + 0.55 * (len(text) - wide))


_AFTER = "，。；：、？！）"  # wide punctuation that begins no line
# A space, or a word or a wide character with the punctuation around it; and
# with all wide characters up to the next punctuation.
_UNBROKEN = re.compile(
    rf"\s|（*(?:[^\s\u2e80-\uffef]+|[\u2e80-\uffef])[{_AFTER}]*"
)
_PHRASE = re.compile(
    rf"\s|（*(?:[^\s\u2e80-\uffef]+|(?:(?![（{_AFTER}])[\u2e80-\uffef])+"
    rf"|[\u2e80-\uffef])[{_AFTER}]*"
)


def _parts(text: str, pixels: float) -> Iterator[str]:
    """Cut a text where a line may end: a phrase is cut if it is too wide."""
    for phrase in _PHRASE.findall(text):
        if width_of(phrase) > pixels:
            yield from _UNBROKEN.findall(phrase)
        else:
            yield phrase


def wrap(text: str, pixels: float) -> str:
    """Return the text in lines that fit, as far as words allow.

    Parameters
    ----------
    text : str
        In one line. Chinese has no spaces between its words: it is cut
        after punctuation, and between any two characters only where the
        phrase is wider than a line. Punctuation is not torn from its
        neighbor.
    pixels : float
        The width of a line.

    Returns
    -------
    str
        Lines joined by "<br>".

    Examples
    --------
    >>> wrap("each row sums to 1", 80)
    'each row<br>sums to 1'
    """
    lines, width = [""], 0.0
    for part in _parts(text, pixels):
        needed = width_of(part)
        if width + needed > pixels and lines[-1].strip():
            lines, width = [*lines, ""], 0.0
        lines[-1] += part
        width += needed
    return "<br>".join(line.strip() for line in lines)


def make_figure(
    *,
    height: int,
    notes: tuple[str, ...] = (),
    meta: dict[str, object] | None = None,
    **layout: object,
) -> go.Figure:
    """Return an empty figure with our fonts, colors and margins.

    Parameters
    ----------
    height : int
        In pixels. The width is that of the page.
    notes : tuple of str
        What was cut, thinned, rounded or marked: sentences to be shown with
        the figure. Kept in `layout.meta["notes"]`.
    meta : dict, optional
        Anything else that the page is told through `layout.meta`.
    **layout
        Further settings of the layout.

    Returns
    -------
    plotly.graph_objects.Figure
        Complete in a notebook; `layout.meta` serves pages with a dark theme.
    """
    colors = {"roles": ROLES, "dark": DARK}
    return go.Figure(
        layout={
            "template": _template(),
            "height": height,
            "autosize": True,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "showlegend": False,
            "dragmode": "zoom",
            "uirevision": "kept",
            "meta": {**colors, "notes": list(notes), **(meta or {})},
            **layout,
        }
    )
