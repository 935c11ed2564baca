"""From the numbers to sentences and tables."""

from collections.abc import Mapping, Sequence

import numpy as np

from attention_core.heads import row_entropy
from attention_core.normalizers import NORMALIZERS
from attention_core.softmax import softmax
from pages.softmax.large import Large
from pages.softmax.rows import (
    Bools,
    Floats,
    Row,
    different,
    in_markdown,
)
from pages.softmax.scaling import Curves, Variant, gradient_size
from pages.softmax.spread import DRAWS, KEYS, Spread
from pages.softmax.stress import stress_of
from pages.softmax.view import (
    DECIMALS,
    Normalized,
    Taken,
    View,
    normalized,
)
from texts.shown import equation, text
from worked.digits import fixed
from worked.lines import Numbers

Table = dict[str, list[str]]


def failures(view: View) -> list[str]:
    """Say where dividing by the sum fails, if it does."""
    said = []
    for one in view.found:
        below = np.flatnonzero(one.weights < 0).tolist()
        if one.total is not None:
            said.append(text("softmax", "bad_sum", total=f"{one.total:.4g}"))
        elif below:
            names = ", ".join(in_markdown(view.row.labels[j]) for j in below)
            said.append(text("softmax", "below_zero", names=names))
    return said


def shown(value: float, decimals: int) -> str:
    """Return a number; one that would read 0.0000, and is not 0, as 2.1e-09."""
    is_lost = value != 0 and float(fixed(value, decimals)) == 0
    return f"{value:.1e}" if is_lost else fixed(value, decimals)


def _column(values: Floats, decimals: int, mask: Bools, last: str) -> list[str]:
    """Return cells for the open keys, a word for the others, and the sum."""
    numbers = iter(values.tolist())
    cells = [
        shown(next(numbers), decimals) if is_open else text("figures", "masked")
        for is_open in mask
    ]
    return [*cells, last]


def _powers(taken: Taken, mask: Bools) -> Table:
    """Return the columns from the score to the power."""
    softmax, n = taken.softmax, taken.decimals

    def column(numbers: Numbers, last: str) -> list[str]:
        return _column(numbers.values, n[numbers], mask, last)

    columns = {text("softmax", "score_s"): column(softmax.scores, "")}
    power = "s"
    if softmax.is_scaled:
        power = "z"
        columns["z = s / T"] = column(softmax.exponents, "")
    if softmax.is_shifted:
        power += f" − {fixed(softmax.shift, n[softmax.exponents])}"
    total = fixed(float(softmax.total.values[0]), n[softmax.total])
    columns[f"exp({power})"] = column(softmax.powers, total)
    return columns


def _weights(one: Normalized, mask: Bools) -> list[str]:
    """Return the column of a normalizer."""
    if one.total is not None:
        return ["–"] * (len(mask) + 1)
    last = "1" if mask.any() else "0"
    return _column(one.weights[mask], DECIMALS, mask, last)


def number_table(view: View) -> Table:
    """Return scores, powers and all weights in numbers."""
    row, mask = view.row, view.mask
    table = {text("softmax", "key"): [*row.labels, text("stages", "sum")]}
    if view.taken:
        table |= _powers(view.taken, mask)
    else:
        column = _column(row.scores[mask], DECIMALS, mask, "")
        table |= {text("softmax", "score_s"): column}
    for one in view.found:
        table[text("normalizers", one.name)] = _weights(one, mask)
    return table


def stress(view: View) -> str:
    """Say whether softmax stresses the largest score, and on what it depends.

    Nothing, where there is nothing to compare with: a share is no weight, or
    all scores are equal.
    """
    found = stress_of(view)
    if found is None:
        return ""
    key = "stresses" if found.weight > found.share else "levels"
    return text(
        "softmax",
        key,
        share=fixed(found.share, 3),
        weight=fixed(found.weight, 3),
        temperature=fixed(view.temperature, 2),
        even=fixed(found.even, 2),
    )


def below_table(view: View) -> list[str]:
    """Say how the columns come about."""
    if not view.mask.any():
        return [text("softmax", "all_masked")]
    if view.taken is None:
        return [text("stages", "temperature_zero")]
    taken = view.taken
    shown = {
        name: fixed(float(tau.values[0]), taken.decimals[tau])
        for name, tau in taken.thresholds.items()
    }
    letter = "z" if taken.softmax.is_scaled else "s"
    said = text("softmax", "thresholds", z=letter, **shown)
    return [said, text("stages", "rounding")]


