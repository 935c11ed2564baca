"""Numbers as people type or paste them: one reader for every place.

`read_number` reads one, `split_block` cuts a row or a block into parts, each
for `read_number`, and `is_plain` tells whether a part was written as a program
writes it; if not, a page says how it was understood.
"""

import re
import unicodedata
from fractions import Fraction

_MINUS = str.maketrans(
    dict.fromkeys("\u2212\u2010\u2011\u2013\ufe63\uff0d", "-")
)
_PLAIN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_FRACTION = re.compile(r"([+-]?\d+)\s*[/\u2044]\s*(\d+)", re.ASCII)
_SPECIAL = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
_MOST_DIGITS = 60  # nobody types more; Python takes long over thousands

# What NumPy and PyTorch print around and after numbers.
_WRAPPER = re.compile(r"\b(tensor|array|Tensor|ndarray)\s*(?=[(\[])")
_REMARK = re.compile(r",?\s*\b(dtype|device|grad_fn|requires_grad)=[^)\n]*")
_BREAK = re.compile(r"\][\s,;]*\[|;|\uff1b|\n")
_BETWEEN = re.compile(r"[\s,\uff0c\u3001]+")
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+", re.ASCII)


def _ascii(typed: str) -> str:
    """Return digits, points and signs of any script in ASCII."""
    found = unicodedata.normalize("NFKC", typed.translate(_MINUS))
    digits = (
        str(unicodedata.decimal(char)) if char.isdecimal() else char
        for char in found
    )
    return "".join(digits).replace("\u066b", ".").replace("\u3002", ".")


def is_plain(typed: str) -> bool:
    """Tell whether a number is written as a program writes it.

    A real minus sign is as good as a hyphen.

    Examples
    --------
    >>> [is_plain(typed) for typed in ("-1.5", "1e-1", "1,5", "3/5", "60 %")]
    [True, True, False, False, False]
    """
    return bool(_PLAIN.fullmatch(typed.strip().replace("\u2212", "-")))


def read_number(typed: str) -> float:
    """Return the number that is typed.

    A comma may be the decimal point; fractions, percent, digits of any script
    and the minus signs of text programs are read, and brackets around it.

    Raises
    ------
    ValueError
        "empty" or "no_number".

    Examples
    --------
    >>> [read_number(typed) for typed in ("0,6", "3/5", "60 %", "[6e-1]")]
    [0.6, 0.6, 0.6, 0.6]
    """
    if len(typed) > _MOST_DIGITS:
        raise ValueError("no_number")
    bare = _ascii(_WRAPPER.sub("", _REMARK.sub("", typed))).strip(" \t[]()")
    if not bare:
        raise ValueError("empty")
    if bare.endswith("%"):
        return float(Fraction(str(read_number(bare[:-1]))) / 100)
    if match := _FRACTION.fullmatch(bare):
        numerator, denominator = map(int, match.groups())
        if not denominator:
            raise ValueError("no_number")
        return numerator / denominator
    number = bare.replace(",", ".")
    if not (_PLAIN.fullmatch(number) or _SPECIAL.fullmatch(number)):
        raise ValueError("no_number")
    return float(number)


def split_block(typed: str) -> list[list[str]]:
    """Return the parts of a row or of a block, row by row.

    Between numbers stand commas, blanks, tabs; between rows line ends,
    semicolons or brackets. Where blanks or tabs already part the numbers of a
    row and each has at most one comma inside, these are decimal points.

    Examples
    --------
    >>> split_block("[[1, 2], [3, 4]]")
    [['1', '2'], ['3', '4']]
    >>> split_block("1,5 2,5"), split_block("1,5")
    ([['1,5', '2,5']], [['1', '5']])
    """
    bare = _WRAPPER.sub("", _REMARK.sub("", typed))
    rows = (_parts(row.strip("[](){} \t,")) for row in _BREAK.split(bare))
    return [row for row in rows if row]


def split_row(typed: str) -> tuple[list[str], int]:
    """Return the parts of what should be one row, and how many rows it has.

    Of a block the first row counts. Semicolons part numbers here, too, and
    a comma between two of them is a decimal point.

    Examples
    --------
    >>> split_row("1,5; 2,5"), split_row("[[1, 2], [3, 4]]")
    ((['1,5', '2,5'], 1), (['1', '2'], 2))
    """
    parts = [part.strip() for part in re.split("[;\uff1b]", typed)]
    parts = [part for part in parts if part]
    if len(parts) > 1 and all(map(_is_one, parts)):
        return parts, 1
    rows = split_block(typed)
    if all(len(row) == 1 for row in rows):  # a column
        return [row[0] for row in rows], 1
    return rows[0], len(rows)


def has_lone_comma(typed: str) -> bool:
    """Tell whether a row may be one number with a decimal comma.

    Examples
    --------
    >>> has_lone_comma("0,5"), has_lone_comma("0, 5"), has_lone_comma("1,2,3")
    (True, False, False)
    """
    return _has_decimal_comma(typed.strip())


def _is_one(part: str) -> bool:
    return len(part.split()) == 1 and part.count(",") < 2


def _parts(row: str) -> list[str]:
    """Return the parts of one row."""
    row = re.sub(r"\s+%", "%", re.sub(r"\s*([/\u2044])\s*", r"\1", row))
    blank = row.split()
    commas = [part for part in blank if "," in part]
    if len(blank) > 1 and commas and all(map(_has_decimal_comma, commas)):
        return blank
    return [part for part in _BETWEEN.split(row) if part]


def _has_decimal_comma(part: str) -> bool:
    return bool(_DECIMAL_COMMA.fullmatch(_ascii(part)))
