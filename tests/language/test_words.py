import time

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from language.dictionary import NO_WORDS, segment
from language.joining import join_words
from language.words import cut_by_hand, split_words, word_spans

# What people and keyboards put side by side, and what breaks splitters.
SPICY = (
    "aZé9_ \t\n\x1c\x85\u00a0\u3000汤姆爱𠮷〇，。！“”‘’'\"…—-‐.,:;/@$%<>&*`"
    "\u0301\u0600\u200b\u200d\u200f\u2066\ufe0f\u20e3\ufeff\x00א한ไข"
    "😀👩👧🏽🇺🇸☂"
)
texts = st.one_of(st.text(), st.text(SPICY), st.text("a.' 爱"))


def without_space(text):
    return "".join(text.split())


# Laws


@given(texts, st.booleans())
@example("<b>x</b> $x$ :cat: __a__ %{z} \\n &lt; \x1c \u200b", False)
def test_words_joined_are_the_text_without_its_white_space(text, characters):
    words = split_words(text, characters=characters)
    assert "".join(words) == without_space(text)
    assert "" not in words


@given(texts, st.booleans())
def test_spans_stand_in_order_and_show_where_each_word_is(text, characters):
    spans = word_spans(text, characters=characters)
    words = [text[start:end] for start, end in spans]
    assert words == split_words(text, characters=characters)
    ends = [0, *(end for _, end in spans)]
    assert all(e <= start for e, (start, _) in zip(ends, spans, strict=False))


@given(texts)
def test_no_grapheme_is_cut(text):
    for chunk in text.split():
        allowed = {g.end() for g in regex.finditer(r"\X", chunk)}
        assert {end for _, end in word_spans(chunk)} <= allowed


@given(texts)
def test_a_character_is_one_grapheme(text):
    for character in split_words(text, characters=True):
        assert regex.fullmatch(r"\X", character)


@given(texts)
def test_space_around_a_text_changes_nothing(text):
    assert split_words(f" \n{text}\u3000") == split_words(text)


@given(st.lists(st.sampled_from(["追逐", "汤姆", "图书馆", "爱", "的", "。"])))
def test_spaces_between_chinese_words_are_honored(words):
    assert split_words(" ".join(words)) == words


@given(
    st.lists(st.sampled_from(["汤姆", "爱", "的"]), min_size=2),
    st.sampled_from(["正在追逐", "在图书馆里"]),
)
def test_most_words_decide_that_spaces_cut_chinese(words, phrase):
    assert split_words(" ".join([*words, phrase])) == [*words, phrase]


@given(
    st.lists(
        st.sampled_from(
            ["Tom", "don't", "well-known", ",", "?", "3.14", "...", "Ünal"]
        )
    )
)
def test_what_was_joined_is_split_again(words):
    joined = join_words(words)
    assert without_space(joined) == "".join(words)
    if "..." not in words and ",," not in joined:
        assert split_words(joined) == words


