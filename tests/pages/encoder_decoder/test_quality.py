"""Quality against sentence length, and what is said of it."""

import json
from pathlib import Path

import pytest

from tests.pages.encoder_decoder.tools import page, said

LENGTHS = {
    "bins": [[1, 5], [6, 9], [10, 19]],
    "bleu": [31.0, 30.0, 29.0],
    "low": [29.0, 28.0, 26.0],
    "high": [33.0, 32.0, 31.0],
    "pairs": [17, 13, 11],
    "by": {"<=5": 31.0, "6-9": 30.0, ">=10": 29.0},
    "overall": 30.1,
    "samples": 100,
    "command": "python -m training.lengths --model a",
}


def test_a_card_without_lengths_gets_a_sentence() -> None:
    app = page(part="length")
    assert "Not measured yet" in said(app)


def write_lengths(models: Path, attention: dict, fixed: dict) -> None:
    """Put figures by length into both cards."""
    for name, entry in (("attention", attention), ("fixed", fixed)):
        card = json.loads((models / f"{name}.json").read_text())
        content = json.dumps(card | {"lengths": entry})
        (models / f"{name}.json").write_text(content)


@pytest.mark.parametrize("joined", [1, 3])
def test_joined_sentences_are_said_to_be_joined(models, joined) -> None:
    lengths = {"lengths_of_test": {"5": 17, "9": 13}, "joined": joined}
    write_lengths(models, *[LENGTHS | lengths] * 2)
    sentence = "more than 9 words. Beyond that, up to 3 of its sentences"
    assert (sentence in said(page(part="length"))) == (joined > 1)


@pytest.mark.parametrize(
    ("values", "low", "high", "words"),
    [
        ([30.0, 25.0, 14.0], 10.0, 17.0, "The gap opens with length"),
        ([30.0, 25.0, 24.0], 20.0, 27.0, "it is no proof"),
        ([25.0, 27.0, 28.0], 20.0, 29.0, "do not show the widening gap"),
        ([35.0, 31.0, 29.5], 20.0, 30.0, "do not show the widening gap"),
    ],
)
def test_what_the_curves_show_is_said(models, values, low, high, words) -> None:
    lengths = LENGTHS | {"bleu": values}
    lengths |= {"low": [0, 0, low], "high": [99, 99, high]}
    write_lengths(models, LENGTHS, lengths)
    text = said(page(source="cat " * 23, part="length"))
    assert words in text
    assert f"{100 * values[2] / 29:.0f} % in the longest" in text
    assert "23 words, more than any that was measured (up to 19)" in text
