"""Where in its paper a function stands is said in the visitor's language."""

import pytest

from attention_core.normalizers import NORMALIZERS
from attention_core.scores import SCORES
from tests.rules.tree import ROOT, read_toml
from texts import shown as texts
from texts.shown import equation

ENTRIES = {**SCORES, **NORMALIZERS}


@pytest.mark.parametrize("name", ENTRIES)
def test_the_texts_say_what_the_registries_say(name) -> None:
    table = read_toml(ROOT / "content" / "texts" / "equations.toml")
    assert table.get(name, {"en": ""})["en"] == ENTRIES[name].equation
    assert set(table) <= set(ENTRIES)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "equation 1"), ("zh", "公式 1")]
)
def test_an_equation_is_named_in_both_languages(
    monkeypatch, language, said
) -> None:
    monkeypatch.setattr(texts, "language", lambda: language)
    assert equation("scaled_dot", "never shown") == said


def test_a_function_without_a_text_is_told_in_english(monkeypatch) -> None:
    monkeypatch.setattr(texts, "language", lambda: "zh")
    assert equation("brand_new", "equation 9") == "equation 9"
