"""What is taken away of a page is what it shows, and can be loaded again."""

import io
import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core.scores import SCORES
from pairs.models import FOLDER_VARIABLE, SCORE_NAMES
from takeaway.document import read_json
from takeaway.picture import largest_difference
from taking import box as take
from taking.box import base_name
from tests.pages.encoder_decoder.tools import without_attention
from tests.pages.joint_standin import write_joint_standin
from tests.pages.shown import figure
from tests.pages.standin import write_standin

PAGES = Path(__file__).parents[2] / "pages"
SOURCES = ("Tom chases Jerry", "=1+1 <b> \\x", "我 爱 你", "the 👩‍🏫 שלום the")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """Random models."""
    write_joint_standin(write_standin(tmp_path))
    without_attention(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


def page(lesson: str, **address: str) -> AppTest:
    script = str(PAGES / lesson / "page.py")
    app = AppTest.from_file(script, default_timeout=120)
    for name, value in address.items():
        app.query_params[name] = value
    return opened(app, lesson)


def opened(app: AppTest, lesson: str) -> AppTest:
    app.session_state[f"{lesson}.take"] = True
    app.run()
    assert [error.value for error in app.exception] == []
    return app


def files(app: AppTest, lesson: str) -> dict[str, bytes]:
    """What each button hands out when it is pressed, by the name's ending."""
    kept, found = take.st.download_button, {}

    def watch(label, data, file_name, **rest):
        found[file_name.partition(".")[2]] = data
        return kept(label, data, file_name, **rest)

    take.st.download_button = watch
    try:
        opened(app, lesson)
    finally:
        take.st.download_button = kept
    return found


def taken(app: AppTest, lesson: str) -> bytes:
    """The JSON of the page, as its button hands it out."""
    return files(app, lesson)["json"]()


TARGETS = ("汤姆 追逐 杰瑞", "", "我 爱 你 👩‍🏫")
TEMPERATURES = ("0", "0.5", "1", "2.35")

# What may stand in the address of each lesson.
STATES: dict[str, dict[str, Sequence[str]]] = {
    "attention": {
        "source": SOURCES,
        "target": TARGETS,
        "score": SCORE_NAMES,
        "query": ("y", "s"),
        "temperature": TEMPERATURES,
    },
    "self_attention": {
        "sentence": SOURCES,
        "view": ("head", "mean", "rollout"),
        "mask": ("none", "causal", "window"),
        "vectors": ("transformer", "embeddings"),
    },
    "encoder_decoder": {
        "source": SOURCES,
        "forced": TARGETS,
        "score": SCORE_NAMES,
        "uniform": ("0", "1"),
        "step": ("1", "2", "3"),
    },
    "scores": {
        "vectors": ("hand", "model", "random", "onehot"),
        "function": tuple(SCORES),
        "source": SOURCES,
        "doubled": ("1", "2"),
        "unit": ("0", "1"),
        "sigma": ("0.25", "2"),
        "q": ("2,1;-1,0.3", "0,0;7,-7"),
    },
    "softmax": {
        "origin": ("hand", "model"),
        "scores": ("2, 1.5, 1, 0.5", "1000 -1000 0", "0"),
        "source": SOURCES,
        "temperature": TEMPERATURES,
        "masked": ("1", "1.2"),
    },
}
LESSONS = [*STATES]
PICTURE = {"scores": "tiles_0", "softmax": "normalizers"}
CLOSE = {"encoder_decoder": 1e-6}  # its decoder computes in single precision


def random_state(seed: int) -> tuple[str, dict[str, str]]:
    """A lesson and an address, which says about half of what it may."""
    rng = random.Random(seed)
    lesson = LESSONS[seed % len(LESSONS)]
    may = STATES[lesson].items()
    said = {name: rng.choice(values) for name, values in may}
    return lesson, {n: v for n, v in said.items() if rng.random() < 0.7}


@pytest.mark.parametrize("seed", range(50))
def test_json_of_a_page_loaded_again_is_the_same_to_the_last_digit(seed):
    lesson, address = random_state(seed)
    app = page(lesson, **address)
    content = taken(app, lesson)
    picture = read_json(content)
    again = picture.recomputed()
    if again is not None:
        gap = largest_difference(again.weights, picture.weights)
        assert gap < CLOSE.get(lesson, 1e-12)
    elsewhere = page(lesson, **dict(picture.address))
    assert taken(elsewhere, lesson) == content
    key = PICTURE.get(lesson, "heatmap")
    assert figure(elsewhere, key)["data"] == figure(app, key)["data"]


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_file_and_the_link_are_offered(lesson, language):
    app = page(lesson, language=language)
    assert len(app.get("download_button")) == 8
    shown = " ".join(block.value for block in app.code)
    assert "language" in shown or language == "en"


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_file_can_be_made_when_the_script_has_ended(lesson):
    app = page(lesson)
    made = {end: make() for end, make in files(app, lesson).items()}
    assert made.keys() == {*take.WRITERS, "html", "print.html"}
    assert all(made.values())
    assert b"Plotly" in made["html"]


def test_what_is_taken_is_what_is_shown():
    app = page("attention", target="汤姆 追逐 杰瑞")
    picture = read_json(taken(app, "attention"))
    shown = np.array(picture.weights)
    np.testing.assert_allclose(shown.sum(axis=1), 1)
    np.testing.assert_allclose(picture.context, shown @ picture.values)


def loads(app: AppTest, content: bytes) -> AppTest:
    app.get("file_uploader")[0].set_value(
        ("picture.json", io.BytesIO(content).getvalue(), "application/json")
    )
    return app.run()


def test_a_loaded_file_sets_the_page():
    content = taken(
        page("attention", source="the cat", score="dot", target="猫"),
        "attention",
    )
    app = loads(page("attention"), content)
    boxes = {box.key: box.value for box in app.text_input}
    assert (boxes["source"], boxes["target"]) == ("the cat", "猫")
    assert any("at most 0" in note.value for note in app.success)
    assert taken(app, "attention") == content


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{}", "no JSON file of this app"),
        (b"\x00", "no JSON file of this app"),
        (b'{"format": "attention-lab", "version": 99}', "version 99"),
        (b'{"format": "attention-lab", "version": 1}', "damaged"),
    ],
)
def test_another_file_is_refused_in_a_sentence(content, said):
    app = loads(page("attention"), content)
    assert [error.value for error in app.exception] == []
    assert any(said in error.value for error in app.error)
    assert app.text_input(key="source").value


def test_a_file_of_another_page_says_where_it_belongs():
    content = taken(page("self_attention"), "self_attention")
    app = loads(page("attention"), content)
    assert any("Self-attention" in note.value for note in app.warning)


def test_a_value_that_no_field_takes_is_refused():
    said = json.loads(taken(page("attention"), "attention"))
    said["address"]["temperature"] = "warm"
    app = loads(page("attention"), json.dumps(said).encode())
    assert app.error
    assert [error.value for error in app.exception] == []


def test_names_of_files_are_those_of_any_system():
    assert base_name("attention", "../a\\b: c?") == "attention-a-b--c"
    assert base_name("attention", "我爱你") == "attention-我爱你"
    assert base_name("attention", "?") == "attention"
