"""The same vectors under every score function: all numbers of the lesson.

One source of vectors serves the whole page: typed by hand, the trained model,
random numbers, or one-hot vectors. What a score function has learned comes
with them. Which functions there are, `SCORES` says alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from attention_core.attention import Attention, attend
from attention_core.scores import SCORES
from pages.scores.tables import D_V, Sizes, row_names
from pairs.models import Translator
from pairs.view import PairView

Floats = npt.NDArray[np.floating]

KINDS = ("hand", "model", "random", "onehot")


@dataclass(frozen=True)
class Lab:
    """Vectors, and what the score functions have learned.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    query, key, value : ndarray of shape (n_q, d), (n_k, d), (n_k, d_v)
        Who asks, who is looked at, what is summed.
    rows, columns : list of str
        Names of queries and keys.
    learned : dict
        By the names of score functions: what each is given.
    scales : dict of str to float
        The scores are multiplied by it; a missing one is 1.
    untrained : frozenset of str
        Functions whose learned arrays are random: they are marked, and not
        compared, for they could agree by luck only.
    """

    kind: str
    query: Floats
    key: Floats
    value: Floats
    rows: list[str]
    columns: list[str]
    learned: dict[str, dict[str, Any]]
    scales: dict[str, float] = field(default_factory=dict)
    untrained: frozenset[str] = frozenset()

    def scale(self, function: str) -> float:
        """Return what the scores of a function are multiplied by."""
        return self.scales.get(function, 1.0)

    def scores(self, function: str) -> Floats:
        """Return the scores under a function, (n_q, n_k)."""
        entry = SCORES[function]
        return entry(self.query, self.key, **self.learned[function])

    def attention(self, function: str) -> Attention:
        """Return scores (with their scale), weights and context."""
        scaled = self.scale(function) * self.scores(function)
        return attend(scaled, self.value)


@dataclass(frozen=True)
class View:
    """What the page shows: a lab under all functions, and the chosen cell.

    Parameters
    ----------
    lab, typed : Lab
        After and before the live switches.
    function : str
        The chosen one.
    i, j : int
        The chosen cell.
    """

    lab: Lab
    typed: Lab
    function: str
    i: int
    j: int

    @cached_property
    def attentions(self) -> dict[str, Attention]:
        """Scores, weights and context under every function."""
        return {name: self.lab.attention(name) for name in SCORES}

    @property
    def weights(self) -> Floats:
        """The weights under the chosen function, (n_q, n_k)."""
        return self.attentions[self.function].weights

    def compared(self, function: str) -> int | None:
        """Return in how many rows a function agrees with the chosen one.

        None if one of both has random arrays: it would agree by luck.
        """
        pair = {function, self.function}
        if len(pair) == 2 and pair & self.lab.untrained:
            return None
        return agreement(self.attentions[function].weights, self.weights)

    def difference(self, earlier: Lab) -> Floats:
        """Return by how much the weights are larger than those of a lab."""
        return self.weights - earlier.attention(self.function).weights


def _given(arrays: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what each function is given, by the names of its arrays."""
    return {
        name: {
            **{key: arrays[key] for key in entry.parameters},
            **{key: arrays[key] for key in entry.options if key in arrays},
        }
        for name, entry in SCORES.items()
    }


def lab_of_tables(kind: str, tables: Mapping[str, Floats], sigma: float) -> Lab:
    """Return the lab of tables; concat has additive's arrays."""
    stacked = np.concatenate([tables["W_q"], tables["W_k"]])
    arrays = {**tables, "v": tables["v"].ravel(), "W_qk": stacked}
    query, key = tables["q"], tables["k"]
    return Lab(
        kind=kind,
        query=query,
        key=key,
        value=tables["values"],
        rows=(row_names("q") or [])[: len(query)],
        columns=(row_names("k") or [])[: len(key)],
        learned=_given({**arrays, "sigma": sigma}),
        untrained=frozenset() if kind == "hand" else _with_arrays(),
    )


