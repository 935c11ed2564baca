"""The first page, run as Streamlit runs it, without a browser."""

import re
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pairs.models import SCORE_NAMES
from tests.pages.shown import (
    Table,
    check_line,
    check_softmax,
    figure,
    is_numeric,
    last_table,
)
from texts.shown import read_content

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "pages" / "attention" / "page.py"
MAIN_SCRIPTS = [ROOT / "app.py", PAGE]
TITLES = {"en": "Attention: score", "zh": "注意力：分数"}

pytestmark = pytest.mark.usefixtures("use_standin")


def open_page(script: Path = PAGE, **address: str) -> AppTest:
    at = AppTest.from_file(str(script), default_timeout=60)
    for key, value in address.items():
        at.query_params[key] = value
    return healthy(at.run())


def healthy(at: AppTest) -> AppTest:
    assert [error.value for error in at.exception] == []
    assert [error.value for error in at.error] == []
    return at


def matrix(at: AppTest) -> np.ndarray:
    """Return the numbers written into the cells of the heatmap."""
    text = figure(at, "heatmap")["data"][0]["text"]
    return np.array([[float(t.replace("−", "-")) for t in row] for row in text])


def ticks(at: AppTest) -> tuple[list[str], list[str]]:
    layout = figure(at, "heatmap")["layout"]
    rows = [label.replace("≠", "") for label in layout["yaxis"]["ticktext"]]
    return rows, layout["xaxis"]["ticktext"]


def sentences(at: AppTest) -> str:
    kinds = (at.caption, at.info, at.warning, at.markdown)
    return "\n".join(item.value for kind in kinds for item in kind)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("script", MAIN_SCRIPTS, ids=lambda path: path.name)
def test_the_page_runs_through_the_app_and_alone(script, language) -> None:
    at = open_page(script, language=language)
    assert TITLES[language] in at.markdown[0].value
    rows, columns = ticks(at)
    assert rows == ["汤姆", "追逐", "杰瑞"]
    assert columns == ["Tom", "chases", "Jerry"]
    np.testing.assert_allclose(matrix(at).sum(axis=1), 1, atol=0.016)


@pytest.mark.parametrize("score", SCORE_NAMES)
@pytest.mark.parametrize("temperature", ["0.2", "1", "3"])
def test_every_line_on_the_page_recomputes(score, temperature) -> None:
    at = open_page(score=score, temperature=temperature, i="2", j="3")
    lines = [line.value for line in at.latex if is_numeric(line.value)]
    assert len(lines) >= 4
    for line in lines:
        check_line(line)
    scale = 15.2 if score == "cosine" else 1
    table = last_table(at)
    check_softmax(table, scale, float(temperature))
    chosen = Table(table).rows[Table(table).chosen]
    assert chosen[0] == "Jerry"
    assert float(chosen[-1]) == pytest.approx(matrix(at)[1, 2], abs=0.0056)


def test_a_typed_word_changes_the_heatmap() -> None:
    at = open_page(target="汤姆 追逐 猫")  # no example's, so it stays
    before = matrix(at)
    healthy(at.text_input(key="source").set_value("Tom likes Jerry").run())
    assert ticks(at)[1] == ["Tom", "likes", "Jerry"]
    assert np.abs(matrix(at) - before).max() > 0.01


@pytest.mark.parametrize("score", SCORE_NAMES)
def test_each_score_function_has_its_own_formula(score) -> None:
    at = open_page()
    healthy(at.segmented_control(key="score").set_value(score).run())
    assert at.query_params.get("score", "scaled_dot") == score
    first = re.sub(r"h_\{\d\}", "h", at.latex[0].value)
    words = {
        "dot": r"= y_{1} h^\top",
        "scaled_dot": r"\frac{y_{1} h^\top}{\sqrt{d}}",
        "cosine": r"\lVert y_{1}\rVert",
        "general": r"y_{1} W h^\top",
        "additive": r"\tanh(y_{1} W_q + h W_k)",
        "gaussian": r"\lVert y_{1} - h\rVert^2",
    }
    assert words[score] in first


def test_the_query_is_named() -> None:
    at = open_page(query="s", i="2")
    assert "s_{1}" in at.latex[0].value
    assert "before it writes word" in sentences(at)
    at = open_page(query="y", i="2")
    assert "y_{2}" in at.latex[0].value
    assert "the target word read in its sentence" in sentences(at)


def test_the_source_of_the_vectors_and_the_warning_are_there() -> None:
    said = sentences(open_page(score="cosine", temperature="0.5"))
    assert "**trained**" in said
    assert "softmax(15.2 × score / 0.5)" in said
    assert "Attention is not alignment" in said


def test_the_heatmap_can_show_scores() -> None:
    at = open_page(view="scores", i="1", j="1")
    shown = figure(at, "heatmap")
    assert shown["layout"]["yaxis"]["title"]["text"] == "target asks (query)"
    table = Table(last_table(at)).rows
    assert float(table[1][1]) == pytest.approx(matrix(at)[0, 0], abs=0.0056)


