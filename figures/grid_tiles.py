"""Where the tiles of a grid stand, and how each is called."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from figures.labels import HOVER, plain_label, token_labels

Floats = npt.NDArray[np.floating]
Bools = npt.NDArray[np.bool_]


def _numbered(name: str, k: int) -> str:
    return name.format(number=k + 1)


@dataclass(frozen=True)
class GridWords:
    """What a reader reads in the grid, in the reader's language.

    Parameters
    ----------
    value : str
        What a cell shows, such as "weight".
    layer, head : str
        With the blank {number}: names of the rows and columns of tiles.
    masked : str
        Said on hover of a masked cell.
    numbers_only : str
        So many cells that hover shows positions in place of words.
    layers, heads : tuple of str
        Names of the rows and columns of tiles, where numbers do not do; they
        are shown as they are, and an empty one is not read at all.
    """

    value: str = "weight"
    layer: str = "layer {number}"
    head: str = "head {number}"
    masked: str = "masked"
    numbers_only: str = (
        "Point at a cell to read its number; words are left out."
    )
    layers: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()

    def layer_name(self, k: int) -> str:
        """Return the name of a row of tiles, counted from 0."""
        return self.layers[k] if self.layers else _numbered(self.layer, k)

    def head_name(self, k: int) -> str:
        """Return the name of a column of tiles, counted from 0."""
        return self.heads[k] if self.heads else _numbered(self.head, k)


@dataclass(frozen=True)
class Tiles:
    """Where the tiles stand: all in one matrix, with gutters between.

    Parameters
    ----------
    n_layers, n_heads, n_q, n_k : int
        The shape of the weights.
    """

    n_layers: int
    n_heads: int
    n_q: int
    n_k: int

    @property
    def gutter(self) -> int:
        """Cells between two tiles."""
        return max(1, min(self.n_q, self.n_k) // 8)

    @property
    def step(self) -> tuple[int, int]:
        """Cells from one tile to the next, down and across."""
        return self.n_q + self.gutter, self.n_k + self.gutter

    @property
    def centers(self) -> tuple[list[float], list[float]]:
        """Where the names of layers and heads stand."""
        down, across = self.step
        return (
            [k * down + (self.n_q - 1) / 2 for k in range(self.n_layers)],
            [k * across + (self.n_k - 1) / 2 for k in range(self.n_heads)],
        )

    def spread(self, values: npt.NDArray[Any], empty: object) -> Any:  # noqa: ANN401
        """Lay values of shape (n_layers, n_heads, n_q, n_k, ...) out."""
        down, across = self.step
        size = (self.n_layers * down, self.n_heads * across)
        shape = (self.n_layers, down, self.n_heads, across)
        laid = np.full((*shape, *values.shape[4:]), empty, values.dtype)
        laid[:, : self.n_q, :, : self.n_k] = values.swapaxes(1, 2)
        whole = laid.reshape(*size, *values.shape[4:])
        return whole[: size[0] - self.gutter, : size[1] - self.gutter]


def tile_names(
    rows: Sequence[str],
    columns: Sequence[str],
    tiles: Tiles,
    words: GridWords,
) -> npt.NDArray[np.object_]:
    """Return layer, head, row and column of each cell, for hover."""
    shape = (tiles.n_layers, tiles.n_heads, tiles.n_q, tiles.n_k, 3)
    names = np.empty(shape, dtype=object)
    for layer in range(tiles.n_layers):
        for head in range(tiles.n_heads):
            names[layer, head, ..., 0] = _tile_name(layer, head, words)
    row_names = np.array(token_labels(rows, longest=HOVER), dtype=object)
    names[..., 1] = row_names[:, None]
    names[..., 2] = token_labels(columns, longest=HOVER)
    return names


def _tile_name(layer: int, head: int, words: GridWords) -> str:
    parts = (words.layer_name(layer), words.head_name(head))
    return plain_label(", ".join(filter(None, parts)))
