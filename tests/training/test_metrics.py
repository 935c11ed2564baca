"""Links, alignment error rate, and the command that measures a model."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from training.metrics import (
    LINK_THRESHOLD,
    AlignmentErrorRate,
    alignment_error_rate,
    links_of,
)
from training.tongues import bleu_of, polished

ROOT = Path(__file__).parents[2]


def test_a_link_is_drawn_above_the_threshold_only():
    low, high = LINK_THRESHOLD - 0.01, LINK_THRESHOLD + 0.01
    weights = np.array([[high, low, LINK_THRESHOLD], [0, 1, 0]])
    assert links_of(weights) == {(0, 0), (1, 1)}


def test_links_name_the_source_word_first():
    assert links_of(np.array([[0, 0, 1.0], [1.0, 0, 0]])) == {(2, 0), (0, 1)}


def test_the_error_rate_by_hand():
    links, sure, possible = {(0, 0), (1, 2)}, {(0, 0), (1, 1)}, {(1, 2)}
    # |A n S| = 1, |A n (S u P)| = 2, |A| + |S| = 4
    assert alignment_error_rate(links, sure, possible) == 1 - 3 / 4


def test_the_rate_of_a_set_is_counted_not_averaged():
    rate = AlignmentErrorRate()
    rate.add({(0, 0)}, {(0, 0)}, set())
    rate.add({(0, 1)}, {(0, 0), (1, 1), (2, 2)}, set())
    assert rate.value == 1 - 2 / 6


def test_nothing_counted_is_no_error():
    assert AlignmentErrorRate().value == 0


COMMAND = [sys.executable, "-m", "training.evaluate"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_one_json_object_is_printed(tmp_path):
    gold = tmp_path / "gold.tsv"
    gold.write_text("Tom runs .\t汤姆 跑 。\t0-0 1-1 2-2\t\n", encoding="utf-8")
    test = tmp_path / "test.tsv"
    test.write_text("I love you.\t我爱你。\tmore\n", encoding="utf-8")
    model = str(ROOT / "content" / "models" / "attention")
    done = run("--model", model, "--gold", str(gold), "--test", str(test))
    result = json.loads(done.stdout)
    five = {"dot", "scaled_dot", "cosine", "general", "additive"}
    assert result["model"] == "attention"
    assert result["pairs"] == {"test": 1, "gold": 1}
    assert set(result["bleu"]) == five
    assert set(result["aer"]) == {"y", "s"}
    assert set(result["aer"]["y"]) == five
    assert all(0 <= value <= 1 for value in result["aer"]["s"].values())


def test_all_models_of_a_pair_are_measured_by_name(tmp_path):
    gold = tmp_path / "gold.tsv"
    gold.write_text("Tom runs .\t汤姆 跑 。\t0-0 1-1 2-2\t\n", encoding="utf-8")
    found = json.loads(run("--pair", "en-zh", "--gold", str(gold)).stdout)
    assert set(found) == {"attention", "transformer"}
    assert set(found["attention"]["aer"]) == {"y", "s"}
    assert set(found["transformer"]["aer"]) == {"en-zh", "zh-en"}


def test_a_pair_without_a_model_and_no_model_at_all_are_refused(tmp_path):
    file = tmp_path / "gold.tsv"
    file.write_text("a\tb\n", encoding="utf-8")
    for arguments, said in (
        (("--pair", "en-fr"), "there is no model of the pair en-fr"),
        ((), "give --model NAME or --pair NAME"),
    ):
        done = subprocess.run(
            [*COMMAND, *arguments, "--gold", "gold.tsv"],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert said in done.stderr


def test_french_is_written_and_counted_as_french():
    text = "l' homme n' est -il pas là ?"
    assert polished(text, "fr") == "l'homme n'est-il pas là\u00a0?"
    assert polished(text, "en") == text
    said = ["L'homme n'est-il pas là\u00a0?"]
    assert bleu_of(said, ["l'homme n'est-il pas là ?"], "fr") > 99.9
    assert bleu_of(said, ["l' homme n'est-il pas là ?"], "fr") < 99


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "give --test FILE, --gold FILE, or both"),
        (("--gold", "nowhere.tsv"), "there is no file nowhere.tsv"),
    ],
)
def test_what_is_missing_is_named(arguments, said):
    done = run("--model", "content/models/attention", *arguments)
    assert done.returncode != 0
    assert said in done.stderr
