"""Charts that stay: one Plotly node for each key, redrawn in place.

`st.plotly_chart` builds a chart anew at every change: zoom is lost, and a
click on a heatmap cell is not reported. Here the figure goes to
`Plotly.react` in a component that keeps its node between reruns.
"""

import os
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from texts.shown import language, text
from ui.payload import payload

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from streamlit.components.v2.types import ComponentRenderer

_HERE = Path(__file__).parent
# In this order one script.
_SCRIPTS = (
    "chart_colors.js",
    "chart_keys.js",
    "chart_text.js",
    "still.js",
    "chart.js",
)
_ROUND = 0.04  # seconds; to send it, 10 ms; to draw it, 20 to 30 more
_BUTTONS = {
    "Download plot as a PNG": "button_image",
    "Download plot": "button_image",
    "Zoom": "button_zoom",
    "Pan": "button_pan",
    "Zoom in": "button_zoom_in",
    "Zoom out": "button_zoom_out",
    "Reset axes": "button_reset",
    "Preparing image - this may take a few seconds": "toast_preparing",
    "Image download succeeded": "toast_saved",
    "Sorry, there was a problem downloading your image!": "toast_failed",
    "Double-click to zoom back out": "toast_zoom_out",
}
_FAILED = "_chart_library_failed"  # in the session state of a visitor


@dataclass(frozen=True)
class Click:
    """A cell that the visitor has just chosen.

    Parameters
    ----------
    x, y : int
        Column and row of the cell.
    serial : int
        Different for each click, even on the same cell.
    """

    x: int
    y: int
    serial: int


@dataclass(frozen=True)
class Clickable:
    """What can be chosen in a picture, and what happens then.

    Parameters
    ----------
    rows : int
        How many there are. A click beyond, as on the picture before, does
        nothing.
    columns : int or None
        The same; None if only the row of a click counts.
    choose : callable
        Called with the click before the script runs again, so that it may
        set the state of widgets.
    """

    rows: int
    columns: int | None
    choose: Callable[[Click], None]

    def take(self, click: Click | None) -> None:
        """Choose the cell that was clicked, if it is there."""
        if click is None or not 0 <= click.y < self.rows:
            return
        if self.columns is None or 0 <= click.x < self.columns:
            self.choose(click)


def lay_library(folder: Path) -> str | None:
    """Lay plotly.js from the installed package into a folder.

    Parameters
    ----------
    folder : Path
        The app's static folder; made if it is missing.

    Returns
    -------
    str or None
        The name of the file; None if it cannot be written.
    """
    name = f"plotly-{version('plotly')}.min.js"
    target = folder / name
    if target.is_file():
        return name
    unfinished = folder / f".{name}.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        source = files("plotly") / "package_data" / "plotly.min.js"
        with source.open("rb") as original, unfinished.open("wb") as copy:
            shutil.copyfileobj(original, copy)
        unfinished.replace(target)  # at once: no visitor gets half a file
    except OSError:
        with suppress(OSError):  # a full disk gets its room back
            unfinished.unlink(missing_ok=True)
        return None
    return name


@lru_cache(maxsize=1)
def _library(main_script: str, minute: int) -> str | None:  # noqa: ARG001
    """Return the name of plotly.js beside the main script, once laid.

    What failed, for a full disk say, is tried again in the next minute.
    """
    return lay_library(Path(main_script).parent / "static")


def _is_static_served() -> bool:
    return bool(st.get_option("server.enableStaticServing"))


def _served_library() -> str | None:
    """Return the name under which plotly.js is served, if it is."""
    context = get_script_run_ctx()
    has_failed = st.session_state.get(_FAILED)
    if context is None or has_failed or not _is_static_served():
        return None
    return _library(context.main_script_path, int(time.monotonic() // 60))


@cache
def _component() -> "ComponentRenderer":
    """Register the component, once per process."""
    return st.components.v2.component(
        "attention_lab_chart",
        js="".join((_HERE / name).read_text("utf-8") for name in _SCRIPTS),
        css=(_HERE / "chart.css").read_text(encoding="utf-8"),
        isolate_styles=False,
    )


def _read(value: object) -> Click | None:
    """Return the click in what the browser sent, if it is one."""
    if not isinstance(value, Mapping):
        return None
    numbers = [value.get(name) for name in ("x", "y", "serial")]
    whole = [number for number in numbers if type(number) is int]
    return Click(*whole) if len(whole) == len(numbers) else None


def _report(key: str, cells: Clickable | None) -> None:
    """Hand a click to the page before its script runs again."""
    if cells is not None:
        cells.take(_read(st.session_state[key].get("click")))


def _note_failure(key: str) -> None:
    """Remember for this visitor that plotly.js does not arrive."""
    st.session_state[_FAILED] = bool(st.session_state[key].get("failed"))


def _fall_back(figure: "go.Figure", key: str) -> None:
    """Show the figure by Streamlit's own means, and say what is lost."""
    st.plotly_chart(figure, key=f"{key}_plain", theme=None)
    notes = (figure.layout.meta or {}).get("notes", [])
    for sentence in [*notes, text("common", "no_chart_library")]:
        if sentence:
            st.text(sentence)


def _buttons() -> dict[str, object]:
    """Return how Plotly's buttons are called: it knows English names."""
    names = {name: text("figures", key) for name, key in _BUTTONS.items()}
    return {"language": language(), "names": names}


def show_first() -> None:
    """Let what stands so far reach the browser before the rest is computed.

    Otherwise the rest arrives together with it, and the browser draws the
    main picture only after it has laid out the whole page.
    """
    time.sleep(_ROUND)


def chart(
    figure: "go.Figure",
    *,
    key: str,
    alt: str,
    height: int | None = None,
    cells: Clickable | None = None,
) -> Click | None:
    """Show a figure; return the cell that was clicked, in the run after it.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
        From `figures`. The sentences in its `layout.meta["notes"]` are shown
        below it.
    key : str
        Names the chart; the same key keeps the same node, zoom included.
    alt : str
        What the picture shows, for those who do not see it.
    height : int, optional
        In pixels, in place of the figure's own height.
    cells : Clickable, optional
        What can be chosen in it.

    Returns
    -------
    Click or None
        None unless the visitor has just clicked.
    """
    if height is not None:
        figure.update_layout(height=height)
    library = _served_library()
    if library is None:
        _fall_back(figure, key)
        return None
    about = {"key": key, "alt": alt, "library": library}
    about["hint"] = text("figures", "keys_hint")
    result = _component()(
        key=key,
        data=payload(figure, buttons=_buttons(), **about),
        on_click_change=lambda: _report(key, cells),
        on_failed_change=lambda: _note_failure(key),
    )
    return _read(result.get("click"))
