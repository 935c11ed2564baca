"""What the README says is true, in both languages."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.test_imports import MAY_IMPORT
from tests.rules.test_pins import FILES
from tests.rules.test_texts import HALF_WIDTH, NO_WORDS
from tests.rules.tree import PACKAGES, ROOT, plant, requirements

COMMANDS = ["make app", "make test"]
PATH = re.compile(r"`((?:[\w.*-]+/)*[\w*-]+\.\w+|\w+/)`")
CHINESE = "\n# 中文\n"
LICENSES = ("tatoeba.org", "CC BY 2.0 FR", "www.manythings.org/anki")


def halves(root: Path) -> dict[str, str]:
    """The English and the Chinese part."""
    text = (root / "README.md").read_text(encoding="utf-8")
    english, _, chinese = text.partition(CHINESE)
    return {"English": english, "Chinese": chinese}


def commands(text: str) -> list[str]:
    """Lines of the code blocks."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


def first_cells(text: str) -> list[str]:
    """First cell of each table row."""
    rows = re.findall(r"^\| ([^|]+?) \|", text, re.MULTILINE)
    return [row.strip("`") for row in rows]


def targets(root: Path) -> set[str]:
    text = (root / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z]+):", text, re.MULTILINE))


def wrong_commands(root: Path) -> list[str]:
    """Parts whose commands are not the two, or that make does not know."""
    known = {f"make {target}" for target in targets(root)}
    found = [
        f"{name} part has {commands(text)}"
        for name, text in halves(root).items()
        if commands(text) != COMMANDS
    ]
    return found + [line for line in COMMANDS if line not in known]


def missing_rows(root: Path) -> list[str]:
    """Packages and pages without a table row; pages that do not exist."""
    packages = {p for f in FILES[:3] for p in requirements(root / f)}
    pages = {
        path.parent.relative_to(root).as_posix() + "/"
        for path in root.glob("pages/*/page.py")
    }
    found = []
    for name, text in halves(root).items():
        rows = set(first_cells(text))
        listed = {row for row in rows if re.match(r"pages/\w", row)}
        lacking = sorted((packages | pages) - rows) + sorted(listed - pages)
        found += [f"{name} part: {item}" for item in lacking]
    return found


def missing_files(root: Path) -> list[str]:
    """Paths in backticks that do not exist."""
    found = []
    for document in ("README.md", "CONTRIBUTING.md"):
        text = (root / document).read_text(encoding="utf-8")
        found += [
            f"{document}: {path}"
            for path in PATH.findall(text)
            if not path.startswith(".") and not list(root.glob(path))
        ]
    return found


def wrong_imports(root: Path) -> list[str]:
    """Rows of the table of folders that name other imports than the rules."""
    found = []
    for name, text in halves(root).items():
        for folder in PACKAGES:
            row = re.search(
                rf"^\| `{folder}/` .*\| (.+) \|$", text, re.MULTILINE
            )
            said = set(row[1].split(", ")) if row else set()
            if said != MAY_IMPORT[folder]:
                found.append(f"{name} part: {folder} imports {sorted(said)}")
    return found


def missing_credits(root: Path) -> list[str]:
    """Parts that do not say whose sentences the models were trained on."""
    return [
        name
        for name, text in halves(root).items()
        if not all(word in text for word in LICENSES)
    ]


def test_each_part_has_exactly_the_two_commands_and_make_knows_them() -> None:
    assert wrong_commands(ROOT) == []


def missing_ways(root: Path) -> list[str]:
    """Parts that do not say how to start it without make."""
    ways = (
        "`python3 -m pip install -r requirements.txt`",
        "`python3 -m streamlit run app.py`",
        "`py -m venv .venv`",
        "`.venv\\Scripts\\python -m pip install -r requirements.txt`",
        "`.venv\\Scripts\\python -m streamlit run app.py`",
        "<https://share.streamlit.io>",
    )
    return [
        f"{name} part: {way}"
        for name, text in halves(root).items()
        for way in ways
        if way not in text
    ]


def test_who_has_no_make_is_told_what_to_do() -> None:
    assert missing_ways(ROOT) == []


def test_every_dependency_and_every_page_has_a_row_in_both_parts() -> None:
    assert missing_rows(ROOT) == []


def test_every_file_that_is_named_exists() -> None:
    assert missing_files(ROOT) == []


