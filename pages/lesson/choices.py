"""The lesson's fields and widgets."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from figures.labels import token_labels
from language.sentence import has_words
from pages.lesson.catalog import PICTURES
from pages.lesson.story import (
    LAST,
    Rules,
    Step,
    Story,
    read_story,
    stories,
)
from pages.lesson.view import Scene
from pages.lesson.words import BLANKS, LINKS, fill
from pairs.languages import first_examples
from texts.shown import in_language, plain, readable, text
from ui.fields import Choice, Position, Switch, Whole
from ui.guidance import chosen_translator
from ui.inputs import (
    Example,
    label,
    pair_boxes,
    position_menu,
    switch,
    trained_functions,
    within,
)
from ui.state import Lesson

STORIES = tuple(stories())
RULES = Rules(
    {name: picture.read for name, picture in PICTURES.items()},
    tuple(BLANKS),
    tuple(LINKS),
)
LESSON = Lesson(
    "lesson",
    own={
        "story": Choice(STORIES, STORIES[0]),
        "step": Whole(1, LAST, 1, 1),
        "guess": Switch(default=True),
        "shown": Switch(),
        "short": Switch(),
        "word": Position(),
        "alone": Position(),
    },
    shared=("pair", "source", "target", "score", "model"),
    defaults=first_examples("attention", ("source", "target")),
)


def _name(story: str) -> str:
    """Return what a lesson is called; a broken one by its file."""
    try:
        return in_language(read_story(story, RULES).title)
    except ValueError:
        return plain(story)


def chosen_story() -> Story:
    """Return the lesson that `settings` offers.

    A file that cannot be read is answered by a sentence; the page ends there.
    """
    try:
        return read_story(LESSON["story"], RULES)
    except ValueError as error:
        st.error(plain(str(error)))
        settings()
        return st.stop()


def _begin() -> None:
    """Begin another lesson at its first step."""
    LESSON.put(step=1, shown=False)


def settings() -> None:
    """Draw which lesson it is and how it is gone through, folded away."""
    with st.popover(text("lesson", "settings")):
        names = {story: _name(story) for story in STORIES}
        st.segmented_control(
            label(LESSON, "story"),
            STORIES,
            format_func=names.__getitem__,
            key=LESSON.key("story"),
            on_change=_begin,
            required=True,
            persist_state="session",
        )
        switch(LESSON, "short")
        switch(LESSON, "guess")


def _take(example: Example) -> None:
    LESSON.put(source=example["source"], target=example["target"])
    LESSON.put(word=None, alone=None)


def scene() -> Scene:
    """Draw the boxes of the pair; return what is shown of it."""
    source, target = pair_boxes(LESSON, _take, of="attention")
    if not has_words(source):
        st.info(text("attention", "no_source"))
        st.stop()
    model = chosen_translator(LESSON)
    bare = Scene(model, source, target if has_words(target) else "", _score())
    row = within(LESSON, "word", len(bare.names)) or 0
    on = within(LESSON, "alone", len(bare.keys))
    return replace(bare, row=row, on=_other(bare, row) if on is None else on)


def _score() -> str:
    return str(LESSON["score"])


def _other(scene: Scene, row: int) -> int:
    """Return the source piece that gets all weight if nobody chooses.

    The last one; the first, if the word looks at the last anyway.
    """
    last = len(scene.keys) - 1
    return 0 if scene.states.weights[row].argmax() == last else last


def _is_hidden(step: Step) -> bool:
    """Tell whether a step still asks, and shows nothing yet."""
    return bool(step.guess and LESSON["guess"] and not LESSON["shown"])


def _on(story: Story) -> None:
    """Show what a step hides; else go to the next one."""
    here = int(LESSON["step"])
    if _is_hidden(story.steps[here - 1]):
        LESSON.put(shown=True)
        return
    later = [n for n in story.shown(LESSON["short"]) if n > here]
    if later:
        LESSON.put(step=later[0], shown=False)


def _back(story: Story) -> None:
    """Go to the step before, which has been seen."""
    here = int(LESSON["step"])
    earlier = [n for n in story.shown(LESSON["short"]) if n < here]
    if earlier:
        LESSON.put(step=earlier[-1], shown=True)


def _buttons(story: Story, number: int) -> None:
    """Draw the buttons of both ways; a presenter's keys press them, too.

    A button has one key: those of the presenter have twins that nobody sees.
    """
    numbers = story.shown(LESSON["short"])
    is_hidden = _is_hidden(story.steps[number - 1])
    on = "reveal" if is_hidden else "on"
    is_last = number >= numbers[-1] and not is_hidden
    seen = st.container(horizontal=True, width="content")
    unseen = st.container(key=LESSON.key("unseen"))
    for name, go, is_end, keys in (
        ("back", _back, number <= numbers[0], ("Left", "PageUp")),
        (on, _on, is_last, ("Right", "PageDown")),
    ):
        for key, place in zip(keys, (seen, unseen), strict=True):
            place.button(
                text("lesson", name),
                key=LESSON.key(key),
                on_click=go,
                args=(story,),
                shortcut=key,
                disabled=is_end,
            )


def chosen_step(story: Story) -> Step:
    """Draw the title of the step, and the ways on and back; return it."""
    last = len(story.steps)
    wanted = int(LESSON["step"])
    if wanted > last:
        blanks = {"step": wanted, "count": last}
        st.caption(text("lesson", "no_such_step", **blanks))
        LESSON["step"] = last
    number = min(wanted, last)
    step = story.steps[number - 1]
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small"
    ):
        title = in_language(step.title)
        said = text(
            "lesson", "step_title", step=number, count=last, title=title
        )
        st.markdown(said, width="stretch")
        _buttons(story, number)
        settings()
    return step


def _answers() -> dict[tuple[str, int], int]:
    """Return what a visitor has guessed, by lesson and step."""
    key = LESSON.key("answers")
    found: dict[tuple[str, int], int] = st.session_state.setdefault(key, {})
    return found


def _answer(place: tuple[str, int], option: int) -> None:
    """Remember a guess, and show what the step hides."""
    _answers()[place] = option
    LESSON.put(shown=True)


def asks(step: Step, scene: Scene) -> bool:
    """Draw the question of a step; tell whether its picture is due."""
    guess = step.guess
    if guess is None or not LESSON["guess"]:
        return True
    options = [fill(in_language(one), scene) for one in guess.options]
    place = str(LESSON["story"]), int(LESSON["step"])
    st.markdown(f"**{fill(in_language(guess.ask), scene)}**")
    if _is_hidden(step):
        for number, option in enumerate(options, 1):
            st.button(
                option,
                key=LESSON.key(f"answer.{place[0]}.{place[1]}.{number}"),
                on_click=_answer,
                args=(place, number),
                width="stretch",
            )
        st.caption(text("lesson", "guess_first"))
        return False
    is_right = _answers().get(place) == guess.right
    option = options[guess.right - 1]
    (st.success if is_right else st.info)(
        text("lesson", "right" if is_right else "answer", option=option)
    )
    return True


def _score_menu() -> None:
    names = trained_functions()
    st.selectbox(
        label(LESSON, "score"),
        list(names),
        format_func=lambda name: names.get(name, name),
        key=LESSON.key("score"),
        width=200,
        persist_state="session",
    )


def controls(names: Sequence[str], scene: Scene) -> None:
    """Draw what changes a picture; `scene` reads it."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for name, pieces, at in (
            ("word", scene.names, 0),
            ("alone", scene.keys, scene.on),
        ):
            if name in names:
                labels = token_labels(pieces)
                shown = f"{at + 1} · {readable(labels[at])}"
                none = text("stages", "automatic", name=shown)
                position_menu(LESSON, name, labels, none, width=200)
        if "score" in names:
            _score_menu()
