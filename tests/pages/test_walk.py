"""A walk through the menu, from every page to every other, in one session.

Each page once passed all its tests alone, while a click from one page to the
next ended in a traceback.
"""

from itertools import permutations
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages import HOME, LESSONS

ROOT = Path(__file__).parents[2]
# A choice that a visitor makes on each page: kind of widget, its key, a value.
CHOICES = {
    "lesson": ("segmented_control", "lesson.story", "softmax"),
    "attention": ("segmented_control", "attention.view", "scores"),
    "encoder_decoder": ("toggle", "encoder_decoder.uniform", True),
    "scores": ("segmented_control", "scores.function", "cosine"),
    "softmax": ("segmented_control", "softmax.part", "shift"),
    "self_attention": ("segmented_control", "self_attention.view", "rollout"),
    "exercises": ("selectbox", "exercises.kind", "cosine"),
}
# A text that a visitor types on each page, and how the address calls it.
TYPED = {
    "lesson": ("source", "Tom likes Jerry"),
    "attention": ("source", "Tom likes Jerry"),
    "encoder_decoder": ("source", "Tom likes Jerry"),
    "self_attention": ("sentence", "Tom likes Jerry ."),
    "exercises": ("seed", "Ada"),
}


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()


def healthy(app: AppTest) -> AppTest:
    assert [error.value for error in app.exception] == []
    assert [error.value for error in app.error] == []
    return app


def go(app: AppTest, lesson: str) -> None:
    """Open a page through the menu, which brings a bare address."""
    for key in [*app.query_params]:
        del app.query_params[key]
    app.switch_page(f"pages/{lesson}/page.py")
    healthy(app.run())


def widget(app: AppTest, kind: str, key: str):
    return getattr(app, kind)(key=key)


def key_of(lesson: str, name: str) -> str:
    return name if name == "source" else f"{lesson}.{name}"


def choose(app: AppTest, lesson: str) -> None:
    """Make the visitor's choice, and type the visitor's text."""
    kind, key, value = CHOICES[lesson]
    healthy(widget(app, kind, key).set_value(value).run())
    if lesson in TYPED:
        name, typed = TYPED[lesson]
        box = app.text_input(key=key_of(lesson, name))
        healthy(box.set_value(typed).run())


def check_kept(app: AppTest, lesson: str) -> None:
    """What was chosen and typed is on the page, and in its address."""
    kind, key, value = CHOICES[lesson]
    assert widget(app, kind, key).value == value
    short = key.split(".")[1]
    said = app.query_params[short]
    assert said in (str(value), [str(value)], "on", ["on"])
    if lesson in TYPED:
        name, typed = TYPED[lesson]
        assert app.text_input(key=key_of(lesson, name)).value == typed
        assert app.query_params[name] in (typed, [typed])


@pytest.mark.parametrize(("first", "second"), list(permutations(LESSONS, 2)))
def test_choices_and_texts_are_there_on_return(app, first, second) -> None:
    for lesson in (first, second):
        go(app, lesson)
        choose(app, lesson)
    go(app, first)
    check_kept(app, first)
    go(app, second)
    check_kept(app, second)


def test_the_language_follows_through_all_pages(app) -> None:
    healthy(app.segmented_control(key="language").set_value("zh").run())
    for lesson in (*LESSONS, *reversed(LESSONS)):
        go(app, lesson)
        assert app.segmented_control(key="language").value == "zh"
        assert app.query_params["language"] in ("zh", ["zh"])
        choose(app, lesson)
    healthy(app.segmented_control(key="language").set_value("en").run())
    for lesson in LESSONS:
        go(app, lesson)
        check_kept(app, lesson)


def test_what_is_shared_follows_and_an_own_field_does_not(app) -> None:
    go(app, "attention")
    healthy(app.slider(key="temperature").set_value(0.5).run())
    healthy(app.segmented_control(key="score").set_value("cosine").run())
    go(app, "encoder_decoder")
    assert app.segmented_control(key="score").value == "cosine"
    go(app, "self_attention")
    assert app.slider(key="temperature").value == 0.5


def test_seeds_of_two_pages_are_two_seeds(app) -> None:
    go(app, "scores")
    vectors = app.segmented_control(key="scores.vectors")
    healthy(vectors.set_value("random").run())
    healthy(app.number_input(key="scores.seed").set_value(1234).run())
    go(app, "softmax")
    part = app.segmented_control(key="softmax.part")
    healthy(part.set_value("root").run())
    healthy(app.number_input(key="softmax.seed").set_value(99).run())
    go(app, "scores")
    assert app.number_input(key="scores.seed").value == 1234
    go(app, "softmax")
    assert app.number_input(key="softmax.seed").value == 99


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Next"), ("zh", "接下来")]
)
def test_each_page_leads_on_to_the_next(app, language, word) -> None:
    healthy(app.segmented_control(key="language").set_value(language).run())
    for lesson, following in zip(LESSONS, [*LESSONS[1:], None], strict=True):
        go(app, lesson)
        found = [link.proto for link in app.get("page_link")]
        links = [link for link in found if word in link.label]
        if following is None:
            assert links == []
        else:
            (link,) = links
            assert link.page == ("" if following == HOME else following)
