"""Recompute a shown line from its digits, independently of the app."""

import math
import re

_NAMES = {"sqrt": math.sqrt, "exp": math.exp, "tanh": math.tanh}
_RULES = [
    (r"\\sqrt\{([^{}]*)\}", r"sqrt(\1)"),
    (r"e\^\{([^{}]*)\}", r"exp(\1)"),
    (r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))"),
]


def result_of(line: str) -> float:
    """The number behind the last equals sign."""
    return float(re.search(r"\\mathbf\{(.+?)\}$", line)[1])


def unit_of(line: str) -> float:
    """One in the last digit shown, and what 15 digits cannot tell."""
    shown = re.search(r"\\mathbf\{(.+?)\}$", line)[1]
    digits = len(shown.partition(".")[2])
    return 10.0**-digits * (1 + 1e-9) + 1e-14 * abs(float(shown))


def recompute(line: str) -> float:
    """What the expression between the equals signs makes."""
    parts = line.replace("&=", "=").split(" = ")
    if len(parts) < 3:
        return float(result_of(line))  # given, nothing to recompute
    expression = parts[-2].replace(r"\cdot", "*").replace(r"\tanh", "tanh")
    expression = expression.replace(r"\exp", "exp")
    expression = expression.replace("^2", "**2")
    before = ""
    while before != expression:
        before = expression
        for pattern, new in _RULES:
            expression = re.sub(pattern, new, expression)
    return float(eval(expression, {"__builtins__": {}}, _NAMES))


def lines_of(latex: str) -> list[str]:
    """The lines of an aligned block."""
    body = latex.strip("$\n ").removeprefix(r"\begin{aligned}")
    body = body.removesuffix(r"\end{aligned}")
    body = body.replace(r" \\ & \quad + ", " + ")
    return [line.strip() for line in re.split(r" \\\\(?:\[\S+\])? ", body)]
