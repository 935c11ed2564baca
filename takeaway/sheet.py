"""Tables for a spreadsheet (CSV) and arrays for NumPy (NPZ)."""

import csv
import io

import numpy as np

from takeaway.document import as_document
from takeaway.numbers import dumped
from takeaway.picture import Picture

HEAD = ("query", "position_q", "key", "position_k", "score", "weight")


def in_quotes(token: str) -> str:
    """Return a token in quotation marks, which stay in the cell.

    A spreadsheet runs a cell that begins with =, +, - or @, and turns 1/2 or
    007 into a date or a number. A cell that begins with a quotation mark is
    text to all of them.

    Parameters
    ----------
    token : str
        As typed.

    Returns
    -------
    str
        The token between two ".

    Examples
    --------
    >>> in_quotes("=1+1")
    '"=1+1"'
    """
    return f'"{token}"'


def write_csv(picture: Picture) -> bytes:
    """Return a line for each pair of a query and a key.

    Parameters
    ----------
    picture : Picture
        What is taken away. Masked pairs have an empty score.

    Returns
    -------
    bytes
        UTF-8 with a mark by which spreadsheets know it. Positions from 1.
    """
    out = io.StringIO(newline="")
    sheet = csv.writer(out)
    sheet.writerow(HEAD)
    for i, query in enumerate(picture.query_names):
        for j, key in enumerate(picture.key_names):
            names = (in_quotes(query), i + 1, in_quotes(key), j + 1)
            numbers = (_score(picture, i, j), float(picture.weights[i, j]))
            sheet.writerow((*names, *numbers))
    return out.getvalue().encode("utf-8-sig")


def _score(picture: Picture, i: int, j: int) -> float | str:
    """Return a score, or nothing where there is none."""
    if picture.scores is None or picture.is_masked(i, j):
        return ""
    return float(picture.scores[i, j])


def write_npz(picture: Picture) -> bytes:
    """Return the arrays of a picture for `numpy.load`; nothing is pickled.

    Parameters
    ----------
    picture : Picture
        What is taken away.

    Returns
    -------
    bytes
        Each array by its name, learned ones as learned_W and so on, names of
        rows and columns as strings, and all settings as JSON in `settings`.
    """
    names = ("weights", "scores", "mask", "queries", "keys", "values")
    arrays = {name: getattr(picture, name) for name in (*names, "context")}
    arrays |= {f"learned_{n}": a for n, a in picture.learned.items()}
    held = {name: a for name, a in arrays.items() if a is not None}
    words = {
        "query_names": np.array(picture.query_names, dtype=np.str_),
        "key_names": np.array(picture.key_names, dtype=np.str_),
    }
    settings = {
        name: value
        for name, value in as_document(picture).items()
        if name not in {*arrays, *words, "learned"}
    }
    out = io.BytesIO()
    np.savez_compressed(
        out, allow_pickle=False, settings=np.array(dumped(settings)),
        **words, **held,
    )  # fmt: skip
    return out.getvalue()
