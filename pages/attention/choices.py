"""Which pair of words a page is about."""

from collections.abc import Callable, Sequence

import numpy as np
import streamlit as st

from ui.chart import Click
from ui.pair import PairView
from ui.steps import Chosen
from ui.texts import readable, text


def _wanted(key: str, count: int) -> int | None:
    """Return the position chosen, from 0; None is "choose for me"."""
    wanted = st.session_state.get(key)
    if wanted is not None and wanted > count:
        blanks = {"name": key, "value": wanted, "count": count}
        st.warning(text("stages", "no_such_word", **blanks))
        wanted = st.session_state[key] = None
    return None if wanted is None else int(wanted) - 1


def _heaviest(view: PairView, i: int) -> int:
    """Return the source word at which a target word looks most."""
    return int(view.word_weights[i].argmax())


def chosen_words(view: PairView) -> tuple[int, int]:
    """Return the chosen pair; say so if there is no such word.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.

    Returns
    -------
    i, j : int
        Positions of the target and the source word, from 0. What is not
        chosen is the first target word, and the word it looks at most.
    """
    i = _wanted("i", len(view.target.words)) or 0
    j = _wanted("j", len(view.source.words))
    return i, _heaviest(view, i) if j is None else j


def _selector(key: str, labels: Sequence[str], automatic: int) -> None:
    """Draw the selector of one word."""
    names = [f"{k + 1} · {readable(name)}" for k, name in enumerate(labels)]
    st.selectbox(
        text("stages", "asks" if key == "i" else "looked_at"),
        range(1, len(labels) + 1),
        index=None,
        format_func=lambda position: names[position - 1],
        key=key,
        placeholder=text("stages", "automatic", name=names[automatic]),
        persist_state="session",
    )


def pair_selectors(
    view: PairView, rows: Sequence[str], columns: Sequence[str]
) -> None:
    """Draw the two selectors of a pair; `chosen_words` reads them.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    rows, columns : sequence of str
        Labels of target and source words, as `figures` makes them.
    """
    left, right = st.columns(2)
    i, _ = chosen_words(view)
    with left:
        _selector("i", rows, 0)
    with right:
        _selector("j", columns, _heaviest(view, i))


def cell_chooser(view: PairView, by_pieces: bool) -> Callable[[Click], None]:
    """Return what chooses the pair of words whose cell was clicked.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    by_pieces : bool
        Whether the rows and columns of the picture are pieces.

    Returns
    -------
    callable
        Takes a click.
    """

    def choose(click: Click) -> None:
        for key, side, place in (
            ("i", view.target, click.y),
            ("j", view.source, click.x),
        ):
            owners = side.pieces.word_of_piece
            word = owners[place] if by_pieces else place
            st.session_state[key] = word + 1

    return choose


def heaviest_pieces(view: PairView, i: int, j: int) -> Chosen:
    """Return the pieces of a pair of words that look at each other most.

    Parameters
    ----------
    view : PairView
        All numbers of the picture.
    i, j : int
        Positions of the target and the source word, from 0.

    Returns
    -------
    Chosen
        The words themselves if they are not read in pieces.
    """
    rows, columns = view.target.pieces_of(i), view.source.pieces_of(j)
    block = view.weights[np.ix_(rows, columns)]
    p, q = np.unravel_index(block.argmax(), block.shape)
    return Chosen(rows[int(p)], columns[int(q)])
