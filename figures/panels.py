"""Panels below each other that share one horizontal axis."""

from collections.abc import Iterable
from typing import Any

from figures.theme import FONT, FONT_SIZE, GRID, MUTED

PANEL, TITLE, BELOW = 150, 34, 60  # pixels


def panel_height(count: int) -> int:
    """Return the pixels for so many panels and the axis below them.

    Parameters
    ----------
    count : int
        Number of panels.

    Returns
    -------
    int
        Pixels.
    """
    return count * PANEL + BELOW


def panel_domains(count: int, height: int) -> list[list[float]]:
    """Return the share of the height of each panel, from the top down.

    Parameters
    ----------
    count : int
        Number of panels.
    height : int
        Of the figure, in pixels.

    Returns
    -------
    list of [float, float]
        Lower and upper edge; above it is room for a title.
    """
    title = TITLE / max(height - BELOW, 1)
    size = 1 / max(count, 1)
    return [
        [1 - (k + 1) * size, max(1 - k * size - title, 1 - (k + 0.6) * size)]
        for k in range(count)
    ]


def panel_titles(
    texts: Iterable[str], domains: list[list[float]]
) -> list[dict[str, Any]]:
    """Return a title over each panel.

    Parameters
    ----------
    texts : iterable of str
        May hold Plotly's markup.
    domains : list of [float, float]
        From `panel_domains`.

    Returns
    -------
    list of dict
        Plotly annotations.
    """
    pairs = zip(texts, domains, strict=True)
    return [_title(text, top) for text, (_, top) in pairs]


def _title(text: str, top: float) -> dict[str, Any]:
    return {
        "text": text,
        "xref": "paper",
        "yref": "paper",
        "x": 0,
        "y": top,
        "xanchor": "left",
        "yanchor": "bottom",
        "yshift": 4,
        "showarrow": False,
        "font": {"color": MUTED, "family": FONT, "size": FONT_SIZE},
    }


def axis_name(axis: str, k: int) -> str:
    """Return Plotly's name of the k-th axis, counted from 0.

    Parameters
    ----------
    axis : str
        Such as "y" or "yaxis".
    k : int
        From the top down; below 0, where there are no panels, as 0.

    Returns
    -------
    str
        Such as "y", "y2", "y3".
    """
    return axis if k <= 0 else f"{axis}{k + 1}"


def panel_axes(
    domains: list[list[float]], ranges: list[tuple[float, float]]
) -> dict[str, Any]:
    """Return the vertical axes, one for each panel.

    Parameters
    ----------
    domains : list of [float, float]
        From `panel_domains`.
    ranges : list of (low, high)
        What each axis shows.

    Returns
    -------
    dict
        Settings of the layout.
    """
    return {
        axis_name("yaxis", k): {
            "domain": domain,
            "range": list(limits),
            "zeroline": True,
            "zerolinewidth": 1,
            "showgrid": True,
            "gridcolor": GRID,
            "nticks": 4,
            "fixedrange": True,
            "tickfont": {"size": FONT_SIZE - 2},
        }
        for k, (domain, limits) in enumerate(zip(domains, ranges, strict=True))
    }
