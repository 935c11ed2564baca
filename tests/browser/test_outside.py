"""The server asks no other machine, whoever knocks."""

import http.client
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.conftest import ROOT, _free_port, _wait_for_server

pytestmark = pytest.mark.browser

# Loaded by Python before anything else: notes each name that is looked up and
# each stream that is opened to a machine other than this one, and refuses it.
GUARD = """
import os, socket

HOME = {"127.0.0.1", "::1", "localhost", "0.0.0.0", "::", "", None}
connect, getaddrinfo = socket.socket.connect, socket.getaddrinfo

def note(what):
    with open(os.environ["ASKED"], "a") as log:
        log.write(f"{what}\\n")
    raise OSError("no other machine")

def guarded(self, address):
    is_stream = self.type & socket.SOCK_STREAM
    if isinstance(address, tuple) and is_stream and address[0] not in HOME:
        note(f"connect {address}")
    return connect(self, address)

def looked_up(host, *args, **options):
    name = host.decode() if isinstance(host, bytes) else host
    if name not in HOME:
        note(f"look up {name}")
    return getaddrinfo(host, *args, **options)

socket.socket.connect, socket.getaddrinfo = guarded, looked_up
"""


@pytest.fixture
def guarded(tmp_path):
    """A server that may ask nobody; gives its address and what it asked."""
    (tmp_path / "sitecustomize.py").write_text(GUARD)
    asked, log, port = tmp_path / "asked", tmp_path / "log", _free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py")]
    command += ["--server.headless=true", f"--server.port={port}"]
    environment = {"PYTHONPATH": str(tmp_path), "ASKED": str(asked)}
    with log.open("wb") as out:
        server = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "HOME": str(tmp_path), **environment},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    _wait_for_server(server, port, log)
    yield f"http://127.0.0.1:{port}", asked
    server.terminate()
    server.wait(timeout=20)


def said(asked: Path) -> list[str]:
    return asked.read_text().splitlines() if asked.exists() else []


def knock(url: str, origin: str) -> int:
    """Ask for a websocket as the page of a stranger would."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Origin": origin,
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    connection.request("GET", "/_stcore/stream", headers=headers)
    return connection.getresponse().status


def test_neither_start_nor_visitor_nor_stranger_makes_it_ask(
    guarded, browser
) -> None:
    url, asked = guarded
    page = browser.new_context().new_page()
    page.goto(url)
    page.get_by_role("textbox").first.wait_for(timeout=300_000)
    page.context.close()
    assert knock(url, "http://stranger.example") == 403
    assert said(asked) == []


def test_the_guard_would_see_a_question(guarded) -> None:
    _, asked = guarded
    code = "import urllib.request as r; r.urlopen('http://other.example')"
    subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "PYTHONPATH": str(asked.parent),
            "ASKED": str(asked),
        },
        capture_output=True,
        check=False,
    )
    assert said(asked) == ["look up other.example"]
