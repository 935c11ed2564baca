import pytest

from language.parts import WHOLE, divisions


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("我爱你", "我|爱|你"),
        ("生日快乐", "生日|快乐"),
        ("很漂亮", "很|漂亮"),
        ("踢足球", "踢|足球"),
        ("待在家里", "待|在|家里"),
        ("送花", "送|花"),
        ("很大", "很|大"),
        ("十七岁", "十七|岁"),
        ("三十度", "三十|度"),
        ("八十一岁", "八十一|岁"),
        ("花园里", "花园|里"),
        ("一封信", "一|封信"),
    ],
)
def test_a_word_that_is_several_to_a_reader_is_divided(word, parts):
    assert divisions(word)[0] == tuple(parts.split("|"))


@pytest.mark.parametrize(
    "word",
    [
        "火车",
        "客气",
        "晚安",
        "玫瑰花",  # 花 stands alone behind one character only
        "图书馆",
        "汤姆",
        "七点",
        "三点钟",
        "五月",
        "百分之五十",
        "我爱",  # no word of the dictionary
        "我爱你。",
        "love",
        "爱",
        "",
        *sorted(WHOLE),
    ],
)
def test_a_word_that_is_one_to_a_reader_is_not_divided(word):
    assert divisions(word) == []


def test_every_division_joined_is_the_word():
    for word in ("待在家里", "不太好", "生日快乐", "那本书"):
        assert len(divisions(word)) > 0
        assert {"".join(parts) for parts in divisions(word)} == {word}


def test_parts_end_only_where_they_may():
    assert ("待", "在", "家里") not in divisions("待在家里", {1, 3})
    assert ("待", "在家", "里") in divisions("待在家里", {1, 3})
    assert divisions("踢足球", {2}) == []
    assert divisions("踢足球", []) == []


def test_a_way_with_fewer_parts_comes_first():
    counts = [len(parts) for parts in divisions("待在家里")]
    assert counts == sorted(counts)
