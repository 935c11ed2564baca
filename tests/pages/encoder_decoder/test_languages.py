"""What the systems do not read is said, and beside what they wrote."""

import pytest

from pages.encoder_decoder.choices import LESSON
from pairs.models import FOLDER_VARIABLE
from tests.pages.encoder_decoder.tools import page, press


@pytest.fixture(autouse=True)
def trained(monkeypatch) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)


def beside(app) -> list[str]:
    """What stands beside the translations of both systems."""
    return [
        node.value for node in app.markdown if "This translation" in node.value
    ]


@pytest.mark.parametrize(
    ("source", "words", "guesses"),
    [
        ("Ich liebe dich.", "holds German, but the model reads only", 2),
        ("zxqv wkjh qqq pplk", "does not know", 2),
        ("我爱你。", "the two sides seem to be exchanged", 2),
        ("I love you.", "", 0),
    ],
)
def test_what_the_models_do_not_read_is_said(source, words, guesses) -> None:
    app = page(source=source)
    warnings = " ".join(warning.value for warning in app.warning)
    assert words in warnings if words else not warnings
    said = beside(app)
    assert len(said) == guesses
    assert all("This translation is a guess" in one for one in said)


def test_beside_a_given_target_nothing_is_said_of_translations() -> None:
    app = page(source="Ich liebe dich.", forced="我爱你。")
    assert "German" in app.warning[0].value
    assert beside(app) == []


def test_a_translation_in_circles_has_failed_beside_its_own_system() -> None:
    said = beside(page(source="pizza"))
    assert any("repeats itself" in sentence for sentence in said)


def test_a_short_text_may_be_unsure() -> None:
    app = page(source="Hi.")
    assert any("is unsure of this" in node.value for node in app.markdown)


def test_exchanged_sides_are_swapped_by_a_button() -> None:
    app = press(page(source="我爱你。", forced="I love you."), "swap")
    assert app.text_input(key="source").value == "I love you."
    assert app.text_input(key=LESSON.key("forced")).value == "我爱你。"
    assert not app.warning
