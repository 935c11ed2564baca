"""Pictures that a part of a page asks for, drawn by the page itself.

`ui` knows no figures. A part is a generator: it draws its words, and where a
picture belongs it yields a plate, which the page turns into a figure in the
very place (also within a column) that the generator has opened.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["bars", "heatmap", "bands"]


@dataclass(frozen=True)
class Plate:
    """A picture to be drawn.

    Parameters
    ----------
    kind : {"bars", "heatmap", "bands"}
        Which figure.
    key : str
        Names the chart.
    alt : str
        The picture in words.
    numbers : dict
        The arguments of the figure, but for `words`.
    """

    kind: Kind
    key: str
    alt: str
    numbers: dict[str, Any] = field(default_factory=dict)


Plates = Iterator[Plate]
