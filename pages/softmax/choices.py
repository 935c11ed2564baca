"""Draws the parts of the page about softmax."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.normalizers import NORMALIZERS
from attention_core.softmax import softmax
from pages.softmax.view import (
    DECIMALS,
    DRAWS,
    FIELDS,
    FIRST_ROW,
    KEYS,
    MOST,
    PARTS,
    PRECISIONS,
    WIDTHS,
    Normalised,
    Row,
    Spread,
    Taken,
    gradient_size,
    naive_softmax,
    names_of,
    normalised,
    open_keys,
    read_row,
    take_apart,
)
from ui.inputs import choose, named, sentence_inputs, slide
from ui.models import load_translator
from worked.digits import entropy, fixed
from ui.pair import pair_view
from worked.terms import SCORE_NAMES
from ui.texts import plain, readable, text

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]
Figures = Mapping[str, list[str]]

PAGE = "softmax"


def part_choice() -> str:
    """Draw the menu of the parts; return the chosen one."""
    return choose(PAGE, "part", named(PAGE, PARTS))


def _typed_row() -> Row:
    """Draw the box of the scores."""
    typed = st.text_input(
        text(PAGE, "scores"),
        FIRST_ROW,
        key="scores",
        live="150ms",
        bind="query-params",
        persist_state="session",
    )
    numbers, sentences = read_row(typed or "")
    for sentence in sentences:
        st.warning(sentence)
    if not numbers:
        st.info(text(PAGE, "no_scores"))
        st.stop()
    return Row(names_of(len(numbers)), np.array(numbers), text(PAGE, "by_hand"))


def _model_row() -> Row:
    """Draw the boxes of a pair, and take one row of its scores."""
    model = load_translator("attention")
    source, target = sentence_inputs("attention")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        score = choose(PAGE, "score", named("functions", SCORE_NAMES))
        query = choose(PAGE, "query", named("queries", ("y", "s")))
        place = st.container(width=220)
    if not source.split():
        st.info(text("attention", "no_source"))
        st.stop()
    view = pair_view(
        model, source, target, score=score, query=query, temperature=1.0
    )
    with place:
        i = _row_menu(view.target.piece_names())
    name = plain(view.target.piece_names()[i])
    about = text(PAGE, "by_model", word=name, scale=f"{view.scale:g}")
    names, scores = view.source.piece_names(), view.scale * view.scores[i]
    if len(names) > MOST:
        st.caption(text(PAGE, "too_many", most=MOST))
    return Row(names[:MOST], scores[:MOST], about)


def _row_menu(names: Sequence[str]) -> int:
    """Draw the menu of the asking word; return its place, from 0."""
    wanted = st.session_state["row"]
    if wanted is not None and wanted > len(names):
        blanks = {"value": wanted, "count": len(names)}
        st.warning(text(PAGE, "no_such_row", **blanks))
        st.session_state["row"] = None
    labels = [f"{k} · {name}" for k, name in enumerate(names, start=1)]
    chosen = st.selectbox(
        text(PAGE, "row_menu"),
        range(1, len(names) + 1),
        index=None,
        format_func=lambda place: labels[place - 1],
        key="row",
        placeholder=labels[0],
        persist_state="session",
    )
    return 0 if chosen is None else int(chosen) - 1


def origin_choice() -> str:
    """Draw the choice where the row of scores comes from; return it."""
    return choose(PAGE, "origin", named(PAGE, ("hand", "model")))


def places(origin: str) -> list["DeltaGenerator"]:
    """Return where the row and the choices about it stand.

    Parameters
    ----------
    origin : {"hand", "model"}
        Where the row comes from; a pair needs the whole width.

    Returns
    -------
    list of DeltaGenerator
        Side by side, or one below the other.
    """
    if origin == "hand":
        return st.columns([3, 2])
    return [st.container(), st.container()]


def row_input(origin: str) -> Row:
    """Draw the boxes of the row of scores; return the row.

    Parameters
    ----------
    origin : {"hand", "model"}
        Where it comes from.

    Returns
    -------
    Row
        The scores.
    """
    return _model_row() if origin == "model" else _typed_row()


def mask_and_temperature(names: Sequence[str]) -> tuple[Bools, float]:
    """Draw the masks on single keys and the temperature.

    Parameters
    ----------
    names : sequence of str
        Labels of the keys, as `figures` makes them.

    Returns
    -------
    mask : ndarray of bool, shape (n_k,)
        True = may be looked at.
    temperature : float
        At least 0.
    """
    count = len(names)
    state = st.session_state
    kept = [place for place in state["masked"] if place <= count]
    if kept != state["masked"]:
        state["masked"] = kept
    with st.container(horizontal=True, vertical_alignment="bottom"):
        masked = st.pills(
            text(PAGE, "masked"),
            range(1, count + 1),
            selection_mode="multi",
            format_func=lambda place: plain(readable(names[place - 1])),
            key="masked",
            persist_state="session",
        )
        temperature = slide(PAGE, "temperature", FIELDS["temperature"], 220)
    places = [int(place) for place in masked]
    return open_keys(count, places), temperature


def all_normalised(
    row: Row, temperature: float, mask: Bools
) -> list[Normalised]:
    """Return the row under every normalizer.

    Parameters
    ----------
    row : Row
        The scores.
    temperature : float
        They are divided by it.
    mask : ndarray of bool, shape (n_k,)
        True = may be looked at.

    Returns
    -------
    list of Normalised
        In the order of the registry.
    """
    return [
        normalised(name, row.scores, temperature, mask) for name in NORMALIZERS
    ]


def panels(found: Sequence[Normalised]) -> dict[str, Any]:
    """Return what `figures.bars.bars` is given.

    Parameters
    ----------
    found : sequence of Normalised
        Under every normalizer.

    Returns
    -------
    dict
        Panels by their titles, and ranges from 0 to 1 where they fit.
    """
    values = {text("normalizers", one.name): one.weights for one in found}
    fits = {
        title: (0.0, 1.19)
        for title, weights in values.items()
        if not (weights < 0).any() and not (weights > 1).any()
    }
    return {"values": values, "ranges": fits, "height": 110 * len(values) + 60}


def failures(found: Sequence[Normalised], names: Sequence[str]) -> None:
    """Say where sum_normalize fails, if it does.

    Parameters
    ----------
    found : sequence of Normalised
        Under every normalizer.
    names : sequence of str
        Of the keys, as typed.
    """
    for one in found:
        if one.total is not None:
            st.warning(text(PAGE, "bad_sum", total=f"{one.total:.4g}"))
        elif (one.weights < 0).any():
            below = [
                plain(names[j])
                for j in np.flatnonzero(one.weights < 0).tolist()
            ]
            st.warning(text(PAGE, "below_zero", names=", ".join(below)))


def _column(values: Floats, decimals: int, mask: Bools, last: str) -> list[str]:
    """Return cells for the open keys, a word for the others, and the sum."""
    numbers = iter(values.tolist())
    cells = [
        fixed(next(numbers), decimals) if is_open else text("figures", "masked")
        for is_open in mask
    ]
    return [*cells, last]


def _powers(taken: Taken, mask: Bools) -> Figures:
    """Return the columns from the score to the power."""
    row, n = taken.row, taken.decimals
    columns = {text(PAGE, "score_s"): _column(row.scores, n.score, mask, "")}
    power = "s"
    if row.multiplier != 1:
        power = "z"
        columns["z = s / T"] = _column(row.exponents, n.exponent, mask, "")
    if row.shift:
        power = f"{power} − {fixed(row.shift, n.exponent)}"
    total = fixed(row.total, n.total)
    columns[f"e^({power})"] = _column(row.powers, n.power, mask, total)
    return columns


def number_table(
    row: Row, found: Sequence[Normalised], mask: Bools, temperature: float
) -> None:
    """Draw scores, powers and all weights in numbers.

    Parameters
    ----------
    row : Row
        The scores.
    found : sequence of Normalised
        Under every normalizer.
    mask : ndarray of bool, shape (n_k,)
        True = may be looked at.
    temperature : float
        The scores are divided by it.
    """
    table: dict[str, list[str]] = {
        text(PAGE, "key"): [*row.names, text("stages", "sum")]
    }
    weights = {one.name: one.weights[mask] for one in found}
    taken = None
    if temperature > 0 and mask.any():
        taken = take_apart(row.scores[mask], temperature, weights)
        table |= _powers(taken, mask)
    else:
        column = _column(row.scores[mask], DECIMALS, mask, "")
        table |= {text(PAGE, "score_s"): column}
    for one in found:
        last = "–" if one.total is not None else "1" if mask.any() else "0"
        cells = _column(one.weights[mask], DECIMALS, mask, last)
        if one.total is not None:
            cells = ["–"] * len(cells)
        table[text("normalizers", one.name)] = cells
    st.dataframe(table, hide_index=True, key="numbers")
    _below_table(taken, mask)


def _below_table(taken: Taken | None, mask: Bools) -> None:
    """Say how the columns come about."""
    if not mask.any():
        st.caption(text(PAGE, "all_masked"))
    elif taken is None:
        st.caption(text("stages", "temperature_zero"))
    else:
        shown = {
            name: fixed(tau, taken.decimals.exponent)
            for name, tau in taken.thresholds.items()
        }
        letter = "s" if taken.row.multiplier == 1 else "z"
        st.caption(text(PAGE, "thresholds", z=letter, **shown))
        st.caption(text("stages", "rounding"))


def facts_box() -> None:
    """Draw what is known of every normalizer, in a box closed at first."""
    box = st.expander(text(PAGE, "facts"), key="facts", on_change="rerun")
    if not box.open:
        return
    heads = ("normalizer", "formula", "paper", "sparse", "shift_invariant")
    lines = [
        "| " + " | ".join(text(PAGE, head) for head in heads) + " |",
        "|" + " --- |" * len(heads),
    ]
    for name, entry in NORMALIZERS.items():
        paper = text(PAGE, "first_try")
        if entry.equation:
            paper = f"{entry.paper}, {entry.equation}"
        elif name == "hardmax":
            paper = text(PAGE, "limit")
        cells = [text("normalizers", name), f"${entry.formula}$", paper]
        cells += [_yes_no(entry.sparse), _yes_no(entry.shift_invariant)]
        lines.append("| " + " | ".join(cells) + " |")
    box.markdown("\n".join(lines))


def _yes_no(value: bool) -> str:
    return text(PAGE, "yes" if value else "no")


def shift_choices() -> tuple[float, float]:
    """Draw the constant and the factor; return them."""
    with st.container(horizontal=True):
        constant = slide(PAGE, "constant", FIELDS["constant"], 300)
        factor = slide(PAGE, "factor", FIELDS["factor"], 300)
    return constant, factor


def variants(
    scores: Floats, constant: float, factor: float
) -> dict[str, Floats]:
    """Return the row as it is, shifted and scaled.

    Parameters
    ----------
    scores : ndarray of shape (n_k,)
        One row.
    constant : float
        Added to each score.
    factor : float
        Multiplied with each score.

    Returns
    -------
    dict of str to ndarray of shape (n_k,)
        By their formulas.
    """
    return {
        "s": scores,
        f"s + ({constant:g})": scores + constant,
        f"{factor:g} · s": factor * scores,
    }


def shift_panels(rows: Mapping[str, Floats]) -> dict[str, Any]:
    """Return what `figures.bars.bars` is given.

    Parameters
    ----------
    rows : mapping of str to ndarray of shape (n_k,)
        From `variants`.

    Returns
    -------
    dict
        The softmax of each, all from 0 to 1.
    """
    values = {f"softmax({name})": softmax(row) for name, row in rows.items()}
    ranges = dict.fromkeys(values, (0.0, 1.19))
    return {"values": values, "ranges": ranges, "height": 420}


def shift_table(row: Row, rows: Mapping[str, Floats]) -> None:
    """Draw weights, entropy and gradient size of each variant.

    Parameters
    ----------
    row : Row
        The scores.
    rows : mapping of str to ndarray of shape (n_k,)
        From `variants`.
    """
    heads = [text(PAGE, "variant"), *row.names]
    heads += [text(PAGE, "bits"), text(PAGE, "gradient")]
    lines, everything = [], np.ones(len(row.scores), dtype=np.bool_)
    for normalizer in ("softmax", "sum_normalize"):
        for name, scores in rows.items():
            found = normalised(normalizer, scores, 1.0, everything)
            lines.append(_variant_line(name, found))
    columns = zip(*lines, strict=True)
    unique = _unique(heads)
    table = {
        head: list(column) for head, column in zip(unique, columns, strict=True)
    }
    st.dataframe(table, hide_index=True, key="variants")
    st.caption(text(PAGE, "gradient_note"))


def _variant_line(name: str, found: Normalised) -> list[str]:
    title = f"{text('normalizers', found.name)}: {name}"
    if found.total is not None:
        return [title, *["–"] * (len(found.weights) + 2)]
    cells = [fixed(weight, DECIMALS) for weight in found.weights.tolist()]
    if found.name != "softmax":
        return [title, *cells, "–", "–"]
    bits = float(entropy(found.weights))
    size = gradient_size(found.weights)
    return [title, *cells, fixed(bits, 3), fixed(size, DECIMALS)]


def _unique(heads: Sequence[str]) -> list[str]:
    """Return heads of which equal ones carry their place."""
    return [
        f"{head} ({k})" if list(heads).count(head) > 1 else head
        for k, head in enumerate(heads)
    ]


def root_choices() -> tuple[int, int]:
    """Draw the dimension and the seed; return them."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        width = st.select_slider(
            text(PAGE, "width"),
            WIDTHS,
            key="width",
            width=420,
            persist_state="session",
        )
        field = FIELDS["seed"]
        seed = st.number_input(
            text(PAGE, "seed"),
            field.low,
            field.high,
            step=1,
            key="seed",
            width=140,
            persist_state="session",
        )
    return int(str(width)), int(seed or 0)


