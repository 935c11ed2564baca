"""One word per thing: the texts keep to content/glossary.toml."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.rules.test_texts import NO_WORDS, QUOTED, entries
from tests.rules.tree import ROOT, plant, read_toml


@dataclass(frozen=True)
class Term:
    """A pair of the glossary."""

    en: tuple[str, ...]
    zh: str
    not_en: tuple[str, ...] = ()
    not_zh: tuple[str, ...] = ()


def glossary(root: Path) -> list[Term]:
    table = read_toml(root / "content" / "glossary.toml")["term"]
    return [
        Term(**{k: v if k == "zh" else tuple(v) for k, v in item.items()})
        for item in table
    ]


def english(word: str) -> str:
    """Pattern of an English word and its plural, as a word of its own."""
    return rf"(?<![\w-]){re.escape(word)}(?:s|es)?(?![\w-])"


def used_terms(text: str, terms: list[Term]) -> set[Term]:
    """Terms in an English text; a longer one hides those inside it."""
    pairs = [(word, term) for term in terms for word in term.en]
    found = set()
    for word, term in sorted(pairs, key=lambda pair: -len(pair[0])):
        text, count = re.subn(english(word), "_", text, flags=re.IGNORECASE)
        if count:
            found.add(term)
    return found


def off_glossary(en: str, zh: str, terms: list[Term]) -> Iterator[str]:
    """Where a pair of texts leaves the glossary."""
    en, zh = NO_WORDS.sub(" ", en), NO_WORDS.sub(" ", zh)
    for term in used_terms(QUOTED.sub(" ", en), terms):
        if term.zh.lower() not in zh.lower():
            yield f"says {term.en[0]!r}, the Chinese text lacks {term.zh!r}"
    for term in terms:
        for word in term.not_en:
            if re.search(english(word), en, re.IGNORECASE):
                yield f"says {word!r}; the glossary has {term.en[0]!r}"
        for word in term.not_zh:
            if word in zh:
                yield f"says {word!r}; the glossary has {term.zh!r}"


def glossary_violations(root: Path) -> list[str]:
    terms = glossary(root)
    return [
        f"{name} {item}"
        for name, entry in entries(root)
        for item in off_glossary(entry["en"], entry["zh"], terms)
    ]


# What else is read in Chinese: the glossary's words are refused there too.
OTHER_PLACES = ("*.md", "training/cards/*.json", "content/models/*.json")


def refused_elsewhere(root: Path) -> list[str]:
    """Refused Chinese words outside of content/texts and content/presets."""
    return [
        f"{path.name} says {word!r}; the glossary has {term.zh!r}"
        for place in OTHER_PLACES
        for path in sorted(root.glob(place))
        if path.name.count(".") == 1  # no vocabulary, such as a.target.json
        for term in glossary(root)
        for word in term.not_zh
        if word in path.read_text(encoding="utf-8")
    ]


def bad_glossary(root: Path) -> list[str]:
    """Words that stand twice in the glossary, or are allowed and refused."""
    terms = glossary(root)
    counts = Counter(word for term in terms for word in (*term.en, term.zh))
    refused = {word for term in terms for word in term.not_en + term.not_zh}
    same = {term.zh for term in terms if term.zh in term.en}
    twice = [w for w, n in counts.items() if n > 1 + (w in same)]
    return twice + sorted(refused & set(counts))


def test_the_texts_keep_to_the_glossary() -> None:
    assert glossary_violations(ROOT) == []


def test_no_other_place_says_a_refused_word() -> None:
    assert refused_elsewhere(ROOT) == []


def test_the_glossary_names_each_thing_once() -> None:
    assert bad_glossary(ROOT) == []


GOOD = """
[sum]
en = "The weights of {word} sum to $1$."
zh = "{word} 的权重之和为 $1$。"
"""
TERMS = """
[[term]]
en = ["weight"]
zh = "权重"
not_en = ["alignment weight"]
not_zh = ["加权值"]

[[term]]
en = ["weighted sum"]
zh = "加权和"
"""


def house(root: Path, texts: str = GOOD, terms: str = TERMS) -> Path:
    files = {"content/texts/a.toml": texts, "content/glossary.toml": terms}
    return plant(root, files)


def test_texts_that_keep_to_the_glossary_pass(tmp_path) -> None:
    assert glossary_violations(house(tmp_path)) == []
    assert bad_glossary(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("权重", "比重", "says 'weight', the Chinese text lacks '权重'"),
        ("weights", "weighted sum", "says 'weighted sum'"),
        ("weights", "alignment weights", "says 'alignment weight'"),
        ("权重", "权重加权值", "says '加权值'"),
    ],
)
def test_a_word_off_the_glossary_is_found(tmp_path, old, new, words) -> None:
    root = house(tmp_path, texts=GOOD.replace(old, new))
    assert words in glossary_violations(root)[0]


def test_formulas_and_code_are_no_words_of_the_glossary(tmp_path) -> None:
    texts = GOOD.replace("weights", "`weights` $weight$").replace(
        "权重", "`weights` $weight$"
    )
    assert glossary_violations(house(tmp_path, texts=texts)) == []


def test_a_word_that_stands_twice_in_the_glossary_is_found(tmp_path) -> None:
    twice = TERMS + '\n[[term]]\nen = ["sum", "加权值"]\nzh = "权重"\n'
    assert bad_glossary(house(tmp_path, terms=twice)) == ["权重", "加权值"]
