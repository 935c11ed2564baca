"""Tables of numbers that can be recomputed, as plain columns.

Heads are LaTeX; each column has one cell for each number.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from worked.digits import enough_decimals, factor, fixed, rounded
from worked.lines import Numbers
from worked.stages import Stages

Floats = npt.NDArray[np.floating]
Columns = dict[str, list[str]]

MOST_MERGED = 12  # weights of pieces that one line can hold


def term_table(numbers: Numbers, decimals: int, term: str) -> Columns:
    """Return all terms of a sum; they can be recomputed and added up.

    Parameters
    ----------
    numbers : Numbers
        The sum.
    decimals : int
        With which it is shown elsewhere.
    term : str
        What a term is called.

    Returns
    -------
    dict of str to list of str
        The dimension, the factors, the term.

    Examples
    --------
    >>> from worked.lines import given, made
    >>> from worked.sums import products
    >>> q, k = given("q", [2, 1]), given("k", [3, 4])
    >>> term_table(made("e", products(q[:, None], k[:, None])), 0, "term")
    {'m': ['1', '2'], 'q': ['2', '1'], 'k': ['3', '4'], 'term': ['6', '4']}
    """
    whole = numbers.expressions[0].complete
    parts = [part.read().ravel() for part in whole.parts]
    terms = whole.terms().ravel()
    n = enough_decimals(
        lambda n: rounded(terms, n).sum(), terms.sum(), decimals, decimals
    )
    n_factor = enough_decimals(
        lambda n: whole.compute(*(rounded(part, n) for part in parts)),
        terms,
        n,
        n,
    )
    columns = {"m": [str(m + 1) for m in range(len(terms))]}
    for part, values in zip(whole.parts, parts, strict=True):
        columns[part.numbers.letter] = _shown(values, n_factor)
    return columns | {term: _shown(terms, n)}


def _shown(values: Floats, decimals: int) -> list[str]:
    return [fixed(value, decimals) for value in values.tolist()]


def _cells(numbers: Numbers, decimals: Mapping[Numbers, int]) -> list[str]:
    return _shown(numbers.values, decimals[numbers])


def softmax_table(stages: Stages) -> Columns:
    """Return the softmax of a row; the last line holds the sums.

    Parameters
    ----------
    stages : Stages
        Of a cell.

    Returns
    -------
    dict of str to list of str
        Scores, what is made of them, and weights.
    """
    n, softmax, i = stages.decimals, stages.softmax, stages.cell.i + 1
    columns = {f"e_{{{i},j}}": _cells(stages.scores, n)}
    sums = [""]
    if softmax is not None:
        power = f"e_{{{i},j}}"
        if softmax.is_scaled:
            power = "z_{j}"
            columns[power] = _cells(softmax.exponents, n)
            sums.append("")
        if softmax.is_shifted:
            power += f" - {factor(softmax.shift, n[softmax.exponents])}"
        head = rf"\exp({power})"
        columns[head] = _cells(softmax.powers, n)
        sums += _cells(softmax.total, n)
    columns[f"a_{{{i},j}}"] = _cells(stages.weights, n)
    return {
        head: [*cells, end]
        for (head, cells), end in zip(
            columns.items(), [*sums, "1"], strict=True
        )
    }


def merge_line(block: Floats, weight: float, name: str, decimals: int) -> str:
    r"""Write out how weights over pieces become the weight of a pair of words.

    Parameters
    ----------
    block : ndarray of shape (n_rows, n_columns)
        The weights between the pieces of the two words.
    weight : float
        The sum over the columns, averaged over the rows.
    name : str
        LaTeX of the weight.
    decimals : int
        Of the weight.

    Returns
    -------
    str
        LaTeX; empty if there are too many pieces to be read.

    Examples
    --------
    >>> merge_line(np.array([[0.25, 0.5]]), 0.75, "a", 2)
    'a = 0.25 + 0.50 = \\mathbf{0.75}'
    """
    if block.size > MOST_MERGED:
        return ""
    n = enough_decimals(
        lambda n: rounded(block, n).sum() / len(block),
        weight,
        decimals,
        decimals,
    )
    sums = [" + ".join(_shown(row, n)) for row in block]
    if len(block) > 1:
        inner = " + ".join(f"({one})" for one in sums)
        sums = [rf"\frac{{1}}{{{len(block)}}} \cdot \left( {inner} \right)"]
    return rf"{name} = {sums[0]} = \mathbf{{{fixed(weight, decimals)}}}"
