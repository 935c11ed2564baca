"""Encoder, decoder, and attention between them.

The system of Bahdanau et al. 2015 with two changes: attention looks from the
state before word i is written, and its context goes into both the choice of
word i and the next state (input feeding, Luong et al. 2015, section 3.3).

    x_j = E_source[id_j]          h = [forward; backward GRU](x)  annotations
    C = [h_forward of the last j; h_backward of the first j]      summary
    s_init = tanh(C W_init + b_init)
    s_0 = GRU([E_target[<s>]; 0], s_init)
    c_i = attend(scores(s_(i-1), h), h)
    readout_i = tanh([s_(i-1); c_i; e_(i-1)] W_out + b_out)
    logits_i = readout_i E_target^T + b_vocab                     -> word y_i
    s_i = GRU([e_i; c_i], s_(i-1)),    e_i = E_target[y_i],  e_0 = E_target[<s>]

Without attention (score=None) the same decoder runs with c_i = C at every
step, from c_0 on: the system of Cho et al. 2014.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from attention_core.arrays import (
    ArrayLike,
    FloatArray,
    IntArray,
    as_floats,
    as_ids,
    check_name,
)
from attention_core.attention import attend
from attention_core.gru import (
    GRUParameters,
    bidirectional_gru,
    gru_cell,
)
from attention_core.named import (
    NamedArrays,
    Shapes,
    arrays_below,
    check_arrays,
    matrix_shape,
)
from attention_core.scores import SCORES
from attention_core.softmax import log_softmax

UNKNOWN, START, END = 0, 1, 2  # <unk>, <s> and </s> in both vocabularies
QUERIES = ("y", "s")

Learned = Mapping[str, Mapping[str, Mapping[str, FloatArray]]]
Scales = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Encoder:
    """The learned arrays of a bidirectional encoder.

    Parameters
    ----------
    forward : GRUParameters
        Reads from the first word to the last.
    backward : GRUParameters
        Reads from the last word to the first.
    """

    forward: GRUParameters
    backward: GRUParameters


def _gru_shapes(prefix: str, d_in: int, d_h: int) -> Shapes:
    """Return the shapes of one GRU's ten arrays by their dotted names."""
    shapes: Shapes = {}
    for item in fields(GRUParameters):
        letter = item.name[0]
        shape = {"W": (d_in, d_h), "U": (d_h, d_h), "b": (d_h,)}[letter]
        shapes[f"{prefix}.{item.name}"] = shape
    return shapes


def _attention_shapes(query: str, d: int, d_a: int) -> Shapes:
    """Return the shapes of what the score functions learn for one query."""
    return {
        f"attention.{query}.general.W": (d, d),
        f"attention.{query}.additive.W_q": (d, d_a),
        f"attention.{query}.additive.W_k": (d, d_a),
        f"attention.{query}.additive.v": (d_a,),
    }


def expected_shapes(arrays: NamedArrays) -> Shapes:
    """Return the shape that every array of a model must have.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        The arrays of a model. The embeddings set d_e and the sizes of the
        vocabularies, source_encoder.forward.U_z sets d_h, and
        attention.y.additive.W_q sets d_a. Without any array of attention the
        model has c_i = C and no target encoder.

    Returns
    -------
    dict of str to tuple of int
        Dotted names and shapes, in reading order.

    Raises
    ------
    ValueError
        If an array that sets a size is missing or no matrix.
    """
    n_source, d_e = matrix_shape(arrays, "source_embedding")
    n_target, _ = matrix_shape(arrays, "target_embedding")
    d_h, _ = matrix_shape(arrays, "source_encoder.forward.U_z")
    d = 2 * d_h
    shapes: Shapes = {
        "source_embedding": (n_source, d_e),
        "target_embedding": (n_target, d_e),
        **_gru_shapes("source_encoder.forward", d_e, d_h),
        **_gru_shapes("source_encoder.backward", d_e, d_h),
        **_gru_shapes("decoder", d_e + d, d),
        "W_init": (d, d),
        "b_init": (d,),
        "W_out": (2 * d + d_e, d_e),
        "b_out": (d_e,),
        "b_vocab": (n_target,),
    }
    if any(name.startswith(("attention.", "target_enc")) for name in arrays):
        _, d_a = matrix_shape(arrays, "attention.y.additive.W_q")
        shapes |= _gru_shapes("target_encoder.forward", d_e, d_h)
        shapes |= _gru_shapes("target_encoder.backward", d_e, d_h)
        for query in QUERIES:
            shapes |= _attention_shapes(query, d, d_a)
    return shapes


