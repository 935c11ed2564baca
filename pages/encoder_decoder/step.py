"""The numbers of one step: what the encoder read, what the decoder does."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attention_core.gru import GRUParameters, gru_cell
from attention_core.seq2seq import END, START
from pages.encoder_decoder.view import Walk
from pairs.models import Translator
from worked.recurrence import Written, gru_lines, readout_lines, share_lines

Floats = npt.NDArray[np.floating]


@dataclass(frozen=True)
class Step:
    """One step i and one source piece j, both from 0, in double precision.

    `x` and `h` are all source pieces, embedded and read; `e_before` and
    `e_after` the embeddings of y_(i-1) and y_i, `s_before` and `s_after` the
    states s_(i-1) and s_i. Behind the end of a sentence there is no state.
    """

    model: Translator
    way: Walk
    i: int
    j: int
    x: Floats
    h: Floats
    e_before: Floats
    e_after: Floats
    s_before: Floats
    s_after: Floats | None
    context: Floats
    readout: Floats
    logits: Floats
    written: int

    @property
    def d_h(self) -> int:
        """Size of one direction of the encoder."""
        return int(self.h.shape[1]) // 2

    @property
    def total(self) -> float:
        """Logarithm of the sum of e^logit over all words."""
        top = float(self.logits.max())
        return top + float(np.log(np.exp(self.logits - top).sum()))

    @property
    def probability(self) -> float:
        """Of the word that is written."""
        return float(np.exp(self.logits[self.written] - self.total))

    def neighbor(self, ahead: bool) -> Floats:
        """Return the state from which one direction reads x_j; 0 at first."""
        d, k = self.d_h, self.j + (-1 if ahead else 1)
        half = slice(0, d) if ahead else slice(d, 2 * d)
        inside = 0 <= k < len(self.h)
        return self.h[k, half] if inside else np.zeros(d)


def double(array: Floats) -> Floats:
    """Return an array in double precision."""
    return array.astype(np.float64)


def _choice(model: Translator, joined: Floats) -> tuple[Floats, Floats]:
    """Return the readout of [s_(i-1); c_i; e_(i-1)], and all logits."""
    p = model.parameters
    readout = np.tanh(joined @ double(p.W_out) + double(p.b_out))
    return readout, readout @ double(p.target_embedding).T + double(p.b_vocab)


def step_of(model: Translator, way: Walk, i: int, j: int) -> Step:
    """Compute a step of the system with attention again, in full."""
    p, ids = model.parameters, way.record.ids.tolist()
    before = ids[i - 1] if i else START
    written: int = ids[i] if i < len(ids) else END
    rows = double(p.target_embedding[[before, written]])
    s, c = double(way.record.states[i]), way.context[i]
    readout, logits = _choice(model, np.concatenate([s, c, rows[0]]))
    after = gru_cell(np.concatenate([rows[1], c]), s, p.decoder)
    return Step(
        model,
        way,
        i,
        j,
        x=double(p.source_embedding[way.source.pieces.ids]),
        h=way.annotations,
        e_before=rows[0],
        e_after=rows[1],
        s_before=s,
        s_after=None if written == END else double(after),
        context=c,
        readout=readout,
        logits=logits,
        written=written,
    )


def encoder_lines(step: Step, m: int, ahead: bool, others: str) -> Written:
    """Write dimension m of one direction of h_j out."""
    encoder = step.model.parameters.source_encoder
    unit: GRUParameters = encoder.forward if ahead else encoder.backward
    arrow = r"\overrightarrow" if ahead else r"\overleftarrow"
    j, k = step.j + 1, step.j + (0 if ahead else 2)
    letters = (f"x_{{{j}}}", f"{arrow}{{h}}_{{{k}}}", f"{arrow}{{h}}_{{{j}}}")
    x, h = step.x[step.j], step.neighbor(ahead)
    return gru_lines(x, h, unit, m, letters=letters, others=others)


def decoder_lines(step: Step, m: int, others: str) -> Written:
    """Write dimension m of s_i out: f of s_(i-1), y_i and c_i."""
    i = step.i + 1
    letters = (
        f"[e_{{{i}}};c_{{{i}}}]",
        f"s_{{{i - 1}}}",
        f"s_{{{i}}}",
    )
    x = np.concatenate([step.e_after, step.context])
    unit = step.model.parameters.decoder
    return gru_lines(x, step.s_before, unit, m, letters=letters, others=others)


def choice_lines(step: Step, m: int, others: str) -> tuple[Written, Written]:
    """Write dimension m of the readout, and the probability of y_i, out."""
    p, i = step.model.parameters, step.i + 1
    vectors = [
        (f"s_{{{i - 1}}}", step.s_before),
        (f"c_{{{i}}}", step.context),
        (f"e_{{{i - 1}}}", step.e_before),
    ]
    W, b = double(p.W_out), double(p.b_out)
    readout = readout_lines(vectors, W, b, m, others=others)
    row = double(p.target_embedding[step.written])
    bias = float(p.b_vocab[step.written])
    share = share_lines(step.readout, row, bias, step.total, others=others)
    return readout, share
