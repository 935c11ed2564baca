"""One exercise: question, answer, verdict, hint, full line."""

import zlib

import streamlit as st

from exercises.drawing import given_latex
from exercises.task import Task
from figures.heatmap import heatmap
from practice.attempts import Attempt, Which, attempt_at, keep
from texts.shown import text
from ui.chart import Click, Clickable, chart
from ui.figure_words import heatmap_words
from ui.state import Lesson


def exercise(lesson: Lesson, kind: str, seed: str, number: int = 1) -> Attempt:
    """Draw an exercise on a lesson's page; return what was done with it."""
    which = Which(kind, seed, number)
    task, attempt = which.task(), attempt_at(which)
    st.markdown(text("tasks", f"{kind}_ask", **task.blanks))
    _show_given(lesson, which, task)
    _answer_form(lesson, which, task, attempt)
    _say_verdict(attempt)
    _offer_help(lesson, which, attempt)
    if attempt.shows_hint:
        hint = text("tasks", f"{kind}_hint", **task.blanks)
        st.info(text("practice", "hint_says", hint=hint))
    if attempt.shows_line:
        with st.container(border=True):
            st.caption(text("practice", "line_title"))
            for line in task.written:
                st.latex(line)
    return attempt


def _key(lesson: Lesson, which: Which, name: str) -> str:
    """Return the key of a widget: each task has its own."""
    seed = zlib.crc32(which.seed.encode())
    return lesson.key(f"{name}.{which.kind}.{seed}.{which.number}")


def _show_given(lesson: Lesson, which: Which, task: Task) -> None:
    """Show the numbers of a task, one of them perhaps as a picture."""
    told = {n: x for n, x in task.given.items() if n != task.picture}
    with st.container(
        horizontal=True, gap="medium", vertical_alignment="center"
    ):
        for letter, values in told.items():
            st.latex(given_latex(letter, values), width="content")
    if not task.picture:
        return
    values = task.given[task.picture]
    n_q, n_k = values.shape

    def choose(click: Click) -> None:
        _take(lesson, which, f"{click.y + 1}, {click.x + 1}")

    figure = heatmap(
        values,
        [f"q{n + 1}" for n in range(n_q)],
        [f"k{n + 1}" for n in range(n_k)],
        row_title=text("practice", "row_title"),
        column_title=text("practice", "column_title"),
        words=heatmap_words(),
        height=300,
    )
    cells = Clickable(n_q, n_k, choose)
    alt = text("practice", "heatmap_alt")
    chart(figure, key=_key(lesson, which, "map"), alt=alt, cells=cells)


def _asked_for(task: Task) -> str:
    """Say in which form the answer is wanted."""
    if task.options:
        return text("practice", "choose_one")
    count = len(task.answer)
    if task.picture:
        return text("practice", "cell")
    if not task.decimals:
        key = "whole" if count == 1 else "wholes"
        return text("practice", key, count=count)
    key = "number" if count == 1 else "numbers"
    return text("practice", key, count=count, decimals=task.decimals)


def _answer_form(
    lesson: Lesson, which: Which, task: Task, attempt: Attempt
) -> None:
    """Draw the place for the answer; Enter or the button sends it."""
    key = _key(lesson, which, "answer")
    if key not in st.session_state:
        st.session_state[key] = attempt.typed or (None if task.options else "")
    with st.form(_key(lesson, which, "form"), border=False):
        if task.options:
            st.segmented_control(
                _asked_for(task), task.options, format_func=_option, key=key
            )
        else:
            st.text_input(_asked_for(task), key=key, autocomplete="off")
        st.form_submit_button(
            text("practice", "check"),
            on_click=_check,
            args=(lesson, which),
        )


def _option(option: str) -> str:
    return f"${option}$"


def _check(lesson: Lesson, which: Which) -> None:
    """Judge what stands in the place for the answer."""
    typed = st.session_state.get(_key(lesson, which, "answer"))
    attempt = attempt_at(which)
    attempt.take(which.task(), str(typed or ""))
    keep(which, attempt)


def _take(lesson: Lesson, which: Which, typed: str) -> None:
    """Judge a cell that was clicked, and write it where it could be typed."""
    st.session_state[_key(lesson, which, "answer")] = typed
    _check(lesson, which)


def _say_verdict(attempt: Attempt) -> None:
    """Say what is right or wrong about the last answer."""
    verdict = attempt.verdict
    if verdict.is_right:
        st.success(text("practice", "right"))
    elif verdict.mistake:
        st.warning(
            text(
                "practice",
                "not_yet",
                mistake=text("tasks", f"mistake_{verdict.mistake}"),
            )
        )
    elif verdict.places:
        places = ", ".join(map(str, verdict.places))
        st.warning(text("practice", "some_wrong", places=places))
    elif verdict.outcome == "wrong":
        st.warning(text("practice", "wrong"))
    elif attempt.typed:
        st.info(text("practice", f"cannot_{verdict.outcome}"))


def _offer_help(lesson: Lesson, which: Which, attempt: Attempt) -> None:
    """Draw the buttons that ask for the hint and for the full line."""
    with st.container(horizontal=True):
        for name, is_shown in (
            ("hint", attempt.shows_hint),
            ("line", attempt.shows_line),
        ):
            st.button(
                text("practice", f"want_{name}"),
                key=_key(lesson, which, name),
                disabled=is_shown,
                on_click=_want,
                args=(which, name),
            )


def _want(which: Which, name: str) -> None:
    """Remember that the hint, or the full line, is wanted."""
    attempt = attempt_at(which)
    setattr(attempt, f"wants_{name}", True)
    keep(which, attempt)
