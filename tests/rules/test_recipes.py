"""The recipes of CONTRIBUTING.md are true: they are carried out as they stand.

A copy of the tree gets what a recipe says; then the app is opened in it, in a
process of its own.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages.encoder_decoder.tools import without_attention
from tests.pages.joint_standin import write_joint_standin
from tests.pages.standin import sign, write_standin
from tests.rules.tree import ROOT

BLOCK = re.compile(r"(?ms)^```(?:python|toml|text)\n# (\S+)\n(.*?)^```")
COPIED = ("app.py", "door", "attention_core", "content", "figures", "language")
COPIED += ("exercises", "pages", "pairs", "practice", "projector")
COPIED += ("takeaway", "taking", "texts", "ui", "worked")
# Into which brackets a line goes, where a file is not made or added to.
INSIDE = {
    "attention_core/scores/registry.py": "    )\n}\n",
    "pages/__init__.py": ")\n",
    "texts/shown.py": "}\nDEFAULT_LANGUAGE",
    "content/texts/common.toml": "\n\n[bad_address]",
}
OPEN = """
import sys
from streamlit.testing.v1 import AppTest

def open_page(lesson, **address):
    app = AppTest.from_file("app.py", default_timeout=120)
    if lesson != "attention":  # the first page is already open
        app.run()
        app.switch_page(f"pages/{lesson}/page.py")
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception, [error.value for error in app.exception]
    assert not app.error, [error.value for error in app.error]
    return app
"""


def recipe(title: str) -> list[tuple[str, str]]:
    """Paths and blocks of one recipe, in order."""
    document = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = document.split(f"### {title}\n")[1].split("\n### ")[0]
    return BLOCK.findall(section)


def carry_out(root: Path, title: str) -> None:
    """Do what a recipe says."""
    steps = recipe(title)
    assert steps
    for name, block in steps:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if name in INSIDE:
            start, mark, end = before.rpartition(INSIDE[name])
            assert mark, f"{name} has no {INSIDE[name]!r}"
            new = start + "\n" * mark.startswith("\n") + block.rstrip("\n")
            path.write_text(
                f"{new}{mark}{end}"
                if mark.startswith("\n")
                else f"{start}{block}{mark}{end}",
                encoding="utf-8",
            )
        else:
            gap = "\n\n" * bool(before)
            path.write_text(before + gap + block, encoding="utf-8")


@pytest.fixture
def house(tmp_path) -> Path:
    """A copy of what the app needs."""
    for name in COPIED:
        source, target = ROOT / name, tmp_path / name
        if source.is_file():
            shutil.copy(source, target)
        else:
            ignored = shutil.ignore_patterns("__pycache__", "static")
            shutil.copytree(source, target, ignore=ignored)
    return tmp_path


def opens(root: Path, code: str) -> None:
    """Run code on the app in a tree."""
    done = subprocess.run(
        [sys.executable, "-c", OPEN + code],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_a_score_function_is_one_function_and_one_entry(house) -> None:
    carry_out(house, "A score function")
    opens(
        house,
        """
for lesson, key in (
    ("attention", "score"),
    ("encoder_decoder", "score"),
    ("scores", "scores.function"),
):
    app = open_page(lesson)
    menu = app.segmented_control(key=key)
    assert "euclidean" in " ".join(menu.options), (lesson, menu.options)
    menu.set_value("euclidean").run()
    assert not app.exception, [error.value for error in app.exception]
app = open_page("softmax", origin="model", score="euclidean")
assert app.segmented_control(key="score").value == "euclidean"
app = open_page("self_attention", vectors="recurrent")
heads = app.segmented_control(key="self_attention.head")
assert "euclidean" in heads.options, heads.options
""",
    )


def test_a_page_is_a_folder_its_texts_and_its_name_in_the_menu(house) -> None:
    carry_out(house, "A page")
    opens(
        house,
        """
app = open_page("greeting", source="*Tom*")
assert any(r"Hello, \\*Tom\\*!" in text.value for text in app.markdown)
app = open_page("greeting", language="zh")
assert any("你好" in text.value for text in app.markdown)
""",
    )


def test_a_lesson_in_steps_is_a_file(house) -> None:
    carry_out(house, "A lesson in steps")
    broken = house / "content" / "lesson" / "broken.toml"
    broken.write_text("place = 4", encoding="utf-8")
    opens(
        house,
        """
for language, title in (("en", "Cosine in two steps"), ("zh", "两步讲余弦")):
    app = open_page("lesson", story="cosine", language=language, short="off")
    menu = app.segmented_control(key="lesson.story")
    assert menu.options[2:] == [title, "broken"], menu.options
    assert app.button(key="lesson.Left").disabled
    app.button(key="lesson.PageDown").click().run()
    app.button(key="lesson.answer.cosine.2.2").click().run()
    assert not app.exception, [error.value for error in app.exception]
    assert app.success
    assert app.button(key="lesson.Right").disabled
