"""Quality against sentence length, and what is said of it."""

import json
from pathlib import Path

import numpy as np
import pytest

from pages.encoder_decoder import quality
from pairs.models import FOLDER_VARIABLE, load_translator
from tests.pages.encoder_decoder.tools import page, said
from tests.pages.shown import figure

LENGTHS = {
    "bins": [[1, 5], [6, 9], [10, 19]],
    "bleu": [31.0, 30.0, 29.0],
    "low": [29.0, 28.0, 26.0],
    "high": [33.0, 32.0, 31.0],
    "pairs": [17, 13, 11],
    "overall": 30.1,
    "samples": 100,
    "command": "python -m training.lengths --model a",
}
LEAD = {
    "bins": LENGTHS["bins"],
    "lead": [1.0, 5.0, 15.0],
    "growth": 14.0,
    "growth_interval": [2.0, 21.0],
    "written": [[1.0, 0.9, 0.6], [1.0, 0.8, 0.5]],
    "samples": 100,
    "command": "python -m training.lead --model a",
}


def test_a_card_without_lengths_gets_a_sentence() -> None:
    assert "Not measured yet" in said(page(part="length"))


def write_lengths(
    models: Path, attention: dict, fixed: dict, lead: dict = LEAD
) -> None:
    """Put figures by length into both cards."""
    for name, entry in (("attention", attention), ("fixed", fixed)):
        card = json.loads((models / f"{name}.json").read_text())
        content = json.dumps(card | {"lengths": entry, "lead": lead})
        (models / f"{name}.json").write_text(content)


@pytest.mark.parametrize("joined", [1, 3])
def test_joined_sentences_are_said_to_be_joined_and_stopped_early(
    models, joined
) -> None:
    lengths = {"lengths_of_test": {"5": 17, "9": 13}, "joined": joined}
    write_lengths(models, *[LENGTHS | lengths] * 2)
    text = said(page(part="length"))
    sentence = "more than 9 words. Beyond that, up to 3 of its sentences"
    assert (sentence in text) == (joined > 1)
    early = "at 10–19 words the translations are 60 % as long as what is meant"
    assert (early in text) == (joined > 1)


def test_what_is_not_stopped_early_is_not_said_to_be(models) -> None:
    lengths = {"lengths_of_test": {"9": 13}, "joined": 3}
    lead = LEAD | {"written": [[1.0, 0.9, 0.95], [1.0, 0.8, 0.5]]}
    write_lengths(models, *[LENGTHS | lengths] * 2, lead)
    assert "stop early" not in said(page(part="length"))


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        ([2.0, 21.0], "The gap opens with length"),
        ([-0.1, 21.0], "these data do not tell"),
        ([-9.0, 0.1], "these data do not tell"),
        ([-9.0, -0.1], "the gap closes with length"),
    ],
)
def test_what_is_said_follows_from_the_interval(
    models, interval, words
) -> None:
    lead = LEAD | {"growth_interval": interval}
    write_lengths(models, LENGTHS, LENGTHS, lead)
    text = said(page(source="cat " * 23, part="length"))
    assert words in text
    ends = " to ".join(f"{value:.1f}" for value in interval)
    assert f"a growth of 14.0, with a 95 % interval from {ends}." in text
    assert "23 words, more than any that was measured (up to 19)" in text


def test_bins_are_named_alike_in_the_chart_and_the_table(models) -> None:
    fixed = LENGTHS | {"bleu": [30.0, 25.0, 14.0], "overall": 25.1}
    write_lengths(models, LENGTHS, fixed)
    app = page(part="length")
    ticks = figure(app, "lengths")["layout"]["xaxis"]["ticktext"]
    table = app.dataframe[0].value
    assert ticks == ["1–5", "6–9", "10–19"] == [*table.columns[2:]]
    assert table["10–19"].tolist() == ["29.0", "14.0", "15.0"]


def test_the_shipped_sentence_is_that_of_the_shipped_figures(
    monkeypatch,
) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)
    models = [load_translator(name) for name in ("attention", "fixed")]
    found = quality.measured(*models)
    leads = np.subtract(*(model.card["lengths"]["bleu"] for model in models))
    np.testing.assert_allclose(found.lead["lead"], leads, atol=0.011)
    low, high = found.lead["growth_interval"]
    assert low < found.lead["lead"][-1] - found.lead["lead"][0] < high
    assert low < 0 < high
    assert found.verdict() == "unsure"
    assert found.stops_early()
