"""Pictures to take away: random ones, and one with all that is awkward."""

import numpy as np

from attention_core.attention import attend
from attention_core.normalizers import NORMALIZERS
from attention_core.scores import SCORES
from takeaway.picture import Picture

AWKWARD = (
    "=1+1",
    "-2",
    "@sum",
    "1/2",
    '"quoted", too',
    "<b>$x_1$</b>",
    "\\end{document}",
    "汤姆",
    "👩‍🏫",
    "שלום",
    "a\u202eb",
    "",
)


def learned_of(score: str, d: int, n_k: int, rng: np.random.Generator):
    """Random arrays for a score function, of fitting shapes."""
    shapes = {
        "W": (d, d),
        "W_q": (d, 3),
        "W_k": (d, 3),
        "W_p": (d, n_k),
        "W_qk": (2 * d, 3),
        "v": (3,),
    }
    names = SCORES[score].parameters
    options = dict.fromkeys(SCORES[score].options, 1.5)
    return options | {name: rng.normal(size=shapes[name]) for name in names}


def random_picture(
    seed: int,
    *,
    score: str = "scaled_dot",
    normalizer: str = "softmax",
    names: tuple[str, ...] = (),
    masked: bool = False,
) -> Picture:
    """A picture of random vectors, computed by the core."""
    rng = np.random.default_rng(seed)
    n_k, n_q, d = len(names) or 5, 3, 4
    queries, keys = rng.normal(size=(n_q, d)), rng.normal(size=(n_k, d))
    values = rng.normal(size=(n_k, 6))
    learned = learned_of(score, d, n_k, rng)
    scores = SCORES[score](queries, keys, **learned)
    mask = np.tri(n_q, n_k, k=-1, dtype=bool) if masked else None
    made = attend(
        1.7 * scores,
        values,
        mask=mask,
        temperature=0.6,
        normalizer=NORMALIZERS[normalizer].function,
    )
    return Picture(
        page="attention",
        address={"source": "Tom chases Jerry", "score": score},
        origin="random vectors",
        query_names=tuple(f"q{i}" for i in range(n_q)),
        key_names=names or tuple(f"k{i}" for i in range(n_k)),
        weights=made.weights,
        scores=scores,
        score=score,
        normalizer=normalizer,
        scale=1.7,
        temperature=0.6,
        mask=mask,
        queries=queries,
        keys=keys,
        values=values,
        context=made.context,
        learned=learned,
    )
