"""Made sentences are right in both languages, and so are their links."""

import contextlib
import random
import subprocess
import sys
from collections import Counter

import pytest

from training import inflection, lexicon, patterns
from training.filling import Filling
from training.lexicon import UnfilledError
from training.phrases import Token, tokens
from training.segmentation import segment
from training.shapes import Shape, shapes

TABLE = """name	Tom	汤姆
name	Jerry	杰瑞
name	Mary	玛丽
animal	cat	猫
animal	elephant	大象
person	child	孩子
person	teacher	老师
person	student	学生
person	doctor	医生
person	friend	朋友
person	mother	母亲 / 妈妈
verb	chase	追逐 / 追
verb	see	看见
verb	like	喜欢
verb	buy	买
verb	read	读 / 看
verb	give	给
verb	help	帮助
verb	follow	跟着
verb	eat	吃
verb	sell	卖
verb	write	写
verb	teach	教
verb	find	找到
verb	cry	哭
verb	laugh	笑
verb	run	跑
verb	wait for	等
verb	sleep	睡觉
thing	book	书
thing	ball	球
thing	table	桌子
thing	water	水
thing	apple	苹果
thing	milk	牛奶
thing	tea	茶
thing	cake	蛋糕
thing	bread	面包
thing	door	门
thing	letter	信
thing	box	盒子
thing	tree	树
thing	flower	花
quality	big	大
quality	angry	生气
quality	tired	累
quality	red	红色的
quality	old	老 / 旧
quality	young	年轻
quality	interesting	有趣
time	yesterday	昨天
time	every day	每天
time	tomorrow	明天
time	now	现在
time	today	今天
place	in the park	在公园里
place	at home	在家
lecture	sentence	句子
lecture	translate	翻译
lecture	machine	机器
lecture	attention	注意力
lecture	word	单词
"""
COUNT = 1009


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("table") / "words.tsv"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def pairs(table):
    return patterns.generate(table, count=COUNT, seed=3)


def linked(pair):
    """Links as pairs of words."""
    return {(pair.english[i], pair.chinese[j]) for i, j in pair.links}


def test_as_many_distinct_pairs_come_out_as_were_asked_for(pairs) -> None:
    sentences = {(pair.english, pair.chinese) for pair in pairs}
    assert len(sentences) == len(pairs) == COUNT


def test_the_same_seed_makes_the_same_pairs(table, pairs) -> None:
    assert patterns.generate(table, count=97, seed=3) == pairs[:97]
    assert patterns.generate(table, count=97, seed=5) != pairs[:97]


def test_every_link_joins_a_word_to_a_word(pairs) -> None:
    for pair in pairs:
        assert pair.links
        assert all(0 <= i < len(pair.english) for i, _ in pair.links)
        assert all(0 <= j < len(pair.chinese) for _, j in pair.links)


def test_no_blank_or_tag_is_left_in_a_sentence(pairs) -> None:
    for pair in pairs:
        words = [*pair.english, *pair.chinese]
        assert all(words)
        assert not set("".join(words)) & set("{}~|_$^ ")


@pytest.mark.parametrize(
    ("english", "chinese"),
    [("Tom", "汤姆"), ("cat", "猫"), ("books", "书"), ("sleeping", "睡觉")],
)
def test_a_word_is_linked_to_its_translation(pairs, english, chinese) -> None:
    both = [p for p in pairs if english in p.english and chinese in p.chinese]
    assert both
    assert all((english, chinese) in linked(pair) for pair in both)


def test_a_final_mark_is_linked_and_stands_on_both_sides(pairs) -> None:
    marks = {".": "。", "?": "？", "!": "！"}
    ends = Counter(pair.english[-1] for pair in pairs)
    assert all(ends[mark] for mark in marks)
    for pair in pairs:
        last = pair.english[-1]
        assert (last in marks) == (pair.chinese[-1] in marks.values())
        if last in marks:
            assert pair.chinese[-1] == marks[last]
            assert (last, marks[last]) in linked(pair)


def test_an_article_fits_the_sound_after_it(pairs) -> None:
    seen = Counter()
    for pair in pairs:
        for word, following in zip(
            pair.english, pair.english[1:], strict=False
        ):
            if word.lower() in {"a", "an"}:
                assert word.lower() == inflection.article(following)
                seen[word.lower()] += 1
    assert seen["a"] > seen["an"] > 0


def test_a_possessor_is_linked_to_his_particle_too(pairs) -> None:
    owned = [p for p in pairs if "Mary's" in p.english]
    assert owned
    for pair in owned:
        assert {("Mary's", "玛丽"), ("Mary's", "的")} <= linked(pair)


def test_no_name_stands_in_a_sentence_as_its_own_object(pairs) -> None:
    plain = [p for p in pairs if "追逐" in p.chinese and len(p.chinese) == 4]
    assert all(pair.chinese[0] != pair.chinese[2] for pair in plain)