def _encoder(arrays: NamedArrays, name: str) -> Encoder:
    """Return an encoder of its dotted arrays."""
    return Encoder(
        GRUParameters(**arrays_below(arrays, f"{name}.forward.")),
        GRUParameters(**arrays_below(arrays, f"{name}.backward.")),
    )


def _learned(arrays: NamedArrays) -> Learned:
    """Return attention's arrays by query, score function and name."""
    learned: dict[str, dict[str, dict[str, FloatArray]]] = {}
    for name, array in arrays_below(arrays, "attention.").items():
        query, score, parameter = name.split(".")
        by_score = learned.setdefault(query, {})
        by_score.setdefault(score, {})[parameter] = array
    return learned


@dataclass(frozen=True)
class Seq2SeqParameters:
    """The learned arrays of an encoder-decoder; make one by `from_arrays`.

    d_e is the size of an embedding, d_h that of one direction of the encoder,
    and d = 2 d_h that of annotations, decoder states and queries.

    Parameters
    ----------
    source_embedding : ndarray of shape (n_source, d_e)
        One row for each piece of the source vocabulary.
    target_embedding : ndarray of shape (n_target, d_e)
        One row for each piece of the target vocabulary.
    source_encoder : Encoder
        Makes the annotations h_j.
    decoder : GRUParameters
        Makes the states s_i; its input is [e_i; c_i].
    W_init : ndarray of shape (d, d)
        Makes the first state of the summary C.
    b_init : ndarray of shape (d,)
        Its bias.
    W_out : ndarray of shape (2 d + d_e, d_e)
        Makes the readout of [s_(i-1); c_i; e_(i-1)].
    b_out : ndarray of shape (d_e,)
        Its bias.
    b_vocab : ndarray of shape (n_target,)
        How common each target piece is.
    target_encoder : Encoder, optional
        Makes the queries y_i; a model without attention has none.
    attention : mapping, optional
        attention[query][score][name] is what a score function has learned.
    scales : mapping, optional
        scales[query][score]; a scale that is missing is 1.
    """

    source_embedding: FloatArray
    target_embedding: FloatArray
    source_encoder: Encoder
    decoder: GRUParameters
    W_init: FloatArray
    b_init: FloatArray
    W_out: FloatArray
    b_out: FloatArray
    b_vocab: FloatArray
    target_encoder: Encoder | None = None
    attention: Learned = field(default_factory=dict)
    scales: Scales = field(default_factory=dict)

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, ArrayLike], scales: Scales | None = None
    ) -> "Seq2SeqParameters":
        """Check the arrays of a model and put each into its place.

        Parameters
        ----------
        arrays : mapping of str to array_like
            By dotted names, such as "decoder.W_z".
        scales : mapping, optional
            scales[query][score], as in the model's card.

        Returns
        -------
        Seq2SeqParameters
            The model.

        Raises
        ------
        ValueError
            If an array is missing, unknown, not finite or of a wrong shape;
            the message names the first one.
        """
        floats = {name: as_floats(a, name) for name, a in arrays.items()}
        check_arrays(floats, expected_shapes(floats))
        # Stored by columns: the product with all its rows is twice as fast.
        table = np.asfortranarray(floats["target_embedding"])
        floats["target_embedding"] = table
        attention = _learned(floats)
        return cls(
            **{name: a for name, a in floats.items() if "." not in name},
            source_encoder=_encoder(floats, "source_encoder"),
            decoder=GRUParameters(**arrays_below(floats, "decoder.")),
            target_encoder=(
                _encoder(floats, "target_encoder") if attention else None
            ),
            attention=attention,
            scales=scales or {},
        )

    def scale(self, query: str, score: str) -> float:
        """Return what the scores are multiplied by before the softmax.

        Parameters
        ----------
        query : str
            "y" or "s".
        score : str
            Name of the score function.

        Returns
        -------
        float
            The learned scale; 1 where none was learned.
        """
        return float(self.scales.get(query, {}).get(score, 1.0))


