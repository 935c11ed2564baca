"""An example's target goes with its source; what is typed stays."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pairs.models import FOLDER_VARIABLE
from tests.pages.encoder_decoder.tools import without_attention
from tests.pages.standin import write_standin
from texts.shown import read_content

PAGES = Path(__file__).parents[2] / "pages"
CAT = "I see a cat ."
TOM = "Tom chases Jerry"
BOXES = {
    "attention": ("target", {}),
    "softmax": ("target", {"origin": "model"}),
    "scores": ("target", {"vectors": "model"}),
    "encoder_decoder": ("encoder_decoder.forced", {}),
}

pytestmark = pytest.mark.usefixtures("use_standin")


class Visit:
    """A page with two boxes, and an example in them."""

    def __init__(self, lesson: str, **address: str) -> None:
        self.lesson = lesson
        self.box, more = BOXES[lesson]
        script = str(PAGES / lesson / "page.py")
        self.app = AppTest.from_file(script, default_timeout=120)
        for name, value in (more | address).items():
            self.app.query_params[name] = value
        self.run()

    def run(self) -> None:
        self.app.run()
        assert [error.value for error in self.app.exception] == []

    def take(self, place: int) -> tuple[str, str]:
        """Choose an example; return what is in the boxes then."""
        menu = self.app.menu_button(key=f"{self.lesson}.example")
        menu.click(menu.options[place])
        self.run()
        return self.pair

    def type(self, *, source: str | None = None, target=None) -> None:
        for key, typed in (("source", source), (self.box, target)):
            if typed is not None:
                self.app.text_input(key=key).set_value(typed)
                self.run()

    @property
    def pair(self) -> tuple[str, str]:
        boxes = (self.app.text_input(key=key) for key in ("source", self.box))
        first, second = (box.value for box in boxes)
        return first, second


@pytest.fixture(params=BOXES)
def visit(request, tmp_path, monkeypatch) -> Visit:
    """A page on which an example with a target was chosen."""
    if request.param == "encoder_decoder":
        write_standin(tmp_path)
        without_attention(tmp_path)
        monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    opened = Visit(request.param)
    assert opened.take(1)[1]
    return opened


def test_an_examples_target_goes_with_its_source_and_comes_back(visit) -> None:
    example = visit.pair
    for typed in (example[0] + " x", "I see a cat ."):
        visit.type(source=typed)
        assert visit.pair == (typed, "")
    visit.type(source=example[0])
    assert visit.pair == example


def test_what_a_visitor_typed_stays_whatever_the_source(visit) -> None:
    example = visit.pair
    visit.type(target="我 看见 猫", source="I see a cat .")
    visit.type(source="I see a cat .")
    assert visit.pair == ("I see a cat .", "我 看见 猫")
    visit.type(source=example[0])
    assert visit.pair == (example[0], "我 看见 猫")


def test_a_target_that_a_visitor_typed_is_his_if_an_example_has_it_too(
    visit,
) -> None:
    example = visit.pair
    visit.type(target="")
    visit.type(source="I see a cat .")
    visit.type(target=example[1])
    visit.type(source="I see two cats .")
    assert visit.pair == ("I see two cats .", example[1])


def test_what_was_typed_over_the_gap_is_not_replaced(visit) -> None:
    example = visit.pair
    visit.type(source="I see a cat .")
    visit.type(target="我")
    visit.type(target="")
    visit.type(source=example[0])
    assert visit.pair == (example[0], "")


def test_an_example_without_a_target_stays_without_one() -> None:
    visit = Visit("attention")
    visit.type(source="I see a cat .")
    assert visit.pair == ("I see a cat .", "")
    last = len(visit.app.menu_button(key="attention.example").options) - 1
    assert visit.take(last) == (TOM, "")


def test_a_link_says_what_it_says() -> None:
    jerry = read_content("presets/attention")["example"][1]["target"]
    assert Visit("attention", source=CAT, target=jerry).pair == (CAT, jerry)
    assert Visit("attention", source=CAT).pair == (CAT, "")
