"""The app asks no other machine for anything, and neither does a visitor's
browser on its behalf: it works offline, and nobody is counted.
"""

import ast
import re
from pathlib import Path

import pytest

from tests.rules.tree import (
    PACKAGES,
    ROOT,
    docstrings,
    imports,
    parse,
    plant,
    python_files,
)

PLACES = ("app.py", "pages", *PACKAGES)
CLIENTS = {
    "aiohttp",
    "ftplib",
    "http",
    "httpx",
    "requests",
    "smtplib",
    "socket",
    "urllib",
    "urllib3",
    "websockets",
    "xmlrpc",
}
ALLOWED_IMPORTS = ("urllib.parse",)  # reads addresses, opens none
URL = re.compile(r"(?:https?:)?//(?=[\w-]+\.[\w.-]+)([\w.-]+)")
# Papers that texts link to; a visitor opens them, or not. The w3.org names
# are names of XML languages, which nothing loads.
ALLOWED_HOSTS = {
    "aclanthology.org",
    "arxiv.org",
    "doi.org",
    "tatoeba.org",
    "www.manythings.org",
    "www.w3.org",
}
# What makes a browser or a library load something by itself.
LOADING = re.compile(
    r"\bsrc=|@import|url\(|fetch\(|import\(|<link", re.IGNORECASE
)
TEXTS = ("*.toml", "*.js", "*.css", "*.html")


def strange_hosts(text: str) -> list[str]:
    """Hosts that a text names and that are not in the list."""
    hosts = URL.findall(text)
    if LOADING.search(text):
        return hosts
    return [host for host in hosts if host not in ALLOWED_HOSTS]


def network_in_code(path: Path) -> list[str]:
    """Network clients, addresses and CDN options in a Python file."""
    tree = parse(path)
    skipped = docstrings(tree)
    found = [
        f"{line} imports {name}"
        for line, name in imports(tree)
        if name.split(".")[0] in CLIENTS
        and not name.startswith(ALLOWED_IMPORTS)
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node not in skipped:
                hosts = strange_hosts(node.value)
                found += [f"{node.lineno} names {host}" for host in hosts]
            if node.value in {"cdn", "cloud"}:
                found.append(f"{node.lineno} asks for a {node.value}")
    return found


def network_uses(root: Path) -> list[str]:
    """Everything in the app that would reach for the network."""
    found = [
        f"{path.relative_to(root)}:{item}"
        for path in python_files(root, *PLACES)
        for item in network_in_code(path)
    ]
    for place in (".streamlit", "content", *PACKAGES, "pages"):
        for pattern in TEXTS:
            for path in sorted((root / place).rglob(pattern)):
                if "static" in path.parts:  # plotly.js, not ours
                    continue
                hosts = strange_hosts(path.read_text(encoding="utf-8"))
                where = path.relative_to(root)
                found += [f"{where} names {host}" for host in hosts]
    return found


def test_nothing_in_the_app_reaches_for_the_network() -> None:
    assert network_uses(ROOT) == []


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("ui/a.py", "import requests"),
        ("ui/a.py", "def f():\n    from urllib.request import urlopen"),
        ("app.py", "import urllib"),
        ("pages/1_a.py", "x = 'https://cdn.plot.ly/plotly.js'"),
        ("pages/1_a.py", "x = f'https://cdn.plot.ly/{version}'"),
        ("pages/1_a.py", "x = '<script src=\"//unpkg.com/d3\">'"),
        ("pages/1_a.py", "x = '<img src=\"https://arxiv.org/a.png\">'"),
        ("figures/a.py", "figure.to_html(include_plotlyjs='cdn')"),
        ("ui/a.js", "import('https://esm.sh/d3')"),
        ("ui/a.css", "@import url('https://fonts.googleapis.com/css')"),
        ("content/texts/a.toml", 'en = "see https://example.com/a"'),
        (".streamlit/config.toml", 'font = "A:https://fonts.example.com"'),
    ],
)
def test_a_use_of_the_network_is_found(tmp_path, place, text) -> None:
    found = network_uses(plant(tmp_path, {place: text}))
    assert len(found) >= 1
    assert place in found[0]


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("ui/a.py", '"""See https://example.com."""'),
        ("ui/a.py", "from urllib.parse import quote"),
        ("ui/a.py", "x = 'http://www.w3.org/2000/svg'"),
        ("ui/a.py", "x = a // b.c"),
        ("content/texts/a.toml", 'en = "[paper](https://arxiv.org/abs/1)"'),
    ],
)
def test_links_to_papers_and_docstrings_pass(tmp_path, place, text) -> None:
    assert network_uses(plant(tmp_path, {place: text})) == []