def facts() -> str:
    """Return what is known of every normalizer, as a table in Markdown."""
    heads = ("normalizer", "formula", "paper", "sparse", "shift_invariant")
    lines = [
        "| " + " | ".join(text("softmax", head) for head in heads) + " |",
        "|" + " --- |" * len(heads),
    ]
    for name, entry in NORMALIZERS.items():
        cells = [text("normalizers", name), f"${entry.formula}$", _paper(name)]
        cells += [_yes_no(entry.sparse), _yes_no(entry.shift_invariant)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _paper(name: str) -> str:
    """Return where a normalizer comes from."""
    entry = NORMALIZERS[name]
    if entry.equation:
        return f"{entry.paper}, {equation(entry.name, entry.equation)}"
    return text("softmax", "limit" if name == "hardmax" else "first_try")


def _yes_no(value: bool) -> str:
    return text("softmax", "yes" if value else "no")


def shift_table(row: Row, rows: Sequence[Variant]) -> Table:
    """Return weights, entropy and gradient size of each variant."""
    heads = [text("softmax", "variant"), *row.names]
    heads += [text("softmax", "bits"), text("softmax", "gradient")]
    everything = np.ones(len(row.scores), dtype=np.bool_)
    lines = [
        _variant_line(one, normalized(name, one.scores, 1.0, everything))
        for name in ("softmax", "sum_normalize")
        for one in rows
    ]
    columns = zip(*lines, strict=True)
    return {
        head: list(column)
        for head, column in zip(different(heads), columns, strict=True)
    }


def _variant_line(variant: Variant, found: Normalized) -> list[str]:
    title = f"{text('normalizers', found.name)}: {variant.name}"
    if found.total is not None:
        return [title, *["–"] * (len(found.weights) + 2)]
    cells = [shown(weight, DECIMALS) for weight in found.weights.tolist()]
    if found.name != "softmax":
        return [title, *cells, "–", "–"]
    bits = float(row_entropy(found.weights))
    size = gradient_size(found.weights, variant.factor)
    return [title, *cells, shown(bits, 3), shown(size, DECIMALS)]


def _said(rows: Mapping[str, Floats], names: Sequence[str]) -> str:
    """Return the heaviest key of each row of weights."""
    said = []
    for title, weights in rows.items():
        if not np.isnan(weights).any():
            j = int(weights.argmax())
            said.append(f"{title} → {names[j]} {fixed(float(weights[j]), 2)}")
    return ", ".join(said)


def normalizers_alt(view: View) -> str:
    """Return the bars of all normalizers in words."""
    rows = {text("normalizers", one.name): one.weights for one in view.found}
    return text("softmax", "bars_alt", pairs=_said(rows, view.row.labels))


def shifted_alt(rows: Sequence[Variant], names: Sequence[str]) -> str:
    """Return the bars of a row and of its variants in words."""
    weights = {one.name: softmax(one.scores) for one in rows}
    return text("softmax", "shift_alt", pairs=_said(weights, names))


def sharper_alt(found: Curves) -> str:
    """Return both curves over the factor in words."""
    best = int(found.sizes.argmax())
    blanks = {
        "first": fixed(float(found.bits[0]), 2),
        "last": fixed(float(found.bits[-1]), 2),
        "at": fixed(float(found.factors[best]), 2),
        "most": fixed(float(found.sizes[best]), 2),
    }
    return text("softmax", "sharper_alt", **blanks)


def over_widths(key: str, draws: Mapping[int, Spread]) -> str:
    """Return the curves over the dimension in words: both ends."""
    low, high = min(draws), max(draws)
    blanks: dict[str, str] = {"low": str(low), "high": str(high)}
    for end, one in (("low", draws[low]), ("high", draws[high])):
        blanks[f"bits_{end}"] = fixed(one.bits, 2)
        blanks[f"scaled_{end}"] = fixed(one.scaled_bits, 2)
        blanks[f"raw_{end}"] = fixed(float(np.sqrt(one.variance)), 2)
        blanks[f"one_{end}"] = fixed(float(np.sqrt(one.scaled_variance)), 2)
    return text("softmax", key, **blanks)


def draw_alt(found: Spread) -> str:
    """Return the bars of one draw in words."""
    blanks = {"plain": fixed(float(found.row.max()), 2)}
    blanks["scaled"] = fixed(float(found.scaled_row.max()), 2)
    return text("softmax", "draw_alt", **blanks)


def root_note(d: int, found: Spread) -> str:
    """Say what the draws of one dimension gave, in Markdown."""
    return text(
        "softmax",
        "measured",
        d=d,
        draws=DRAWS,
        keys=KEYS,
        variance=fixed(found.variance, 2),
        scaled=fixed(found.scaled_variance, 3),
        bits=fixed(found.bits, 2),
        scaled_bits=fixed(found.scaled_bits, 2),
        most=fixed(float(np.log2(KEYS)), 0),
    )


def large_table(row: Row, both: Large) -> Table:
    """Return the columns of both ways, each with its sum."""
    columns = {
        "s": (both.scores, ""),
        "e^s": (both.powers, _short(both.total)),
        text("softmax", "naive"): (both.naive, _sum(both.naive)),
        "s − max": (both.shifted, ""),
        "e^(s − max)": (both.small, _sum(both.small)),
        text("softmax", "cured"): (both.weights, _sum(both.weights)),
    }
    table = {text("softmax", "key"): [*row.labels, text("stages", "sum")]}
    for head, (values, last) in columns.items():
        table[head] = [*map(_short, values.tolist()), last]
    return table


def _sum(values: Floats) -> str:
    return _short(float(values.sum()))


def _short(value: float) -> str:
    """Return a number of any size with six digits."""
    return f"{value:.6g}".replace("-", "−")


def large_verdict(both: Large, precision: str) -> str:
    """Say whether the naive way fails, and how."""
    if not both.has_failed:
        return text("softmax", "both_fine", type=precision)
    sick = "overflow" if np.isinf(both.total) else "underflow"
    blanks = {"total": _short(both.total), "type": precision}
    return text("softmax", sick, **blanks)
