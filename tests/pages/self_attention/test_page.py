"""The page on self-attention: its numbers are recomputed from what it shows."""

import json
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core.influence import encoder_influence
from attention_core.transformer import encode
from language.joint import framed
from language.words import split_words
from pages.self_attention import choices as self_attention
from pages.self_attention import distance as self_distance
from pages.self_attention import stages as self_steps
from pages.self_attention.view import (
    MASKS,
    SOURCES,
    Choices,
    merged,
    moved,
    self_view,
    word_mask,
)
from tests.pages.joint_standin import HEADS, LAYERS, write_joint_standin
from tests.pages.shown import check_line, check_softmax, is_numeric
from tests.pages.standin import write_standin
from ui.models import FOLDER_VARIABLE, load_translator
from ui.reader import load_reader
from ui.texts import read_content

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "pages" / "self_attention" / "page.py"
ENGLISH = "tom chases the unmouse because tom was tired ."
CHINESE = "汤姆追逐杰瑞，因为汤姆太累。"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = write_standin(tmp_path_factory.mktemp("models"))
    return write_joint_standin(path)


@pytest.fixture(autouse=True)
def _use_standins(folder, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))


@pytest.fixture
def models():
    return load_reader("transformer"), load_translator("attention")


def view_of(models, typed=ENGLISH, **choices):
    return self_view(*models, typed, Choices(**choices))


def page(**address):
    app = AppTest.from_file(str(PAGE), default_timeout=120)
    for key, value in address.items():
        app.query_params[key] = value
    app.run()
    assert not app.exception
    return app


def charts(app):
    """The figures of a page, by their keys."""
    found = {}
    for node in app.get("bidi_component"):
        data = json.loads(node.proto.bytes)
        found[data["key"]] = data["figure"]
    return found


# ----------------------------------------------------------------- numbers


def test_the_weights_are_those_of_the_encoder(models):
    reader, _ = models
    view = view_of(models)
    words = split_words(ENGLISH)
    names, pieces = framed(words, reader.vocabulary.encode(words))
    read = encode(reader.parameters, pieces.ids)
    assert view.words == names
    for layer, done in enumerate(read.layers):
        np.testing.assert_allclose(
            view.heads.weights[layer], done.attention.weights, atol=1e-6
        )


def test_keys_are_summed_and_queries_averaged(models):
    view = view_of(models)
    owners = np.array(view.sentence.pieces.word_of_piece)
    i, j = 4, 4  # unmouse, in pieces
    assert view.sentence.pieces.in_pieces[i]
    block = view.heads.weights[1, 2][owners == i][:, owners == j]
    expected = block.sum(axis=1).mean()
    np.testing.assert_allclose(view.word_weights[1, 2, i, j], expected)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("typed", [ENGLISH, CHINESE])
def test_rows_sum_to_one_and_masked_weights_are_zero(
    models, source, mask, typed
):
    view = view_of(models, typed, source=source, mask=mask, width=1)
    np.testing.assert_allclose(view.word_weights.sum(axis=-1), 1)
    assert not view.word_weights[..., ~view.word_mask].any()
    assert len(view.words) == view.word_weights.shape[-1]


def test_a_window_counts_words():
    mask = word_mask(Choices(mask="window", width=1), 5)
    assert mask.sum(axis=1).tolist() == [2, 3, 3, 3, 2]


@pytest.mark.parametrize("source", ["transformer", "embeddings"])
@pytest.mark.parametrize("typed", [ENGLISH, CHINESE])
def test_without_positions_the_rows_move_along(models, source, typed):
    plain = {"source": source, "positions": False}
    shuffled = view_of(models, typed, shuffle=1, **plain)
    straight = view_of(models, typed, **plain)
    assert shuffled.words != straight.words
    assert moved(shuffled, straight) < 1e-6


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"source": "recurrent"},
        {"source": "embeddings"},
        {"positions": False, "mask": "causal"},
    ],
)
def test_what_knows_the_order_changes_when_it_is_shuffled(models, chosen):
    shuffled = view_of(models, shuffle=1, **chosen)
    assert moved(shuffled, view_of(models, **chosen)) > 1e-3


def test_a_shuffled_sentence_keeps_its_pieces_together(models):
    shuffled, straight = view_of(models, shuffle=1), view_of(models)
    for place, before in enumerate(shuffled.order):
        assert shuffled.words[place] == straight.words[before]
        ids = [
            [v.sentence.pieces.ids[k] for k in v.sentence.pieces_of(word)]
            for v, word in ((shuffled, place), (straight, before))
        ]
        assert ids[0] == ids[1]


def test_mean_and_rollout_are_what_their_names_say(models):
    view = view_of(models)
    mean = view.matrix("mean", 1, 0)
    np.testing.assert_allclose(mean, view.word_weights[1].mean(axis=0))
    same, reached = np.eye(view.mask.shape[0]), np.eye(view.mask.shape[0])
    for layer in view.heads.weights:
        reached = (layer.mean(axis=0) + same) / 2 @ reached
    shown = view.matrix("rollout", LAYERS - 1, 0)
    np.testing.assert_allclose(shown, merged(reached, view.sentence))


