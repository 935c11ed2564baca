"""y_i and s_(i-1): what each has read, and the rows where they disagree."""

import numpy as np
import pytest

from attention_core.seq2seq import attend_pair
from language.sentence import read_sentence
from pages.attention.queries import disagreeing
from pairs.models import FOLDER_VARIABLE, load_translator
from pairs.view import pair_view
from tests.pages.attention.test_page import open_page, sentences
from tests.pages.shown import figure

SOURCE = "The black cat is sleeping in the kitchen ."
TARGET = "黑 猫 在 厨房 里 睡觉 。"
STATION = "I met my teacher at the station yesterday ."
MET = "我 昨天 在 车站 遇到 了 老师 。"
ADDRESS = {"source": STATION, "target": MET}


@pytest.fixture(autouse=True)
def shipped(monkeypatch):
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    return load_translator("attention")


def rows(app) -> list[str]:
    return figure(app, "heatmap")["layout"]["yaxis"]["ticktext"]


def queries(model, target: str, query: str) -> np.ndarray:
    source, written = (
        read_sentence(SOURCE, model.source).pieces.ids,
        read_sentence(target, model.target).pieces.ids,
    )
    return attend_pair(
        model.parameters, source, written, score="dot", query=query
    ).queries


def changed_rows(model, query: str) -> list[bool]:
    """Which queries are others, if the fourth of seven words is another."""
    other = TARGET.replace("厨房", "公园")
    before, after = (queries(model, t, query) for t in (TARGET, other))
    return [bool(row > 1e-6) for row in np.abs(before - after).max(axis=1)]


def test_y_has_read_the_whole_sentence_and_s_only_what_is_before(shipped):
    assert changed_rows(shipped, "y") == [True] * 7
    assert changed_rows(shipped, "s") == [False] * 4 + [True] * 3


def views(model):
    return [
        pair_view(model, STATION, MET, score="dot", query=q, temperature=1.0)
        for q in ("y", "s")
    ]


def test_the_rows_where_they_disagree_are_marked_and_named(shipped) -> None:
    mine, theirs = views(shipped)
    found = disagreeing(mine, theirs)
    words = mine.target.words
    expected = [
        i
        for i in range(len(words))
        if mine.word_weights[i].argmax() != theirs.word_weights[i].argmax()
    ]
    assert 0 < len(expected) < len(words)
    assert found == expected
    app = open_page(score="dot", **ADDRESS)
    marked = [i for i, label in enumerate(rows(app)) if "≠" in label]
    assert marked == expected
    said = next(c.value for c in app.caption if "has read the whole" in c.value)
    for i in expected:
        looked_at = [
            each.source.words[int(each.word_weights[i].argmax())]
            for each in (mine, theirs)
        ]
        assert f"{words[i]} ({looked_at[0]} / {looked_at[1]})" in said.replace(
            "\\", ""
        )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_where_they_agree_that_is_said(language) -> None:
    app = open_page(source="Tom", target="汤姆", score="dot", language=language)
    words = {"en": "the same word in every row", "zh": "都是同一个词"}
    assert words[language] in sentences(app)
    assert "≠" not in "".join(rows(app))


def test_scores_between_pieces_carry_no_marks() -> None:
    app = open_page(source="Tom chases unmouses", target="汤姆", view="scores")
    assert "≠" not in "".join(rows(app))
