"""From the numbers to sentences."""

from collections.abc import Sequence

from ui.models import Translator
from ui.notes import named_words
from ui.pair import PairView
from ui.sentence import Sentence
from ui.texts import plain, readable, text
from worked.digits import fixed


def _flagged(view: PairView, flag: str) -> str:
    """Return the words of both sides that are flagged."""
    words = [
        word
        for side in (view.source, view.target)
        for word, is_flagged in zip(
            side.words, getattr(side.pieces, flag), strict=True
        )
        if is_flagged
    ]
    return named_words(words)


def _cut(key: str, side: Sentence) -> str:
    counts = {"words": len(side.words), "pieces": len(side.pieces.ids)}
    return text("attention", key, **counts)


def _target_notes(view: PairView) -> list[str]:
    """Say whose the target is, and whether it is whole."""
    if view.translated:
        words = " ".join(plain(word) for word in view.target.words)
        notes = [text("attention", "translated", words=words)]
        return notes + [text("attention", "unfinished")] * view.target.cut
    return [_cut("cut_target", view.target)] if view.target.cut else []


def pair_notes(view: PairView, kind: str) -> list[str]:
    """Say what was cut, read in pieces, not known, or not typed.

    `kind` is what the heatmap shows: weights or scores.
    """
    notes = _target_notes(view)
    if view.source.cut:
        notes.append(_cut("cut_source", view.source))
    for flag in ("in_pieces", "unknown"):
        if words := _flagged(view, flag):
            notes.append(text("attention", flag, words=words))
    if kind == "scores" and not view.is_whole:
        notes.append(text("attention", "scores_of_pieces"))
    return notes


def row_maxima(
    view: PairView, rows: Sequence[str], columns: Sequence[str]
) -> str:
    """Return for each target word the source word it looks at most.

    Plain text, for those who do not see the picture.
    """
    heaviest = view.word_weights.argmax(axis=1).tolist()
    pairs = [
        f"{readable(row)} → {readable(columns[j])} "
        f"{fixed(view.word_weights[i, j], 2)}"
        for i, (row, j) in enumerate(zip(rows, heaviest, strict=True))
    ]
    return ", ".join(pairs)


def vectors_note(model: Translator, view: PairView) -> str:
    """Say where the vectors come from, and what asks."""
    name, d = plain(model.name), view.annotations.shape[1]
    parts = [text("attention", "about_vectors", model=name, d=d)]
    parts.append(text("attention", f"about_{view.query}"))
    if "guided" in model.card:
        parts.append(text("attention", "about_guided"))
    if view.scale != 1 or view.temperature != 1:
        scale, temperature = f"{view.scale:g}", f"{view.temperature:g}"
        blanks = {"scale": scale, "temperature": temperature}
        parts.append(text("attention", "about_scale", **blanks))
    return " ".join(parts)