def _with_arrays() -> frozenset[str]:
    """Return the functions that must be given learned arrays."""
    entries = SCORES.values()
    return frozenset(entry.name for entry in entries if entry.needs_training)


def read_cells(
    tables: Mapping[str, Any], sizes: Sizes
) -> dict[str, Floats] | None:
    """Return the numbers in tables; None if a cell holds none."""
    found: dict[str, Floats] = {}
    try:
        for name, (n_rows, n_columns) in sizes.shapes().items():
            rows = [row[:n_columns] for row in tables[name][:n_rows]]
            found[name] = np.array(rows, dtype=np.float64)
    except ValueError:
        return None
    finite = all(np.isfinite(table).all() for table in found.values())
    return found if finite else None


def _random_tables(sizes: Sizes, seed: int) -> dict[str, Floats]:
    rng = np.random.default_rng(seed)
    return {
        name: rng.normal(size=shape).round(2)
        for name, shape in sizes.shapes().items()
    }


def random_lab(sizes: Sizes, seed: int, sigma: float) -> Lab:
    """Return normally distributed numbers of two decimals."""
    return lab_of_tables("random", _random_tables(sizes, seed), sigma)


def one_hot_lab(sizes: Sizes, seed: int, sigma: float) -> Lab:
    """Return one-hot vectors; only what is learned is random."""
    tables, eye = _random_tables(sizes, seed), np.eye(sizes.d)
    tables["q"] = eye[np.arange(sizes.n_q) % sizes.d]
    tables["k"] = eye[np.arange(sizes.n_k) % sizes.d]
    tables["values"] = np.eye(D_V)[np.arange(sizes.n_k) % D_V]
    return lab_of_tables("onehot", tables, sigma)


def has_learned(model: Translator, asked: str, function: str) -> bool:
    """Tell whether a model knows the arrays that a function must be given."""
    return set(SCORES[function].parameters) <= set(_arrays(model, asked))


def _arrays(model: Translator, asked: str) -> dict[str, Floats]:
    """Return what a model has learned for its scores, in double precision."""
    found: dict[str, Floats] = {
        name: array.astype(np.float64)
        for arrays in model.parameters.attention.get(asked, {}).values()
        for name, array in arrays.items()
    }
    found["W_qk"] = np.concatenate([found["W_q"], found["W_k"]])
    return found


def model_lab(
    model: Translator, pair: PairView, seed: int, sigma: float
) -> Lab:
    """Return the vectors of a typed pair.

    concat has the arrays of additive; location, which the model has not
    learned, has random ones.
    """
    query, key = pair.queries, pair.annotations
    d = query.shape[1]
    random = np.random.default_rng(seed).normal(size=(d, len(key)))
    arrays = {"W_p": random / d**0.5, "sigma": sigma}
    scale = model.parameters.scale
    scales = {name: scale(pair.query, name) for name in SCORES}
    return Lab(
        kind="model",
        query=query,
        key=key,
        value=key,
        rows=pair.target.piece_names(),
        columns=pair.source.piece_names(),
        learned=_given(arrays | _arrays(model, pair.query)),
        scales={**scales, "concat": scales["additive"]},
        untrained=frozenset(
            name
            for name in _with_arrays()
            if not has_learned(model, pair.query, name)
        ),
    )


def _directions(vectors: Floats) -> Floats:
    """Return the rows with length 1; zero stays zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths == 0, 1, lengths)


def switched(lab: Lab, doubled: int | None, unit: bool) -> Lab:
    """Return the lab after the live switches.

    `doubled` is the key whose length is doubled, from 0; `unit` says whether
    all queries and keys are then brought to length 1.
    """
    query, key = lab.query, lab.key.copy()
    if doubled is not None:
        key[doubled] *= 2
    if unit:
        query, key = _directions(query), _directions(key)
    return replace(lab, query=query, key=key)


def agreement(weights: Floats, reference: Floats) -> int:
    """Return in how many rows both look most at the same key."""
    same = weights.argmax(axis=1) == reference.argmax(axis=1)
    return int(same.sum())
