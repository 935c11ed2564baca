"""What the page about score functions says is true of the numbers."""

import numpy as np
import pytest

from attention_core.scores import SCORES
from pages.scores.view import agreement
from tests.pages.scores.test_page import checked, open_page, table
from tests.pages.shown import figure
from texts.shown import LANGUAGES

pytestmark = pytest.mark.usefixtures("use_standin")

every_language = pytest.mark.parametrize("language", LANGUAGES)
NEEDS_TRAINING = [n for n, entry in SCORES.items() if entry.needs_training]


def untrained(app) -> dict[str, str]:
    """Agreement by function, of those marked as untrained."""
    marks = ("untrained", "未训练")
    names, last = table(app).iloc[:, 0], table(app).iloc[:, -1]
    return {
        name: count
        for name, title, count in zip(SCORES, names, last, strict=True)
        if any(mark in title for mark in marks)
    }


@every_language
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("hand", []),
        ("model", ["location"]),
        ("random", NEEDS_TRAINING),
        ("onehot", NEEDS_TRAINING),
    ],
)
def test_what_is_untrained_is_marked_and_not_compared(
    kind, expected, language
) -> None:
    app = open_page(vectors=kind, language=language)
    found = untrained(app)
    assert list(found) == expected
    assert set(found.values()) <= {"–"}
    titles = [
        note["text"]
        for half in ("tiles_0", "tiles_1")
        for note in figure(app, half)["layout"]["annotations"]
    ]
    marked = [t for t in titles if "untrained" in t or "未训练" in t]
    assert len(marked) == len(expected)


def test_with_an_untrained_one_nothing_else_is_compared() -> None:
    last = table(open_page(vectors="model", function="location")).iloc[:, -1]
    compared = {
        name for name, cell in zip(SCORES, last, strict=True) if cell != "–"
    }
    assert compared == {"location"}


def test_random_arrays_agree_by_luck_only() -> None:
    rng = np.random.default_rng(3)
    reference = np.eye(7)[:3]
    hits = [
        agreement(rng.normal(size=(3, 5)) @ rng.normal(size=(5, 7)), reference)
        for _ in range(1000)
    ]
    assert 0 < sum(hit == 3 for hit in hits) < 50  # that is what luck gives


@every_language
def test_the_memory_of_the_gaussian_depends_on_its_form(language) -> None:
    app = open_page(language=language)
    app.session_state["scores.facts"] = True
    boxes = [m.value for m in checked(app.run()).markdown]
    (facts,) = (value for value in boxes if value.startswith("| "))
    lines = dict(zip(SCORES, facts.splitlines()[2:], strict=True))
    notes = [name for name, line in lines.items() if "q_i - k_j$" in line]
    assert notes == [n for n, e in SCORES.items() if e.by_difference]


def test_both_forms_of_the_gaussian_are_the_same() -> None:
    rng = np.random.default_rng(5)
    query, key = rng.normal(size=(3, 5)), rng.normal(size=(7, 5))
    squares = (query**2).sum(1)[:, None] + (key**2).sum(1)
    by_products = (
        -(squares - 2 * query @ key.T) / 2
    )  # nothing of size n_q n_k d
    np.testing.assert_allclose(SCORES["gaussian"](query, key), by_products)


@every_language
def test_words_that_are_left_out_are_said(language) -> None:
    said = {"en": "up to word 60", "zh": "第 60 个词"}[language]
    source = "the cat saw the dog " * 14
    app = open_page(vectors="model", source=source, language=language)
    assert any(said in caption.value for caption in app.caption)


@every_language
@pytest.mark.parametrize("kind", ["hand", "model"])
def test_the_axes_say_who_asks(kind, language) -> None:
    layout = figure(open_page(vectors=kind, language=language), "tiles_0")[
        "layout"
    ]
    words = {"en": ("query", "key"), "zh": ("查询", "键")}[language]
    for axis, word in zip(("yaxis", "xaxis"), words, strict=True):
        assert word in layout[axis]["title"]["text"]


def test_a_slider_shows_a_small_number_as_it_is() -> None:
    slider = open_page(q="0.0004,1").slider(key="scores.query_1_1_3_1")
    assert slider.value == 0.0004
    assert slider.proto.format == "%.4g"  # Streamlit's own would say 0.00
