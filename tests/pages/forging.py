"""Messages that no browser of an honest visitor sends, from a seed.

    python -m tests.pages.forging 773      prints what broke

Every widget and every chart of a page gets values of other kinds, sizes and
signs than its own.
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from streamlit import config
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest

config.set_option("client.showErrorDetails", "full")
ROOT = Path(__file__).parents[2]
PATHS = {
    "lesson": [{"step": "9", "shown": "on"}, {"step": "8", "guess": "off"}],
    "attention": [{}, {"value": "typed"}, {"view": "scores"}],
    "encoder_decoder": [{}, {"part": "hand"}, {"part": "what_if"}],
    "scores": [{}, {"vectors": "model"}],
    "softmax": [{}, {"origin": "model"}, {"mask": "2"}],
    "self_attention": [{}, {"view": "rollout"}, {"word": "2"}],
    "exercises": [{}, {"kind": "read_heatmap"}, {"seed": "name"}],
}
DIGITS = "9" * 5000
TEXTS = ["", "x", "-1", DIGITS, "\u2028\x00", "0 · x", f"{DIGITS} · x", "[]"]
NUMBERS = [-1, 0, 1, 7, 999, 10**9, -(10**9)]
FLOATS = [-1.0, 0.5, 1e308, float("nan"), float("inf")]
DEEP = "[" * 3000 + "]" * 3000
BAD_JSON = ["", "null", "5", "[]", "{", DEEP, f'{{"x": {DIGITS}}}']


def cells(rng: random.Random) -> object:
    """A click: a cell that may not be there, or none at all."""
    odd = [*NUMBERS, *FLOATS[:2], *TEXTS[:3], None, True, [1], {"x": 1}]
    return rng.choice(
        [
            {name: rng.choice(odd) for name in ("x", "y", "serial")},
            {"x": rng.choice(NUMBERS), "y": rng.choice(NUMBERS), "serial": 1},
            rng.choice(odd),
        ]
    )


def forged(name: str, rng: random.Random) -> WidgetState:
    """A value of any kind for a widget."""
    kinds = {
        "string_value": TEXTS,
        "int_value": NUMBERS,
        "double_value": FLOATS,
        "bool_value": [True],
        "trigger_value": [True],
        "json_value": [*BAD_JSON, json.dumps(cells(rng))],
    }
    rows = {
        "double_array_value": [*FLOATS, *NUMBERS],
        "string_array_value": TEXTS,
        "int_array_value": NUMBERS,
    }
    state = WidgetState(id=name)
    kind = rng.choice([*kinds, *rows])
    if kind in kinds:
        setattr(state, kind, rng.choice(kinds[kind]))
    else:
        row = rng.choices(rows[kind], k=rng.randrange(4))
        getattr(state, kind).data.extend(row)
    return state


def clicked(chart: str, rng: random.Random) -> WidgetState:
    """A click on a chart, honest in form only."""
    event = {"event": "click", "value": cells(rng)}
    said = rng.choice([json.dumps([event]), json.dumps(event)])
    if rng.random() < 0.2:
        said = rng.choice(BAD_JSON)
    name = f"$$STREAMLIT_INTERNAL_KEY_{chart}__events"
    return WidgetState(id=name, json_trigger_value=said)


def open_page(name: str, query: dict[str, str]) -> AppTest:
    """A page of a fresh visitor."""
    path = ROOT / "pages" / name / "page.py"
    app = AppTest.from_file(str(path), default_timeout=300)
    for key, value in query.items():
        app.query_params[key] = value
    return app.run()


def widgets(app: AppTest) -> list[str]:
    """The ids of all widgets of a page but its charts."""
    return [state.id for state in app._tree.get_widget_states().widgets]


def charts(app: AppTest) -> list[str]:
    """The ids of all charts."""
    return [chart.proto.id for chart in app.get("bidi_component")]


def forge(app: AppTest, rng: random.Random, most: int) -> WidgetStates:
    """What the browser would send, with at most so many forged values."""
    states = app._tree.get_widget_states()
    honest = {state.id: state for state in states.widgets}
    for name in rng.sample([*honest], min(most, len(honest))):
        honest[name] = forged(name, rng)
    for name in rng.sample(charts(app), min(most, len(charts(app)))):
        state = rng.choice([clicked, clicked, forged])(name, rng)
        honest[state.id] = state
    return WidgetStates(widgets=honest.values())


def complaints(app: AppTest) -> list[str]:
    """What a visitor would see of a broken page."""
    return [f"{e.message} {e.stack_trace[-3:]}" for e in app.exception]


def attacks(count: int, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Send forged messages to all pages; give each address and what broke."""
    rng = random.Random(seed)
    for number in range(count):
        page = rng.choice([*PATHS])
        query = rng.choice(PATHS[page])
        app = open_page(page, query)
        app._run(forge(app, rng, rng.choice([1, 3, 100])))
        broken = complaints(app)
        app.run()
        yield f"{number} {page} {query}", broken + complaints(app)


if __name__ == "__main__":
    total = 0
    for where, broken in attacks(int(sys.argv[1]), seed=1):
        total += bool(broken)
        for said in broken[:1]:
            print(where, said[:600], flush=True)  # noqa: T201
    print(f"{total} of {sys.argv[1]} broke a page")  # noqa: T201
