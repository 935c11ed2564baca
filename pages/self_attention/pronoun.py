"""What "it" means: where one head looks from it, and what is written for it.

English says "it" of an animal and of a street; a language that gives nouns a
gender has to choose. Which head finds the noun, and how surely, was measured
by training/pronouns.py and stands in the model's card.
"""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from attention_core.transformer import translate
from language.sentence import MOST_WORDS
from pages.self_attention.choices import LESSON, PAGE
from pages.self_attention.reading import Options, framed_sentence
from pages.self_attention.view import SelfView, self_view
from pairs.models import Reader, models_folder
from texts.shown import plain, text
from ui.inputs import examples_of
from worked.digits import fixed

ASKS = "it"
FORMS = frozenset(
    form for word in ("il", "elle") for form in (word, f"-{word}", f"-t-{word}")
)
LEAST = 0.1  # weights below are not listed


@dataclass(frozen=True)
class Meant:
    """One sentence with "it" in it.

    Parameters
    ----------
    sentence : str
        As typed.
    looked_at : list of tuple of str and float
        The words that the head looks at from "it", the heaviest first.
    written : list of str
        The words of the translation.
    """

    sentence: str
    looked_at: list[tuple[str, float]]
    written: list[str]


@st.cache_data(max_entries=100, show_spinner=False)
def _written(_reader: Reader, name: str, typed: str) -> list[str]:  # noqa: ARG001  (part of the key of the cache)
    """Return the words of a greedy translation."""
    ids = framed_sentence(typed, _reader).pieces.ids
    found = translate(_reader.parameters, ids, max_length=MOST_WORDS)
    said = _reader.vocabulary.read(found.ids.tolist())
    tongue = _reader.vocabulary.tongues[1]
    return [said[a:b] for a, b in tongue.spans(said)]


def _looked_at(
    view: SelfView, place: tuple[int, int]
) -> list[tuple[str, float]]:
    """Return what a head looks at from the first "it"."""
    row = view.word_weights[place][_asker(view.words)]
    order = (-row).argsort(kind="stable")
    names = view.words
    return [(names[j], float(row[j])) for j in order if row[j] >= LEAST]


def _asker(words: list[str]) -> int:
    """Return where "it" stands; ValueError if it does not."""
    return [word.lower() for word in words].index(ASKS)


def _meant(reader: Reader, typed: str, place: tuple[int, int]) -> Meant:
    """Read and translate a sentence that has "it" in it."""
    view = self_view(reader, None, typed, Options())
    name = f"{models_folder()}/{reader.name}"
    return Meant(typed, _looked_at(view, place), _written(reader, name, typed))


def _twin(typed: str) -> str:
    """Return the same sentence with another ending; empty if none is known."""
    found = [e for e in examples_of(LESSON) if e["sentence"] == typed]
    return str(found[0].get("twin", "")) if found else ""


def differing(sentence: str, other: str) -> str:
    """Return the words of a sentence that the other one has not."""
    there = set(other.split())
    return " ".join(word for word in sentence.split() if word not in there)


def is_asked(view: SelfView, reader: Reader) -> bool:
    """Tell whether the shown sentence has an "it" that was measured."""
    has_it = ASKS in [word.lower() for word in view.words]
    is_encoder = view.options.source == "transformer"
    known = "pronouns" in reader.card and not view.reading.is_second
    return known and has_it and is_encoder


def _shown(meant: Meant, reader: Reader) -> str:
    """Return a translation as Markdown, il and elle in bold."""
    tongue, said, end = reader.vocabulary.tongues[1], "", 0
    written = tongue.join(meant.written)
    for a, b in tongue.spans(written):
        word = written[a:b]
        shown = f"**{plain(word)}**" if word in FORMS else plain(word)
        said, end = said + written[end:a] + shown, b
    return said


def _row(meant: Meant, name: str, reader: Reader) -> str:
    """Return one row of the table, in Markdown."""
    looks = ", ".join(
        f"{plain(word)} {fixed(weight, 2)}" for word, weight in meant.looked_at
    )
    return f"| {plain(name)} | {looks} | {_shown(meant, reader)} |"


def _table(reader: Reader, typed: str, place: tuple[int, int]) -> str:
    """Return the sentence, and the one with another ending, as a table."""
    twin = _twin(typed)
    titles = [text(PAGE, f"pronoun_{key}") for key in ("end", "looks", "says")]
    rows = [f"| {' | '.join(titles)} |", "| --- | --- | --- |"]
    names = {typed: "…"}
    if twin:
        names = {typed: differing(typed, twin), twin: differing(twin, typed)}
    for sentence, name in names.items():
        rows.append(_row(_meant(reader, sentence, place), name, reader))
    return "\n".join(rows)


def _percent(share: dict[str, Any], key: str = "accuracy") -> dict[str, str]:
    """Return a share and the ends of its interval in percent."""
    low, high = share["interval"]
    numbers = {"share": share[key], "low": low, "high": high}
    return {name: fixed(100 * n, 1) for name, n in numbers.items()}


def measured_note(reader: Reader) -> str:
    """Say how the head was found, how good it is, and what it causes."""
    found = reader.card["pronouns"]
    head, bases, closed = (found[k] for k in ("head", "baselines", "closed"))
    tested = head["tested on"]
    said = text(
        PAGE,
        "pronoun_measured",
        layer=head["layer"] + 1,
        head=head["head"] + 1,
        heads=head["heads"],
        count=tested["sentences"],
        first=fixed(100 * bases["first noun"]["accuracy"], 1),
        last=fixed(100 * bases["last noun"]["accuracy"], 1),
        mean=fixed(100 * bases["mean of all heads"]["accuracy"], 1),
        right=fixed(100 * found["pronoun"]["accuracy"], 1),
        sentences=found["pronoun"]["sentences"],
        **_percent(tested),
    )
    shut = closed["that head"]
    blanks = {"count": shut["sentences"], **_percent(shut, "turned")}
    return f"{said} {text(PAGE, 'pronoun_closed', **blanks)}"


def _switch(twin: str) -> None:
    """Put the other ending in; layer, head and words stay."""
    LESSON.put(sentence=twin)


def draw(view: SelfView, reader: Reader) -> None:
    """Draw what "it" means, if that is asked."""
    if not is_asked(view, reader):
        return
    head, typed = reader.card["pronouns"]["head"], LESSON["sentence"]
    st.markdown(text(PAGE, "pronoun"))
    if twin := _twin(typed):
        called = text(
            PAGE, "pronoun_switch", words=plain(differing(twin, typed))
        )
        st.button(
            called, key=LESSON.key("twin"), on_click=_switch, args=(twin,)
        )
    st.markdown(_table(reader, typed, (head["layer"], head["head"])))
    st.caption(measured_note(reader))
