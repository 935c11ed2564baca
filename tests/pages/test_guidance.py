"""Guided or unguided: every page takes the vectors of the chosen training."""

import json
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pairs.languages import DEFAULT_PAIR, PAIRS
from pairs.models import FOLDER_VARIABLE
from tests.pages.encoder_decoder.tools import without_attention
from tests.pages.joint_standin import write_joint_standin
from tests.pages.shown import figure
from tests.pages.standin import sign, write_standin
from texts.shown import read_content
from ui.guidance import error_rates

PAGES = Path(__file__).parents[2] / "pages"
TEXTS = read_content("texts/guidance")
# A chart of each lesson that shows numbers of the recurrent model.
CHARTS = {
    "attention": ("heatmap", {}),
    "encoder_decoder": ("heatmap", {"source": "Tom chases Jerry"}),
    "scores": ("tiles_0", {"vectors": "model"}),
    "softmax": ("normalizers", {"origin": "model"}),
    "self_attention": ("heatmap", {"vectors": "recurrent"}),
}
RECURRENT = PAIRS[DEFAULT_PAIR].recurrent
RATES = {"guided": 0.11, "unguided": 0.27}


def measured(rate: float) -> dict:
    aer = {"y": {"scaled_dot": rate}, "s": {"scaled_dot": 2 * rate}}
    return {"gold.tsv": {"aer": aer}, "other.tsv": {"bleu": {}}}


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """Random models; the unguided one reads other embeddings."""
    write_joint_standin(write_standin(tmp_path))
    without_attention(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def both(folder) -> Path:
    write_standin(folder, "unguided")
    stored = dict(np.load(folder / "unguided.npz"))
    stored["source_embedding"] = stored["source_embedding"][::-1]
    np.savez(folder / "unguided.npz", **stored)
    sign(folder, "unguided")
    for name, file in RECURRENT.items():
        path = folder / f"{file}.json"
        card = json.loads(path.read_text("utf-8"))
        card |= {"measured": measured(RATES[name]), "training": {}}
        card["training"]["epochs_done"] = 42
        path.write_text(json.dumps(card), encoding="utf-8")
    return folder


def page(lesson: str, **address: str) -> AppTest:
    script = str(PAGES / lesson / "page.py")
    app = AppTest.from_file(script, default_timeout=120)
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    assert [error.value for error in app.exception] == []
    return app


def has_menu(app: AppTest) -> bool:
    return any(group.key == "model" for group in app.get("button_group"))


def said(app: AppTest) -> str:
    return "\n".join(
        node.value for node in [*app.caption, *app.error, *app.markdown]
    )


@pytest.mark.usefixtures("both")
@pytest.mark.parametrize("lesson", CHARTS)
def test_every_lesson_takes_the_chosen_training(lesson) -> None:
    key, address = CHARTS[lesson]
    app = page(lesson, **address)
    assert has_menu(app)
    guided = figure(app, key)["data"]
    chosen = page(lesson, model="unguided", **address)
    assert figure(chosen, key)["data"] != guided
    app.segmented_control(key="model").set_value("unguided")
    app.run()
    assert figure(app, key)["data"] == figure(chosen, key)["data"]
    assert "unguided" in app.query_params["model"]
    assert TEXTS["about_unguided"]["en"] in said(app)
    assert TEXTS["about_guided"]["en"] not in said(app)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("lesson", CHARTS)
def test_without_a_second_training_there_is_no_choice(lesson) -> None:
    address = CHARTS[lesson][1]
    assert not has_menu(page(lesson, **address))
    asked = page(lesson, model="unguided", **address)
    assert r"unguided\.npz" in said(asked)


@pytest.mark.usefixtures("both")
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", RECURRENT)
def test_the_page_says_how_the_model_was_trained(name, language) -> None:
    app = page("attention", model=name, language=language)
    assert TEXTS[f"about_{name}"][language] in said(app)
    rates = TEXTS["error_rates"][language]
    assert rates.format(guided="0.11", unguided="0.27") in said(app)
    app = page("encoder_decoder", model=name, language=language)
    assert rates.format(guided="0.22", unguided="0.54") in said(app)
    for key in ("same_epochs", "other_epochs"):
        is_said = TEXTS[key][language].format(count=42) in said(app)
        assert is_said == ((key == "same_epochs") == (name == "guided"))


def test_rates_are_compared_on_one_file_only() -> None:
    cards = {name: {"measured": measured(r)} for name, r in RATES.items()}
    assert error_rates(cards, "y", "scaled_dot") == RATES
    assert error_rates(cards, "y", "gaussian") == {}
    elsewhere = {"measured": {"else.tsv": measured(0.1)["gold.tsv"]}}
    cards["unguided"] = elsewhere
    assert error_rates(cards, "y", "scaled_dot") == {}
    cards["unguided"] = {}
    assert error_rates(cards, "y", "scaled_dot") == {}
