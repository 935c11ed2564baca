"""The page that carries Streamlit, with a script that works before it does."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from streamlit import config, file_util

from texts.shown import read_content

_SAID = ["loading", "slow", "offline", "no_server", "blocked", "silent"]
_SAID += ["lost", "missing"]
# Streamlit sets 16 pixels, and what a visitor asks the browser for is lost.
_STYLE = "<style>html { font-size: 100% !important; }</style>"
_SCRIPT = Path(__file__).with_name("first.js")


def _in_all_languages(page: str, key: str) -> dict[str, str]:
    """Return a text; the script takes the visitor's language."""
    entry: dict[str, str] = read_content(f"texts/{page}")[key]
    return entry


@cache
def carrier() -> str:
    """Return Streamlit's page with our script in its head."""
    page = Path(file_util.get_static_dir()) / "index.html"
    texts = {key: _in_all_languages("door", key) for key in _SAID}
    said = json.dumps(texts, ensure_ascii=False)
    script = _SCRIPT.read_text("utf-8").replace("{/* texts/door */}", said)
    return page.read_text("utf-8").replace(
        "</head>", f"{_STYLE}<script>{script}</script></head>", 1
    )


def _carry(_: Request) -> Response:
    """Answer with the page; it is asked for at every visit."""
    return HTMLResponse(carrier(), headers={"Cache-Control": "no-cache"})


def _to_the_front(request: Request) -> Response:
    """Answer the name of the home: it stands at /."""
    query = request.url.query
    return RedirectResponse(f"./?{query}" if query else "./")


def routes(lessons: Sequence[str], home: str) -> list[Route]:
    """Return what answers the addresses of the lessons, `home` at /."""
    base = f"/{config.get_option('server.baseUrlPath') or ''}".rstrip("/")
    return [
        Route(f"{base}/", _carry),
        Route(f"{base}/{home}", _to_the_front),
        *(Route(f"{base}/{name}", _carry) for name in lessons if name != home),
    ]