def test_a_test_sentence_is_never_made(table, pairs, monkeypatch, tmp_path):
    english, chinese = pairs[0].english, pairs[7].chinese
    gold = tmp_path / "gold.tsv"
    shouted = " ".join(english).upper() + " !"
    gold.write_text(f"{shouted}\t{''.join(chinese)}\t\t\n", encoding="utf-8")
    monkeypatch.setattr(patterns, "GOLD", gold)
    made = patterns.generate(table, count=COUNT, seed=3)
    assert patterns.bare(english) not in {
        patterns.bare(p.english) for p in made
    }
    assert patterns.bare(chinese) not in {
        patterns.bare(p.chinese) for p in made
    }


def test_the_test_sentences_are_forty_and_well_formed() -> None:
    rows = [
        line.split("\t")
        for line in patterns.GOLD.read_text(encoding="utf-8").splitlines()
    ]
    assert len(rows) == 40
    for english, chinese, sure, possible in rows:
        sizes = len(english.split()), len(chinese.split())
        links = [
            tuple(map(int, link.split("-")))
            for link in f"{sure} {possible}".split()
        ]
        assert all(i < sizes[0] and j < sizes[1] for i, j in links)
        assert len(links) == len(set(links))
        assert sure


def test_without_test_sentences_nothing_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(patterns, "GOLD", tmp_path / "none.tsv")
    assert patterns.reserved() == frozenset()


def test_patterns_that_say_too_little_are_an_error(table, monkeypatch) -> None:
    years = Shape("years", ("{n} years~y",), ("{n} 岁~y",))
    monkeypatch.setattr(patterns, "shapes", lambda: (years,))
    message = r"must allow 11 distinct pairs\. Found: 5\."
    with pytest.raises(ValueError, match=message):
        patterns.generate(table, count=11, seed=1)


def test_a_row_without_three_columns_is_an_error(tmp_path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("name\tTom\t汤姆\nname\tTom\n", encoding="utf-8")
    message = r"line 2 of .* must have 3 columns\. Received: 2\."
    with pytest.raises(ValueError, match=message):
        lexicon.load(path)


def test_the_command_writes_words_and_links_between_tabs(table, tmp_path):
    path = tmp_path / "pairs.tsv"
    given = ["--words", str(table), "--count", "13", "--seed", "3"]
    patterns.main([*given, "--output", str(path)])
    lines = path.read_text(encoding="utf-8").splitlines()
    made = patterns.generate(table, count=13, seed=3)
    assert len(lines) == 13
    for line, pair in zip(lines, made, strict=True):
        english, chinese, links = line.split("\t")
        assert english.split() == list(pair.english)
        assert chinese.split() == list(pair.chinese)
        assert links.split() == [f"{i}-{j}" for i, j in sorted(pair.links)]


def test_listed_translations_belong_to_the_english_beside_them() -> None:
    names = [shape.name for shape in shapes()]
    assert len(names) == len(set(names))
    for shape in shapes():
        if not isinstance(shape.chinese[0], str):
            assert len(shape.chinese) == len(shape.english), shape.name


def can_be_filled(shape, words, everything) -> bool:
    rng = random.Random(1)
    for _ in range(401):
        with contextlib.suppress(UnfilledError):
            filling = Filling(words, rng, shape, everything)
            return bool(filling.english() and filling.chinese())
    return False


def test_every_pattern_can_be_filled(table) -> None:
    words, everything = lexicon.load(table), shapes()
    empty = [
        shape.name
        for shape in everything
        if not can_be_filled(shape, words, everything)
    ]
    assert empty == []


@pytest.mark.parametrize(
    ("form", "word", "expected"),
    [
        (inflection.add_s, "catch", "catches"),
        (inflection.add_s, "cry", "cries"),
        (inflection.add_s, "buy", "buys"),
        (inflection.add_ed, "chase", "chased"),
        (inflection.add_ed, "cry", "cried"),
        (inflection.add_ed, "jump", "jumped"),
        (inflection.add_ing, "write", "writing"),
        (inflection.add_ing, "see", "seeing"),
        (inflection.add_ing, "swim", "swimming"),
        (inflection.add_ing, "read", "reading"),
        (inflection.add_er, "big", "bigger"),
        (inflection.add_er, "happy", "happier"),
        (inflection.add_er, "new", "newer"),
        (inflection.possessive, "teachers", "teachers'"),
    ],
)
def test_regular_forms_follow_the_spelling_rules(form, word, expected) -> None:
    assert form(word) == expected


def test_a_measure_word_joins_the_number_before_it() -> None:
    words = [*tokens("一", "a"), Token("只", frozenset("a"), weak=True)]
    words += tokens("猫", "cat")
    expected = ["一只", "猫"]
    assert [word.text for word in segment(words, "words")] == expected
    assert [word.text for word in segment(words, "fine")] == ["一", "只", "猫"]


def test_a_machine_that_translates_stays_two_words() -> None:
    words = [*tokens("机器", "machine"), *tokens("翻译", "translate")]
    assert segment(words, "rjieba") == words


def test_a_weak_part_brings_no_link_into_a_joined_word() -> None:
    words = [
        *tokens("花园", "garden"),
        Token("里", frozenset(["in"]), weak=True),
    ]
    assert segment(words, "rjieba") == tokens("花园里", "garden")


def test_no_torch_is_needed() -> None:
    code = "import sys, training.patterns; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