def root_note(d: int, found: Spread) -> str:
    """Return what the draws of one dimension gave.

    Parameters
    ----------
    d : int
        The dimension.
    found : Spread
        Its draws.

    Returns
    -------
    str
        Markdown.
    """
    return text(
        PAGE,
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


def spread_curves(draws: Mapping[int, Spread]) -> dict[str, Any]:
    """Return what `figures.curves.curves` is given for the spread.

    Parameters
    ----------
    draws : mapping of int to Spread
        By dimension.

    Returns
    -------
    dict
        Formulas as lines, what was measured as points.
    """
    d = np.array(list(draws), dtype=np.float64)
    raw = np.array([one.variance for one in draws.values()])
    scaled = np.array([one.scaled_variance for one in draws.values()])
    return {
        "x": d,
        "lines": {
            text(PAGE, "formula_raw"): np.sqrt(d),
            text(PAGE, "formula_scaled"): np.ones(len(d)),
        },
        "points": {
            text(PAGE, "measured_raw"): np.sqrt(raw),
            text(PAGE, "measured_scaled"): np.sqrt(scaled),
        },
        "x_title": text(PAGE, "d"),
        "y_title": text(PAGE, "deviation"),
        "logarithmic": "xy",
        "x_ticks": d.tolist(),
    }


def entropy_curves(draws: Mapping[int, Spread]) -> dict[str, Any]:
    """Return what `figures.curves.curves` is given for the entropy.

    Parameters
    ----------
    draws : mapping of int to Spread
        By dimension.

    Returns
    -------
    dict
        Mean entropies with and without the scale.
    """
    d = [float(width) for width in draws]
    return {
        "x": d,
        "lines": {
            text(PAGE, "without"): [one.bits for one in draws.values()],
            text(PAGE, "with"): [one.scaled_bits for one in draws.values()],
        },
        "x_title": text(PAGE, "d"),
        "y_title": text(PAGE, "bits"),
        "logarithmic": "x",
        "x_ticks": d,
    }


def large_choices() -> tuple[float, str]:
    """Draw the offset and the number type; return them."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        offset = slide(PAGE, "offset", FIELDS["offset"], 420)
        labels = {name: name for name in PRECISIONS}
        precision = choose(PAGE, "precision", labels)
    return offset, precision


def large_table(row: Row, offset: float, precision: str) -> None:
    """Draw the naive softmax beside the real one, both really computed.

    Parameters
    ----------
    row : Row
        The scores.
    offset : float
        Added to each of them.
    precision : str
        In which type of number.
    """
    scores = (row.scores + offset).astype(precision)
    table = {text(PAGE, "key"): [*row.names, text("stages", "sum")]}
    for head, (values, total) in _large_columns(scores).items():
        last = "" if total is None else _short(total)
        table[head] = [*(_short(value) for value in values), last]
    st.dataframe(table, hide_index=True, key="large")
    with np.errstate(over="ignore"):
        total = np.exp(scores).sum()
    if np.isnan(naive_softmax(scores)).any():
        sick = "overflow" if np.isinf(total) else "underflow"
        said = {"total": _short(total), "type": precision}
        st.error(text(PAGE, sick, **said))
    else:
        st.success(text(PAGE, "both_fine", type=precision))


def _large_columns(scores: Floats) -> dict[str, tuple[Floats, Any]]:
    """Return the columns of both ways, each with its sum."""
    with np.errstate(over="ignore"):
        powers = np.exp(scores)
        total = powers.sum()
    naive, weights = naive_softmax(scores), softmax(scores)
    shifted = scores - scores.max()
    small = np.exp(shifted)
    return {
        "s": (scores, None),
        "e^s": (powers, total),
        text(PAGE, "naive"): (naive, naive.sum()),
        "s − max": (shifted, None),
        "e^(s − max)": (small, small.sum()),
        text(PAGE, "cured"): (weights, weights.sum()),
    }


def _short(value: Any) -> str:  # noqa: ANN401
    """Return a number of any size with six digits."""
    return f"{float(value):.6g}".replace("-", "−")
