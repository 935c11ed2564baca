"""Interactive HTML that opens with the network off.

plotly.js stands in the file, once, however many steps it has.
"""

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

_CONFIG = {"displaylogo": False, "showSendToCloud": False, "responsive": True}
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';
 script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:">
<title>{title}</title>
<style>
body {{ font: 18px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem;
 max-width: 70rem; color: #222; background: #fff; }}
section[hidden] {{ display: none; }}
nav {{ display: flex; gap: 1rem; align-items: center; }}
button {{ font: inherit; min-width: 44px; min-height: 44px; }}
</style>
<script>{library}</script>
</head>
<body>
<h1>{title}</h1>
{sections}
{walk}
<script>
const FIGURES = {figures};
const CONFIG = {config};
const sections = [...document.querySelectorAll("section")];
let at = 0;
function show(step) {{
  at = Math.min(Math.max(step, 0), sections.length - 1);
  sections.forEach((section, i) => {{ section.hidden = i !== at; }});
  const plot = sections[at].querySelector(".plot");
  const figure = FIGURES[at];
  if (figure) Plotly.react(plot, figure.data, figure.layout, CONFIG);
  const place = document.querySelector("#place");
  if (place) place.textContent = `${{at + 1}} / ${{sections.length}}`;
}}
document.querySelectorAll("nav button").forEach((button) => {{
  button.onclick = () => show(at + Number(button.dataset.by));
}});
const KEYS = {{ ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }};
document.addEventListener("keydown", (event) => {{
  if (sections.length > 1 && KEYS[event.key]) show(at + KEYS[event.key]);
}});
show(0);
</script>
</body>
</html>
"""
_WALK = """<nav><button data-by="-1">{back}</button><span id="place"></span>
<button data-by="1">{on}</button></nav>"""


@dataclass(frozen=True)
class Step:
    """A picture and what is said about it.

    Parameters
    ----------
    heading : str
        May be empty.
    sentences : sequence of str
        Plain text.
    figure : plotly.graph_objects.Figure, optional
        In light colors.
    """

    heading: str
    sentences: Sequence[str]
    figure: go.Figure | None = None


def _section(step: Step) -> str:
    said = "".join(f"<p>{html.escape(line)}</p>" for line in step.sentences)
    head = f"<h2>{html.escape(step.heading)}</h2>" if step.heading else ""
    return f'<section>{head}{said}<div class="plot"></div></section>'


def in_script(text: str) -> str:
    """Return JSON that cannot end the script it stands in.

    Parameters
    ----------
    text : str
        JSON.

    Returns
    -------
    str
        The same JSON.
    """
    return text.replace("<", "\\u003c")


def write_html(
    title: str,
    steps: Sequence[Step],
    *,
    language: str = "en",
    buttons: tuple[str, str] = ("←", "→"),
) -> bytes:
    """Return one page that shows a figure, or several one after the other.

    Parameters
    ----------
    title : str
        Plain text.
    steps : sequence of Step
        Walked by the buttons, the arrow keys and a presenter's keys.
    language : str, default "en"
        Of the texts, as in HTML.
    buttons : tuple of str
        What the buttons for back and on say.

    Returns
    -------
    bytes
        UTF-8. Its policy lets it load nothing.
    """
    figures = [
        json.loads(step.figure.to_json(validate=False)) if step.figure else None
        for step in steps
    ]
    back, on = (html.escape(name) for name in buttons)
    page = _PAGE.format(
        language=html.escape(language),
        title=html.escape(title),
        library=get_plotlyjs(),
        sections="\n".join(_section(step) for step in steps),
        walk=_WALK.format(back=back, on=on) if len(steps) > 1 else "",
        figures=in_script(json.dumps(figures)),
        config=json.dumps(_CONFIG),
    )
    return page.encode()
