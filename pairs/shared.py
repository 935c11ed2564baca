"""What is cached for all visitors cannot be changed by one of them."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TypeVar

import numpy as np

T = TypeVar("T")


def _parts(value: object) -> list[object]:
    """Return what a record, a mapping or a sequence holds."""
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, Mapping):
        return [*value.values()]
    return [*value] if isinstance(value, list | tuple) else []


def read_only(value: T) -> T:
    """Return the same value; no array in it can be written to any more."""
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    for part in _parts(value):
        read_only(part)
    return value
