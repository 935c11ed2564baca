"""The page on self-attention, run as Streamlit runs it, without a browser."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from language.words import split_words
from pages.self_attention.choices import LESSON
from pages.self_attention.habits import habits
from pairs.models import FOLDER_VARIABLE, SCORE_NAMES
from tests.pages.self_attention.tools import (
    CHINESE,
    ENGLISH,
    PAGE,
    figures,
    page,
    view_of,
)
from tests.pages.shown import check_softmax
from texts.shown import read_content
from ui.inputs import examples


def test_the_page_opens_with_grid_heatmap_graph_and_vectors():
    shown = figures(page())
    assert set(shown) == {"grid", "heatmap", "graph", "stages"}
    assert len(shown["stages"]["data"]) == 7


def test_the_softmax_table_of_the_page_can_be_recomputed():
    app = page(sentence=ENGLISH, word="4", other="3", mask="window")
    tables = [node.proto.body for node in app.get("html")]
    check_softmax(next(t for t in tables if "stages" in t), 1, 1)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "address",
    [
        {"vectors": "embeddings", "head": "4", "shuffle": "on"},
        {"vectors": "recurrent", "mask": "causal", "layout": "circle"},
        {"view": "rollout", "layer": "2", "layout": "nodes"},
        {"view": "mean", "arrows": "top", "top": "1"},
        {"temperature": "0", "positions": "off", "shuffle": "on"},
        {"sentence": CHINESE, "word": "3", "mask": "window", "width": "1"},
    ],
)
def test_every_choice_can_be_linked_to(address, language):
    app = page(**address, language=language)
    assert not app.error
    assert not app.warning
    for key, value in address.items():
        assert app.query_params[key] in (value, [value])


def test_each_score_function_is_a_tile_where_nothing_is_projected():
    grid = figures(page(vectors="recurrent"))["grid"]
    titles = grid["layout"]["xaxis"]["ticktext"]
    assert [title.replace("<br>", " ") for title in titles] == [
        read_content("texts/functions")[name]["en"] for name in SCORE_NAMES
    ]


def test_without_projections_nobody_speaks_of_layers_and_heads():
    app = page(vectors="embeddings", layer="2", head="2")
    assert not app.warning
    labels = {node.label for node in app.get("button_group")}
    assert "Score function" in labels
    assert not labels & {"Head", "Layer"}
    assert any("All score functions" in node.value for node in app.caption)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("layer", "9", "“Layer” was 9, but there are only 2"),
        ("head", "9", "“Head” was 9, but there are only 3"),
        ("word", "99", "“asks (query)” was 99"),
        ("other", "99", "“is looked at (key)” was 99"),
        ("mask", "x", "mask"),
        ("layer", "x", "layer"),
    ],
)
def test_an_impossible_place_is_said_and_leaves_the_address(name, value, words):
    app = page(**{name: value})
    assert words in app.warning[0].value
    assert name not in app.query_params
    app.run()
    assert name not in app.query_params


@pytest.mark.parametrize("typed", ["", "   ", "\u2003"])
def test_without_a_word_there_is_a_sentence(typed):
    app = page(sentence=typed)
    assert "Type a sentence" in app.info[0].value


@pytest.mark.parametrize(
    "typed",
    [
        "<b>$x$</b> *a* :cat:",
        "😀 👩‍👩‍👧",
        "שלום tom",
        "a",
        "</s> <2zh>",
        "{x} {0}",
    ],
)
def test_whatever_is_typed_is_shown_as_it_is(typed):
    shown = figures(page(sentence=typed))
    names = shown["heatmap"]["layout"]["yaxis"]["ticktext"]
    assert len(names) == len(split_words(typed)) + 2


def test_a_long_sentence_is_cut_and_it_is_said():
    app = page(sentence="tom " * 99)
    assert any("first 60 words" in node.value for node in app.caption)
    assert len(figures(app)["graph"]["layout"]["xaxis"]) > 0


def test_a_masked_pair_has_no_stages():
    app = page(sentence=ENGLISH, mask="causal", word="2", other="5")
    assert any("The mask keeps" in node.value for node in app.info)
    assert "stages" not in figures(app)


def test_shuffling_without_positions_says_that_the_rows_moved_along():
    app = page(sentence=ENGLISH, shuffle="on", positions="off")
    assert "the rows moved along" in app.info[0].value
    app = page(sentence=ENGLISH, shuffle="on")
    assert "the weights changed" in app.info[0].value


def test_a_chosen_word_lights_up_in_heatmap_and_graph_together():
    shown = figures(page(sentence=ENGLISH, word="5"))
    frame = shown["heatmap"]["layout"]["shapes"][-1]
    assert (frame["y0"], frame["y1"]) == (3.5, 4.5)
    assert (frame["x0"], frame["x1"]) == (-0.5, 10.5)
    for axis in ("xaxis", "yaxis"):
        names = shown["heatmap"]["layout"][axis]["ticktext"]
        bold = [k for k, name in enumerate(names) if "<b>" in name]
        assert bold == [4]
    graph = shown["graph"]["layout"]["shapes"]
    assert frame["line"]["color"] in {s["line"]["color"] for s in graph}
    plain = figures(page(sentence=ENGLISH))
    assert len(plain["heatmap"]["layout"]["shapes"]) == 2  # one cell
    assert "<b>" not in str(plain["heatmap"]["layout"]["yaxis"]["ticktext"])


def test_an_example_opens_at_the_word_that_it_asks_about():
    opened = next(e for e in examples("self_attention") if "pairs" in e)
    app = page(sentence=opened["sentence"])
    asked = 1 + split_words(opened["sentence"]).index(opened["pairs"][0][0])
    cell = figures(app)["heatmap"]["layout"]["shapes"][-1]
    assert cell["y0"] == asked - 0.5
    assert app.session_state[LESSON.key("word")] is None


def test_the_heatmap_of_a_long_sentence_has_the_whole_width():
    short, long = (
        len(page(sentence="tom " * count).columns) for count in (22, 23)
    )
    assert long == short - 2


def test_a_head_can_be_opened_from_another_view():
    app = page(view="mean")
    for name, value in (("layer", 2), ("head", 3), ("view", "head")):
        app.session_state[LESSON.key(name)] = value
    app.run()
    assert any("layer 2, head 3" in node.value for node in app.caption)


def test_the_words_an_example_asks_about_are_words_of_it():
    for example in examples("self_attention"):
        words = split_words(example["sentence"])
        for pair in example.get("pairs", []):
            assert set(pair) <= set(words), example["sentence"]


def test_without_the_model_the_page_ends_with_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    app = AppTest.from_file(str(PAGE), default_timeout=120).run()
    assert r"transformer\.npz" in app.error[0].value


def test_buttons_open_the_heads_that_look_at_the_neighbors(models):
    app = page(sentence=ENGLISH, view="mean")
    for habit in habits(view_of(models)):
        key = LESSON.key(f"open_{habit.name}")
        next(b for b in app.button if b.key == key).click().run()
        layer, head = (k + 1 for k in habit.place)
        said = f"layer {layer}, head {head}."
        assert any(said in node.value for node in app.caption)
        shown = f"{habit.share:.2f}"
        assert any(shown in node.value for node in app.caption)


def test_without_projections_nobody_opens_a_head_of_neighbors():
    app = page(vectors="embeddings")
    assert not [b for b in app.button if "open_" in str(b.key)]
    assert not any("previous word" in node.value for node in app.caption)


@pytest.mark.parametrize(
    ("view", "framed"), [("head", 2), ("mean", 0), ("rollout", 0)]
)
def test_only_an_open_head_is_framed(view, framed):
    grid = figures(page(sentence=ENGLISH, view=view))["grid"]
    assert len(grid["layout"].get("shapes", [])) == framed


@pytest.mark.parametrize(
    ("view", "said"),
    [("head", "weight"), ("mean", "mean of heads"), ("rollout", "rollout")],
)
def test_only_the_numbers_of_a_head_are_called_weights(view, said):
    app = page(sentence=ENGLISH, view=view)
    heatmap, graph = (figures(app)[key]["data"] for key in ("heatmap", "graph"))
    assert f"<b>{said} %{{z" in heatmap[0]["hovertemplate"]
    arrows = "".join(trace.get("hovertemplate", "") for trace in graph)
    assert said in arrows
    assert ("weight" in arrows) == (said == "weight")


def test_masked_cells_of_a_rollout_read_masked():
    app = page(sentence=ENGLISH, mask="causal", view="rollout", layer="2")
    weights, masked = figures(app)["heatmap"]["data"]
    assert "masked" in masked["hovertemplate"]
    cells = np.array(weights["text"])
    assert (cells[np.triu_indices(len(cells), 1)] == "").all()
    assert (cells[np.tril_indices(len(cells))] != "").all()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("written", ["汤姆追逐杰瑞", ""])
def test_the_decoder_reads_a_target(written, language):
    address = {"sentence": ENGLISH, "vectors": "decoder", "written": written}
    app = page(**address, language=language, word="2", other="1")
    assert not app.warning
    shown = figures(app)
    names = shown["heatmap"]["layout"]["yaxis"]["ticktext"]
    assert names[0] == "&lt;s&gt;"
    if written:
        bold = names[1]
        assert [*names[2:]] == [*split_words(written)][1:]
        assert bold == f"<b>{split_words(written)[0]}</b>"
    assert len(shown["grid"]["data"]) == 2  # weights, and masked cells
    labels = {node.label for node in app.get("button_group")}
    assert not labels & {"Mask", "掩码"}
    assert not [node for node in app.toggle if "shuffle" in str(node.key)]


def test_where_q_k_and_v_come_from_is_written_out():
    address = {"sentence": "tom likes jerry", "word": "3", "other": "4"}
    app = page(**address, layer="2", head="3")
    made = next(line.value for line in app.latex if "W_q" in line.value)
    parts = made.strip("$\n").split(r" \qquad ")
    assert parts == [
        "q_{3} = x_{3} W_q + b_q",
        "k_{4} = x_{4} W_k + b_k",
        "v_{4} = x_{4} W_v + b_v",
    ]
    app = page(**address, vectors="recurrent")
    assert not any("W_q" in line.value for line in app.latex)


def test_a_note_on_the_encoder_is_not_said_of_the_decoder():
    first = examples("self_attention")[0]
    said = first["note"]["en"]
    for vectors, is_said in (("transformer", True), ("decoder", False)):
        app = page(vectors=vectors)
        assert any(said == node.value for node in app.caption) == is_said
