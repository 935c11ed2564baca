"""Run where the requirements of training are installed; skipped elsewhere."""

import argparse
import importlib
import json
import sys
from dataclasses import replace

import numpy as np
import pytest

from attention_core import checkpoint
from attention_core.transformer import encode, frame_source

torch = pytest.importorskip("torch")
data = importlib.import_module("training.data")
export = importlib.import_module("training.export")
export_transformer = importlib.import_module("training.export_transformer")
joint_pieces = importlib.import_module("training.joint_pieces")
train = importlib.import_module("training.train")
train_transformer = importlib.import_module("training.train_transformer")

PAIRS = (
    ("The cow is wide.", "La vache est large."),
    ("The bridge is wide.", "Le pont est large."),
    ("Is it wide?", "Est-il large ?"),
    ("Tom's cow isn't there.", "La vache de Tom n'est pas là."),
) * 120
PATTERN = (
    "The cow saw it because it was wide .\t"
    "La vache l' a vu parce qu' elle était large .\t"
    "0-0 1-1 2-4 3-2 4-5 4-6 5-7 6-8 7-9 8-10\n"
)


@pytest.fixture
def files(tmp_path):
    pairs = "".join(f"{en}\t{fr}\n" for en, fr in PAIRS)
    (tmp_path / "pairs.tsv").write_text(pairs, encoding="utf-8")
    (tmp_path / "patterns.tsv").write_text(PATTERN * 9, encoding="utf-8")
    read = data.read_pairs(tmp_path / "pairs.tsv", train.SPLITTERS["fr"])
    rows = (
        {"source": x.source, "target": x.target, "links": [[0, 0, 0.9]]}
        for x in read
    )
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "guide.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def arguments_of(monkeypatch, module, line) -> argparse.Namespace:
    monkeypatch.setattr(sys, "argv", ["train", *line.split()])
    return module.parse()


def recurrent(monkeypatch, files, more):
    line = f"{more} --patterns {files}/patterns.tsv --output {files}/run"
    line += " --target fr --vocabulary 90 --d-e 5 --d-h 3 --d-a 7 --epochs 2"
    return train.Run(arguments_of(monkeypatch, train, line))


def transformer(monkeypatch, files, more=""):
    line = f"--guide {files}/guide.jsonl --patterns {files}/patterns.tsv"
    line += f" --output {files}/run --target fr --pieces 90 --d-model 6"
    line += f" --heads 3 --d-ff 7 --held-out 30 --minutes 0.02 {more}"
    return train_transformer.Run(
        arguments_of(monkeypatch, train_transformer, line)
    )


def test_pairs_without_links_are_words_of_both_languages(files):
    read = data.read_pairs(files / "pairs.tsv", train.SPLITTERS["fr"])
    assert read[2].target == ("Est", "-il", "large", "?")
    assert read[3].source == ("Tom's", "cow", "isn't", "there", ".")
    assert all(example.links == () for example in read)


def test_unguided_no_link_reaches_the_loss(monkeypatch, files):
    run = recurrent(monkeypatch, files, f"--pairs {files}/pairs.tsv")
    assert not run.guided
    assert all(example.links == () for example in run.patterns + run.corpus)
    batch = run.groups()[0]
    torch.manual_seed(3)
    parts = train.losses(run.model, batch, "dot", guided=False)
    assert set(parts) == {"words", "guess"} == set(run.factors("dot"))
    torch.manual_seed(3)
    other = batch.guide.flip(-1)
    turned = replace(batch, guide=other, linked=1 - batch.linked)
    again = train.losses(run.model, turned, "dot", guided=False)
    assert all(torch.equal(parts[name], again[name]) for name in parts)
    sum(parts.values()).backward()
    assert run.model.target_encoder.weight_ih_l0.grad.abs().sum() > 0


def test_guided_the_links_reach_both_kinds_of_query(monkeypatch, files):
    run = recurrent(monkeypatch, files, f"--guide {files}/guide.jsonl")
    parts = train.losses(run.model, run.groups()[0], "dot")
    assert {"guide_s", *(f"guide_y_{s}" for s in train.SCORES)} < {*parts}


