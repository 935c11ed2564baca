"""Weights over pieces, merged to weights over words."""

from collections.abc import Sequence
from typing import Any, TypeVar

Array = TypeVar("Array")


def _sum_groups(
    weights: Any,  # noqa: ANN401  (an array of any library)
    groups: Sequence[int],
    count: int,
) -> Any:  # noqa: ANN401
    """Sum columns (..., n_pieces) of the same group: (..., count)."""
    firsts = [groups.index(group) for group in range(count)]
    merged = weights[..., firsts]  # a copy, since indexed by a list
    for column, group in enumerate(groups):
        if column != firsts[group]:
            merged[..., group] += weights[..., column]
    return merged


def _check_groups(groups: Sequence[int], count: int, name: str) -> None:
    """Raise ValueError unless each of count words has a piece."""
    if set(groups) != set(range(count)):
        message = f"{name} must hold each of 0 ... {count - 1}."
        raise ValueError(f"{message} Received: {list(groups)}.")


def merge_weights(
    weights: Array,
    source_words_of_piece: Sequence[int],
    target_words_of_piece: Sequence[int],
    n_source: int,
    n_target: int,
) -> Array:
    """Merge weights over pieces to weights over words.

    A word is looked at as much as its pieces together (sum over the source),
    and looks as its pieces do on average (mean over the target). Rows that
    sum to 1 do so afterwards.

    Parameters
    ----------
    weights : ndarray of shape (..., n_target_pieces, n_source_pieces)
        Weights over pieces.
    source_words_of_piece : sequence of int
        The source word that each piece belongs to.
    target_words_of_piece : sequence of int
        The target word that each piece belongs to.
    n_source : int
        Number of source words.
    n_target : int
        Number of target words.

    Returns
    -------
    ndarray of shape (..., n_target, n_source)
        Weights over words.

    Raises
    ------
    ValueError
        If the shape does not fit the pieces, or a word has no piece.
    """
    array: Any = weights
    sources, targets = list(source_words_of_piece), list(target_words_of_piece)
    n_pieces = len(targets), len(sources)
    if array.shape[-2:] != n_pieces:
        message = f"weights must have shape (..., {n_pieces[0]}, {n_pieces[1]})"
        message = f"{message} (set by the pieces)."
        raise ValueError(f"{message} Received: {array.shape}.")
    _check_groups(sources, n_source, "source_words_of_piece")
    _check_groups(targets, n_target, "target_words_of_piece")
    columns = _sum_groups(array * 1.0, sources, n_source)
    rows = _sum_groups(columns.swapaxes(-1, -2), targets, n_target)
    for word in range(n_target):
        rows[..., word] /= targets.count(word)
    merged: Array = rows.swapaxes(-1, -2)
    return merged
