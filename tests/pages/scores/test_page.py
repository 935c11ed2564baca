"""The page about score functions: its numbers, tables, switches, address."""

from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core.attention import attend
from attention_core.heads import row_entropy
from attention_core.scores import SCORES
from pages.scores.tables import TABLES
from pages.scores.view import agreement
from tests.pages.latex import lines_of, recompute, result_of, unit_of
from texts.shown import LANGUAGES

PAGE = str(Path(__file__).parents[3] / "pages" / "scores" / "page.py")
KINDS = ("hand", "model", "random", "onehot")

pytestmark = pytest.mark.usefixtures("use_standin")


def open_page(**address) -> AppTest:
    app = AppTest.from_file(PAGE, default_timeout=120)
    for key, value in address.items():
        app.query_params[key] = value
    return checked(app.run())


def checked(app: AppTest) -> AppTest:
    assert [error.value for error in app.exception] == []
    return app


def said(app: AppTest) -> list[str]:
    return [warning.value for warning in app.warning]


def latex_lines(app: AppTest) -> list[str]:
    return [line for block in app.latex for line in lines_of(block.value)]


def results(app: AppTest) -> list:
    """The tables with a line for each function; editors are tables too."""
    frames = [frame.value for frame in app.dataframe]
    return [frame for frame in frames if len(frame) == len(SCORES)]


def table(app: AppTest):
    return results(app)[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_source_of_vectors_works(kind, language) -> None:
    app = open_page(vectors=kind, language=language)
    assert said(app) == []
    assert len(table(app)) == len(SCORES)
    assert any("**" in caption.value for caption in app.caption)


@pytest.mark.parametrize("function", SCORES)
@pytest.mark.parametrize(
    "address",
    [{}, {"vectors": "random", "d": "3"}, {"d": "4", "unit": "on"}],
)
def test_every_line_shown_follows_from_its_digits(function, address) -> None:
    app = open_page(function=function, doubled="2", **address)
    lines = latex_lines(app)
    assert len(lines) >= 1 + 3 + 1 + 3 + 2  # score, powers, sum, weights, c
    for line in lines:
        assert abs(recompute(line) - result_of(line)) <= unit_of(line), line


def test_the_numbers_are_those_of_the_core() -> None:
    app = open_page(q="2,1;0,3", k="1,1;2,0;0,-1", values="1,0;0,1;5,5")
    query, key = [[2, 1], [0, 3]], [[1, 1], [2, 0], [0, -1]]
    value = [[1, 0], [0, 1], [5, 5]]
    expected = attend(SCORES["dot"](query, key), value)
    results = [result_of(line) for line in latex_lines(app)]
    wanted = [*expected.weights[0], *expected.context[0]]
    np.testing.assert_allclose(results[-5:], wanted, atol=1e-4)
    bits = -sum(a * np.log2(a) for a in expected.weights[0])
    assert table(app).iloc[0, 3] == f"{bits:.3f}"
    assert table(app).iloc[0, 1] == f"k₂ {expected.weights[0, 1]:.2f}"


def test_dot_cosine_and_gaussian_disagree_at_first() -> None:
    heaviest = table(open_page()).iloc[:, 1].tolist()
    found = dict(zip(SCORES, heaviest, strict=True))
    names = [found[name][:2] for name in ("dot", "cosine", "gaussian")]
    assert names == ["k₂", "k₃", "k₁"]


def test_doubling_a_key_changes_what_depends_on_length_only() -> None:
    before = table(open_page()).iloc[:, 3].tolist()
    after = table(open_page(doubled="2")).iloc[:, 3].tolist()
    changed = {
        name
        for name, old, new in zip(SCORES, before, after, strict=True)
        if old != new
    }
    expected = {name for name, entry in SCORES.items() if entry.length_matters}
    assert changed == expected


def test_with_all_lengths_one_dot_and_cosine_are_equal() -> None:
    rows = table(open_page(unit="on", doubled="2")).iloc[:, 1:4].values
    names = list(SCORES)
    dot, cosine = names.index("dot"), names.index("cosine")
    assert rows[dot].tolist() == rows[cosine].tolist()


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("", "nothing is typed"),
        ("abc", "“abc” is no number"),
        ("nan", "not a number"),
        ("inf", "is infinite"),
        ("1e308", "too large"),
    ],
)
def test_a_bad_cell_gets_one_sentence_and_stays(cell, words) -> None:
    app = open_page(k=f"{cell or ','},1".replace(",,", ","))
    assert len(said(app)) == 1
    assert words in said(app)[0]
    assert "row 1, column 1" in said(app)[0]
    assert app.session_state["scores.k"][0][0] == cell
    assert len(table(app)) == len(SCORES)