def test_an_interrupted_training_goes_on_where_it_stopped(monkeypatch, files):
    more = f"--pairs {files}/pairs.tsv --resume"
    first = recurrent(monkeypatch, files, more)
    first.run_epoch()
    first.epoch = 1
    first.save()
    second = recurrent(monkeypatch, files, more)
    assert (second.epoch, second.steps) == (1, first.steps)
    assert second.minutes >= first.spent
    for name, value in first.model.state_dict().items():
        assert torch.equal(second.model.state_dict()[name], value)
    second.train()
    assert second.epoch == 2
    export.export(f"{files}/run", f"{files}/small", {"note": "it"})
    card = json.loads((files / "small.json").read_text(encoding="utf-8"))
    assert (card["pair"], card["note"]) == ("en-fr", "it")
    assert str(files) not in json.dumps(card)


def test_by_the_clock_the_rate_falls_with_the_minutes(monkeypatch, files):
    run = recurrent(
        monkeypatch, files, f"--pairs {files}/pairs.tsv --minutes 10"
    )
    run.spent = 5
    assert run.progress(0.7) == pytest.approx(0.5, abs=0.05)
    run.spent = 11
    assert run.progress(0) == 1
    assert run.run_epoch() == {}


def test_of_a_pattern_only_the_pronoun_is_pulled_to_it(monkeypatch, files):
    run = transformer(monkeypatch, files)
    example = run.patterns[0]
    assert train_transformer.pronouns_of(example) == [7]
    (pair,) = train_transformer.one_way([example], run.exact)
    owners = np.array(
        train_transformer.cut(run.exact, [example.target])[0].words
    )
    assert (pair.pronouns > 0).tolist() == (owners == 7).tolist()
    corpus = train_transformer.one_way(run.examples[:9], run.exact)
    assert not any(one.pronouns.any() or one.forget for one in corpus)


def test_the_pull_on_pronouns_is_least_if_all_heads_look_at_it(
    monkeypatch, files
):
    run = transformer(monkeypatch, files)
    pairs = train_transformer.one_way(run.patterns[:2], run.exact)
    batch = train_transformer.collate(pairs)
    n = batch.guide.shape
    right = torch.where(batch.guide > 0, 9.0, -9.0)[:, None]
    right = torch.nn.functional.pad(right, (0, 0, 0, 1)).expand(-1, 3, -1, -1)
    wrong = torch.zeros(n[0], 3, n[1] + 1, n[2])
    loss = train_transformer.pronoun_loss
    assert loss([right, right], batch) < 0.8 < loss([right, wrong], batch)
    none = replace(batch, pronouns=batch.pronouns * 0)
    assert loss([wrong], none) == 0


def test_a_small_transformer_is_trained_resumed_and_exported(
    monkeypatch, files
):
    first = transformer(monkeypatch, files, "--ahead 2 -1")
    first.train()
    again = transformer(monkeypatch, files, "--ahead 2 -1 --resume --clock")
    assert again.steps == first.steps > 0
    export_transformer.export(f"{files}/run", f"{files}/small", {})
    card = json.loads((files / "small.json").read_text(encoding="utf-8"))
    assert card["pair"] == "en-fr"
    assert list(card["marks"])[3:] == ["<2fr>", "<2en>"]
    assert card["settings"]["ahead"] == [2, None]
    loaded = checkpoint.load(files / "small.npz").transformer()
    golden = card["golden"][0]
    pieces = joint_pieces.load_pieces(files / "small.pieces.json")
    ids = joint_pieces.cut(pieces, [golden["source"]])[0].ids
    encoding = encode(loaded, frame_source(ids, golden["mark"]))
    lengths = np.linalg.norm(encoding.annotations, axis=-1)
    np.testing.assert_allclose(lengths, golden["annotations_norm"], rtol=1e-4)
    assert str(files) not in json.dumps(card)
