"""The recipe in deploy/: policies, closed doors, and a process that dies."""

import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request

import pytest

from tests.conftest import (
    ROOT,
    _free_port,
    _skip_or_fail,
    _wait_for_server,
    start_server,
)
from tests.tools import wait_until_still

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def deployed(tmp_path_factory):
    """Two processes of the app behind HAProxy: the URL, and both by name."""
    proxy = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
    if proxy is None:
        _skip_or_fail("haproxy is not installed")
    homes = [tmp_path_factory.mktemp(name) for name in ("one", "two", "proxy")]
    started = [start_server(ROOT / "app.py", home) for home in homes[:2]]
    port, log = _free_port(), homes[2] / "log"
    environment = {"PORT": str(port)}
    for k, (_, url) in enumerate(started, start=1):
        environment[f"APP{k}"] = url.removeprefix("http://")
    with log.open("wb") as out:
        front = subprocess.Popen(
            [proxy, "-f", str(ROOT / "deploy" / "haproxy.cfg")],
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    _wait_for_server(front, port, log)
    names = zip(("one", "two"), started, strict=True)
    servers = {name: server for name, (server, _) in names}
    yield f"http://127.0.0.1:{port}", servers
    for process in (front, *servers.values()):
        process.kill()
        process.wait(timeout=20)


def ask(url: str):
    return urllib.request.urlopen(url, timeout=60)


def test_policies_are_set_and_the_metrics_are_closed(deployed) -> None:
    url, _ = deployed
    headers = ask(url).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    assert ask(f"{url}/_stcore/health").status == 200
    for path in ("/_stcore/metrics", "//_stcore/metrics?x=1"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            ask(url + path)


def test_a_process_may_die_and_its_visitor_goes_on(deployed, browser) -> None:
    from playwright.sync_api import expect

    url, servers = deployed
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    refused = []
    page.on(
        "console",
        lambda said: (
            refused.append(said.text)
            if "Content Security Policy" in said.text
            else None
        ),
    )
    page.goto(f"{url}/?source=The+cat+sleeps&target=")
    heatmap = page.locator("[data-chart-key=heatmap] .xtick text").first
    expect(heatmap).to_have_text(re.compile("The"))
    wait_until_still(page)
    window = context.new_page()  # another one of the same visitor
    window.goto(f"{url}/?source=Tom+sees+Jerry&target=")
    wait_until_still(window)
    (cookie,) = [c for c in context.cookies() if c["name"] == "replica"]
    connected = page.locator("[data-test-connection-state=CONNECTED]")
    servers[cookie["value"]].kill()
    box = page.get_by_role("textbox", name="Source")
    page.wait_for_timeout(6000)  # the other process runs the page anew
    expect(connected).to_have_count(1)
    wait_until_still(page)
    expect(box).to_have_value("The cat sleeps")
    expect(heatmap).to_have_text(re.compile("The"))
    box.fill("The dog sleeps")
    page.keyboard.press("Enter")
    expect(page.locator("[data-chart-key=heatmap]")).to_contain_text("dog")
    window.get_by_role("textbox", name="Source").fill("Tom likes Jerry")
    other = window.locator("[data-chart-key=heatmap]")
    expect(other).to_contain_text("likes")
    expect(page.locator("[data-chart-key=heatmap]")).to_contain_text("dog")
    window.wait_for_function("location.search.includes('likes')")
    page.wait_for_function("location.search.includes('dog')")
    (cookie,) = [c for c in context.cookies() if c["name"] == "replica"]
    assert servers[cookie["value"]].poll() is None  # another one answers
    assert refused == []
    context.close()