# Chinese


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("汤姆追逐杰瑞", "汤姆|追逐|杰瑞"),
        ("汤姆 追逐 杰瑞", "汤姆|追逐|杰瑞"),
        ("汤姆 正在追逐 杰瑞。", "汤姆|正在追逐|杰瑞|。"),
        ("汤姆　正在追逐　杰瑞", "汤姆|正在追逐|杰瑞"),
        # A space beside something else segments nothing.
        ("我喜欢 Python 编程", "我|喜欢|Python|编程"),
        ("我走了。 你也走吗？", "我|走|了|。|你|也|走|吗|？"),
        # One space or line break in a text that nobody cut.
        ("今天我很好 我们走吧", "今天|我|很|好|我们|走|吧"),
        ("我喜欢猫\n你喜欢狗", "我|喜欢|猫|你|喜欢|狗"),
        ("谢谢你 再见", "谢谢|你|再见"),
        # Each stretch for itself: a line, a sentence.
        ("汤姆 正在追逐 杰瑞\n我喜欢你们", "汤姆|正在追逐|杰瑞|我|喜欢|你们"),
        ("请 跟我来 。 我们走吧", "请|跟我来|。|我们|走|吧"),
        ("我喜欢你！” 汤姆 说 不会的", "我|喜欢|你|！|”|汤姆|说|不会的"),
        # Names.
        ("贝拉克·奥巴马出生于夏威夷", "贝拉克·奥巴马|出生|于|夏威夷"),
        ("安娜·卡列尼娜和汤姆·克鲁斯", "安娜·卡列尼娜|和|汤姆·克鲁斯"),
        ("我爱列奥纳多·达·芬奇", "我|爱|列奥纳多·达·芬奇"),
        ("我 和 艾米·阿木汗 去 公园", "我|和|艾米·阿木汗|去|公园"),
        ("艾米·阿木汗 走了", "艾米·阿木汗|走|了"),
        ("他说 艾米·阿木汗， 很好", "他|说|艾米·阿木汗|，|很|好"),
        ("艾米·阿米走了", "艾米·阿米|走|了"),
        ("J·K·罗琳", "J·K·罗琳"),
        ("·", "·"),
        ("爱·", "爱|·"),
        # Dates, times, numbers with units.
        ("2024年5月1日7点30分", "2024年|5月|1日|7点|30分"),
        ("5月1号下午3点钟", "5月|1号|下午|3点钟"),
        ("二〇二四年十二月二十五号", "二〇二四年|十二月|二十五号"),
        ("七点半7:30", "七点|半|7:30"),
        ("10年5分钟10日元三公斤", "10|年|5|分钟|10|日元|三|公斤"),
        ("手机没电了", "手机|没|电|了"),
        ("你好吗", "你|好吗"),
        ("有12个苹果", "有|12|个|苹果"),
        # Segmented by hand: what stands together stays so.
        ("T恤 大小 12个", "T恤|大小|12个"),
        ("好吃 食べる", "好吃|食べる"),
        ("鲍勃爱爱丽丝", "鲍勃|爱|爱丽丝"),
        ("他说：“好！”……是——《书》、「书」",
         "他|说|：|“|好|！|”|……|是|——|《|书|》|、|「|书|」"),
        ("。。。", "。。。"),
        ("！！", "！|！"),
        ("请寄到tom@x.com谢谢", "请|寄|到|tom@x.com|谢谢"),
    ],
)  # fmt: skip
def test_chinese(text, words):
    assert split_words(text) == words.split("|")


@pytest.mark.parametrize("word", NO_WORDS)
def test_what_no_reader_calls_a_word_is_cut(word):
    assert len(segment(word)) > 1


@given(texts)
def test_stretches_that_are_cut_by_hand_lie_between_white_space(text):
    spans = cut_by_hand(text)
    for start, end in spans:
        assert text[start:end].strip() == text[start:end] != ""
        assert not text[:start][-1:].strip()
        assert not text[end:][:1].strip()
    assert spans == sorted(spans)


def test_the_dictionary_alone_decides_and_no_word_is_guessed():
    assert segment("网易杭研大厦") == ["网易", "杭", "研", "大厦"]


# English and other scripts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Tom chases Jerry", "Tom|chases|Jerry"),
        ("Don't! it’s o'clock", "Don't|!|it’s|o'clock"),
        ("the dogs' tails, goin' on", "the|dogs'|tails|,|goin'|on"),
        ("'the dogs' ran", "'|the|dogs|'|ran"),
        ("‘the dogs’ ran", "‘|the|dogs|’|ran"),
        ("say 'run', not 'go'.", "say|'|run|'|,|not|'|go|'|."),
        ("'Run.' The dogs' tails", "'|Run|.|'|The|dogs'|tails"),
        ("\"'Go'\"", "\"|'|Go|'|\""),
        ("the dogs ' tails", "the|dogs|'|tails"),
        ("a ' b and dogs'", "a|'|b|and|dogs'"),
        ("爱'爱", "爱|'|爱"),
        ("rock 'n' roll, 'tis the '80s", "rock|'n'|roll|,|'tis|the|'80s"),
        ("well-known 3-D -5 x--y a-", "well-known|3-D|-|5|x|--|y|a|-"),
        ("wait... what—no", "wait|...|what|—|no"),
        ("3.14 1,000, 12:30pm 50%", "3.14|1,000|,|12:30pm|50|%"),
        ("$5 2019-05-01 1/2 v1.2", "$|5|2019-05-01|1/2|v1.2"),
        ("3.5-4.5.", "3.5-4.5|."),
        ("the U.S. at 5 p.m. I.", "the|U.S.|at|5|p.m.|I|."),
        ("see https://a.b/c?x=1.", "see|https://a.b/c?x=1|."),
        ("<b>x</b>", "<|b|>|x|<|/|b|>"),
        ("$x$ :cat: snake_case", "$|x|$|:|cat|:|snake_case"),
        ("2019 2019", "2019|2019"),
        ("naïve l'école", "naïve|l'école"),
        ("שלום, עולם!", "שלום|,|עולם|!"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("안녕하세요 세계", "안녕하세요|세계"),
    ],
)  # fmt: skip
def test_words_of_other_languages(text, words):
    assert split_words(text) == words.split("|")


