"""Fills the blanks of a lesson's texts from the pair that is shown."""

import re
from collections.abc import Callable, Mapping, Sequence

from figures.labels import token_labels
from language.sentence import Sentence
from pages.lesson.view import Scene, likeliest, shares
from texts.shown import plain, readable, text
from ui.notes import named_words
from worked.digits import fixed

LONGEST = 80  # characters of a sentence within a text

_FORMULA = re.compile(r"(\$[^$]+\$)")
_BLANK = re.compile(r"\{([a-z_]\w*)\}")


def _short(said: str) -> str:
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"


def _target(scene: Scene) -> str:
    return scene.target or " ".join(scene.view.target.words)


def _heaviest(scene: Scene) -> int:
    return int(scene.states.weights[scene.row].argmax())


def _likeliest(scene: Scene, way: str) -> str:
    (best,) = likeliest(getattr(scene, way), 1)
    return scene.called([best])[0]


def _share(scene: Scene, way: str) -> str:
    found = getattr(scene, way)
    return fixed(float(shares(found, likeliest(found, 1))[0]), 2)


def _shown(label: str) -> str:
    """Return one word as the pictures show it."""
    return readable(token_labels([label])[0])


# What may stand in braces in a text of a lesson.
BLANKS: Mapping[str, Callable[[Scene], str]] = {
    "source": lambda s: _short(s.source),
    "target": lambda s: _short(_target(s)),
    "n": lambda s: str(len(s.keys)),
    "m": lambda s: str(len(s.names)),
    "i": lambda s: str(s.row + 1),
    "before": lambda s: str(s.row),
    "word": lambda s: _shown(s.names[s.row]),
    "j": lambda s: str(s.on + 1),
    "key": lambda s: _shown(s.keys[s.on]),
    "without": lambda s: _short(s.own(s.fixed)),
    "with": lambda s: _short(s.own(s.model)),
    "p_without": lambda s: fixed(s.without.probability, 2),
    "heaviest": lambda s: _shown(s.keys[_heaviest(s)]),
    "weight": lambda s: fixed(s.states.weights[s.row, _heaviest(s)], 2),
    "freely": lambda s: _likeliest(s, "free"),
    "p_freely": lambda s: _share(s, "free"),
    "steered": lambda s: _likeliest(s, "steered"),
    "p_steered": lambda s: _share(s, "steered"),
}
# What may stand in braces in the address of a laboratory.
LINKS: Mapping[str, Callable[[Scene], str]] = {
    "source": lambda s: s.source,
    "target": lambda s: s.target,
    "i": lambda s: str(s.row + 1),
    "j": lambda s: str(s.on + 1),
    "i_word": lambda s: str(
        s.view.target.pieces.word_of_piece[s.row] + 1,
    ),
}


def fill(said: str, scene: Scene, quote: Callable[[str], str] = plain) -> str:
    """Return a text with its blanks filled; in formulas there are none."""

    def value(match: re.Match[str]) -> str:
        return quote(BLANKS[match[1]](scene))

    parts = _FORMULA.split(said)
    parts[::2] = [_BLANK.sub(value, part) for part in parts[::2]]
    return "".join(parts)


# The pictures whose words carry marks.
_MARKED: Mapping[str, Callable[[Scene], Sequence[Sentence]]] = {
    "weights": lambda s: (s.view.target, s.view.source),
    "itself": lambda s: (s.heads[0],),
}


def mark_notes(picture: str, scene: Scene) -> list[str]:
    """Say what the marks behind words in a picture mean, in Markdown."""
    sides = _MARKED[picture](scene) if picture in _MARKED else ()
    notes = []
    for key in ("in_pieces", "unknown"):
        words = [
            word
            for side in sides
            for word, is_so in zip(
                side.words, getattr(side.pieces, key), strict=True
            )
            if is_so
        ]
        if words:
            notes.append(text("attention", key, words=named_words(words)))
    return notes


def address(state: Mapping[str, str], scene: Scene) -> dict[str, str]:
    """Return what the address of a laboratory says."""
    return {
        name: _BLANK.sub(lambda match: LINKS[match[1]](scene), said)
        for name, said in state.items()
    }
