"""What is read inside figures, in the visitor's language.

`figures` takes words from outside; these are the fields of its HeatmapWords,
LinkWords and BarWords.
"""

from ui.texts import language, text

_HEATMAP = (
    "masked",
    "not_a_number",
    "empty_row",
    "names_thinned",
    "numbers_left_out",
    "numbers_too_small",
    "rows_empty",
)
_BARS = ("masked", "not_a_number", "dimension", "rest", "total")


def heatmap_words(kind: str = "weights") -> dict[str, str]:
    """Return the fields of HeatmapWords.

    Parameters
    ----------
    kind : {"weights", "scores"}
        What the cells show.

    Returns
    -------
    dict of str to str
        By the names of the fields.
    """
    words = {field: text("figures", field) for field in _HEATMAP}
    value = "weight" if kind == "weights" else "score"
    return words | {"value": text("figures", value)}


def link_words() -> dict[str, str]:
    """Return the fields of LinkWords."""
    return {
        "value": text("figures", "weight"),
        "faint_hidden": text("figures", "faint_hidden"),
        "not_numbers": text("figures", "not_numbers"),
    }


def bar_words() -> dict[str, str]:
    """Return the fields of BarWords."""
    words = {field: text("figures", field) for field in _BARS}
    return words | {
        "names_thinned": text("figures", "bar_names_thinned"),
        "numbers_left_out": text("figures", "bar_numbers_left_out"),
    }


def chart_words() -> dict[str, object]:
    """Return what `ui.chart.chart` says in the visitor's language.

    Plotly knows its buttons by their English names.
    """
    names = {
        "Download plot as a PNG": text("figures", "button_image"),
        "Download plot": text("figures", "button_image"),
        "Zoom": text("figures", "button_zoom"),
        "Pan": text("figures", "button_pan"),
        "Zoom in": text("figures", "button_zoom_in"),
        "Zoom out": text("figures", "button_zoom_out"),
        "Reset axes": text("figures", "button_reset"),
    }
    return {
        "fallback_note": text("common", "no_chart_library"),
        "buttons": {"language": language(), "names": names},
    }
