"""From the numbers to sentences."""

import html
from collections.abc import Sequence

import numpy as np

from language.sentence import MOST_CHARACTERS, Sentence
from pages.encoder_decoder.view import Candidate, Closeness, Walk, same_steps
from pairs.models import Translator
from texts.shown import plain, text
from ui.guidance import about_guidance, is_unguided
from ui.notes import PIECES_MARK, UNKNOWN_MARK, named_words
from worked.digits import fixed
from worked.stages import context_latex

MOST_TERMS = 6  # of c_i, written out with their weights
ON_LINE = 4  # of them on one line

STYLE = """
<style>
.next { width: 100%; border-collapse: collapse; font-size: 0.95rem; }
.next td { padding: 0.1rem 0.4rem; border: 0; white-space: nowrap; }
.next td:first-child { width: 35%; overflow: hidden; max-width: 9rem; }
.next td:last-child { width: 4.5rem; text-align: right; }
.next td:last-child { font-variant-numeric: tabular-nums; }
.next .share { height: 0.8rem; background: #3b82c4; }
.next tr.written { font-weight: 700; }
.next tr.written .share { background: #d9622b; }
</style>
"""


def escaped(names: Sequence[str]) -> str:
    """Return words or pieces as one line of Markdown."""
    return " ".join(plain(name) for name in names)


def _typed_notes(side: Sentence, key: str) -> list[str]:
    """Say what of a typed sentence was cut, read in pieces or not known."""
    notes = []
    if side.cut:
        blanks = {"words": len(side.words), "most": MOST_CHARACTERS}
        notes.append(text("encoder_decoder", f"cut_{key}", **blanks))
    marks = side.marked(PIECES_MARK, UNKNOWN_MARK)
    for mark, name in ((PIECES_MARK, "in_pieces"), (UNKNOWN_MARK, "unknown")):
        words = [w for w, m in zip(side.words, marks, strict=True) if m == mark]
        if words:
            shown = named_words(words)
            notes.append(text("encoder_decoder", name, words=shown))
    return notes


def reading_notes(right: Walk, target: Sentence, uniform: bool) -> list[str]:
    """Say how the two sentences were read, and what coincides.

    `target` is what was typed to be written; it may be empty.
    """
    said = _typed_notes(right.source, "source")
    if target.words:
        said += _typed_notes(target, "target")
    said.append(coincidence(right, uniform))
    return [sentence for sentence in said if sentence]


def coincidence(right: Walk, uniform: bool) -> str:
    """Say what coincides with one source piece, or with uniform weights.

    Empty if nothing has to coincide.
    """
    n = len(right.annotations)
    if n == 1:
        return text("encoder_decoder", "one_piece")
    if len(right.source.words) == 1:
        return text("encoder_decoder", "one_word_in_pieces", count=n)
    if uniform:
        return text("encoder_decoder", "uniform_says", count=n)
    if np.ptp(right.annotations, axis=0).max() < 1e-6:
        return text("encoder_decoder", "all_equal")
    return ""


def _row(candidate: Candidate, label: str) -> str:
    """Return the HTML of one likely next word."""
    p = candidate.probability
    bar = f'<div class="share" style="width: {100 * p:.1f}%"></div>'
    of = ' class="written"' if candidate.written else ""
    cells = f"<td><bdi>{label}</bdi></td><td>{bar}</td><td>{fixed(p, 3)}</td>"
    return f"<tr{of}>{cells}</tr>"


def candidate_table(candidates: Sequence[Candidate]) -> str:
    """Return the likeliest next words in HTML; the written one is bold."""
    rows = [_row(c, html.escape(c.name)) for c in candidates]
    return f'{STYLE}<table class="next">{"".join(rows)}</table>'


def written_so_far(walk: Walk, step: int) -> str:
    """Return what is written before a step, or the sentence once it ended."""
    if step > walk.n_steps:
        key = "ended" if walk.record.finished else "broken_off"
        blanks = {"words": escaped(walk.names), "steps": walk.n_steps}
        return text("encoder_decoder", key, **blanks)
    before = escaped(walk.before(step)) or text("encoder_decoder", "nothing")
    return text("encoder_decoder", "so_far", words=before)


def agreement(left: Walk, right: Walk) -> str:
    """Say from which step on the two systems write different sentences."""
    if left.forced:
        return text("encoder_decoder", "both_forced")
    if left.names == right.names:
        return text("encoder_decoder", "same_sentence")
    same = same_steps(left.names, right.names)
    return text("encoder_decoder", "parting", step=same + 1)


def sum_line(weights: Sequence[float], step: int) -> str:
    """Write c_i as a weighted sum in LaTeX with the weights put in.

    The heaviest terms; dots say that there are others.
    """
    order = sorted(range(len(weights)), key=lambda j: -abs(weights[j]))
    large = [j for j in order if fixed(abs(weights[j]), 3) != "0.000"]
    kept = sorted(large[:MOST_TERMS] or order[:1])
    terms = [rf"{fixed(weights[j], 3)}\, h_{{{j + 1}}}" for j in kept]
    terms += [r"\dots"] * (len(weights) > len(kept))
    rows = [terms[k : k + ON_LINE] for k in range(0, len(terms), ON_LINE)]
    lines = r" \\ & + ".join(" + ".join(row) for row in rows)
    head = rf"c_{{{step}}} & = \sum_j a_{{{step},j}}\, h_j \\ & = {lines}"
    return rf"\begin{{aligned}} {head} \end{{aligned}}"


def context_sum(walk: Walk, row: int, looked_at: int | None) -> list[str]:
    """Write c_i = sum_j a_ij h_j with its numbers, in LaTeX.

    The dimensions are those to which the piece that is looked at gives most.
    """
    weights = walk.weights[row]
    j, others = walk.heaviest(row, looked_at), text("stages", "others")
    lines = context_latex(weights, walk.annotations, row, j, others)
    return [sum_line(weights.tolist(), row + 1), *lines]


def closeness_says(found: Closeness) -> str:
    """Say how close the contexts are to C and to one another."""
    blanks = {
        f"{name}{of}": fixed(getattr(values, call)(), 2)
        for of, values in (("", found.to_summary), ("_among", found.among))
        for name, call in (("low", "min"), ("high", "max"))
    }
    return text("encoder_decoder", "differ_says").format(**blanks)


def about_vectors(
    walks: tuple[Walk, Walk],
    models: tuple[Translator, Translator],
    score: str,
) -> str:
    """Say where the vectors come from, and what asks."""
    (left, right), (fixed_, attention) = walks, models
    blanks = {"left": plain(fixed_.name), "right": plain(attention.name)}
    sizes = {"d_left": len(left.summary), "d": len(right.summary)}
    count = attention.card.get("training", {}).get("epochs_done")
    key = "other_epochs" if is_unguided(attention) else "same_epochs"
    epochs = text("guidance", key, count=count)
    said = text(
        "encoder_decoder", "query_says", epochs=epochs, **blanks, **sizes
    )
    return f"{said} {about_guidance(attention, 's', score)}"
