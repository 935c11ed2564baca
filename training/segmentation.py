"""Chinese words as one would type them: joined from smaller ones."""

import rjieba

from training.phrases import Token


def segment(words: list[Token], way: str) -> list[Token]:
    """Join words as rjieba would, or measure words only, or nothing."""
    if way == "fine":
        return words
    if way == "words":
        return _glued(words)
    return _as_rjieba(words)


def _glued(words: list[Token]) -> list[Token]:
    joined: list[Token] = []
    for word in words:
        if word.weak and joined:
            joined[-1] = _joined([joined[-1], word])
        else:
            joined.append(word)
    return joined


def _joined(parts: list[Token]) -> Token:
    """One word; weak parts bring links only if no strong part does."""
    strong = [p for p in parts if not p.weak] or parts
    tags = frozenset().union(*(p.tags for p in strong))
    return Token("".join(p.text for p in parts), tags)


def _as_rjieba(words: list[Token]) -> list[Token]:
    cut = rjieba.cut("".join(w.text for w in words), hmm=False)
    ends, here = set(), 0
    for piece in cut:
        here += len(piece)
        ends.add(here)
    joined: list[Token] = []
    waiting: list[Token] = []
    here = 0
    for word in words:
        here += len(word.text)
        waiting.append(word)
        if here in ends:
            whole = may_join(waiting, cut)
            joined += [_joined(waiting)] if whole else _glued(waiting)
            waiting = []
    return joined + waiting


def may_join(parts: list[Token], cut: list[str]) -> bool:
    """Whether the parts make one word of rjieba and of the sentence.

    A word of two characters joins no other one but a weak one (公园里, not
    学生会 or 机器翻译), and a linked word no unlinked one (把门).
    """
    text = "".join(part.text for part in parts)
    strong = [part for part in parts if not part.weak]
    apart = len({part.tags for part in strong}) > 1
    long = apart and any(len(part.text) > 1 for part in strong)
    linked = {bool(part.tags) for part in parts}
    return text in cut and len(linked) == 1 and not long