@pytest.mark.parametrize(
    "word",
    [
        "e\u0301te\u0301",
        "हिन्दी",
        "👨‍👩‍👧",
        "👍🏽",
        "🇺🇸",
        "1️⃣",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        "\u202bשלום\u202c",
        "co\u00adoperate",
        "!\u200f",
        "\ufeff爱",
        "葛󠄀",
        "\u200b",
        "\x07",
    ],
)
def test_what_looks_like_one_stays_one(word):
    assert split_words(f"{word} {word}") == [word, word]


@pytest.mark.parametrize("invisible", ["\u200b", "\u200f", "\x07", "\u2060"])
def test_what_is_invisible_belongs_to_its_neighbor(invisible):
    for text in ("a", "!", "爱", "😀"):
        for word in (text + invisible, invisible + text):
            assert split_words(f"{word}。")[0] == word
            assert split_words(f"- {word}") == ["-", word]


def test_emoji_side_by_side_are_words_of_their_own():
    assert split_words("hi😀😀🇺🇸🇬🇧1️⃣2️⃣") == [
        "hi", "😀", "😀", "🇺🇸", "🇬🇧", "1️⃣", "2️⃣"
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", " ", "\t\n\x1c\x85\u2028\u3000\u00a0"])
def test_white_space_alone_holds_no_word(text):
    assert split_words(text) == []
    assert split_words(text, characters=True) == []


def test_characters_are_letters_in_every_script():
    assert split_words("Tom's 杰瑞，👍🏽e\u0301", characters=True) == [
        "T", "o", "m", "'", "s", "杰", "瑞", "，", "👍🏽", "e\u0301"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "'",
        "a'",
        "a.",
        "1.",
        "1-",
        "a@",
        "www.",
        "http://",
        "爱",
        "a\u200b",
        "🇺",
        "克·",
        "。”",
        "爱 ",
        "我爱你 ",
    ],
)
def test_a_long_text_takes_no_long_time(text):
    start = time.process_time()
    for characters in (False, True):
        split_words(text * (40_000 // len(text)), characters=characters)
    assert time.process_time() - start < 4


# Joining


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", ""),
        ("Tom|chases|Jerry|.", "Tom chases Jerry."),
        ("汤姆|追逐|杰瑞|。", "汤姆追逐杰瑞。"),
        ("Tom|,|50|%|(|or|$|5|)|...", "Tom, 50% (or $5)..."),
        ('He|said|"|go|"|and|"|run|"|.', 'He said "go" and "run".'),
        ("She|'s|well|,|is|n't|she|?", "She's well, isn't she?"),
        ("the|'|Tom|'|of|'tis", "the 'Tom' of 'tis"),
        ("他|有|12|个|iPad|。", "他有12个iPad。"),
        ("“|我|”|——|《|书|》", "“我”——《书》"),
        ("食|べる", "食べる"),
    ],
)
def test_joined_words_read_well(words, sentence):
    assert join_words(words.split("|")) == sentence


@given(texts)
def test_joining_loses_nothing(text):
    words = split_words(text)
    assert without_space(join_words(words)) == "".join(words)
