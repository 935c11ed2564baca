"""A target that a visitor has typed: written by both systems, as typed."""

from dataclasses import replace

from language.pieces import SPECIAL
from language.sentence import Sentence
from pages.encoder_decoder.view import Walk, walk
from pairs.models import Translator
from ui.notes import UNKNOWN_MARK


def as_typed(way: Walk, target: Sentence) -> Walk:
    """Name what the model does not know by what was typed, with a mark."""
    if not way.forced:
        return way
    typed = [*target.piece_names(), *way.names[len(target.pieces.ids) :]]
    names = [
        f"{said}{UNKNOWN_MARK}" if name == SPECIAL[0] else name
        for name, said in zip(way.names, typed, strict=True)
    ]
    return replace(way, names=tuple(names))


def both_walks(
    models: tuple[Translator, Translator],
    source: str,
    target: Sentence,
    look: tuple[str, bool],
) -> tuple[Walk, Walk]:
    """Let both systems write: what was typed, or, without that, their own.

    `look` holds the score function of the second, and whether it is ignored.
    """
    ids, (score, uniform) = target.pieces.ids, look
    left = walk(models[0], source, ids, score=None)
    right = walk(models[1], source, ids, score=score, uniform=uniform)
    return as_typed(left, target), as_typed(right, target)