def encode_source(
    parameters: Seq2SeqParameters, source_ids: ArrayLike
) -> FloatArray:
    """Read the source sentence in both directions.

    Bahdanau et al. 2015, section 3.2.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The sentence, without marks.

    Returns
    -------
    ndarray of shape (n_s, d)
        The annotations h_j.

    Raises
    ------
    ValueError
        If the ids are out of range, or there are none.
    """
    table = parameters.source_embedding
    ids = as_ids(source_ids, "source_ids", len(table))
    if not ids.size:
        raise ValueError("source_ids must hold at least one id.")
    encoder = parameters.source_encoder
    return bidirectional_gru(table[ids], encoder.forward, encoder.backward)


def encode_target(
    parameters: Seq2SeqParameters, target_ids: ArrayLike
) -> FloatArray:
    """Read a known target sentence in both directions.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    target_ids : array_like of int, shape (n_t,)
        The sentence, without marks.

    Returns
    -------
    ndarray of shape (n_t, d)
        The queries y_i: each target word, read in its sentence.

    Raises
    ------
    ValueError
        If the ids are out of range, or the model has no target encoder.
    """
    table, encoder = parameters.target_embedding, parameters.target_encoder
    ids = as_ids(target_ids, "target_ids", len(table))
    if encoder is None:
        raise ValueError("This model was trained without a target encoder.")
    return bidirectional_gru(table[ids], encoder.forward, encoder.backward)


def summarize(annotations: ArrayLike) -> FloatArray:
    """Return C, the whole source sentence in one vector.

    Parameters
    ----------
    annotations : array_like of shape (n_s, d)
        The annotations h_j.

    Returns
    -------
    ndarray of shape (d,)
        What each direction knows after its last word: the forward half of
        the last annotation and the backward half of the first.

    Raises
    ------
    ValueError
        If there is no annotation.

    Examples
    --------
    >>> summarize([[1, 2], [3, 4], [5, 6]])
    array([5., 2.])
    """
    h = as_floats(annotations, "annotations")
    if h.ndim != 2 or not len(h):
        message = "annotations must have shape (n_s, d) with n_s > 0."
        raise ValueError(f"{message} Received: {h.shape}.")
    d_h = h.shape[1] // 2
    return np.concatenate([h[-1, :d_h], h[0, d_h:]])


def pair_scores(
    parameters: Seq2SeqParameters,
    queries: ArrayLike,
    annotations: ArrayLike,
    *,
    score: str,
    query: str = "y",
) -> FloatArray:
    """Compare queries with annotations by one of the score functions.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model; it holds what the score function has learned.
    queries : array_like of shape (n_q, d)
        The queries y_i or s_(i-1).
    annotations : array_like of shape (n_s, d)
        The annotations h_j, which are the keys.
    score : str
        Name of the score function, one of `SCORES`.
    query : str, default "y"
        "y" or "s": which of the learned arrays to take.

    Returns
    -------
    ndarray of shape (n_q, n_s)
        The scores, without the learned scale.

    Raises
    ------
    ValueError
        If a name is unknown, or the model has not learned this function.
    """
    check_name("score", score, SCORES)
    check_name("query", query, QUERIES)
    learned = parameters.attention.get(query, {}).get(score, {})
    if missing := [n for n in SCORES[score].parameters if n not in learned]:
        message = f"score = {score!r} needs {', '.join(missing)}"
        raise ValueError(f"{message}, which this model has not learned.")
    return SCORES[score](queries, annotations, **learned)


@dataclass(frozen=True)
class PairAttention:
    """Attention of one pair of sentences.

    Parameters
    ----------
    scores : ndarray of shape (n_t, n_s)
        Without the scale.
    scale : float
        weights = softmax(scale * scores / temperature).
    weights : ndarray of shape (n_t, n_s)
        Each row sums to one.
    context : ndarray of shape (n_t, d)
        The weighted sums c_i of the annotations.
    queries : ndarray of shape (n_t, d)
        y_i or s_(i-1).
    annotations : ndarray of shape (n_s, d)
        h_j: the keys, and the values.
    """

    scores: FloatArray
    scale: float
    weights: FloatArray
    context: FloatArray
    queries: FloatArray
    annotations: FloatArray


