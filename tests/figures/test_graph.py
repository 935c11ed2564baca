"""Who looks at whom: edges, their directions, and what is hidden."""

import re

import numpy as np
import pytest

from figures.graph import graph
from figures.graph_lines import GraphWords
from figures.theme import ACCENT, SERIES_COLORS

TOKENS = ["the", "<b>", "saw", "the", "x"]
WEIGHTS = np.array(
    [
        [0.9, 0.1, 0.0, 0.0, 0.0],
        [0.6, 0.0, 0.4, 0.0, 0.0],
        [0.2, 0.2, 0.2, 0.2, 0.2],
        [0.02, 0.0, 0.0, 0.0, 0.98],
        [0.0, 1.0, 0.0, 0.0, 0.0],
    ]
)
WORDS = GraphWords(
    value="Gewicht",
    back="zurück",
    ahead="voraus",
    itself="selbst",
    faint_hidden="unter {least}: {hidden} von {all}",
    others_hidden="nur {most}: {hidden} von {all}",
    not_numbers="keine Zahl: {count}",
)
LAYOUTS = ["arcs", "circle", "nodes"]


def trace(figure, name: str):
    return next(item for item in figure.data if item.name == name)


def edges(figure) -> dict[tuple[int, int], float]:
    meta = trace(figure, "edges").meta
    pairs = [tuple(cell) for cell in meta["cells"]]
    return dict(zip(pairs, meta["weights"], strict=True))


def curves(figure) -> list[np.ndarray]:
    """Corners of all curves that are drawn."""
    numbers = [
        [float(part) for part in re.findall(r"-?[\d.]+(?:e-?\d+)?", one)]
        for shape in figure.layout.shapes
        for one in shape.path.split("M")[1:]
    ]
    return [np.array(corners).reshape(4, 2) for corners in numbers]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_edges_are_the_weights_above_the_threshold(layout) -> None:
    figure = graph(WEIGHTS, TOKENS, layout=layout, least=0.05)
    assert edges(figure) == {
        (int(i), int(j)): WEIGHTS[i, j] for i, j in np.argwhere(WEIGHTS >= 0.05)
    }
    assert len(curves(figure)) == len(edges(figure))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_edge_runs_from_the_word_that_looks_to_the_other(layout) -> None:
    figure = graph(WEIGHTS * (WEIGHTS == 1), TOKENS, layout=layout)
    (curve,) = curves(figure)
    dots = trace(figure, "words")
    np.testing.assert_allclose(curve[0], [dots.x[4], dots.y[4]], atol=1e-4)
    np.testing.assert_allclose(curve[3], [dots.x[1], dots.y[1]], atol=1e-4)
    arrows = trace(figure, "arrows")
    tip = np.array([arrows.x[1], arrows.y[1]])
    assert np.linalg.norm(tip - curve[3]) < np.linalg.norm(tip - curve[0])


def test_arrows_point_along_their_edges() -> None:
    arrows = trace(graph(WEIGHTS, TOKENS), "arrows")
    assert arrows.marker.angleref == "previous"
    n = len(edges(graph(WEIGHTS, TOKENS)))
    assert list(arrows.marker.opacity) == [0, 0.9] * n


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_word_that_looks_at_itself_has_a_loop(layout) -> None:
    figure = graph(np.eye(5), TOKENS, layout=layout)
    for curve in curves(figure):
        np.testing.assert_allclose(curve[0], curve[3])
        assert np.linalg.norm(curve[1] - curve[2]) > 0.1


def test_directions_have_colors_that_the_legend_explains() -> None:
    figure = graph(WEIGHTS, TOKENS, words=WORDS)
    legend = {
        item.name: item.line.color for item in figure.data if item.showlegend
    }
    assert list(legend) == ["zurück", "voraus", "selbst"]
    assert len(set(legend.values())) == 3
    back = graph(WEIGHTS * (WEIGHTS == 1), TOKENS)
    assert back.layout.shapes[0].line.color == legend["zurück"]


def test_there_and_back_are_two_curves() -> None:
    pair = np.array([[0.0, 1.0], [1.0, 0.0]])
    for layout in LAYOUTS:
        one, other = curves(graph(pair, ["a", "b"], layout=layout))
        middles = [curve[1:3].mean(axis=0) for curve in (one, other)]
        assert np.linalg.norm(middles[0] - middles[1]) > 0.05


def test_heavier_is_thicker_and_darker() -> None:
    weights = np.array([[0.0, 0.2, 0.8], [0, 0, 0], [0, 0, 0]])
    light, heavy = graph(weights, ["a", "b", "c"]).layout.shapes
    assert heavy.line.width > 2 * light.line.width
    assert heavy.opacity > light.opacity


def test_only_the_heaviest_of_each_word_on_demand() -> None:
    figure = graph(WEIGHTS, TOKENS, most=1, least=0, words=WORDS)
    assert set(edges(figure)) == {(0, 0), (1, 0), (2, 0), (3, 4), (4, 1)}
    assert figure.layout.meta["notes"] == ["nur 1: 7 von 12"]


def test_hidden_edges_are_announced() -> None:
    figure = graph(WEIGHTS, TOKENS, least=0.3, words=WORDS)
    assert figure.layout.meta["notes"] == ["unter 0.3: 7 von 12"]
    everything = graph(WEIGHTS, TOKENS, least=0, words=WORDS)
    assert everything.layout.meta["notes"] == []
    assert len(edges(everything)) == 12


