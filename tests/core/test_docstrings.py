"""What the docstrings of the core say is executed here."""

import dataclasses
import doctest
import importlib
import inspect
import pkgutil
import re

import numpy as np
import pytest

import attention_core
from attention_core.seq2seq import Seq2SeqParameters
from tests.core import tools

MODULES = [
    importlib.import_module(f"attention_core.{module.name}")
    for module in pkgutil.iter_modules(attention_core.__path__)
]
FUNCTIONS = {
    f"{module.__name__.removeprefix('attention_core.')}.{name}": function
    for module in MODULES
    for name, function in vars(module).items()
    if inspect.isfunction(function)
    and function.__module__ == module.__name__
    and not name.startswith("_")
}
CLASSES = {
    name: cls
    for module in MODULES
    for name, cls in vars(module).items()
    if dataclasses.is_dataclass(cls)
    and cls.__module__ == module.__name__
    and not name.startswith("_")
}
SHAPE = re.compile(r"shape \(([^)]*)\)")
LEADING = (2,)
SIZES = {
    "n_q": tools.N_Q,
    "n_k": tools.N_K,
    "d_q": tools.D_Q,
    "d_k": tools.D_K,
    "d_v": tools.D_V,
    "d_a": tools.D_A,
    "n": 19,
    "n_s": 5,
    "n_t": 3,
    "d": 2 * tools.D_H,
    "d_e": tools.D_E,
    "d_h": tools.D_H,
    "d_in": 23,
    "n_source": tools.N_SOURCE,
    "n_target": tools.N_TARGET,
}


def section(text, title):
    """Return the entries of a numpydoc section: [(names, type)]."""
    lines = inspect.cleandoc(text).splitlines()
    heads = [i for i, line in enumerate(lines) if line == "-" * len(title)]
    starts = [i + 1 for i in heads if lines[i - 1] == title]
    if not starts:
        return []
    rest = lines[starts[0] :]
    ends = [i for i, line in enumerate(rest) if re.fullmatch("-{3,}", line)]
    rest = rest[: ends[0] - 1] if ends else rest
    entries = [line for line in rest if line and not line.startswith(" ")]
    return [tuple((entry + " : ").split(" : ")[:2]) for entry in entries]


def documented(text, title):
    """Return the type of every documented name, in order."""
    return {
        name.strip(): kind
        for names, kind in section(text, title)
        for name in names.split(",")
    }


def size(expression, leading=LEADING):
    """Return the sizes of a documented shape; unknown letters stay text."""
    sizes = []
    for part in filter(None, (p.strip() for p in expression.split(","))):
        factor, letter, extra = re.fullmatch(
            r"(?:(\d) )?(\.\.\.|\w+)(?: \+ (\w+))?", part
        ).groups()
        if letter == "...":
            sizes += leading
        elif letter.isdigit():
            sizes.append(int(letter))
        elif letter in SIZES:
            value = int(factor or 1) * SIZES[letter]
            sizes.append(value + (SIZES[extra] if extra else 0))
        else:
            sizes.append(letter)
    return tuple(sizes)


def check(array, kind, bound, leading=LEADING):
    """Compare an array with its documented shape."""
    expected = size(SHAPE.search(kind)[1], leading)
    assert len(array.shape) == len(expected), kind
    for have, want in zip(array.shape, expected, strict=True):
        known = want if isinstance(want, int) else bound.setdefault(want, have)
        assert have == known, kind


def make(kind, rng, leading):
    """Return an argument of the documented kind."""
    if kind.startswith("GRUParameters"):
        d_h = SIZES["d_h"]
        return tools.gru_parameters(rng, SIZES["d_in"], d_h)
    if kind.startswith("Seq2SeqParameters"):
        return tools.model(rng)
    shape = size(SHAPE.search(kind)[1], leading)
    if "bool" in kind:
        return rng.random(shape) < 0.7
    if "int" in kind:
        return rng.integers(3, SIZES["n_k"], shape)
    return rng.normal(size=shape)


