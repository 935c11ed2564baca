"""jieba's dictionary of Chinese, and the names it does not know."""

import rjieba

# Names that the dictionary does not know: of our examples, of textbooks.
NAMES = ("鲍勃", "李明", "王芳", "李雷", "韩梅梅", "小明", "小红")
# What is a word behind 你 and 我们, where the dictionary prefers 你好 | 吗.
LIKELY = ("好吗",)
# What the dictionary knows as one word, and no reader does.
NO_WORDS = (
    *("放学", "生于", "不吃", "和玛丽", "玛丽和", "打开门", "关上门", "被车撞"),
    *("谁给了", "读的书", "写信给", "三辆车", "请坐下", "祝你好运"),
)
_JIEBA = rjieba.Jieba()
for _name in NAMES:
    _JIEBA.add_word(_name, 1000, "nr")
for _word in LIKELY:
    _JIEBA.add_word(_word, 100_000, "x")
for _word in NO_WORDS:
    _JIEBA.add_word(_word, 0, "x")


def segment(run: str) -> list[str]:
    """Cut Han characters into words, with jieba's dictionary alone.

    Parameters
    ----------
    run : str
        Chinese text without white space.

    Returns
    -------
    list of str
        Its words; joined they are the run.

    Examples
    --------
    >>> segment("汤姆追逐杰瑞")
    ['汤姆', '追逐', '杰瑞']
    """
    return _JIEBA.cut(run, hmm=False)


def is_in_dictionary(word: str) -> bool:
    """Tell whether the dictionary holds a word.

    Parameters
    ----------
    word : str
        Chinese text without white space.

    Returns
    -------
    bool
        The answer.

    Examples
    --------
    >>> is_in_dictionary("足球"), is_in_dictionary("踢足")
    (True, False)
    """
    return _JIEBA.has_word(word)
