"""LaTeX that compiles, with words as they were typed."""

import shutil
import subprocess

import pytest

from takeaway.tex import lines, table, write_tex
from takeaway.tex_words import escaped, replaced
from tests.takeaway.pictures import AWKWARD, random_picture

SENTENCES = {
    "latin": "The_black {cat} isn't 50 % of $x^2$ & #1 ~ \\ -- ``ok''",
    "han": "汤姆 追逐 杰瑞 。 2024年 ﬀ 你好 世界 老师",
    "cyrillic": "Том гонится за Джерри «быстро» ё й щ",
    "greek": "Ο Τομ κυνηγά τον Τζέρι ώρα ΐ",
    "arabic": "توم يطارد جيري في المطبخ",
    "hebrew": "תום רודף אחרי ג'רי במטבח",
    "devanagari": "टॉम जेरी का पीछा करता है",
}
ENGINES = [name for name in ("xelatex", "lualatex") if shutil.which(name)]


def test_special_characters_are_escaped():
    assert escaped("a_b%") == r"a\_b\%"
    assert escaped("--") == "-{}-{}"
    assert escaped("\\end{x}") == r"\textbackslash{}end\{x\}"


def test_what_no_font_writes_is_replaced_and_said():
    picture = random_picture(0, names=AWKWARD)
    assert replaced(["a👩‍🏫"]) == ["U+1F469", "U+200D", "U+1F3EB"]
    head = write_tex(picture).decode().splitlines()[1]
    assert head.startswith("% Written as code points")
    assert "U+1F469" in head
    assert "U+202E" in head


def test_the_table_holds_every_weight():
    picture = random_picture(1)
    body = table(picture)
    for weight in picture.weights.ravel():
        assert f"{weight:.3f}" in body


def test_a_masked_weight_is_a_dash():
    body = table(random_picture(1, masked=True))
    assert body.count("& --") == 12  # of 15, one and two in rows 2 and 3


def test_lines_are_as_strong_as_weights():
    picture = random_picture(1)
    drawn = lines(picture)
    heavy = picture.weights[picture.weights >= 0.01]
    assert drawn.count("\\draw") == heavy.size
    assert f"opacity={heavy.max():.3f}" in drawn


def compiled(document: bytes, engine: str, folder):
    (folder / "taken.tex").write_bytes(document)
    command = [engine, "-interaction=nonstopmode", "-halt-on-error"]
    return subprocess.run(
        [*command, "taken.tex"], cwd=folder, capture_output=True, check=False
    )


@pytest.mark.skipif(not ENGINES, reason="no TeX is installed")
@pytest.mark.parametrize("engine", ENGINES)
def test_sentences_in_seven_scripts_compile(engine, tmp_path):
    for name, sentence in [*SENTENCES.items(), ("awkward", None)]:
        words = tuple(sentence.split()) if sentence else AWKWARD
        folder = tmp_path / name
        folder.mkdir()
        picture = random_picture(1, names=words, masked=name == "han")
        done = compiled(write_tex(picture), engine, folder)
        log = done.stdout.decode(errors="replace")
        assert done.returncode == 0, f"{name}: {log[-2000:]}"
        said = (folder / "taken.log").read_text(errors="replace")
        assert "Missing character" not in said, name
