"""What is drawn over the cells of a heatmap: hatching, crosses, frames."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from figures.heatmap_cells import Cells
from figures.theme import (
    ACCENT,
    HATCH,
    INK,
    PAPER,
)

MANY = 10  # columns from which a cell is narrow

_CROSS = [(-0.3, -0.3, 0.3, 0.3), (-0.3, 0.3, 0.3, -0.3)]


def _hatching(lines: int) -> list[tuple[float, ...]]:
    """Return parallel lines (x_0, y_0, x_1, y_1) over a cell of size one."""
    at = [2 * (i + 0.5) / lines - 1 for i in range(lines)]
    return [
        (max(t, 0) - 0.5, min(t, 0) + 0.5, min(t, 0) + 0.5, max(t, 0) - 0.5)
        for t in at
    ]


def _strokes(
    where: npt.NDArray[np.bool_], lines: Sequence[tuple[float, ...]]
) -> str:
    """Return one path with the lines in every cell of `where`."""
    return "".join(
        f"M{j + x_0:.6g},{i + y_0:.6g}L{j + x_1:.6g},{i + y_1:.6g}"
        for i, j in np.argwhere(where)
        for x_0, y_0, x_1, y_1 in lines
    )


def _pattern_shape(
    where: npt.NDArray[np.bool_],
    lines: Sequence[tuple[float, ...]],
    color: str,
    width: float,
) -> dict[str, Any]:
    return {
        "type": "path",
        "path": _strokes(where, lines),
        "line": {"color": color, "width": width},
        "layer": "above",
    }


def outline(i: int, j: int) -> list[dict[str, Any]]:
    """Return the frame around cell (i, j): visible on dark and on light.

    Parameters
    ----------
    i, j : int
        Row and column.

    Returns
    -------
    list of dict
        Two Plotly shapes, a wide one in the color of the paper under a narrow
        one in the accent color.
    """
    edges = {"x0": j - 0.5, "x1": j + 0.5, "y0": i - 0.5, "y1": i + 0.5}
    return [
        {
            "type": "rect",
            **edges,
            "line": {"color": color, "width": width},
            "layer": "above",
        }
        for color, width in ((PAPER, 5), (ACCENT, 3))
    ]


def _row_frame(i: int, n_k: int) -> dict[str, Any]:
    """Return the frame around a row."""
    edges = {"x0": -0.5, "x1": n_k - 0.5, "y0": i - 0.5, "y1": i + 0.5}
    line = {"color": ACCENT, "width": 1.5}
    return {"type": "rect", **edges, "line": line, "layer": "above"}


def strokes_over(
    cells: Cells, selected: tuple[int, int] | None, lit: int | None
) -> list[dict[str, Any]]:
    """Return what is drawn over the cells."""
    shapes = []
    if cells.is_masked.any():
        hatching = _hatching(8 if cells.values.shape[1] <= MANY else 3)
        shapes.append(_pattern_shape(cells.is_masked, hatching, HATCH, 1))
    if cells.is_odd.any():
        shapes.append(_pattern_shape(cells.is_odd, _CROSS, INK, 2))
    shapes += outline(*selected) if selected else []
    if lit is not None:
        shapes.append(_row_frame(lit, cells.values.shape[1]))
    return shapes