GIVEN = {"score": "general", "n_q": SIZES["n_q"], "n_k": SIZES["n_k"]} | {
    "width": 2,
    "max_length": SIZES["n_t"],
    "size": 97,
    "name": "ids",
}
# These take no arrays of documented shapes, or are helpers of the others.
NO_SHAPES = {
    "arrays.as_floats",
    "arrays.check_leading",
    "arrays.check_shape",
    "arrays.narrow",
    "arrays.widen",
    "checkpoint.load",
    "seq2seq.expected_shapes",
}
OURS = {
    name: function
    for name, function in FUNCTIONS.items()
    if name.split(".")[0]
    in {
        "arrays",
        "scores",
        "softmax",
        "normalisers",
        "masks",
        "attention",
        "gru",
        "seq2seq",
        "checkpoint",
    }
}


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_examples_run(module):
    result = doctest.testmod(module, extraglobs={"np": np})
    assert result.failed == 0


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_parameters_are_documented_in_order(name):
    function = FUNCTIONS[name]
    parameters = inspect.signature(function).parameters.values()
    names = [
        f"*{p.name}" if p.kind is p.VAR_POSITIONAL else p.name
        for p in parameters
    ]
    assert list(documented(function.__doc__, "Parameters")) == names


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_defaults_are_documented(name):
    function = FUNCTIONS[name]
    kinds = documented(function.__doc__, "Parameters")
    for parameter in inspect.signature(function).parameters.values():
        default = parameter.default
        kind = kinds.get(parameter.name, "")
        if default is None:
            assert "optional" in kind
        elif default is not inspect.Parameter.empty:
            shown = kind.split("default ")[-1].strip("\"'")
            name = getattr(default, "__name__", default)
            assert shown == str(name) or float(shown) == float(name)


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_results_and_errors_are_documented(name):
    function = FUNCTIONS[name]
    if inspect.signature(function).return_annotation is not None:
        assert section(function.__doc__, "Returns")
    if re.search(r"^ +raise ", inspect.getsource(function), re.MULTILINE):
        assert section(function.__doc__, "Raises")


@pytest.mark.parametrize("name", list(CLASSES))
def test_fields_are_documented_in_order(name):
    cls = CLASSES[name]
    fields = [field.name for field in dataclasses.fields(cls)]
    assert list(documented(cls.__doc__, "Parameters")) == fields


@pytest.mark.parametrize("name", sorted(set(OURS) - NO_SHAPES))
def test_documented_shapes_are_true(name, rng):
    function, bound = OURS[name], {}
    # The encoder-decoder reads one sentence at a time.
    leading = () if name.startswith("seq2seq") else LEADING
    arguments = {}
    for parameter, kind in documented(function.__doc__, "Parameters").items():
        if parameter in GIVEN:
            arguments[parameter] = GIVEN[parameter]
        elif "default" not in kind:
            arguments[parameter] = make(kind, rng, leading)
    if name == "gru.bidirectional_gru":
        arguments["backward"] = arguments["forward"]
        bound["d"] = 2 * SIZES["d_h"]
    result = function(**arguments)
    kind = section(function.__doc__, "Returns")[0][0]
    if SHAPE.search(kind):
        check(result, kind, bound, leading)
    else:
        check_fields(result, bound, leading)


def check_fields(record, bound, leading):
    """Compare the fields of a record with its class's docstring."""
    kinds = documented(type(record).__doc__, "Parameters")
    for field, kind in kinds.items():
        if SHAPE.search(kind):
            check(getattr(record, field), kind, bound, leading)


def test_documented_shapes_of_learned_arrays_are_true(rng):
    check_fields(tools.gru_parameters(rng, 23, tools.D_H), {}, ())
    check_fields(tools.model(rng), {}, ())


def test_the_builder_documents_its_parameters():
    text = Seq2SeqParameters.from_arrays.__doc__
    assert list(documented(text, "Parameters")) == ["arrays", "scales"]


def test_public_names_exist_and_are_sorted():
    names = attention_core.__all__
    assert len(set(names)) == len(names)
    for name in names:
        assert getattr(attention_core, name) is not None
