"""What no honest browser sends does nothing; `forging` sends it."""

import random

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.pages import forging
from ui.chart import Click, Clickable


@pytest.mark.parametrize("page", [*forging.PATHS])
def test_forged_messages_break_no_page(page, caplog) -> None:
    for seed, query in enumerate(forging.PATHS[page]):
        app = forging.open_page(page, query)
        for most in (1, 3, 100):
            rng = random.Random(f"{page} {seed} {most}")
            app._run(forging.forge(app, rng, most))
            assert forging.complaints(app) == []
    assert "Traceback" not in caplog.text


def test_a_click_that_no_longer_fits_does_nothing() -> None:
    """Early clicks: the words have changed, the old picture still stands."""
    long = "zqxjk vbwkz qqqqx wwwwz kkkkj antidisestablishmentarianism"
    query = {"view": "scores", "source": long, "target": "魑魅魍魉 龘龘"}
    app = forging.open_page("attention", query)
    states = app._tree.get_widget_states()
    (source,) = (w for w in states.widgets if w.id.endswith("-source"))
    source.string_value = "qx"
    app._run(states)
    (heatmap,) = (c for c in forging.charts(app) if c.endswith("-heatmap"))
    click = '[{"event": "click", "value": {"x": 9, "y": 1, "serial": 1}}]'
    name = f"$$STREAMLIT_INTERNAL_KEY_{heatmap}__events"
    states = app._tree.get_widget_states()
    states.widgets.append(WidgetState(id=name, json_trigger_value=click))
    app._run(states)
    assert forging.complaints(app) == []
    assert app.text_input(key="source").value == "qx"


def test_an_honest_click_counts() -> None:
    app = forging.open_page("attention", {"i": "1", "j": "1"})
    (heatmap,) = (c for c in forging.charts(app) if c.endswith("-heatmap"))
    click = '[{"event": "click", "value": {"x": 1, "y": 2, "serial": 1}}]'
    name = f"$$STREAMLIT_INTERNAL_KEY_{heatmap}__events"
    states = app._tree.get_widget_states()
    states.widgets.append(WidgetState(id=name, json_trigger_value=click))
    app._run(states)
    assert [app.session_state[f"attention.{n}"] for n in "ij"] == [3, 2]


@pytest.mark.parametrize(
    ("y", "x", "counts"),
    [(0, 0, 1), (1, 2, 1), (2, 0, 0), (0, 3, 0), (-1, 0, 0), (0, -1, 0)],
)
def test_only_cells_of_the_picture_can_be_chosen(y, x, counts) -> None:
    chosen = []
    Clickable(2, 3, chosen.append).take(Click(x, y, 1))
    assert len(chosen) == counts
