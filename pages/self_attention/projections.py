"""Where query, key and value come from: x W_q, x W_k, x W_v of one head."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import streamlit as st

from pages.self_attention.choices import LESSON, PAGE, Place
from pages.self_attention.view import SelfView
from pairs.models import Reader
from texts.shown import text
from ui.inputs import closed_box
from worked.digits import fixed

Floats = npt.NDArray[np.floating]
DECIMALS = 5  # with which products are shown


@dataclass(frozen=True)
class Projection:
    """One of the three projections of a head: x W + b.

    Parameters
    ----------
    letter : {"q", "k", "v"}
        What it makes.
    at : int
        Of which piece, from 0.
    x : ndarray of shape (d_model,)
        What the layer reads of that piece.
    W : ndarray of shape (d_model, d)
        The columns of the head.
    b : ndarray of shape (d,)
        Their biases.
    """

    letter: str
    at: int
    x: Floats
    W: Floats
    b: Floats

    @property
    def result(self) -> Floats:
        """The query, key or value: (d,)."""
        result: Floats = self.x @ self.W + self.b
        return result


def projections(
    view: SelfView, reader: Reader, place: Place, pair: tuple[int, int]
) -> list[Projection]:
    """Return how query, key and value of a pair are made."""
    layer, head = place
    p = reader.parameters
    side = p.decoder if view.is_decoder else p.encoder
    learned, d = side[layer].attention, view.heads.query.shape[-1]
    columns = slice(head * d, (head + 1) * d)
    made = []
    for letter, at in (("q", pair[0]), ("k", pair[1]), ("v", pair[1])):
        W, b = getattr(learned, f"W_{letter}"), getattr(learned, f"b_{letter}")
        made.append(
            Projection(
                letter,
                at,
                view.heads.read[layer, at],
                W[:, columns].astype(np.float64),
                b[columns].astype(np.float64),
            )
        )
    return made


def formulas(made: list[Projection]) -> str:
    """Return how the three vectors come about, in LaTeX."""
    return r" \qquad ".join(
        f"{p.letter}_{{{p.at + 1}}} = x_{{{p.at + 1}}} W_{p.letter} "
        f"+ b_{p.letter}"
        for p in made
    )


def first_entries(made: list[Projection]) -> dict[str, list[str]]:
    """Return all products whose sum is the first entry of each vector."""
    d = len(made[0].x)
    columns = {"m": [*(str(m + 1) for m in range(d)), "b", "∑"]}
    for p in made:
        products = p.x * p.W[:, 0]
        shown = [*products, p.b[0], p.result[0]]
        name = f"{p.letter}{p.at + 1}"
        columns[f"x{p.at + 1} ({name})"] = [
            *(fixed(v, DECIMALS) for v in p.x),
            "",
            "",
        ]
        columns[f"W_{p.letter}"] = [
            *(fixed(v, DECIMALS) for v in p.W[:, 0]),
            "",
            "",
        ]
        columns[name] = [fixed(v, DECIMALS) for v in shown]
    return columns


def draw(
    view: SelfView, reader: Reader, place: Place, pair: tuple[int, int]
) -> None:
    """Draw the formulas, and the numbers of the first entries.

    Nothing is drawn where nothing is projected.
    """
    if view.is_plain:
        return
    made = projections(view, reader, place, pair)
    d_model, d = made[0].W.shape
    numbers = {"layer": place[0] + 1, "head": place[1] + 1}
    st.latex(formulas(made))
    st.caption(text(PAGE, "about_projections", d_model=d_model, d=d, **numbers))
    box = closed_box(LESSON, "projections", text(PAGE, "projections"))
    if box.open:
        box.dataframe(first_entries(made), hide_index=True)
