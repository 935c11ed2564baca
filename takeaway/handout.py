"""A page to print: picture, numbers, settings, link and QR code.

It is HTML that needs nothing from outside; a browser prints it on one sheet,
A4 or Letter.
"""

import base64
import html
import json
from collections.abc import Mapping
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from takeaway.pages import in_script
from takeaway.picture import Picture
from takeaway.squares import fits, qr_svg

MOST_COLUMNS = 12  # of numbers beside each other on a sheet
MOST_ROWS = 12
HIGHEST = 380  # pixels of the picture
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';
 script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:">
<title>{title}</title>
<style>
@page {{ margin: 12mm; }}
body {{ font: 12px/1.4 system-ui, sans-serif; width: 680px; margin: 0 auto;
 color: #222; background: #fff; }}
h1 {{ font-size: 20px; margin: 0; }}
table {{ border-collapse: collapse; table-layout: fixed; width: 100%; }}
th, td {{ border: 1px solid #999; padding: 1px 5px; text-align: right; }}
th {{ overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }}
footer {{ display: flex; gap: 16px; align-items: flex-start; }}
footer p {{ overflow: hidden; overflow-wrap: anywhere; margin: 4px 0;
 display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 6; }}
footer p.link {{ font-size: 9px; display: block; }}
footer img {{ width: 150px; flex: none; }}
</style>
<script>{library}</script>
</head>
<body>
<h1>{title}</h1>
<div id="plot"></div>
{numbers}
<footer>{code}<div>{settings}</div></footer>
<script>
const figure = {figure};
const config = {{ staticPlot: true }};
Plotly.newPlot("plot", figure.data, figure.layout, config);
</script>
</body>
</html>
"""


@dataclass(frozen=True)
class Words:
    """What stands on the sheet besides the picture, in one language.

    Parameters
    ----------
    title : str
        Of the lesson.
    too_many : str
        In place of numbers that would not fit.
    language : str
        As in HTML.
    """

    title: str
    too_many: str
    language: str = "en"


def _numbers(picture: Picture, words: Words) -> str:
    """Return the weights as a table, masked ones as a dash."""
    rows, columns = picture.weights.shape
    if rows > MOST_ROWS or columns > MOST_COLUMNS:
        return f"<p>{html.escape(words.too_many)}</p>"
    heads = "".join(f"<th>{html.escape(n)}</th>" for n in picture.key_names)
    lines = [f"<tr><th></th>{heads}</tr>"]
    for i, name in enumerate(picture.query_names):
        cells = [
            "–" if picture.is_masked(i, j) else f"{weight:.3f}"
            for j, weight in enumerate(picture.weights[i].tolist())
        ]
        shown = "".join(f"<td>{cell}</td>" for cell in cells)
        lines.append(f"<tr><th>{html.escape(name)}</th>{shown}</tr>")
    return f"<table>{''.join(lines)}</table>"


def _settings(said: Mapping[str, str], address: str) -> str:
    """Return the settings by name, and the link, as paragraphs."""
    pairs = [f"{name}: {value}" for name, value in said.items()]
    shown = address if fits(address) else address.partition("?")[0] + "?…"
    return (
        f"<p>{html.escape(' · '.join(pairs))}</p>"
        f'<p class="link">{html.escape(shown)}</p>'
    )


def _code(address: str) -> str:
    """Return the QR code, if the address fits into one."""
    if not fits(address):
        return ""
    data = base64.b64encode(qr_svg(address).encode()).decode()
    return f'<img alt="QR" src="data:image/svg+xml;base64,{data}">'


def write_handout(
    picture: Picture, figure: go.Figure, address: str, words: Words
) -> bytes:
    """Return a page to print.

    Parameters
    ----------
    picture : Picture
        Its numbers and settings.
    figure : plotly.graph_objects.Figure
        In light colors.
    address : str
        The whole link.
    words : Words
        What is said around it.

    Returns
    -------
    bytes
        UTF-8. Its policy lets it load nothing.
    """
    drawn = json.loads(figure.to_json(validate=False))
    height = min(drawn["layout"].get("height", HIGHEST), HIGHEST)
    drawn["layout"] |= {"width": 680, "height": height, "autosize": False}
    page = _PAGE.format(
        language=html.escape(words.language),
        title=html.escape(words.title),
        library=get_plotlyjs(),
        numbers=_numbers(picture, words),
        code=_code(address),
        settings=_settings(picture.address, address),
        figure=in_script(json.dumps(drawn)),
    )
    return page.encode()
