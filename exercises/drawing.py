"""Numbers for tasks, drawn from a seed, and their LaTeX."""

import hashlib
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from exercises.task import Floats, Task
from worked.digits import fixed
from worked.latex import block
from worked.lines import Numbers
from worked.settle import settle

Generator = np.random.Generator
TRIES = 500


def generator(*seeds: object) -> Generator:
    """Return a generator that depends on nothing but what it is told.

    Parameters
    ----------
    *seeds : object
        Their texts count.

    Returns
    -------
    Generator
        The same for the same seeds, on every machine.

    Examples
    --------
    >>> a, b = generator("Ada", 1), generator("Ada", 1)
    >>> bool(a.integers(1000) == b.integers(1000))
    True
    """
    said = "\n".join(str(seed) for seed in seeds)
    digest = hashlib.sha256(said.encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:16]))


def clear_task(rng: Generator, draw: Callable[[Generator], Task]) -> Task:
    """Draw tasks until one has an answer that no mistake leads to.

    Parameters
    ----------
    rng : Generator
        What all numbers come from.
    draw : callable
        Makes a task.

    Returns
    -------
    Task
        The first clear one.

    Raises
    ------
    RuntimeError
        If none of many is clear: then the kind is badly made.
    """
    for _ in range(TRIES):
        task = draw(rng)
        if task.is_clear():
            return task
    raise RuntimeError(f"No clear task in {TRIES} tries.")


def whole(rng: Generator, *shape: int, low: int = -3, high: int = 3) -> Floats:
    """Return small whole numbers without 0.

    Parameters
    ----------
    rng : Generator
        What they come from.
    *shape : int
        Of the array.
    low, high : int
        Smallest and largest.

    Returns
    -------
    ndarray of shape (*shape)
        As floats.
    """
    choices = [n for n in range(low, high + 1) if n]
    return rng.choice(np.array(choices, dtype=np.float64), size=shape)


def tenths(rng: Generator, *shape: int, low: int, high: int) -> Floats:
    """Return numbers with one decimal, drawn evenly.

    Parameters
    ----------
    rng : Generator
        What they come from.
    *shape : int
        Of the array.
    low, high : int
        Smallest and largest, in tenths.

    Returns
    -------
    ndarray of shape (*shape)
        Among low / 10 ... high / 10.
    """
    return rng.integers(low, high + 1, size=shape) / 10


def shares(rng: Generator, count: int) -> Floats:
    """Return tenths that are all positive, differ, and sum to 1.

    Parameters
    ----------
    rng : Generator
        What they come from.
    count : int
        2 to 4: five different ones would need 1.5.

    Returns
    -------
    ndarray of shape (count,)
        One share for each key.
    """
    while True:
        cuts = np.sort(rng.choice(np.arange(1, 10), count - 1, replace=False))
        parts = np.diff([0, *cuts.tolist(), 10])
        if len(set(parts.tolist())) == count:
            return np.asarray(parts / 10, dtype=np.float64)


def row_latex(values: Sequence[float]) -> str:
    r"""Return numbers of a row.

    Parameters
    ----------
    values : sequence of float
        With few digits.

    Returns
    -------
    str
        Such as (1,\; -2).

    Examples
    --------
    >>> row_latex([1.0, -0.5])
    '(1,\\; -0.5)'
    """
    return "(" + r",\; ".join(f"{value:g}" for value in values) + ")"


def given_latex(letter: str, values: npt.ArrayLike) -> str:
    r"""Return a line that tells a number, a vector or a matrix.

    Parameters
    ----------
    letter : str
        LaTeX.
    values : array_like of at most two axes, any shape
        With few digits.

    Returns
    -------
    str
        LaTeX.

    Examples
    --------
    >>> given_latex("d", 4), given_latex("q", [1, 2])
    ('d = 4', 'q = (1,\\; 2)')
    """
    array = np.asarray(values, dtype=np.float64)
    if array.ndim == 0:
        return f"{letter} = {float(array):.10g}"
    if array.ndim == 1:
        return f"{letter} = {row_latex(array.tolist())}"
    rows = (" & ".join(f"{x:g}" for x in row) for row in array.tolist())
    body = r" \\ ".join(rows)
    return rf"{letter} = \begin{{pmatrix}} {body} \end{{pmatrix}}"


def ended(line: str, values: npt.ArrayLike, decimals: int) -> str:
    r"""Return a line with its result in bold behind it.

    Parameters
    ----------
    line : str
        LaTeX.
    values : array_like of any shape
        The result.
    decimals : int
        Digits behind the point; the sign says whether these are all.

    Returns
    -------
    str
        LaTeX.

    Examples
    --------
    >>> ended("1 / 3", [1 / 3], 2)
    '1 / 3 \\approx \\mathbf{0.33}'
    """
    array = np.atleast_1d(np.asarray(values, dtype=np.float64)).ravel()
    shown = [fixed(value, decimals) for value in array.tolist()]
    exact = np.allclose([float(one) for one in shown], array, 0, 1e-12)
    inside = r",\; ".join(shown)
    inside = f"({inside})" if len(shown) > 1 else inside
    sign = "=" if exact else r"\approx"
    return rf"{line} {sign} \mathbf{{{inside}}}"


def written_out(made: Sequence[Numbers]) -> str:
    """Return lines of `worked`, with as many digits as they need.

    Parameters
    ----------
    made : sequence of Numbers
        Each made of those before.

    Returns
    -------
    str
        LaTeX.
    """
    return block(made, settle(made))
