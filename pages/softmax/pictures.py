"""From the numbers to the lesson's pictures."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_core.softmax import softmax
from figures import Figure
from figures.bars import bars
from figures.curves import curves
from pages.softmax.rows import Floats, names_of
from pages.softmax.scaling import Curves, Variant
from pages.softmax.spread import KEYS, Spread
from pages.softmax.view import View
from texts.shown import text
from ui.figure_words import bar_words

_SHARES = (0.0, 1.19)  # from 0 to 1, and room for a number


def normalizers(view: View) -> Figure:
    """Draw the weights under every normalizer, from 0 to 1 where they fit."""
    values = {text("normalizers", one.name): one.weights for one in view.found}
    fits = {
        title: _SHARES
        for title, weights in values.items()
        if not (weights < 0).any() and not (weights > 1).any()
    }
    return bars(
        values,
        view.row.names,
        ranges=fits,
        mask=view.mask,
        words=bar_words(),
        height=110 * len(values) + 60,
    )


def _shares(
    values: Mapping[str, Floats], names: Sequence[str], height: int
) -> Figure:
    """Draw rows of weights, all from 0 to 1."""
    limits = dict.fromkeys(values, _SHARES)
    return bars(values, names, ranges=limits, words=bar_words(), height=height)


def shifted(rows: Sequence[Variant], names: Sequence[str]) -> Figure:
    """Draw the softmax of a row and of its variants."""
    values = {f"softmax({one.name})": softmax(one.scores) for one in rows}
    return _shares(values, names, 420)


def sharper(found: Curves, factor: float) -> Figure:
    """Draw entropy and gradient size over the factor."""
    return curves(
        found.factors,
        {
            text("softmax", "bits"): found.bits,
            text("softmax", "gradient"): found.sizes,
        },
        x_title=text("softmax", "factor"),
        marked=factor,
    )


def spread(draws: Mapping[int, Spread], marked: int) -> Figure:
    """Draw how far scores spread: formulas as lines, measured as points."""
    d = np.array(list(draws), dtype=np.float64)
    raw = np.array([one.variance for one in draws.values()])
    scaled = np.array([one.scaled_variance for one in draws.values()])
    return curves(
        d,
        {
            text("softmax", "formula_raw"): np.sqrt(d),
            text("softmax", "formula_scaled"): np.ones(len(d)),
        },
        points={
            text("softmax", "measured_raw"): np.sqrt(raw),
            text("softmax", "measured_scaled"): np.sqrt(scaled),
        },
        x_title=text("softmax", "d"),
        y_title=text("softmax", "deviation"),
        logarithmic="xy",
        x_ticks=d.tolist(),
        marked=marked,
    )


def entropies(draws: Mapping[int, Spread], marked: int) -> Figure:
    """Draw mean entropies with and without the scale."""
    d = [float(width) for width in draws]
    return curves(
        d,
        {
            text("softmax", "without"): [o.bits for o in draws.values()],
            text("softmax", "with"): [o.scaled_bits for o in draws.values()],
        },
        x_title=text("softmax", "d"),
        y_title=text("softmax", "bits"),
        logarithmic="x",
        x_ticks=d,
        marked=marked,
    )


def one_draw(found: Spread) -> Figure:
    """Draw the weights of the first draw, without and with the scale."""
    values = {
        text("softmax", "without"): found.row,
        text("softmax", "with"): found.scaled_row,
    }
    return _shares(values, names_of(KEYS), 300)