def test_the_table_of_folders_is_that_of_the_import_rules() -> None:
    assert wrong_imports(ROOT) == []


def half_width(root: Path) -> list[str]:
    """Half-width punctuation in the Chinese part."""
    text = NO_WORDS.sub("", halves(root)["Chinese"])
    return HALF_WIDTH.findall(text)


def test_the_chinese_part_has_full_width_punctuation(tmp_path) -> None:
    assert half_width(ROOT) == []
    root = plant(tmp_path, {"README.md": f"{CHINESE}权重, 分数：`x`。"})
    assert half_width(root) == ["重,"]


def test_the_source_of_the_sentences_is_credited() -> None:
    assert missing_credits(ROOT) == []
    english = halves(ROOT)["English"]
    assert (
        "Trained on sentence pairs of tatoeba.org (CC BY 2.0 FR) prepared by "
        "www.manythings.org/anki"
    ) in english


def test_make_has_all_promised_targets() -> None:
    promised = {"setup", "app", "test", "check", "mutants", "bench", "oracles"}
    assert promised <= targets(ROOT)


def test_the_check_from_nothing_requires_the_browser() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "export REQUIRE_BROWSER=1" in script
    assert "requirements-dev.txt" in script
    for part in ("browser", "not browser"):  # all tests, in two processes
        quoted = f"'{part}'" if " " in part else part
        assert f"python -m pytest -m {quoted} >" in script


def chosen_python(python: Path) -> subprocess.CompletedProcess[str]:
    """Let the script choose an interpreter, and do nothing else."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    function = script[script.index("find_python()") :].partition("\n}\n")[0]
    return subprocess.run(
        ["bash", "-c", f"{function}\n}}\nfind_python"],
        env={**os.environ, "PYTHON": str(python)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_check_takes_the_python_asked_for_or_none(tmp_path) -> None:
    assert chosen_python(Path(sys.executable)).stdout.strip() == sys.executable
    old = tmp_path / "python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = chosen_python(old)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"none of: {old}" in done.stderr


HALF = "```sh\nmake app\n```\n```sh\nmake test\n```\n| numpy | x |\n"
HALF += "| `pages/a/` | x |\n" + " ".join(LICENSES)
GOOD = {
    "README.md": HALF + CHINESE + HALF,
    "CONTRIBUTING.md": "",
    "Makefile": "app: a\ntest: b\n",
    "requirements.txt": "numpy==2.4.6\n",
    "requirements-dev.txt": "-r requirements.txt\n",
    "training/requirements.txt": "numpy==2.4.6\n",
    "pages/a/page.py": "",
}


def problems(root: Path) -> list[str]:
    return [
        *wrong_commands(root),
        *missing_rows(root),
        *missing_files(root),
        *missing_credits(root),
    ]


def test_a_true_readme_passes(tmp_path) -> None:
    assert problems(plant(tmp_path, GOOD)) == []


def test_an_untrue_table_of_folders_is_found(tmp_path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    changed = text.replace("| plotly, numpy |", "| plotly |", 1)
    assert wrong_imports(plant(tmp_path, {"README.md": changed})) == [
        "English part: figures imports ['plotly']"
    ]


@pytest.mark.parametrize(
    ("name", "old", "new", "found"),
    [
        ("Makefile", "app:", "run:", "make app"),
        ("README.md", "make test", "make tests", "English part has"),
        ("README.md", "```sh\n", "```sh\ncd x\n", "English part has"),
        ("README.md", CHINESE, "\n# 中\n", "English part has"),
        ("README.md", "numpy", "scipy", "English part: numpy"),
        ("README.md", "pages/a/", "pages/b/", "English part: pages/a/"),
        ("README.md", "pages/a/` |", "pages/a/` |\n| `pages/b/` |", "pages/b/"),
        ("README.md", "```sh", "`docs/a.md`\n```sh", "README.md: docs/a.md"),
        ("README.md", "CC BY", "BY CC", "English"),
        ("requirements.txt", "numpy", "numba", "English part: numba"),
    ],
)
def test_an_untrue_readme_is_found(tmp_path, name, old, new, found) -> None:
    changed = {name: GOOD[name].replace(old, new, 1)}
    root = plant(tmp_path, GOOD | changed)
    assert any(found in item for item in problems(root))
