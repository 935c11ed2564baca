"""The documented shapes of the core are executed.

Every public function whose docstring says what shapes it takes is called with
arrays of such shapes; the result must have the shape that is promised. The
records of the encoder-decoder are tested in tests/core.
"""

import importlib
import inspect
import math
import re
from collections.abc import Callable, Iterable
from unittest.mock import ANY

import numpy as np
import pytest

from tests.rules.test_docstrings import documented, section
from tests.rules.tree import ROOT, python_files

SHAPE = re.compile(r"shape \(([^)]*)\)")
# Every size a different prime, so that a swapped axis cannot pass by luck.
PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


class Sizes(dict[str, int]):
    """A prime for each symbol, new ones as they come until it is closed."""

    closed = False

    def __missing__(self, symbol: str) -> int:
        self[symbol] = PRIMES[len(self)]
        return self[symbol]

    def shape(self, phrase: str, leading: tuple[int, ...]) -> tuple:
        """Sizes of a documented shape, such as `(..., n_q, 2 d_h)`."""
        match = SHAPE.search(phrase)
        parts = match[1].split(",") if match else []
        sizes: tuple = ()
        for part in (item.strip() for item in parts if item.strip()):
            sizes += leading if part == "..." else (self.size(part),)
        return sizes

    def size(self, expression: str) -> object:
        """Value of a size, such as `2 d + d_e`; any, if no input sets it."""
        if self.closed and set(re.findall(r"[a-z]\w*", expression)) - set(self):
            return ANY
        # "2 d", "2 * d" and "2 d + d_e"
        plain = expression.replace("*", " ")
        terms = [term.split() for term in plain.split("+")]
        factors = [
            [int(word) if word.isdigit() else self[word] for word in term]
            for term in terms
        ]
        return sum(math.prod(term) for term in factors)


class NotExecutableError(Exception):
    """A parameter whose documentation gives no array to try."""


def build(phrase: str, annotation: object, sizes: Sizes, leading) -> object:
    """Make an argument as documented: an array, or a dataclass of arrays."""
    if "shape (" in phrase:
        shape = sizes.shape(phrase, leading)
        kind = "bool" if "bool" in phrase else "int" if " int" in phrase else ""
        return np.ones(shape, kind or "float32")
    if hasattr(annotation, "__dataclass_fields__"):
        said = documented(inspect.getdoc(annotation) or "")
        if said and all("shape (" in phrase for phrase in said.values()):
            made = {k: build(v, None, sizes, leading) for k, v in said.items()}
            return annotation(**made)
    raise NotExecutableError(phrase)


def arguments_for(function: Callable, sizes: Sizes, leading) -> dict:
    """Make what a function has to be given, as its docstring says."""
    arguments = {}
    for name, phrase in documented(inspect.getdoc(function) or "").items():
        parameter = inspect.signature(function).parameters[name]
        if phrase == "int" and re.fullmatch(r"n_\w", name):
            arguments[name] = sizes[name]
        elif parameter.default is inspect.Parameter.empty:
            kind = parameter.annotation
            arguments[name] = build(phrase, kind, sizes, leading)
    return arguments


def promise(function: Callable) -> dict[str, str]:
    """Return the documented shapes of results by name; "" for the only one."""
    doc = inspect.getdoc(function) or ""
    lines = section(doc, "Returns").strip().splitlines()
    said = [line for line in lines if line and not line.startswith(" ")]
    kind = inspect.signature(function).return_annotation
    if hasattr(kind, "__dataclass_fields__"):
        return documented(inspect.getdoc(kind) or "")
    if len(said) == 1 and said[0].startswith("ndarray of "):
        return {"": said[0]}
    if len(said) > 1 and all("shape (" in line for line in said):
        return dict(line.split(" : ") for line in said)
    raise NotExecutableError(doc)


def parts(result: object, names: Iterable[str]) -> list[np.ndarray]:
    """Return the named arrays of a result: itself, fields, or a tuple's."""
    if isinstance(result, tuple):
        return list(result)
    return [getattr(result, name) if name else result for name in names]


def documented_call(function: Callable, leading: tuple[int, ...]) -> dict:
    """Call a function as documented; return real and documented shapes."""
    sizes = Sizes()
    arguments = arguments_for(function, sizes, leading)
    sizes.closed = True
    said = promise(function)
    arrays = parts(function(**arguments), said)
    return {
        f"{name} {phrase}".strip(): (array.shape, sizes.shape(phrase, leading))
        for array, (name, phrase) in zip(arrays, said.items(), strict=True)
    }


def wrong_shapes(function: Callable) -> list[str]:
    """Results whose shapes are not those of the docstring."""
    found = []
    doc = inspect.getdoc(function) or ""
    for leading in ((), (2,)) if "(..." in doc else ((),):
        shapes = documented_call(function, leading)
        found += [
            f"{function.__name__}: {name} is {real}, documented {said}"
            for name, (real, said) in shapes.items()
            if real != said
        ]
    return found


def executable() -> dict[str, Callable]:
    """Public functions of the core that can be called as documented."""
    functions = {}
    for path in python_files(ROOT, "attention_core"):
        dotted = path.relative_to(ROOT).with_suffix("").parts
        module = importlib.import_module(".".join(dotted))
        for name, item in inspect.getmembers(module, inspect.isfunction):
            mine = item.__module__ == module.__name__
            if mine and not name.startswith("_"):
                try:
                    arguments_for(item, Sizes(), ())
                    promise(item)
                except NotExecutableError:
                    continue
                functions[name] = item
    return functions


EXECUTABLE = executable()
# So that a change in wording does not silently end the check.
MUST_EXECUTE = {
    "dot",
    "scaled_dot",
    "cosine",
    "general",
    "additive",
    "softmax",
    "attend",
    "causal_mask",
    "padding_mask",
    "gru_cell",
    "gru",
    "bidirectional_gru",
    "summarize",
}


def test_the_functions_of_the_core_can_be_called_as_documented() -> None:
    assert MUST_EXECUTE - set(EXECUTABLE) == set()


@pytest.mark.parametrize("name", EXECUTABLE)
def test_the_documented_shapes_are_the_real_ones(name) -> None:
    assert wrong_shapes(EXECUTABLE[name]) == []


def test_a_wrong_shape_is_found() -> None:
    def transposed(a):
        """Return a.

        Parameters
        ----------
        a : ndarray of shape (n, d)
            First.

        Returns
        -------
        ndarray of shape (n, d)
            The same.
        """
        return a.T

    assert wrong_shapes(transposed) == [
        "transposed: ndarray of shape (n, d) is (5, 3), documented (3, 5)"
    ]
