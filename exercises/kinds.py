"""All kinds of tasks, by subject, in the order of the lesson."""

from collections.abc import Callable, Mapping

from exercises import contexts, layers, reading, scores, sizes, weights
from exercises.drawing import Generator, clear_task, generator
from exercises.task import Task

SUBJECTS: Mapping[str, tuple[Callable[[Generator], Task], ...]] = {
    "summary": (contexts.fixed_summary, contexts.order_lost, layers.gate),
    "context": (
        contexts.weighted_annotations,
        contexts.weighted_values,
        contexts.from_scores,
        contexts.three_stages,
        contexts.masked_context,
    ),
    "score": (
        scores.dot,
        scores.scaled_dot,
        scores.cosine,
        scores.general,
        scores.additive,
        scores.gaussian,
        scores.location,
        scores.row_of_scores,
        scores.doubled_dot,
        scores.doubled_cosine,
        scores.root_of_d,
    ),
    "weight": (
        weights.softmax_row,
        weights.softmax_masked,
        weights.wrong_axis,
        weights.temperature,
        weights.cold,
        weights.hot,
        weights.shift,
        weights.ratio,
        weights.missing_weight,
        weights.sparse_row,
        weights.entropy,
    ),
    "reading": (
        reading.bad_row,
        reading.read_heatmap,
        reading.cells_looked_at,
        reading.stages_in_order,
        reading.which_query,
    ),
    "transformer": (
        layers.projection,
        weights.causal_row,
        sizes.causal_cells,
        sizes.number_of_weights,
        sizes.size_of_projection,
        sizes.size_of_additive,
        sizes.size_of_general,
        sizes.cost_of_scores,
        sizes.cost_grows,
        sizes.steps_between,
        layers.gru_step,
        layers.two_layers,
        layers.normalized_row,
        layers.position_code,
    ),
}
KINDS: Mapping[str, Callable[[Generator], Task]] = {
    draw.__name__: draw for group in SUBJECTS.values() for draw in group
}


def make_task(kind: str, seed: str, number: int = 1) -> Task:
    """Return a task.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    seed : str
        A number or a name; capitals and blanks around it do not count.
    number : int, default 1
        Which of the tasks of this kind and seed.

    Returns
    -------
    Task
        The same on every machine.

    Examples
    --------
    >>> make_task("dot", "Ada").answer == make_task("dot", " ada ").answer
    True
    """
    rng = generator(kind, seed.strip().casefold(), number)
    return clear_task(rng, KINDS[kind])
