"""A visitor walks through the menu: nothing breaks, nothing is lost."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from pages import HOME, LESSONS
from tests.conftest import PATIENCE, ROOT, start_server
from tests.tools import wait_until_still
from texts.shown import read_content

pytestmark = pytest.mark.browser

# What all charts on the screen show, by their keys; null while one is due.
PICTURES = """() => {
  const shown = {};
  for (const host of document.querySelectorAll("[data-chart-key]")) {
    const plot = host.querySelector(".js-plotly-plot");
    if (!host.dataset.draws || !plot?.data) return null;
    const { shapes, annotations, xaxis, yaxis } = plot.layout;
    shown[host.dataset.chartKey] = [
      plot.data, shapes, annotations, xaxis?.ticktext, yaxis?.ticktext];
  }
  return JSON.stringify(shown);
}"""
# What a visitor chooses on each page: a button, by its text, and what the
# address then says.
CHOICES = {
    "lesson": (("lesson", "reveal"), ("shown", "on")),
    "attention": (("attention", "lines"), ("beside", "lines")),
    "encoder_decoder": (("encoder_decoder", "length"), ("part", "length")),
    "scores": (("functions", "cosine"), ("function", "cosine")),
    "softmax": (("softmax", "part_shift"), ("part", "shift")),
    "self_attention": (("self_attention", "rollout"), ("view", "rollout")),
    "exercises": (("exercises", "next_kind"), ("kind", "scaled_dot")),
}
SOURCE, TARGET = "Tom likes Jerry", "汤姆 喜欢 杰瑞"
SENTENCE = "The dog sees the cat ."
READS_PAIR = ("attention", "encoder_decoder", "lesson")
# A walk begins where a visitor arrives, and takes the others in their order.
ORDER = (HOME, *(name for name in LESSONS if name != HOME))


def word(lesson: str, key: str, language: str = "en") -> str:
    return read_content(f"texts/{lesson}")[key][language]


def parameters(page) -> dict[str, str]:
    """Return what stands in the address."""
    query = parse_qs(urlsplit(page.url).query, keep_blank_values=True)
    return {key: values[0] for key, values in query.items()}


def wait_for_parameter(page, name: str, value: str | None) -> None:
    page.wait_for_function(
        "([name, value]) => "
        "new URLSearchParams(location.search).get(name) === value",
        arg=[name, value],
    )
    wait_until_still(page)


def wait_for_lesson(page, lesson: str, language: str = "en") -> None:
    """Wait until a page stands, with its title, and no traceback."""
    from playwright.sync_api import expect

    path = "/" if lesson == HOME else f"/{lesson}"
    page.wait_for_function("path => location.pathname === path", arg=path)
    # Up to the first formula, which is drawn in another way.
    title = word(lesson, "title", language).split("$")[0].strip()
    heading = page.get_by_role("heading", level=1)
    expect(heading.first).to_contain_text(title)
    wait_until_still(page)
    assert page.get_by_test_id("stException").count() == 0


def open_by_menu(page, lesson: str, language: str = "en") -> None:
    links = page.get_by_test_id("stTopNavLink")
    assert links.count() == len(LESSONS)
    links.nth(LESSONS.index(lesson)).click()
    wait_for_lesson(page, lesson, language)


def pictures(page) -> dict[str, list]:
    """Return what the charts show, as soon as they stand still.

    An exercise may have none: then its formulas tell which one it is.
    """
    if urlsplit(page.url).path == "/exercises":
        page.locator(".katex").first.wait_for()
        wait_until_still(page)
        return {"formulas": page.locator(".katex").all_inner_texts()}
    last, shown = None, ""
    while last is None or shown != last:
        last = shown or None
        page.wait_for_timeout(300)
        wait_until_still(page)
        shown = page.evaluate(PICTURES) or ""
        shown = "" if shown == "{}" else shown  # the charts are still to come
    return json.loads(shown)


def history_length(page) -> int:
    return page.evaluate("history.length")


def wait_for_language(page, wanted: str) -> None:
    """Wait until the document says its language."""
    says = "wanted => document.documentElement.lang === wanted"
    page.wait_for_function(says, arg=wanted)


def type_into(page, label: str, typed: str, name: str) -> None:
    page.get_by_role("textbox", name=label).fill(typed)
    wait_for_parameter(page, name, typed)


def type_pair(page, source: str = SOURCE, target: str = TARGET) -> None:
    type_into(page, "Source", source, "source")
    type_into(page, "Target", target, "target")


def choose_language(page, language: str) -> None:
    name = {"en": "English", "zh": "中文"}[language]
    page.get_by_role("radio", name=name, exact=True).click()
    wait_for_parameter(page, "language", None if language == "en" else "zh")


def choose(page, lesson: str, language: str = "en") -> None:
    """Make the visitor's choice, and type the visitor's texts."""
    (of, key), (name, value) = CHOICES[lesson]
    if lesson == "lesson":  # to a step that asks first
        page.keyboard.press("ArrowRight")
        wait_for_parameter(page, "step", "2")
    if lesson == "attention":
        type_pair(page)
        page.get_by_role("button", name=re.compile("· T =")).click()
    if lesson == "self_attention":
        type_into(page, "Sentence", SENTENCE, "sentence")
    role = "button" if lesson in ("lesson", "exercises") else "radio"
    is_exact = lesson != "lesson"  # its button says its key, too
    said = word(of, key, language)
    page.get_by_role(role, name=said, exact=is_exact).first.click()
    wait_for_parameter(page, name, value)
    page.keyboard.press("Escape")


def expected(lesson: str) -> dict[str, str]:
    """Return what the address of a page says when all choices are made."""
    name, value = CHOICES[lesson][1]
    said = {name: value}
    if lesson in READS_PAIR:
        said |= {"source": SOURCE}
    if lesson == "attention":
        said |= {"target": TARGET}
    if lesson == "self_attention":
        said |= {"sentence": SENTENCE}
    return said


def all_ways() -> list[str]:
    """Go from each page to each other exactly once, beginning with the first.

    An Eulerian circuit of all ways (Hierholzer 1873).
    """
    left = {one: [two for two in LESSONS if two != one] for one in LESSONS}
    path, walk = [HOME], []
    while path:
        if left[path[-1]]:
            path.append(left[path[-1]].pop())
        else:
            walk.append(path.pop())
    return walk[::-1]


def test_the_walk_takes_every_way_once() -> None:
    walk = all_ways()
    ways = set(pairwise(walk))
    n = len(LESSONS)
    assert len(ways) == len(walk) - 1 == n * (n - 1)


def test_choices_and_texts_survive_every_way_through_the_menu(visit) -> None:
    page = visit("/")
    page.evaluate("window.isSameSession = true")
    made, language = set(), "en"
    for at, lesson in enumerate(all_ways()):
        if at == 12:
            choose_language(page, language := "zh")
        if at:
            open_by_menu(page, lesson, language)
        if lesson in made:
            for name, value in expected(lesson).items():
                wait_for_parameter(page, name, value)
        else:
            choose(page, lesson, language)
            made.add(lesson)
        said = parameters(page)
        assert said.items() >= expected(lesson).items()
        assert said.get("language", "en") == language
        assert pictures(page)
        assert page.get_by_test_id("stException").count() == 0
    assert page.evaluate("window.isSameSession")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_one_press_of_back_shows_the_last_picture(visit, language) -> None:
    page = visit("/")
    type_pair(page)
    if language == "zh":
        choose_language(page, "zh")
    left = {}
    for lesson in ORDER:
        if left:
            before = history_length(page)
            open_by_menu(page, lesson, language)
            shown = pictures(page)
            assert history_length(page) == before + 1
        left[lesson] = (page.url, shown if left else pictures(page))
    for press, order in (
        (page.go_back, ORDER[-2::-1]),
        (page.go_forward, ORDER[1:]),
    ):
        for lesson in order:
            press()
            wait_for_lesson(page, lesson, language)
            url, shown = left[lesson]
            assert page.url == url
            assert pictures(page) == shown
            if lesson == "attention":
                boxes = page.get_by_role("textbox")
                assert boxes.nth(0).input_value() == SOURCE
                assert boxes.nth(1).input_value() == TARGET


def test_back_brings_the_pair_that_the_address_says(visit) -> None:
    page = visit("/")
    type_pair(page)
    first = page.url, pictures(page)
    open_by_menu(page, "encoder_decoder")
    type_into(page, "Source", "The cat sees the dog", "source")
    page.go_back()
    wait_for_lesson(page, "attention")
    assert page.url == first[0]
    assert pictures(page) == first[1]


def test_typing_adds_nothing_to_the_history(visit) -> None:
    page = visit("/")
    before = history_length(page)
    for source in ("Tom", "Tom sees", "Tom sees Jerry"):
        type_into(page, "Source", source, "source")
    type_into(page, "Target", TARGET, "target")
    assert history_length(page) == before


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_reload_opens_the_same_picture(visit, lesson) -> None:
    page = visit(
        f"/?source={quote(SOURCE)}&target={quote(TARGET)}&score=cosine"
    )
    for other in (*(name for name in ORDER[1:] if name != lesson), lesson):
        open_by_menu(page, other)
    choose(page, lesson)
    url, shown = page.url, pictures(page)
    page.reload()
    wait_for_lesson(page, lesson)
    assert pictures(page) == shown
    assert page.url == url


def test_a_browser_that_asks_for_chinese_gets_it(visit) -> None:
    page = visit("/", locale="zh-CN")
    wait_for_lesson(page, "attention", "zh")
    wait_for_language(page, "zh-CN")
    assert parameters(page) == {}
    page.get_by_role("radio", name="English", exact=True).click()
    wait_for_parameter(page, "language", "en")
    wait_for_language(page, "en")
    open_by_menu(page, "softmax", "en")
    wait_for_language(page, "en")


def test_the_document_says_its_language_after_a_switch(visit) -> None:
    page = visit("/")
    wait_for_language(page, "en")
    choose_language(page, "zh")
    wait_for_language(page, "zh-CN")
    open_by_menu(page, "scores", "zh")
    wait_for_language(page, "zh-CN")


def test_a_step_that_is_too_large_is_said_and_leaves_the_address(
    visit,
) -> None:
    page = visit("/encoder_decoder?step=99")
    wait_for_lesson(page, "encoder_decoder")
    page.get_by_text("There is no step 99").wait_for()
    page.wait_for_function("!location.search.includes('99')")
    shown = page.get_by_role("slider").first.input_value()
    assert parameters(page)["step"] == shown


def test_a_name_that_a_page_does_not_know_is_answered(visit) -> None:
    page = visit("/?src=Tom")
    alert = page.get_by_test_id("stAlert")
    alert.filter(has_text="about src").wait_for()
    wait_for_lesson(page, "attention")


@pytest.fixture
def fresh_url(tmp_path) -> Iterator[str]:
    """A server that nobody has asked anything yet."""
    server, url = start_server(ROOT / "app.py", tmp_path)
    yield url
    server.terminate()
    server.wait(timeout=20)


@pytest.mark.parametrize("lesson", ORDER[1:])
def test_a_fresh_server_opens_a_page_by_its_own_address(
    browser, fresh_url, lesson
) -> None:
    from playwright.sync_api import expect

    context = browser.new_context(viewport={"width": 1280, "height": 1000})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{fresh_url}/{lesson}")
    wait_for_lesson(page, lesson)
    assert page.get_by_test_id("stTopNavLink").count() == len(LESSONS)
    # Streamlit says at first that there is no such page; that is taken back.
    expect(page.get_by_role("dialog")).to_have_count(0)
    context.close()
