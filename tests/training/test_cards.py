"""What a card says about a training is what its own arguments say."""

import json
import re
from pathlib import Path

import pytest

from texts.shown import read_content

ROOT = Path(__file__).parents[2]
MODELS, NOTES = ROOT / "content" / "models", ROOT / "training" / "cards"
SHIPPED = sorted(
    path.stem for path in NOTES.glob("*.json") if (MODELS / path.name).exists()
)
RECURRENT = sorted({"attention", "fixed", "unguided"} & set(SHIPPED))
LANGUAGES = ("en", "zh")
NUMBERS = re.compile(r"\d+(?:(?:, | and |、)\d+)+")


COUNTS = {"en-zh": ("29,942", "24,000"), "en-fr": ("139,756", "60,000")}


def card(name: str) -> dict:
    return json.loads((MODELS / f"{name}.json").read_text("utf-8"))


def stages(command: str) -> list[int]:
    """The epochs of all stages, as a sentence lists them."""
    return [int(number) for number in re.findall(r"\d+", command)]


@pytest.mark.parametrize("name", SHIPPED)
def test_what_people_wrote_stands_in_the_card_as_in_its_note(name) -> None:
    note = json.loads((NOTES / f"{name}.json").read_text("utf-8"))
    shipped = card(name)
    assert {key: shipped[key] for key in note} == note


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_the_card_says_how_many_patterns_an_epoch_takes(name, language):
    shipped = card(name)
    last = f"{int(shipped['training']['patterns_per_epoch']):,}"
    said = re.findall(r"[\d,]+\d", shipped["data"][language])
    # corpus, held out, all patterns; then those of an epoch, the last stage's
    # before what the script takes instead
    pairs, patterns = COUNTS[shipped.get("pair", "en-zh")]
    assert said[:1] == [pairs]
    assert patterns in said
    assert last in said[said.index(patterns) + 1 :]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["attention", "fixed"])
def test_the_stages_of_the_card_are_seventy_epochs(name, language) -> None:
    shipped = card(name)
    command = shipped["command"][language]
    listed = stages(NUMBERS.search(command)[0])
    assert sum(listed) == 70
    assert listed[-1] == shipped["training"]["epochs_done"]
    assert shipped["training"]["dropout"] in command
    assert shipped["training"]["seed"] in command


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_four_stages_are_those_whose_patterns_are_known(language):
    said = card("attention")["data"][language]
    numbers = re.findall(r"\d,\d00", said.split("24,000")[1])
    assert numbers == ["3,000", "2,500", "2,500", "2,500", "8,000"]


@pytest.mark.parametrize("name", RECURRENT)
def test_the_recurrent_models_have_the_same_sizes(name) -> None:
    sizes, others = card(name)["sizes"], card("attention")["sizes"]
    kinds = ("n_source", "n_target", "d_e", "d_h", "d_a")
    assert [sizes[k] for k in kinds] == [others[k] for k in kinds]
    for side in ("source", "target"):
        mine, theirs = (
            (MODELS / f"{model}.{side}.json").read_text("utf-8")
            for model in (name, "attention")
        )
        assert mine == theirs


def test_both_systems_read_the_same_pairs_for_as_many_epochs() -> None:
    said = read_content("texts/encoder_decoder")["query_says"]
    assert "the same sentence pairs {epochs}" in said["en"]
    assert "训练用的句对也相同，{epochs}" in said["zh"]
    said = read_content("texts/guidance")["same_epochs"]
    assert said["en"] == "for the same number of epochs"
    assert "相同" in said["zh"]
    attention, fixed = card("attention"), card("fixed")
    counts = [
        re.findall(r"(\d\d,\d\d\d) sentence pairs", c["data"]["en"])
        for c in (attention, fixed)
    ]
    assert counts[0] == counts[1] == ["29,942", "24,000"]
    epochs = [
        sum(stages(NUMBERS.search(c["command"]["en"])[0]))
        for c in (attention, fixed)
    ]
    assert epochs[0] == epochs[1] == 70
    for language, words in (("en", "the other for 70"), ("zh", "另一个 70 轮")):
        assert words in read_content("texts/guidance")["other_epochs"][language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_unguided_card_tells_its_epochs_and_that_it_saw_no_links(language):
    shipped = card("unguided")
    options, command = shipped["training"], shipped["command"][language]
    assert f"{options['epochs_done']} " in command
    assert "70" in command
    no_links = {"en": "no link between words", "zh": "没有用到任何词对齐"}
    assert no_links[language] in shipped["guided"][language]


def test_guidance_is_what_the_links_fit_by() -> None:
    """CHANGELOG and page: with guidance the links fit hand-made ones better."""
    rates = [
        card(name)["measured"]["eng-cmn.test.tsv and eng-cmn.dev.tsv"]["aer"]
        for name in ("attention", "unguided")
    ]
    guided, unguided = rates
    for query in ("y", "s"):
        for score, rate in guided[query].items():
            assert rate < unguided[query][score], (query, score)
    assert round(guided["y"]["scaled_dot"], 2) == 0.12
    assert round(unguided["y"]["scaled_dot"], 2) == 0.22