def test_the_temperature_divides_the_scores(models):
    warm = view_of(models, source="embeddings", temperature=2.0)
    scores = warm.heads.scores[0, 0] / 2
    powers = np.exp(scores)
    expected = powers / powers.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(warm.heads.weights[0, 0], expected)


def test_marks_and_punctuation_are_special(models):
    view = view_of(models, "tom , don't")
    assert view.words == ["<2zh>", "tom", ",", "don't", "</s>"]
    assert view.is_special.tolist() == [True, False, True, False, True]


def test_the_table_measures_each_head(models):
    view = view_of(models)
    table = list(self_attention.head_table(view).values())
    assert table[0] == [1] * HEADS + [2] * HEADS
    assert table[1] == [1, 2, 3] * LAYERS
    a = view.word_weights[1, 2]
    n = len(a)
    expected = [
        -np.sum(a * np.log(a)) / n,
        sum(a[i, j] * abs(i - j) for i in range(n) for j in range(n)) / n,
        sum(a[i, i] for i in range(n)) / n,
        sum(a[i, i - 1] for i in range(1, n)) / n,
        sum(a[i, i + 1] for i in range(n - 1)) / n,
        a[:, view.is_special].sum() / n,
    ]
    shown = [column[-1] for column in table[2:]]
    np.testing.assert_allclose(shown, expected, atol=1e-4)


# ---------------------------------------------------------------- distance


def test_the_reach_is_the_mean_over_a_distance(models):
    _, model = models
    typed = "tom likes jerry"
    view = view_of(models, typed)
    found = self_distance.reach(model, typed, view, (1, 2))
    inner = view.word_weights[:, :, 1:-1, 1:-1]
    inner = inner / inner.sum(axis=-1, keepdims=True)
    for lines, a in (
        (found.head, inner[1, 2]),
        (found.mean, inner.mean(axis=(0, 1))),
    ):
        expected = [
            np.trace(a) / 3,
            (a[0, 1] + a[1, 0] + a[1, 2] + a[2, 1]) / 4,
            (a[0, 2] + a[2, 0]) / 2,
        ]
        np.testing.assert_allclose(lines, expected)
    assert found.counts == [3, 4, 2]


@pytest.mark.parametrize(
    ("typed", "side"), [("tom likes", "source"), ("汤姆喜欢", "target")]
)
def test_the_influence_is_that_of_the_encoder_of_the_language(
    models, typed, side
):
    _, model = models
    found = self_distance.reach(model, typed, view_of(models, typed), (0, 0))
    ids = getattr(model, side).encode(split_words(typed)).ids
    assert len(ids) == 2
    x = getattr(model.parameters, f"{side}_embedding")[ids]
    encoder = getattr(model.parameters, f"{side}_encoder")
    norms = encoder_influence(x, encoder.forward, encoder.backward)
    far = (norms[0, 1] + norms[1, 0]) / 2
    np.testing.assert_allclose(found.influence[1], far)


def test_the_influence_of_words_is_the_norm_over_their_pieces(models):
    view = view_of(models, "tom unmouse", source="recurrent")
    n = len(view.sentence.pieces.ids)
    norms = np.arange(1.0, n * n + 1).reshape(n, n)
    found = self_distance.word_influence(norms, view.sentence)
    expected = np.sqrt((norms[0, 1:] ** 2).sum())
    np.testing.assert_allclose(found[0, 1], expected)


# -------------------------------------------------------------- three stages


@pytest.mark.parametrize(
    ("choices", "place"),
    [
        ({}, (1, 2)),
        ({"temperature": 0.5, "mask": "causal"}, (0, 1)),
        ({"mask": "window", "width": 1}, (1, 0)),
        ({"source": "recurrent"}, (0, 0)),
        ({"source": "embeddings"}, (0, 2)),
        ({"source": "recurrent"}, (0, 4)),
    ],
)
def test_every_line_can_be_recomputed(models, choices, place):
    view = view_of(models, **choices)
    i, j = 5, 4
    pair = self_steps.heaviest_pieces(view, place, i, j)
    head, steps = self_steps.self_steps(view, place, pair)
    results = [
        check_line(line)
        for line in [
            *steps.score_lines,
            steps.weight_line,
            *steps.context_lines,
        ]
        if is_numeric(line)
    ]
    weight = head.weights[pair.row, pair.column]
    score = head.scores[pair.row, pair.column]
    assert min(abs(x - weight) for x in results) < 1e-2
    assert min(abs(x - score) for x in results) < 1e-2


