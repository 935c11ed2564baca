"""What the model does not read is said; nothing that was typed is lost."""

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

PAGE = Path(__file__).parents[3] / "pages" / "attention" / "page.py"


def open_page(**address: str) -> AppTest:
    app = AppTest.from_file(str(PAGE), default_timeout=120)
    for key, value in address.items():
        app.query_params[key] = value
    app.run()
    assert [error.value for error in app.exception] == []
    return app


def warnings(app: AppTest) -> str:
    return " ".join(warning.value for warning in app.warning)


def captions(app: AppTest) -> str:
    return " ".join(caption.value for caption in app.caption)


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        ("Ich liebe dich.", "", "holds German, but the model reads only"),
        (
            "Ich liebe dich.",
            "我爱你。",
            "holds German, but the model reads only",
        ),
        ("zxqv wkjh qqq pplk", "", "does not know"),
        ("我爱你。", "I love you.", "the two sides seem to be exchanged"),
        ("I love you.", "I love you.", "reads Chinese there"),
    ],
)
def test_what_the_model_does_not_read_is_said(source, target, words) -> None:
    app = open_page(source=source, target=target)
    assert words in warnings(app)
    said = "This translation is a guess"
    assert (said in captions(app)) == (target == "")


@pytest.mark.parametrize("target", ["我爱你。", ""])
def test_nothing_is_said_about_what_it_reads(target) -> None:
    app = open_page(source="I love you.", target=target)
    assert warnings(app) == ""
    assert "This translation" not in captions(app)


def test_a_translation_that_repeats_itself_has_failed() -> None:
    app = open_page(source="Hi", target="")
    assert "This translation repeats itself" in captions(app)


def test_a_short_text_of_which_the_model_is_unsure_is_said() -> None:
    app = open_page(source="Hi.", target="")
    found = re.search(
        r"unsure of this translation: .* probability of (0\.\d\d)",
        captions(app),
    )
    assert found
    assert float(found[1]) == pytest.approx(0.301, abs=0.006)
    assert "unsure" not in captions(open_page(source="Hi!", target=""))
    assert "unsure" not in captions(open_page(source="Hi.", target="他的。"))


def test_exchanged_sides_are_swapped_by_a_button() -> None:
    app = open_page(source="我爱你。", target="I love you.")
    app.button(key="attention.swap").click().run()
    assert app.text_input(key="source").value == "I love you."
    assert app.text_input(key="target").value == "我爱你。"
    assert warnings(app) == ""


def test_i_love_you_has_a_row_for_each_word() -> None:
    app = open_page(source="I love you.", target="我爱你。")
    labels = app.selectbox(key="attention.i").options
    assert [label.split(" · ")[1] for label in labels] == list("我爱你。")
