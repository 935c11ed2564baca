r"""LaTeX of a picture: a table, a heatmap and lines between two sentences.

The document compiles with xelatex and lualatex, and asks for no package beyond
booktabs, fontspec, iftex, standalone and tikz. Words that Latin Modern cannot
write get a font of their own, the first that is installed. What no such font
can write, emoji above all, is replaced by its code point, and a comment on top
says so.
"""

from collections.abc import Iterable

from takeaway.picture import Picture
from takeaway.tex_words import escaped, fonts_of, replaced

_PREAMBLE = r"""\documentclass[border=6pt]{standalone}
\usepackage{iftex,fontspec,booktabs,tikz}
\defaultfontfeatures[\rmfamily,\sffamily]{} % words stay as they were typed
\setmainfont{lmsans10-regular.otf}
\definecolor{weight}{HTML}{08519C}
\ifXeTeX\TeXXeTstate=1\newcommand{\rtl}[1]{\beginR#1\endR}
\else\newcommand{\rtl}[1]{{\textdir TRT #1}}\fi
"""


def write_tex(picture: Picture) -> bytes:
    """Return a LaTeX document of three pages: table, heatmap, lines.

    Parameters
    ----------
    picture : Picture
        What is taken away.

    Returns
    -------
    bytes
        UTF-8; for xelatex or lualatex.
    """
    words = (*picture.query_names, *picture.key_names)
    said = f"% Attention Lab, {picture.page}. Compile: xelatex or lualatex.\n"
    if points := replaced(words):
        said += f"% Written as code points, no font: {', '.join(points)}\n"
    bodies = (table(picture), heatmap(picture), lines(picture))
    pages = "\n".join(
        f"\\begin{{standalone}}\n{body}\n\\end{{standalone}}" for body in bodies
    )
    preamble = _PREAMBLE.replace("[border", "[multi=standalone,border")
    document = f"\\begin{{document}}\n{pages}\n\\end{{document}}\n"
    return (said + preamble + fonts_of(words) + document).encode()


def table(picture: Picture) -> str:
    """Return the weights as a table, three decimals, masked ones as a dash.

    Parameters
    ----------
    picture : Picture
        What is taken away.

    Returns
    -------
    str
        LaTeX; needs booktabs.
    """
    heads = [rf"\textbf{{{escaped(name)}}}" for name in picture.key_names]
    rows = [" & ".join(["", *heads]) + r" \\ \midrule"]
    for i, name in enumerate(picture.query_names):
        numbers = [
            "--" if picture.is_masked(i, j) else f"{weight:.3f}"
            for j, weight in enumerate(picture.weights[i].tolist())
        ]
        rows.append(" & ".join([escaped(name), *numbers]) + r" \\")
    body = "\n".join(rows)
    columns = "l" + "r" * len(picture.key_names)
    return (
        f"\\begin{{tabular}}{{{columns}}}\n\\toprule\n{body}\n\\bottomrule\n"
        "\\end{tabular}"
    )


def heatmap(picture: Picture) -> str:
    """Return the weights as a TikZ heatmap, first query on top.

    Parameters
    ----------
    picture : Picture
        What is taken away.

    Returns
    -------
    str
        LaTeX; needs tikz and the color `weight`.
    """
    slanted = r"\node[rotate=45,anchor=west]"
    drawn = [
        rf"{slanted} at ({j + 0.4},0.15) {{{escaped(name)}}};"
        for j, name in enumerate(picture.key_names)
    ]
    for i, name in enumerate(picture.query_names):
        drawn.append(
            rf"\node[anchor=east] at (-0.1,{-i - 0.5}) {{{escaped(name)}}};"
        )
        drawn += [_square(picture, i, j) for j in range(len(picture.key_names))]
    return _tikz(drawn)


def _square(picture: Picture, i: int, j: int) -> str:
    """Return a cell: its color, and its number in black or white."""
    corners = f"({j},{-i}) rectangle ({j + 1},{-i - 1})"
    if picture.is_masked(i, j):
        return rf"\draw[black!25] {corners} ({j},{-i}) -- ({j + 1},{-i - 1});"
    weight = float(picture.weights[i, j])
    color = "white" if weight > 0.5 else "black"
    middle = f"({j + 0.5},{-i - 0.5})"
    return (
        rf"\filldraw[fill=weight!{100 * weight:.1f},draw=black!25] {corners};"
        rf" \node[{color},font=\scriptsize] at {middle} {{{weight:.2f}}};"
    )


def lines(picture: Picture) -> str:
    """Return two rows of words, joined by lines as strong as the weights.

    Parameters
    ----------
    picture : Picture
        What is taken away. Weights below 0.01 are not drawn.

    Returns
    -------
    str
        LaTeX; needs tikz and the color `weight`.
    """
    drawn = []
    for i, weights in enumerate(picture.weights.tolist()):
        drawn += [
            rf"\draw[weight,opacity={weight:.3f},line width={3 * weight:.2f}pt]"
            rf" ({1.6 * i},0) -- ({1.6 * j},3);"
            for j, weight in enumerate(weights)
            if weight >= 0.01
        ]
    for y, anchor, names in (
        (0, "north", picture.query_names),
        (3, "south", picture.key_names),
    ):
        drawn += [
            rf"\node[anchor={anchor}] at ({1.6 * at},{y}) {{{escaped(name)}}};"
            for at, name in enumerate(names)
        ]
    return _tikz(drawn)


def _tikz(drawn: Iterable[str]) -> str:
    body = "\n".join(drawn)
    return f"\\begin{{tikzpicture}}\n{body}\n\\end{{tikzpicture}}"