@pytest.mark.parametrize("W", ["1,2;3", "1;2;3;4;5", "1,2,3,4,5"])
def test_a_table_of_the_wrong_shape_gets_one_sentence(W) -> None:
    app = open_page(W=W)
    assert len(said(app)) == 1
    assert "at most 4 rows and 4 columns" in said(app)[0]
    assert app.session_state["scores.W"] == TABLES["W"].default


def test_a_place_that_does_not_exist_gets_one_sentence() -> None:
    app = open_page(row="77")
    assert ["77" in sentence for sentence in said(app)] == [True]
    assert "row" not in app.query_params  # the address is the picture


def test_undo_and_reset_bring_tables_back() -> None:
    app = open_page(q="5,5")
    typed = app.session_state["scores.q"]
    assert typed != TABLES["q"].default
    checked(app.button(key="scores.reset").click().run())
    assert app.session_state["scores.q"] == TABLES["q"].default
    checked(app.button(key="scores.undo").click().run())
    assert app.session_state["scores.q"] == typed


def test_a_slider_moves_the_query_and_says_what_changed() -> None:
    app = open_page()
    before = table(app).iloc[0, 3]
    checked(app.slider(key="scores.query_1_1_3_1").set_value(-1.5).run())
    assert app.session_state["scores.q"][0][:2] == ("-1.5", "1")
    assert table(app).iloc[0, 3] != before
    assert any("before the last edit" in c.value for c in app.caption)
    assert "".join(app.query_params["q"]).startswith("-1.5,1,")


def test_guessing_first_covers_all_results_until_they_are_revealed() -> None:
    app = open_page(guess="on", function="cosine")
    assert results(app) == []
    assert [block.value.count(r"\mathbf") for block in app.latex] == [0]
    assert [block.value.count("boxed") for block in app.latex] == [1]
    for stage in range(3):
        assert len(app.latex) == stage + 1
        checked(app.button(key=f"scores.reveal_{stage}").click().run())
    assert len(results(app)) == 1
    assert all("boxed" not in block.value for block in app.latex)
    app.session_state["scores.column"] = 1
    assert len(checked(app.run()).latex) == 1  # another cell: guess again


def test_concat_gives_the_scores_of_additive() -> None:
    for kind in KINDS:
        rows = table(open_page(vectors=kind)).iloc[:, 1:-1].values
        names = list(SCORES)
        additive, concat = names.index("additive"), names.index("concat")
        assert rows[additive].tolist() == rows[concat].tolist()


@pytest.mark.parametrize("key", TABLES)
def test_a_table_survives_its_way_through_the_address(key) -> None:
    cells = tuple(
        tuple(f"{i},;%{j} x" for j in range(len(row)))
        for i, row in enumerate(TABLES[key].default)
    )
    assert TABLES[key].read(TABLES[key].write(cells)) == cells


def test_entropy_and_agreement() -> None:
    weights = np.array([[0.5, 0.25, 0.25], [1.0, 0.0, 0.0]])
    assert row_entropy(weights).tolist() == [1.5, 0.0]
    assert agreement(weights, weights[:, [0, 1, 2]]) == 2
    assert agreement(weights, weights[:, [1, 0, 2]]) == 0
