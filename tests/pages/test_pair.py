"""From two typed texts to all numbers of a picture."""

import numpy as np
import pytest

from attention_core.scores import SCORES
from attention_core.seq2seq import attend_pair
from language.sentence import (
    MOST_CHARACTERS,
    MOST_PIECES,
    MOST_WORDS,
    heaviest_pieces,
    read_sentence,
)
from pages.attention.words import pair_notes
from pairs.models import LEARNED, SCORE_NAMES, TRAINED
from pairs.view import pair_view


def view_of(model, source, target, characters=False, **options):
    chosen = {"score": "dot", "query": "y", "temperature": 1.0, **options}
    return pair_view(model, source, target, characters=characters, **chosen)


@pytest.mark.parametrize("query", ["y", "s"])
@pytest.mark.parametrize("score", SCORE_NAMES)
def test_the_weights_are_those_of_the_core(standin, score, query) -> None:
    view = view_of(
        standin, "Tom chases Jerry", "汤姆 追逐", score=score, query=query
    )
    core = attend_pair(
        standin.parameters,
        view.source.pieces.ids,
        view.target.pieces.ids,
        score=score,
        query=query,
    )
    np.testing.assert_allclose(view.weights, core.weights, atol=2e-5)
    np.testing.assert_allclose(view.context, core.context, atol=2e-5)
    assert view.scores.dtype == np.float64


@pytest.mark.parametrize("model", ["standin", "trained"])
def test_the_menus_offer_what_the_models_have_learned(model, request) -> None:
    learned = request.getfixturevalue(model).parameters.attention
    for query in ("y", "s"):
        assert set(learned[query]) == set(LEARNED)
    needs = {name for name, entry in SCORES.items() if entry.needs_training}
    assert set(SCORE_NAMES) == (set(SCORES) - needs) | set(LEARNED)


def test_the_functions_said_to_be_trained_are_those_of_the_card(trained):
    measured = trained.card["measured"]["lecture_gold.tsv"]["aer"]["y"]
    assert set(TRAINED) == set(measured)


def test_words_are_shown_as_typed_whatever_the_model_reads(standin) -> None:
    view = view_of(standin, "TOM chaSES Jerry", "汤姆 追逐 杰瑞")
    assert view.source.words == ["TOM", "chaSES", "Jerry"]
    assert view.is_whole


def test_pieces_are_named_by_what_was_typed(standin) -> None:
    view = view_of(standin, "Tom chASEd Jerry", "汤姆")
    pieces = view.source.piece_names()
    assert pieces[0] == "Tom"
    assert "".join(pieces[1:-1]).replace("·", "") == "chASEd"
    assert pieces[1].endswith("·")
    assert pieces[-2].startswith("·")


@pytest.mark.parametrize("target", ["", "  \t ", "\x0b"])
def test_without_a_target_the_model_translates(standin, target) -> None:
    view = view_of(standin, "Tom chases Jerry", target)
    assert view.translated
    assert 1 <= len(view.target.pieces.ids) <= MOST_WORDS
    assert "the model wrote this one" in pair_notes(view, "weights", "")[0]
    np.testing.assert_allclose(view.word_weights.sum(axis=1), 1)


def test_sixty_words_are_read_and_more_are_cut(standin) -> None:
    sixty = " ".join(["tom"] * 60)
    view = view_of(standin, sixty, " ".join(["猫"] * 60))
    assert view.word_weights.shape == (60, 60)
    assert pair_notes(view, "weights", "") == []
    longer = view_of(standin, sixty + " jerry", "猫 " * 300)
    assert longer.word_weights.shape == (60, 60)
    notes = pair_notes(longer, "weights", "")
    assert [note.split(" (")[0] for note in notes] == [
        "The target is read up to word 60",
        "The source is read up to word 60",
    ]


def test_a_giant_word_is_cut_too(standin) -> None:
    side = read_sentence("x" * 9_999_999, standin.source)
    assert side.cut
    assert len(side.words) == 1
    assert len(side.words[0]) == MOST_CHARACTERS
    assert len(side.pieces.ids) == MOST_PIECES


def test_a_word_whose_pieces_do_not_fit_is_left_out(standin) -> None:
    side = read_sentence("tom " + "x" * 119 + " jerry", standin.source)
    assert (side.words, side.cut) == (["tom", "x" * 119], True)
    side = read_sentence("tom " + "x" * 500, standin.source)
    assert (side.words, side.cut) == (["tom"], True)
    assert side.pieces.word_of_piece == [0]
    assert len(side.pieces.in_pieces) == len(side.pieces.unknown) == 1


def test_one_character_can_be_one_token(standin) -> None:
    view = view_of(standin, "Tom", "汤姆", characters=True)
    assert view.source.words == ["T", "o", "m"]
    assert view.target.words == ["汤", "姆"]


def test_unknown_words_are_named_and_escaped(standin) -> None:
    view = view_of(standin, "Tom $x$ *", "汤姆")
    notes = " ".join(pair_notes(view, "scores", ""))
    assert r"never saw: \$, x, \*" in notes
    assert view.source.marked("*", "†")[0] == ""
    assert view.source.marked("*", "†")[1] == "†"


def test_a_view_is_computed_once(standin) -> None:
    first = view_of(standin, "Tom chases Jerry", "汤姆")
    assert view_of(standin, "Tom chases Jerry", "汤姆") is first
    assert view_of(standin, "Tom chases Jerry", "汤姆", query="s") is not first


def test_notes_show_joined_signs_whole_and_name_what_is_invisible(
    standin,
) -> None:
    family, flag = "👨\u200d👩\u200d👧", "🏴\U000e0067\U000e007f"
    view = view_of(standin, f"{family} {flag} a\x07b\u202ec", "汤姆")
    notes = " ".join(pair_notes(view, "weights", ""))
    assert family in notes
    assert flag in notes
    assert "␇" in notes
    assert r"‹U\+202E›" in notes
    assert "\ufffd" not in notes


def test_a_very_long_word_does_not_fill_the_page(standin) -> None:
    view = view_of(standin, "x" * 99 + " Tom", "汤姆")
    notes = " ".join(pair_notes(view, "weights", ""))
    assert "x" * 40 + "…" in notes
    assert "x" * 41 not in notes


def test_the_heaviest_pieces_belong_to_the_two_words(standin) -> None:
    view = view_of(standin, "Tom chASEd Jerry", "汤姆 追逐")
    rows, columns = view.target.pieces_of(1), view.source.pieces_of(1)
    assert len(columns) > 1
    for column in columns:  # wherever the most weight is
        weights = np.zeros_like(view.weights)
        weights[rows[-1], column] = 0.5
        weights[:, [k for k in range(weights.shape[1]) if k not in columns]] = 1
        found = heaviest_pieces(weights, (1, 1), view.target, view.source)
        assert found == (rows[-1], column)


def test_no_visitor_can_change_a_cached_view_or_model(standin) -> None:
    view = view_of(standin, "Tom chases Jerry", "汤姆")
    parameters = standin.parameters
    for array in (view.weights, view.queries, parameters.source_embedding):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
