"""The same vectors under every score function: all numbers of the page.

One source of vectors serves the whole page: typed by hand, the trained model,
random numbers, or one-hot vectors. What a score function has learned comes
with them; nothing here is drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from attention_core.attention import Attention, attend
from attention_core.scores import SCORES
from ui.address import Choice, Number, Position, Switch, Whole
from ui.models import Translator
from ui.pair import pair_view
from ui.tables import Cells, Table, before_last_edit, numbers
from ui.texts import text

Floats = npt.NDArray[np.floating]

KINDS = ("hand", "model", "random", "onehot")
D_A = 2  # hidden units of the additive score
D_V = 2

_SUBSCRIPTS = "₁₂₃₄₅₆₇₈₉"


def _cells(rows: str) -> Cells:
    return tuple(tuple(row.split()) for row in rows.split(";"))


# For the first three keys dot, cosine and gaussian disagree: one is long, one
# has the direction of the query, one is near.
TABLES = {
    "q": Table(_cells("2 1 0.5 -1;-1 1 0 0.5;0 2 1 0")),
    "k": Table(_cells("2 0.2 0 0;2 2.5 -1 0;1 0.5 0 0;0 -1 1 1;-1 1 0 2")),
    "values": Table(_cells("1 0;0 1;1 1;-1 0;0 -1")),
    "W": Table(_cells("1 0 0 0;0 -1 0 0;0 0 1 0;0 0 0 -1")),
    "W_q": Table(_cells("1 0;0 1;0.5 0;0 0.5")),
    "W_k": Table(_cells("1 -1;1 0.5;0 1;0.5 0")),
    "v": Table(_cells("1 -1")),
    "W_p": Table(_cells("1 0 -1 0.5 0;0 1 1 0 0.5;0 0 1 0 0;1 0 0 0 1")),
}


FIELDS: dict[str, Any] = {
    "vectors": Choice(KINDS, "hand"),
    "function": Choice(tuple(SCORES), "dot"),
    "query": Choice(("y", "s"), "y"),
    "d": Whole(2, 4, 1, 2),
    "n_q": Whole(1, 3, 1, 2),
    "n_k": Whole(2, 5, 1, 3),
    "seed": Whole(0, 9999, 1, 7),
    "sigma": Number(0.25, 8.0, 0.25, 1.0),
    "row": Position(),
    "column": Position(),
    "doubled": Position(),
    "unit": Switch(),
    "guess": Switch(),
    **TABLES,
}


@dataclass(frozen=True)
class Lab:
    """Vectors, and what the score functions have learned.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    query : ndarray of shape (n_q, d)
        Who asks.
    key : ndarray of shape (n_k, d)
        Who is looked at.
    value : ndarray of shape (n_k, d_v)
        What is summed.
    rows, columns : list of str
        Names of queries and keys.
    learned : dict
        By the names of score functions: what each is given.
    scales : dict of str to float
        The scores are multiplied by it; a missing one is 1.
    complaints : list of str
        Sentences about cells that hold no number.
    """

    kind: str
    query: Floats
    key: Floats
    value: Floats
    rows: list[str]
    columns: list[str]
    learned: dict[str, dict[str, Any]]
    scales: dict[str, float]
    complaints: list[str]

    def scale(self, function: str) -> float:
        """Return what the scores of a function are multiplied by."""
        return self.scales.get(function, 1.0)

    def scores(self, function: str) -> Floats:
        """Return the scores under a function, (n_q, n_k)."""
        entry = SCORES[function]
        return entry(self.query, self.key, **self.learned.get(function, {}))

    def attention(self, function: str) -> Attention:
        """Return scores (with their scale), weights and context."""
        scaled = self.scale(function) * self.scores(function)
        return attend(scaled, self.value)


def sizes() -> tuple[int, int, int]:
    """Return n_q, n_k and d as chosen."""
    state = st.session_state
    n_q, n_k, d = (int(state[key]) for key in ("n_q", "n_k", "d"))
    return n_q, n_k, d


def table_shapes() -> dict[str, tuple[int, int]]:
    """Return how many rows and columns of each table count."""
    n_q, n_k, d = sizes()
    return {
        "q": (n_q, d),
        "k": (n_k, d),
        "values": (n_k, D_V),
        "W": (d, d),
        "W_q": (d, D_A),
        "W_k": (d, D_A),
        "v": (1, D_A),
        "W_p": (d, n_k),
    }


def row_names(key: str) -> list[str] | None:
    """Return names of a table's rows, where they have any.

    Parameters
    ----------
    key : str
        Name of the table.

    Returns
    -------
    list of str or None
        Such as q₁, q₂.
    """
    letters = {"q": "q", "k": "k", "values": "v"}
    if key not in letters:
        return None
    return [letters[key] + subscript for subscript in _SUBSCRIPTS]


def _learned(tables: Mapping[str, Floats]) -> dict[str, dict[str, Any]]:
    """Return what each function is given; concat has additive's arrays."""
    W_q, W_k, v = tables["W_q"], tables["W_k"], tables["v"].ravel()
    return {
        "general": {"W": tables["W"]},
        "additive": {"W_q": W_q, "W_k": W_k, "v": v},
        "concat": {"W_qk": np.concatenate([W_q, W_k]), "v": v},
        "gaussian": {"sigma": st.session_state["sigma"]},
        "location": {"W_p": tables["W_p"]},
    }


