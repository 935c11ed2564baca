"""The pictures that a step can show.

Each is a function of the scene, and of the settings of the picture; `catalog`
names them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from attention_core.normalizers import NORMALIZERS
from attention_core.scores import cosine
from attention_core.softmax import softmax
from figures import Figure
from figures.bars import bars
from figures.flow import Arrow, Box, flow
from figures.graph import graph
from figures.graph_lines import GraphWords
from figures.grid import grid
from figures.grid_tiles import GridWords
from figures.heatmap import heatmap
from figures.labels import plain_label, token_labels
from figures.vectors import vector_strip
from pages.lesson.settings import Said
from pages.lesson.view import Scene, likeliest, shares
from texts.shown import text
from ui.figure_words import bar_words, heatmap_words
from ui.notes import PIECES_MARK, UNKNOWN_MARK
from ui.stage_row import stage_row

Floats = npt.NDArray[np.floating]

PAGE = "lesson"
LIMIT = 1.05  # entries of a GRU's state lie between -1 and 1
SHARES = (0.0, 1.19)  # from 0 to 1, and room for a number
MOST_BOXES = 10  # words of a sentence that are drawn
ROOM = 55  # characters that fit side by side
CANDIDATES = 5


def _boxes(names: Sequence[str], y: float, width: float) -> list[Box]:
    """Return the words of a sentence side by side; of many, the first."""
    longest = min(10, ROOM // min(len(names), MOST_BOXES))
    labels = token_labels(names[:MOST_BOXES], longest=longest)
    labels += ["…"] * (len(names) > MOST_BOXES)
    step = width / len(labels)
    return [
        Box(f"{y}.{k}", [label], (k + 0.5) * step, y, 0.9 * step, 0.5)
        for k, label in enumerate(labels)
    ]


def sentences(scene: Scene, _: Said) -> Figure:
    """Draw a sentence that goes in, and the one that comes out."""
    sides = scene.view.source.words, scene.view.target.words
    width = float(min(max(map(len, sides)), MOST_BOXES + 1))
    source, target = _boxes(sides[0], 0, width), _boxes(sides[1], 2.4, width)
    said = [text(PAGE, "encoder_decoder_box")]
    middle = Box("middle", said, width / 2, 1.2, width, 0.5, is_lit=True)
    arrows = [Arrow(box.name, "middle") for box in source]
    arrows += [Arrow("middle", box.name) for box in target]
    figure = flow([*source, middle, *target], arrows, height=340)
    if max(map(len, sides)) > MOST_BOXES:
        note = text(PAGE, "first_words", most=MOST_BOXES)
        figure.layout.meta = {**figure.layout.meta, "notes": [note]}
    return figure


def _strip(vectors: Floats, names: Sequence[str], **more: Any) -> Figure:  # noqa: ANN401
    return vector_strip(vectors, names, limit=LIMIT, words=bar_words(), **more)


def annotations(scene: Scene, _: Said) -> Figure:
    """Draw the annotations of the model without attention, and C below."""
    way = scene.without
    rows = np.concatenate([way.annotations, way.summary[None]])
    return _strip(rows, [*scene.keys, "C"], selected=len(scene.keys))


def same_context(scene: Scene, _: Said) -> Figure:
    """Draw what the decoder gets at each word without attention: C."""
    names = scene.names
    return _strip(scene.without.context[: len(names)], names)


def own_contexts(scene: Scene, _: Said) -> Figure:
    """Draw what the decoder gets at each word with attention: c_i."""
    names = scene.names
    rows = scene.free.context[: len(names)]
    return _strip(rows, names, selected=scene.row)


def closeness(scene: Scene, _: Said) -> Figure:
    """Draw how close the contexts of all words are to one another."""
    names = scene.names
    rows = scene.free.context[: len(names)].astype(np.float64)
    return heatmap(
        np.clip(cosine(rows, rows), -1, 1),
        names,
        names,
        kind="scores",
        words=heatmap_words(text(PAGE, "cosine")),
        height=_height(len(names)),
    )


def _height(rows: int) -> int:
    return min(max(130 + 38 * rows, 240), 480)


def _likely(ways: Mapping[str, Floats], names: Sequence[str]) -> Figure:
    """Draw how likely words are, all from 0 to 1."""
    limits = dict.fromkeys(ways, SHARES)
    height = 80 + 150 * len(ways)
    return bars(ways, names, ranges=limits, words=bar_words(), height=height)


def next_word(scene: Scene, _: Said) -> Figure:
    """Draw which words the decoder without attention could write next."""
    ids = likeliest(scene.without, CANDIDATES)
    title = text(PAGE, "next_title", i=scene.row + 1)
    return _likely({title: shares(scene.without, ids)}, scene.called(ids))


def by_hand(scene: Scene, _: Said) -> Figure:
    """Draw the next words as the model looks, and with all weight on one."""
    ids = likeliest(scene.free, 3)
    ids += [k for k in likeliest(scene.steered, 3) if k not in ids]
    name = plain_label(scene.keys[scene.on])
    titles = (
        text(PAGE, "free_title"),
        text(PAGE, "steered_title", j=scene.on + 1, name=name),
    )
    ways = scene.free, scene.steered
    found = {t: shares(way, ids) for t, way in zip(titles, ways, strict=True)}
    return _likely(found, scene.called(ids))


def given(_: Scene, settings: Said) -> Figure:
    """Draw weights that the file gives; nobody says that they sum to 1."""
    return heatmap(
        np.array(settings["weights"], dtype=np.float64),
        settings["rows"],
        settings["columns"],
        row_title=text(PAGE, "given_rows"),
        column_title=text(PAGE, "columns"),
        words=heatmap_words(),
        height=_height(len(settings["rows"])),
    )


def weights(scene: Scene, settings: Said) -> Figure:
    """Draw who looks at whom, over words."""
    view = scene.view if settings["query"] == "y" else scene.states
    sides = view.target, view.source
    marks = [side.marked(PIECES_MARK, UNKNOWN_MARK) for side in sides]
    return heatmap(
        view.word_weights,
        view.target.words,
        view.source.words,
        row_marks=marks[0],
        column_marks=marks[1],
        row_title=text(PAGE, "rows"),
        column_title=text(PAGE, "columns"),
        words=heatmap_words(),
        height=_height(len(view.target.words)),
    )


def stages(scene: Scene, settings: Said) -> Figure:
    """Draw a row from its scores over the weights to the context."""
    cell = scene.cell(settings["query"])
    return stage_row(cell, scene.keys, shown=settings["shown"])


def _row(scene: Scene) -> Floats:
    """Return the exponents of the softmax of a row."""
    view = scene.view
    return np.asarray(view.scale * view.scores[scene.row])


def normalized(scene: Scene, settings: Said) -> Figure:
    """Draw the weights that several normalizers make of one row of scores."""
    row, found = _row(scene), {text(PAGE, "row_title"): _row(scene)}
    for name in settings["by"]:
        try:
            made = NORMALIZERS[name](row)
        except ValueError:  # scores that sum to 0
            made = np.full(len(row), np.nan)
        found[text("normalizers", name)] = made
    return bars(found, scene.keys, words=bar_words(), height=420)


def softened(scene: Scene, settings: Said) -> Figure:
    """Draw the softmax of one row at several temperatures."""
    row = _row(scene)
    found = {
        f"T = {t:g}": softmax(row, temperature=t)
        for t in settings["temperatures"]
    }
    return _shared_scale(found, scene.keys)


def shifted(scene: Scene, settings: Said) -> Figure:
    """Draw the softmax of one row, and of the row with something added."""
    row = _row(scene)
    found = {f"softmax(e + {c:g})": softmax(row + c) for c in settings["by"]}
    return _shared_scale(found, scene.keys)


def _shared_scale(found: Mapping[str, Floats], names: list[str]) -> Figure:
    limits, height = dict.fromkeys(found, SHARES), 60 + 120 * len(found)
    return bars(found, names, ranges=limits, words=bar_words(), height=height)


def itself(scene: Scene, settings: Said) -> Figure:
    """Draw who looks at whom in the source: one layer, the mean of heads."""
    sentence, heads = scene.heads
    layer = min(int(settings["layer"]), len(heads)) - 1
    said = ("back", "ahead", "itself", "faint_hidden", "others_hidden")
    return graph(
        heads[layer].mean(axis=0),
        sentence.words,
        least=settings["least"],
        marks=sentence.marked(PIECES_MARK, UNKNOWN_MARK),
        words=GraphWords(
            value=text("figures", "weight"),
            not_numbers=text("figures", "not_numbers"),
            **{name: text("graph", name) for name in said},
        ),
    )


def all_heads(scene: Scene, _: Said) -> Figure:
    """Draw all heads of all layers, each a small heatmap."""
    sentence, heads = scene.heads
    said = GridWords(
        value=text("figures", "weight"),
        masked=text("figures", "masked"),
        layer=text("self_attention", "grid_layer"),
        head=text("self_attention", "grid_head"),
        numbers_only=text("self_attention", "grid_numbers_only"),
    )
    height = 50 + 130 * len(heads)
    names = sentence.words
    return grid(heads, names, names, words=said, height=height)