def test_the_axes_say_who_asks_and_what_sums_to_one() -> None:
    layout = figure(open_page(), "heatmap")["layout"]
    title = layout["yaxis"]["title"]["text"]
    assert "query" in title
    assert "row sums to 1" in title.replace("<br>", " ")
    assert "key" in layout["xaxis"]["title"]["text"]


def test_the_first_target_word_is_the_top_row() -> None:
    shown = figure(open_page(), "heatmap")["layout"]["yaxis"]
    assert shown["autorange"] == "reversed"
    assert shown["ticktext"][0].removesuffix("≠") == "汤姆"


def test_weights_have_the_scale_from_zero_to_one() -> None:
    trace = figure(open_page(), "heatmap")["data"][0]
    assert (trace["zmin"], trace["zmax"]) == (0, 1)


def test_an_empty_source_is_asked_for() -> None:
    at = open_page()
    healthy(at.text_input(key="source").set_value("   ").run())
    assert "Type a source sentence" in at.info[0].value
    assert len(at.latex) == 0


def test_an_empty_target_is_translated_and_said_so() -> None:
    at = open_page()
    healthy(at.text_input(key="target").set_value("").run())
    assert "the model wrote this one itself" in sentences(at)
    assert len(ticks(at)[0]) >= 1


SIXTY = " ".join(["tom"] * 60)
ODD = {
    "one word": ("Tom", "汤姆"),
    "60 words": (SIXTY, " ".join(["猫"] * 60)),
    "300 words": (" ".join(["tom"] * 300), " ".join(["猫"] * 300)),
    "only punctuation": ("... , !", "。，！"),
    "only emoji": ("😀 👩‍👩‍👧 🇨🇳", "😀😀"),
    "markup": ("<b>Tom</b> &lt; <script>alert(1)</script>", "<i>汤姆</i>"),
    "markdown": ("**Tom** :red[x] `a` [b](c) :cat:", "# 汤姆 *"),
    "dollar signs": ("$x$ costs $5 $$y$$", "$ 汤姆 $"),
    "templates": ("%{z} %{customdata} {x}", "{0} %{y}"),
    "control characters": ("Tom\x00 \x07chases \x1b[31m", "汤\u200b姆 \ufeff"),
    "white space": ("\u3000Tom\u00a0chases\u2003", "汤姆\u3000追逐"),
    "numbers": ("2019 3.14 1,000 -5", "2019 3.14"),
    "the same word ten times": (" ".join(["the"] * 10), "猫 " * 10),
    "right-to-left": ("שלום עולם !", "مرحبا بالعالم ؟"),
    "target in English": ("Tom chases Jerry", "Tom chases Jerry"),
    "source in Chinese": ("汤姆 追逐 杰瑞", "汤姆 追逐 杰瑞"),
    "a giant word": ("x" * 20_000, "汤" * 5_000),
    "surrogates and marks": ("e\u0301\u0323 \u0301", "\ufffd \ue000"),
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("view", ["weights", "scores"])
def test_odd_input_breaks_nothing(name, view) -> None:
    source, target = ODD[name]
    at = open_page(view=view)
    at.text_input(key="source").set_value(source)
    healthy(at.text_input(key="target").set_value(target).run())
    rows, columns = ticks(at)
    assert len(set(rows)) == len(rows)
    assert len(set(columns)) == len(columns)
    assert at.text_input(key="source").value == source
    for line in at.latex:
        if is_numeric(line.value):
            check_line(line.value)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("300 words", "read up to word 60"),
        ("a giant word", "what follows stays in the box"),
        ("only emoji", "the model never saw"),
        ("source in Chinese", "the model never saw"),
        ("numbers", "read in pieces"),
    ],
)
def test_what_was_not_read_as_typed_is_said(name, words) -> None:
    source, target = ODD[name]
    at = open_page()
    at.text_input(key="source").set_value(source)
    healthy(at.text_input(key="target").set_value(target).run())
    assert words in sentences(at)


def test_markup_stays_text_in_table_and_labels() -> None:
    at = open_page()
    source = "<b>Tom</b> &amp; $x$"
    healthy(at.text_input(key="source").set_value(source).run())
    body = last_table(at)
    assert "<b>" not in body
    assert "&lt;" in body
    assert Table(body).rows[1][0].startswith("<")
    assert all("<b>" not in label for label in ticks(at)[1])


def test_equal_words_stay_apart() -> None:
    at = open_page()
    at.text_input(key="source").set_value("the cat saw the dog")
    healthy(at.text_input(key="target").set_value("猫 猫").run())
    assert ticks(at)[0] == ["猫₁", "猫₂"]
    assert matrix(at).shape == (2, 5)


