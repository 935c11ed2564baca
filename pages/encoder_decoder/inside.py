"""Inside one step: f and g, with the numbers of the step; a part of the page.

One dimension of every vector is written out, so that it can be recomputed.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import streamlit as st

from figures import Figure
from figures.flow import Arrow, Box, flow
from figures.labels import token_labels
from pages.encoder_decoder.choices import LESSON
from pages.encoder_decoder.step import (
    Step,
    choice_lines,
    decoder_lines,
    encoder_lines,
    step_of,
)
from pages.encoder_decoder.view import Walk
from pairs.models import Translator
from texts.shown import plain, text
from ui.chart import chart
from ui.inputs import closed_box, whole_number, within
from worked.digits import fixed
from worked.latex import stacked, written
from worked.recurrence import Written

Floats = npt.NDArray[np.floating]

LONGEST = 9  # characters of a word in a box
WIDE, HIGH = 2.5, 0.86  # of a box
COLUMNS = (1.3, 4.2, 7.1, 10.0)
ROWS = (0.0, 1.25, 2.5, 3.75)


def _box(
    name: str, lines: Sequence[str], at: tuple[int, int], lit: bool = False
) -> Box:
    x, y = COLUMNS[at[0]], ROWS[at[1]]
    return Box(name, lines, x, y, WIDE, HIGH, lit)


def _sub(letter: str, number: int) -> str:
    return f"{letter}<sub>{number}</sub>"


def _encoder_boxes(step: Step, m: int) -> list[Box]:
    """Return x_j and h_j, and their neighbors on both sides."""
    names = token_labels(step.way.source.piece_names(), longest=LONGEST)
    found = []
    for column, j in enumerate((step.j - 1, step.j, step.j + 1)):
        if 0 <= j < len(names):
            size = f"{_sub('x', j + 1)} · {step.x.shape[1]}"
            found.append(_box(f"x{j}", [names[j], size], (column, 0)))
            ahead, back = step.h[j, m], step.h[j, step.d_h + m]
            lines = [
                f"<b>{_sub('h', j + 1)}</b> · 2 × {step.d_h}",
                f"→ {fixed(ahead, 2)}  ← {fixed(back, 2)}",
            ]
            found.append(_box(f"h{j}", lines, (column, 1), j == step.j))
        elif j in (-1, len(names)):
            found.append(_box(f"h{j}", ["0"], (column, 1)))
    return found


def _decoder_boxes(step: Step, m: int) -> list[Box]:
    """Return s_(i-1), c_i, s_i, the readout, and the words before and now."""
    i, way = step.i + 1, step.way
    before = way.names[step.i - 1] if step.i else "<s>"
    shown = token_labels([before, way.names[step.i]], longest=LONGEST)
    after = "–" if step.s_after is None else fixed(step.s_after[m], 2)

    def vector(letter: str, values: Floats) -> list[str]:
        return [f"<b>{letter}</b> · {len(values)}", fixed(values[m], 2)]

    state = [f"<b>{_sub('s', i)}</b> · {len(step.s_before)}", after]
    word = [f"<b>{_sub('y', i)}</b> {shown[1]}", fixed(step.probability, 2)]
    last = [shown[0], f"{_sub('e', i - 1)} · {len(step.e_before)}"]
    return [
        _box("before", vector(_sub("s", i - 1), step.s_before), (0, 3)),
        _box("c", vector(_sub("c", i), step.context), (1, 2), True),
        _box("after", state, (2, 3), True),
        _box("last", last, (3, 1)),
        _box("readout", vector(f"{_sub('t', i)}", step.readout), (3, 2)),
        _box("word", word, (3, 3), True),
    ]


def picture(step: Step, m: int) -> Figure:
    """Draw what goes into what at a step, with dimension m, from 0."""
    boxes = [*_encoder_boxes(step, m), *_decoder_boxes(step, m)]
    here, j = {box.name for box in boxes}, step.j
    arrows = [Arrow(f"x{k}", f"h{k}") for k in (j - 1, j, j + 1)]
    arrows += [Arrow(f"h{k}", f"h{j}") for k in (j - 1, j + 1)]
    for k in range(max(j - 1, 0), min(j + 2, len(step.h))):
        weight = fixed(step.way.weights[step.i, k], 2)
        arrows.append(Arrow(f"h{k}", "c", weight))
    arrows += [
        Arrow("before", "after"),
        Arrow("c", "after"),
        Arrow("word", "after"),
        Arrow("before", "readout"),
        Arrow("c", "readout"),
        Arrow("last", "readout"),
        Arrow("readout", "word"),
    ]
    return flow(boxes, [a for a in arrows if {a.tail, a.head} <= here])


def _alt(step: Step, m: int) -> str:
    """Return the picture in words."""
    blanks = {"i": step.i + 1, "j": step.j + 1, "before": step.i, "m": m + 1}
    word = step.way.names[step.i]
    p = fixed(step.probability, 2)
    return text("inside", "alt", word=word, p=p, **blanks)


def _lines(found: Written) -> None:
    for one in found.lines:
        st.latex(written(one, 0, found.decimals))


def _sums(found: Written) -> None:
    for one in found.sums:
        st.latex(stacked(one, 0, found.decimals))


def _draw_numbers(step: Step, m: int) -> list[Written]:
    """Draw the lines of both units and of the choice; return them all."""
    others, i = text("stages", "others"), step.i + 1
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(text("inside", "encoder", j=step.j + 1))
        halves = [encoder_lines(step, m, a, others) for a in (True, False)]
        for half in halves:
            _lines(half)
    with right:
        st.markdown(text("inside", "decoder", i=i, before=i - 1))
        state = [decoder_lines(step, m, others)]
        if step.s_after is None:
            state = []
            st.caption(text("inside", "no_state"))
        for one in state:
            _lines(one)
        word = plain(step.way.names[step.i])
        st.markdown(text("inside", "choice", word=word, i=i, before=i - 1))
        choice = choice_lines(step, m, others)
        for one in choice:
            _lines(one)
    return [*halves, *state, *choice]


def part(model: Translator, way: Walk, row: int, j: int) -> None:
    """Draw a step of the system with attention; row and piece from 0."""
    step = step_of(model, way, row, j)
    sizes = {"d_h": step.d_h, "d": 2 * step.d_h}
    st.markdown(text("inside", "says", **sizes))
    chosen = within(LESSON, "m", step.d_h) or 0
    whole_number(LESSON, "m")
    alt = _alt(step, chosen)
    chart(picture(step, chosen), key="inside", alt=alt)
    st.caption(text("inside", "picture_says", m=chosen + 1))
    found = _draw_numbers(step, chosen)
    box = closed_box(LESSON, "sums", text("inside", "sums"))
    if box.open:
        with box:
            for place, half in zip(
                st.columns(2), (found[:2], found[2:]), strict=True
            ):
                with place:
                    for one in half:
                        _sums(one)
    st.caption(text("stages", "rounding"))
