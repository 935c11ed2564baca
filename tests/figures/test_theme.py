"""One factory, one set of colors, readable in print, dark and without red."""

import itertools
import json

import numpy as np
import plotly.graph_objects as go
import plotly.io
import pytest

from figures import theme
from figures.theme import (
    DARK,
    PAPER,
    ROLES,
    SCORE_COLORS,
    SERIES_COLORS,
    WEIGHT_COLORS,
    color_scale,
    make_figure,
    wrap,
)
from tests.rules.tree import ROOT, read_toml

NIGHT = "#14171c"  # the dark background of the app's theme

# Machado et al. 2009, table 1, severity 1: how linear RGB is seen.
BLINDNESS = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
# Ottosson 2020: linear RGB -> cone responses -> OKLab.
TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def linear(color: str) -> np.ndarray:
    share = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    low, high = share / 12.92, ((share + 0.055) / 1.055) ** 2.4
    return np.where(share <= 0.04045, low, high)


def luminance(color: str) -> float:
    return float(linear(color) @ [0.2126, 0.7152, 0.0722])


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def lab(rgb: np.ndarray) -> np.ndarray:
    return TO_LAB @ np.cbrt(TO_LMS @ np.clip(rgb, 0, 1))


def dark(colors: tuple[str, ...]) -> list[str]:
    return [DARK[color] for color in colors]


@pytest.mark.parametrize("colors", [WEIGHT_COLORS, dark(WEIGHT_COLORS)])
def test_the_order_of_weights_survives_a_grey_print(colors) -> None:
    lightness = np.array([lab(linear(color))[0] for color in colors])
    steps = np.diff(lightness)
    assert (steps < 0).all() or (steps > 0).all()
    np.testing.assert_allclose(steps, steps.mean(), atol=0.01)
    assert abs(lightness[-1] - lightness[0]) > 0.6


@pytest.mark.parametrize("colors", [SCORE_COLORS, dark(SCORE_COLORS)])
@pytest.mark.parametrize("kind", BLINDNESS)
def test_signs_of_scores_survive_color_blindness(colors, kind) -> None:
    seen = [lab(BLINDNESS[kind] @ linear(color)) for color in colors]
    for below, above in zip(seen[:3], seen[:-4:-1], strict=True):
        assert np.linalg.norm(below - above) > 0.12


@pytest.mark.parametrize("colors", [SCORE_COLORS, dark(SCORE_COLORS)])
def test_scores_of_equal_size_are_equally_far_from_zero(colors) -> None:
    lightness = np.array([lab(linear(color))[0] for color in colors])
    np.testing.assert_allclose(lightness, lightness[::-1], atol=0.01)


@pytest.mark.parametrize("colors", [SERIES_COLORS, dark(SERIES_COLORS)])
@pytest.mark.parametrize("kind", BLINDNESS)
def test_the_first_series_survive_color_blindness(colors, kind) -> None:
    seen = [lab(BLINDNESS[kind] @ linear(color)) for color in colors[:4]]
    for one, other in itertools.combinations(seen, 2):
        assert np.linalg.norm(one - other) > 0.05


@pytest.mark.parametrize("color", [theme.INK, theme.MUTED])
def test_text_has_enough_contrast(color) -> None:
    assert contrast(color, PAPER) >= 4.5


def test_text_has_enough_contrast_in_the_dark() -> None:
    assert contrast(DARK[theme.MUTED], NIGHT) >= 4.5


@pytest.mark.parametrize("color", [theme.ACCENT, *SERIES_COLORS])
def test_lines_and_bars_are_seen_on_both_backgrounds(color) -> None:
    assert contrast(color, PAPER) >= 3
    assert contrast(DARK[color], NIGHT) >= 3


def test_every_color_has_one_role_or_one_dark_counterpart() -> None:
    assert not set(ROLES.values()) & set(DARK)
    pairs = zip(SCORE_COLORS, dark(SCORE_COLORS), strict=True)
    assert all(contrast(a, b) > 1 for a, b in pairs)


def test_a_figure_does_not_depend_on_the_default_template() -> None:
    usual = plotly.io.templates.default
    plain = make_figure(height=200).to_json()
    plotly.io.templates.default = "plotly_dark"
    try:
        assert make_figure(height=200).to_json() == plain
    finally:
        plotly.io.templates.default = usual
    assert json.loads(plain)["layout"]["template"]["layout"]["paper_bgcolor"]


def test_ticks_have_a_size_of_their_own() -> None:
    # Without one, Streamlit's theme makes them 12 px with contrast 3.7.
    template = make_figure(height=200).layout.template.layout
    for axis in (template.xaxis, template.yaxis):
        assert axis.tickfont.size >= 14
        assert axis.tickfont.color == theme.INK
        assert "Noto Sans CJK SC" in axis.tickfont.family


def test_notes_and_further_facts_travel_in_meta() -> None:
    figure = make_figure(height=200, notes=("cut",), meta={"a": 1})
    assert isinstance(figure, go.Figure)
    assert figure.layout.meta["notes"] == ["cut"]
    assert figure.layout.meta["a"] == 1
    assert figure.layout.meta["dark"] == DARK


def test_a_color_scale_runs_from_zero_to_one() -> None:
    assert color_scale(("#a", "#b", "#c")) == [
        [0, "#a"],
        [0.5, "#b"],
        [1, "#c"],
    ]


def test_titles_are_wrapped_between_words_and_chinese_characters() -> None:
    assert wrap("target word (query)", 100) == "target word<br>(query)"
    assert wrap("目标词（查询）", 60) == "目标词<br>（查询）"
    assert wrap("查询；每行", 30) == "查<br>询；<br>每行"
    assert wrap("一个目标词，加权和为 1", 100) == "一个目标词，<br>加权和为 1"
    assert wrap("short", 500) == "short"
    assert wrap("unbreakable", 10) == "unbreakable"
    assert wrap("", 10) == ""


def broken(title: str, lines: list[str], terms: list[str]) -> list[str]:
    """Terms that occur in a title more often than in its lines."""
    return [
        term
        for term in terms
        if title.count(term) > sum(line.count(term) for line in lines)
    ]


def test_no_title_of_ours_is_torn_inside_a_word() -> None:
    """Narrow figures wrap their titles at 90 pixels."""
    content = ROOT / "content"
    table = read_toml(content / "glossary.toml")["term"]
    terms = [term["zh"] for term in table]
    assert broken("加权和", ["加", "权和"], terms) == ["加权和"]
    titles = [
        entry["zh"]
        for path in sorted((content / "texts").glob("*.toml"))
        for key, entry in read_toml(path).items()
        if key.startswith(("row_title", "column_title", "links_"))
        or path.stem in {"functions", "queries", "normalizers"}
    ]
    assert len(titles) > 20
    for title in titles:
        assert broken(title, wrap(title, 90).split("<br>"), terms) == []
