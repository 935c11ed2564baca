r"""LaTeX of a picture: a table, a heatmap and lines between two sentences.

The document compiles with xelatex and lualatex, and asks for no package beyond
booktabs, fontspec, iftex, standalone and tikz. Words that Latin Modern cannot
write get a font of their own, the first that is installed. What no such font
can write, emoji above all, is replaced by its code point, and a comment on top
says so.
"""

import unicodedata
from collections.abc import Iterable

from takeaway.picture import Picture

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    "-": "-{}",  # -- would become a dash
    "<": "<{}",
    ">": ">{}",
    "?": "?{}",
    "!": "!{}",
    ",": ",{}",
}
# Name of the command, what its letters are called in Unicode, fonts to try.
_FONTS = {
    "han": (
        ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "IDEOGRAPHIC", "FULLWIDTH"),
        ("Noto Sans CJK SC", "Source Han Sans SC", "FandolHei-Regular.otf",
         "PingFang SC", "Microsoft YaHei"),
    ),
    "arab": (
        ("ARABIC",),
        ("Noto Naskh Arabic", "Noto Sans Arabic", "Amiri", "DejaVu Sans",
         "Arial"),
    ),
    "hebr": (
        ("HEBREW",),
        ("Noto Sans Hebrew", "DejaVu Sans", "FreeSans", "Arial"),
    ),
    "deva": (
        ("DEVANAGARI",),
        ("Noto Sans Devanagari", "FreeSans", "Mangal"),
    ),
    "wide": (
        ("CYRILLIC", "GREEK"),
        ("Noto Sans", "DejaVu Sans", "FreeSans", "Arial"),
    ),
}  # fmt: skip
_SHAPED = {"arab": "Script=Arabic", "hebr": "Script=Hebrew"}
_SHAPED |= {"deva": "Script=Devanagari"}
_PREAMBLE = r"""\documentclass[border=6pt]{standalone}
\usepackage{iftex,fontspec,booktabs,tikz}
\defaultfontfeatures[\rmfamily,\sffamily]{} % words stay as they were typed
\setmainfont{lmsans10-regular.otf}
\definecolor{weight}{HTML}{08519C}
\ifXeTeX\TeXXeTstate=1\newcommand{\rtl}[1]{\beginR#1\endR}
\else\newcommand{\rtl}[1]{{\textdir TRT #1}}\fi
"""
_LETTER = "LATIN"


def _script(letter: str) -> str | None:
    """Return which of `_FONTS` writes a character; "" for Latin Modern."""
    name = unicodedata.name(letter, "")
    for command, (starts, _) in _FONTS.items():
        if name.startswith(starts):
            return command
    plain = ord(letter) < 0x250 or letter in "–—‘’“”…·€"
    return "" if plain and not _is_invisible(letter) else None


def _is_invisible(letter: str) -> bool:
    return unicodedata.category(letter).startswith("C")


def _pieces(word: str) -> Iterable[tuple[str | None, str]]:
    """Give stretches of a word that one font writes."""
    script: str | None = ""
    run = ""
    for letter in unicodedata.normalize("NFC", word):
        is_mark = unicodedata.category(letter).startswith("M")
        new = script if is_mark and run else _script(letter)
        if new != script and run:
            yield script, run
            run = ""
        script, run = new, run + letter
    if run:
        yield script, run


def escaped(word: str) -> str:
    r"""Return a word for LaTeX, as it was typed.

    Parameters
    ----------
    word : str
        Any characters.

    Returns
    -------
    str
        LaTeX. Characters that no font is known for become {\tiny U+1F600}.

    Examples
    --------
    >>> print(escaped("50 %_猫"))
    50 \%\_{\han 猫}
    """
    return "".join(_escaped_run(script, run) for script, run in _pieces(word))


def _escaped_run(script: str | None, run: str) -> str:
    if script is None:
        points = " ".join(f"U+{ord(letter):04X}" for letter in run)
        return rf"{{\tiny {points}}}"
    text = "".join(_SPECIAL.get(letter, letter) for letter in run)
    if not script:
        return text
    shown = rf"{{\{script} {text}}}"
    return rf"\rtl{shown}" if script in ("arab", "hebr") else shown


def _fonts(words: Iterable[str]) -> str:
    """Return the commands of the fonts that the words need."""
    used = {script for word in words for script, _ in _pieces(word)}
    return "".join(
        _font(command, fonts)
        for command, (_, fonts) in _FONTS.items()
        if command in used
    )


def _font(command: str, fonts: Iterable[str]) -> str:
    """Return the choice of the first font that is installed."""
    options = f"[{_SHAPED[command]}]" if command in _SHAPED else ""
    lines = [rf"\let\{command}\relax"]
    lines += [
        rf"\ifx\{command}\relax\IfFontExistsTF{{{font}}}"
        rf"{{\newfontfamily\{command}{{{font}}}{options}}}{{}}\fi"
        for font in fonts
    ]
    missing = f"No font for {command}: install one of {', '.join(fonts)}"
    lines.append(rf"\ifx\{command}\relax\errmessage{{{missing}}}\fi")
    return "\n".join(lines) + "\n"


def replaced(words: Iterable[str]) -> list[str]:
    """Return the characters that are replaced by their code points.

    Parameters
    ----------
    words : iterable of str
        As typed.

    Returns
    -------
    list of str
        Each once, in order, as U+1F600.
    """
    letters = "".join(
        run for word in words for script, run in _pieces(word) if script is None
    )
    return [f"U+{ord(letter):04X}" for letter in dict.fromkeys(letters)]


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
    return (said + preamble + _fonts(words) + document).encode()


def _is_masked(picture: Picture, i: int, j: int) -> bool:
    return picture.mask is not None and not picture.mask[i, j]


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
            "--" if _is_masked(picture, i, j) else f"{weight:.3f}"
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
    if _is_masked(picture, i, j):
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
