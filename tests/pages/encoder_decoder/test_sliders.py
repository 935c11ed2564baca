"""A slider for each weight of a row that is set by hand."""

import numpy as np
import pytest

from pages.encoder_decoder.choices import LESSON
from pages.encoder_decoder.sliders import MOST
from tests.pages.encoder_decoder.test_by_hand import (
    PAIR,
    cells,
    hand_page,
    typed,
)
from tests.pages.encoder_decoder.tools import healthy, page, press, said
from tests.pages.shown import figure


def sliders(app) -> list:
    prefix = LESSON.key("slide_")
    return [s for s in app.slider if (s.key or "").startswith(prefix)]


def move(app, column: int, value: float):
    sliders(app)[column - 1].set_value(value)
    return healthy(app.run())


def drawn(app, key: str = "hand_weights") -> np.ndarray:
    """The weights that a picture writes, row by row."""
    text = figure(app, key)["data"][0]["text"]
    return np.array([[float(t.replace("−", "-")) for t in row] for row in text])


def test_a_slider_sets_its_weight_and_the_others_stay() -> None:
    app = move(hand_page(), 2, 0.5)
    assert typed(app) == ["0.6", "0.5", "0.3"]
    assert app.query_params["hand"][0].startswith("0.6,0.5,0.3") or (
        "0.6,0.5,0.3" in app.query_params["hand"]
    )
    np.testing.assert_allclose(drawn(app)[0], [0.6, 0.5, 0.3])
    assert [slider.value for slider in sliders(app)] == [0.6, 0.5, 0.3]
    assert "= **1.4**, not 1" in said(app)


def test_the_first_move_makes_the_models_row_a_typed_one() -> None:
    app = page(part="hand", **PAIR | {"forced": "汤姆 追逐 汤姆"})
    own = drawn(app)[0]
    assert typed(app) == ["", "", ""]
    at = [slider.value for slider in sliders(app)]
    np.testing.assert_allclose(at, own, atol=0.0101)
    app = move(app, 1, 0.9)
    assert typed(app) == ["0.9", *(f"{value:.2f}" for value in at[1:])]
    assert "✎" in figure(app, "hand_weights")["layout"]["yaxis"]["ticktext"][0]


def test_a_move_is_undone_and_typed_numbers_move_the_slider() -> None:
    app = move(hand_page(), 1, 0.25)
    app = press(app, "undo")
    assert typed(app) == ["0.6", "0.2", "0.3"]
    assert sliders(app)[0].value == 0.6
    cells(app)[0].set_value("0.75")
    assert sliders(healthy(app.run()))[0].value == 0.75


@pytest.mark.parametrize(("cell", "end"), [("-2", 0.0), ("7", 1.0)])
def test_what_is_typed_beyond_the_ends_stays(cell, end) -> None:
    app = hand_page(hand=f"{cell},0.5,0.5")
    assert sliders(app)[0].value == end
    assert typed(move(app, 2, 0.1)) == [cell, "0.1", "0.5"]


def test_another_step_has_sliders_of_its_own() -> None:
    app = hand_page(hand="0.6,0.2,0.3;0.1,0.8,0.1", step="2")
    assert [slider.value for slider in sliders(app)] == [0.1, 0.8, 0.1]
    app = move(app, 3, 0.4)
    np.testing.assert_allclose(
        drawn(app)[:2], [[0.6, 0.2, 0.3], [0.1, 0.8, 0.4]]
    )


def test_long_rows_have_no_sliders_and_say_so() -> None:
    source = " ".join(["tom"] * (MOST + 1))
    app = page(part="hand", source=source)
    assert sliders(app) == []
    assert f"at most {MOST} source words" in said(app)
