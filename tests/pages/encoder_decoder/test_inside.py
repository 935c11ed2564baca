"""Inside a step: the equations are those of the model, digit by digit."""

import numpy as np
import pytest

from pages.encoder_decoder.choices import LESSON
from pages.encoder_decoder.step import (
    choice_lines,
    decoder_lines,
    encoder_lines,
    step_of,
)
from pages.encoder_decoder.view import walk
from pairs.models import FOLDER_VARIABLE, load_translator
from tests.pages.encoder_decoder.tools import page, press, said
from tests.pages.shown import check_line, figure, is_numeric

SOURCE = "The black cat is sleeping in the kitchen ."


@pytest.fixture
def shipped(monkeypatch):
    monkeypatch.delenv(FOLDER_VARIABLE)
    model = load_translator("attention")
    return model, walk(model, SOURCE, score="scaled_dot")


def test_the_equations_give_what_the_model_did(shipped) -> None:
    """s_i = GRU([e_i; c_i], s_(i-1)); p(y_i) by the readout; E[word] is x."""
    model, way = shipped
    for i in range(way.n_steps):
        step = step_of(model, way, i, 0)
        logged = np.exp(way.record.log_probabilities[i])
        assert step.probability == pytest.approx(logged, abs=1e-5)
        if i + 1 < way.n_steps:
            after = way.record.states[i + 1]
            np.testing.assert_allclose(step.s_after, after, atol=1e-5)
    assert step.s_after is None
    assert (step.d_h, step.h.shape[1]) == (128, 256)


@pytest.mark.parametrize("ahead", [True, False])
@pytest.mark.parametrize("j", [0, 4, 8])
def test_each_half_of_an_annotation_follows_from_its_neighbor(
    shipped, j, ahead
) -> None:
    model, way = shipped
    step = step_of(model, way, 0, j)
    for m in (0, 17, 127):
        found = encoder_lines(step, m, ahead, "{count} others")
        place = m if ahead else m + step.d_h
        expected = way.annotations[j, place]
        assert found.lines[-1].values[0] == pytest.approx(expected, abs=1e-5)


def test_the_written_numbers_are_those_of_the_step(shipped) -> None:
    model, way = shipped
    step = step_of(model, way, 2, 1)
    state = decoder_lines(step, 17, "{count}").lines[-1].values[0]
    assert state == pytest.approx(way.record.states[3][17], abs=1e-5)
    readout, share = choice_lines(step, 17, "{count}")
    assert readout.lines[-1].values[0] == pytest.approx(step.readout[17])
    assert share.lines[-1].values[0] == pytest.approx(step.probability)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("step", ["1", "2", "99"])
def test_every_line_of_the_part_recomputes(step, language) -> None:
    app = page(part="inside", step=step, m="2", language=language)
    app.session_state[LESSON.key("sums")] = True
    lines = [line.value for line in app.run().latex if is_numeric(line.value)]
    assert len(lines) >= 10
    for line in lines:
        check_line(line)


def test_the_picture_shows_the_numbers_that_are_written_out() -> None:
    app = page(part="inside", step="1", m="2")
    boxes = figure(app, "inside")["data"][0]["text"]
    state = next(box for box in boxes if box.startswith("<b>s<sub>1"))
    found = [x.value for x in app.latex if "s_{1}[2] =" in x.value]
    (line,) = found
    assert check_line(line) == pytest.approx(
        float(state.split("<br>")[1]), abs=0.0056
    )
    weights = [float(c) for c in figure(app, "heatmap")["data"][0]["text"][0]]
    notes = figure(app, "inside")["layout"]["annotations"]
    labels = {note["text"] for note in notes if note["text"]}
    assert f"{max(weights):.2f}" in labels


def test_a_dimension_beyond_the_model_is_said() -> None:
    app = page(part="inside", m="128")
    assert "there are only" in app.warning[0].value
    assert app.number_input(key=LESSON.key("m")).value == 1


def test_behind_the_end_there_is_no_state() -> None:
    app = page(source="Tom", forced="汤姆", part="inside", step="2")
    assert "no further state" in said(app)
    assert "no further state" not in said(press(app, "back"))
