"""Quality against sentence length, as the models' cards have it: a part."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from figures import Figure
from figures.bands import Band, bin_name, length_bands
from pages.encoder_decoder.view import Walk
from pairs.models import Translator
from texts.shown import text
from ui.chart import chart
from worked.digits import fixed

Card = Mapping[str, Any]

EARLY = 0.9  # of the length of what is meant: shorter is stopped early


@dataclass(frozen=True)
class Quality:
    """What was measured of both systems: `card["lengths"]` of each.

    `lead` is `card["lead"]` of the system with attention: how far it leads in
    each bin, and the interval of the growth of that lead.
    """

    attention: Card
    fixed: Card
    lead: Card

    @property
    def last(self) -> int:
        """The longest length that was measured."""
        return int(self.lead["bins"][-1][1])

    @property
    def systems(self) -> dict[str, Card]:
        """Both, by the keys of their names."""
        return {"attention": self.attention, "fixed": self.fixed}

    def verdict(self) -> str:
        """Return the key of the sentence that tells what the leads show.

        It follows from the interval of the growth, not from its value.
        """
        low, high = self.lead["growth_interval"]
        if low > 0:
            return "opens"
        return "closes" if high < 0 else "unsure"

    def stops_early(self) -> bool:
        """Tell whether both write too little of the longest texts."""
        return all(float(ratios[-1]) < EARLY for ratios in self.lead["written"])


def measured(attention: Translator, fixed_: Translator) -> Quality | None:
    """Return what was measured; None if a card has no figures by length."""
    cards = attention.card, fixed_.card
    if not all("lengths" in card for card in cards) or "lead" not in cards[0]:
        return None
    lengths = [card["lengths"] for card in cards]
    return Quality(lengths[0], lengths[1], cards[0]["lead"])


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


def bin_table(quality: Quality) -> dict[str, list[str]]:
    """Return columns of BLEU on the test file, and in the chart's bins."""
    keys = [*quality.systems, "lead"]
    overall = [float(card["overall"]) for card in quality.systems.values()]
    columns = {
        text("quality", "system"): [text("quality", key) for key in keys],
        text("quality", "overall"): _column(*overall),
    }
    for k, (first, last) in enumerate(quality.lead["bins"]):
        values = [float(card["bleu"][k]) for card in quality.systems.values()]
        columns[bin_name(first, last)] = _column(*values)
    return columns


def _column(attention: float, fixed_: float) -> list[str]:
    values = (attention, fixed_, attention - fixed_)
    return [fixed(value, 1) for value in values]


def _lead_sentence(quality: Quality) -> str:
    """Say whether the lead grows with length, and how sure that is."""
    lead, bins = quality.lead["lead"], quality.lead["bins"]
    low, high = quality.lead["growth_interval"]
    blanks = {"first": lead[0], "last": lead[-1], "low": low, "high": high}
    numbers = {name: fixed(value, 1) for name, value in blanks.items()}
    names = {"short": bin_name(*bins[0]), "long": bin_name(*bins[-1])}
    growth = fixed(quality.lead["growth"], 1)
    key = quality.verdict()
    said = text("quality", "leads", growth=growth, **names, **numbers)
    return text("quality", key) + " " + said


def _joined_sentences(quality: Quality) -> list[str]:
    """Say what the longer texts are, and what both systems make of them."""
    if quality.fixed.get("joined", 1) <= 1:
        return []
    longest = max(int(n) for n in quality.fixed["lengths_of_test"])
    counts = {"longest": longest, "joined": quality.fixed["joined"]}
    said = [text("quality", "joined", **counts)]
    if quality.stops_early():
        shares = [fixed(100 * r[-1], 0) for r in quality.lead["written"]]
        names = dict(zip(quality.systems, shares, strict=True))
        long = bin_name(*quality.lead["bins"][-1])
        said.append(text("quality", "early", long=long, **names))
    return said


def sentences(quality: Quality, length: int) -> list[str]:
    """Say what the curves show, and how it was measured, in Markdown."""
    said = [_lead_sentence(quality)]
    if length > quality.last:
        counts = {"count": length, "last": quality.last}
        said.append(text("quality", "beyond", **counts))
    said += _joined_sentences(quality)
    for card in quality.systems.values():
        blanks = {"command": card["command"], "samples": card["samples"]}
        said.append(text("quality", "command", **blanks))
    blanks = {key: quality.lead[key] for key in ("command", "samples")}
    return [*said, text("quality", "lead_command", **blanks)]


def part(attention: Translator, fixed_: Translator, walk: Walk) -> None:
    """Draw quality against length, with the visitor's sentence marked."""
    found, length = measured(attention, fixed_), len(walk.source.words)
    if found is None:
        st.info(text("quality", "not_measured"))
        return
    first, *rest = sentences(found, length)
    st.markdown(first)
    chart(curves(found, length), key="lengths", alt=text("quality", "alt"))
    st.dataframe(bin_table(found), hide_index=True)
    for sentence in rest:
        st.caption(sentence)
