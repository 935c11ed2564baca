"""Documented shapes of the encoder-decoder's records and parameters.

Everything else of this kind is in tests/rules/test_docstrings.py.
"""

import inspect
import re

import pytest

from attention_core.seq2seq import attend_pair, teacher_force, translate
from tests.core.tools import D_E, D_H, N_SOURCE, N_TARGET, gru_parameters, model

SOURCE, TARGET = [3, 4, 5, 6, 7, 8, 9, 3, 4, 5, 6], [5, 3, 4]
SIZES = {
    "n_s": len(SOURCE),
    "n_t": len(TARGET),
    "d": 2 * D_H,
    "d_e": D_E,
    "n_source": N_SOURCE,
    "n_target": N_TARGET,
    "n_top": 13,
}


def documented_shapes(record, sizes):
    """Return real and documented shape of every documented array."""
    pattern = r"^(\w[\w, ]*) : \w+ .*?shape \((.*)\)$"
    found = {}
    for names, shape in re.findall(
        pattern, inspect.getdoc(type(record)), re.MULTILINE
    ):
        terms = [re.sub(r"(\d) (\w)", r"\1 * \2", s) for s in shape.split(",")]
        promised = tuple(eval(term, {}, sizes) for term in terms if term)
        for name in names.split(", "):
            found[name] = (getattr(record, name).shape, promised)
    return found


RECORDS = {
    "attend_pair y": lambda p: attend_pair(p, SOURCE, TARGET, score="dot"),
    "attend_pair s": lambda p: attend_pair(
        p, SOURCE, TARGET, score="general", query="s"
    ),
    "teacher_force": lambda p: teacher_force(
        p, SOURCE, TARGET, score="dot", top=13
    ),
    "translate": lambda p: translate(
        p, SOURCE, score="dot", max_length=3, top=13
    ),
    "parameters": lambda p: p,
}


@pytest.mark.parametrize("name", list(RECORDS))
def test_records_have_the_shapes_of_their_docstrings(rng, name):
    record = RECORDS[name](model(rng))
    n_steps = {"teacher_force": len(TARGET) + 1, "translate": len(TARGET)}.get(
        name
    )
    found = documented_shapes(record, SIZES | {"n_steps": n_steps})
    assert len(found) >= 5
    for real, promised in found.values():
        assert real == promised


def test_a_gated_unit_has_the_shapes_of_its_docstring(rng):
    record = gru_parameters(rng, 23, 7)
    found = documented_shapes(record, {"d_in": 23, "d_h": 7})
    assert len(found) == 10
    for real, promised in found.values():
        assert real == promised
