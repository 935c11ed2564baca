"""From the numbers to sentences."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pages.self_attention.choices import PAGE, Place, head_names
from pages.self_attention.habits import habits
from pages.self_attention.reading import needed
from pages.self_attention.view import SelfView
from pairs.languages import language_name
from pairs.models import Reader, Translator
from texts.shown import plain, readable, text
from ui.guidance import training_of
from ui.notes import named_words
from worked.digits import fixed

Floats = npt.NDArray[np.floating]

ARROWS_SAID = 12  # of a graph, to those who do not see it
INFLUENCES = ("recurrent_line", "transformer_line")
WEIGHTS = ("head_line", "mean_line")
PLAIN_WEIGHTS = ("plain_head_line", "plain_mean_line")


def _flagged(view: SelfView, flags: Sequence[bool]) -> str:
    """Return the flagged words as Markdown; of many, the first ones."""
    pairs = zip(view.words, flags, strict=True)
    return named_words([word for word, flag in pairs if flag])


def notes(view: SelfView) -> list[str]:
    """Say what was cut, read in pieces, not known, or masked."""
    said, sentence = [], view.sentence
    if sentence.cut:
        count = view.reading.is_mark.count(False)
        said.append(text(PAGE, "cut", words=count))
    if words := _flagged(view, sentence.pieces.in_pieces):
        said.append(text(PAGE, "in_pieces", words=words))
    if words := _flagged(view, sentence.pieces.unknown):
        said.append(text(PAGE, "unknown", words=words))
    if view.is_decoder:
        said.append(text(PAGE, "said_decoder"))
    elif view.options.mask != "none":
        said.append(text(PAGE, f"said_{view.options.mask}"))
    return said


def nearness_note(view: SelfView, reader: Reader) -> str:
    """Say which layers of the encoder see a few pieces only, if any do."""
    ahead = reader.parameters.settings.ahead
    near = [k for k, width in enumerate(ahead, 1) if width is not None]
    if view.options.source != "transformer" or not near:
        return ""
    counts = ", ".join(dict.fromkeys(str(ahead[k - 1]) for k in near))
    layers = ", ".join(map(str, near))
    return text(PAGE, "trained_near", layers=layers, count=counts)


def source_note(
    view: SelfView, reader: Reader, model: Translator | None
) -> str:
    """Say where the vectors come from, and what was done to them."""
    chosen, d = view.options, view.heads.query.shape[-1]
    is_recurrent = chosen.source == "recurrent"
    name = needed(model).name if is_recurrent else reader.name
    said = [text(PAGE, f"about_{chosen.source}", model=plain(name), d=d)]
    if chosen.source == "transformer":
        mark, asked = view.words[0], reader.vocabulary.tongues
        language = language_name(asked[not view.reading.is_second].code)
        blanks = {"mark": mark, "language": language}
        said.append(text(PAGE, "about_mark", **blanks))
    if near := nearness_note(view, reader):
        said.append(near)
    if is_recurrent:
        said.append(training_of(needed(model)))
        said.append(text(PAGE, "no_positions_needed"))
    elif not chosen.positions:
        said.append(text(PAGE, "without_positions"))
    if chosen.temperature != 1:
        said.append(
            text(PAGE, "about_temperature", temperature=chosen.temperature)
        )
    return " ".join(said)


def matrix_note(view: SelfView, kind: str, place: Place) -> str:
    """Say what the heatmap shows: a "head", a "mean", or the "rollout"."""
    layer, head = place
    if view.is_plain:
        return text(PAGE, "shows_plain", name=head_names(view)[head])
    if kind == "head":
        return text(PAGE, "shows_head", layer=layer + 1, head=head + 1)
    return text(PAGE, f"shows_{kind}", layer=layer + 1)


def heads_do(view: SelfView) -> str:
    """Say which heads look at the neighbors; empty without projections."""
    if view.is_plain:
        return ""
    said = [
        text(
            PAGE,
            f"does_{habit.name}",
            layer=habit.place[0] + 1,
            head=habit.place[1] + 1,
            share=fixed(habit.share, 2),
            even=fixed(habit.even, 2),
        )
        for habit in habits(view)
    ]
    return " ".join(said)


def grid_note(view: SelfView) -> str:
    """Say what the tiles are, and what a click does."""
    said = text(PAGE, "all_scores" if view.is_plain else "all_heads")
    return f"{said} {heads_do(view)}".strip()


def _pair(matrix: Floats, labels: Sequence[str], i: int, j: int) -> str:
    """Return what one cell says."""
    names = readable(labels[i]), readable(labels[j])
    return f"{' → '.join(names)} {fixed(matrix[i, j], 2)}"


def matrix_alt(view: SelfView, matrix: Floats, labels: Sequence[str]) -> str:
    """Return a matrix in words, for those who do not see it."""
    pairs = [
        _pair(matrix, labels, i, j)
        for i, j in enumerate(matrix.argmax(axis=1).tolist())
    ]
    blanks = {"count": len(view.words), "pairs": ", ".join(pairs)}
    return text(PAGE, "heatmap_alt", **blanks)


def graph_alt(matrix: Floats, labels: Sequence[str]) -> str:
    """Return a graph in words: its heaviest arrows."""
    order = np.argsort(-matrix, axis=None, kind="stable")[:ARROWS_SAID]
    rows, columns = np.unravel_index(order, matrix.shape)
    cells = zip(rows.tolist(), columns.tolist(), strict=True)
    pairs = [_pair(matrix, labels, i, j) for i, j in cells]
    return text(PAGE, "graph_alt", pairs=", ".join(pairs))


def grid_alt(view: SelfView, labels: Sequence[str]) -> str:
    """Return all heads in words: the heaviest pair of each."""
    said = []
    for layer, head in np.ndindex(view.shape):
        matrix = view.word_weights[layer, head]
        i, j = np.unravel_index(matrix.argmax(), matrix.shape)
        pair = _pair(matrix, labels, int(i), int(j))
        said.append(f"{layer + 1}.{head + 1}: {pair}")
    return text(PAGE, "grid_alt", pairs="; ".join(said))


def shuffle_note(difference: float) -> str:
    """Say whether the rows moved along with the words (`view.moved`)."""
    moved = "same" if difference < 1e-5 else "different"
    return text(PAGE, f"shuffled_{moved}", difference=f"{difference:.1e}")


def no_stages(
    view: SelfView, kind: str, place: Place, pair: tuple[int, int]
) -> str:
    """Say why a pair of pieces has no score and weight; empty if it has."""
    if kind != "head":
        return text(PAGE, "no_stages")
    return "" if view.mask[place[0]][pair] else text(PAGE, "masked_pair")


def influence_names() -> list[str]:
    """Name the two encoders whose influences are compared."""
    return [text(PAGE, name) for name in INFLUENCES]


def weight_names(view: SelfView) -> list[str]:
    """Name the weights beside them: of the same words, or none."""
    if view.is_decoder:
        return []
    names = PLAIN_WEIGHTS if view.is_plain else WEIGHTS
    return [text(PAGE, name) for name in names]
