"""Quality against sentence length, as the models' cards have it: a part."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from figures import Figure
from figures.bands import Band, length_bands
from pages.encoder_decoder.view import Walk
from ui.chart import chart
from ui.models import Translator
from ui.texts import text
from worked.digits import fixed

Card = Mapping[str, Any]

GROUPS = ("<=5", "6-9", ">=10")


@dataclass(frozen=True)
class Quality:
    """What was measured of both systems: `card["lengths"]` of each."""

    attention: Card
    fixed: Card

    @property
    def last(self) -> int:
        """The longest length that was measured."""
        return max(int(card["bins"][-1][1]) for card in self.systems.values())

    @property
    def systems(self) -> dict[str, Card]:
        """Both, by the keys of their names."""
        return {"attention": self.attention, "fixed": self.fixed}

    def leads(self) -> tuple[float, float]:
        """How far attention leads in the shortest and in the longest bin."""
        first, last = (
            self.attention["bleu"][k] - self.fixed["bleu"][k] for k in (0, -1)
        )
        return float(first), float(last)

    def shares(self) -> dict[str, str]:
        """Percent of attention's BLEU that the other reaches, at both ends."""
        ends = {"first": 0, "last": -1}
        pairs = {
            end: (self.fixed["bleu"][k], self.attention["bleu"][k])
            for end, k in ends.items()
        }
        return {
            end: fixed(100 * a / b, 0) if b else "–"
            for end, (a, b) in pairs.items()
        }

    def verdict(self) -> str:
        """Return the key of the sentence that tells what the curves show."""
        first, last = self.leads()
        if last <= max(first, 0):
            return "no_gap"
        apart = self.attention["low"][-1] > self.fixed["high"][-1]
        return "opens" if apart else "grows_unsure"


def measured(attention: Translator, fixed_: Translator) -> Quality | None:
    """Return what was measured; None if a card has no figures by length."""
    cards = attention.card, fixed_.card
    if not all("lengths" in card for card in cards):
        return None
    return Quality(*(card["lengths"] for card in cards))


def _band(card: Card) -> Band:
    return {
        "bins": [(int(first), int(last)) for first, last in card["bins"]],
        "values": card["bleu"],
        "low": card["low"],
        "high": card["high"],
        "notes": [text("quality", "pairs", count=n) for n in card["pairs"]],
    }


def curves(quality: Quality, length: int) -> Figure:
    """Draw BLEU by length, with the visitor's sentence marked."""
    return length_bands(
        {text("quality", k): _band(c) for k, c in quality.systems.items()},
        x_title=text("quality", "length"),
        y_title=text("quality", "bleu"),
        marked=min(length, quality.last),
        mark_name=text("quality", "yours"),
    )


def group_table(quality: Quality) -> dict[str, list[str]]:
    """Return columns of BLEU on the test file, overall and by length."""
    systems = quality.systems
    columns = {text("quality", "system"): [text("quality", k) for k in systems]}
    overall = [fixed(card["overall"], 1) for card in systems.values()]
    columns[text("quality", "overall")] = overall
    for group in GROUPS:
        columns[group] = [_group(card, group) for card in systems.values()]
    return columns


def _group(card: Card, group: str) -> str:
    """Return BLEU of a group of lengths; a dash where there is none."""
    value = card["by"].get(group)
    return "–" if value is None else fixed(value, 1)


def sentences(quality: Quality, length: int) -> list[str]:
    """Say what the curves show, and how it was measured, in Markdown."""
    first, last = quality.leads()
    blanks = {"first": fixed(first, 1), "last": fixed(last, 1)}
    said = [text("quality", quality.verdict(), **blanks)]
    said[0] += " " + text("quality", "shares", **quality.shares())
    if length > quality.last:
        counts = {"count": length, "last": quality.last}
        said.append(text("quality", "beyond", **counts))
    if quality.fixed.get("joined", 1) > 1:
        longest = max(int(n) for n in quality.fixed["lengths_of_test"])
        counts = {"longest": longest, "joined": quality.fixed["joined"]}
        said.append(text("quality", "joined", **counts))
    for card in quality.systems.values():
        blanks = {"command": card["command"], "samples": card["samples"]}
        said.append(text("quality", "command", **blanks))
    return said


def part(attention: Translator, fixed_: Translator, walk: Walk) -> None:
    """Draw quality against length, with the visitor's sentence marked."""
    found, length = measured(attention, fixed_), len(walk.source.words)
    if found is None:
        st.info(text("quality", "not_measured"))
        return
    first, *rest = sentences(found, length)
    st.markdown(first)
    chart(curves(found, length), key="lengths", alt=text("quality", "alt"))
    st.dataframe(group_table(found), hide_index=True)
    for sentence in rest:
        st.caption(sentence)
