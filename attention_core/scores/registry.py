"""What there is to choose from: every score function by its name."""

from collections.abc import Callable
from dataclasses import dataclass

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
)
from attention_core.scores import distances, networks, products


@dataclass(frozen=True)
class ScoreFunction:
    """What menus, tables and texts need to know of a score function.

    Parameters
    ----------
    name : str
        Its name in menus' options, addresses and model cards.
    function : callable
        `function(query, key, **parameters) -> scores`.
    formula : str
        LaTeX, for one query q_i and one key k_j (rows).
    paper : str
        Where it comes from.
    equation : str
        Where in that paper.
    operations : str
        LaTeX, how many multiplications n_q queries and n_k keys take, up to
        a constant factor.
    memory : str
        LaTeX, how many numbers are held at once if nothing is split.
    by_difference : bool, default False
        Whether that memory is needed only because q_i - k_j is written out; a
        form made of products would hold n_q n_k, and be wrong for close ones.
    same_width : bool, default True
        Whether query and key must be equally long vectors.
    length_matters : bool, default True
        Whether a key of twice the length may get another score.
    parameters : tuple of str
        The learned arrays that it must be given.
    options : tuple of str
        What it may be given.
    """

    name: str
    function: Callable[..., FloatArray]
    formula: str
    paper: str
    equation: str
    operations: str
    memory: str
    by_difference: bool = False
    same_width: bool = True
    length_matters: bool = True
    parameters: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    @property
    def needs_training(self) -> bool:
        """Whether it has learned arrays; if not, every model can use it."""
        return bool(self.parameters)

    def __call__(
        self, query: ArrayLike, key: ArrayLike, **parameters: ArrayLike
    ) -> FloatArray:
        """Return the scores."""
        return self.function(query, key, **parameters)


LUONG = "Luong, Pham & Manning 2015"
HIDDEN = r"n_q d_q d_a + n_k d_k d_a + n_q n_k d_a"

SCORES: dict[str, ScoreFunction] = {
    entry.name: entry
    for entry in (
        ScoreFunction(
            name="dot",
            function=products.dot,
            formula=r"q_i k_j^\top",
            paper=LUONG,
            equation="section 3.1, dot",
            operations="n_q n_k d_k",
            memory="n_q n_k",
        ),
        ScoreFunction(
            name="scaled_dot",
            function=products.scaled_dot,
            formula=r"\frac{q_i k_j^\top}{\sqrt{d_k}}",
            paper="Vaswani et al. 2017",
            equation="equation 1",
            operations="n_q n_k d_k",
            memory="n_q n_k",
        ),
        ScoreFunction(
            name="cosine",
            function=products.cosine,
            formula=r"\frac{q_i k_j^\top}{\lVert q_i\rVert\,\lVert k_j\rVert}",
            paper="Graves, Wayne & Danihelka 2014",
            equation="equation 6",
            operations="n_q n_k d_k",
            memory="n_q n_k",
            length_matters=False,
        ),
        ScoreFunction(
            name="general",
            function=products.general,
            formula=r"q_i W k_j^\top",
            paper=LUONG,
            equation="section 3.1, general",
            operations=r"n_q d_q d_k + n_q n_k d_k",
            memory="n_q n_k",
            same_width=False,
            parameters=("W",),
        ),
        ScoreFunction(
            name="additive",
            function=networks.additive,
            formula=r"\tanh(q_i W_q + k_j W_k)\,v",
            paper="Bahdanau, Cho & Bengio 2015",
            equation="appendix A.1.2",
            operations=HIDDEN,
            memory="n_q n_k d_a",
            same_width=False,
            parameters=("W_q", "W_k", "v"),
        ),
        ScoreFunction(
            name="concat",
            function=networks.concat,
            formula=r"\tanh([q_i; k_j]\,W_{qk})\,v",
            paper=LUONG,
            equation="section 3.1, concat",
            operations=HIDDEN,
            memory="n_q n_k d_a",
            same_width=False,
            parameters=("W_qk", "v"),
        ),
        ScoreFunction(
            name="gaussian",
            function=distances.gaussian,
            formula=r"-\frac{\lVert q_i - k_j\rVert^2}{2\sigma^2}",
            paper="Nadaraya 1964, Watson 1964",
            equation="the kernel estimator, with a Gaussian kernel",
            operations="n_q n_k d_k",
            memory="n_q n_k d_k",
            by_difference=True,
            options=("sigma",),
        ),
        ScoreFunction(
            name="location",
            function=products.location,
            formula=r"(q_i W_p)_j",
            paper=LUONG,
            equation="equation 8",
            operations="n_q d_q n_k",
            memory="n_q n_k",
            length_matters=False,
            same_width=False,
            parameters=("W_p",),
        ),
    )
}