app.segmented_control(key="lesson.story").set_value("broken").run()
assert not app.exception, [error.value for error in app.exception]
(error,) = app.error
assert "must say title, step" in error.value.replace(chr(92), ""), error.value
app.segmented_control(key="lesson.story").set_value("softmax").run()
assert not app.error
""",
    )


def test_a_language_is_a_name_and_its_texts(house) -> None:
    carry_out(house, "A language of the interface")
    opens(
        house,
        """
from pages import LESSONS
for lesson in LESSONS:
    app = open_page(lesson, language="eo")
    menu = app.segmented_control(key="language")
    assert (menu.value, menu.label) == ("eo", "Lingvo"), lesson
    assert menu.options == ["English", "中文", "Esperanto"], menu.options
""",
    )


def write_models(folder: Path, pieces: str) -> None:
    """Random models of a second pair, under the names of the recipe."""
    planted = folder.parent / "planted"
    write_joint_standin(write_standin(planted))
    without_attention(planted)
    for path in planted.iterdir():
        name, end = path.name.split(".", 1)
        content = path.read_bytes()
        if end == "pieces.json":
            content = content.replace(b"<2zh>", pieces.encode())
        (folder / f"{name}-eo.{end}").write_bytes(content)
    for path in folder.glob("*-eo.npz"):
        sign(folder, path.stem)


def test_a_pair_of_languages_is_data(house) -> None:
    carry_out(house, "A pair of languages")
    write_models(house / "content" / "models", "<2eo>")
    opens(
        house,
        """
from pages import LESSONS
for lesson in LESSONS:
    if lesson == "exercises":  # it reads no sentences
        continue
    said = {"origin": "model"} if lesson == "softmax" else {}
    said |= {"vectors": "model"} if lesson == "scores" else {}
    app = open_page(lesson, **said)
    menu = app.selectbox(key="pair")
    assert menu.options[-1] == "English → Esperanto", menu.options
    menu.set_value("en-eo").run()
    assert not app.exception, [error.value for error in app.exception]
    assert not app.error, [error.value for error in app.error]
    assert app.query_params["pair"] in ("en-eo", ["en-eo"])
    boxes = {box.key: box.value for box in app.text_input}
    if lesson in ("attention", "softmax", "scores"):
        assert boxes["source"] == "Tom chases Jerry", boxes
        assert boxes["target"] == "Tom pelas Jerry", boxes
    linked = open_page(lesson, pair="en-eo", source="the cat", **said)
    boxes = {box.key: box.value for box in linked.text_input}
    assert linked.selectbox(key="pair").value == "en-eo"
    assert boxes.get("source", "the cat") == "the cat", boxes
app = open_page("attention", pair="en-eo", source="Tom", target="la kato")
page = open_page("attention", pair="en-eo", source="la kaj mi", target="Tom")
assert any("Esperanto" in note.value for note in page.warning), page.warning
app = open_page("attention", pair="xx-yy")
assert any("xx" in note.value for note in app.warning)
""",
    )


def test_what_was_typed_stays_when_the_pair_changes(house) -> None:
    carry_out(house, "A pair of languages")
    write_models(house / "content" / "models", "<2eo>")
    opens(
        house,
        """
app = open_page("attention", source="My own words", target="我 的 话")
app.selectbox(key="pair").set_value("en-eo").run()
boxes = {box.key: box.value for box in app.text_input}
assert (boxes["source"], boxes["target"]) == ("My own words", "我 的 话")
app.selectbox(key="pair").set_value("en-zh").run()
app = open_page("attention")
app.selectbox(key="pair").set_value("en-eo").run()
app.switch_page("pages/encoder_decoder/page.py").run()
assert app.selectbox(key="pair").value == "en-eo"
boxes = {box.key: box.value for box in app.text_input}
assert "汤姆" not in "".join(boxes.values()), boxes
""",
    )


def test_a_pair_whose_models_are_missing_is_not_offered(house) -> None:
    carry_out(house, "A pair of languages")
    opens(
        house,
        """
for lesson in ("attention", "self_attention"):
    app = open_page(lesson)
    menus = [box.options for box in app.selectbox if box.key == "pair"]
    assert "Esperanto" not in str(menus), menus
""",
    )


@pytest.mark.parametrize("missing", ["place", "[models]", "transformer ="])
def test_a_pair_that_lacks_something_is_refused(house, missing) -> None:
    carry_out(house, "A pair of languages")
    path = house / "content" / "pairs" / "en-eo.toml"
    lines = path.read_text("utf-8").splitlines()
    path.write_text(
        "\n".join(line for line in lines if not line.startswith(missing)),
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-c", "import pairs.languages"],
        cwd=house,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "content/pairs/en-eo.toml must say" in done.stderr
