"""What a page says about what it could not read as typed."""

from collections.abc import Sequence

from ui.texts import plain

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