def test_what_is_not_a_number_is_announced() -> None:
    figure = graph([[np.nan, 1], [0, 0]], ["a", "b"], words=WORDS)
    assert list(edges(figure)) == [(0, 1)]
    assert figure.layout.meta["notes"] == ["keine Zahl: 1"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_equal_words_and_markup_stay_what_they_are(layout) -> None:
    figure = graph(WEIGHTS, TOKENS, layout=layout, marks=["", "", "*", "", ""])
    shown = {
        "arcs": figure.layout.xaxis.ticktext,
        "circle": [note.text for note in figure.layout.annotations],
        "nodes": trace(figure, "words").text,
    }[layout]
    assert list(shown) == ["the₁", "&lt;b&gt;", "saw*", "the₄", "x"]


def test_points_on_the_edges_tell_words_and_weight() -> None:
    points = trace(graph(WEIGHTS, TOKENS, words=WORDS), "edges")
    said = {tuple(entry) for entry in points.customdata}
    assert ("x", "&lt;b&gt;", "1.0000") in said
    assert "Gewicht" in points.hovertemplate


def test_each_point_of_an_edge_belongs_to_the_link_it_names() -> None:
    names = ["the₁", "&lt;b&gt;", "saw", "the₄", "x"]
    figure = graph(WEIGHTS, TOKENS)
    points, cells = (
        trace(figure, "edges"),
        trace(figure, "edges").meta["cells"],
    )
    assert len(points.x) == len(points.customdata) == 3 * len(cells)
    for number, said in enumerate(points.customdata):
        i, j = cells[number % len(cells)]
        assert list(said) == [names[i], names[j], f"{WEIGHTS[i, j]:.4f}"]


def test_tips_have_the_color_of_their_edges() -> None:
    figure = graph(WEIGHTS, TOKENS, selected=1)
    arrows, cells = (
        trace(figure, "arrows"),
        trace(figure, "edges").meta["cells"],
    )
    colors = [color for _, color in arrows.marker.colorscale]
    assert arrows.marker.cmax == len(colors) - 1
    tips = [colors[int(number)] for number in arrows.marker.color]
    wanted = [
        ACCENT if i == 1 else SERIES_COLORS[0 if j < i else 1 if j > i else 2]
        for i, j in cells
    ]
    assert tips[1::2] == wanted


def test_the_selected_word_stands_out() -> None:
    figure = graph(WEIGHTS, TOKENS, selected=1)
    shapes = figure.layout.shapes
    chosen = [shape for shape in shapes if shape.line.color == ACCENT]
    assert sum(shape.path.count("M") for shape in chosen) == 2
    assert shapes[-1] in chosen
    plain = graph(WEIGHTS, TOKENS).layout.shapes
    assert shapes[0].opacity < plain[0].opacity
    assert ACCENT not in {shape.line.color for shape in plain}


def test_long_sentences_stand_upright() -> None:
    n = 23
    names = [f"w{i}" for i in range(n)]
    figure = graph(np.eye(n), names)
    assert figure.layout.yaxis.ticktext[0] == "w0"
    dots = trace(figure, "words")
    assert (np.diff(dots.y) < 0).all()  # from the top down
    lying = graph(np.eye(n), names, is_upright=False)
    assert lying.layout.xaxis.ticktext[0] == "w0"


def test_words_that_look_at_each_other_stand_close() -> None:
    weights = np.kron(np.eye(2), np.full((3, 3), 1 / 3))
    dots = trace(graph(weights, list("abcdef"), layout="nodes"), "words")
    places = np.stack([dots.x, dots.y], axis=1)
    gaps = np.linalg.norm(places[:, None] - places[None], axis=-1)
    assert gaps[:3, :3].max() < gaps[:3, 3:].min()


def test_one_far_word_leaves_room_to_the_others() -> None:
    n = 23
    weights = np.full((n, n), 1 / n)
    weights[:, -1] = weights[-1] = 0
    dots = trace(graph(weights, ["w"] * n, layout="nodes"), "words")
    for at in (np.sort(dots.x), np.sort(dots.y)):
        assert (at[0], at[-1]) == pytest.approx((-1, 1))
        assert np.diff(at).min() > 0.9 / (n - 1)


def test_the_same_weights_give_the_same_picture() -> None:
    pictures = {
        graph(WEIGHTS, TOKENS, layout="nodes").to_json() for _ in range(2)
    }
    assert len(pictures) == 1


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("n", [0, 1, 2])
def test_tiny_sentences_are_drawn(layout, n) -> None:
    figure = graph(np.ones((n, n)), ["a"] * n, layout=layout)
    assert len(edges(figure)) == n * n
    assert figure.to_json()


def test_sixty_words_are_a_few_shapes() -> None:
    weights = np.random.default_rng(3).random((60, 60))
    figure = graph(weights, ["a"] * 60, least=0.5)
    assert len(figure.layout.shapes) <= 3 * 16
    assert set(figure.layout.shapes[0].line.color) <= set(
        "".join(SERIES_COLORS)
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tokens": ["a"]}, r"\(n, n\) = \(1, 1\).*Received: \(5, 5\)"),
        ({"least": 2}, "from 0 to 1.*Received: 2"),
        ({"least": float("nan")}, "from 0 to 1.*Received: nan"),
        ({"most": 0}, "at least 1.*Received: 0"),
        ({"layout": "star"}, "'arcs', 'circle' or 'nodes'.*Received: 'star'"),
        ({"selected": 5}, "one of 5 words.*Received: 5"),
    ],
)
def test_what_cannot_be_drawn_is_refused(change, words) -> None:
    given = {"weights": WEIGHTS, "tokens": TOKENS, **change}
    with pytest.raises(ValueError, match=words):
        graph(**given)
