"""A score function is one entry of SCORES: the page finds it there."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core.scores import SCORES, ScoreFunction
from pages.scores.choices import LESSON
from tests.pages.scores.test_page import checked, open_page, table
from tests.pages.shown import figure
from texts.shown import LANGUAGES
from ui.fields import Choice

pytestmark = pytest.mark.usefixtures("use_standin")


def _euclidean(query, key):
    """Return how far q_i is from k_j, with a minus."""
    apart = np.asarray(query)[:, None] - np.asarray(key)[None]
    return -np.linalg.norm(apart, axis=-1)


@pytest.fixture(autouse=True)
def euclidean(monkeypatch) -> None:
    """Plant a score function, as CONTRIBUTING says."""
    entry = ScoreFunction(
        name="euclidean",
        function=_euclidean,
        formula=r"-\lVert q_i - k_j\rVert",
        paper="Nobody 2026",
        equation="equation 1",
        operations="n_q n_k d_k",
        memory="n_q n_k",
    )
    monkeypatch.setitem(SCORES, "euclidean", entry)
    # The lesson may have been imported before.
    own = Choice(tuple(SCORES), "dot")
    monkeypatch.setitem(LESSON.own, "function", own)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["hand", "model", "random", "onehot"])
def test_it_has_a_line_and_a_tile_for_every_source(kind, language) -> None:
    app = open_page(vectors=kind, language=language)
    assert table(app).iloc[-1, 0] == "euclidean"
    titles = [a["text"] for a in tiles(app)["layout"]["annotations"]]
    assert "euclidean" in titles


def tiles(app: AppTest) -> dict:
    return figure(app, "tiles_1")


def test_it_is_computed_and_can_be_chosen_in_the_menu() -> None:
    app = open_page(q="0,0;1,0", k="3,4;0,0;0,1")
    menu = app.segmented_control(key="scores.function")
    checked(menu.set_value("euclidean").run())
    powers = np.exp([-5.0, 0.0, -1.0])
    shown = [cell.split()[1] for cell in table(app).iloc[-1, 1:2]]
    assert shown == [f"{powers.max() / powers.sum():.2f}"]
    assert any("not written out" in c.value for c in app.caption)


def test_it_stands_among_the_facts() -> None:
    app = open_page(function="euclidean")
    app.session_state["scores.facts"] = True
    facts = [m.value for m in checked(app.run()).markdown if "|" in m.value]
    assert any("Nobody 2026" in fact for fact in facts)
