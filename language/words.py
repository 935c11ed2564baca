"""Text to words and back; a word is exactly what was typed.

White space separates words and belongs to none of them. What is no letter,
digit or mark is a word of its own. Three things need more than a pattern:

- Chinese is written without spaces. The dictionary of jieba cuts it, and
  invents no words, unless whoever typed it has cut it by hand. That is decided
  for each stretch of the text: a line, or a sentence if a space stands behind
  it. A stretch is cut by hand if somewhere two Han characters are separated by
  spaces alone, and if of all that stands between two spaces and holds a Han
  character or a mark alone more than half is one word of the dictionary or
  one mark. There, what stands together stays so, up to punctuation.
- Names joined by a middle dot are one word: 贝拉克·奥巴马; between white space
  also one that has signs of its own: 艾米·阿木汗.
- An apostrophe behind a word closes a quotation if one is open ('like this'),
  and belongs to the word otherwise (dogs').

No cut is made inside a grapheme (a letter with its marks, an emoji of several
parts) or between a character and an invisible one.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise, takewhile

import regex

from language.dictionary import segment

Span = tuple[int, int]
Chunk = regex.Match[str]

# White space as str.split() sees it.
CHUNK = regex.compile(r"[^\s\x1c-\x1f]+")
LINE_BREAK = regex.compile(r"[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
SENTENCE_END = regex.compile(r"[。！？!?…][\p{Pe}\p{Pf}\"']*$")
MOST_SIGNS = 3  # of a name, that are no usual ones of names
MIDDLE_DOTS = frozenset("·•‧・･")
# 二〇二四年, and 二十五号 behind a month.
DATE = regex.compile(
    r"([〇零一二三四五六七八九]{4}年|(?<=月)[一二三四五六七八九十]{1,3}[日号])"
)
LETTER = regex.compile(r"[\p{L}\p{N}\p{M}_]")
HAN = regex.compile(r"\p{Han}+")
LATIN = regex.compile(r"\p{Latin}")
# \X alone is slow on many flags in a row (two letters each).
_GRAPHEME = r"(?:\p{RI}{2}(?=\p{RI})|\X)"
GRAPHEME = regex.compile(_GRAPHEME)
_INVISIBLE = r"[[\p{Cf}\p{Cc}]--\p{Grapheme_Cluster_Break=Prepend}]*"
CLUSTER = regex.compile(rf"{_INVISIBLE}{_GRAPHEME}{_INVISIBLE}", regex.VERSION1)

_WORD = r"""
    (?: https?:// | www\. ) [!-~]* [a-z\d/=&\#~+-]          # an address
  | [a-z\d_.+-]{1,64} @ [a-z\d-]{1,63} (?: \. [a-z\d-]{1,63} )+
  | (?: [a-z] \. ){2,} [a-z]? (?! [a-z] )                   # U.S., e.g.
  | ['’] (?: n ['’] | (?: em | tis | twas | \d\ds? ) (?! \w ) )
  | [\d\#*] \ufe0f? \u20e3                                  # 1️⃣
  | (?: \d{4} 年 | \d\d? (?: 月 | [日号] (?! 元 ) | 点钟? ) )      # 5月, 1日
  | (?<= 点 ) \d\d? 分
  | LETTERS (?: JOINT LETTERS )*+                           # don't, 12:30pm
  | \p{Han}+
  | \.{2,} | 。{2,} | …+ | —+ | –+ | -{2,}                  # one, however long
  | GRAPHEME
"""
# Apostrophe or hyphen between letters; between digits other marks as well.
_JOINT = r"(?: ['’‐‑-] | (?<= \d ) [.,:/] (?= \d ) )"


def _word_pattern(letter: str) -> regex.Pattern[str]:
    """Return the pattern of a word, given what counts as a letter."""
    letters = f"(?: {letter} {_INVISIBLE} )++"
    source = _WORD.replace("LETTERS", letters).replace("JOINT", _JOINT)
    source = source.replace("GRAPHEME", _GRAPHEME)
    return regex.compile(source, regex.X | regex.I | regex.VERSION1)


_HAN_APART = _word_pattern(r"[[\p{L}\p{N}\p{M}_]--\p{Han}]")
_HAN_AS_LETTERS = _word_pattern(r"[\p{L}\p{N}\p{M}_]")
# Foreign names are written with these; those that are everyday words are left
# out (爱, 安, 大, 和, 来, 在, ...).
SOUNDS = frozenset(
    "阿埃艾昂奥巴邦鲍贝彼宾波伯勃博布彻茨达戴丹迪蒂丁杜敦多厄恩尔法菲费芬丰佛弗"
    "福盖戈格根古哈海汗赫亨华霍基吉加伽贾杰金卡凯坎康考科克肯库夸奎坤拉莱兰朗劳勒"
    "雷黎里丽利莉列林琳琉柳卢鲁路露伦罗洛马玛迈麦曼芒梅门蒙米密敏明莫默姆穆娜纳奈"
    "南瑙内嫩尼妮涅宁纽努诺欧帕派潘庞佩彭皮珀普齐奇契钱乔切琴丘琼让热仁日荣茹瑞若"
    "萨塞桑瑟森莎沙珊尚舍申圣施什史士斯丝思松苏孙索塔泰坦汤唐陶特腾滕提廷图托瓦万"
    "旺威韦维魏温沃乌伍西希锡席夏香肖谢辛欣雄休修许雪逊雅亚扬耶叶伊依因茵英尤犹约"
    "歇泽曾扎詹张珍芝朱兹卓宗佐"
)

# Signs that stand alone so often that behind a name they belong to none.
ALONE = frozenset(
    "的了是我你他她它们在有不也都就又还和与跟说走去看听笑哭跑吃喝写读想要会能叫把被"
    "给对从到上下中这那吗呢吧啊呀住死"
)


def _joined_to_left(words: Sequence[str]) -> set[int]:
    """Find words that belong to the one before, around middle dots.

    What stands beside a dot belongs to the name, and so does what the
    dictionary cut off from it: words of sounds alone (贝拉 | 克 | · | 奥巴马).
    """
    joined = set[int]()
    for dot in range(1, len(words) - 1):
        beside = words[dot - 1][-1], words[dot + 1][0]
        if words[dot] in MIDDLE_DOTS and all(map(LETTER.match, beside)):
            first, last = dot - 1, dot + 1
            while first > 0 and SOUNDS.issuperset(words[first - 1]):
                first -= 1
            while last < len(words) - 1 and SOUNDS.issuperset(words[last + 1]):
                last += 1
            joined.update(range(first + 1, last + 1))
    return _to_the_end(words, joined)


def _to_the_end(words: Sequence[str], joined: set[int]) -> set[int]:
    """Let a name that begins a chunk take the few signs left up to its end."""
    end = next(k for k in range(1, len(words) + 1) if k not in joined)
    signs = list(takewhile(HAN.match, words[end:]))
    if (
        end == 1
        or len(signs) > MOST_SIGNS
        or max(map(len, signs), default=0) > 1
    ):
        return joined
    return (
        joined if ALONE & {*signs} else joined | {*range(end, end + len(signs))}
    )


def _segment_dates(run: str) -> list[str]:
    """Cut Han characters; a year and a day are words (二〇二四年)."""
    words = list[str]()
    for k, part in enumerate(DATE.split(run)):
        words += [part] if k % 2 else segment(part)
    return words


def _words(chunk: str, by_hand: bool) -> list[str]:
    """Cut what is without white space."""
    pattern = _HAN_AS_LETTERS if by_hand else _HAN_APART
    words = list[str]()
    for token in pattern.findall(chunk):
        cut = not by_hand and HAN.fullmatch(token)
        words += _segment_dates(token) if cut else [token]
    joined, names = _joined_to_left(words), list[str]()
    for position, word in enumerate(words):
        if position in joined:
            names[-1] += word
        else:
            names.append(word)
    return names


def _ends(chunk: str, by_hand: bool) -> list[int]:
    """Return where the words of a chunk (without white space) end."""
    allowed = {cluster.end() for cluster in CLUSTER.finditer(chunk)}
    lengths = [len(word) for word in _words(chunk, by_hand)]
    return [end for end in accumulate(lengths) if end in allowed]


def _stretches(text: str) -> list[list[Chunk]]:
    """Group chunks: a new line, or a space behind a sentence, ends a group."""
    groups: list[list[Chunk]] = []
    for chunk in CHUNK.finditer(text):
        before = groups[-1][-1] if groups else None
        if (
            before is None
            or SENTENCE_END.search(before.group()[-8:])
            or LINE_BREAK.search(text[before.end() : chunk.start()])
        ):
            groups.append([])
        groups[-1].append(chunk)
    return groups


def _is_by_hand(chunks: Sequence[Chunk]) -> bool:
    """Tell whether spaces cut the Chinese of a stretch; see above."""
    typed = [chunk.group() for chunk in chunks]
    if not any(HAN.match(a[-1]) and HAN.match(b) for a, b in pairwise(typed)):
        return False
    counts = []
    for chunk in typed:
        words = [word for word in _words(chunk, False) if HAN.search(word)]
        is_mark = not LETTER.search(chunk)
        if words or is_mark:
            counts.append(1 if is_mark else len(words))
    return 2 * counts.count(1) > len(counts)


def cut_by_hand(text: str) -> list[Span]:
    """Find the stretches that whoever typed a text has cut by spaces.

    Parameters
    ----------
    text : str
        Anything that can be typed.

    Returns
    -------
    list of (int, int)
        Where each stretch starts and ends.

    Examples
    --------
    >>> cut_by_hand("汤姆 正在追逐 杰瑞。")
    [(0, 11)]
    >>> cut_by_hand("今天我很好 我们走吧")
    []
    """
    return [
        (chunks[0].start(), chunks[-1].end())
        for chunks in _stretches(text)
        if _is_by_hand(chunks)
    ]


def _join_apostrophes(text: str, spans: list[Span]) -> list[Span]:
    """Join an apostrophe to its word, unless it closes a quotation."""
    joined: list[Span] = []
    is_open = False
    for start, end in spans:
        follows = joined and joined[-1][1] == start
        if text[start:end] not in ("'", "‘", "’"):
            joined.append((start, end))
        elif follows and not is_open and LATIN.match(text, start - 1):
            joined[-1] = joined[-1][0], end
        else:
            is_open = not is_open and bool(text[end : end + 1].strip())
            joined.append((start, end))
    return joined


def word_spans(text: str, *, characters: bool = False) -> list[Span]:
    """Find the words of a text.

    Parameters
    ----------
    text : str
        Anything that can be typed.
    characters : bool, default False
        One grapheme is one word, in every script.

    Returns
    -------
    list of (int, int)
        Where each word starts and ends, so that text[start:end] is the word.

    Examples
    --------
    >>> word_spans("Tom's cat.")
    [(0, 5), (6, 9), (9, 10)]
    """
    spans: list[Span] = []
    for chunks in _stretches(text):
        by_hand = not characters and _is_by_hand(chunks)
        for chunk in chunks:
            start, typed = chunk.start(), chunk.group()
            if characters:
                ends = [grapheme.end() for grapheme in GRAPHEME.finditer(typed)]
            else:
                ends = _ends(typed, by_hand)
            spans += pairwise([start, *(start + end for end in ends)])
    return spans if characters else _join_apostrophes(text, spans)


def split_words(text: str, *, characters: bool = False) -> list[str]:
    """Split a text into words, each exactly as it was typed.

    Joined, the words are the text without its white space.

    Parameters
    ----------
    text : str
        Anything that can be typed.
    characters : bool, default False
        One grapheme is one word, in every script.

    Returns
    -------
    list of str
        The words. Empty if there is nothing but white space.

    Examples
    --------
    >>> split_words("Don't chase Tom's well-known mouse at 12:30!")
    ["Don't", 'chase', "Tom's", 'well-known', 'mouse', 'at', '12:30', '!']
    >>> split_words("汤姆正在追逐杰瑞。")
    ['汤姆', '正在', '追逐', '杰瑞', '。']
    >>> split_words("汤姆 正在追逐 杰瑞。")  # segmented by who typed it
    ['汤姆', '正在追逐', '杰瑞', '。']
    >>> split_words("杰瑞 ran", characters=True)
    ['杰', '瑞', 'r', 'a', 'n']
    """
    spans = word_spans(text, characters=characters)
    return [text[start:end] for start, end in spans]
