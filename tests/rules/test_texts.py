"""Texts: English and Chinese side by side, complete, used, and in one voice.

`content/texts/<page>.toml` holds tables `[key]` with `en` and `zh`. Code asks
for them with `text(page, key, **blanks)`, directly or through a function that
takes the name of the page and the key as its first two arguments.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

import pytest

from tests.rules.tree import (
    ROOT,
    called,
    literal,
    parse,
    plant,
    python_files,
    read_toml,
)

CODE = ("app.py", "door", "pages", "pairs", "practice")
CODE += ("projector", "taking", "ui")
FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$]+\$", re.DOTALL)
BLANK = re.compile(r"(?<!\{)\{([a-z]\w*)\}(?!\})")
# What is not prose: formulas, code, addresses of links, blanks.
NO_WORDS = re.compile(
    rf"{FORMULA.pattern}|`[^`]*`|\]\([^)]*\)|\{{\w*\}}", re.DOTALL
)
QUOTED = re.compile("“[^”]*”|中文")  # a word that is spoken of; the menu
HAN = re.compile(r"[\u4e00-\u9fff]{2}")  # one alone is spoken of: 把
# Half-width punctuation after a Chinese character.
HALF_WIDTH = re.compile(
    r"[\u4e00-\u9fff][,;:!?](?!\w)|[\u4e00-\u9fff]\.(?=\s|$)"
)

Entry = dict[str, str]


def text_files(root: Path) -> dict[str, dict[str, Entry]]:
    folder = root / "content" / "texts"
    return {
        path.stem: read_toml(path) for path in sorted(folder.glob("*.toml"))
    }


def pairs(value: object, name: str) -> Iterator[tuple[str, Entry]]:
    """Tables with `en` or `zh` inside a table, at any depth."""
    if isinstance(value, dict) and not {"en", "zh"} & set(value):
        for key, item in value.items():
            yield from pairs(item, f"{name}.{key}")
    elif isinstance(value, dict):
        yield name, value
    elif isinstance(value, list):
        for position, item in enumerate(value, start=1):
            yield from pairs(item, f"{name}.{position}")


def entries(root: Path) -> Iterator[tuple[str, Entry]]:
    """Name and texts of each entry of content/texts, presets and lesson."""
    for page, table in text_files(root).items():
        for key, entry in table.items():
            yield f"{page}.{key}", entry
    for folder in ("presets", "lesson"):
        for path in sorted(root.glob(f"content/{folder}/*.toml")):
            yield from pairs(read_toml(path), f"{folder}/{path.stem}")


def formulas(text: str) -> set[str]:
    return set(FORMULA.findall(text))


def blanks(text: str) -> set[str]:
    """Names of the {blanks} that stand outside of formulas."""
    return set(BLANK.findall(FORMULA.sub("", text)))


def unequal(entry: Entry) -> Iterator[str]:
    """In what the two languages of an entry differ, and should not."""
    if not isinstance(entry, dict) or set(entry) != {"en", "zh"}:
        yield "needs exactly `en` and `zh`"
        return
    en, zh = entry["en"], entry["zh"]
    if not en.strip() or not zh.strip():
        yield "has an empty text"
    if formulas(en) != formulas(zh):
        yield "has different formulas"
    if blanks(en) != blanks(zh):
        yield f"has different blanks: {sorted(blanks(en) ^ blanks(zh))}"
    if HAN.search(QUOTED.sub("", NO_WORDS.sub("", en))):
        yield "has Chinese in the English text"
    if match := HALF_WIDTH.search(NO_WORDS.sub("", zh)):
        yield f"has half-width punctuation: {match.group()}"


def bad_entries(root: Path) -> list[str]:
    return [
        f"{name} {item}"
        for name, entry in entries(root)
        for item in unequal(entry)
    ]


@dataclass(frozen=True)
class Use:
    """A place in the code that asks for a text."""

    where: str
    page: re.Pattern[str]
    key: re.Pattern[str]
    exact: bool  # both names stand in the code as they are
    computed: bool  # the key is a variable
    given: frozenset[str] | None  # names of the blanks; None: not to be seen
    shown: bool  # handed to Streamlit as it is


def pattern(node: ast.expr) -> str:
    """Regular expression for what a string expression may be."""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            re.escape(str(literal(part))) if literal(part) else ".+"
            for part in node.values
        )
    value = literal(node)
    return re.escape(value) if isinstance(value, str) else ".+"


def shown_at_once(tree: ast.Module) -> set[ast.AST]:
    """Calls whose result goes straight to a function of Streamlit."""
    found: set[ast.AST] = set()
    waiting: list[ast.AST] = []
    for node in ast.walk(tree):
        if called(node).startswith("st."):
            waiting += [*node.args, *(k.value for k in node.keywords)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call):
            found.add(node)
        else:
            waiting += ast.iter_child_nodes(node)
    return found


def uses(root: Path) -> Iterator[Use]:
    """Every call that asks for a text: `text(...)`, or f("page", "key")."""
    pages = set(text_files(root))
    for path in python_files(root, *CODE):
        tree = parse(path)
        shown = shown_at_once(tree)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            direct = ast.unparse(node.func) in {"text", "texts.text"}
            if not direct and literal(node.args[0]) not in pages:
                continue
            page, key = (pattern(item) for item in node.args[:2])
            names = [keyword.arg for keyword in node.keywords]
            seen = direct and None not in names
            yield Use(
                where=f"{path.relative_to(root)}:{node.lineno}",
                page=re.compile(page),
                key=re.compile(key),
                exact=bool(literal(node.args[0]) and literal(node.args[1])),
                computed=key == ".+",
                given=frozenset(n for n in names if n) if seen else None,
                shown=node in shown,
            )


def constants(root: Path) -> set[str]:
    """All strings in the code, and those that name entries of registries."""
    return {
        node.value
        for path in python_files(root, *CODE, "attention_core", "language")
        for node in ast.walk(parse(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def unused_texts(root: Path) -> list[str]:
    """Texts that no code asks for."""
    asked, words = list(uses(root)), constants(root)
    return [
        f"{page}.{key}"
        for page, table in text_files(root).items()
        for key in table
        if not any(
            use.page.fullmatch(page)
            and use.key.fullmatch(key)
            and (not use.computed or key in words)
            for use in asked
        )
    ]


def fields(text: str) -> set[str]:
    """Names of the blanks as `str.format` reads them; a bad text has `?`."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name}
    except ValueError:
        return {"?"}


