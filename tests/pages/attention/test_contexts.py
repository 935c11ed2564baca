"""Which contexts feed anything in the model that ships, and which do not."""

from dataclasses import replace

import numpy as np
import pytest

from attention_core.seq2seq import attend_pair, steer, teacher_force, translate
from language.sentence import read_sentence
from tests.pages.attention.test_page import open_page, sentences
from texts.shown import read_content

TEXTS = read_content("texts/attention")
SOURCE, TARGET = "The black cat is sleeping .", "黑 猫 在 睡觉 。"


def sides(model):
    return (
        read_sentence(SOURCE, model.source).pieces.ids,
        read_sentence(TARGET, model.target).pieces.ids,
    )


def test_no_translation_uses_the_context_of_the_query_y(trained) -> None:
    """ "With this query c_i is shown only"."""
    source, target = sides(trained)
    whole = trained.parameters
    without = replace(
        whole, target_encoder=None, attention={"s": whole.attention["s"]}
    )
    for score in ("scaled_dot", "additive", "general"):
        ours, theirs = (
            translate(parameters, source, score=score)
            for parameters in (whole, without)
        )
        np.testing.assert_array_equal(ours.ids, theirs.ids)
        np.testing.assert_array_equal(
            ours.log_probabilities, theirs.log_probabilities
        )
    with pytest.raises(ValueError, match="without a target encoder"):
        attend_pair(without, source, target, score="dot", query="y")


def test_the_decoder_writes_with_the_context_of_the_state(trained) -> None:
    """ "it goes into the choice of word i and into the next state"."""
    source, target = sides(trained)
    pair = attend_pair(
        trained.parameters, source, target, score="scaled_dot", query="s"
    )
    options = {"score": "scaled_dot", "target_ids": target}
    forced = teacher_force(
        trained.parameters, source, target, score="scaled_dot"
    )
    np.testing.assert_allclose(pair.context, forced.context[:-1], atol=1e-6)
    given = np.full((2, len(source)), np.nan)
    given[1] = np.eye(len(source))[0]
    other = steer(trained.parameters, source, given, **options)
    changed = np.abs(other.log_probabilities - forced.log_probabilities)
    assert changed[0] == 0
    assert changed[1] > 0.01
    moved = np.abs(other.states - forced.states).max(axis=1)
    assert moved[:2].max() == 0
    assert moved[2] > 0.01


@pytest.mark.usefixtures("use_standin")
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("query", "key"), [("y", "unused"), ("s", "used")])
def test_the_page_says_what_the_context_feeds(query, key, language) -> None:
    said = sentences(open_page(query=query, language=language))
    assert TEXTS[f"about_{key}"][language] in said
    other = {"unused": "used", "used": "unused"}[key]
    assert TEXTS[f"about_{other}"][language] not in said
