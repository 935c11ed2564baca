"""What a page says about what it could not read as typed."""

from collections.abc import Sequence

from language.sentence import Sentence
from pairs.view import PairView
from texts.shown import plain, text

MOST_NAMED = 12
PIECES_MARK, UNKNOWN_MARK = "*", "†"  # behind words read in pieces, unknown
LONGEST_NAMED = 40  # characters; what is longer fills lines of its own


def named_words(words: Sequence[str]) -> str:
    """Return words as Markdown; of many, the first ones.

    Parameters
    ----------
    words : sequence of str
        As typed.

    Returns
    -------
    str
        Each word once.
    """
    unique = list(dict.fromkeys(words))
    shown = [
        plain(word[:LONGEST_NAMED]) + "…" * (len(word) > LONGEST_NAMED)
        for word in unique[:MOST_NAMED]
    ]
    return ", ".join(shown + ["…"] * (len(unique) > MOST_NAMED))


def _cut(key: str, side: Sentence) -> str:
    counts = {"words": len(side.words), "pieces": len(side.pieces.ids)}
    return text("common", key, **counts)


def cut_notes(view: PairView) -> list[str]:
    """Say whose the target is, and which sentence is not read to its end."""
    notes = []
    if view.translated:
        words = " ".join(plain(word) for word in view.target.words)
        notes.append(text("common", "translated", words=words))
        notes += [text("common", "unfinished")] * view.target.cut
    elif view.target.cut:
        notes.append(_cut("cut_target", view.target))
    if view.source.cut:
        notes.append(_cut("cut_source", view.source))
    return notes
