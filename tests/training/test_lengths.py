"""Quality against length: counts, bins, bands, and the card."""

import json

import numpy as np
import pytest
import sacrebleu

from tests.pages.standin import write_standin
from training.lengths import (
    FEWEST,
    LONGEST,
    Sentences,
    band,
    bins_of,
    bleu,
    joined_pairs,
    main,
    measure,
    sentence_counts,
)

PAIRS = [
    ("黑 猫 在 厨房 里 睡觉 。", "黑猫正在厨房里睡觉。"),
    ("我给了她一本书。", "我给她一本书。"),
    ("老鼠", "狗喜欢老鼠。"),
    ("因为太累的是我们", "我们太累了"),
    ("汤姆追逐杰瑞", "汤姆追逐杰瑞"),
]


def sentences(lengths) -> Sentences:
    counts = [sentence_counts(*PAIRS[n % len(PAIRS)]) for n in lengths]
    return Sentences(
        np.array(lengths, dtype=int),
        np.array(counts, dtype=int).reshape(-1, 10),
    )


@pytest.mark.parametrize("pairs", [PAIRS, PAIRS[:3], PAIRS[2:4]])
def test_summed_counts_give_the_bleu_of_the_corpus(pairs) -> None:
    said, meant = zip(*pairs, strict=True)  # the last: no 4-gram matches
    counts = np.array([sentence_counts(*pair) for pair in pairs]).sum(axis=0)
    wanted = sacrebleu.corpus_bleu(said, [meant], tokenize="zh").score
    assert bleu(counts) == pytest.approx(wanted)


def test_a_bin_with_few_sentences_joins_its_neighbor() -> None:
    lengths = np.array([1] * FEWEST + [5] * 3 + [7] * FEWEST + [30] * 2)
    assert bins_of(lengths) == [(1, 4), (5, 30)]


def test_few_sentences_are_one_bin() -> None:
    assert bins_of(np.array([3, 11])) == [(1, 11)]


def test_the_band_is_the_same_for_the_same_seed_and_holds_the_value() -> None:
    some = sentences([2, 3, 5, 7, 11, 13, 17])
    value, low, high = band(some, 53, seed=3)
    assert low < value < high
    assert band(some, 53, seed=3) == (value, low, high)
    assert band(some, 53, seed=5) != (value, low, high)


def test_a_band_of_equal_sentences_has_no_width() -> None:
    value, low, high = band(sentences([5, 5, 5]), 11, seed=1)
    assert (low, high) == pytest.approx((value, value))


def test_longer_sentences_count_in_the_bins_only() -> None:
    test = sentences([3] * 31 + [5] * 37 + [10] * 41)
    longer = sentences([18] * 43)
    found = measure(test, longer, 7, 1)
    assert found["bins"] == [[1, 4], [5, 6], [7, 10], [11, 20]]
    assert sum(found["pairs"]) == 31 + 37 + 41 + 43
    assert found["by_pairs"] == {"<=5": 68, "6-9": 0, ">=10": 41}
    assert "6-9" not in found["by"]
    alone = measure(test, sentences([]), 7, 1)
    assert (found["overall"], found["by"]) == (alone["overall"], alone["by"])


def test_joined_pairs_are_longer_than_any_pair_alone() -> None:
    pairs = [("a b c", "甲乙"), ("d", "丙"), ("e f", "丁"), ("g h", "戊")]
    assert joined_pairs(pairs, 1) == []
    assert joined_pairs(pairs, 2) == [
        ("a b c d", "甲乙丙"),
        ("e f g h", "丁戊"),
    ]
    assert joined_pairs(pairs, 3)[2:] == [("a b c d e f", "甲乙丙丁")]


def test_joined_pairs_are_not_longer_than_the_last_bin() -> None:
    pair = ("w " * (LONGEST // 2) + "w", "词")
    assert joined_pairs([pair, pair], 2) == []


def test_the_command_puts_its_figures_into_the_card(tmp_path, capsys) -> None:
    write_standin(tmp_path)
    file = tmp_path / "test.tsv"
    file.write_text("Tom chases Jerry\t汤姆追逐杰瑞\n" * 3, encoding="utf-8")
    arguments = ["--model", str(tmp_path / "attention"), "--test", str(file)]
    arguments += ["--samples", "5", "--join", "2"]
    main([*arguments, "--score", "dot", "--write"])
    printed = json.loads(capsys.readouterr().out)
    card = json.loads((tmp_path / "attention.json").read_text())
    assert card["lengths"] == printed
    assert card["name"] == "attention"
    assert printed["bins"] == [[1, 6]]
    assert printed["pairs"] == [4]
    assert printed["lengths_of_test"] == {"3": 3}
    assert printed["lengths_of_longer"] == {"6": 1}
    assert printed["score"] == "dot"
    assert printed["command"].endswith("--join 2 --score dot --seed 1 --write")


def test_a_missing_file_is_named(tmp_path, capsys) -> None:
    with pytest.raises(SystemExit):
        main(["--model", "a", "--test", str(tmp_path / "no.tsv")])
    assert "there is no file" in capsys.readouterr().err
