"""Lines in LaTeX: what `worked` has computed, as it is read."""

from collections.abc import Mapping, Sequence

import numpy as np

from worked.digits import factor, fixed, signed
from worked.lines import TYPED, Expression, Numbers, Part

ABREAST = 3  # terms of a sum beside each other: what a phone is wide enough for
BREAK = r" \\[0.3em] "
AFTER_FRACTION = r" \\[0.9em] "  # counted from the line, not from its end
CONTINUED = r" \\ & \quad + "
OPEN = r"\,\boxed{?}"

Decimals = Mapping[Numbers, int]


def _decimals_of(numbers: Numbers, place: int, decimals: Decimals) -> int:
    """Return with how many decimals a number is shown: as few as typed."""
    if not numbers.is_as_typed(np.array(place)):
        return decimals[numbers]
    value = float(numbers.values.ravel()[place])
    return next(n for n in range(TYPED + 1) if round(value, n) == value)


def _number(
    part: Part, term: int, line: int, decimals: Decimals
) -> tuple[float, int]:
    """Return a number of a term, and with how many decimals it is shown."""
    rows, columns = part.places.shape
    place = int(part.places[min(term, rows - 1), min(line, columns - 1)])
    one = part.numbers
    value = float(one.values.ravel()[place])
    return value, _decimals_of(one, place, decimals)


def _term(
    expression: Expression, term: int, line: int, decimals: Decimals
) -> str:
    """Return one term of a line."""
    before, *after = expression.pattern.split("{}")
    for part, piece in zip(expression.parts, after, strict=True):
        write = fixed if before.endswith("<") else factor
        before += write(*_number(part, term, line, decimals)) + piece
    return before.replace("<", "").replace(">", "")


def _rest(expression: Expression, line: int, decimals: Decimals) -> list[str]:
    """Return the sum of the terms that are not written out, if there are."""
    rest = expression.rest
    return [factor(*_number(rest, 0, line, decimals))] if rest else []


def _terms(expression: Expression, line: int, decimals: Decimals) -> list[str]:
    """Return all that is added up on a line."""
    written = [
        _term(expression, term, line, decimals)
        for term in range(len(expression.terms()))
    ]
    return written + _rest(expression, line, decimals)


def result(numbers: Numbers, place: int, decimals: Decimals) -> str:
    """Return what a line ends with.

    Parameters
    ----------
    numbers : Numbers
        Of which the result is one.
    place : int
        Its place, from 0.
    decimals : mapping of Numbers to int
        From `settle`.

    Returns
    -------
    str
        A number in bold.
    """
    n = _decimals_of(numbers, place, decimals)
    return rf"\mathbf{{{fixed(numbers.values.ravel()[place], n)}}}"


def written(
    numbers: Numbers, place: int, decimals: Decimals, cover: bool = False
) -> str:
    r"""Return a line.

    Parameters
    ----------
    numbers : Numbers
        Of which the result is one.
    place : int
        Its place, from 0.
    decimals : mapping of Numbers to int
        From `settle`.
    cover : bool, default False
        Whether the result is left open.

    Returns
    -------
    str
        name = expression = result.

    Examples
    --------
    >>> from worked.lines import given, made
    >>> from worked.settle import settle
    >>> from worked.sums import products
    >>> q, k = given("q", [2, 0.5]), given("k", [-3, 1])
    >>> e = made("e", products(q[:, None], k[:, None]))
    >>> written(e, 0, settle([e]))
    'e = 2 \\cdot (-3) + 0.5 \\cdot 1 = \\mathbf{-5.5000}'
    """
    end = OPEN if cover else result(numbers, place, decimals)
    line = numbers.places.index(place) if place in numbers.places else -1
    expressions = [
        " + ".join(_terms(one, line, decimals))
        for one in numbers.expressions
        if line >= 0
    ]
    return " = ".join([numbers.name(place), *expressions, end])


def block(
    numbers: Sequence[Numbers], decimals: Decimals, cover: bool = False
) -> str:
    """Return all lines, one below the other; long sums are broken.

    Parameters
    ----------
    numbers : sequence of Numbers
        What is written out.
    decimals : mapping of Numbers to int
        From `settle`.
    cover : bool, default False
        Whether only the first line is shown, and its result left open.

    Returns
    -------
    str
        An aligned environment.
    """
    lines = [
        written(one, place, decimals, cover)
        for one in numbers
        for place in one.places
    ]
    shown = [_broken(line) for line in (lines[:1] if cover else lines)]
    ends = [AFTER_FRACTION if r"\frac" in row else BREAK for row in shown]
    body = "".join(map("".join, zip(shown, [*ends[:-1], " "], strict=True)))
    return rf"\begin{{aligned}} {body}\end{{aligned}}"


def _broken(line: str) -> str:
    """Return a line that a phone can show, aligned at its first sign."""
    terms = line.split(" + ")
    rows = [
        " + ".join(terms[k : k + ABREAST])
        for k in range(0, len(terms), ABREAST)
    ]
    return CONTINUED.join(rows).replace(" = ", " &= ", 1)


def _with_sign(
    expression: Expression, term: int, line: int, decimals: Decimals
) -> tuple[str, str]:
    """Return the sign of a term, and the rest of it."""
    shown = _term(expression, term, line, decimals)
    if expression.pattern.startswith("{}^") or expression.pattern[0] != "{":
        return "+", shown
    value, n = _number(expression.parts[0], term, line, decimals)
    sign, size = signed(value, n)
    return sign, size + shown.removeprefix(factor(value, n))


def stacked(numbers: Numbers, place: int, decimals: Decimals) -> str:
    r"""Return a line whose terms stand below each other, with remarks.

    Parameters
    ----------
    numbers : Numbers
        Of which the result is one.
    place : int
        Its place, from 0.
    decimals : mapping of Numbers to int
        From `settle`.

    Returns
    -------
    str
        An aligned environment; a plain line if there are no remarks.
    """
    if not numbers.expressions or not numbers.expressions[0].remarks:
        return written(numbers, place, decimals)
    expression = numbers.expressions[0]
    line = numbers.places.index(place)
    terms = [
        _with_sign(expression, term, line, decimals)
        for term in range(len(expression.terms()))
    ]
    if expression.rest:
        terms.append(signed(*_number(expression.rest, 0, line, decimals)))
    return _aligned(
        numbers.name(place),
        terms,
        expression.remarks,
        result(numbers, place, decimals),
    )


def _aligned(
    head: str,
    terms: Sequence[tuple[str, str]],
    remarks: Sequence[str],
    end: str,
) -> str:
    """Return a sum, one term on each line with a remark beside it."""
    lines = [
        rf"{sign}\; & {term} && \scriptstyle {remark}"
        for (sign, term), remark in zip(terms, remarks, strict=True)
    ]
    first = "-" if terms[0][0] == "-" else ""
    lines[0] = f"{head} =\\; & {first}{lines[0].split('& ', 1)[1]}"
    lines.append(rf"=\; & {end}")
    body = r" \\ ".join(lines)
    return rf"\begin{{aligned}} {body} \end{{aligned}}"
