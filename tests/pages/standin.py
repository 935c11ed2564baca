"""A random model in the place of the trained one, for tests of the pages.

    python -m tests.pages.standin FOLDER

What it says about words is nonsense; that it is computed and shown rightly
does not depend on that.
"""

import json
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer, models, normalizers, trainers

from pairs.cards import checksums

SOURCE = (
    "tom chases jerry the black cat is sleeping in kitchen . , ? ! "
    "i gave her a book because she was too tired to walk home we you he it "
    "mouse dog likes don't know where not very yesterday teacher student"
)
TARGET = (
    "汤姆 追逐 杰瑞 黑 猫 在 厨房 里 睡觉 。 ， ？ ！ 我 给 了 她 一 本 书 "
    "因为 太 累 的 是 我们 你 他 它 老鼠 狗 喜欢 不 知道 哪里 很 昨天 老师 学生"
)
D_E, D_H, D_A = 19, 23, 29
ENDS = ("npz", "source.json", "target.json", "pieces.json")


def _vocabulary(text: str, prefix: str, lower: bool) -> Tokenizer:
    """Return a vocabulary of the words of a text and all its letters."""
    tokenizer = Tokenizer(
        models.BPE(unk_token="<unk>", continuing_subword_prefix=prefix)
    )
    if lower:
        tokenizer.normalizer = normalizers.Lowercase()
    trainer = trainers.BpeTrainer(
        vocab_size=900,
        special_tokens=["<unk>", "<s>", "</s>"],
        continuing_subword_prefix=prefix,
        show_progress=False,
    )
    tokenizer.train_from_iterator(text.split() * 3, trainer)
    return tokenizer


def _gru(rng: np.random.Generator, d_in: int, d_h: int) -> dict[str, object]:
    shapes = {"W": (d_in, d_h), "U": (d_h, d_h), "b": (d_h,)}
    names = [f"{letter}_{gate}" for letter in "WUb" for gate in "zrn"]
    return {
        name: rng.normal(size=shapes[name[0]]) / np.sqrt(shapes[name[0]][-1])
        for name in [*names, "b_nh"]
    }


def _arrays(n_source: int, n_target: int) -> dict[str, object]:
    """Return random arrays under the names of attention_core.seq2seq."""
    rng = np.random.default_rng(7)
    d = 2 * D_H
    arrays = {
        "source_embedding": rng.normal(size=(n_source, D_E)),
        "target_embedding": rng.normal(size=(n_target, D_E)),
        "W_init": rng.normal(size=(d, d)) / d**0.5,
        "b_init": rng.normal(size=d),
        "W_out": rng.normal(size=(2 * d + D_E, D_E)) / d**0.5,
        "b_out": rng.normal(size=D_E),
        "b_vocab": rng.normal(size=n_target),
    }
    for name, d_in, d_h in (
        ("source_encoder.forward", D_E, D_H),
        ("source_encoder.backward", D_E, D_H),
        ("target_encoder.forward", D_E, D_H),
        ("target_encoder.backward", D_E, D_H),
        ("decoder", D_E + d, d),
    ):
        gru = _gru(rng, d_in, d_h)
        arrays |= {f"{name}.{key}": value for key, value in gru.items()}
    for query in "ys":
        prefix = f"attention.{query}."
        arrays[prefix + "general.W"] = rng.normal(size=(d, d)) / d**0.5
        arrays[prefix + "additive.W_q"] = rng.normal(size=(d, D_A)) / 4
        arrays[prefix + "additive.W_k"] = rng.normal(size=(d, D_A)) / 4
        arrays[prefix + "additive.v"] = rng.normal(size=D_A)
    return arrays


def sign(
    folder: Path, name: str, card: dict[str, object] | None = None
) -> None:
    """Put the checksums of a model's files into its card, or into a new one."""
    path = folder / f"{name}.json"
    said = json.loads(path.read_text("utf-8")) if card is None else card
    ends = [end for end in ENDS if path.with_suffix(f".{end}").exists()]
    said["sha256"] = checksums(path, ends)
    path.write_text(json.dumps(said), encoding="utf-8")


def write_standin(folder: Path, name: str = "attention") -> Path:
    """Write a random model, its vocabularies and its card.

    Parameters
    ----------
    folder : Path
        Where to.
    name : str, default "attention"
        Name of the files.

    Returns
    -------
    Path
        The folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = _vocabulary(SOURCE, "##", lower=True)
    target = _vocabulary(TARGET, "", lower=False)
    source.save(str(folder / f"{name}.source.json"))
    target.save(str(folder / f"{name}.target.json"))
    arrays = _arrays(source.get_vocab_size(), target.get_vocab_size())
    halves = {key: np.float16(value) for key, value in arrays.items()}
    np.savez_compressed(folder / f"{name}.npz", **halves)
    card = {
        "name": name,
        "license": "none: random numbers",
        "scales": {"y": {"cosine": 15.2}, "s": {"cosine": 8.5}},
        "evaluation": {"aer": {"y": {"dot": 0.5}}},
    }
    sign(folder, name, card)
    return folder


if __name__ == "__main__":
    write_standin(Path(sys.argv[1]))
