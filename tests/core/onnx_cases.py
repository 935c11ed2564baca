"""The node cases of ONNX, as its package generates them."""

import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from unittest import mock

import numpy as np
from onnx import NodeProto, helper
from onnx.backend.test.case import node as cases


@dataclass(frozen=True)
class Case:
    """One call of an operator, and what it has to give."""

    name: str
    operator: str
    attributes: dict[str, Any]
    inputs: dict[str, np.ndarray]
    outputs: dict[str, np.ndarray]


def collect(module: str) -> list[Case]:
    """Return the cases of one of ONNX's modules, without its expansions.

    The module makes its cases when it is imported, by calls of `expect`.
    """
    found = []

    def expect(
        node: NodeProto, inputs: list, outputs: list, name: str, **_: object
    ) -> None:
        attributes = {
            item.name: helper.get_attribute_value(item)
            for item in node.attribute
        }
        given = dict(zip(filter(None, node.input), inputs, strict=True))
        wanted = dict(zip(filter(None, node.output), outputs, strict=True))
        found.append(Case(name, node.op_type, attributes, given, wanted))

    with mock.patch.object(cases, "expect", expect):
        imported = importlib.import_module(f"{cases.__name__}.{module}")
        if not found:  # it was imported before
            importlib.reload(imported)
    return found


def plain(case: Case) -> Iterator[tuple[str, np.ndarray]]:
    """Give the inputs; bfloat16, which NumPy has not, as float32."""
    for name, array in case.inputs.items():
        strange = re.search("bfloat16", str(array.dtype))
        yield name, array.astype(np.float32) if strange else array