def attend_pair(
    parameters: Seq2SeqParameters,
    source_ids: ArrayLike,
    target_ids: ArrayLike,
    *,
    score: str,
    query: str = "y",
    temperature: float = 1.0,
) -> PairAttention:
    """Let every target word look at the source words.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The source sentence, without marks.
    target_ids : array_like of int, shape (n_t,)
        The target sentence, without marks.
    score : str
        Name of the score function.
    query : str, default "y"
        "y": the target word itself, read in its sentence. "s": the decoder's
        state before it writes the word, which it has not seen.
    temperature : float, default 1
        The scores are divided by it.

    Returns
    -------
    PairAttention
        Scores, weights and context, and what they were made of.

    Raises
    ------
    ValueError
        If ids are out of range, or a name is unknown.
    """
    check_name("query", query, QUERIES)
    annotations = encode_source(parameters, source_ids)
    if query == "y":
        queries = encode_target(parameters, target_ids)
    else:
        options: Any = {"score": score, "temperature": temperature}
        forced = force(parameters, source_ids, target_ids, **options)
        queries = forced.states[:-1]  # the last one writes the end mark
    scores = pair_scores(
        parameters, queries, annotations, score=score, query=query
    )
    scale = parameters.scale(query, score)
    step = attend(scale * scores, annotations, temperature=temperature)
    return PairAttention(
        scores, scale, step.weights, step.context, queries, annotations
    )


@dataclass(frozen=True)
class _Step:
    """What happens before word i is written, for n_b sentences at once.

    states and context (n_b, d), scores and weights (n_b, n_s),
    log_probabilities (n_b, n_target).
    """

    states: FloatArray
    scores: FloatArray
    weights: FloatArray
    context: FloatArray
    log_probabilities: FloatArray


@dataclass(frozen=True)
class _Decoder:
    """All that stays the same while one source sentence is translated."""

    parameters: Seq2SeqParameters
    annotations: FloatArray
    summary: FloatArray
    score: str | None
    temperature: float

    def start(self) -> FloatArray:
        """Return s_0, the state before the first word: (1, d)."""
        p, C = self.parameters, self.summary
        s_init = np.tanh(C @ p.W_init + p.b_init)
        c_0 = C if self.score is None else np.zeros_like(C)
        return self.advance(s_init[None], c_0[None], np.array([START]))

    def advance(
        self, states: FloatArray, context: FloatArray, ids: IntArray
    ) -> FloatArray:
        """Return s_i = GRU([e_i; c_i], s_(i-1))."""
        e = self.parameters.target_embedding[ids]
        inputs = np.concatenate([e, context], axis=-1)
        return gru_cell(inputs, states, self.parameters.decoder)

    def look(self, states: FloatArray) -> tuple[FloatArray, ...]:
        """Return scores, weights and context c_i of the states s_(i-1)."""
        if self.score is None:
            none = np.zeros((len(states), 0), states.dtype)
            return none, none, np.repeat(self.summary[None], len(states), 0)
        scores = pair_scores(
            self.parameters,
            states,
            self.annotations,
            score=self.score,
            query="s",
        )
        scale = self.parameters.scale("s", self.score)
        step = attend(
            scale * scores, self.annotations, temperature=self.temperature
        )
        return scores, step.weights, step.context

    def step(self, states: FloatArray, previous: IntArray) -> _Step:
        """Look at the source, and give every next word its probability."""
        p = self.parameters
        scores, weights, context = self.look(states)
        e = p.target_embedding[previous]
        joined = np.concatenate([states, context, e], axis=-1)
        readout = np.tanh(joined @ p.W_out + p.b_out)
        logits = readout @ p.target_embedding.T + p.b_vocab
        return _Step(states, scores, weights, context, log_softmax(logits))


def _prepare(
    parameters: Seq2SeqParameters,
    source_ids: ArrayLike,
    score: str | None,
    temperature: float,
) -> _Decoder:
    """Read the source sentence."""
    annotations = encode_source(parameters, source_ids)
    return _Decoder(
        parameters, annotations, summarize(annotations), score, temperature
    )