def _of_tables(
    kind: str, tables: Mapping[str, Floats], complaints: list[str]
) -> Lab:
    n_q, n_k, _ = sizes()
    return Lab(
        kind=kind,
        query=tables["q"],
        key=tables["k"],
        value=tables["values"],
        rows=(row_names("q") or [])[:n_q],
        columns=(row_names("k") or [])[:n_k],
        learned=_learned(tables),
        scales={},
        complaints=complaints,
    )


def hand_lab() -> Lab:
    """Return what is typed in the tables."""
    tables, complaints = {}, []
    for key, shape in table_shapes().items():
        name = text("scores", f"table_{key}")
        tables[key], said = numbers(key, TABLES[key], shape, name)
        complaints += said
    return _of_tables("hand", tables, complaints)


def _random_tables(seed: int) -> dict[str, Floats]:
    rng = np.random.default_rng(seed)
    return {
        key: rng.normal(size=shape).round(2)
        for key, shape in table_shapes().items()
    }


def random_lab() -> Lab:
    """Return normally distributed numbers of two decimals."""
    seed = int(st.session_state["seed"])
    return _of_tables("random", _random_tables(seed), [])


def one_hot_lab() -> Lab:
    """Return one-hot vectors; only what is learned is random."""
    n_q, n_k, d = sizes()
    tables = _random_tables(int(st.session_state["seed"]))
    places = np.arange(n_k) % d
    tables |= {"q": np.eye(d)[np.arange(n_q) % d], "k": np.eye(d)[places]}
    tables["values"] = np.eye(D_V)[np.arange(n_k) % D_V]
    return _of_tables("onehot", tables, [])


def model_lab(model: Translator, source: str, target: str) -> Lab:
    """Return the vectors of a typed pair.

    Parameters
    ----------
    model : Translator
        The trained model.
    source, target : str
        As typed; without a target word the model translates.

    Returns
    -------
    Lab
        concat has the arrays of additive; location, which the model has not
        learned, has random ones.
    """
    state = st.session_state
    asked, seed = str(state["query"]), int(state["seed"])
    view = pair_view(
        model, source, target, score="dot", query=asked, temperature=1.0
    )
    query, key = view.queries, view.annotations
    learned = _model_learned(model, asked)
    rng = np.random.default_rng(seed)
    width = query.shape[1], len(key)
    learned["location"] = {"W_p": rng.normal(size=width) / width[0] ** 0.5}
    learned["gaussian"] = {"sigma": state["sigma"]}
    scales = {name: model.parameters.scale(asked, name) for name in SCORES}
    scales["concat"] = scales["additive"]
    names = view.target.piece_names(), view.source.piece_names()
    return Lab("model", query, key, key, *names, learned, scales, [])


def _model_learned(model: Translator, asked: str) -> dict[str, dict[str, Any]]:
    """Return what the model has learned, in double precision."""
    learned = {
        name: {key: array.astype(np.float64) for key, array in arrays.items()}
        for name, arrays in model.parameters.attention.get(asked, {}).items()
    }
    both = learned["additive"]
    W_qk = np.concatenate([both["W_q"], both["W_k"]])
    learned["concat"] = {"W_qk": W_qk, "v": both["v"]}
    return learned


def _directions(vectors: Floats) -> Floats:
    """Return the rows with length 1; zero stays zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths == 0, 1, lengths)


def switched(lab: Lab, doubled: int | None, unit: bool) -> Lab:
    """Return the lab after the live switches.

    Parameters
    ----------
    lab : Lab
        As it was.
    doubled : int or None
        The key whose length is doubled, from 0.
    unit : bool
        Whether all queries and keys are then brought to length 1.

    Returns
    -------
    Lab
        With other queries and keys.
    """
    query, key = lab.query, lab.key.copy()
    if doubled is not None:
        key[doubled] *= 2
    if unit:
        query, key = _directions(query), _directions(key)
    return replace(lab, query=query, key=key)


def before(lab: Lab) -> Lab | None:
    """Return the hand-typed lab before its last edit, if there was one.

    Parameters
    ----------
    lab : Lab
        The one now.

    Returns
    -------
    Lab or None
        Of the same sizes; None if a cell held no number.
    """
    tables = before_last_edit() if lab.kind == "hand" else None
    if tables is None:
        return None
    read = {}
    try:
        for key, (n_rows, n_columns) in table_shapes().items():
            rows = [row[:n_columns] for row in tables[key][:n_rows]]
            read[key] = np.array(rows, dtype=np.float64)
    except ValueError:
        return None
    finite = all(np.isfinite(table).all() for table in read.values())
    return _of_tables("hand", read, []) if finite else None


def agreement(weights: Floats, reference: Floats) -> int:
    """Return in how many rows both look most at the same key.

    Parameters
    ----------
    weights, reference : ndarray of shape (n_q, n_k)
        Two pictures of the same pair.

    Returns
    -------
    int
        From 0 to n_q.
    """
    same = weights.argmax(axis=1) == reference.argmax(axis=1)
    return int(same.sum())
