"""One sentence, two endings: the arrow moves, and il becomes elle."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.self_attention.pronoun import differing
from pairs.models import FOLDER_VARIABLE, models_folder
from tests.pages.self_attention.tools import PAGE

TIRED = "The animal did not cross the street because it was too tired ."
WIDE = "The animal did not cross the street because it was too wide ."


@pytest.fixture(autouse=True)
def _use_shipped_models(monkeypatch) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)


def open_page(path: Path = PAGE, **said: str) -> AppTest:
    app = AppTest.from_file(str(path), default_timeout=300)
    for name, value in {"pair": "en-fr", **said}.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception, app.exception
    return app


def rows(app: AppTest) -> list[list[str]]:
    """The table: ending, words looked at, translation."""
    table = next(m.value for m in app.markdown if m.value.startswith("| "))
    lines = table.splitlines()[2:]
    return [[c.strip() for c in line.strip("|").split("|")] for line in lines]


def test_the_ending_turns_the_arrow_and_the_translation() -> None:
    tired, wide = rows(open_page())
    assert (tired[0], wide[0]) == ("tired", "wide")
    assert tired[1].startswith("animal 0.9")
    assert "street" in wide[1]
    assert "animal" not in wide[1]
    assert "**il**" in tired[2]
    assert "**elle**" in wide[2]
    assert tired[2].startswith(r"l\'animal n\'a pas")


def test_a_click_puts_the_other_ending_in_and_keeps_the_head() -> None:
    app = open_page()
    assert app.text_input(key="self_attention.sentence").value == TIRED
    app.button(key="self_attention.twin").click().run()
    assert app.text_input(key="self_attention.sentence").value == WIDE
    assert rows(app)[0][0] == "wide"
    kept = {
        n: app.session_state[f"self_attention.{n}"] for n in ("layer", "head")
    }
    assert kept == {"layer": 3, "head": 1}
    app.button(key="self_attention.twin").click().run()
    assert app.text_input(key="self_attention.sentence").value == TIRED


def test_a_typed_sentence_has_a_row_of_its_own() -> None:
    typed = "The dog did not cross the street because it was tired ."
    (row,) = rows(open_page(sentence=typed))
    assert "dog" in row[1]
    assert "**il**" in row[2]


@pytest.mark.parametrize(
    "said",
    [
        {"sentence": "The dog sleeps ."},
        {"sentence": "Il dort dans la cuisine parce qu'il est tard ."},
        {"vectors": "embeddings"},
        {"pair": "en-zh", "sentence": TIRED},
    ],
)
def test_nothing_is_said_where_nothing_was_measured(said) -> None:
    app = open_page(**said)
    assert not [m for m in app.markdown if m.value.startswith("| ")]


def test_without_a_recurrent_model_nothing_asks_for_one(
    tmp_path, monkeypatch
) -> None:
    for path in models_folder().iterdir():
        if not path.name.startswith("attention-fr"):
            (tmp_path / path.name).symlink_to(path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    app = open_page(vectors="recurrent")
    menu = app.segmented_control(key="self_attention.vectors")
    assert (menu.value, len(menu.options)) == ("transformer", 3)
    assert not app.error


def test_a_page_without_models_of_the_pair_keeps_to_its_own() -> None:
    app = open_page(PAGE.parents[1] / "encoder_decoder" / "page.py")
    assert not app.error
    assert any("fr" in note.value for note in app.warning), app.warning
    assert not [box for box in app.selectbox if box.key == "pair"]


def test_only_what_differs_names_an_ending() -> None:
    assert differing(TIRED, WIDE) == "tired"
    assert differing(WIDE, TIRED) == "wide"
