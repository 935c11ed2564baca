"""Sentence pairs, their guide links, and batches of padded ids."""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from language.words import split_words

Link = tuple[int, int, float]
Splitter = Callable[[str], list[str]]


@dataclass(frozen=True)
class Example:
    """One pair in words, with links (source word, target word, belief)."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Encoded:
    """One pair in ids; guide (n_t, n_s) has rows that sum to 1."""

    source: list[int]
    target: list[int]
    guide: np.ndarray
    linked: np.ndarray


@dataclass(frozen=True)
class Batch:
    """Padded ids (b, n), lengths (b,), guide (b, n_t, n_s), linked (b, n_t)."""

    source: Tensor
    source_lengths: Tensor
    target: Tensor
    target_lengths: Tensor
    guide: Tensor
    linked: Tensor


def read_guide(path: Path) -> list[Example]:
    """Examples of a file made by `training.guide` (one JSON a line)."""
    examples = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        links = tuple((int(j), int(i), float(p)) for j, i, p in row["links"])
        examples.append(
            Example(tuple(row["source"]), tuple(row["target"]), links)
        )
    return examples


def read_links(path: Path) -> list[Example]:
    """Examples of a file of words, words and links, tab-separated."""
    examples = []
    for line in path.read_text(encoding="utf-8").splitlines():
        source, target, links = line.split("\t")[:3]
        pairs = (link.split("-") for link in links.split())
        examples.append(
            Example(
                tuple(source.split()),
                tuple(target.split()),
                tuple((int(j), int(i), 1.0) for j, i in pairs),
            )
        )
    return examples


def read_pairs(path: Path, split: Splitter = split_words) -> list[Example]:
    """Examples without links: sentences of the first two columns of a file."""
    examples = []
    for line in path.read_text(encoding="utf-8").splitlines():
        source, target = line.split("\t")[:2]
        words = tuple(split_words(source)), tuple(split(target))
        if all(words):
            examples.append(Example(*words, ()))
    return examples


def without_links(examples: Sequence[Example]) -> list[Example]:
    """The same sentences, what belongs to what forgotten."""
    return [replace(example, links=()) for example in examples]


def guide_rows(
    links: Sequence[Link],
    source_words: Sequence[int],
    target_words: Sequence[int],
) -> tuple[np.ndarray, np.ndarray]:
    """Word links as rows over pieces: (n_t, n_s), and belief (n_t,).

    A row holds the belief of its word's links, shared by the pieces of each
    source word; what is left of 1 is spread evenly.
    """
    n_words = max(source_words) + 1, max(target_words) + 1
    belief = np.zeros(n_words, np.float32)
    for j, i, p in links:
        belief[j, i] = max(belief[j, i], p)
    pieces = np.bincount(source_words, minlength=n_words[0])
    rows = (belief / pieces[:, None])[np.asarray(source_words)].T
    rows = rows[np.asarray(target_words)]
    mass = belief.max(0)[np.asarray(target_words)]
    total = rows.sum(-1, keepdims=True)
    rows = np.divide(rows, total, out=np.zeros_like(rows), where=total > 0)
    rest = (1 - mass[:, None]) / len(source_words)
    return rows * mass[:, None] + rest, mass


def batches(
    encoded: Sequence[Encoded], size: int, rng: random.Random
) -> Iterator[Batch]:
    """Batches of about `size` target pieces, sentences of like length."""
    order = list(range(len(encoded)))
    rng.shuffle(order)
    order.sort(
        key=lambda k: (len(encoded[k].target), len(encoded[k].source) // 2)
    )
    groups: list[list[Encoded]] = [[]]
    for k in order:
        longest = max(len(encoded[k].target), len(encoded[k].source))
        if (len(groups[-1]) + 1) * longest > size:
            groups.append([])
        groups[-1].append(encoded[k])
    rng.shuffle(groups)
    yield from (collate(group) for group in groups if group)


def pad(rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """Ids padded with 0 to (b, n), and their lengths (b,)."""
    lengths = [len(row) for row in rows]
    table = np.zeros((len(rows), max(lengths)), np.int64)
    for row, values in zip(table, rows, strict=True):
        row[: len(values)] = values
    return torch.from_numpy(table), torch.tensor(lengths)


def collate(group: Sequence[Encoded]) -> Batch:
    """One padded batch."""
    source, source_lengths = pad([pair.source for pair in group])
    target, target_lengths = pad([pair.target for pair in group])
    guide = np.zeros((*target.shape, source.shape[1]), np.float32)
    linked = np.zeros(target.shape, np.float32)
    for k, pair in enumerate(group):
        n_t, n_s = pair.guide.shape
        guide[k, :n_t, :n_s] = pair.guide
        linked[k, :n_t] = pair.linked
    return Batch(
        source,
        source_lengths,
        target,
        target_lengths,
        torch.from_numpy(guide),
        torch.from_numpy(linked),
    )
