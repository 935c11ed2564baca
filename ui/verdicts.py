"""Says when a model does not read what was typed, or its translation failed."""

from collections.abc import Sequence

import streamlit as st

from language.sentence import Sentence
from language.verdict import Side, Verdict, failure, judge
from pairs.languages import language_name
from pairs.models import Translator
from pairs.view import PairView
from texts.shown import text
from ui.inputs import label
from ui.state import Lesson
from worked.digits import fixed


def judged(
    model: Translator, source: Sentence, target: Sentence | None = None
) -> tuple[Verdict, Verdict]:
    """Judge what was typed as source and as target; nothing is read."""
    first, second = (each.tongues[0] for each in (model.source, model.target))
    sides = Side(first, model.source), Side(second, model.target)
    words = target.words if target else []
    return judge(source.words, *sides), judge(words, *reversed(sides))


def _sentence(lesson: Lesson, name: str, verdict: Verdict) -> str:
    """Say in one sentence what the model reads, and what was typed."""
    return text(
        "languages",
        verdict.kind,
        box=label(lesson, name),
        expected=language_name(verdict.expected),
        found=language_name(verdict.found),
        strange=verdict.n_strange,
        count=verdict.n_words,
    )


def _swap(lesson: Lesson, names: tuple[str, str]) -> None:
    """Exchange what is typed on both sides; nothing is lost."""
    first, second = names
    lesson.put(**{first: lesson[second], second: lesson[first]})


def warn(
    lesson: Lesson,
    verdicts: tuple[Verdict, Verdict],
    names: tuple[str, str] = ("source", "target"),
) -> None:
    """Say which side the model does not read; offer to exchange them."""
    for name, verdict in zip(names, verdicts, strict=True):
        if verdict.warns:
            st.warning(_sentence(lesson, name, verdict))
    if any(verdict.kind == "exchanged" for verdict in verdicts):
        st.button(
            text("languages", "swap"),
            key=lesson.key("swap"),
            on_click=_swap,
            args=(lesson, names),
        )


def failed(
    source: Sentence,
    written: Sequence[str],
    verdict: Verdict,
    probability: float,
) -> str:
    """Say beside a translation that it is guesswork, or goes in a circle.

    `probability` is what the model gave each of its words, in the mean.
    Markdown; empty if there is nothing to be seen.
    """
    kind = failure(source.words, written, verdict, probability)
    if not kind:
        return ""
    return f"**{text('languages', kind, p=fixed(probability, 2))}**"


def warn_of_pair(lesson: Lesson, model: Translator, view: PairView) -> str:
    """Say what of a typed pair the model does not read.

    Returns what is to be said of its own translation; empty if it is typed.
    """
    typed = None if view.translated else view.target
    verdicts = judged(model, view.source, typed)
    warn(lesson, verdicts)
    if not view.translated:
        return ""
    written = view.target.words
    return failed(view.source, written, verdicts[0], view.probability)