def wrong_uses(root: Path) -> list[str]:
    """Calls for texts that do not exist, or with other blanks."""
    texts = text_files(root)
    found = []
    for use in uses(root):
        matching = [
            entry
            for page, table in texts.items()
            for key, entry in table.items()
            if use.page.fullmatch(page) and use.key.fullmatch(key)
        ]
        if not matching:
            found.append(f"{use.where} asks for a text that does not exist")
        # A text that is not shown at once may be filled later.
        if use.exact and use.given is not None and (use.given or use.shown):
            for text in (t for entry in matching for t in entry.values()):
                wanted = fields(text) if use.given else blanks(text)
                if wanted != use.given:
                    found.append(
                        f"{use.where} gives {sorted(use.given)}, "
                        f"the text wants {sorted(wanted)}"
                    )
    return found


# Streamlit's functions whose first argument a visitor reads.
SHOWN = """
title header subheader markdown write caption text info warning error success
toast button checkbox toggle radio selectbox multiselect slider select_slider
text_input text_area number_input segmented_control pills expander popover
metric download_button link_button spinner status file_uploader data_editor
Page page_link dialog form_submit_button
"""
LABELS = {"label", "help", "placeholder", "title", "caption", "alt"}
WORD = re.compile(r"[^\W\d_]{2,}")


def hard_coded(root: Path) -> list[str]:
    """Words that code shows without content/texts."""
    found = []
    for path in python_files(root, *CODE[2:]):
        for node in ast.walk(parse(path)):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if name.startswith("st.") and name.split(".")[-1] in SHOWN.split():
                shown = node.args[:1] if not name.endswith("Page") else []
                shown += [k.value for k in node.keywords if k.arg in LABELS]
                found += [
                    f"{path.relative_to(root)}:{node.lineno} {name}({words!r})"
                    for words in map(spoken, shown)
                    if WORD.search(words)
                ]
    return found