@dataclass(frozen=True)
class Translation:
    """A target sentence, and what the decoder did at each of its steps.

    Step i writes ids[i]; one step more, if finished, writes the end mark, so
    that n_steps is n_t or n_t + 1.

    Parameters
    ----------
    ids : ndarray of int, shape (n_t,)
        The sentence, without marks.
    finished : bool
        Whether the end mark was written.
    log_probability : float
        Sum of the log_probabilities.
    log_probabilities : ndarray of shape (n_steps,)
        Of each written word, given those before it.
    scale : float
        weights = softmax(scale * scores / temperature).
    scores : ndarray of shape (n_steps, n_s)
        Without the scale. A model without attention has n_s = 0 here.
    weights : ndarray of shape (n_steps, n_s)
        Each row sums to one.
    context : ndarray of shape (n_steps, d)
        c_i, or C at every step.
    states : ndarray of shape (n_steps, d)
        s_(i-1), the states before the words were written.
    next_ids : ndarray of int, shape (n_steps, n_top)
        The likeliest next words; never <unk> or <s>.
    next_probabilities : ndarray of shape (n_steps, n_top)
        Their probabilities.
    annotations : ndarray of shape (n_s, d)
        h_j.
    summary : ndarray of shape (d,)
        C.
    """

    ids: IntArray
    finished: bool
    log_probability: float
    log_probabilities: FloatArray
    scale: float
    scores: FloatArray
    weights: FloatArray
    context: FloatArray
    states: FloatArray
    next_ids: IntArray
    next_probabilities: FloatArray
    annotations: FloatArray
    summary: FloatArray


@dataclass(frozen=True)
class _Hypothesis:
    """The beginning of a translation, with row `row` of every step."""

    ids: tuple[int, ...] = ()
    steps: tuple[tuple[_Step, int], ...] = ()
    log_probability: float = 0.0

    def write(self, step: _Step, row: int, word: int) -> "_Hypothesis":
        """Return the hypothesis with one word more."""
        return _Hypothesis(
            (*self.ids, word),
            (*self.steps, (step, row)),
            self.log_probability + float(step.log_probabilities[row, word]),
        )

    def value(self, length_penalty: float) -> float:
        """Return the log probability, corrected for the length."""
        length: float = len(self.ids) ** length_penalty
        return self.log_probability / length


def _largest(values: FloatArray, count: int) -> IntArray:
    """Return where the largest of each row are, the largest first."""
    if count == 1:
        return np.asarray(values.argmax(axis=-1, keepdims=True))
    count = min(count, values.shape[-1])
    # Sorting a whole vocabulary would take longer than all the rest.
    first = np.argpartition(-values, count - 1, axis=-1)[..., :count]
    first.sort(axis=-1)  # of equal ones the first id comes first
    found = np.take_along_axis(values, first, axis=-1)
    order = np.argsort(-found, axis=-1, kind="stable")
    return np.take_along_axis(first, order, axis=-1)


def _likeliest(log_probabilities: FloatArray, top: int) -> IntArray:
    """Return the ids of the likeliest words, the likeliest first."""
    values = log_probabilities.copy()
    values[..., [UNKNOWN, START]] = -np.inf
    return _largest(values, min(top, values.shape[-1] - 2))


def _stack(
    steps: Sequence[tuple[_Step, int]], name: str, width: int
) -> FloatArray:
    """Return one kind of row of all steps: (n_steps, width)."""
    rows = [getattr(step, name)[row] for step, row in steps]
    return np.stack(rows) if rows else np.zeros((0, width))


def _record(decoder: _Decoder, best: _Hypothesis, top: int) -> Translation:
    """Return a hypothesis as the record of a translation."""
    p, steps = decoder.parameters, best.steps
    n_s, d = decoder.annotations.shape
    n_target = len(p.b_vocab)
    logs = _stack(steps, "log_probabilities", n_target)
    next_ids = _likeliest(logs, top)
    finished = bool(best.ids) and best.ids[-1] == END
    words = best.ids[:-1] if finished else best.ids
    return Translation(
        ids=np.array(words, dtype=np.int64),
        finished=finished,
        log_probability=best.log_probability,
        log_probabilities=logs[np.arange(len(steps)), list(best.ids)],
        scale=p.scale("s", decoder.score) if decoder.score else 1.0,
        scores=_stack(steps, "scores", n_s),
        weights=_stack(steps, "weights", n_s),
        context=_stack(steps, "context", d),
        states=_stack(steps, "states", d),
        next_ids=next_ids,
        next_probabilities=np.exp(np.take_along_axis(logs, next_ids, -1)),
        annotations=decoder.annotations,
        summary=decoder.summary,
    )


