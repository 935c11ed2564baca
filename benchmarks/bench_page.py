"""From a changed word to the new heatmap on the screen.

    python benchmarks/bench_page.py

Medians of 20, in Chromium, next to the floor: an empty Streamlit page with
one box and one text that repeats it, in turns in the same run. The clock runs
in the browser, from the last key to the frame in which the picture (or the
text) has changed, in two ways: "typed", where the box waits 150 ms for the
next key before it sends, on both pages; and "Enter", which sends at once.
Needs the packages of requirements-dev.txt and an installed Chromium. Also:
how long the model takes for a pair, alone.
"""

import http.client
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
ROUNDS = 20
WARM_UP = 3
WORDS = ("likes", "sees", "helps", "finds", "hates", "knows", "calls")
PAIRS = {
    "3 x 3 words": ("Tom chases Jerry", "汤姆 追逐 杰瑞"),
    "20 x 20 words": (
        "the black cat is sleeping in the kitchen " * 2 + "and we sleep .",
        "黑 猫 在 厨房 里 睡觉 和 " * 2 + "我们 在 家里 睡觉 。",
    ),
}
FLOOR = """
import streamlit as st

st.set_page_config(layout="wide")
typed = st.text_input("Source", "Tom chases Jerry", live="150ms")
st.text(typed)
"""
WAYS = ("typed", "Enter")
# Types, presses Enter if asked to, and returns the milliseconds until the
# frame in which the wanted words are shown.
MEASURE = """([kind, wanted, way]) => {
  const shown = () => {
    if (kind === "floor")
      return document.querySelector("[data-testid=stText]")?.innerText;
    const host = document.querySelector('[data-chart-key="heatmap"]');
    const plot = host?.querySelector(".js-plotly-plot");
    const names = plot?.querySelectorAll(".xaxislayer-above .xtick") ?? [];
    return [...names].map((name) => name.textContent).join(" ");
  };
  const box = document.querySelector("[data-testid=stTextInput] input");
  const { set } = Object.getOwnPropertyDescriptor(
    HTMLInputElement.prototype, "value");
  return new Promise((resolve) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (shown() !== wanted) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
    });
    observer.observe(document.body, {
      subtree: true, childList: true, attributes: true, characterData: true,
    });
    set.call(box, wanted);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    const enter = { key: "Enter", bubbles: true, cancelable: true };
    if (way === "Enter")
      setTimeout(() => box.dispatchEvent(new KeyboardEvent("keydown", enter)));
  });
}"""


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_healthy(port: int) -> bool:
    """Tell whether the server answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/_stcore/health")
        return connection.getresponse().status == http.client.OK
    except OSError:
        return False
    finally:
        connection.close()


def serve(script: Path, home: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start Streamlit with our settings; return the process and its port."""
    port = free_port()
    options = ["--server.headless=true", f"--server.port={port}"]
    options += ["--server.fileWatcherType=none"]
    command = [sys.executable, "-m", "streamlit", "run", str(script), *options]
    server = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not is_healthy(port):
        if server.poll() is not None:
            raise RuntimeError(f"streamlit did not start: {script}")
        time.sleep(0.2)
    return server, port


def measure(page: "Page", kind: str, text: str, way: str) -> float:
    """Return the milliseconds from the last key to the new picture."""
    page.bring_to_front()
    result = float(page.evaluate(MEASURE, [kind, text, way]))
    page.wait_for_timeout(500)
    return result


def measure_pages(ports: dict[str, int]) -> dict[tuple[str, str], list[float]]:
    """Measure the pages in turns, in both ways."""
    from playwright.sync_api import sync_playwright

    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    path = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        pages = {}
        for kind, port in ports.items():
            pages[kind] = browser.new_page()
            pages[kind].set_default_timeout(120_000)
            pages[kind].goto(f"http://127.0.0.1:{port}/")
            pages[kind].get_by_role("textbox").first.wait_for()
        pages["page"].wait_for_selector(".js-plotly-plot .xtick")
        for k in range(len(WAYS) * (WARM_UP + ROUNDS)):
            for kind, page in pages.items():
                text = f"Tom {WORDS[k % len(WORDS)]} Jerry"
                way = WAYS[k % len(WAYS)]
                time_taken = measure(page, kind, text, way)
                if k >= len(WAYS) * WARM_UP:
                    found[way, kind].append(time_taken)
        browser.close()
    return found


def model_times() -> dict[str, float]:
    """Return the milliseconds that one pair takes, without any cache."""
    from language.sentence import read_sentence
    from pairs.models import load_translator
    from pairs.view import attention_of
    from ui.page import limit_threads

    limit_threads()
    model = load_translator("attention")
    found = {}
    for name, (source, target) in PAIRS.items():
        for query in ("y", "s"):
            times = []
            for _ in range(ROUNDS):
                start = time.perf_counter()
                attention_of(
                    model,
                    read_sentence(source, model.source),
                    read_sentence(target, model.target),
                    score="additive",
                    query=query,
                    temperature=1.0,
                )
                times.append(1000 * (time.perf_counter() - start))
            label = f"{name}, query {'y_i' if query == 'y' else 's_(i-1)'}"
            found[label] = statistics.median(times)
    return found


def print_pages(medians: dict[tuple[str, str], float]) -> None:
    """Print the table of both pages."""
    print("| from a changed word to the screen, ms | typed | Enter |")
    print("| --- | --- | --- |")
    for kind, name in (
        ("floor", "an empty page with one text"),
        ("page", "the first page, its new heatmap"),
    ):
        cells = [f"{medians[way, kind]:.0f}" for way in WAYS]
        print(f"| {name} | {' | '.join(cells)} |")
    ratios = [medians[way, "page"] / medians[way, "floor"] for way in WAYS]
    print(f"| ratio | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |")


def main() -> None:
    """Measure, and print two tables."""
    with tempfile.TemporaryDirectory() as folder:
        floor = Path(folder) / "floor.py"
        floor.write_text(FLOOR, encoding="utf-8")
        scripts = {"floor": floor, "page": ROOT / "app.py"}
        served = {k: serve(path, Path(folder)) for k, path in scripts.items()}
        try:
            found = measure_pages({k: port for k, (_, port) in served.items()})
        finally:
            for server, _ in served.values():
                server.terminate()
                server.wait(timeout=20)
    print_pages({key: statistics.median(v) for key, v in found.items()})
    print()
    print("| the model alone (additive score) | ms, median of 20 |")
    print("| --- | --- |")
    for name, milliseconds in model_times().items():
        print(f"| {name} | {milliseconds:.1f} |")


if __name__ == "__main__":
    main()
