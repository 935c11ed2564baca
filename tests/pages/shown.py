"""Reads shown lines as a reader does, and recomputes them."""

import base64
import json
import math
import re
from html.parser import HTMLParser

import numpy as np
from streamlit.testing.v1 import AppTest

NUMBER = re.compile(r"-?\d+(?:\.(\d+))?")


def _group(text: str, start: int) -> tuple[str, int]:
    """Return what stands in the braces that open at `start`, and their end."""
    depth = 0
    for k in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[k], 0)
        if depth == 0:
            return text[start + 1 : k], k + 1
    raise ValueError(f"no closing brace in {text!r}")


def _replace(text: str, command: str, count: int, pattern: str) -> str:
    r"""Write `\command{a}{b}` by a pattern, innermost ones first."""
    while (at := text.rfind(command + "{")) >= 0:
        end, groups = at + len(command), []
        for _ in range(count):
            group, end = _group(text, end)
            groups.append(group)
        text = text[:at] + pattern.format(*groups) + text[end:]
    return text


def python(latex: str) -> str:
    """Return LaTeX of an expression of numbers as Python."""
    text = _replace(latex, r"\mathbf", 1, "{}")
    text = _replace(text, r"\frac", 2, "(({})/({}))")
    text = _replace(text, r"\sqrt", 1, "sqrt({})")
    text = _replace(text, "e^", 1, "exp({})")
    for old, new in (
        (r"\cdot", "*"),
        (r"\tanh", "tanh"),
        (r"\exp", "exp"),
        (r"\left(", "("),
        (r"\right)", ")"),
        ("^2", "**2"),
    ):
        text = text.replace(old, new)
    return text.strip()


def sides(latex: str) -> list[str]:
    """Return what stands between the equal signs, without remarks."""
    text = latex.strip().strip("$").strip()
    text = text.replace(r"\begin{aligned}", "").replace(r"\end{aligned}", "")
    lines = [line.split("&&")[0] for line in text.split(r"\\")]
    text = " ".join(lines).replace("&", "").replace(r"\;", "")
    return [side.strip() for side in text.split("=")]


def value(latex: str) -> float:
    """Compute an expression of numbers as it stands."""
    names = {"sqrt": math.sqrt, "tanh": math.tanh, "exp": math.exp}
    return float(eval(python(latex), {"__builtins__": {}}, names))


def unit(shown: str) -> float:
    """Return one unit in the last digit of a number."""
    match = NUMBER.fullmatch(shown)
    assert match, shown
    return 10.0 ** -len(match[1] or "")


def is_numeric(latex: str) -> bool:
    """Whether a line holds numbers, and not only names."""
    last = python(sides(latex)[-1])
    return NUMBER.fullmatch(last) is not None


def check_line(latex: str) -> float:
    """Recompute a line from its digits; return its result."""
    *parts, last = sides(latex)[1:]
    result = python(last)
    assert parts, f"nothing to recompute in {latex}"
    for part in parts:
        error = abs(value(part) - float(result))
        assert error <= unit(result) * 1.001, latex
    return float(result)


def check_result(shown: str, recomputed: float) -> None:
    """Hold a shown number to what a reader gets."""
    assert abs(float(shown) - recomputed) <= unit(shown) * 1.001, (
        shown,
        recomputed,
    )


def charts(app: AppTest) -> dict[str, dict]:
    """What the browser is given of each chart, by its key."""
    found = {}
    for element in app.get("bidi_component"):
        if element.proto.bytes:  # the one for the address has none
            payload = json.loads(element.proto.bytes)
            if "key" not in payload:  # buttons that save a picture
                continue
            found[payload["key"]] = payload
            for trace in payload["figure"]["data"]:
                trace |= {"customdata": unpacked(trace.get("customdata"))}
    return found


def unpacked(texts: object) -> object:
    """The texts of a trace, as chart.js unpacks them."""
    if not isinstance(texts, dict) or "strings" not in texts:
        return texts
    raw = base64.b64decode(texts["places"])
    places = np.frombuffer(raw, dtype=f"<u{texts['bytes']}")
    strings = np.array(texts["strings"], dtype=object)
    return strings[places].reshape(texts["shape"]).tolist()


def figure(app: AppTest, key: str) -> dict:
    """The Plotly figure that a chart got."""
    return charts(app)[key]["figure"]


def last_table(app: AppTest) -> str:
    """The last table of a page, as HTML."""
    bodies = [node.proto.body for node in app.get("html")]
    return [body for body in bodies if "<table" in body][-1]


class Table(HTMLParser):
    """The cells of a table in HTML, as text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.chosen = -1
        self._is_cell = False
        self.feed(html)

    def handle_starttag(self, tag, attrs) -> None:
        if tag == "tr":
            self.rows.append([])
            if ("class", "chosen") in attrs:
                self.chosen = len(self.rows) - 1
        elif tag in {"td", "th"}:
            self.rows[-1].append("")
            self._is_cell = True

    def handle_endtag(self, tag) -> None:
        if tag in {"td", "th"}:
            self._is_cell = False

    def handle_data(self, data) -> None:
        if self._is_cell:
            self.rows[-1][-1] += data.replace("−", "-")


def check_softmax(html: str, scale: float, temperature: float) -> None:
    """Recompute every number of a softmax table from its row and sums."""
    head, *rows, sums = Table(html).rows
    powers = [float(row[-2]) for row in rows]
    check_result(sums[-2], sum(powers))
    assert sums[-1] == "1"
    for row, power in zip(rows, powers, strict=True):
        check_result(row[-1], power / float(sums[-2]))
        exponent = float(row[-3])
        shift = re.search(r"- \(?(-?[\d.]+)\)+$", head[-2])
        check_result(
            row[-2], np.exp(exponent - (float(shift[1]) if shift else 0))
        )
        if len(row) == 5:
            check_result(row[2], scale * float(row[1]) / temperature)
        else:
            assert scale / temperature == 1
