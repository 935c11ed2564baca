"""A figure on its way to the browser: JSON in which each name stands once."""

import base64
import json
from typing import TYPE_CHECKING, Any

import numpy as np
from plotly.utils import PlotlyJSONEncoder

if TYPE_CHECKING:
    import plotly.graph_objects as go

_MANY = 1000  # texts in a trace; fewer are sent as they are


def _packed(texts: object) -> object:
    """Return the texts of a trace, each sent once; chart.js unpacks them."""
    array = np.array(texts, dtype=object)
    if array.size < _MANY:
        return texts
    places: dict[str, int] = {}
    flat = [places.setdefault(str(t), len(places)) for t in array.ravel()]
    bytes_ = np.array(flat, dtype="<u4" if len(places) > 0xFFFF else "<u2")
    return {
        "strings": [*places],
        "places": base64.b64encode(bytes_.tobytes()).decode(),
        "bytes": bytes_.itemsize,
        "shape": array.shape,
    }


def payload(figure: "go.Figure", **rest: object) -> bytes:
    """Return a figure and what belongs to it as JSON.

    Bytes are passed on as they are; a dict would be searched and hashed.
    """
    content: dict[str, Any] = figure.to_dict()
    for trace in content["data"]:
        if "customdata" in trace:
            trace["customdata"] = _packed(trace["customdata"])
    return json.dumps(
        {"figure": content, **rest},
        cls=PlotlyJSONEncoder,
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode("utf-8", "replace")
