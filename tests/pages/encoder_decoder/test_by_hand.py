"""Weights typed by hand: rows of texts, the address, the c_i they make."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from language.sentence import read_sentence
from pages.encoder_decoder import by_hand, rows
from pages.encoder_decoder.choices import LESSON
from pages.encoder_decoder.view import own_weights, steered, walk
from pairs.models import FOLDER_VARIABLE, load_translator
from tests.pages.encoder_decoder.tools import (
    SOURCE,
    healthy,
    page,
    press,
    said,
    walks,
)
from tests.pages.shown import figure
from ui.chart import Click

LECTURE = ("0.6", "0.2", "0.3")
MAIN = str(Path(__file__).parents[3] / "app.py")
PAIR = {"source": "Tom chases Jerry", "forced": "汤姆 追逐 杰瑞"}


def hand_page(**query: str) -> AppTest:
    query.setdefault("hand", "0.6,0.2,0.3")
    return page(part="hand", **PAIR, **query)


def typed(app: AppTest) -> list[str]:
    """What stands in the cells of the row."""
    return [cell.value for cell in cells(app)]


def cells(app: AppTest) -> list:
    return [box for box in app.text_input if box.label.startswith("weights")]


def fill(app: AppTest, column: int, value: str) -> AppTest:
    cells(app)[column - 1].set_value(value)
    return healthy(app.run())


# --------------------------------------------------------------------- rows


def test_the_weights_of_the_lecture_are_flagged() -> None:
    (sentence,) = rows.complaints(LECTURE, np.float64(LECTURE), 1)
    assert "Row 1: 0.6 + 0.2 + 0.3 = **1.1**, not 1" in sentence


def test_normalizing_divides_a_row_by_its_sum() -> None:
    found = rows.normalized(LECTURE, np.float64(LECTURE))
    assert found == ["0.5455", "0.1818", "0.2727"]
    assert rows.complaints(found, np.float64(found), 1) == []
    whole = ("0.2", "0.7", "0.1")
    assert rows.normalized(whole, np.float64(whole)) == whole


@pytest.mark.parametrize("row", [(0, 0), (-0.5, 2.5)])
def test_a_row_that_makes_no_weights_is_not_normalized(row) -> None:
    assert rows.normalized([str(x) for x in row], np.float64(row)) is None


def test_rounded_shares_sum_to_one_and_are_close() -> None:
    rng = np.random.default_rng(5)
    for n in (2, 3, 7, 11):
        weights = rng.dirichlet(np.ones(n))
        shares = [float(s) for s in rows.rounded_shares(weights, 3)]
        assert sum(shares) == pytest.approx(1, abs=1e-12)
        np.testing.assert_allclose(shares, weights, atol=1.0001e-3)


@pytest.mark.parametrize(
    ("raw", "width"), [(";0.5,a%2Cb%3Bc;,-1", 2), ("1", 1), (",,1;;2,,", 3)]
)
def test_rows_survive_their_way_through_the_address(raw, width) -> None:
    field = rows.TypedRows()
    table = field.read(raw)
    assert np.shape(table) == np.shape(field.default)
    assert rows.fits(table, width)
    assert not rows.fits(table, width - 1)
    assert field.write(table) == raw


@pytest.mark.parametrize(
    "bad", ["", ";;", "1,2;3", ";" * 60 + "1;1", "1" + "," * 40]
)
def test_what_is_no_table_is_refused(bad) -> None:
    with pytest.raises(ValueError, match=r"^$|max"):
        rows.TypedRows().read(bad)


def test_a_row_is_put_between_others() -> None:
    table = rows.with_row(rows.TypedRows().read("1,2;3,4"), 1, ["5"])
    assert rows.TypedRows().write(table) == "1,2;5,"


# --------------------------------------------------------------------- page


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("-0.5", "column 2: \\-0\\.5 is negative"),
        ("abc", "row 1, column 2: “abc” is no number; 0\\.2 counts"),
        ("nan", "“nan” (not a number) cannot be computed with"),
        ("inf", "“inf” is infinite"),
        ("1e9", "“1e9” is too large here, at most 1000"),
    ],
)
def test_an_odd_cell_gets_a_sentence_and_stays(cell, words) -> None:
    app = fill(hand_page(), 2, cell)
    assert words in said(app)
    assert typed(app) == ["0.6", cell, "0.3"]


def test_an_empty_cell_of_a_typed_row_counts_as_zero() -> None:
    app = fill(hand_page(), 2, "")
    assert "0.6 + 0 + 0.3 = **0.9**" in said(app)


def test_the_lecture_s_row_is_one_click_away_flagged_and_normalized() -> None:
    app = press(hand_page(hand="1,0,0"), "row_lecture")
    assert typed(app) == ["0.6", "0.2", "0.3"]
    assert "0.6 + 0.2 + 0.3 = **1.1**" in app.warning[0].value
    press(app, "row_normalize")
    assert not app.warning
    assert app.query_params["hand"] == "0.5455,0.1818,0.2727"
    press(app, "undo")
    assert "1.1" in app.warning[0].value
    assert app.query_params["hand"] == "0.6,0.2,0.3"
    press(app, "reset")
    assert typed(app) == ["", "", ""]
    assert "hand" not in app.query_params


def test_a_link_to_the_lecture_s_pair_opens_the_lecture_s_weights() -> None:
    app = page(part="hand", **PAIR)
    assert typed(app) == ["0.6", "0.2", "0.3"]
    assert "0.6 + 0.2 + 0.3 = **1.1**" in said(app)
    press(app, "row_models")  # from then on the model's own are a choice
    assert typed(app) == ["", "", ""]
    assert typed(healthy(app.run())) == ["", "", ""]


@pytest.mark.parametrize(
    "other",
    [{"forced": "汤姆 爱 杰瑞"}, {"source": "Tom likes Jerry"}, {"hand": "1"}],
)
def test_links_to_other_pairs_do_not(other) -> None:
    app = page(part="hand", **(PAIR | other))
    assert typed(app)[0] == other.get("hand", "")


def test_a_link_opens_the_typed_weights() -> None:
    app = press(hand_page(), "row_normalize")
    again = page(**app.query_params)
    assert typed(again) == ["0.5455", "0.1818", "0.2727"]
    assert again.query_params == app.query_params


def test_typed_weights_come_back_through_the_menu() -> None:
    app = AppTest.from_file(MAIN, default_timeout=120).run()
    healthy(app.switch_page("pages/encoder_decoder/page.py").run())
    for name, value in {**PAIR, "part": "hand"}.items():
        app.session_state[LESSON.key(name)] = value
    press(healthy(app.run()), "row_lecture")
    press(app, "row_normalize")
    for other in ("attention", "encoder_decoder"):
        app.switch_page(f"pages/{other}/page.py")
        healthy(app.run())
    assert typed(app) == ["0.5455", "0.1818", "0.2727"]
    assert app.query_params["hand"] == "0.5455,0.1818,0.2727"


def test_typed_weights_stay_with_their_pair() -> None:
    app = fill(hand_page(), 1, "0.5")
    app.text_input(key="source").set_value("cat dog").run()
    assert typed(healthy(app)) == ["", ""]
    assert "hand" not in app.query_params
    fill(app, 2, "1")
    assert app.query_params["hand"] == ",1"
    app.text_input(key="source").set_value(PAIR["source"]).run()
    assert typed(healthy(app)) == ["0.5", "0.2", "0.3"]
    assert app.query_params["hand"] == "0.5,0.2,0.3"


def test_the_model_s_own_row_counts_where_nothing_is_typed() -> None:
    app = page(source=SOURCE, part="hand", score="dot")
    _, right = walks()
    hints = [float(cell.placeholder) for cell in cells(app)]
    np.testing.assert_allclose(hints, right.weights[0], atol=0.0101)
    assert "with the model's own: 1.000" in said(app)
    press(app, "row_uniform")
    assert typed(app) == ["0.2000"] * 5
    press(app, "row_models")
    assert typed(app) == [""] * 5
    assert "hand" not in app.query_params


def test_rows_of_other_steps_are_kept() -> None:
    app = hand_page(hand=";1,0,0;0,0,-1", step="2")
    assert typed(app) == ["1", "0", "0"]
    fill(app, 3, "1")
    press(app, "on")
    assert typed(app) == ["0", "0", "-1"]
    assert "is negative" in said(app)
    assert app.query_params["hand"] == ";1,0,1;0,0,-1"


def test_a_table_of_another_shape_in_the_address_gets_a_sentence() -> None:
    app = hand_page(hand="1,2,3,4")
    (sentence,) = (w.value for w in app.warning if "address" in w.value)
    assert "hand = “1\\,2\\,3\\,4”" in sentence
    assert "rows of 3 numbers" in sentence
    assert "hand" not in app.query_params


def test_a_ragged_table_in_the_address_gets_a_sentence() -> None:
    assert "hand" in hand_page(hand="1,2;3").warning[0].value


def test_too_many_source_words_for_a_row_get_a_sentence() -> None:
    app = page(source="cat " * 41, part="hand")
    assert "at most 40 source words" in said(app)


# ------------------------------------------------- what is written with them


def steered_walk(given, source: str = SOURCE, forced: str = ""):
    """The free way and the steered one, without the page."""
    model = load_translator("attention")
    ids = read_sentence(forced, model.target).pieces.ids
    free = walk(model, source, ids, score="dot")
    table = np.full((rows.MOST_ROWS, len(free.annotations)), np.nan)
    for row, weights in enumerate(given):
        table[row] = weights
    return free, steered(model, free, source, table, ("dot", False))


def test_without_typed_rows_the_translation_is_the_model_s_own() -> None:
    free, mine = steered_walk([])
    assert mine is free


def test_the_model_s_own_weights_by_hand_change_nothing() -> None:
    free, _ = steered_walk([])
    _, mine = steered_walk(free.weights)
    assert mine.names == free.names
    np.testing.assert_allclose(mine.context, free.context, atol=1e-6)
    np.testing.assert_allclose(
        mine.record.next_probabilities,
        free.record.next_probabilities,
        atol=1e-6,
    )
    np.testing.assert_allclose(
        own_weights(mine, False), free.weights, atol=1e-6
    )


@pytest.mark.parametrize("forced", ["", "黑 猫 睡觉"])
def test_a_typed_row_reaches_the_next_words_and_states(forced) -> None:
    given = [np.eye(5)[4], np.full(5, np.nan)]
    free, mine = steered_walk(given, forced=forced)
    np.testing.assert_allclose(mine.context[0], mine.annotations[4])
    first = [way.record.next_probabilities[0] for way in (free, mine)]
    assert np.abs(first[0] - first[1]).max() > 1e-3
    assert np.abs(mine.record.states[1] - free.record.states[1]).max() > 1e-3
    if forced:
        assert mine.names == free.names


def test_a_cell_s_click_puts_all_weight_there_and_marks_what_changes() -> None:
    app = page(source=SOURCE, part="hand", score="dot")
    free = said(app)
    app.session_state[LESSON.key("_tables")].pressed.append(
        lambda: by_hand.put_all(4, 0, 5)
    )
    healthy(app.run())
    assert app.query_params["hand"] == "0,0,0,0,1"
    labels = figure(app, "hand_weights")["layout"]["yaxis"]["ticktext"]
    model = load_translator("attention")
    before = walk(model, SOURCE, score="dot")
    _, after = steered_walk([np.eye(5)[4]])
    for k, label in enumerate(labels):
        assert (by_hand.TYPED_MARK in label) == (k == 0)
        is_other = by_hand.differing(before, after)[k]
        assert (by_hand.OTHER_MARK in label) == is_other
    is_changed = any(by_hand.differing(before, after))
    assert ("**" in said(app).split("By hand:")[1].split("\n")[0]) == is_changed
    assert "By hand: **" not in free
    axes = figure(app, "hand_weights")["layout"]["yaxis"]["title"]["text"]
    assert "sums to 1" not in axes


def test_the_click_waits_for_the_next_run(monkeypatch) -> None:
    waiting, put = [], {}
    monkeypatch.setattr(by_hand, "waiting", lambda _: waiting)
    monkeypatch.setattr(
        type(LESSON), "put", lambda _, **values: put.update(values)
    )
    _, mine = steered_walk([])
    by_hand._click(mine).take(Click(x=3, y=1, serial=1))
    (action,) = waiting
    assert action.args == (3, 1, 5)
    assert put == {"step": 2}


def test_other_words_than_in_the_free_translation_are_found() -> None:
    free, _ = steered_walk([], forced="黑 猫 睡觉")
    mine = replace(free, names=("黑", "狗", "睡觉", "在", "</s>"))
    assert by_hand.differing(free, mine) == [False, True, False, True, True]
    assert by_hand.differing(mine, free) == [False, True, False, True]


def test_with_the_shipped_model_another_word_comes_out(monkeypatch) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)
    source = "The black cat is sleeping in the kitchen ."
    names = load_translator("attention").source.encode(source.split()).ids
    given = np.eye(len(names))[[source.split().index("kitchen")]]
    free, mine = steered_walk(given, source)
    assert free.names[0] != "厨房"
    assert mine.names[0] == "厨房"
    assert by_hand.differing(free, mine)[0]


def test_tom_and_jerry_change_places_by_hand(monkeypatch) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)
    free, mine = steered_walk(np.eye(3)[[2, 1, 0]], "Tom chases Jerry")
    assert free.names[0] == "汤姆"
    assert mine.names[:3] == ("杰瑞", "追逐", "汤姆")
