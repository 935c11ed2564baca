"""Python that computes a picture's numbers anew: a file and a notebook.

Both hold the same cells. They need NumPy; with Plotly they also draw.
"""

import re
from dataclasses import dataclass
from typing import Any

from attention_core.attention import attend, weighted_sum
from attention_core.normalizers import NORMALIZERS
from attention_core.scores import SCORES
from takeaway.document import write_json
from takeaway.numbers import dumped
from takeaway.picture import Picture
from takeaway.sources import closure

_TITLE = "Attention Lab: {page}"
_READ = '''\
import json

import numpy as np


def as_array(lists):
    """Return nested lists as an array; float() knows NaN and Infinity."""
    if isinstance(lists, list):
        return np.array([as_array(item) for item in lists])
    return float(lists)


def arrays_of(shown):
    """Return the arrays of the file by their names."""
    names = ("scores", "weights", "queries", "keys", "values", "context")
    held = {name: shown[name] for name in names if shown[name] is not None}
    return {name: as_array(lists) for name, lists in held.items()}


SHOWN = json.loads(r"""
{document}
""")
ARRAYS = arrays_of(SHOWN)
LEARNED = {name: as_array(a) for name, a in SHOWN["learned"].items()}
MASK = None if SHOWN["mask"] is None else np.array(SHOWN["mask"])
'''
_SCORES = """\
scores = {function}(ARRAYS["queries"], ARRAYS["keys"], **LEARNED)
report("scores", scores)
"""
_NO_SCORES = """\
scores = ARRAYS["scores"]
"""
_WEIGHTS = """\
weights = {normalizer}(
    SHOWN["scale"] * scores,
    temperature=float(SHOWN["temperature"]),
    mask=MASK,
)
report("weights", weights)
"""
_CONTEXT = """\
context = weighted_sum(weights, ARRAYS["values"])
report("context", context)
"""
_REPORT = '''\
def report(name, computed):
    """Print how far a computed array is from the shown one, at worst."""
    shown = ARRAYS[name]
    same = (computed == shown) | (np.isnan(computed) & np.isnan(shown))
    with np.errstate(invalid="ignore"):
        gaps = np.where(same, 0, np.abs(computed - shown))
    print(f"largest difference of the {name}: {gaps.max(initial=0):.3g}")


'''
_DRAW = """\
try:
    import plotly.graph_objects as go
except ImportError:
    print("Plotly is not installed: the numbers are here, the picture is not.")
else:
    figure = go.Figure(
        go.Heatmap(
            z=ARRAYS["weights"],
            zmin=0,
            zmax=1,
            colorscale="Blues",
            hovertemplate="%{y}, %{x}: %{z:.4f}<extra></extra>",
        )
    )
    escape = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
    for axis, name in (("xaxis", "key_names"), ("yaxis", "query_names")):
        names = [word.translate(escape) for word in SHOWN[name]]
        figure.layout[axis].update(
            tickvals=list(range(len(names))), ticktext=names
        )
    figure.update_yaxes(autorange="reversed")
    figure.show()
"""


@dataclass(frozen=True)
class Part:
    """A cell of the notebook, a section of the file.

    Parameters
    ----------
    title : str
        One line.
    code : str
        Python.
    """

    title: str
    code: str


def _data(picture: Picture) -> str:
    """Return the code that holds the shown numbers, as the JSON file does."""
    document = write_json(picture).decode().rstrip("\n")
    return _READ.replace("{document}", document)


def _has_vectors(picture: Picture) -> bool:
    return picture.score is not None and picture.queries is not None


def parts(picture: Picture) -> list[Part]:
    """Return what the file and the notebook consist of.

    Parameters
    ----------
    picture : Picture
        What is taken away.

    Returns
    -------
    list of Part
        Functions (none where nothing is to be computed), numbers, the
        computation, the picture.
    """
    found = [Part("The numbers of the picture", _data(picture))]
    if picture.scores is not None:
        normalizer = NORMALIZERS[picture.normalizer].function
        used: list[Any] = [normalizer, weighted_sum, attend]
        if _has_vectors(picture):
            used.insert(0, SCORES[picture.score or ""].function)
        functions = Part("The functions that the page shows", closure(used))
        found = [functions, *found, Part("Computed anew", _compute(picture))]
    return [*found, Part("Drawn, if Plotly is there", _DRAW)]


def _compute(picture: Picture) -> str:
    """Return the three stages, each compared with what was shown."""
    code = _REPORT + _NO_SCORES
    if _has_vectors(picture):
        name = SCORES[picture.score or ""].function.__name__
        code = _REPORT + _SCORES.replace("{function}", name)
    normalizer = NORMALIZERS[picture.normalizer].function.__name__
    code += _WEIGHTS.replace("{normalizer}", normalizer)
    has_context = picture.values is not None and picture.context is not None
    return code + _CONTEXT if has_context else code


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def write_script(picture: Picture) -> bytes:
    """Return a Python file.

    Parameters
    ----------
    picture : Picture
        What is taken away.

    Returns
    -------
    bytes
        UTF-8. Prints the largest difference between what it computes and
        what was shown.
    """
    title = _TITLE.format(page=picture.page)
    sections = [
        f"# {'-' * 8} {_one_line(part.title)}\n\n{part.code}"
        for part in parts(picture)
    ]
    head = f'"""{title}. Needs NumPy; draws with Plotly if it is there."""'
    return "\n\n".join([head, *sections]).encode()


def _cell(number: int, kind: str, source: str) -> dict[str, Any]:
    cell: dict[str, Any] = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": source.strip("\n").splitlines(keepends=True),
    }
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell


def write_notebook(picture: Picture) -> bytes:
    """Return a Jupyter notebook (nbformat 4.5).

    Parameters
    ----------
    picture : Picture
        What is taken away.

    Returns
    -------
    bytes
        UTF-8. The same cells as `write_script`.
    """
    title = _TITLE.format(page=picture.page)
    sources = [("markdown", f"# {title}")]
    for part in parts(picture):
        sources += [("markdown", f"## {part.title}"), ("code", part.code)]
    kernel = {"display_name": "Python 3", "language": "python"}
    notebook = {
        "cells": [
            _cell(number, kind, source)
            for number, (kind, source) in enumerate(sources)
        ],
        "metadata": {
            "kernelspec": kernel | {"name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return (dumped(notebook, indent=1) + "\n").encode()
