"""The source of functions, with all that they call, as one text.

What a page shows in its code box is what ran. A notebook that has to give the
same numbers with NumPy alone gets the same functions, and what they need.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType
from typing import Any

_PACKAGE = "attention_core"
Node = ast.stmt


def summary_only(source: str) -> str:
    """Return the source of a function, of its docstring the first line only.

    Code is what a class wants to see; the parameters stand in the file.

    Parameters
    ----------
    source : str
        Of one function or class; any other source is returned as it is.

    Returns
    -------
    str
        The same code.
    """
    body = ast.parse(source).body[0]
    if not isinstance(body, ast.FunctionDef | ast.ClassDef):
        return source
    first = body.body[0]
    if not (isinstance(first, ast.Expr) and ast.get_docstring(body)):
        return source
    lines = source.splitlines()
    summary = (ast.get_docstring(body) or "").split("\n", 1)[0]
    start, end = first.lineno - 1, first.end_lineno or first.lineno
    lines[start:end] = [f'{" " * first.col_offset}"""{summary}"""']
    return "\n".join(lines)


def source_of(function: Callable[..., Any]) -> str:
    """Return what a page shows of a function.

    Parameters
    ----------
    function : callable
        Of any module.

    Returns
    -------
    str
        Its source with the summary of its docstring.
    """
    return summary_only(textwrap.dedent(inspect.getsource(function)))


@dataclass(frozen=True)
class _Module:
    """The top of a module: what it defines, and what it imports.

    Parameters
    ----------
    source : str
        Its text.
    defined : dict of str to node
        Functions, classes and constants.
    imported : dict of str to (str, str)
        Module and name in it; the name is empty for a module itself.
    """

    source: str
    defined: dict[str, Node] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)


def _defined(node: Node) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.AnnAssign):
        yield ast.unparse(node.target)
    elif isinstance(node, ast.Assign):
        yield from (ast.unparse(target) for target in node.targets)


def _imported(node: Node) -> Iterator[tuple[str, tuple[str, str]]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.asname or alias.name, (alias.name, "")
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name, (node.module or "", alias.name)


@cache
def _module(name: str) -> _Module:
    """Read the top of a module that is loaded."""
    source = inspect.getsource(sys.modules[name])
    module = _Module(source)
    for node in ast.parse(source).body:
        module.defined.update(dict.fromkeys(_defined(node), node))
        module.imported.update(_imported(node))
    return module


def _names(node: Node) -> list[str]:
    """Return the names that a definition needs, in order."""
    found = [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]
    return list(dict.fromkeys(found))


@dataclass
class _Collected:
    """What has been found so far, in the order of definition.

    Parameters
    ----------
    imports : dict of str
        Lines that import; a dict keeps their order.
    parts : dict of (str, str) to str
        Sources by module and name.
    """

    imports: dict[str, None] = field(default_factory=dict)
    parts: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, module: str, name: str) -> None:
        """Add a definition, and before it all that it needs."""
        top = _module(module)
        if name in top.imported:
            self._add_imported(name, *top.imported[name])
        node = top.defined.get(name)
        if node is None or (module, name) in self.parts:
            return  # a builtin, a local name, or known
        self.parts[module, name] = ""
        for needed in _names(node):
            self.add(module, needed)
        del self.parts[module, name]  # so that it stands after these
        self.parts[module, name] = _text(top.source, node)

    def _add_imported(self, alias: str, module: str, name: str) -> None:
        if module.split(".", maxsplit=1)[0] == _PACKAGE:
            if not name or f"{module}.{name}" in sys.modules:
                raise ValueError(f"{alias}: a module cannot be taken along.")
            self.add(module, name)
        elif name:
            self.imports[f"from {module} import {name}"] = None
        else:
            as_ = f" as {alias}" if alias != module else ""
            self.imports[f"import {module}{as_}"] = None


def _text(source: str, node: Node) -> str:
    """Return a definition as it stands, decorators included."""
    lines = source.splitlines()
    start = node.lineno
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        start = min([start, *(d.lineno for d in node.decorator_list)])
    return summary_only("\n".join(lines[start - 1 : node.end_lineno]))


def closure(functions: Sequence[Callable[..., Any]]) -> str:
    """Return functions and all that they call of the core, as one text.

    Parameters
    ----------
    functions : sequence of callable
        Of attention_core.

    Returns
    -------
    str
        Python that needs NumPy alone.

    Raises
    ------
    ValueError
        If two different functions of one name would be needed.
    """
    collected = _Collected()
    for function in functions:
        plain = inspect.unwrap(function)
        if not isinstance(plain, FunctionType):
            raise ValueError(f"{function!r} is no function.")
        collected.add(plain.__module__, plain.__name__)
    _refuse_doubles(collected.parts)
    imports = "\n".join(sorted(collected.imports))
    return "\n\n\n".join([imports, *collected.parts.values()]) + "\n"


def _refuse_doubles(parts: dict[tuple[str, str], str]) -> None:
    """Raise ValueError where one function would take another's place."""
    seen: dict[str, str] = {}
    for (_, name), source in parts.items():
        is_called = source.startswith(("@", "def ", "class "))
        if is_called and seen.setdefault(name, source) != source:
            raise ValueError(f"Two functions are called {name}.")
