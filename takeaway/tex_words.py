r"""Words for LaTeX: escaped, each script in a font that can write it."""

import unicodedata
from collections.abc import Iterable

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


def fonts_of(words: Iterable[str]) -> str:
    """Return the commands of the fonts that the words need.

    Parameters
    ----------
    words : iterable of str
        As typed.

    Returns
    -------
    str
        LaTeX for the preamble; each takes the first font that is installed.
    """
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
