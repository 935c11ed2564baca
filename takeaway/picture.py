"""One matrix of weights and all that it was made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from attention_core.attention import Attention, attend
from attention_core.normalizers import NORMALIZERS
from attention_core.scores import SCORES

Floats = npt.NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class Picture:
    """Who looks at whom, how much, and why.

    Parameters
    ----------
    page : str
        The lesson that shows it.
    address : mapping of str to str
        The state of the lesson, as in its address.
    origin : str
        Where the vectors come from, as a sentence.
    query_names, key_names : tuple of str
        What the rows and the columns are called, as typed.
    weights : ndarray of shape (n_q, n_k)
        Each row sums to 1, but for rows that may look at nothing.
    scores : ndarray of shape (n_q, n_k), optional
        What the weights were made of; None where they are a product of
        several layers.
    score : str, optional
        Name of the score function; None where the scores were typed.
    normalizer : str, default "softmax"
        Name of what made weights of scores.
    scale, temperature : float, default 1
        weights = normalizer(scale * scores / temperature).
    mask : ndarray of bool, shape (n_q, n_k), optional
        True = may be looked at.
    queries : ndarray of shape (n_q, d_q), optional
        Who asks.
    keys : ndarray of shape (n_k, d_k), optional
        Who is looked at.
    values : ndarray of shape (n_k, d_v), optional
        What is summed.
    context : ndarray of shape (n_q, d_v), optional
        weights @ values.
    learned : mapping of str to ndarray
        What the score function is given.
    """

    page: str
    address: Mapping[str, str]
    origin: str
    query_names: tuple[str, ...]
    key_names: tuple[str, ...]
    weights: Floats
    scores: Floats | None = None
    score: str | None = None
    normalizer: str = "softmax"
    scale: float = 1.0
    temperature: float = 1.0
    mask: npt.NDArray[np.bool_] | None = None
    queries: Floats | None = None
    keys: Floats | None = None
    values: Floats | None = None
    context: Floats | None = None
    learned: Mapping[str, Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse names and arrays that do not fit the weights."""
        n_q, n_k = len(self.query_names), len(self.key_names)
        expected = {"weights": (n_q, n_k), "scores": (n_q, n_k)}
        expected["mask"] = (n_q, n_k)
        for name, shape in expected.items():
            array = getattr(self, name)
            if array is not None and array.shape != shape:
                raise ValueError(
                    f"{name} must have one row for each of {n_q} queries and "
                    f"one column for each of {n_k} keys. "
                    f"Received: {array.shape}."
                )

    def is_masked(self, i: int, j: int) -> bool:
        """Tell whether a query may not look at a key; both from 0.

        Parameters
        ----------
        i, j : int
            Row and column.

        Returns
        -------
        bool
            False where there is no mask.
        """
        return self.mask is not None and not self.mask[i, j]

    def recomputed(self) -> Attention | None:
        """Compute scores, weights and context anew from the vectors.

        Returns
        -------
        Attention or None
            None if the weights are not those of one score matrix.
        """
        scores = self.scores
        if self.score and self.queries is not None and self.keys is not None:
            function = SCORES[self.score]
            scores = function(self.queries, self.keys, **self.learned)
        if scores is None:
            return None
        values = self.values
        if values is None:
            values = np.zeros((len(self.key_names), 0))
        made = attend(
            self.scale * scores,
            values,
            mask=self.mask,
            temperature=self.temperature,
            normalizer=NORMALIZERS[self.normalizer].function,
        )
        return Attention(scores, made.weights, made.context)


def largest_difference(one: Any, two: Any) -> float:  # noqa: ANN401
    """Return how far two arrays are apart at worst.

    Parameters
    ----------
    one, two : array_like of shape (...)
        Of one shape. Where both hold the same infinity, or NaN, they agree.

    Returns
    -------
    float
        0 if there are no numbers.
    """
    one, two = np.asarray(one), np.asarray(two)
    with np.errstate(invalid="ignore"):
        gaps = np.abs(one - two)
    same = (one == two) | (np.isnan(one) & np.isnan(two))
    return float(np.where(same, 0, gaps).max(initial=0))
