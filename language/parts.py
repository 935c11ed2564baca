"""Words of the dictionary that are several words to a reader.

The dictionary of jieba holds 我爱你, 踢足球 and 待在家里 as one word each. A
picture of weights wants 我 | 爱 | 你, a row for each. Which words stand alone
is told by lists of our own, for one character is seldom a word: 送花 is
送 | 花, but 客气 and 火车 have no parts.
"""

from collections.abc import Collection

import regex

from language.dictionary import is_in_dictionary, segment
from language.words import HAN


def _words(listed: str) -> list[str]:
    """Return the words between spaces."""
    return listed.split()


# One character that is a word in front of others.
FRONT = frozenset(
    "我你您他她它这那每各全谁"  # who, which
    "一二三四五六七八九十两几半"  # how many
    "个只条张本封辆架棵朵扇杯件把间块"  # of what kind
    "很太真最更也都还就才又再不没别好多"  # how
    "在和跟对被给从到向往用为比"  # where, with, to
    "是有要想会能让请爱"
    "踢打看听说读写吃喝买卖做送弹骑开关坐穿洗玩"
    "唱画教问找拿带寄借搭接受住去来回上下待等祝"
    "新大小老长高"
)
# One character that is a word behind others: behind any; behind one character,
# as what is done to something (送 | 花, but 玫瑰花); behind a longer word.
BACK = frozenset("了吗呢吧的我你您他她它给累忙冷热饿渴岁块元次")
BACK_OF_ONE = frozenset("花球饭书水茶车门信钱歌酒雪菜")
BACK_OF_MORE = frozenset("里上下后前中好和课响见")
# How much of what, and how many of what.
DEGREE, QUALITY = frozenset("很太真最更"), frozenset("好大小高老长短快慢贵难美")
UNITS = frozenset("度米斤")
# What means more, or something else, than its parts.
WHOLE = frozenset(
    _words(
        "为什么 怎么样 什么样 没什么 干什么 怎么办 怎么了 怎么回事 没关系"
        " 对不起 不好意思 有意思 没意思 看起来 看上去 是不是 有没有 好不好"
        " 会不会 能不能 要不要 不得不 差不多 有时候 什么时候 有一点 多一点"
        " 大部分 大部份 大多数 大家好 小时候 小孩子 小朋友 小提琴 大提琴"
        " 小伙子 老人家 老太太 大学生 小学生 大自然 长颈鹿 一会儿 一下子"
        " 一部分 一点儿 一方面 一辈子 一口气 一系列 一阵子 三明治 公共汽车"
        " 出租汽车 笔记本电脑 好朋友 实际上 事实上 基本上 再也不 受不了"
        " 买不起 大不了 来不及 等不及 想不到 接下来 停下来 留下来 开玩笑"
        " 打招呼 打火机 打印机 新西兰 大西洋 大门 开水 开花 回信 回电 不下"
        " 不过 大好 听课 半球 教书 看书 读书 吃饭 唱歌 开车 零钱 来信 要不是"
        " 只不过 好不容易 意味着 教会学校 真的 别的 为了 不了 有钱 做饭 下雪"
        " 一块 一次 再次 上车 下车 三脚架 多管闲事 世界大战 听听 最低工资"
        " 最好 写信"
    )
)
# A number is a word before its unit (十七 | 岁), but not in a date or a time.
NUMBER = regex.compile(r"[〇零一二三四五六七八九十百千万两几半]+")
TIME = regex.compile(rf"{NUMBER.pattern}(?:点钟?|月份?|日|号|年|分|刻|分之.+)")
MOST_CHARACTERS = 8  # longer words of the dictionary are proverbs

Parts = tuple[str, ...]


def _ends_well(parts: Parts) -> bool:
    """Tell whether the last part is a word behind the one before."""
    before, last = parts[-2:]
    if len(last) > 1 or last in BACK:
        return True
    if before in DEGREE and last in QUALITY:
        return True
    if NUMBER.fullmatch(before) and last in UNITS:
        return True
    return last in (BACK_OF_ONE if len(before) == 1 else BACK_OF_MORE)


def _stands(word: str, start: int, end: int) -> bool:
    """Tell whether a part of a word is a word itself."""
    part, rest = word[start:end], word[end:]
    if rest and NUMBER.fullmatch(part):
        return not NUMBER.match(rest)
    if len(part) > 1:
        return is_in_dictionary(part)
    return not rest or part in FRONT


def divisions(word: str, ends: Collection[int] | None = None) -> list[Parts]:
    """List the ways in which a word of the dictionary is several words.

    Parameters
    ----------
    word : str
        A word as `segment` makes it.
    ends : collection of int, optional
        Where a part may end; anywhere if not given.

    Returns
    -------
    list of tuple of str
        The way with the fewest parts first; among those with as many, the one
        with the longest last part. Empty for a word that is one to a reader.

    Examples
    --------
    >>> divisions("踢足球")
    [('踢', '足球')]
    >>> divisions("待在家里")[0]
    ('待', '在', '家里')
    >>> divisions("火车"), divisions("为什么"), divisions("七点")
    ([], [], [])
    """
    n = len(word)
    if not 2 <= n <= MOST_CHARACTERS or segment(word) != [word]:
        return []
    if word in WHOLE or TIME.fullmatch(word) or not HAN.fullmatch(word):
        return []
    found: list[list[Parts]] = [[] for _ in range(n)] + [[()]]
    for start in reversed(range(n)):
        for end in range(start + 1, n + (start > 0)):
            is_allowed = end == n or ends is None or end in ends
            if is_allowed and _stands(word, start, end):
                part = word[start:end]
                found[start] += [(part, *rest) for rest in found[end]]
    ways = filter(_ends_well, found[0])
    return sorted(ways, key=lambda parts: (len(parts), -len(parts[-1])))
