"""A lesson is a file; what is wrong in it is said in one sentence."""

import pytest

from pages.lesson import story
from pages.lesson.choices import RULES
from pages.lesson.story import read_story, stories

GOOD = """
place = 7
title = { en = "A lesson", zh = "一课" }

[[step]]
title = { en = "First", zh = "第一步" }
says = { en = "It is {word}, $a_{i}$.", zh = "是 {word}，$a_{i}$。" }
do = { en = "Look.", zh = "看。" }
picture = { name = "stages", shown = 2 }
exercise = "dot"
laboratory = "softmax"
state = { source = "{source}" }
short = true

[step.guess]
ask = { en = "Which?", zh = "哪个？" }
options = [{ en = "a", zh = "甲" }, { en = "b", zh = "乙" }]
right = 2
"""
NAMED = '{ name = "given", rows = ["a"], columns = ["b"],'


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A folder of lessons, with one in it."""
    folder = tmp_path / "lesson"
    folder.mkdir()
    (folder / "mine.toml").write_text(GOOD, encoding="utf-8")
    monkeypatch.setattr(story, "CONTENT", tmp_path)
    return folder


@pytest.mark.usefixtures("shelf")
def test_a_lesson_is_read_as_it_is_written() -> None:
    (step,) = read_story("mine", RULES).steps
    assert (step.picture, step.exercise) == ("stages", "dot")
    assert step.settings["shown"] == 2
    assert step.settings["query"] == "y"  # what is not said is the default
    assert step.guess is not None
    assert step.guess.right == 2
    assert step.state == {"source": "{source}"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("place = 7", "plaice = 7", "may say title, step, place"),
        ("[[step]]", "[[steps]]", "may say title, step, place. Received"),
        ("place = 7", "place =", "is no TOML"),
        ("do = {", "dew = {", "step 1 must say do"),
        ("short = true", "long = true", "Received: long"),
        ("short = true", 'short = "yes"', "short must be true or false"),
        ("{word}", "{wort}", "says, blank must be one of"),
        ('en = "Look."', 'fr = "Voir."', "must say en"),
        ('en = "Look."', 'en = " "', "do, en must be a text"),
        ('"stages"', '"stage"', "picture, name must be one of all_heads"),
        ("shown = 2", "shown = 5", "must say shown, one of 4, 3, 2, 1"),
        ("shown = 2", "shown = true", "must say shown, one of 4, 3, 2, 1"),
        ("shown = 2", "show = 2", "picture may say query, shown"),
        ('"dot"', '"dots"', "exercise must be one of additive"),
        ('"softmax"', '"softmix"', "laboratory must be one of attention"),
        ('"{source}"', '"{sauce}"', "state, source, blank must be one of"),
        ('"{source}"', "5", "state, source must be a text"),
        ("right = 2", "right = 3", "right must be from 1 to 2"),
        ("right = 2", "right = true", "right must be from 1 to 2"),
        (', { en = "b", zh = "乙" }', "", "must be two texts or more"),
        ("ask = {", "asks = {", "guess must say ask"),
    ],
)
def test_what_is_wrong_in_a_lesson_is_named(shelf, old, new, words) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    (shelf / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"^content/lesson/mine\.toml") as said:
        read_story("mine", RULES)
    assert words in str(said.value)


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        ('{ name = "given", rows = ["a"], columns = ["b"] }', "weights"),
        (
            f"{NAMED} weights = [[1, 0]] }}",
            "must have 1 rows of 1 weights. Received: 1 of 2",
        ),
        (
            f"{NAMED} weights = [[1], [0, 1]] }}",
            "a list of rows of numbers",
        ),
        ('{ name = "softened", temperatures = [-1] }', "from 0 to 100"),
        ('{ name = "softened", temperatures = [] }', "from 0 to 100"),
        ('{ name = "normalized", by = ["max"] }', "a list of some of softmax"),
        ('{ name = "itself", layer = nan }', "a number from 1 to 99"),
        ('{ name = "all_heads", layer = 1 }', "nothing but its name"),
    ],
)
def test_what_is_wrong_with_a_picture_is_named(shelf, picture, words) -> None:
    text = GOOD.replace('{ name = "stages", shown = 2 }', picture)
    (shelf / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="step 1, picture") as said:
        read_story("mine", RULES)
    assert words in str(said.value)


def test_lessons_stand_in_the_menu_where_they_say_broken_ones_last(
    shelf,
) -> None:
    for name, text in (
        ("a", "place = 9"),
        ("b", "place = 2"),
        ("broken", "place ="),
        ("z", "title = 1"),
    ):
        (shelf / f"{name}.toml").write_text(text, encoding="utf-8")
    assert stories() == ["b", "mine", "a", "broken", "z"]


def test_the_short_way_takes_the_steps_that_belong_to_it(shelf) -> None:
    step = GOOD[GOOD.index("[[step]]") :]
    more = step.replace("short = true", "short = false")
    (shelf / "mine.toml").write_text(GOOD + more + step, encoding="utf-8")
    found = read_story("mine", RULES)
    assert found.shown(short=True) == [1, 3]
    assert found.shown(short=False) == [1, 2, 3]
