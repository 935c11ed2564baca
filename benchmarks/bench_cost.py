"""What the costliest addresses cost: seconds of CPU, and what is sent.

    python benchmarks/bench_cost.py

Each address is opened once to load the models, and then by a new visitor.
No address may cost more than 1 s of CPU or 2 MB.

What a server does once, when it starts, counts once: Streamlit's test
harness looks for components in every installed package at each run (half a
second here), a server (`runtime/runtime.py`) only at its start.
"""

import functools
import sys
import time
from pathlib import Path
from urllib.parse import parse_qsl

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

INVISIBLE = " ".join("x" + 64 * "\U000e0001" for _ in range(60))
WORDS = " ".join(f"word{k}" for k in range(60))
LETTERS = " ".join(60 * "a")
MARKS = " ".join("e" + 66 * "\u0301" for _ in range(60))
LONG = " ".join("antidisestablishmentarianism" for _ in range(60))
EMOJI = " ".join("👩‍👩‍👧‍👦" * 8 for _ in range(60))
ADDRESSES = (
    ("attention", ""),
    ("attention", f"source={WORDS}&target={WORDS}"),
    ("attention", f"source={LONG}&target={LONG}&view=scores"),
    ("attention", f"source={INVISIBLE}&target={INVISIBLE}"),
    ("attention", f"source={INVISIBLE}&target={INVISIBLE}&beside=lines"),
    ("attention", f"source={MARKS}&target={MARKS}"),
    ("encoder_decoder", f"source={WORDS}"),
    ("encoder_decoder", f"source={INVISIBLE}&part=hand"),
    ("encoder_decoder", f"source={LONG}&part=what_if"),
    ("scores", f"vectors=model&source={WORDS}&target={WORDS}"),
    ("scores", f"vectors=model&source={INVISIBLE}&target={INVISIBLE}"),
    ("softmax", f"origin=model&source={INVISIBLE}&target={INVISIBLE}"),
    ("self_attention", f"sentence={WORDS}&threshold=0"),
    ("self_attention", f"sentence={WORDS}&threshold=0&layout=circle"),
    ("self_attention", f"sentence={LETTERS}&threshold=0&layout=circle"),
    (
        "self_attention",
        f"vectors=recurrent&threshold=0&layout=circle&sentence={INVISIBLE}",
    ),
    ("self_attention", f"threshold=0&layout=circle&sentence={MARKS}"),
    ("self_attention", f"threshold=0&layout=circle&sentence={EMOJI}"),
    ("self_attention", f"threshold=0&view=rollout&sentence={LONG}"),
)


def cost(page: str, query: str) -> tuple[float, float]:
    """Seconds of CPU and megabytes sent for the first picture."""
    from streamlit.testing.v1 import AppTest

    path = ROOT / "pages" / page / "page.py"
    app = AppTest.from_file(str(path), default_timeout=600)
    for name, value in parse_qsl(query):
        app.query_params[name] = value
    before = time.process_time()
    app.run()
    seconds = time.process_time() - before
    if app.exception:
        raise AssertionError(app.exception[0].message)
    sent = sum(
        element.proto.ByteSize()
        for element in app._tree  # noqa: SLF001  (there is no other way)
        if getattr(element, "proto", None) is not None
    )
    return seconds, sent / 1e6


def main() -> None:
    """Print a table, the costliest first."""
    from streamlit.components.v2 import manifest_scanner

    manifest_scanner.scan_component_manifests = functools.cache(
        manifest_scanner.scan_component_manifests
    )
    for page in ("attention", "encoder_decoder", "scores", "self_attention"):
        cost(page, "")
    rows = [(*cost(*each), *each) for each in ADDRESSES]
    print(f"{'CPU s':>7} {'MB':>6}  address")
    for seconds, size, page, query in sorted(rows, reverse=True):
        print(f"{seconds:7.2f} {size:6.2f}  /{page}?{ascii(query)[1:70]}")


if __name__ == "__main__":
    main()
