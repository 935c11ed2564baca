"""The tables of the lesson: their first numbers, and how many count."""

from dataclasses import dataclass

from ui.cells import Cells, Table

D_A = 2  # hidden units of the additive score
D_V = 2

_SUBSCRIPTS = "₁₂₃₄₅₆₇₈₉"


@dataclass(frozen=True)
class Sizes:
    """How many queries and keys there are, and their dimensions."""

    n_q: int
    n_k: int
    d: int

    def shapes(self) -> dict[str, tuple[int, int]]:
        """Return how many rows and columns of each table count."""
        return {
            "q": (self.n_q, self.d),
            "k": (self.n_k, self.d),
            "values": (self.n_k, D_V),
            "W": (self.d, self.d),
            "W_q": (self.d, D_A),
            "W_k": (self.d, D_A),
            "v": (1, D_A),
            "W_p": (self.d, self.n_k),
        }


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


def row_names(table: str) -> list[str] | None:
    """Return names of a table's rows, such as q₁, where they have any."""
    letters = {"q": "q", "k": "k", "values": "v"}
    if table not in letters:
        return None
    return [letters[table] + subscript for subscript in _SUBSCRIPTS]