def spoken(node: ast.expr) -> str:
    """The fixed part of a string expression."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    values = [literal(part) for part in parts]
    return "".join(value for value in values if isinstance(value, str))


def test_english_and_chinese_have_the_same_blanks_and_formulas() -> None:
    assert bad_entries(ROOT) == []


def test_every_text_is_used() -> None:
    assert unused_texts(ROOT) == []


def test_every_text_asked_for_exists_and_gets_its_blanks() -> None:
    assert wrong_uses(ROOT) == []


def test_whatever_a_visitor_reads_stands_in_content() -> None:
    assert hard_coded(ROOT) == []


GOOD = """
[sum]
en = "The weights of {word} sum to $1$."
zh = "{word} 的权重之和为 $1$。"
"""
CALL = 'from texts.shown import text\n\ntext("a", "sum", word=word)\n'


def house(root: Path, texts: str = GOOD, code: str = CALL) -> Path:
    return plant(
        root,
        {
            "content/texts/a.toml": texts,
            "pages/1_a.py": code,
            "app.py": "",
        },
    )


def test_a_good_house_passes(tmp_path) -> None:
    root = house(tmp_path)
    checks = (bad_entries, unused_texts, wrong_uses, hard_coded)
    assert [check(root) for check in checks] == [[], [], [], []]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("zh =", "de =", "exactly `en` and `zh`"),
        ("zh =", 'de = "x"\nzh =', "exactly `en` and `zh`"),
        ('"{word} 的权重之和为 $1$。"', '""', "empty"),
        ("为 $1$", "为 $2$", "different formulas"),
        ("为 $1$", "为 1", "different formulas"),
        ("为 $1$", "为 $1$，$n$", "different formulas"),
        ("为 $1$", "为 $1$，{n}", "different blanks: ['n']"),
        ('"{word}', '"{words}', "different blanks: ['word', 'words']"),
        ("The weights", "The “一” 权重", "Chinese in the English text"),
        ("权重之和为 $1$。", "权重, 之和为 $1$。", "half-width"),
        ("之和为 $1$。", "$1$ 为和.", "half-width"),
    ],
)
def test_unequal_texts_are_found(tmp_path, old, new, words) -> None:
    root = house(tmp_path, texts=GOOD.replace(old, new))
    assert words in bad_entries(root)[0]


def test_unequal_texts_in_presets_are_found(tmp_path) -> None:
    preset = '[[pair]]\nsource = "a"\nname = {en = "one {n}", zh = "一"}\n'
    root = plant(house(tmp_path), {"content/presets/b.toml": preset})
    assert bad_entries(root) == [
        "presets/b.pair.1.name has different blanks: ['n']"
    ]


def test_a_text_that_is_handed_on_may_be_filled_later(tmp_path) -> None:
    root = house(tmp_path, code='words = Words(text("a", "sum"))')
    assert wrong_uses(root) == []


@pytest.mark.parametrize(
    "code",
    [
        "",
        'text("a", "other", word=word)',
        'text("b", "sum", word=word)',
        'text("a", key, word=word)',
        'text("a", f"su_{x}", word=word)',
        'st.text("sum")',
    ],
)
def test_an_unused_text_is_found(tmp_path, code) -> None:
    assert unused_texts(house(tmp_path, code=code)) == ["a.sum"]


@pytest.mark.parametrize(
    "code",
    [
        CALL,
        'text(page, "sum", word=word)',
        'text("a", f"su{x}", word=word)',
        'KEYS = ["sum"]\ntext("a", key, word=word)',
        'explain("a", "sum")',
    ],
)
def test_a_text_is_used_if_some_call_can_ask_for_it(tmp_path, code) -> None:
    assert unused_texts(house(tmp_path, code=code)) == []


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ('text("a", "some", word=1)', "does not exist"),
        ('text("b", "sum", word=1)', "does not exist"),
        ('explain("a", "some")', "does not exist"),
        ('text("a", f"some_{x}")', "does not exist"),
        ('st.write(text("a", "sum"))', "gives [], the text wants ['word']"),
        ('st.write(f\'# {text("a", "sum")}\')', "the text wants ['word']"),
        ('text("a", "sum", word=1, n=2)', "gives ['n', 'word']"),
        ('text("a", "sum", words=1)', "the text wants ['word']"),
    ],
)
def test_a_wrong_use_of_a_text_is_found(tmp_path, code, words) -> None:
    assert words in wrong_uses(house(tmp_path, code=code))[0]


def test_a_formula_whose_braces_would_be_filled_is_found(tmp_path) -> None:
    texts = GOOD.replace("$1$", r"$\\frac{a}{b}$")
    assert "['a', 'b', 'word']" in wrong_uses(house(tmp_path, texts=texts))[0]
    texts = GOOD.replace("$1$", r"$\\frac{{a}}{{b}}$")
    assert wrong_uses(house(tmp_path, texts=texts)) == []


@pytest.mark.parametrize(
    "line",
    [
        'st.title("Attention")',
        'st.write(f"{n} words")',
        'st.button(text("a", "b"), help="Click me")',
        'st.sidebar.header("Menu")',
        'st.Page("1_a.py", title="Attention")',
    ],
)
def test_words_in_the_code_are_found(tmp_path, line) -> None:
    assert len(hard_coded(house(tmp_path, code=line))) == 1


@pytest.mark.parametrize(
    "line",
    ['st.title(text("a", "sum"))', 'st.write(f"{n}")', 'st.Page("1_a.py")'],
)
def test_symbols_and_names_of_files_in_the_code_pass(tmp_path, line) -> None:
    assert hard_coded(house(tmp_path, code=line)) == []