def test_a_chosen_pair_is_shown_and_kept_in_the_address() -> None:
    at = open_page()
    at.selectbox(key="attention.i").set_value(3)
    healthy(at.selectbox(key="attention.j").set_value(2).run())
    assert (at.query_params["i"], at.query_params["j"]) == ("3", "2")
    assert at.latex[0].value.strip("$\n").startswith("e_{3,2}")


def test_a_position_that_does_not_exist_gets_a_sentence() -> None:
    at = open_page(i="7", j="2")
    assert "was 7, but there are only 3" in at.warning[0].value
    assert at.session_state["attention.i"] is None
    assert "e_{1,2}" in at.latex[0].value


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("score", "banana"),
        ("query", "z"),
        ("temperature", "-1"),
        ("language", "klingon"),
        ("view", "both"),
        ("characters", "7"),
    ],
)
def test_a_bad_address_gets_one_sentence_and_the_default(key, value) -> None:
    at = open_page(**{key: value})
    assert len(at.warning) == 1
    assert value.strip("-") in at.warning[0].value
    assert ticks(at)[1] == ["Tom", "chases", "Jerry"]


def test_a_deep_link_opens_that_picture() -> None:
    link = {"source": "Jerry chases Tom", "target": "杰瑞 追逐 汤姆"}
    at = open_page(**link, score="additive", query="s", temperature="2")
    assert ticks(at) == (link["target"].split(), link["source"].split())
    assert at.segmented_control(key="score").value == "additive"
    assert at.segmented_control(key="query").value == "s"
    assert at.slider(key="temperature").value == 2


def test_every_example_opens_with_its_note() -> None:
    at = open_page(language="zh")
    for pair in read_content("presets/attention")["example"]:
        at.text_input(key="source").set_value(pair["source"])
        healthy(at.text_input(key="target").set_value(pair["target"]).run())
        assert pair["note"]["zh"] in sentences(at)


def test_one_character_is_one_token() -> None:
    at = open_page(characters="on")
    assert ticks(at)[0] == list("汤姆追逐杰瑞")


def test_at_temperature_zero_the_page_says_what_happens() -> None:
    at = open_page(temperature="0")
    assert sentences(at).count("nothing is divided") == 2
    assert "/ 0)" not in sentences(at)
    assert set(matrix(at).ravel().tolist()) <= {0.0, 1.0, 0.5}


def test_the_code_that_ran_and_the_card_can_be_opened() -> None:
    at = open_page(score="additive")
    assert not at.code
    at.session_state["attention.code"] = True
    at.session_state["attention.card"] = True
    at.session_state["attention.terms"] = True
    healthy(at.run())
    shown = "\n".join(block.value for block in at.code)
    for name in ("def additive(", "def softmax(", "def attend("):
        assert name in shown
    assert len(at.dataframe) == 2


def test_without_a_model_the_page_says_what_is_missing(
    tmp_path, monkeypatch
) -> None:
    monkeypatch.setenv("ATTENTION_LAB_MODELS", str(tmp_path))
    at = AppTest.from_file(str(PAGE), default_timeout=60).run()
    assert not at.exception
    assert "attention\\.npz is missing" in at.error[0].value


def test_a_damaged_model_is_named(tmp_path, monkeypatch) -> None:
    (tmp_path / "attention.npz").write_bytes(b"nonsense")
    monkeypatch.setenv("ATTENTION_LAB_MODELS", str(tmp_path))
    at = AppTest.from_file(str(PAGE), default_timeout=60).run()
    assert not at.exception
    assert "cannot be read" in at.error[0].value


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_shipped_model_finds_the_words_and_shows_its_card(
    language, monkeypatch
) -> None:
    monkeypatch.delenv("ATTENTION_LAB_MODELS")
    at = open_page(language=language)
    assert (matrix(at).argmax(axis=1) == [0, 1, 2]).all()
    guided = {"en": "guided by word links", "zh": "受词对齐的引导"}
    assert guided[language] in sentences(at)
    at.session_state["attention.card"] = True
    healthy(at.run())
    card = {"en": "**License**: Trained on", "zh": "**许可**: 用 tatoeba"}
    assert card[language] in sentences(at)
    assert "None" not in sentences(at)


def test_choices_stay_when_language_and_words_change() -> None:
    at = open_page(score="cosine", i="2", j="3")
    at.segmented_control(key="language").set_value("zh")
    at.text_input(key="source").set_value("the cat chases jerry")
    healthy(at.text_input(key="target").set_value("猫 追逐 杰瑞").run())
    assert at.segmented_control(key="score").value == "cosine"
    chosen = [at.selectbox(key=f"attention.{name}").value for name in "ij"]
    assert chosen == [2, 3]
    assert at.query_params["score"] == "cosine"
    assert at.latex[0].value.strip("$\n").startswith("e_{2,3}")
    healthy(at.text_input(key="target").set_value("猫").run())
    assert "只有 1 个可选" in at.warning[0].value
    healthy(at.run())
    assert not at.warning
    assert "i" not in at.query_params
