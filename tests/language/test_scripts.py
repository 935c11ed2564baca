import pytest

from language.scripts import SCRIPTS, looks_chinese, script_of
from language.tongues import ENGLISH
from language.words import split_words


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Tom chases Jerry", "Latin"),
        ("汤姆追逐杰瑞", "Han"),
        ("ありがとう", "Kana"),
        ("안녕하세요", "Hangul"),
        ("Привет", "Cyrillic"),
        ("Γειά", "Greek"),
        ("مرحبا", "Arabic"),
        ("שלום", "Hebrew"),
        ("हिन्दी", "Devanagari"),
        ("สวัสดี", "Thai"),
        ("Tom爱玛丽", "Latin"),
        ("12, 。！😀 ١٢", None),
        ("", None),
    ],
)
def test_the_script_of_most_letters_is_named(text, script):
    assert script_of(text) == script
    assert script is None or script in SCRIPTS


@pytest.mark.parametrize(
    ("text", "is_chinese", "is_english"),
    [
        ("Tom chases Jerry.", False, True),
        ("汤姆追逐杰瑞。", True, False),
        ("我喜欢 Programming 12", True, False),
        ("Tom likes 北京", False, True),
        ("Tom 爱", False, False),
        ("食べるのは好き", False, False),
        ("Привет, мир", False, False),
        ("2019 ?! 😀 。", False, False),
        ("", False, False),
    ],
)
def test_the_language_of_a_sentence_is_told_by_its_words(
    text, is_chinese, is_english
):
    words = split_words(text)
    assert looks_chinese(words) is is_chinese
    assert ENGLISH.is_in_script(words) is is_english


def test_japanese_is_not_taken_for_chinese():
    assert not looks_chinese(["漢字", "日本", "の", "国語"])
