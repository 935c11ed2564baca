"""What a page says about what it could not read as typed."""

from collections.abc import Sequence

from ui.numbers import fixed
from ui.pair import PairView, Sentence
from ui.texts import plain, readable, text

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


def _both(view: PairView, field: str) -> str:
    """Return the words of both sides that are flagged."""
    words = view.source.words + view.target.words
    flags = [
        flag
        for side in (view.source, view.target)
        for flag in getattr(side.pieces, field)
    ]
    named = [w for w, flag in zip(words, flags, strict=True) if flag]
    return named_words(named)


def _cut(page: str, key: str, side: Sentence) -> str:
    counts = {"words": len(side.words), "pieces": len(side.pieces.ids)}
    return text(page, key, **counts)


def pair_notes(page: str, view: PairView, kind: str) -> list[str]:
    """Say what was cut, read in pieces, not known, or not typed.

    Parameters
    ----------
    page : str
        Whose texts to take.
    view : PairView
        All numbers of the picture.
    kind : {"weights", "scores"}
        What the heatmap shows.

    Returns
    -------
    list of str
        Sentences in Markdown.
    """
    notes = []
    if view.translated:
        words = " ".join(plain(word) for word in view.target.words)
        notes.append(text(page, "translated", words=words))
        if view.target.cut:
            notes.append(text(page, "unfinished"))
    elif view.target.cut:
        notes.append(_cut(page, "cut_target", view.target))
    if view.source.cut:
        notes.append(_cut(page, "cut_source", view.source))
    if words := _both(view, "in_pieces"):
        notes.append(text(page, "in_pieces", words=words))
    if words := _both(view, "unknown"):
        notes.append(text(page, "unknown", words=words))
    if kind == "scores" and not view.is_whole:
        notes.append(text(page, "scores_of_pieces"))
    return notes


def row_maxima(
    view: PairView, rows: Sequence[str], columns: Sequence[str]
) -> str:
    """Return for each target word the source word it looks at most.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    rows, columns : sequence of str
        Labels of the words, as `figures` makes them.

    Returns
    -------
    str
        Plain text, for those who do not see the picture.
    """
    heaviest = view.word_weights.argmax(axis=1).tolist()
    pairs = [
        f"{readable(row)} → {readable(columns[j])} "
        f"{fixed(view.word_weights[i, j], 2)}"
        for i, (row, j) in enumerate(zip(rows, heaviest, strict=True))
    ]
    return ", ".join(pairs)
