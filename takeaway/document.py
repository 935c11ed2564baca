"""The file that can be loaded again: JSON with a name and a version.

What an older version lacked is filled in by `_OLDER`; a newer version, and
anything that is no such file, is refused in one sentence.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from takeaway.numbers import dumped, from_lists, to_lists
from takeaway.picture import Picture

FORMAT = "attention-lab"
VERSION = 1
LARGEST = 20_000_000  # characters
_NAMES = ("query_names", "key_names")
_MATRICES = ("weights", "scores", "queries", "keys", "values", "context")


class NotReadableError(ValueError):
    """A file that is none of ours; `reason` is a key of the page's texts."""

    def __init__(self, reason: str, detail: str = "") -> None:
        """Keep what was wrong."""
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason, self.detail = reason, detail


def as_document(picture: Picture) -> dict[str, Any]:
    """Return everything of a picture as what JSON can hold.

    Parameters
    ----------
    picture : Picture
        What is taken away.

    Returns
    -------
    dict
        Format, version, and a picture's fields by their names.
    """
    said: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    said |= {"page": picture.page, "address": dict(picture.address)}
    said |= {"origin": picture.origin, "score": picture.score}
    said |= {"normalizer": picture.normalizer}
    said |= {"scale": float(picture.scale)}
    said |= {"temperature": to_lists(picture.temperature)}
    said |= {name: list(getattr(picture, name)) for name in _NAMES}
    for name in _MATRICES:
        array = getattr(picture, name)
        said[name] = None if array is None else to_lists(array)
    mask = picture.mask
    said["mask"] = None if mask is None else mask.tolist()
    said["learned"] = {
        name: to_lists(np.asarray(array))
        for name, array in picture.learned.items()
    }
    return said


def write_json(picture: Picture) -> bytes:
    """Return a picture as a JSON file; one line for each field.

    Parameters
    ----------
    picture : Picture
        What is taken away.

    Returns
    -------
    bytes
        UTF-8.
    """
    lines = [
        f"{dumped(name)}: {dumped(value)}"
        for name, value in as_document(picture).items()
    ]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


# What turns a file of a version into one of the next.
_OLDER: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}


def _checked(said: object) -> dict[str, Any]:
    """Return the fields of a file of this version."""
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise NotReadableError("not_ours")
    version = said.get("version")
    if type(version) is not int or version < 1:
        raise NotReadableError("damaged", "version")
    if version > VERSION:
        raise NotReadableError("newer", str(version))
    for older in range(version, VERSION):
        said = _OLDER[older](said)
    return said


def _strings(said: Mapping[str, Any], name: str) -> tuple[str, ...]:
    names = said.get(name)
    if not isinstance(names, list) or not all(
        isinstance(item, str) for item in names
    ):
        raise NotReadableError("damaged", name)
    return tuple(names)


def _array(value: object, name: str) -> Any:  # noqa: ANN401
    """Return an array of the file, of one dimension or two."""
    if value is None:
        return None
    nested = isinstance(value, list) and bool(value)
    deep = nested and isinstance(value[0], list)  # type: ignore[index]
    return from_lists(value, name, 2 if deep or not nested else 1)


def _learned(value: object, name: str) -> Any:  # noqa: ANN401
    """Return what a score function was given: an array, or a number."""
    if isinstance(value, list):
        return _array(value, name)
    return float(from_lists([value], name, 1)[0])


def _mask(value: object) -> Any:  # noqa: ANN401
    if value is None:
        return None
    mask = np.array(value)
    if mask.dtype != np.bool_:
        raise NotReadableError("damaged", "mask")
    return mask


def _text(said: Mapping[str, Any], name: str) -> str:
    value = said.get(name)
    if not isinstance(value, str):
        raise NotReadableError("damaged", name)
    return value


def _address(said: Mapping[str, Any]) -> dict[str, str]:
    address = said.get("address")
    if not isinstance(address, dict) or not all(
        isinstance(value, str) for value in address.values()
    ):
        raise NotReadableError("damaged", "address")
    return address


def _read(said: Mapping[str, Any]) -> Picture:
    learned = said.get("learned")
    if not isinstance(learned, dict):
        raise NotReadableError("damaged", "learned")
    if said.get("weights") is None:
        raise NotReadableError("damaged", "weights")
    numbers = from_lists([said.get("scale"), said.get("temperature")], "", 1)
    return Picture(
        page=_text(said, "page"),
        address=_address(said),
        origin=_text(said, "origin"),
        score=None if said.get("score") is None else _text(said, "score"),
        normalizer=_text(said, "normalizer"),
        scale=float(numbers[0]),
        temperature=float(numbers[1]),
        mask=_mask(said.get("mask")),
        learned={name: _learned(a, name) for name, a in learned.items()},
        **{name: _strings(said, name) for name in _NAMES},  # type: ignore[arg-type]
        **{name: _array(said.get(name), name) for name in _MATRICES},
    )


def read_json(content: bytes) -> Picture:
    """Return the picture of a file.

    Parameters
    ----------
    content : bytes
        The file.

    Returns
    -------
    Picture
        What `write_json` was given, to the last digit.

    Raises
    ------
    NotReadableError
        If it is none of our files, a newer one, too large, or damaged.
    """
    if len(content) > LARGEST:
        raise NotReadableError("too_large", f"{len(content) / 1e6:.0f}")
    try:
        said = json.loads(content)
    except (ValueError, RecursionError):
        raise NotReadableError("not_ours") from None
    fields = _checked(said)
    try:
        return _read(fields)
    except NotReadableError:
        raise
    except (TypeError, ValueError, AttributeError) as reason:
        raise NotReadableError("damaged", str(reason)) from None
