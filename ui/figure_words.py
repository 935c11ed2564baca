"""What is read inside figures, in the visitor's language."""

from figures.bars import BarWords
from figures.heatmap_cells import HeatmapWords
from texts.shown import text

_HEATMAP = (
    "masked",
    "not_a_number",
    "empty_row",
    "names_thinned",
    "rows_thinned",
    "numbers_left_out",
    "numbers_too_small",
    "rows_empty",
)
_BARS = ("masked", "not_a_number", "dimension")


def heatmap_words(value: str = "weights") -> HeatmapWords:
    """Return the words of a heatmap.

    Parameters
    ----------
    value : str
        What the cells show: "weights", "scores", or a text of its own.

    Returns
    -------
    HeatmapWords
        In the visitor's language.
    """
    kinds = {
        "weights": text("figures", "weight"),
        "scores": text("figures", "score"),
    }
    return HeatmapWords(
        value=kinds.get(value, value),
        **{field: text("figures", field) for field in _HEATMAP},
    )


def bar_words() -> BarWords:
    """Return the words of bars."""
    return BarWords(
        names_thinned=text("figures", "bar_names_thinned"),
        numbers_left_out=text("figures", "bar_numbers_left_out"),
        **{field: text("figures", field) for field in _BARS},
    )