def test_the_softmax_of_a_window_leaves_masked_words_out(models):
    view = view_of(models, mask="window", width=1)
    pair = self_steps.heaviest_pieces(view, (1, 0), 5, 6)
    _, steps = self_steps.self_steps(view, (1, 0), pair)
    seen = view.mask[pair.row]
    shown = steps.softmax.weights
    np.testing.assert_allclose(shown, view.heads.weights[1, 0, pair.row, seen])


# ---------------------------------------------------------------- the page


def test_the_page_opens_with_grid_heatmap_graph_and_vectors():
    shown = charts(page())
    assert set(shown) == {"grid", "heatmap", "graph", "qkv"}
    assert len(shown["qkv"]["data"]) == 3


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
    grid = charts(page(vectors="recurrent"))["grid"]
    assert grid["layout"]["xaxis"]["ticktext"] == [
        read_content("texts/functions")[name]["en"]
        for name in ("dot", "scaled_dot", "cosine", "general", "additive")
    ]


def test_without_projections_nobody_speaks_of_layers_and_heads():
    app = page(vectors="embeddings", layer="2", head="2")
    assert not app.warning
    labels = {node.label for node in app.get("button_group")}
    assert "Score function" in labels
    assert not labels & {"Head", "Layer"}
    assert any("All score functions" in node.value for node in app.caption)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ({"layer": "9"}, "There is no layer 9, only 2"),
        ({"head": "9"}, "There is no head 9 here, only 3"),
        ({"word": "99"}, "There is no word 99"),
        ({"other": "99"}, "There is no word 99 to look at"),
        ({"mask": "x"}, "mask"),
        ({"layer": "x"}, "layer"),
    ],
)
def test_an_impossible_place_is_answered_by_a_sentence(address, words):
    app = page(**address)
    assert words in app.warning[0].value


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
    shown = charts(page(sentence=typed))
    names = shown["heatmap"]["layout"]["yaxis"]["ticktext"]
    assert len(names) == len(split_words(typed)) + 2


def test_a_long_sentence_is_cut_and_it_is_said():
    app = page(sentence="tom " * 99)
    assert any("first 60 words" in node.value for node in app.caption)
    assert len(charts(app)["graph"]["layout"]["xaxis"]) > 0


def test_a_masked_pair_has_no_stages():
    app = page(sentence=ENGLISH, mask="causal", word="2", other="5")
    assert any("The mask keeps" in node.value for node in app.info)
    assert "qkv" not in charts(app)


def test_shuffling_without_positions_says_that_the_rows_moved_along():
    app = page(sentence=ENGLISH, shuffle="on", positions="off")
    assert "the rows moved along" in app.info[0].value
    app = page(sentence=ENGLISH, shuffle="on")
    assert "the weights changed" in app.info[0].value


def test_a_chosen_word_lights_up_in_heatmap_and_graph_together():
    shown = charts(page(sentence=ENGLISH, word="5"))
    frame = shown["heatmap"]["layout"]["shapes"][-1]
    assert (frame["y0"], frame["y1"]) == (3.5, 4.5)
    assert (frame["x0"], frame["x1"]) == (-0.5, 10.5)
    for axis in ("xaxis", "yaxis"):
        names = shown["heatmap"]["layout"][axis]["ticktext"]
        bold = [k for k, name in enumerate(names) if "<b>" in name]
        assert bold == [4]
    graph = shown["graph"]["layout"]["shapes"]
    assert frame["line"]["color"] in {s["line"]["color"] for s in graph}
    plain = charts(page(sentence=ENGLISH))
    assert len(plain["heatmap"]["layout"]["shapes"]) == 2  # one cell
    assert "<b>" not in str(plain["heatmap"]["layout"]["yaxis"]["ticktext"])


def test_an_example_opens_at_the_word_that_it_asks_about():
    app = page()
    opened = read_content("presets/self_attention")["sentence"][0]
    asked = 1 + split_words(opened["text"]).index(opened["pairs"][0][0])
    cell = charts(app)["heatmap"]["layout"]["shapes"][-1]
    assert cell["y0"] == asked - 0.5
    assert app.session_state["word"] is None


def test_the_heatmap_of_a_long_sentence_has_the_whole_width():
    short, long = (
        len(page(sentence="tom " * count).columns) for count in (22, 23)
    )
    assert long == short - 2


def test_a_click_opens_a_head():
    app = page(view="mean")
    app.session_state["layer"], app.session_state["head"] = 2, 3
    app.session_state["view"] = "head"
    app.run()
    assert any("layer 2, head 3" in node.value for node in app.caption)


def test_the_words_an_example_asks_about_are_words_of_it():
    for example in read_content("presets/self_attention")["sentence"]:
        words = split_words(example["text"])
        for pair in example.get("pairs", []):
            assert set(pair) <= set(words), example["text"]


def test_without_the_model_the_page_ends_with_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    app = AppTest.from_file(str(PAGE), default_timeout=120).run()
    assert r"transformer\.npz" in app.error[0].value
