"""What tests of several folders share: one BLAS thread, app, browser."""

import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import numpy as np  # noqa: F401  (its BLAS has to be loaded to be limited)
import pytest
from hypothesis import settings
from threadpoolctl import threadpool_limits

from tests.tools import wait_until_still

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[1]

# The same examples at every run, and no clock: a busy machine is no failure.
settings.register_profile("still", deadline=None, derandomize=True)
settings.load_profile("still")

# With two threads small products are several times slower than with one.
threadpool_limits(limits=1)

PATIENCE = 300_000  # milliseconds: a busy machine is no failure
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]


def _skip_or_fail(reason: str) -> NoReturn:
    """Skip, but fail where a browser was promised (REQUIRE_BROWSER=1)."""
    if os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(f"REQUIRE_BROWSER=1, but {reason}", pytrace=False)
    pytest.skip(reason)


def _find_chromium() -> str:
    for name in CHROMIUM_NAMES:
        if path := shutil.which(name):
            return path
    _skip_or_fail(f"none of {', '.join(CHROMIUM_NAMES)} is installed")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _is_healthy(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/_stcore/health")
        return connection.getresponse().status == http.client.OK
    except OSError:
        return False
    finally:
        connection.close()


def _wait_for_server(
    server: subprocess.Popen[bytes], port: int, log: Path
) -> None:
    deadline = time.monotonic() + 90
    while not _is_healthy(port):
        if server.poll() is not None or time.monotonic() > deadline:
            pytest.fail(f"streamlit did not start:\n{log.read_text()}")
        time.sleep(0.1)


def start_server(
    script: Path, home: Path, **environment: str
) -> tuple[subprocess.Popen[bytes], str]:
    """Serve a script on a free port; return the process and the base URL."""
    port, log = _free_port(), home / "server.log"
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    options = {
        "server.headless": "true",
        "server.address": "127.0.0.1",
        "server.port": port,
        "server.fileWatcherType": "none",
    }
    command += [f"--{key}={value}" for key, value in options.items()]
    with log.open("wb") as out:
        server = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "HOME": str(home), **environment},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    _wait_for_server(server, port, log)
    return server, f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def serve(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[Path], str]]:
    """Serve a script on a free port, as a visitor's server would.

    Returns a function `serve(script) -> base URL`; all servers end with the
    session. Each has a home folder of its own, so that no setting of whoever
    runs the tests matters.
    """
    servers = []

    def start(script: Path) -> str:
        server, url = start_server(script, tmp_path_factory.mktemp("home"))
        servers.append(server)
        return url

    yield start
    for server in servers:
        server.terminate()
        server.wait(timeout=20)


@pytest.fixture(scope="session")
def app_url(serve: Callable[[Path], str]) -> str:
    """Base URL of the running app (no slash at the end)."""
    _find_chromium()  # without a browser no server is needed
    return serve(ROOT / "app.py")


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Start the installed Chromium once."""
    path = _find_chromium()
    try:
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        _skip_or_fail("playwright is not installed")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=path, args=CHROMIUM_ARGUMENTS
        )
        yield running
        running.close()


@pytest.fixture
def visit(browser: "Browser", app_url: str) -> Iterator[Callable[..., "Page"]]:
    """Open addresses of the app, each in a fresh browser.

    Returns a function `visit("/scores?score=cosine") -> Page` that waits until
    the page stands still. Keywords go to Playwright's `new_context`, such as
    `viewport={"width": 390, "height": 844}` or `color_scheme="dark"`. All
    requests to other machines are cut off and listed in `visit.strangers`,
    which has to be empty at the end.
    """
    contexts, strangers = [], []

    def guard(route) -> None:
        if route.request.url.startswith((app_url, "data:", "blob:")):
            route.continue_()
        else:
            strangers.append(route.request.url)
            route.abort()

    def open_page(address: str = "/", **context_options) -> "Page":
        context_options.setdefault("viewport", {"width": 1280, "height": 1000})
        context = browser.new_context(**context_options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.route("**/*", guard)
        page = context.new_page()
        page.goto(app_url + address)
        wait_until_still(page)
        return page

    open_page.strangers = strangers
    yield open_page
    for context in contexts:
        context.close()
    assert strangers == [], "the page asked other machines"
