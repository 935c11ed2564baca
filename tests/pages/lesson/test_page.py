"""The lesson as a class walks through it."""

from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from exercises.kinds import make_task
from pages.lesson.choices import RULES, STORIES
from pages.lesson.story import read_story
from tests.exercises.forms import typed
from texts.shown import read_content

ROOT = Path(__file__).parents[3]
OWN = {"source": "The cat sleeps .", "target": "猫 睡觉 。"}


def said(key: str, language: str = "en", page: str = "lesson") -> str:
    return read_content(f"texts/{page}")[key][language]


def healthy(app: AppTest) -> AppTest:
    assert [error.value for error in app.exception] == []
    assert [error.value for error in app.error] == []
    return app


def open_page(**address: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    app.switch_page("pages/lesson/page.py")
    app.query_params.update(address)
    return healthy(app.run())


def press(app: AppTest, key: str) -> None:
    healthy(app.button(key=f"lesson.{key}").click().run())


def step_of(app: AppTest) -> int:
    return int(app.session_state["lesson.step"])


def charts(app: AppTest) -> list[str]:
    found = [c.proto.id for c in app.get("bidi_component")]
    return [name for name in found if name.endswith("-picture")]


def shown(app: AppTest) -> str:
    return "\n".join(text.value for text in app.markdown)


@pytest.mark.parametrize("keys", [("Left", "Right"), ("PageUp", "PageDown")])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_one_key_walks_through_all_steps(language, keys) -> None:
    app = open_page(language=language, **OWN)
    story = read_story("attention", RULES)
    for number, step in enumerate(story.steps, 1):
        assert step_of(app) == number
        assert step.title[language] in shown(app)
        if step.guess:
            assert charts(app) == []
            assert step.guess.ask[language].split("{")[0] in shown(app)
            press(app, keys[1])
            assert step_of(app) == number
        assert len(charts(app)) == 1
        if number < len(story.steps):
            press(app, keys[1])
    assert app.button(key=f"lesson.{keys[1]}").disabled
    press(app, keys[0])
    assert step_of(app) == len(story.steps) - 1
    assert len(charts(app)) == 1  # it has been seen


def test_the_short_way_leaves_steps_out() -> None:
    app = open_page(short="on", guess="off")
    wanted = read_story("attention", RULES).shown(short=True)
    found = [step_of(app)]
    while not app.button(key="lesson.Right").disabled:
        press(app, "Right")
        found.append(step_of(app))
    assert found == wanted
    assert len(wanted) < len(read_story("attention", RULES).steps)


@pytest.mark.parametrize(("option", "key"), [(1, "answer"), (2, "right")])
def test_a_guess_is_judged(option, key) -> None:
    app = open_page(step="4")
    press(app, f"answer.attention.4.{option}")
    (told,) = app.success if key == "right" else app.info
    right = read_story("attention", RULES).steps[3].guess.options[1]["en"]
    assert told.value == said(key).format(option=right)
    assert len(charts(app)) == 1


def test_without_guessing_every_picture_is_there_at_once() -> None:
    app = open_page(step="4", guess="off")
    assert len(charts(app)) == 1
    guess = read_story("attention", RULES).steps[3].guess
    assert guess.ask["en"] not in shown(app)


def test_the_address_says_where_a_visitor_is() -> None:
    app = open_page(step="9", shown="on", word="1", alone="3")
    assert "“杰瑞”" in shown(app)  # all weight on Jerry
    app = open_page(step="9", shown="on", word="1", alone="1")
    assert "the likeliest word is “汤姆”" in shown(app)


def test_a_step_that_is_too_large_is_said() -> None:
    app = open_page(step="99", story="softmax")
    assert step_of(app) == 5
    words = said("no_such_step").format(step=99, count=5)
    assert words in [note.value for note in app.caption]


def exercises() -> list[tuple[str, int, str]]:
    return [
        (story, number, step.exercise)
        for story in STORIES
        for number, step in enumerate(read_story(story, RULES).steps, 1)
    ]


@pytest.mark.parametrize(("story", "number", "kind"), exercises())
def test_every_step_ends_with_an_exercise(story, number, kind) -> None:
    app = open_page(
        story=story, step=str(number), guess="off", source="Tom", target="汤姆"
    )
    app.session_state["lesson.exercise"] = True
    healthy(app.run())
    task = make_task(kind, f"{story} {number}")
    boxes = [*app.text_input, *app.get("button_group")]
    (box,) = (b for b in boxes if ".answer." in str(b.key))
    answer = task.answer if task.options else None
    box.set_value(answer or typed(task.answer, task.decimals, 1))
    check = said("check", page="practice")
    (button,) = (b for b in app.button if b.label == check)
    healthy(button.click().run())
    right = said("right", page="practice")
    assert right in [one.value for one in app.success]


def laboratories() -> list[tuple[str, int]]:
    return [
        (story, number)
        for story in STORIES
        for number, step in enumerate(read_story(story, RULES).steps, 1)
        if step.laboratory
    ]


@pytest.mark.parametrize(("story", "number"), laboratories())
def test_a_laboratory_opens_in_the_same_state_and_leads_back(
    story, number
) -> None:
    app = open_page(story=story, step=str(number), guess="off", **OWN)
    links = [link.proto for link in app.get("page_link")]
    (link,) = (one for one in links if "science" in one.icon)
    step = read_story(story, RULES).steps[number - 1]
    for name in [*app.query_params]:
        del app.query_params[name]
    app.switch_page(f"pages/{step.laboratory}/page.py")
    app.query_params.update(dict(parse_qsl(link.query_string)))
    healthy(app.run())
    assert not [w for w in app.warning if "address" in w.value]
    typed_in = {box.key: box.value for box in app.text_input}
    if typed_in:  # some parts show no sentence
        assert OWN["source"] in typed_in.values()
    parts = {**step.state, "laboratory": step.laboratory}
    assert typed_in or parts == {"part": "root", "laboratory": "softmax"}
    back = [one.proto for one in app.get("page_link")]
    (back_link,) = (one for one in back if "arrow_back" in one.icon)
    assert str(number) in back_link.label
    for name in [*app.query_params]:
        del app.query_params[name]
    app.switch_page("pages/lesson/page.py")
    healthy(app.run())
    assert step_of(app) == number
    assert app.text_input(key="source").value == OWN["source"]


def test_without_a_source_word_the_page_says_so() -> None:
    app = open_page(source=" ", target="")
    assert [one.value for one in app.info] == [
        said("no_source", page="attention")
    ]