def _extend(
    beams: Sequence[_Hypothesis], step: _Step, width: int
) -> Iterator[tuple[int, _Hypothesis]]:
    """Give the best `width` continuations, and the row each comes from."""
    totals = np.array([[beam.log_probability] for beam in beams])
    totals = totals + step.log_probabilities
    totals[:, [UNKNOWN, START]] = -np.inf
    if not beams[0].ids:
        totals[:, END] = -np.inf  # no empty sentence
    order = _largest(totals.ravel(), width)
    for row, word in zip(*np.unravel_index(order, totals.shape), strict=True):
        if totals[row, word] > -np.inf:
            yield int(row), beams[row].write(step, int(row), int(word))


def _search(
    decoder: _Decoder, beam: int, max_length: int, length_penalty: float
) -> _Hypothesis:
    """Return the best translation that a beam search finds."""
    beams, done = [_Hypothesis()], list[_Hypothesis]()
    states, last = decoder.start(), np.array([START])
    for _ in range(max_length + 1):
        step = decoder.step(states, last)
        grown = list(_extend(beams, step, beam - len(done)))
        done += [new for _, new in grown if new.ids[-1] == END]
        kept = [pair for pair in grown if pair[1].ids[-1] != END]
        if not kept or len(kept[0][1].ids) > max_length:
            break
        rows, beams = [row for row, _ in kept], [new for _, new in kept]
        last = np.array([new.ids[-1] for new in beams])
        states = decoder.advance(states[rows], step.context[rows], last)
    return max(done or beams, key=lambda new: new.value(length_penalty))


def translate(
    parameters: Seq2SeqParameters,
    source_ids: ArrayLike,
    *,
    score: str | None,
    beam: int = 1,
    max_length: int | None = None,
    temperature: float = 1.0,
    length_penalty: float = 1.0,
    top: int = 10,
) -> Translation:
    """Write the target sentence word by word.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The source sentence, without marks.
    score : str or None
        Name of the score function. None: no attention, c_i = C at every step.
    beam : int, default 1
        How many beginnings are kept at every step; 1 is greedy. A finished
        sentence leaves the beam, which shrinks by one.
    max_length : int, optional
        Most words of the target; 2 n_s + 10 if not given.
    temperature : float, default 1
        Of the attention weights, not of the choice of words.
    length_penalty : float, default 1
        Finished sentences are compared by log_probability divided by
        (number of words, end mark included) ** length_penalty. Without it (0)
        short sentences win, as every word costs probability.
    top : int, default 10
        How many of the likeliest next words are recorded.

    Returns
    -------
    Translation
        The sentence and the record of every step. Neither <unk> nor <s> is
        ever written, and the first word is not the end mark.

    Raises
    ------
    ValueError
        If ids are out of range, a name is unknown, or beam or max_length is
        below 1.
    """
    decoder = _prepare(parameters, source_ids, score, temperature)
    if max_length is None:
        max_length = 2 * len(decoder.annotations) + 10
    for name, size in (("beam", beam), ("max_length", max_length)):
        if size < 1:
            raise ValueError(f"{name} must be at least 1. Received: {size}.")
    best = _search(decoder, beam, max_length, length_penalty)
    return _record(decoder, best, top)


def force(
    parameters: Seq2SeqParameters,
    source_ids: ArrayLike,
    target_ids: ArrayLike,
    *,
    score: str | None,
    temperature: float = 1.0,
    top: int = 10,
) -> Translation:
    """Let the decoder write a given target sentence, and the end mark.

    Parameters
    ----------
    parameters : Seq2SeqParameters
        The model.
    source_ids : array_like of int, shape (n_s,)
        The source sentence, without marks.
    target_ids : array_like of int, shape (n_t,)
        The sentence to write, without marks.
    score : str or None
        Name of the score function. None: no attention, c_i = C at every step.
    temperature : float, default 1
        Of the attention weights.
    top : int, default 10
        How many of the likeliest next words are recorded.

    Returns
    -------
    Translation
        The record, with n_t + 1 steps; the last one shows what the decoder
        would say next.

    Raises
    ------
    ValueError
        If ids are out of range, or a name is unknown.
    """
    decoder = _prepare(parameters, source_ids, score, temperature)
    size = len(parameters.target_embedding)
    words = as_ids(target_ids, "target_ids", size).tolist()
    states, last, written = decoder.start(), np.array([START]), _Hypothesis()
    for word in [*words, END]:
        step = decoder.step(states, last)
        written = written.write(step, 0, word)
        last = np.array([word])
        states = decoder.advance(states, step.context, last)
    return _record(decoder, written, top)
