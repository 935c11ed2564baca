"""A token is shown exactly as it was typed, and never read as markup."""

import html
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures.labels import (
    LONGEST,
    format_number,
    plain_label,
    token_labels,
)

NASTY = [
    "<b>bold</b>",
    "<a href='x'>y</a>",
    "&lt;",
    "&amp;amp;",
    "%{z}",
    "$x$",
    "*x*",
    "__x__",
    ":cat:",
    "2019",
    "1e5",
    "None",
    "#ffffff",
]


def read_back(label: str) -> str:
    """What a browser shows for a label."""
    return html.unescape(label).strip("\u2068\u2069")


@pytest.mark.parametrize("token", NASTY)
def test_a_token_is_shown_as_it_was_typed(token) -> None:
    assert read_back(plain_label(token)) == token
    assert read_back(token_labels([token], longest=None)[0]) == token


@pytest.mark.parametrize("token", NASTY)
def test_no_token_is_markup(token) -> None:
    assert not re.search(r"[<>]", plain_label(token))
    assert not re.search(r"&(?!(amp|lt|gt);)", plain_label(token))


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("", "‹›"),
        (" ", "␣"),
        ("a b", "a b"),
        (" a", "␣a"),
        ("a\n", "a␊"),
        ("\x00", "␀"),
        ("\x7f", "␡"),
        ("\x85", "‹U+0085›"),
        ("a\u00a0b", "a⍽b"),
        ("\u200b", "‹U+200B›"),
        ("\u202e", "‹U+202E›"),
        ("\ufeffa", "‹U+FEFF›a"),
        ("\u00ad", "‹U+00AD›"),
        ("\u3000", "‹U+3000›"),
        ("\u2028", "‹U+2028›"),
        ("\u3164", "‹U+3164›"),
        ("\ud800", "‹U+D800›"),
        ("a\u200db", "a‹U+200D›b"),
        ("\u0301", "◌\u0301"),
        ("\ufe0f", "‹U+FE0F›"),
    ],
)
def test_what_cannot_be_seen_gets_a_visible_stand_in(token, shown) -> None:
    assert read_back(plain_label(token)) == shown


@pytest.mark.parametrize(
    "token",
    [
        "👨‍👩‍👧",
        "❤️",
        "👍🏽",
        "🇨🇳",
        "\U0001f3f4\U000e0067\U000e0062\U000e007f",
        "می‌خواهم",
        "e\u0301",
        "नमस्ते",
        "汤姆",
        "葛\U000e0100",
    ],
)
def test_signs_made_of_several_characters_stay_whole(token) -> None:
    assert read_back(plain_label(token)) == token


def test_punctuation_does_not_jump_away_from_a_right_to_left_word() -> None:
    assert plain_label("שלום.") == "\u2068שלום.\u2069"
    assert token_labels(["مرحبا", "مرحبا"])[1] == "\u2068مرحبا₂\u2069"
    assert plain_label("hello.") == "hello."


def test_equal_words_are_told_apart_by_their_positions() -> None:
    tokens = ["the", "cat", "saw", "the", "dog"]
    assert token_labels(tokens) == ["the₁", "cat", "saw", "the₄", "dog"]
    assert token_labels(["a"] * 11)[9:] == ["a₁₀", "a₁₁"]


def test_a_typed_subscript_is_no_position() -> None:
    labels = token_labels(["the", "the", "the₁"])
    assert len(set(labels)) == 3


def test_words_that_are_equal_only_when_cut_are_told_apart() -> None:
    long = "a" * LONGEST
    labels = token_labels([long + "b", long + "c"])
    assert labels == ["a" * 15 + "…₁", "a" * 15 + "…₂"]


def test_long_words_are_cut() -> None:
    long = "internationalization"
    assert token_labels([long]) == ["internationaliz…"]
    assert token_labels([long], longest=None) == [long]


def test_a_cut_never_splits_a_sign() -> None:
    families = "👨‍👩‍👧" * 5
    label = token_labels([families])[0]
    assert label == "👨‍👩‍👧" * 3 + "…"
    assert token_labels(["ab" + "e\u0301" * 9], longest=4) == ["ab…"]
    assert token_labels(["\u0301" * 9], longest=3)[0].endswith("…")


def test_marks_stand_behind_the_labels() -> None:
    tokens = ["the", "Jerry", "the"]
    labels = token_labels(tokens, marks=["", "*", "<"])
    assert labels == ["the₁", "Jerry*", "the₃&lt;"]


def test_marks_that_do_not_fit_are_refused() -> None:
    words = r"one entry for each of 3 tokens\. Received: 2"
    with pytest.raises(ValueError, match=words):
        token_labels(["a", "b", "c"], marks=["", ""])


@given(st.lists(st.text(max_size=9), max_size=7))
def test_labels_are_visible_single_lines_and_all_different(tokens) -> None:
    labels = token_labels(tokens)
    assert len(labels) == len(tokens)
    assert len(set(labels)) == len(labels)
    for label in labels:
        assert read_back(label).strip()
        categories = {unicodedata.category(c) for c in label}
        assert not categories & {"Cc", "Cs", "Zl", "Zp"}


@given(st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1))
def test_visible_text_is_not_changed(token) -> None:
    blank = set("\u115f\u1160\u2800\u3164\uffa0")
    if not set(token) & blank:
        assert read_back(plain_label(token)) == token


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.125, 2, "0.12"),
        (-0.004, 2, "0.00"),
        (-1.5, 1, "−1.5"),
        (float("inf"), 2, "∞"),
        (float("-inf"), 2, "−∞"),
        (1e4, 0, "10000"),
    ],
)
def test_numbers_have_a_real_minus_sign_and_no_negative_zero(
    value, digits, text
) -> None:
    assert format_number(value, digits) == text
