"""y_i against s_(i-1): what each has read, and where they disagree."""

from figures.labels import token_labels
from pages.attention.choices import LESSON
from pairs.models import Translator
from pairs.view import PairView, pair_view
from texts.shown import plain, readable, text

OTHER = {"y": "s", "s": "y"}
OTHER_MARK = "≠"


def _view(model: Translator, query: str) -> PairView:
    return pair_view(
        model,
        LESSON["source"],
        LESSON["target"],
        score=LESSON["score"],
        query=query,
        temperature=LESSON["temperature"],
        characters=LESSON["characters"],
    )


def views(model: Translator) -> tuple[PairView, PairView]:
    """Return all numbers under the chosen query, and under the other one."""
    asked = LESSON["query"]
    return _view(model, asked), _view(model, OTHER[asked])


def disagreeing(view: PairView, other: PairView) -> list[int]:
    """Return the target words for which the two look at different words."""
    mine, theirs = (each.word_weights.argmax(axis=1) for each in (view, other))
    return [int(i) for i in (mine != theirs).nonzero()[0]]


def marks(view: PairView, other: PairView) -> list[str]:
    """Return for each target word a mark if the two queries disagree."""
    found = disagreeing(view, other)
    return [OTHER_MARK * (i in found) for i in range(len(view.target.words))]


def says(view: PairView, other: PairView) -> str:
    """Say what each query has read, and in which rows they disagree."""
    said = text("queries", "have_read")
    found = disagreeing(view, other)
    if not found:
        return f"{said} {text('queries', 'agree')}"
    rows, columns = (
        [plain(readable(label)) for label in token_labels(side.words)]
        for side in (view.target, view.source)
    )
    listed = [
        text(
            "queries",
            "row",
            row=rows[i],
            mine=columns[int(view.word_weights[i].argmax())],
            theirs=columns[int(other.word_weights[i].argmax())],
        )
        for i in found
    ]
    blanks = {"mark": OTHER_MARK, "rows": "; ".join(listed)}
    names = {"mine": view.query, "theirs": other.query}
    named = {key: text("queries", f"name_{q}") for key, q in names.items()}
    return f"{said} {text('queries', 'disagree', **blanks, **named)}"
