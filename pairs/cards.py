"""The card of a model is looked at before anything of the model is shown.

What must stand in it says `card.schema.json`; nothing that is missing is
guessed. The checksums in it tell whether the files beside it are its own.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

Kind = Literal["any", "plain", "attending", "transformer"]
SCHEMA = Path(__file__).with_name("card.schema.json")


@cache
def _validator(kind: Kind) -> Draft202012Validator:
    """Return what checks cards of one kind of model."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    schema["allOf"] = [{"$ref": f"#/$defs/{kind}"}]
    return Draft202012Validator(schema)


def kind_of(arrays: Iterable[str]) -> Kind:
    """Return what kind of recurrent model has arrays of these names."""
    is_attending = any(name.startswith("attention.") for name in arrays)
    return "attending" if is_attending else "plain"


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def checksums(stem: Path, ends: Iterable[str]) -> dict[str, str]:
    """Return the checksums of the files of a model, by their ends."""
    return {end: checksum(stem.with_suffix(f".{end}")) for end in ends}


def _lengths_differ(table: Mapping[str, Any]) -> bool:
    """Tell whether the rows of a table by length do not belong together."""
    names = {"bleu", "low", "high", "pairs", "lead"} & table.keys()
    rows = [table[name] for name in names]
    rows += table.get("written", [])
    return any(len(row) != len(table["bins"]) for row in rows)


def check_card(path: Path, card: Mapping[str, Any], kind: Kind) -> None:
    """Refuse a card that does not describe its model.

    Parameters
    ----------
    path : Path
        The card.
    card : mapping
        What it holds.
    kind : {"any", "plain", "attending", "transformer"}
        What its model is; "any" looks only at what all cards have.

    Raises
    ------
    ValueError
        The message names the card, the entry, and what is wrong.
    """
    error = best_match(_validator(kind).iter_errors(card))
    if error is not None:
        where = ".".join(map(str, error.absolute_path)) or "the card"
        raise ValueError(f"{path.name}: {where}: {error.message[:200]}.")
    for name in ("lengths", "lead"):
        if name in card and _lengths_differ(card[name]):
            message = "its rows must have as many numbers as bins."
            raise ValueError(f"{path.name}: {name}: {message}")


def check_files(path: Path, card: Mapping[str, Any], ends: set[str]) -> None:
    """Refuse files that are not those of the card.

    Parameters
    ----------
    path : Path
        The card.
    card : mapping
        What it holds, checked by `check_card`.
    ends : set of str
        The ends of the names of all files of the model, such as "npz".

    Raises
    ------
    ValueError
        If a file has another checksum, or the card has none of it.
    """
    said = card["sha256"]
    for end in sorted(ends):
        file = path.with_suffix(f".{end}")
        if said.get(end) != checksum(file):
            message = f"{file.name} is not the file that {path.name} describes"
            raise ValueError(f"{message} (sha256.{end} differs).")
